//! `tandem show --strategy`: why a claim is proved or refuted, as a graph.

mod dot;
mod text;

use std::io;
use std::path::Path;

use budget::{Budget, Canceller};
use evidence::Evidence;
use question::{Claim, Relation};
use tandem::Answer;
use tandem::strategy::{self, Player, Strategy};

use crate::args::{GraphFormat, ShowArgs};
use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::evidence_file::Stored;
use crate::exit::Exit;
use crate::file::File;
use crate::interrupt::cancel_on_interrupt;
use crate::limits::default_memory;
use crate::progress::Progress;
use crate::render::count;

/// Runs the command.
pub(super) fn run(args: &ShowArgs, console: &mut Console) -> io::Result<Exit> {
    if args.file.extension().is_some_and(|own| own == "json") {
        return stored(args, console);
    }
    let Some(file) = File::open_valid(&args.file, &args.reading, console) else {
        return Ok(Exit::BadInput);
    };
    let claim = match file.claim(args.claim.as_deref()) {
        Ok(claim) => claim,
        Err(complaint) => {
            complaint.show(console);
            return Ok(Exit::BadInput);
        }
    };
    if let Err(complaint) = is_simulation(claim) {
        complaint.show(console);
        return Ok(Exit::BadInput);
    }
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let progress = Progress::new(1);
    let options = tandem::Options {
        timeout: Some(args.timeout).filter(|timeout| !timeout.is_zero()),
        memory: default_memory(),
        canceller,
        progress: Some(progress.listener(claim.name.as_str())),
        ..tandem::Options::default()
    };
    let report = tandem::check_claim(file.module(), claim, &options);
    progress.clear();
    let (evidence, checked, exit) = match &report.finding.answer {
        Answer::Proved { evidence, accepted } => (evidence, Ok(accepted.obligations()), Exit::Fine),
        Answer::Refuted {
            evidence, accepted, ..
        } => (evidence, Ok(accepted.obligations()), Exit::Fine),
        Answer::Rejected { evidence, rejected } => {
            (evidence, Err(rejected.to_string()), Exit::Internal)
        }
        Answer::Unknown(reason) => {
            let message = format!("{} is unknown ({reason}): no strategy is known", claim.name);
            console.complain(&message);
            return Ok(Exit::Unknown);
        }
    };
    let question = file.module().question(claim);
    let strategy = question.ok().and_then(|it| strategy::read(&it, evidence));
    let shown = Shown::new(&file, claim, strategy, evidence, checked);
    shown.print(args.format, exit, console)
}

/// Shows evidence that was kept in a file.
fn stored(args: &ShowArgs, console: &mut Console) -> io::Result<Exit> {
    let (stored, file) = match Stored::open(&args.file, None) {
        Ok(stored) => stored,
        Err(complaint) => {
            complaint.show(console);
            return Ok(Exit::BadInput);
        }
    };
    let claim = &file.module().claims[stored.position];
    let path: &Path = &args.file;
    let complaint = match args
        .claim
        .as_deref()
        .filter(|own| *own != claim.name.as_str())
    {
        Some(_) => {
            let message = format!("{} is about the claim `{}`", path.display(), claim.name);
            Some(Complaint::new(message))
        }
        None => is_simulation(claim).err(),
    };
    if let Some(complaint) = complaint {
        complaint.show(console);
        return Ok(Exit::BadInput);
    }
    let asked = file.asked(stored.position);
    let question = match &asked.question {
        Ok(question) => question,
        Err(unreadable) => {
            Complaint::new(unreadable.to_string()).show(console);
            return Ok(Exit::BadInput);
        }
    };
    let evidence = &stored.evidence;
    let checked = checker::check(question, evidence, &Budget::unlimited());
    let (checked, exit) = match checked {
        Ok(accepted) => (Ok(accepted.obligations()), Exit::Fine),
        Err(rejected) => (Err(rejected.to_string()), Exit::Refuted),
    };
    let strategy = strategy::read(question, evidence);
    let shown = Shown::new(&file, claim, strategy, evidence, checked);
    shown.print(args.format, exit, console)
}

/// Only in the simulation game are there strategies.
fn is_simulation(claim: &Claim) -> Result<(), Complaint> {
    if claim.relation() == Relation::Simulated {
        return Ok(());
    }
    let message = format!("the claim `{}` has no strategy", claim.name);
    let hint = "strategies exist for claims of the form `A simulated by B`".to_owned();
    Err(Complaint::new(message).hint(Some(hint)))
}

/// A strategy with what it is about.
struct Shown<'a> {
    file: &'a File,
    claim: &'a Claim,
    evidence: &'a Evidence,
    /// `None` where the evidence does not fit the programs.
    strategy: Option<Strategy>,
    /// How many conditions the checker has checked, or why it rejects the evidence.
    checked: Result<usize, String>,
}

impl<'a> Shown<'a> {
    fn new(
        file: &'a File,
        claim: &'a Claim,
        strategy: Option<Strategy>,
        evidence: &'a Evidence,
        checked: Result<usize, String>,
    ) -> Self {
        Shown {
            file,
            claim,
            evidence,
            strategy,
            checked,
        }
    }

    fn print(&self, format: GraphFormat, exit: Exit, console: &mut Console) -> io::Result<Exit> {
        if let Err(rejected) = &self.checked {
            console.complain(&format!("the checker rejects the evidence: {rejected}"));
        }
        let Some(strategy) = &self.strategy else {
            console.complain("the evidence does not fit the programs");
            return Ok(exit);
        };
        let text = match format {
            GraphFormat::Text => {
                let headline = self.headline(strategy);
                text::render(&headline, strategy, self.file)
            }
            GraphFormat::Dot => dot::render(self.claim.name.as_str(), strategy, self.file),
        };
        console.print(&text)?;
        Ok(exit)
    }

    fn headline(&self, strategy: &Strategy) -> String {
        let winner = match strategy.winner {
            Player::Verifier => "Verifier",
            Player::Falsifier => "Falsifier",
        };
        let (verdict, size) = (self.evidence.supports().as_str(), self.evidence.describe());
        let outcome = match &self.checked {
            Ok(obligations) => {
                let obligations = count(*obligations, "obligation");
                format!("{verdict}: {winner} wins, {size}, {obligations} checked")
            }
            Err(_) => format!("rejected: {winner} would win, {size}"),
        };
        let (name, summary) = (&self.claim.name, self.claim.summary());
        format!("{name}: {summary}\n{outcome}\n")
    }
}
