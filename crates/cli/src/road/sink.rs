//! Where what is known of claims arrives, in any order, and leaves in the order of the claims.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Mutex;

use evidence::VerdictKind;

use super::Errand;
use super::input::Input;
use super::outcome::is_as_expected;
use crate::args::{Format, GraphFormat};
use crate::console::{self, Console};
use crate::exit::Exit;
use crate::job::Decided;
use crate::plain::one_line;
use crate::progress::Progress;
use crate::render::{self, ClaimTable, Evidence};
use crate::source::Source;
use report::{Claim, Happening, Reason, ReasonKind, Report};

/// How claims look as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// A table with a line for each, and a line that counts them.
    Table,
    /// The word that the field has for the answer, and nothing else.
    Word,
    /// What became of each mutant, and a score for each function.
    Mutants,
    /// The strategy behind a verdict.
    Strategy(GraphFormat),
}

impl Style {
    /// What stands below all claims.
    pub(super) fn summary(self, report: &Report, whose: Evidence) -> String {
        match self {
            Style::Table => format!("\n{}", render::summary(&report.summary, whose)),
            Style::Word | Style::Strategy(_) => String::new(),
            Style::Mutants => render::scores(&report.claims),
        }
    }
}

/// Takes what is known of claims from several threads.
pub(crate) struct Sink<'a> {
    errand: &'a Errand<'a>,
    input: &'a Input,
    progress: &'a Progress,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    console: &'a mut Console,
    table: ClaimTable,
    /// What has come before its turn.
    waiting: BTreeMap<usize, Decided>,
    claims: Vec<Claim>,
    /// How many claims had their turn.
    released: usize,
    /// Which of them are proved.
    proved: BTreeSet<usize>,
    /// The first error; nothing is written after it.
    failed: Option<io::Error>,
    /// Whether all evidence was written that is wanted.
    has_evidence: bool,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        errand: &'a Errand<'a>,
        input: &'a Input,
        progress: &'a Progress,
        console: &'a mut Console,
    ) -> Self {
        let claims = (0..input.count()).map(|position| input.at(position).1);
        let texts = claims.map(|claim| (claim.name.as_str(), claim.summary.as_str()));
        let table = ClaimTable::new(
            texts,
            errand.decide.stories(),
            console.palette(),
            errand.evidence,
        );
        let state = State {
            console,
            table,
            waiting: BTreeMap::new(),
            claims: Vec::new(),
            released: 0,
            proved: BTreeSet::new(),
            failed: None,
            has_evidence: true,
        };
        Sink {
            errand,
            input,
            progress,
            state: Mutex::new(state),
        }
    }

    /// Takes what is known of the claim at a position.
    pub(crate) fn accept(&self, position: usize, decided: Decided) {
        self.progress.finished_one();
        let mut state = self.state.lock().expect("a panic ends the process");
        state.waiting.insert(position, decided);
        loop {
            let next = state.released;
            let Some(decided) = state.waiting.get(&next) else {
                return;
            };
            // What rests on others of its file is told once they are known.
            if !decided.claim.rests_on.is_empty() {
                if !self.has_all_of(&state, next) {
                    return;
                }
                self.settle(&mut state, next);
            }
            let Some(decided) = state.waiting.remove(&next) else {
                return;
            };
            if let Err(error) = self.release(&mut state, next, decided) {
                state.failed.get_or_insert(error);
            }
        }
    }

    /// The positions of the claims that a claim may rest on: those of the same texts, read in the same way.
    fn siblings(&self, position: usize) -> impl Iterator<Item = usize> {
        let group = &self.input.at(position).0.listing.group;
        (0..self.input.count()).filter(move |other| self.input.at(*other).0.listing.group == *group)
    }

    /// Whether everything is known of the claims that a claim may rest on.
    fn has_all_of(&self, state: &State<'_>, position: usize) -> bool {
        let is_known = |it: usize| it < state.released || state.waiting.contains_key(&it);
        self.siblings(position).all(is_known)
    }

    /// Takes proofs back that rest on functions which are not proved themselves.
    fn settle(&self, state: &mut State<'_>, position: usize) {
        let siblings: Vec<usize> = self.siblings(position).collect();
        loop {
            let is_proved = |it: &&usize| match state.waiting.get(it) {
                Some(decided) => decided.claim.verdict == Some(VerdictKind::Proved),
                None => state.proved.contains(it),
            };
            let proved = siblings.iter().filter(is_proved);
            let proved: BTreeSet<&str> = proved
                .map(|it| self.input.at(*it).1.name.as_str())
                .collect();
            let mut has_changed = false;
            for sibling in &siblings {
                let Some(decided) = state.waiting.get_mut(sibling) else {
                    continue;
                };
                let claim = &mut decided.claim;
                let open = claim
                    .rests_on
                    .iter()
                    .find(|name| !proved.contains(name.as_str()));
                if let (Some(VerdictKind::Proved), Some(other)) = (claim.verdict, open) {
                    claim.reason = Some(Reason {
                        kind: ReasonKind::Incomplete,
                        text: format!(
                            "this holds if {other} refines its counterpart, which is not proved here"
                        ),
                        place: None,
                        hints: Vec::new(),
                    });
                    claim.verdict = Some(VerdictKind::Unknown);
                    claim.as_expected = is_as_expected(claim.verdict, claim.expected)
                        && self.errand.evidence == Evidence::Ours;
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Keeps and shows a claim whose turn has come.
    fn release(&self, state: &mut State<'_>, position: usize, decided: Decided) -> io::Result<()> {
        let (file, _, _) = self.input.at(position);
        state.released += 1;
        let shown = decided.claim;
        if shown.verdict == Some(VerdictKind::Proved) {
            state.proved.insert(position);
        }
        let is_partial = file.listing.is_partial;
        if is_partial
            && matches!(
                shown.verdict,
                Some(VerdictKind::Proved | VerdictKind::Unknown)
            )
        {
            return Ok(());
        }
        let mut written = Ok(());
        if let Some(why) = decided.unwritten {
            // All that is known is shown none the less.
            state.has_evidence = false;
            let sentence = format!("evidence cannot be written to {why}");
            self.progress.aside(|| state.console.complain(&sentence));
        }
        if self.errand.decide.format == Format::Text && state.failed.is_none() {
            let text = match self.errand.style {
                Style::Table => self.lines(state, &shown, &file.source),
                Style::Word => render::word(&shown),
                Style::Mutants => render::mutant(&shown),
                Style::Strategy(_) => decided.strategy.clone().unwrap_or_default(),
            };
            let console = &mut *state.console;
            match (self.errand.style, &shown.reason, &shown.rejected) {
                (Style::Word, Some(reason), _) => {
                    let hints = reason.hints.iter().map(|hint| format!("\nhelp: {hint}"));
                    console.note(&format!("{}{}\n", reason.text, hints.collect::<String>()));
                }
                (Style::Strategy(_), Some(reason), _) => {
                    let (name, why) = (&shown.name, &reason.text);
                    console.complain(&format!("{name} is unknown ({why}): no strategy is known"));
                }
                (Style::Strategy(_), _, Some(rejected)) => {
                    console.complain(&format!("the checker rejects the evidence: {rejected}"));
                }
                (Style::Strategy(_), None, None) if text.is_empty() => {
                    console.complain("the evidence does not fit the programs");
                }
                _ => {}
            }
            written = written.and(self.progress.aside(|| {
                console.print(&text)?;
                console.flush()
            }));
        }
        if self.errand.decide.format == Format::Ndjson {
            let claim = Box::new(shown.clone());
            written = written.and(console::line(&Happening::Decided { claim }));
        }
        state.claims.push(shown);
        written
    }

    /// The lines of a claim in the table.
    fn lines(&self, state: &mut State<'_>, shown: &Claim, source: &Source) -> String {
        let is_first = state
            .claims
            .last()
            .is_none_or(|last| last.file != shown.file);
        let mut text = String::new();
        if is_first && self.input.files.len() > 1 {
            let gap = if state.claims.is_empty() { "" } else { "\n" };
            let file = one_line(&shown.file);
            text = format!("{gap}{}\n", state.console.palette().strong(&file));
        }
        text.push_str(&state.table.claim(shown, source));
        text
    }

    /// All claims in their order, and how the run ends if it is up to what was written.
    ///
    /// # Errors
    /// The first thing that could not be shown.
    pub(crate) fn finish(self) -> io::Result<(Vec<Claim>, Exit)> {
        let state = self.state.into_inner().expect("a panic ends the process");
        let exit = match state.has_evidence {
            true => Exit::Fine,
            false => Exit::Internal,
        };
        match state.failed {
            Some(error) => Err(error),
            None => Ok((state.claims, exit)),
        }
    }
}
