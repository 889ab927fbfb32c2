//! From the tree to the module: names, types, and the lowering to graphs.
//!
//! One pass over each expression resolves its names, checks its types and builds its term
//! (`expressions`, `operators`, `names`, `calls`); one pass over each program builds its graph
//! (`statements` for the edges, `commands` for what is on them). What went wrong has
//! been reported and is `None` from there on.

mod calls;
mod claims;
mod commands;
mod compositions;
mod expressions;
mod flow;
mod globals;
mod imports;
mod inclusions;
mod losses;
mod members;
mod names;
mod networks;
mod operators;
mod parallel;
mod processes;
mod programs;
mod properties;
mod scope;
mod statements;
mod systems;
mod temporal;
mod types;

use question::Module;

use crate::Origins;
use crate::diagnostic::Sink;
use crate::parser::Parsed;
use crate::syntax::{Item, Relation};

pub(crate) fn run(parsed: &Parsed, sink: &mut Sink) -> (Module, Origins) {
    let mut origins = Origins::default();
    let globals = globals::declare(parsed, sink);
    let mut module = Module {
        constants: globals.constants.clone(),
        functions: globals.functions.clone(),
        ..Module::default()
    };
    let mut programs = programs::Programs::default();
    for item in &parsed.file.items {
        if let Item::Program(program) = item {
            programs.declare(program, &globals, sink, &mut origins);
        }
    }
    for item in &parsed.file.items {
        if let Item::Composed(composed) = item {
            let signature = compositions::lower(composed, &programs, &globals, sink, &mut origins);
            programs.add(composed.name, signature, sink);
        }
    }
    let mut systems = systems::Systems::default();
    for item in &parsed.file.items {
        if let Item::System(system) = item {
            systems.declare(system, &programs, &globals, sink, &mut origins);
        }
    }
    let imports = imports::Imports::declare(parsed, sink, &mut origins);
    let mut names = claims::ClaimNames::default();
    for item in &parsed.file.items {
        if let Item::Claim(claim) = item {
            if let Relation::Refines(implementation, specification) = &claim.relation {
                let functions = [implementation, specification];
                let claim = imports.claim(claim, functions, &mut names, sink, &mut origins);
                module.claims.extend(claim);
                continue;
            }
            if systems.concern(claim) {
                let claim = systems.claim(claim, &mut names, &globals, sink, &mut origins);
                module.claims.extend(claim);
                continue;
            }
            let claims = names.lower(claim, &programs, &globals, sink, &mut origins);
            module.claims.extend(claims.into_iter().flatten());
        }
    }
    module.imports = imports.finish();
    module.systems = systems.finish();
    module.programs = programs.finish();
    for item in &parsed.file.items {
        if let Item::Claim(claim) = item {
            networks::check(&mut module, claim.name.text, claim, sink);
        }
    }
    (module, origins)
}
