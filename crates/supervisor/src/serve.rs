//! The worker's side.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

use crate::memory;
use crate::protocol::{LONGEST_LINE, Line, PROTOCOL, Request};

/// Says something about the job that is done now.
#[derive(Clone)]
pub struct Speaker {
    id: u64,
    out: Arc<Mutex<dyn Write + Send>>,
}

impl std::fmt::Debug for Speaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Speaker")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Speaker {
    /// Says something. Where nobody listens any more, the process is about to end.
    pub fn say(&self, what: Value) {
        let id = self.id;
        let _ = write(&self.out, &Line::Said { id, what });
    }
}

/// Does jobs until nobody asks any more. Where standard input ends, because the supervisor closed it or
/// is no more, the process ends at once, whatever it is doing.
///
/// # Errors
/// Where standard output cannot be written, or a request is none.
pub fn serve(version: &str, job: &mut dyn FnMut(Value, &Speaker) -> Value) -> io::Result<()> {
    memory::no_core();
    let out: Arc<Mutex<dyn Write + Send>> = Arc::new(Mutex::new(io::stdout()));
    let hello = Line::Hello {
        protocol: PROTOCOL,
        version: version.to_owned(),
    };
    write(&out, &hello)?;
    let (sender, requests) = channel();
    let open = Arc::new(AtomicU64::new(0));
    let begun = open.clone();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input) {
            begun.fetch_add(1, Ordering::SeqCst);
            if sender.send(line).is_err() {
                break;
            }
        }
        // Who has nothing to do ends in peace. Other threads may be deep in a library that does not look
        // up; destructors of theirs must not run beside them.
        if begun.load(Ordering::SeqCst) > 0 {
            std::process::abort();
        }
    });
    for line in requests {
        let request: Result<Request, String> =
            line.and_then(|line| serde_json::from_slice(&line).map_err(|error| error.to_string()));
        let Request {
            id,
            job: asked,
            memory,
        } = request.map_err(|error| {
            let what = format!("a line of the input is no request: {error}");
            io::Error::new(io::ErrorKind::InvalidData, what)
        })?;
        memory::confine(memory);
        let speaker = Speaker {
            id,
            out: out.clone(),
        };
        let answer = job(asked, &speaker);
        memory::confine(None);
        // Whoever has the answer may close the input at once.
        open.fetch_sub(1, Ordering::SeqCst);
        write(&out, &Line::Answer { id, answer })?;
    }
    Ok(())
}

/// The next line of the input, or why it is none; nothing at its end.
fn next_line(input: &mut impl BufRead) -> Option<Result<Vec<u8>, String>> {
    let mut line = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    match input.by_ref().take(most).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.len() > LONGEST_LINE => {
            Some(Err(format!("it has more than {LONGEST_LINE} bytes")))
        }
        Ok(_) => Some(Ok(line)),
    }
}

fn write(out: &Mutex<dyn Write + Send>, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    let mut out = match out.lock() {
        Ok(out) => out,
        Err(poisoned) => poisoned.into_inner(),
    };
    out.write_all(&text)?;
    out.flush()
}
