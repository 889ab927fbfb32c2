//! The worker's side.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

use crate::memory;
use crate::protocol::{Line, PROTOCOL, Request};

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
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
        // Other threads may be deep in a library that does not look up; destructors of theirs must not
        // run beside them.
        std::process::abort();
    });
    for line in requests {
        let Request {
            id,
            job: asked,
            memory,
        } = serde_json::from_str(&line)?;
        memory::confine(memory);
        let speaker = Speaker {
            id,
            out: out.clone(),
        };
        let answer = job(asked, &speaker);
        memory::confine(None);
        write(&out, &Line::Answer { id, answer })?;
    }
    Ok(())
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
