//! Inclusion by way of an augmented program (papers/004, section 7): the concrete program runs
//! together with a tester or a module that says early what it will do later.
//!
//! What comes out is a chain: the program is included in the augmented one, which means that nothing
//! was constrained, and that one in the specification. Both halves are evidence like any other, so
//! that nobody has to believe in the augmentation. Of a tester it is known that it constrains
//! nothing; of a module it has to be shown.

use budget::Budget;
use evidence::Reason;
use evidence::inclusion::{Inclusion, Link, Proof};
use logic::Value;
use program::{Constant, Program};
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};
use question::{Augmentation, Setting, Temporal};
use rustc_hash::FxHashMap;

use crate::system::{System, for_each_start};
use crate::tester::Formula;
use crate::{Methods, decide, prophecy};

/// The most temporal operators of a tester.
const OPERATORS: usize = 8;

/// What came of an augmentation.
pub(crate) enum Augmented {
    /// A proof of the inclusion.
    Proof(Inclusion),
    /// The module allows less than the program does.
    Constrains,
    /// It does not help.
    Useless,
}

/// The concrete program as the claim's engine knows it.
pub(crate) struct Concrete<'a> {
    pub(crate) system: &'a System<'a>,
    pub(crate) automaton: &'a Automaton,
    /// The number of letters of the start, which come first.
    pub(crate) starts: u32,
    /// The letters of observed values.
    pub(crate) letters: &'a FxHashMap<Vec<Value>, u32>,
    /// How often each state stands in the automaton.
    pub(crate) turns: u32,
}

/// Tries to prove the inclusion by way of the augmented program.
pub(crate) fn attempt(
    constants: &[Constant],
    augmentation: &Augmentation<Program>,
    concrete: &Concrete,
    specification: &Automaton,
    budget: &Budget,
) -> Result<Augmented, Reason> {
    budget.report(|| "augmenting the program".to_owned());
    // That a tester constrains nothing needs no proof, that a module does not does.
    let (augmented, known) = match augmentation {
        Augmentation::Formula(formula) => match concrete.with_tester(formula, budget)? {
            Some((augmented, link)) => (augmented, Some(link)),
            None => return Ok(Augmented::Useless),
        },
        Augmentation::Module(module) => match concrete.with_module(constants, module, budget)? {
            Some(augmented) => (augmented, None),
            None => return Ok(Augmented::Useless),
        },
    };
    let second = decide(&augmented, specification, Methods::All, budget)?;
    let Inclusion::Proof(second) = second else {
        return Ok(Augmented::Useless);
    };
    let first = match known {
        Some(link) => Proof {
            between: Vec::new(),
            links: vec![link],
        },
        None => match decide(concrete.automaton, &augmented, Methods::All, budget)? {
            Inclusion::Separation(_) => return Ok(Augmented::Constrains),
            Inclusion::Proof(first) => first,
        },
    };
    let mut between = first.between;
    between.push(augmented);
    between.extend(second.between);
    let mut links = first.links;
    links.extend(second.links);
    Ok(Augmented::Proof(Inclusion::Proof(Proof { between, links })))
}

impl Concrete<'_> {
    /// The program together with a temporal tester, and why that constrains nothing; none where
    /// the product is too large.
    fn with_tester(
        &self,
        formula: &Temporal,
        budget: &Budget,
    ) -> Result<Option<(Automaton, Link)>, Reason> {
        let formula = Formula::of(formula);
        if formula.bits() > OPERATORS {
            return Ok(None);
        }
        let truths = formula.truths(self.system)?;
        // Nothing holds before the start.
        let holds = |term: usize, state: u32| {
            let listed = state.checked_sub(1).map(|state| state / self.turns);
            listed.is_some_and(|listed| truths[listed as usize][term])
        };
        let tester = formula.tester(self.automaton.states(), &holds);
        let augmented = prophecy::product(self.automaton, &tester, budget)?;
        Ok(augmented.map(|augmented| (augmented, Link::Tester(tester))))
    }

    /// The program together with a module, in step and with the same observed values; none where the
    /// product is too large.
    fn with_module(
        &self,
        constants: &[Constant],
        module: &Program,
        budget: &Budget,
    ) -> Result<Option<Automaton>, Reason> {
        let own = Setting::of([module.clone()], constants);
        let mut system = System::new(module, constants)?;
        let mut starts = Vec::new();
        let systems = std::slice::from_mut(&mut system);
        for_each_start(&own, systems, budget, &mut |numbers| {
            starts.push(numbers[0])
        })?;
        system.explore(budget)?;
        // What the program never shows has a letter of its own.
        let unknown = self.automaton.letters();
        let letters = system.states.iter().map(|state| {
            let known = self.letters.get(&system.observed(state));
            known.copied().unwrap_or(unknown)
        });
        let letters: Vec<u32> = letters.collect();
        let starts = starts.iter();
        let first = starts.flat_map(|start| (0..self.starts).map(|letter| (letter, *start)));
        let module = system.automaton(unknown + 1, &letters, first)?;
        synchronous(self.automaton, &module, budget)
    }
}

/// Both automata in step on the same letters, those of the first; none where there are too many
/// marks.
fn synchronous(
    first: &Automaton,
    second: &Automaton,
    budget: &Budget,
) -> Result<Option<Automaton>, Reason> {
    let marks = first.acceptance().mark_count();
    if marks + second.acceptance().mark_count() > MAX_MARKS {
        return Ok(None);
    }
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut number = |pair: (u32, u32), pairs: &mut Vec<(u32, u32)>| {
        *numbers.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            pairs.len() as u32 - 1
        })
    };
    let mut initial = Vec::new();
    for a in first.initial() {
        for b in second.initial() {
            initial.push(number((*a, *b), &mut pairs));
        }
    }
    let mut transitions = Vec::new();
    let mut meter = budget.meter();
    let mut from = 0;
    while let Some((a, b)) = pairs.get(from as usize).copied() {
        for one in first.from(a) {
            for other in second.reading(b, one.letter) {
                meter.tick()?;
                transitions.push(Transition {
                    from,
                    letter: one.letter,
                    to: number((one.to, other.to), &mut pairs),
                    // Without marks of its own there is nothing to shift, perhaps by 64.
                    marks: one.marks | other.marks.checked_shl(marks).unwrap_or(0),
                });
            }
        }
        from += 1;
    }
    let both = [
        first.acceptance().clone(),
        shifted(second.acceptance(), marks),
    ];
    let parts = both.into_iter().flat_map(|acceptance| match acceptance {
        Acceptance::All(parts) => parts,
        other => vec![other],
    });
    let acceptance = Acceptance::All(parts.collect());
    let states = pairs.len() as u32;
    let made = Automaton::new(first.letters(), states, initial, transitions, acceptance);
    made.map(Some)
        .map_err(|error| Reason::Incomplete(error.to_string()))
}

/// The acceptance with all marks moved up.
fn shifted(acceptance: &Acceptance, by: u32) -> Acceptance {
    let all = |parts: &[Acceptance]| parts.iter().map(|part| shifted(part, by)).collect();
    match acceptance {
        Acceptance::Inf(mark) => Acceptance::Inf(mark + by),
        Acceptance::Fin(mark) => Acceptance::Fin(mark + by),
        Acceptance::All(parts) => Acceptance::All(all(parts)),
        Acceptance::Any(parts) => Acceptance::Any(all(parts)),
    }
}
