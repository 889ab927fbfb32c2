//! Running a command for a limited time.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// Whether it said that all is well.
    pub(crate) is_success: bool,
    /// Its exit code, if it had one.
    pub(crate) code: Option<i32>,
    /// What it printed.
    pub(crate) output: String,
    /// What it complained about.
    pub(crate) errors: String,
}

/// Runs a command to its end, or until its time is over.
///
/// # Errors
/// That it cannot be started.
pub(crate) fn finished(command: &mut Command, patience: Duration) -> Result<Ended, String> {
    let command = command.stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let output = collected(child.stdout.take());
    let errors = collected(child.stderr.take());
    let status = awaited(&mut child, patience)?;
    Ok(Ended {
        is_success: status.is_some_and(|status| status.success()),
        code: status.and_then(|status| status.code()),
        output: output.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
    })
}

/// Waits for a child. One that is late is asked to end, so that it can end its own children, and killed
/// where it does not.
fn awaited(
    child: &mut Child,
    patience: Duration,
) -> Result<Option<std::process::ExitStatus>, String> {
    let start = Instant::now();
    let mut is_asked = false;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok((!is_asked).then_some(status));
        }
        let waited = start.elapsed();
        if waited > patience && !is_asked {
            is_asked = true;
            let id = child.id().to_string();
            let _ = Command::new("kill").arg(id).status();
        }
        if waited > patience + Duration::from_secs(5) {
            let _ = child.kill();
        }
        let pause = if waited < Duration::from_millis(100) {
            1
        } else {
            10
        };
        std::thread::sleep(Duration::from_millis(pause));
    }
}

fn collected(from: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            // What was read before an error is still worth something.
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
