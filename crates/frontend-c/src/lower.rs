//! From the syntax tree to the graph of one process.
//!
//! Each process is read on its own, with its rank and the number of processes as literals, so that
//! what belongs to other ranks is not even in its graph. Functions are put in the place of their
//! calls. Expressions become terms; what they do besides becomes steps in front of the one that
//! uses them.

mod addresses;
mod annotations;
mod arguments;
mod arithmetic;
mod arrays;
mod assignments;
mod attached;
mod bits;
mod buffers;
mod bytes;
mod calls;
mod cases;
mod checkpoint;
mod collectives;
mod context;
mod declarations;
mod definedness;
mod distinct;
mod draft;
mod endless;
mod expressions;
mod filling;
mod footprint;
mod formats;
mod given;
mod inputs;
mod known;
mod library_calls;
mod lifetimes;
mod loops;
mod memory;
mod messages;
mod mpi;
mod order;
mod outside;
mod parameters;
mod partial;
mod places;
mod pointers;
mod printed;
mod probes;
mod records;
mod requests;
mod rounds;
mod scope;
mod statements;
mod strings;
mod structs;
mod types;
mod value;
mod visible;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use logic::{Sort, Symbol, Term, Var};
use program::system::{Action, Process, ProcessVariable};
use program::{Location, Origin};

use crate::Spans;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::Role;

pub(crate) use context::{Context, Payload, Uses};
use definedness::Attempt;
use draft::Draft;
use footprint::Footprint;
use known::Known;
use scope::{Binding, Frame, Returned, Scope};

/// The largest graph of a process that is made; inlining can double it call by call.
const MOST_EDGES: usize = 100_000;

/// The most calls of functions of a process that are inlined. Each is read anew, whether or not
/// something becomes of it in the graph.
const MOST_CALLS: usize = 10_000;

/// The most rounds of loops that are read one by one.
const MOST_ROUNDS: usize = 2_000;

/// A process with what concerns all processes.
pub(crate) struct Lowered {
    pub(crate) process: Process,
    pub(crate) results: Vec<Result>,
    /// Inputs with what is known of them.
    pub(crate) inputs: Vec<Var>,
    pub(crate) assumptions: Vec<Term>,
    /// Formulas of annotations, to see whether what they mention exists and takes part.
    pub(crate) annotations: Vec<Said>,
    pub(crate) uses: Uses,
    /// What was passed over: the process stops there.
    pub(crate) unread: Vec<Problem>,
}

/// The formula of an annotation.
pub(crate) struct Said {
    pub(crate) formula: Term,
    pub(crate) span: Span,
    /// The label by which processes take part in it.
    pub(crate) label: Option<Symbol>,
}

/// A variable that is an output.
#[derive(Clone, Debug)]
pub(crate) struct Result {
    pub(crate) name: Symbol,
    pub(crate) var: Var,
    /// The sizes of its dimensions, if it is an array.
    pub(crate) sizes: Vec<Term>,
    pub(crate) span: Span,
}

/// Reads one process.
pub(crate) fn process(context: &Context<'_>, rank: usize, spans: &mut Spans) -> Reads<Lowered> {
    let main = Symbol::new("main");
    let Some(function) = context.unit.function(main) else {
        let end = context.text.len();
        return Err(Problem {
            kind: ProblemKind::NoMain,
            ..Problem::wrong(&(end..end), "the file has no function `main`")
        });
    };
    let mut lowering = Lowering::new(context, rank, spans);
    lowering.uses.restricts = context.unit.restricts;
    lowering.passing_over(&(0..0), Lowering::globals)?;
    if context.first_mpi_call().is_some() {
        lowering.begin_phases();
        lowering.begin_attached();
    }
    if context.has_labels() {
        lowering.label_var(Origin::default());
    }
    let end = lowering.target();
    lowering.scope.frames.push(Frame {
        function: main,
        prefix: String::new(),
        blocks: vec![scope::Block::new()],
        result: Returned::Nothing,
        end,
        first_jump: 0,
    });
    for (position, parameter) in function.parameters.iter().enumerate() {
        let binding = match position {
            0 => Binding::ArgumentCount,
            1 => Binding::Arguments,
            _ => Binding::Opaque,
        };
        lowering.scope.bind(parameter.name, binding);
    }
    lowering.block(&function.body)?;
    lowering.jump(end, Origin::default());
    let mut exit = lowering.targets[end].location;
    lowering.resume(end);
    if let Some(last) = function.body.last() {
        lowering.is_finalized(&last.span)?;
        lowering.finish_requests(&last.span)?;
        exit = lowering.here.unwrap_or(exit);
    }
    Ok(lowering.finish(exit))
}

struct Lowering<'a, 'c> {
    context: &'c Context<'a>,
    rank: usize,
    spans: &'c mut Spans,
    draft: Draft,
    /// Where the process is; nowhere behind a jump.
    here: Option<Location>,
    known: Known,
    scope: Scope,
    variables: Vec<ProcessVariable>,
    numbers: BTreeMap<Var, usize>,
    results: Vec<Result>,
    inputs: Vec<Var>,
    assumptions: Vec<Term>,
    annotations: Vec<Said>,
    /// What the parts of expressions use that are being read, the innermost last.
    footprints: RefCell<Vec<Footprint>>,
    /// Under which conditions the part of an expression is evaluated that is being read.
    guards: Vec<Term>,
    /// Whether an annotation is being read: nothing happens, and names of other processes count.
    is_annotation: bool,
    /// Whether the arguments of a reduction are read.
    is_reducing: bool,
    targets: Vec<Target>,
    /// Other states in which the statement that was just read may have ended, with other facts about
    /// where pointers lead.
    others: Vec<State>,
    jumps: Vec<Jump>,
    temporaries: usize,
    /// How many loops are around the statement that is being read.
    loop_depth: usize,
    /// How many rounds of loops may still be read one by one.
    rounds_left: usize,
    /// How many calls may still be inlined.
    calls_left: usize,
    /// How often states may still be kept apart behind a branch.
    splits_left: usize,
    /// The root of the collective operation that is being read, where its cases are read one by one.
    root_case: Option<usize>,
    uses: Uses,
    /// The variables of functions that outlive their calls.
    statics: BTreeSet<Var>,
    /// The variables that must not be written any more.
    constants: BTreeSet<Var>,
    /// Whether memory is being copied, written or not.
    copies_memory: bool,
    /// Whether what is unsupported is passed over where it stands.
    is_partial: bool,
    /// What was passed over.
    unread: Vec<Problem>,
}

/// Where the process is, and what is known there.
struct State {
    here: Option<Location>,
    known: Known,
}

/// A place that several ways lead to.
struct Target {
    location: Location,
    known: Option<Known>,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
struct Jump {
    break_to: usize,
    /// None inside of a `switch` that is in no loop.
    continue_to: Option<usize>,
    /// How many blocks the function has around what is left by `break`, and by `continue`.
    blocks: (usize, usize),
}

impl<'a, 'c> Lowering<'a, 'c> {
    fn new(context: &'c Context<'a>, rank: usize, spans: &'c mut Spans) -> Self {
        Lowering {
            context,
            rank,
            spans,
            draft: Draft::new(),
            here: Some(Draft::entry()),
            known: Known::default(),
            scope: Scope::default(),
            variables: Vec::new(),
            numbers: BTreeMap::new(),
            results: Vec::new(),
            inputs: Vec::new(),
            assumptions: Vec::new(),
            annotations: Vec::new(),
            footprints: RefCell::default(),
            guards: Vec::new(),
            is_annotation: false,
            is_reducing: false,
            targets: Vec::new(),
            others: Vec::new(),
            jumps: Vec::new(),
            temporaries: 0,
            loop_depth: 0,
            rounds_left: MOST_ROUNDS,
            calls_left: MOST_CALLS,
            splits_left: cases::MOST_SPLITS,
            root_case: None,
            uses: Uses::default(),
            statics: BTreeSet::new(),
            constants: BTreeSet::new(),
            copies_memory: false,
            is_partial: context.is_partial,
            unread: Vec::new(),
        }
    }

    fn finish(self, exit: Location) -> Lowered {
        let name = format!("p[{}]", self.rank);
        let (graph, visible) = self.draft.finish(exit);
        Lowered {
            process: Process {
                name: Symbol::new(&name),
                group: 0,
                rank: self.rank,
                variables: self.variables,
                outputs: self
                    .results
                    .iter()
                    .map(|result| result.var.clone())
                    .collect(),
                takes_part: self.context.assertions().into_iter().collect(),
                graph,
                visible,
            },
            results: self.results,
            inputs: self.inputs,
            assumptions: self.assumptions,
            annotations: self.annotations,
            uses: self.uses,
            unread: self.unread,
        }
    }

    fn origin(&mut self, span: &Span) -> Origin {
        self.spans.origin(span)
    }

    /// The variable of this process with a name.
    fn var(&self, name: &str, sort: Sort) -> Var {
        Var::new(format!("p[{}].{name}", self.rank).as_str(), sort)
    }

    /// A variable of this process, which is declared if it is new.
    fn declare(&mut self, name: &str, sort: Sort, initial: Option<Term>, origin: Origin) -> Var {
        let var = self.var(name, sort);
        if !self.numbers.contains_key(&var) {
            self.numbers.insert(var.clone(), self.variables.len());
            self.variables.push(ProcessVariable {
                var: var.clone(),
                initial,
                origin,
            });
        }
        var
    }

    /// A variable for the part of a statement. It is used again by later statements.
    fn temporary(&mut self, sort: Sort, origin: Origin) -> Var {
        self.temporaries += 1;
        let kind = match sort {
            Sort::Bool => "truth",
            Sort::Int => "int",
            Sort::Real => "real",
            _ => "array",
        };
        let of_reals = matches!(&sort, Sort::Array(array) if array.element == Sort::Real);
        let kind = if of_reals { "reals" } else { kind };
        let name = format!("{kind}${}", self.temporaries);
        self.declare(&name, sort, None, origin)
    }

    /// A step from where the process is.
    fn emit(&mut self, action: Action, origin: Origin) -> Reads<()> {
        if self.here.is_none() {
            // In another order of the parts of an expression it may be reached.
            self.note_step(&action);
            return Ok(());
        }
        let written = action.writes().into_iter().chain(action.delivers());
        let constants = &self.constants;
        if written.into_iter().any(|var| constants.contains(var)) {
            let span = self.spans.span(origin).unwrap_or_default();
            return Err(Problem::unsupported(&span, "writing to a constant"));
        }
        let attempt = Attempt::of(&action, self.context.begins_others());
        let action = self.keep_marks(action, origin)?;
        self.step_on(action, origin)?;
        self.mark_attempt(attempt, origin)
    }

    /// The same without a look at what the step writes.
    fn step_on(&mut self, action: Action, origin: Origin) -> Reads<()> {
        let Some(here) = self.here else {
            return Ok(());
        };
        if self.draft.len() >= MOST_EDGES {
            let span = self.spans.span(origin).unwrap_or_default();
            let what = "a program that is this large when its functions are inlined";
            return Err(Problem::unsupported(&span, what));
        }
        self.note_step(&action);
        for var in action.writes() {
            self.known.forget(var);
        }
        let next = self.draft.location();
        self.draft.edge(here, action, next, origin);
        self.here = Some(next);
        Ok(())
    }

    /// Gives a variable a value of its sort.
    fn assign(&mut self, var: &Var, value: Term, origin: Origin) -> Reads<()> {
        self.emit(Action::Assign(var.clone(), value.clone()), origin)?;
        self.learn(var, &value);
        Ok(())
    }

    /// Claims that a formula holds wherever the part of the expression is evaluated that is being
    /// read.
    fn oblige(&mut self, formula: Term, span: &Span, what: &'static str) -> Reads<()> {
        if self.is_annotation {
            return Ok(());
        }
        let formula = Term::implies(Term::and(self.guards.iter().cloned()), formula);
        if formula.is_true() {
            return Ok(());
        }
        let origin = self.spans.noted(span, what);
        self.emit(Action::Assert(formula), origin)
    }

    /// A new place for ways to lead to.
    fn target(&mut self) -> usize {
        let location = self.draft.location();
        self.targets.push(Target {
            location,
            known: None,
        });
        self.targets.len() - 1
    }

    /// Leads the way to a place; behind it nothing is reached.
    fn jump(&mut self, target: usize, origin: Origin) {
        let Some(here) = self.here.take() else {
            return;
        };
        let known = std::mem::take(&mut self.known);
        let target = &mut self.targets[target];
        self.draft
            .edge(here, Action::skip(), target.location, origin);
        target.known = Some(match target.known.take() {
            Some(other) => known.join(&other),
            None => known,
        });
    }

    /// Goes on at a place, if some way leads to it.
    fn resume(&mut self, target: usize) {
        let target = &mut self.targets[target];
        if let Some(known) = target.known.take() {
            self.here = Some(target.location);
            self.known = known;
        } else {
            self.here = None;
            self.known = Known::default();
        }
    }

    /// Reads two ways that depend on a formula, and joins them.
    fn branch(
        &mut self,
        condition: &Term,
        origin: Origin,
        then: impl FnOnce(&mut Self) -> Reads<()>,
        otherwise: impl FnOnce(&mut Self) -> Reads<()>,
    ) -> Reads<()> {
        if condition.is_true() {
            return then(self);
        }
        if condition.is_false() {
            return otherwise(self);
        }
        let (start, known) = (self.here, self.known.clone());
        let end = self.target();
        self.emit(Action::Assume(condition.clone()), origin)?;
        then(self)?;
        self.jump(end, origin);
        self.here = start;
        self.known = known;
        self.emit(Action::Assume(Term::not(condition.clone())), origin)?;
        otherwise(self)?;
        self.jump(end, origin);
        self.resume(end);
        Ok(())
    }

    /// Variables outside of functions, which start with zero, and inputs.
    fn globals(&mut self) -> Reads<()> {
        for declaration in &self.context.unit.globals {
            if let Role::Plain | Role::Output = declaration.role {
                self.global(declaration)?;
            } else {
                self.input(declaration)?;
            }
        }
        for assumption in &self.context.unit.assumptions {
            self.assumption(assumption)?;
        }
        Ok(())
    }
}
