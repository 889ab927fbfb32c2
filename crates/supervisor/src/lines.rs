//! Lines of a stream that need not be trusted.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// How many lines may wait to be looked at: a worker that writes faster has to wait.
const WAITING: usize = 64;

/// How many bytes are kept of what was said first, and as many of what was said last: a backtrace may stand
/// between a reason and its end.
const WORDS: usize = 1000;

/// A line, or why there is none.
#[derive(Debug)]
pub(crate) enum Next {
    /// A whole line, without its end.
    Line(Vec<u8>),
    /// A line of more bytes than are allowed.
    TooLong,
    /// There are no more lines; what stands behind the last one.
    End(Vec<u8>),
}

/// Reads lines of at most so many bytes in a thread of its own.
pub(crate) fn read(stream: impl Read + Send + 'static, longest: usize) -> Receiver<Next> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || forward(stream, longest, &sender));
    receiver
}

fn forward(stream: impl Read, longest: usize, sender: &SyncSender<Next>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        let most = longest as u64 + 1;
        let read = reader.by_ref().take(most).read_until(b'\n', &mut line);
        let next = match read {
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Next::Line(line)
            }
            Ok(_) if line.len() > longest => Next::TooLong,
            Ok(_) | Err(_) => Next::End(line),
        };
        let is_last = !matches!(next, Next::Line(_));
        if sender.send(next).is_err() || is_last {
            return;
        }
    }
}

/// Writes what is sent to it in a thread of its own, until nothing can be sent any more.
pub(crate) fn write(mut stream: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in receiver {
            // Whoever waits for an answer sees how the process has ended.
            if stream
                .write_all(&bytes)
                .and_then(|()| stream.flush())
                .is_err()
            {
                return;
            }
        }
    });
    sender
}

/// Keeps the last words of a stream, and reads on, so that nobody who writes has to wait.
pub(crate) fn last_words(mut stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let (mut first, mut kept): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let mut is_cut = false;
        let mut part = [0; 4096];
        while let Ok(read) = stream.read(&mut part) {
            if read == 0 {
                break;
            }
            let room = (WORDS - first.len()).min(read);
            first.extend_from_slice(&part[..room]);
            kept.extend_from_slice(&part[room..read]);
            let surplus = kept.len().saturating_sub(WORDS);
            if surplus > 0 {
                kept.drain(..surplus);
                is_cut = true;
            }
        }
        if is_cut {
            first.extend_from_slice(b" ... ");
        }
        first.append(&mut kept);
        let kept = first;
        // Nobody may want to know.
        let _ = sender.send(String::from_utf8_lossy(&kept).trim().to_owned());
    });
    receiver
}
