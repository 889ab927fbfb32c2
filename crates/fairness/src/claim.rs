//! Claims `A included in B` for programs with finitely many states.
//!
//! Both programs become automata: [`FairInclusion`] says how states, letters and marks are
//! numbered, and the checker what counts as a step.

use budget::Budget;
use evidence::inclusion::{FairInclusion, Inclusion, Link, Proof, Separation};
use evidence::{Evidence, Reason, StateData, Verdict};
use logic::{Sort, Value, Var};
use program::Program;
use question::Included;
use question::automaton::Automaton;
use rustc_hash::FxHashMap;

use crate::augment::{self, Augmented, Concrete};
use crate::prophecy::words;
use crate::symbolic;
use crate::system::{System, for_each_start, unsupported};
use crate::{Methods, decide};

/// What came of a claim.
#[derive(Debug)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// The states of all programs, where they were listed.
    pub states: usize,
    /// The nodes of all diagrams, where states were represented as sets.
    pub nodes: usize,
    /// What the author should know.
    pub remarks: Vec<Remark>,
    /// Whether the program of a claim that is proved was found to have no fair run.
    pub is_vacuous: bool,
}

impl Decision {
    /// Nothing has come of it yet.
    pub(crate) fn open() -> Self {
        Decision {
            verdict: Verdict::Unknown(Reason::Incomplete(String::new())),
            states: 0,
            nodes: 0,
            remarks: Vec::new(),
            is_vacuous: false,
        }
    }
}

/// Something to know beside the verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The module that the concrete program is augmented with allows less than the program does.
    Constrains,
    /// The augmentation does not help.
    Useless,
}

/// How states are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum States {
    /// Listed, and where that takes long, as sets.
    #[default]
    Automatic,
    /// Listed one by one.
    Listed,
    /// As sets only.
    Sets,
}

/// Decides a claim `included in`, where both programs have finitely many states.
#[must_use]
pub fn decide_claim(question: &Included, budget: &Budget) -> Decision {
    decide_claim_with(question, States::Automatic, budget)
}

/// The same with states represented as wished.
#[must_use]
pub fn decide_claim_with(question: &Included, states: States, budget: &Budget) -> Decision {
    let mut decision = Decision::open();
    let verdict = attempt(question, states, budget, &mut decision);
    decision.verdict = verdict.unwrap_or_else(Verdict::Unknown);
    decision
}

fn attempt(
    question: &Included,
    states: States,
    budget: &Budget,
    decision: &mut Decision,
) -> Result<Verdict, Reason> {
    let [concrete, specification] = &question.setting.programs;
    comparable(concrete, specification)?;
    match states {
        States::Listed => listed(question, budget, decision),
        States::Sets => {
            let none = || {
                Reason::Incomplete(
                    "sets of states show no fair simulation, and no run that cannot be followed"
                        .to_owned(),
                )
            };
            by_sets(question, budget, decision)?.ok_or_else(none)
        }
        // What a program is augmented with is an automaton of listed states.
        States::Automatic
            if question.augmentation.is_none() && symbolic::can_speak_of(question) =>
        {
            in_turn(question, budget, decision)
        }
        States::Automatic => listed(question, budget, decision),
    }
}

/// Decides a claim by listing states and by sets of them, in turn, with more work each time: either may take
/// for ever on what the other does at once. Work is counted, so that it is the same on every run who has
/// the answer.
fn in_turn(
    question: &Included,
    budget: &Budget,
    decision: &mut Decision,
) -> Result<Verdict, Reason> {
    let (mut for_lists, mut for_sets) = (FIRST_LISTED, FIRST_SETS);
    loop {
        let slice = budget.clone().with_work(for_lists);
        match listed(question, &slice, decision) {
            Err(Reason::Timeout) => budget.check()?,
            settled => return settled,
        }
        *decision = Decision::open();
        let slice = budget.clone().with_work(for_sets);
        match by_sets(question, &slice, decision) {
            Ok(Some(verdict)) => return Ok(verdict),
            // More work shows no more.
            Ok(None) | Err(Reason::Incomplete(_)) => {
                *decision = Decision::open();
                return listed(question, budget, decision);
            }
            Err(Reason::Timeout) => budget.check()?,
            Err(reason) => return Err(reason),
        }
        *decision = Decision::open();
        for_lists = for_lists.saturating_mul(GROWTH);
        for_sets = for_sets.saturating_mul(GROWTH);
    }
}

/// Decides a claim by sets of states, where these suffice.
fn by_sets(
    question: &Included,
    budget: &Budget,
    decision: &mut Decision,
) -> Result<Option<Verdict>, Reason> {
    let outcome = symbolic::attempt(question, budget)?;
    decision.nodes = outcome.nodes;
    Ok(outcome.verdict)
}

/// Decides a claim by listing the states.
fn listed(
    question: &Included,
    budget: &Budget,
    decision: &mut Decision,
) -> Result<Verdict, Reason> {
    let [concrete, specification] = &question.setting.programs;
    let mut systems = [
        System::new(concrete, &question.setting.constants)?,
        System::new(specification, &question.setting.constants)?,
    ];
    let starts = joint_starts(question, &mut systems, budget)?;
    for system in &mut systems {
        system.explore(budget)?;
        decision.states += system.states.len();
    }
    let Pair {
        automata: [first, second],
        starts,
        letters,
    } = automata(&systems, &starts)?;
    let mut inclusion = None;
    if let Some(augmentation) = &question.augmentation {
        let concrete = Concrete {
            system: &systems[0],
            automaton: &first,
            starts,
            letters: &letters,
            turns: 1 + u32::from(!concrete.open.is_empty()),
        };
        match augment::attempt(
            &question.setting.constants,
            augmentation,
            &concrete,
            &second,
            budget,
        )? {
            Augmented::Proof(proof) => inclusion = Some(proof),
            Augmented::Constrains => decision.remarks.push(Remark::Constrains),
            Augmented::Useless => decision.remarks.push(Remark::Useless),
        }
    }
    let mut inclusion = match inclusion {
        Some(inclusion) => inclusion,
        None => decide(&first, &second, Methods::All, budget)?,
    };
    if let Inclusion::Proof(proof) = &mut inclusion {
        name_testers(proof, &concrete.observed, &letters);
    }
    let data = |system: &System| system.states.iter().map(StateData::from).collect();
    let refuted = matches!(inclusion, Inclusion::Separation(_));
    let evidence = Evidence::FairInclusion(FairInclusion {
        concrete: data(&systems[0]),
        specification: data(&systems[1]),
        inclusion,
    });
    Ok(match refuted {
        true => Verdict::Refuted(evidence),
        false => Verdict::Proved(evidence),
    })
}

/// Says what testers that were found predict, in terms of the observed variables.
fn name_testers(proof: &mut Proof, observed: &[Var], letters: &FxHashMap<Vec<Value>, u32>) {
    for link in &mut proof.links {
        if let Link::Tester(tester) = link
            && tester.speaks_of_letters()
        {
            let name = |set: &[u32]| words::values(set, observed, letters);
            tester.formula = words::formula(tester, &name);
        }
    }
}

/// The work on lists of states in their first turn: half a second where it is used up, and more than small
/// programs need. A unit is a state that is listed, or a step of the game on a list.
const FIRST_LISTED: u64 = 5_000;

/// The work on sets of states in their first turn: one or two seconds where it is used up. A unit is a node
/// of a decision diagram.
const FIRST_SETS: u64 = 400_000;

/// How many times as much work there is in each further turn: what was done before is done again.
const GROWTH: u64 = 4;

/// A run as positions of listed states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The states before the cycle.
    pub prefix: Vec<u32>,
    /// The states of the cycle.
    pub cycle: Vec<u32>,
}

/// The states of the concrete program on a lasso; none where the evidence does not fit the question.
#[must_use]
pub fn run_of(
    question: &Included,
    evidence: &FairInclusion,
    lasso: &Separation,
    budget: &Budget,
) -> Option<Run> {
    let mut systems = Vec::new();
    for (program, data) in question
        .setting
        .programs
        .iter()
        .zip([&evidence.concrete, &evidence.specification])
    {
        let mut system = System::new(program, &question.setting.constants).ok()?;
        for state in data {
            let state = state.decode(system.machine.layout())?;
            system.number(state);
        }
        systems.push(system);
    }
    let mut systems: [System; 2] = systems.try_into().ok()?;
    let starts = joint_starts(question, &mut systems, budget).ok()?;
    for system in &mut systems {
        system.explore(budget).ok()?;
    }
    let [first, _] = automata(&systems, &starts).ok()?.automata;
    let open = !question.setting.programs[0].open.is_empty();
    let states = |run: &[u32]| {
        let states = run.iter().map(|step| {
            let from = first.transitions().get(*step as usize)?.from;
            Some(match (from, open) {
                (0, _) => None,
                (from, true) => Some((from - 1) / 2),
                (from, false) => Some(from - 1),
            })
        });
        let states = states.collect::<Option<Vec<Option<u32>>>>()?;
        Some(states.into_iter().flatten().collect())
    };
    Some(Run {
        prefix: states(&lasso.prefix)?,
        cycle: states(&lasso.cycle)?,
    })
}

/// Whether two programs can be compared: observed variables of the same sorts, one by one, and
/// open variables in both or in none.
fn comparable(first: &Program, second: &Program) -> Result<(), Reason> {
    let kind = |var: &Var| match &var.sort {
        Sort::Range(_) => Sort::Int,
        sort => sort.clone(),
    };
    let differ = |what: &str| {
        let (a, b) = (first.name, second.name);
        Err(unsupported(
            format!("{what} of {a} and {b}"),
            Some(second.origin),
        ))
    };
    if first.observed.len() != second.observed.len() {
        return differ("different numbers of observed variables");
    }
    let mut pairs = first.observed.iter().zip(&second.observed);
    if pairs.any(|(a, b)| kind(a) != kind(b)) {
        return differ("observed variables of different types");
    }
    if first.open.is_empty() != second.open.is_empty() {
        return differ("open variables of only one");
    }
    Ok(())
}

/// For each start of the concrete program those of the specification.
type Starts = Vec<(u32, Vec<u32>)>;

fn joint_starts(
    question: &Included,
    systems: &mut [System; 2],
    budget: &Budget,
) -> Result<Starts, Reason> {
    let mut joint: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for_each_start(&question.setting, systems, budget, &mut |numbers| {
        joint.entry(numbers[0]).or_default().push(numbers[1]);
    })?;
    let mut starts: Starts = joint.into_iter().collect();
    for (_, specification) in &mut starts {
        specification.sort_unstable();
        specification.dedup();
    }
    starts.sort_unstable();
    Ok(starts)
}

/// The automata of both programs over common letters.
struct Pair {
    automata: [Automaton; 2],
    /// How many letters are letters of the start.
    starts: u32,
    /// The letters of observed values.
    letters: FxHashMap<Vec<Value>, u32>,
}

fn automata(systems: &[System; 2], starts: &Starts) -> Result<Pair, Reason> {
    let mut choices: Vec<&[u32]> = Vec::new();
    let mut first_steps = [Vec::new(), Vec::new()];
    for (concrete, specification) in starts {
        let known = choices.iter().position(|choice| choice == specification);
        let letter = known.unwrap_or_else(|| {
            choices.push(specification);
            choices.len() - 1
        }) as u32;
        first_steps[0].push((letter, *concrete));
        first_steps[1].extend(specification.iter().map(|state| (letter, *state)));
    }
    let mut observed: FxHashMap<Vec<Value>, u32> = FxHashMap::default();
    let letters = systems.each_ref().map(|system| {
        let letters = system.states.iter().map(|state| {
            let next = (choices.len() + observed.len()) as u32;
            *observed.entry(system.observed(state)).or_insert(next)
        });
        Vec::from_iter(letters)
    });
    let count = (choices.len() + observed.len()) as u32;
    let [first, second] = &first_steps;
    Ok(Pair {
        automata: [
            systems[0].automaton(count, &letters[0], first.iter().copied())?,
            systems[1].automaton(count, &letters[1], second.iter().copied())?,
        ],
        starts: choices.len() as u32,
        letters: observed,
    })
}
