//! `tandem schema`.

use std::io;

use schemars::schema_for;

use crate::args::{SchemaArgs, SchemaOf};
use crate::console::Console;
use crate::evidence_file::Envelope;
use crate::exit::Exit;
use report::{Happening, Report};

/// Runs the command.
pub(crate) fn run(args: &SchemaArgs, console: &mut Console) -> io::Result<Exit> {
    console.write(&text(args.of)?)?;
    Ok(Exit::Fine)
}

/// The schema as it stands in `docs/`.
fn text(of: SchemaOf) -> io::Result<String> {
    let schema = match of {
        SchemaOf::Report => schema_for!(Report),
        SchemaOf::Events => schema_for!(Happening),
        SchemaOf::Evidence => schema_for!(Envelope),
        SchemaOf::Worker => schema_for!(crate::road::Conversation),
    };
    Ok(serde_json::to_string_pretty(&schema)? + "\n")
}
