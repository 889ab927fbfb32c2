//! All runs of a function on some inputs.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use frontend_llvm::syntax::Word;

use crate::behaviour::{Behaviour, End};
use crate::inputs::Inputs;
use crate::lift::Done;
use crate::machine::{Next, Program, State};
use crate::problem::{Answer, Refusal, malformed, unsupported};

/// How many states of runs are looked at for one input.
const MOST_STATES: usize = 20_000;
/// How many events a run may have. A run without an end that has events without end is refused here.
const MOST_EVENTS: usize = 4;

/// A state on the way that is being followed, and what of its successors is still to be followed.
struct Open<'t> {
    state: Rc<State<'t>>,
    successors: Vec<Next<'t>>,
}

impl<'t> Program<'_, 't> {
    /// Everything that a function may do with some arguments.
    ///
    /// A function has finitely many states without events; a run that comes back to a state may go
    /// round for ever.
    ///
    /// # Errors
    /// Where something is not interpreted exactly.
    pub fn behaviours(&self, function: &str, inputs: &Inputs) -> Answer<BTreeSet<Behaviour>> {
        let Inputs { values, objects } = inputs;
        let Some(code) = self.code(function) else {
            return malformed(format!("@{function} is not defined"));
        };
        let mut start = State {
            frames: Vec::new(),
            events: Vec::new(),
            objects: objects.to_vec(),
        };
        self.constants(&mut start.objects)?;
        let undefined = Behaviour {
            events: Vec::new(),
            end: End::Undefined,
            memory: Vec::new(),
        };
        if self.enter(&mut start, code, values)? == Done::Undefined {
            return Ok(BTreeSet::from([undefined]));
        }
        let mut found = BTreeSet::new();
        // Whether a state that has been seen is on the way that is being followed.
        let mut seen: HashMap<Rc<State<'t>>, bool> = HashMap::new();
        let mut way: Vec<Open<'t>> = Vec::new();
        let mut next = Some(Next::Go(start));
        loop {
            match next.take() {
                Some(Next::Ends(behaviour)) => {
                    // Undefined behaviour from the start says all there is to say.
                    if behaviour == undefined {
                        return Ok(BTreeSet::from([undefined]));
                    }
                    found.insert(behaviour);
                }
                Some(Next::Go(state)) => match seen.get(&state) {
                    Some(true) => drop(found.insert(self.endless(&way, &state)?)),
                    Some(false) => {}
                    None => {
                        if seen.len() >= MOST_STATES {
                            return Err(Refusal::TooMany("states"));
                        }
                        if state.events.len() > MOST_EVENTS {
                            return Err(Refusal::TooMany("events"));
                        }
                        let state = Rc::new(state);
                        seen.insert(Rc::clone(&state), true);
                        let successors = self.advance(State::clone(&state))?;
                        way.push(Open { state, successors });
                    }
                },
                None => {}
            }
            let Some(open) = way.last_mut() else {
                return Ok(found);
            };
            next = open.successors.pop();
            if next.is_none() {
                seen.insert(Rc::clone(&open.state), false);
                way.pop();
            }
        }
    }

    /// What a run does that goes round from a state back to it, for ever.
    ///
    /// > `mustprogress`: "This attribute indicates that the function is required to return, unwind,
    /// > or interact with the environment in an observable way" (Function Attributes); `willreturn`
    /// > implies it. A function that does not has undefined behaviour.
    fn endless(&self, way: &[Open<'t>], back: &State<'t>) -> Answer<Behaviour> {
        let start = way.iter().position(|open| *open.state == *back);
        let round = &way[start.unwrap_or(0)..];
        let depths = round.iter().map(|open| open.state.frames.len());
        let depth = depths.min().unwrap_or(back.frames.len());
        let says = |place: usize, flag: Word| {
            let code = &self.codes[back.frames[place].code];
            self.module.says(&code.function.attributes, flag)
        };
        let repeats = back.frames[..depth].iter().any(|frame| {
            let blocks = &self.codes[frame.code].blocks;
            blocks
                .iter()
                .flat_map(|it| &it.instructions)
                .any(|it| it.repeats.is_some())
        });
        if repeats {
            return unsupported("an endless loop with `!llvm.loop`");
        }
        let must = |place| says(place, Word::Mustprogress) || says(place, Word::Willreturn);
        let is_undefined = must(depth - 1) || (0..depth).any(|it| says(it, Word::Willreturn));
        // "This attribute does not apply transitively to callees, but does apply to call sites within
        // the function": what that says of a callee that loops is left open.
        if !is_undefined && (0..depth).any(must) {
            return unsupported("an endless loop called by a function that must make progress");
        }
        Ok(Behaviour {
            events: back.events.clone(),
            end: match is_undefined {
                true => End::Undefined,
                false => End::Diverges,
            },
            memory: Vec::new(),
        })
    }
}
