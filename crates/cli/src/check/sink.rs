//! Where what is known of claims arrives, in any order, and leaves in the order of the claims.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

use evidence::VerdictKind;

use super::input::Input;
use crate::args::{CheckArgs, Format};
use crate::console::Console;
use crate::job::Decided;
use crate::progress::Progress;
use crate::render::ClaimTable;
use report::Claim;

/// Takes what is known of claims from several threads.
pub(crate) struct Sink<'a> {
    args: &'a CheckArgs,
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
    /// The first error; nothing is written after it.
    failed: Option<io::Error>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        args: &'a CheckArgs,
        input: &'a Input,
        progress: &'a Progress,
        console: &'a mut Console,
    ) -> Self {
        let claims = (0..input.count()).map(|position| input.at(position).1);
        let texts = claims.map(|claim| (claim.name.as_str(), claim.summary.as_str()));
        let table = ClaimTable::new(texts, args.stories(), console.palette());
        let state = State {
            console,
            table,
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

    /// Takes what is known of the claim at a position.
    pub(crate) fn accept(&self, position: usize, decided: Decided) {
        self.progress.finished_one();
        let mut state = self.state.lock().expect("a panic ends the process");
        state.waiting.insert(position, decided);
        loop {
            let next = state.released;
            let Some(decided) = state.waiting.remove(&next) else {
                return;
            };
            if let Err(error) = self.release(&mut state, next, decided) {
                state.failed.get_or_insert(error);
            }
        }
    }

    /// Keeps and shows a claim whose turn has come.
    fn release(&self, state: &mut State<'_>, position: usize, decided: Decided) -> io::Result<()> {
        let (file, _, _) = self.input.at(position);
        state.released += 1;
        let shown = decided.claim;
        let is_partial = file.listing.is_partial;
        if is_partial
            && matches!(
                shown.verdict,
                Some(VerdictKind::Proved | VerdictKind::Unknown)
            )
        {
            return Ok(());
        }
        let mut written = match decided.unwritten {
            Some(error) => Err(io::Error::other(error)),
            None => Ok(()),
        };
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
            for invariant in &decided.invariants {
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
