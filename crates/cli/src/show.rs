//! `tandem show`.

mod dot;
mod function;
pub(crate) mod strategy;
mod system;
mod text;

use std::io;

use program::system::System;
use program::{Cfg, Program};

use crate::args::{GraphFormat, ShowArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::file::File;

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, console: &mut Console) -> io::Result<Exit> {
    let Some(file) = File::open_valid(&args.file, &args.reading, console) else {
        return Ok(Exit::BadInput);
    };
    let systems = systems(args, &file);
    for (position, system) in systems.iter().enumerate() {
        let text = match args.format {
            GraphFormat::Text => system::text(system, &file),
            GraphFormat::Dot => system::dot(system),
        };
        let gap = if position == 0 { "" } else { "\n" };
        console.print(&format!("{gap}{text}"))?;
    }
    let functions = match &args.program {
        None => file.functions(),
        Some(name) => match file.function(Some(name)) {
            Ok(function) => function.into_iter().collect(),
            Err(complaint) => {
                complaint.show(console);
                return Ok(Exit::BadInput);
            }
        },
    };
    if !functions.is_empty() && args.format == GraphFormat::Dot {
        console.complain("functions are shown as text only");
        return Ok(Exit::BadInput);
    }
    for (position, (name, function)) in functions.iter().enumerate() {
        let gap = if position == 0 { "" } else { "\n" };
        console.print(&format!("{gap}{}", function::render(name, function)))?;
    }
    let has_programs = !file.module().programs.is_empty();
    let has_others = !systems.is_empty() || !functions.is_empty();
    if has_others && (args.program.is_some() || !has_programs) {
        return Ok(Exit::Fine);
    }
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

/// The systems that are meant: the one with the name, or all.
fn systems<'f>(args: &ShowArgs, file: &'f File) -> Vec<&'f System> {
    let all = file.module().systems.iter();
    match &args.program {
        Some(name) => all.filter(|it| it.name.as_str() == name).collect(),
        None => all.collect(),
    }
}
