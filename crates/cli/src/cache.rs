//! `tandem cache`.

use std::io;

use crate::args::{CacheArgs, CacheCommand};
use crate::console::Console;
use crate::exit::Exit;
use crate::kept;
use crate::render::count;
use store::Contents;

/// Runs the command.
pub(crate) fn run(args: &CacheArgs, console: &mut Console) -> io::Result<Exit> {
    let Some(folder) = args.store() else {
        console.complain("there is no cache folder; name one with `--cache`");
        return Ok(Exit::BadInput);
    };
    let store = kept::store(&folder);
    let text = match &args.command {
        CacheCommand::Show => {
            let (contents, limit) = (store.contents(), size(kept::LIMIT));
            let folder = folder.display();
            format!("{folder}: {}, at most {limit}\n", told(contents))
        }
        CacheCommand::Prune { to } => {
            let gone = store.prune_to(*to);
            let left = store.contents();
            format!("{} removed, {} left\n", told(gone), told(left))
        }
        CacheCommand::Clear => format!("{} removed\n", told(store.clear())),
    };
    console.print(&text)?;
    Ok(Exit::Fine)
}

/// `3 verdicts, 12.5 KiB`.
fn told(contents: Contents) -> String {
    let number = usize::try_from(contents.count).unwrap_or(usize::MAX);
    format!("{}, {}", count(number, "verdict"), size(contents.bytes))
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["bytes", "KiB", "MiB"] {
        if size < 1024.0 {
            return match unit {
                "bytes" => format!("{bytes} bytes"),
                unit => format!("{size:.1} {unit}"),
            };
        }
        size /= 1024.0;
    }
    format!("{size:.1} GiB")
}
