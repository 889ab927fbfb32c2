//! Why a claim is proved or refuted, as a graph.

mod dot;
mod text;

use evidence::Evidence;
use question::Question;
use stories::strategy::{self, Player, Strategy};
use tandem::{Answer, Examined};

use crate::args::GraphFormat;
use crate::file::File;
use crate::render::count;

/// The strategy in evidence that was checked, whatever came of that; none where it is no strategy, or
/// does not fit the programs.
pub(crate) fn drawn(
    file: &File,
    position: usize,
    question: &Question,
    examined: &Examined,
    format: GraphFormat,
) -> Option<String> {
    let (evidence, checked) = match &examined.answer {
        Answer::Proved { evidence, accepted }
        | Answer::Refuted {
            evidence, accepted, ..
        } => (evidence, Some(accepted.obligations())),
        Answer::Rejected { evidence, .. } => (evidence, None),
        Answer::Unknown(_) => return None,
    };
    let strategy = strategy::read(question, evidence)?;
    let claim = &file.module().claims[position];
    Some(match format {
        GraphFormat::Text => {
            let (name, summary) = (&claim.name, claim.summary());
            let outcome = outcome(&strategy, evidence, checked);
            text::render(&format!("{name}: {summary}\n{outcome}\n"), &strategy, file)
        }
        GraphFormat::Dot => dot::render(claim.name.as_str(), &strategy, file),
    })
}

/// Who wins, and how many conditions the checker has looked at; none where it rejects the evidence.
fn outcome(strategy: &Strategy, evidence: &Evidence, checked: Option<usize>) -> String {
    let winner = match strategy.winner {
        Player::Verifier => "Verifier",
        Player::Falsifier => "Falsifier",
    };
    let (verdict, size) = (evidence.supports().as_str(), evidence.describe());
    match checked {
        Some(obligations) => {
            let obligations = count(obligations, "obligation");
            format!("{verdict}: {winner} wins, {size}, {obligations} checked")
        }
        None => format!("rejected: {winner} would win, {size}"),
    }
}
