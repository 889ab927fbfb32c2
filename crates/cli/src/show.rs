//! `tandem show`.

mod dot;
mod strategy;
mod text;

use std::io;

use program::{Cfg, Program};

use crate::args::{GraphFormat, ShowArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::file::File;

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, console: &mut Console) -> io::Result<Exit> {
    if args.strategy {
        return strategy::run(args, console);
    }
    let Some(file) = File::read_valid(&args.file, console) else {
        return Ok(Exit::BadInput);
    };
    let programs: Vec<&Program> = match (&args.program, file.module().programs.as_slice()) {
        (None, programs @ [_, ..]) => programs.iter().collect(),
        (name, _) => match file.program(name.as_deref()) {
            Ok(program) => vec![program],
            Err(complaint) => {
                complaint.show(console);
                return Ok(Exit::BadInput);
            }
        },
    };
    for (position, program) in programs.into_iter().enumerate() {
        let cfg = match Cfg::of(&program.body) {
            Ok(cfg) => cfg,
            Err(error) => {
                console.complain(&format!("{} cannot be shown: {error}", program.name));
                return Ok(Exit::BadInput);
            }
        };
        let text = match args.format {
            GraphFormat::Text => text::render(program, &cfg, &file),
            GraphFormat::Dot => dot::render(program, &cfg),
        };
        let gap = if position == 0 { "" } else { "\n" };
        console.print(&format!("{gap}{text}"))?;
    }
    Ok(Exit::Fine)
}
