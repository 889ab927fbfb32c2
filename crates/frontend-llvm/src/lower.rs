//! From LLVM IR to [`program::Function`].
//!
//! Two functions that are to be compared must have the same inputs and see memory the same way.
//! So they are lowered together: each is lowered with a [`Plan`], says what it found out on the way
//! (how wide the accesses to an object are, which phis may be poison), and is lowered again until
//! the plan holds for both.
//!
//! # Undefined values
//! `undef` is a value of its own kind: each use of it may see another one. What is written here is
//! exact for everything but that. Where `undef` occurs, a function can be lowered in two ways, of
//! which one has fewer behaviours than LLVM's and one has more ([`Reading`]); a proof needs few for
//! the specification and many for the implementation, a refutation the opposite.

mod arithmetic;
mod callee;
mod calls;
mod constants;
mod deeds;
mod flow;
mod intrinsics;
mod layout;
mod library;
mod meant;
mod memory;
mod metadata;
mod order;
mod pair;
mod plan;
mod progress;
mod promote;
mod reach;
mod restrict;
mod rests;
mod same;
mod scalar;
mod signature;
mod surroundings;
mod values;
mod vectors;

use std::collections::{BTreeMap, BTreeSet};

use std::cell::RefCell;

use logic::{Sort, Symbol, Term, Var};
use program::Origin;
use program::function::{Block, BlockId, End, Function, Observed, Step};
use rustc_hash::FxHashMap;

use crate::meaning::{FunctionMeaning, InputMeaning, Stop};
use crate::problem::place;
use crate::syntax::{self, ModRef, Module, Name, Type};
use crate::{Assumption, Problem, Side};
use deeds::{Deeds, Scope};
use layout::{Extent, Layout};
use memory::{Escaped, Moving, Object, ObjectId};
use plan::Plan;
use progress::Hurry;
use scalar::{Bound, Pointer, Scalar, Single};

pub use intrinsics::{BUNDLES, INTRINSICS, PASSED_OVER};
pub(crate) use memory::FIXED;
pub use metadata::{METADATA, MetadataClass};
pub use pair::{Named, Pair, pair, pair_named};
pub use surroundings::{Surrounding, surroundings};

/// The widest integers that are lowered: wider ones make terms that nobody can solve.
const WIDEST: u32 = 1024;

/// What integers are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Integers {
    /// Bit-vectors, as in LLVM.
    #[default]
    BitPrecise,
    /// Mathematical integers: no operation overflows, and no type limits a value.
    Mathematical,
}

/// How functions are lowered.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// What integers are.
    pub integers: Integers,
    /// Whether arguments are taken as satisfying the attributes of both functions, and as neither poison
    /// nor `undef`.
    pub well_formed: bool,
    /// What must not be taken for granted.
    pub denied: BTreeSet<Assumption>,
}

/// What becomes of `undef`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// One value is chosen for all uses: fewer behaviours than LLVM's.
    Few,
    /// It is poison: more behaviours than LLVM's.
    Many,
}

/// Which of the two functions it is, and what for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Role {
    side: Side,
    reading: Reading,
}

impl Role {
    /// Whether memory in which poison was stored counts as poison as a whole: for a specification
    /// that is to be refuted, which could hold anything in the cell.
    fn taints(self) -> bool {
        self.side == Side::Specification && self.refutes()
    }

    /// Whether it is for a refutation.
    fn refutes(self) -> bool {
        match self.side {
            Side::Specification => self.reading == Reading::Many,
            Side::Implementation => self.reading == Reading::Few,
        }
    }
}

/// A function and what was found out about it.
struct Lowered {
    function: Function,
    facts: Plan,
    /// What it may do that attributes could promise it does not.
    deeds: Deeds,
    /// What it accesses, with the place of the first such access.
    touched: BTreeMap<String, (ModRef, usize)>,
    /// Its calls in order, of each which bytes it copies if it need not copy all of them.
    copies: Vec<Option<String>>,
    /// Where the function starts in the text.
    at: usize,
    /// What its inputs are.
    inputs: Vec<InputMeaning>,
    /// What it shows, and where it stops.
    meaning: FunctionMeaning,
}

fn lower(
    module: &Module<'_>,
    name: &str,
    options: &Options,
    plan: &Plan,
    role: Role,
) -> Result<Lowered, Problem> {
    let function = module.function_called(name);
    let Some(function) = function.filter(|function| function.is_defined()) else {
        return Err(Problem::at(
            module.text,
            0,
            format!("no function `{name}` is defined here"),
        ));
    };
    let layout =
        Layout::of(module.layout).map_err(|message| Problem::at(module.text, 0, message))?;
    let address = match options.integers {
        Integers::BitPrecise => Sort::BitVec(64),
        Integers::Mathematical => Sort::Int,
    };
    let mut lowering = Lowering {
        module,
        plan,
        facts: Plan::default(),
        options: options.clone(),
        role,
        blocks: Vec::new(),
        steps: Vec::new(),
        name: Symbol::new("entry"),
        here: BlockId::ENTRY,
        objects: vec![Object::null(&address)],
        assigned_objects: FxHashMap::default(),
        globals: FxHashMap::default(),
        inputs: Vec::new(),
        input_meanings: Vec::new(),
        meaning: FunctionMeaning::default(),
        stop: None,
        stack: Vec::new(),
        frames: 0,
        fresh: 0,
        at: function.at,
        line: (function.at, place(module.text, function.at).0),
        known: Vec::new(),
        called: false,
        calling: String::new(),
        promised: String::new(),
        label: None,
        escaped: Escaped::These(Vec::new()),
        exits: Vec::new(),
        spelling: Vec::new(),
        pointer_arguments: Vec::new(),
        parameter_count: function.parameters.len(),
        scopes: vec![Scope::default()],
        hurry: Hurry::default(),
        must_progress: false,
        touched: BTreeMap::new(),
        copies: Vec::new(),
        has_pointers: false,
        layout,
        extents: RefCell::default(),
    };
    lowering.whole(function)?;
    let deeds = lowering.leave();
    let lowered = Function {
        name: Symbol::new(name),
        inputs: lowering.inputs,
        blocks: lowering.blocks,
        origin: Origin(place(module.text, function.at).0),
    };
    lowered.validate().map_err(|malformed| {
        Problem::at(
            module.text,
            function.at,
            format!("this function is malformed: {malformed}"),
        )
    })?;
    Ok(Lowered {
        function: lowered,
        facts: lowering.facts,
        deeds,
        touched: lowering.touched,
        copies: lowering.copies,
        at: function.at,
        inputs: lowering.input_meanings,
        meaning: lowering.meaning,
    })
}

/// A function on its way.
struct Lowering<'m, 't> {
    module: &'m Module<'t>,
    plan: &'m Plan,
    /// What the next plan has to say.
    facts: Plan,
    options: Options,
    role: Role,
    blocks: Vec<Block>,
    /// The steps of the block that is being made.
    steps: Vec<(Step, Origin)>,
    name: Symbol,
    here: BlockId,
    objects: Vec<Object>,
    /// The objects that have been assigned to variables of pointers so far, by their keys.
    assigned_objects: FxHashMap<String, Assigned>,
    globals: FxHashMap<Name<'t>, ObjectId>,
    inputs: Vec<Var>,
    /// What the inputs are.
    input_meanings: Vec<InputMeaning>,
    /// What the function shows, and where it stops.
    meaning: FunctionMeaning,
    /// What the next stop means, where somebody has said so.
    stop: Option<Stop>,
    /// The functions that are being inlined, for recursion.
    stack: Vec<Name<'t>>,
    frames: usize,
    fresh: usize,
    /// The instruction that is being lowered.
    at: usize,
    /// A place whose line is known, the last one that was asked for.
    line: (usize, u32),
    /// What is known not to be poison here: it would have been undefined behaviour before.
    known: Vec<Term>,
    /// Whether a function may have been called before.
    called: bool,
    /// The call that is being made.
    calling: String,
    /// What is promised of it.
    promised: String,
    /// What the instruction that is being lowered says of which accesses it does not meet.
    label: Option<String>,
    /// The locals whose addresses others have.
    escaped: Escaped,
    /// Which those are at each return of the function that is being inlined.
    exits: Vec<Escaped>,
    /// The constants whose content is being spelled.
    spelling: Vec<Name<'t>>,
    /// The pointers among the arguments of the call that is being made, with their positions.
    pointer_arguments: Vec<(usize, Pointer)>,
    parameter_count: usize,
    /// The function and those that are being put in the place of calls, the innermost last.
    scopes: Vec<Scope>,
    /// What it accesses.
    touched: BTreeMap<String, (ModRef, usize)>,
    /// See [`Lowered::copies`].
    copies: Vec<Option<String>>,
    /// Whether a parameter is a pointer, which may point to a global.
    has_pointers: bool,
    /// Where types are in memory.
    layout: Layout,
    /// What is promised where the innermost function is called.
    hurry: Hurry,
    /// Whether the current block must make progress.
    must_progress: bool,
    /// The extents of named types, which may be nested many times over.
    extents: RefCell<FxHashMap<Name<'t>, Extent>>,
}

type Result_<T> = Result<T, Problem>;

/// One activation of a function: its locals and its blocks.
struct Frame<'t> {
    prefix: String,
    values: FxHashMap<Name<'t>, Bound>,
    blocks: FxHashMap<Name<'t>, BlockId>,
    /// Where returns lead, and what they assign; `None` for the function itself.
    exit: Option<Exit>,
    result_attributes: syntax::Attributes<'t>,
    /// The parameter that is said to be returned.
    returned: Option<Name<'t>>,
}

/// Where an inlined function goes on.
#[derive(Clone)]
struct Exit {
    to: BlockId,
    /// One for each part of the result.
    results: Vec<PhiVariable>,
}

/// What has been assigned to a variable of pointers.
#[derive(Clone, Default)]
struct Assigned {
    /// The first object.
    object: Option<ObjectId>,
    /// Whether literal null has been.
    null: bool,
}

/// A variable that is assigned on branches: the value and, where needed, its poison flag.
#[derive(Clone)]
struct PhiVariable {
    key: String,
    value: Var,
    poison: Option<Var>,
    undef: Option<Var>,
    /// Where the object is that it points into, if that is assigned with it.
    object: Option<Moving>,
}

impl PhiVariable {
    /// The number that it holds.
    fn number(&self) -> Scalar {
        let undef = self.undef.as_ref().map_or_else(Term::bottom, Var::term);
        Scalar::new(self.value.term(), self.is_poison()).or_undef(undef)
    }

    /// Where it is poison.
    fn is_poison(&self) -> Term {
        self.poison.as_ref().map_or_else(Term::bottom, Var::term)
    }
}

impl<'t> Lowering<'_, 't> {
    fn unsupported<T>(&self, what: impl std::fmt::Display) -> Result_<T> {
        Err(Problem::at(
            self.module.text,
            self.at,
            format!("{what} is not supported"),
        ))
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result_<T> {
        Err(Problem::at(self.module.text, self.at, message))
    }

    /// The line of the current instruction, as an origin.
    fn origin(&mut self) -> Origin {
        let bytes = self.module.text.as_bytes();
        let breaks = |from: usize, to: usize| {
            let count = bytes[from..to].iter().filter(|b| **b == b'\n').count();
            u32::try_from(count).unwrap_or(0)
        };
        let (position, line) = self.line;
        let line = if position <= self.at {
            line + breaks(position, self.at)
        } else {
            line.saturating_sub(breaks(self.at, position))
        };
        self.line = (self.at, line);
        Origin(line)
    }

    fn step(&mut self, step: Step) {
        let origin = self.origin();
        self.steps.push((step, origin));
    }

    /// The behaviour is undefined where the formula holds.
    fn undefined_if(&mut self, formula: Term) {
        match formula.is_false() {
            true => self.stop = None,
            false => {
                self.note_stop();
                self.step(Step::UndefinedIf(formula));
            }
        }
    }

    /// The behaviour is undefined where a value is poison; from here on it is known not to be.
    fn must_be_defined(&mut self, poison: &Term) {
        let poison = self.still_poison(poison);
        if self.stop.is_none() {
            self.because("it uses poison");
        }
        self.undefined_if(poison.clone());
        self.learn(&poison);
    }

    /// Remembers that a formula is false from here on.
    fn learn(&mut self, formula: &Term) {
        let parts = match formula.op() {
            Some(logic::Op::Or) => formula.children().to_vec(),
            _ => vec![formula.clone()],
        };
        // Memory changes; what was said of it once need not hold later.
        let lasts = |part: &Term| {
            let vars = part.free_vars();
            !vars.iter().any(|var| matches!(var.sort, Sort::Array(_)))
        };
        self.known.extend(parts.into_iter().filter(lasts));
    }

    /// What is left of a poison flag here.
    fn still_poison(&self, poison: &Term) -> Term {
        match poison.op() {
            Some(logic::Op::Or) => Term::or(
                poison
                    .children()
                    .iter()
                    .filter(|part| !self.known.contains(part))
                    .cloned(),
            ),
            _ if self.known.contains(poison) => Term::bottom(),
            _ => poison.clone(),
        }
    }

    /// A variable that nothing else has.
    fn fresh(&mut self, stem: &str, sort: Sort) -> Var {
        self.fresh += 1;
        Var::new(format!("{stem}~{}", self.fresh).as_str(), sort)
    }

    /// Closes the current block.
    fn close(&mut self, end: End) {
        let origin = self.origin();
        let steps = std::mem::take(&mut self.steps);
        let block = &mut self.blocks[self.here.index()];
        block.name = self.name;
        let first = steps.first().map_or(origin, |(_, origin)| *origin);
        block.lines = Some((first.0.min(origin.0), origin.0));
        block.steps = steps;
        block.end = end;
        block.must_progress = self.must_progress;
        block.depth = u32::try_from(self.scopes.len() - 1).unwrap_or(u32::MAX);
        block.origin = origin;
    }

    /// A block that is to be filled later.
    fn reserve(&mut self) -> BlockId {
        self.blocks.push(Block {
            name: self.name,
            steps: Vec::new(),
            end: End::Undefined,
            origin: Origin::default(),
            lines: None,
            must_progress: false,
            depth: 0,
        });
        BlockId::at(self.blocks.len() - 1)
    }

    /// The sort of values of a type.
    fn sort(&self, ty: &Type<'t>) -> Result_<Sort> {
        match ty {
            Type::Integer(1) => Ok(Sort::Bool),
            Type::Integer(_) if self.options.integers == Integers::Mathematical => Ok(Sort::Int),
            Type::Integer(width) if *width > WIDEST => {
                self.unsupported(format!("an integer of {width} bits"))
            }
            Type::Integer(width) => Ok(Sort::BitVec(*width)),
            Type::Pointer if self.options.integers == Integers::Mathematical => Ok(Sort::Int),
            Type::Pointer => Ok(Sort::BitVec(64)),
            Type::Named(_) => {
                let resolved = self.resolve(ty)?;
                self.sort(&resolved)
            }
            other => {
                let what = self.describe(other);
                self.unsupported(format!("a value of type `{what}`"))
            }
        }
    }

    /// Lowers the function itself: its inputs, what is known of them, its body, and what is observed at
    /// its end.
    fn whole(&mut self, function: &syntax::Function<'t>) -> Result_<()> {
        if function.variadic {
            return self.unsupported("a variadic function");
        }
        self.accept(&function.attributes)?;
        self.accept(&function.result_attributes)?;
        self.accept_attached(&function.metadata)?;
        self.accept_module()?;
        self.note_unwinding(function);
        let mut arguments = Vec::new();
        self.reserve();
        self.has_pointers =
            self.plan.found || function.parameters.iter().any(|p| p.ty == Type::Pointer);
        for (position, parameter) in function.parameters.iter().enumerate() {
            self.accept(&parameter.attributes)?;
            arguments.push(self.parameter(position, parameter)?);
        }
        self.visible_inputs();
        // What the language excludes comes before anything that the function does, so that both
        // functions are compared on inputs that there can be.
        for fact in self.input_facts() {
            self.step(Step::Assume(fact));
        }
        self.start_state();
        if self.role.refutes() && !self.plan.irrefutable.is_empty() {
            self.end_refutation(Term::top());
        }
        for (parameter, argument) in function.parameters.iter().zip(&mut arguments) {
            let mut singles = Vec::new();
            for single in argument.singles() {
                singles.push(self.received(single, parameter)?);
            }
            *argument = self.whole_of(&parameter.ty, &mut singles.into_iter())?;
        }
        self.stack.push(function.name);
        let said = self.module.resolved(&function.attributes);
        self.hurry_into(&said);
        self.body(function, &said, arguments, None)
    }

    /// A parameter as its attributes restrict it. Where arguments are taken as well formed, they satisfy
    /// these.
    fn received(&mut self, single: Single, parameter: &syntax::Parameter<'t>) -> Result_<Single> {
        let mut attributes = parameter.attributes.clone();
        if attributes.has(syntax::Word::Sret) {
            // There must be room for the result.
            let size = match &attributes.behind {
                Some(ty) => self.extent(ty)?.size,
                None => return self.unsupported("`sret` without a type"),
            };
            attributes.dereferenceable = attributes.dereferenceable.max(size);
        }
        if !self.options.well_formed {
            return self.restrict(single, &attributes);
        }
        // What would be undefined behaviour is excluded instead.
        let before = std::mem::take(&mut self.steps);
        attributes.set(syntax::Word::Noundef);
        let single = self.restrict(single, &attributes)?;
        let steps = std::mem::replace(&mut self.steps, before);
        for (step, origin) in steps {
            let step = match step {
                Step::UndefinedIf(formula) => Step::Assume(Term::not(formula)),
                other => other,
            };
            self.steps.push((step, origin));
        }
        Ok(single)
    }

    /// The values that a return shows: the result, then the memory that the caller sees.
    fn observed(&self, result: &[Single]) -> Vec<Observed> {
        let values = result.iter().flat_map(|single| self.shown(single));
        values.chain(self.visible_memory()).collect()
    }
}
