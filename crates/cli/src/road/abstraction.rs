//! The abstraction that a claim `A abstracted by B` was proved with, as a program.

use evidence::Evidence;
use evidence::abstraction::{Abstraction, Lost};
use language::Place;
use program::{Cfg, Location};
use question::ClaimKind;

use crate::file::File;

/// The program text, where the target had to lose something and is written as one program.
pub(super) fn of(file: &File, claim: &question::Claim, evidence: &Evidence) -> Option<String> {
    let Evidence::Abstraction(found) = evidence else {
        return None;
    };
    if found.lost.is_empty() {
        return None;
    }
    text(file, claim, found)
}

fn text(file: &File, claim: &question::Claim, found: &Abstraction) -> Option<String> {
    let ClaimKind::Abstracted { target, .. } = &claim.kind else {
        return None;
    };
    let program = file.module().program(target.program)?;
    if program.body.has_par() {
        return None;
    }
    let cfg = Cfg::of(&program.body).ok()?;
    // The first block is the function's entry, then come the locations in order.
    let place = |lost: &Lost| {
        let Some(location) = (lost.block as usize).checked_sub(1) else {
            return Some(Place::Start);
        };
        if location >= cfg.location_count() {
            return None;
        }
        let location = Location::at(location);
        if location == cfg.exit() {
            return Some(Place::End);
        }
        let mut edges = cfg.edges_from(location);
        let head = edges.find_map(|(_, edge)| file.span(edge.origin))?;
        Some(Place::Before(head))
    };
    let losses = found.lost.iter().map(|lost| {
        let (_, variable) = lost.variable.split_once('.')?;
        Some((place(lost)?, variable))
    });
    let losses: Vec<(Place, &str)> = losses.collect::<Option<_>>()?;
    let name = format!("{}_abstraction", target.program);
    language::losing(&file.source.text, target.program.as_str(), &name, &losses)
}
