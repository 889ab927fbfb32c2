//! Where the reports of a run arrive, in any order, and leave in the order of the claims.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

use evidence::VerdictKind;

use super::input::Input;
use super::outcome;
use crate::args::{CheckArgs, Format};
use crate::console::Console;
use crate::evidence_file::{Envelope, Folder};
use crate::json::Claim;
use crate::progress::Progress;
use crate::render::ClaimTable;

/// Takes reports from several threads.
pub(crate) struct Sink<'a> {
    args: &'a CheckArgs,
    input: &'a Input,
    progress: &'a Progress,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    console: &'a mut Console,
    table: ClaimTable,
    folder: Option<Folder>,
    /// Reports whose turn has not come.
    waiting: BTreeMap<usize, tandem::Report>,
    claims: Vec<Claim>,
    /// How many claims had their turn.
    released: usize,
    /// The first error; nothing is written after it.
    failed: Option<io::Error>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        args: &'a CheckArgs,
        input: &'a Input,
        folder: Option<Folder>,
        progress: &'a Progress,
        console: &'a mut Console,
    ) -> Self {
        let texts: Vec<(String, String)> = input
            .selected()
            .map(|(_, claim)| (claim.name.to_string(), claim.summary()))
            .collect();
        let texts = texts
            .iter()
            .map(|(name, summary)| (name.as_str(), summary.as_str()));
        let table = ClaimTable::new(texts, args.stories(), console.palette());
        let state = State {
            console,
            table,
            folder,
            waiting: BTreeMap::new(),
            claims: Vec::new(),
            released: 0,
            failed: None,
        };
        Sink {
            args,
            input,
            progress,
            state: Mutex::new(state),
        }
    }

    /// Takes the report of the claim at a position.
    pub(crate) fn accept(&self, position: usize, report: tandem::Report) {
        self.progress.finished_one();
        let mut state = self.state.lock().expect("a panic ends the process");
        state.waiting.insert(position, report);
        loop {
            let next = state.released;
            let Some(report) = state.waiting.remove(&next) else {
                return;
            };
            if let Err(error) = self.release(&mut state, next, &report) {
                state.failed.get_or_insert(error);
            }
        }
    }

    /// Keeps and shows a claim whose turn has come.
    fn release(
        &self,
        state: &mut State<'_>,
        position: usize,
        report: &tandem::Report,
    ) -> io::Result<()> {
        let (file, claim) = self.input.at(position);
        state.released += 1;
        let verdict = report.verdict();
        if file.is_partial() && matches!(verdict, Some(VerdictKind::Proved | VerdictKind::Unknown))
        {
            return Ok(());
        }
        let mut shown = outcome::claim(file, claim, report);
        if self.args.no_times {
            shown.time = None;
        }
        let mut written = Ok(());
        if let (Some(folder), Some((verdict, evidence))) =
            (&mut state.folder, outcome::evidence(report))
        {
            let envelope = Envelope::new(shown.file.clone(), shown.name.clone(), verdict, evidence)
                .assuming(shown.notes.clone());
            match folder.write(&envelope) {
                Ok(path) => shown.evidence_file = Some(path.display().to_string()),
                Err(error) => written = Err(error),
            }
        }
        if self.args.format == Format::Text && state.failed.is_none() {
            let is_first = state
                .claims
                .last()
                .is_none_or(|last| last.file != shown.file);
            let mut text = String::new();
            if is_first && self.input.files.len() > 1 {
                let gap = if state.claims.is_empty() { "" } else { "\n" };
                text = format!("{gap}{}\n", state.console.palette().strong(&shown.file));
            }
            text.push_str(&state.table.claim(&shown, &file.source));
            for invariant in &report.finding.invariants {
                text.extend(invariant.lines().map(|line| format!("    {line}\n")));
            }
            let console = &mut *state.console;
            written = written.and(self.progress.aside(|| {
                console.print(&text)?;
                console.flush()
            }));
        }
        state.claims.push(shown);
        written
    }

    /// All claims in their order.
    ///
    /// # Errors
    /// The first thing that could not be written.
    pub(crate) fn finish(self) -> io::Result<Vec<Claim>> {
        let state = self.state.into_inner().expect("a panic ends the process");
        match state.failed {
            Some(error) => Err(error),
            None => Ok(state.claims),
        }
    }
}
