//! Functions: what a front end hands over for one function of an imperative language.
//!
//! A function is a graph of blocks, as in a compiler: steps one after the other, then an end that
//! branches, returns, or is undefined. Its variables may have any sort of the logic, bit-vectors and
//! arrays among them. A program of the Tandem language is a [`Program`](crate::Program); a function
//! differs in that it has inputs, returns something, and may have undefined behaviour.
//!
//! # What refinement means
//! An implementation *refines* a specification if for all inputs that the specification does not
//! exclude, all choices of the implementation ([`Step::Choose`]) and all answers of the environment to
//! events, the specification has choices such that one of these holds:
//! - it reaches undefined behaviour, and its events up to there are the first ones of the
//!   implementation's, those at the end left out that are answered for certain ([`Event::returns`]);
//! - both have the same events and both return, and what the implementation returns refines what
//!   the specification returns ([`Observed`]);
//! - both have the same events and neither ends.
//!
//! So divergence is preserved in both directions, but for one thing: a run that goes on for ever in
//! blocks that must make progress ([`Block::must_progress`]), without an event, is undefined
//! behaviour. A variable that is read before it is written has any value, whichever makes refinement
//! fail.
//!
//! # What assumptions mean
//! An [`Step::Assume`] says what a front end knows of inputs, of choices and of what the environment
//! answers. A run that it drops is none: the implementation's need not be answered, and the
//! specification's are no answers. But what has been shown before a run is dropped counts:
//! - The events of an implementation's run up to where it is dropped must be the first ones of a run of
//!   the specification, unless that one reaches undefined behaviour before it has shown them all.
//! - An input is *excluded*, together with what the environment answers, if the specification has runs
//!   that are dropped and no others, and none of them shows anything that the implementation does not
//!   show. Nothing is asked of the implementation there. What the specification assumes before it
//!   chooses or shows anything is therefore a precondition ([`Function::precondition`]).
//!
//! Whoever proves refinement may use the precondition, and has to answer every other run of the
//! implementation by a run that is not dropped. Whoever refutes it needs a run of the specification
//! that is not dropped, so that no excluded input is ever shown as a counterexample.

mod of_program;
mod precondition;
mod run;
mod steering;
pub mod symbolic;
mod validate;

use logic::{Symbol, Term, Var};

use crate::{Origin, Renaming};

pub use of_program::NoFunction;
pub use run::{End as RunEnd, Environment, EventRecord, Keep, Run, RunError, Seen, Visit};
pub use validate::Malformed;

/// A function. Its blocks are entered at the first.
#[derive(Clone, Hash, Debug)]
pub struct Function {
    /// The name.
    pub name: Symbol,
    /// The inputs, in order: parameters, and whatever memory the caller can see. Two functions are
    /// compared on inputs that are equal position by position. Inputs may be assigned.
    pub inputs: Vec<Var>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Where it is defined.
    pub origin: Origin,
}

/// The position of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

impl BlockId {
    /// Where a function starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// The position in [`Function::blocks`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The block at a position. Whether the function has it is for the caller to know.
    #[must_use]
    pub fn at(index: usize) -> Self {
        BlockId(u32::try_from(index).expect("a function has fewer than 2^32 blocks"))
    }
}

/// Steps one after the other, and what comes then.
#[derive(Clone, Hash, Debug)]
pub struct Block {
    /// What the front end calls it, for people.
    pub name: Symbol,
    /// The steps, each with the statement that it comes from.
    pub steps: Vec<(Step, Origin)>,
    /// What comes then.
    pub end: End,
    /// The statement that the end comes from.
    pub origin: Origin,
    /// The first and the last line that it stands in, for people, where the front end knows them.
    pub lines: Option<(u32, u32)>,
    /// Whether it is undefined behaviour to run on for ever without an event in blocks of which this is
    /// said, as for LLVM's `mustprogress`. Of an endless run, those blocks count that are the least
    /// deep.
    pub must_progress: bool,
    /// How many functions it was put in the place of a call in.
    pub depth: u32,
}

impl Block {
    /// Where the block starts, for people.
    #[must_use]
    pub fn starts_at(&self) -> String {
        let line = self.lines.map(|(first, _)| first);
        line.map_or_else(|| self.name.to_string(), |line| format!("line {line}"))
    }

    /// Where the block ends, for people.
    #[must_use]
    pub fn ends_at(&self) -> String {
        let line = self.lines.map(|(_, last)| last);
        line.map_or_else(|| self.name.to_string(), |line| format!("line {line}"))
    }
}

/// A step of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `x := e`.
    Assign(Var, Term),
    /// Gives the variable any value: what `freeze` does with poison, and what `undef` is.
    Choose(Var),
    /// Drops the run where the formula does not hold.
    Assume(Term),
    /// The behaviour is undefined where the formula holds.
    UndefinedIf(Term),
    /// Something that the environment sees and answers.
    Event(Event),
}

/// Something that the environment sees, such as a call of a function that is not known.
///
/// The environment's results may depend on everything that it has seen, but on nothing else: where
/// two functions have had the same events, they get the same results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Which event it is; events with different names differ.
    pub name: Symbol,
    /// What the environment is told.
    pub arguments: Vec<Observed>,
    /// What the environment answers, memory that it writes among it: values of the variables'
    /// sorts, nothing more being known.
    pub results: Vec<Var>,
    /// Whether it is answered for certain. Where the environment may end the run instead, what it has
    /// seen by then counts, whatever would come behind it; otherwise undefined behaviour behind the
    /// event is as good as undefined behaviour in front of it.
    pub returns: bool,
}

/// A value that is seen from outside.
///
/// An implementation's value refines a specification's if the latter is poison, or neither is and
/// both are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observed {
    /// The value.
    pub value: Term,
    /// Whether it is poison instead; `false` where it cannot be.
    pub poison: Term,
}

impl Observed {
    /// A value that is not poison.
    #[must_use]
    pub fn defined(value: Term) -> Self {
        Observed {
            value,
            poison: Term::bottom(),
        }
    }

    /// The formula that says that this value refines another. The sorts must be equal.
    #[must_use]
    pub fn refines(&self, specification: &Observed) -> Term {
        let equal = Term::eq(self.value.clone(), specification.value.clone());
        Term::or([
            specification.poison.clone(),
            Term::and([Term::not(self.poison.clone()), equal]),
        ])
    }
}

/// What comes after the steps of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Goes on along the first branch whose condition holds. The condition of the last one is
    /// `true`, so that there always is one.
    Branch(Vec<Branch>),
    /// Returns these values: the result and the memory that the caller can see.
    Return(Vec<Observed>),
    /// The behaviour is undefined.
    Undefined,
}

/// A way out of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Branch {
    /// Where it is taken, if no earlier one is.
    pub condition: Term,
    /// Assignments that are made on the way, all at once: the terms are over the values before.
    pub assigns: Vec<(Var, Term)>,
    /// Where it leads.
    pub to: BlockId,
}

impl End {
    /// The end that goes on at another block.
    #[must_use]
    pub fn goto(to: BlockId) -> End {
        End::Branch(vec![Branch {
            condition: Term::top(),
            assigns: Vec::new(),
            to,
        }])
    }

    /// The branches; none for an end of the function.
    #[must_use]
    pub fn branches(&self) -> &[Branch] {
        match self {
            End::Branch(branches) => branches,
            End::Return(_) | End::Undefined => &[],
        }
    }
}

impl Function {
    /// The block at a position.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// All variables that the function assigns or is given, in order and without repetition.
    #[must_use]
    pub fn variables(&self) -> Vec<Var> {
        let mut vars: std::collections::BTreeSet<Var> = self.inputs.iter().cloned().collect();
        for block in &self.blocks {
            for (step, _) in &block.steps {
                match step {
                    Step::Assign(var, _) | Step::Choose(var) => drop(vars.insert(var.clone())),
                    Step::Event(event) => vars.extend(event.results.iter().cloned()),
                    Step::Assume(_) | Step::UndefinedIf(_) => {}
                }
            }
            for branch in block.end.branches() {
                vars.extend(branch.assigns.iter().map(|(var, _)| var.clone()));
            }
        }
        vars.into_iter().collect()
    }

    /// All variables that occur in the function, in order and without repetition: those of
    /// [`Function::variables`], and any that are read without ever being given a value, of which
    /// nothing is known.
    #[must_use]
    pub fn mentioned(&self) -> Vec<Var> {
        let mut vars: std::collections::BTreeSet<Var> = self.variables().into_iter().collect();
        let mut free_vars = logic::FreeVars::new();
        self.visit_terms(&mut |term| vars.extend(free_vars.of(term).iter().cloned()));
        vars.into_iter().collect()
    }

    /// An abstraction of the function: wherever it comes to one of the blocks, the variable gets any
    /// value (papers/003, existential abstraction of inputs of an edge). Blocks and steps keep their
    /// order otherwise.
    #[must_use]
    pub fn losing(&self, lost: impl IntoIterator<Item = (BlockId, Var)>) -> Function {
        let mut function = self.clone();
        for (block, var) in lost {
            let origin = self.block(block).origin;
            let steps = &mut function.blocks[block.index()].steps;
            steps.insert(0, (Step::Choose(var), origin));
        }
        function
    }

    /// Visits all terms of the function.
    pub fn visit_terms(&self, visit: &mut dyn FnMut(&Term)) {
        let observed = |values: &[Observed], visit: &mut dyn FnMut(&Term)| {
            for value in values {
                visit(&value.value);
                visit(&value.poison);
            }
        };
        for block in &self.blocks {
            for (step, _) in &block.steps {
                match step {
                    Step::Assign(_, term) | Step::Assume(term) | Step::UndefinedIf(term) => {
                        visit(term);
                    }
                    Step::Choose(_) => {}
                    Step::Event(event) => observed(&event.arguments, visit),
                }
            }
            match &block.end {
                End::Branch(branches) => {
                    for branch in branches {
                        visit(&branch.condition);
                        branch.assigns.iter().for_each(|(_, term)| visit(term));
                    }
                }
                End::Return(values) => observed(values, visit),
                End::Undefined => {}
            }
        }
    }

    /// The function with its variables under the names that a relation uses, `alias.x`. That holds for
    /// variables without a value as well: they are not those of another function.
    #[must_use]
    pub fn qualified(&self, alias: &str) -> Function {
        let alias = Symbol::new(alias);
        let pairs = self.mentioned().into_iter();
        let renaming =
            Renaming::new(pairs.map(|var| (var.clone(), crate::Program::qualified(alias, &var))));
        let observed = |observed: &Observed| Observed {
            value: renaming.term(&observed.value),
            poison: renaming.term(&observed.poison),
        };
        let step = |step: &Step| match step {
            Step::Assign(var, value) => Step::Assign(renaming.var(var), renaming.term(value)),
            Step::Choose(var) => Step::Choose(renaming.var(var)),
            Step::Assume(formula) => Step::Assume(renaming.term(formula)),
            Step::UndefinedIf(formula) => Step::UndefinedIf(renaming.term(formula)),
            Step::Event(event) => Step::Event(Event {
                name: event.name,
                arguments: event.arguments.iter().map(observed).collect(),
                results: event.results.iter().map(|var| renaming.var(var)).collect(),
                returns: event.returns,
            }),
        };
        let branch = |branch: &Branch| Branch {
            condition: renaming.term(&branch.condition),
            assigns: branch
                .assigns
                .iter()
                .map(|(var, value)| (renaming.var(var), renaming.term(value)))
                .collect(),
            to: branch.to,
        };
        let block = |block: &Block| Block {
            name: block.name,
            steps: block
                .steps
                .iter()
                .map(|(it, origin)| (step(it), *origin))
                .collect(),
            end: match &block.end {
                End::Branch(branches) => End::Branch(branches.iter().map(branch).collect()),
                End::Return(values) => End::Return(values.iter().map(observed).collect()),
                End::Undefined => End::Undefined,
            },
            origin: block.origin,
            lines: block.lines,
            must_progress: block.must_progress,
            depth: block.depth,
        };
        Function {
            name: self.name,
            inputs: self.inputs.iter().map(|var| renaming.var(var)).collect(),
            blocks: self.blocks.iter().map(block).collect(),
            origin: self.origin,
        }
    }
}
