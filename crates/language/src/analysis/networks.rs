//! Claims about networks of any number of processes.

use logic::Symbol;
use program::compose::Shape;
use question::network::{Candidate, Network, NetworkPart};
use question::{ClaimKind, Module, Operand, Question, Temporal};

use super::compositions::known;
use super::globals::Globals;
use super::programs::Programs;
use crate::diagnostic::{Diagnostic, Sink};
use crate::syntax::{self, Composition, CompositionKind, Count, Name};

/// The claim about a network; `single` are the parts that stand alone, in their order.
pub(super) fn lower(
    claim: &syntax::NetworkClaim,
    single: Vec<Operand>,
    property: Temporal,
    programs: &Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<ClaimKind> {
    let (shape, whole) = match &claim.whole.kind {
        CompositionKind::Ring(inner) => (Shape::Ring, &**inner),
        _ => (Shape::Chain, &claim.whole),
    };
    let mut parts = Vec::new();
    let mut process: Option<Name> = None;
    let mut next = 0..;
    for part in chained(whole) {
        match &part.kind {
            CompositionKind::Program(_) => parts.extend(next.next().map(NetworkPart::One)),
            CompositionKind::Power(inner, Count::Any(count)) => {
                let CompositionKind::Program(operand) = &inner.kind else {
                    return wrong(inner, "copies are copies of one program", sink);
                };
                if count.text != claim.count.text {
                    let message = format!("the claim is for all `{}`", claim.count.text);
                    return wrong(part, &message, sink);
                }
                if process.is_some_and(|process| process.text != operand.program.text) {
                    return wrong(part, "all copies are copies of the same program", sink);
                }
                process = Some(operand.program);
                parts.push(NetworkPart::Many);
            }
            _ => {
                let message = "a network is made of programs and of copies of one program";
                return wrong(part, message, sink);
            }
        }
    }
    let Some(process) = process else {
        let message = format!("there is no `p^{}` in it", claim.count.text);
        return wrong(&claim.whole, &message, sink);
    };
    let mut operands = single;
    let mut add = |alias: String, program: Name, sink: &mut Sink| {
        if !known(program, programs, globals, sink)?.is_right() {
            return None;
        }
        operands.push(Operand {
            alias: Symbol::new(&alias),
            program: program.text,
            arguments: Vec::new(),
        });
        Some(operands.len() - 1)
    };
    // No text can spell these names, so that they are nobody else's.
    let process = add(
        format!("{}^{}", process.text, claim.count.text),
        process,
        sink,
    )?;
    let invariant = match claim.invariant {
        Some(name) => Some(add(format!("invariant {}", name.text), name, sink)?),
        None => None,
    };
    Some(ClaimKind::Network {
        programs: operands,
        network: Network {
            shape,
            parts,
            process,
            invariant,
            least: claim.least.unwrap_or(1),
        },
        property,
    })
}

/// Says where the programs of a network do not fit, now that they are all known.
pub(super) fn check(module: &mut Module, name: Symbol, claim: &syntax::Claim, sink: &mut Sink) {
    let Some(made) = module.claim(name) else {
        return;
    };
    let Ok(Question::AllSizes(question)) = module.question(made) else {
        return;
    };
    let candidate = match question.network.invariant {
        Some(_) => Candidate::Given,
        None => Candidate::Copies(1),
    };
    let fits = question
        .instance(question.network.least)
        .and_then(|_| question.step(candidate))
        .and_then(|_| question.last(candidate));
    if let Err(error) = fits {
        sink.push(Diagnostic::error(claim.span, error.to_string()));
        module.claims.retain(|claim| claim.name != name);
    }
}

/// The parts of a chain; what is no chain is its only part.
fn chained(whole: &Composition) -> Vec<&Composition> {
    match &whole.kind {
        CompositionKind::Chain(parts) => parts.iter().flat_map(chained).collect(),
        _ => vec![whole],
    }
}

fn wrong(at: &Composition, message: &str, sink: &mut Sink) -> Option<ClaimKind> {
    sink.push(Diagnostic::error(at.span, message));
    None
}
