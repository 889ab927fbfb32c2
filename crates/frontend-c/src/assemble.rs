//! From the processes of one or two texts to a module with a claim.

use std::collections::BTreeSet;

use logic::{Sort, Symbol, Term, Var};
use program::Origin;
use program::system::{Process, System};
use question::{Claim, ClaimKind, Module, Operand};

use crate::given_up;
use crate::handles;
use crate::headers::Missing;
use crate::lower::{self, Context, Lowered, Payload, Uses};
use crate::mpi;
use crate::parser;
use crate::preprocess;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::spans::Spans;
use crate::syntax::{Declaration, Role, Unit};
use crate::{
    Buffering, Input, MOST_PROCESSES, Options, Partial, Reading, Surroundings, Unmodelled,
};

/// The most elements of an output that are compared one by one; larger ones are compared by a
/// quantifier.
const MOST_ELEMENTS: i64 = 64;

/// A program with what the claim needs.
struct Assembled {
    system: System,
    lowered: Vec<Lowered>,
}

/// See [`crate::read`].
pub(crate) fn one(
    input: Input<'_>,
    surroundings: Surroundings<'_>,
    options: Options,
) -> Reads<Reading> {
    let (tokens, missing) = preprocess::run(input.text, surroundings)?;
    let read = || {
        let unit = is_read(parser::unit(tokens)?)?;
        one_of(
            &unit,
            Symbol::new(input.name),
            input.text,
            options,
            Parts::All,
        )
    };
    let (mut reading, _) = read().map_err(|it| missing.blamed(it))?;
    reading.notes.extend(missing.note());
    Ok(reading)
}

/// See [`crate::read_part`].
pub(crate) fn part(
    input: Input<'_>,
    surroundings: Surroundings<'_>,
    options: Options,
) -> Reads<Partial> {
    let (tokens, missing) = preprocess::run(input.text, surroundings)?;
    let read = || {
        let mut unit = parser::unit(tokens)?;
        let (name, text) = (Symbol::new(input.name), input.text);
        let (reading, mut unread) = one_of(&unit, name, text, options, Parts::Supported)?;
        unread.append(&mut unit.unread);
        Ok((reading, unread))
    };
    let (mut reading, mut unread) = read().map_err(|it| missing.blamed(it))?;
    reading.notes.extend(missing.note());
    unread.sort_by_key(|problem| (problem.span.start, problem.span.end));
    unread.dedup_by(|a, b| a.span == b.span && a.message == b.message);
    let unread = unread.into_iter().map(|it| missing.blamed(it)).collect();
    Ok(Partial { reading, unread })
}

/// Which parts of a program are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    All,
    /// Those that are supported.
    Supported,
}

/// A text of which the parser knows everything.
fn is_read(unit: Unit) -> Reads<Unit> {
    match unit.unread.first() {
        Some(problem) => Err(problem.clone()),
        None => Ok(unit),
    }
}

fn one_of(
    unit: &Unit,
    name: Symbol,
    text: &str,
    options: Options,
    parts: Parts,
) -> Reads<(Reading, Vec<Problem>)> {
    let processes = options.processes.or(unit.processes);
    let mut spans = Spans::default();
    let mut context = Context::new(unit, text, processes.unwrap_or(1), options);
    context.is_partial = parts == Parts::Supported;
    context.splits_cases = parts == Parts::Supported;
    is_said(processes, &context)?;
    let assembled = assemble(context, name, &mut spans)?;
    exist(&assembled.lowered, &[&assembled.system], None)?;
    let name = assembled.system.name;
    let claim = Claim {
        name,
        kind: ClaimKind::Safe {
            system: operand(name, name),
            leaves_no_messages: true,
        },
        requires: Term::top(),
        ensures: Term::top(),
        hints: Vec::new(),
        expect: unit.expect,
        origin: Origin::default(),
    };
    let uses = assembled.lowered.iter().map(|lowered| &lowered.uses);
    let unread = assembled.lowered.iter().flat_map(|it| it.unread.clone());
    let unread = unread.collect();
    let reading = Reading {
        notes: notes(
            uses,
            unit.first_real.is_some(),
            options.buffering.or(unit.buffering).unwrap_or_default(),
        ),
        module: Module {
            systems: vec![assembled.system],
            claims: vec![claim],
            ..Module::default()
        },
        spans,
    };
    Ok((reading, unread))
}

/// See [`crate::compare`].
pub(crate) fn two(
    implementation: Input<'_>,
    specification: Input<'_>,
    [first, second]: [Surroundings<'_>; 2],
    options: Options,
) -> Reads<Reading> {
    let (tokens, missing) = preprocess::run(implementation.text, first)?;
    let first_unit = parser::unit(tokens)
        .and_then(is_read)
        .map_err(|it| missing.blamed(it))?;
    let (tokens, other_missing) = preprocess::run(specification.text, second).map_err(in_second)?;
    let second_unit = parser::unit(tokens)
        .and_then(is_read)
        .map_err(|it| other_missing.blamed(it))
        .map_err(in_second)?;
    let missing = [missing, other_missing];
    let units = [&first_unit, &second_unit];
    let mut reading = two_of([implementation, specification], units, options)
        .map_err(|it| missing[it.file].blamed(it))?;
    reading
        .notes
        .extend(missing.iter().filter_map(Missing::note));
    Ok(reading)
}

/// Inputs of the same name are the same input, and so of the same type.
fn same_inputs(first: &Unit, second: &Unit) -> Reads<()> {
    let is_input = |it: &&Declaration| matches!(it.role, Role::Input(_));
    for own in first.globals.iter().filter(is_input) {
        let mut theirs = second.globals.iter().filter(is_input);
        if let Some(other) = theirs.find(|it| it.name == own.name)
            && other.scalar != own.scalar
        {
            let message = "this input has another type in the other program";
            return Err(Problem::wrong(&own.span, message));
        }
    }
    Ok(())
}

fn two_of(
    [implementation, specification]: [Input<'_>; 2],
    [first_unit, second_unit]: [&Unit; 2],
    options: Options,
) -> Reads<Reading> {
    same_inputs(first_unit, second_unit)?;
    let mut spans = Spans::default();
    let processes = options.processes.or(first_unit.processes);
    let size = processes.unwrap_or(1);
    let mut context = Context::new(first_unit, implementation.text, size, options);
    is_said(processes, &context)?;
    context.other = Some(("spec", second_unit));
    let first = assemble(context, Symbol::new(implementation.name), &mut spans)?;
    spans.file = 1;
    let processes = second_unit.processes.unwrap_or(1);
    let mut context = Context::new(second_unit, specification.text, processes, options);
    context.other = Some(("impl", first_unit));
    let name = if implementation.name == specification.name {
        format!("{}_spec", specification.name)
    } else {
        specification.name.to_owned()
    };
    let second = assemble(context, Symbol::new(&name), &mut spans).map_err(in_second)?;
    let (alias, other_alias) = (Symbol::new("impl"), Symbol::new("spec"));
    let instances = [
        &first.system.instantiate(alias),
        &second.system.instantiate(other_alias),
    ];
    exist(&first.lowered, &instances, Some("impl"))?;
    exist(&second.lowered, &instances, Some("spec")).map_err(in_second)?;
    let ensures = same_outputs(&first, &second)?;
    let claim = Claim {
        name: first.system.name,
        kind: ClaimKind::Equivalent {
            first: operand(alias, first.system.name),
            second: operand(other_alias, second.system.name),
        },
        requires: Term::top(),
        ensures,
        hints: Vec::new(),
        expect: first_unit.expect,
        origin: Origin::default(),
    };
    let all = first.lowered.iter().chain(&second.lowered);
    Ok(Reading {
        notes: notes(
            all.map(|lowered| &lowered.uses),
            first_unit.first_real.is_some() || second_unit.first_real.is_some(),
            options
                .buffering
                .or(first_unit.buffering)
                .unwrap_or_default(),
        ),
        module: Module {
            systems: vec![first.system, second.system],
            claims: vec![claim],
            ..Module::default()
        },
        spans,
    })
}

/// What nobody may assume does not occur in the program.
fn is_modelled(context: &Context<'_>) -> Reads<()> {
    if context.options.rounding == Unmodelled::Denied
        && let Some(span) = &context.unit.first_real
    {
        let what =
            "floating-point numbers, which are taken for real numbers, with `--rounding deny`";
        return Err(Problem::unsupported(span, what));
    }
    if context.options.strings == Unmodelled::Denied
        && let Some(at) = context.first_print_into()
    {
        let what = "printing into an array, with `--strings deny`";
        return Err(Problem::unsupported(&(at..at + 1), what));
    }
    Ok(())
}

/// A program that uses MPI is checked for a number of processes that somebody says.
fn is_said(processes: Option<usize>, context: &Context<'_>) -> Reads<()> {
    match (processes, context.first_mpi_call()) {
        (None, Some(at)) => {
            let message = "this program uses MPI, and nobody says for how many processes";
            let problem = Problem::wrong(&(at..at + 1), message);
            Err(problem
                .hint("say it with `--np 3`, or in the text with `#pragma TANDEM processes 3`"))
        }
        _ => Ok(()),
    }
}

fn in_second(problem: Problem) -> Problem {
    Problem { file: 1, ..problem }
}

fn operand(alias: Symbol, program: Symbol) -> Operand {
    Operand {
        alias,
        program,
        arguments: Vec::new(),
    }
}

/// Reads all processes of a text.
fn assemble(mut context: Context<'_>, name: Symbol, spans: &mut Spans) -> Reads<Assembled> {
    let count = context.size;
    if count == 0 || count > MOST_PROCESSES {
        let whole = 0..context.text.len().min(1);
        let message = format!("the number of processes must be from 1 to {MOST_PROCESSES}");
        return Err(Problem::wrong(&whole, message));
    }
    is_modelled(&context)?;
    let mut lowered = all_processes(&mut context, spans)?;
    // What is learnt of the program changes how it is read: until nothing new is learnt.
    let mut readings = 1;
    while Learnt::of(&lowered).changes(&mut context)? {
        if readings == MOST_READINGS {
            let whole = 0..context.text.len().min(1);
            let what = "a program that is not understood by reading it again and again";
            return Err(Problem::unsupported(&whole, what));
        }
        lowered = all_processes(&mut context, spans)?;
        readings += 1;
    }
    for it in &mut lowered {
        handles::keep_apart(&mut it.process, &it.uses.request_arrays)?;
    }
    let mut inputs: Vec<Var> = Vec::new();
    let mut assumptions = Vec::new();
    for it in &lowered {
        let new: Vec<Var> = it
            .inputs
            .iter()
            .filter(|v| !inputs.contains(v))
            .cloned()
            .collect();
        inputs.extend(new);
        assumptions.extend(it.assumptions.iter().cloned());
    }
    Ok(Assembled {
        system: System {
            name,
            inputs,
            assumption: Term::and(assumptions),
            processes: lowered.iter().map(|it| it.process.clone()).collect(),
            ensures: Term::top(),
            leaves_no_messages: true,
            origin: Origin::default(),
        },
        lowered,
    })
}

/// How often a program is read at most.
const MOST_READINGS: usize = 12;

/// What a reading has shown of all processes together.
struct Learnt {
    held: BTreeSet<Var>,
    marked: BTreeSet<Var>,
    printed: BTreeSet<Var>,
    lasting: BTreeSet<Var>,
    looped: Vec<BTreeSet<Symbol>>,
    buffered: Vec<BTreeSet<Option<(i64, i64)>>>,
    unbuffered: Vec<BTreeSet<Option<(i64, i64)>>>,
    races: bool,
    phases: bool,
    datatypes: Vec<i64>,
    counts: bool,
    empty: Option<Span>,
}

impl Learnt {
    fn of(lowered: &[Lowered]) -> Self {
        let mut learnt = Learnt {
            held: BTreeSet::new(),
            marked: BTreeSet::new(),
            printed: BTreeSet::new(),
            lasting: BTreeSet::new(),
            looped: Vec::new(),
            buffered: Vec::new(),
            unbuffered: Vec::new(),
            races: false,
            phases: false,
            datatypes: Vec::new(),
            counts: false,
            empty: None,
        };
        learnt.races = lowered
            .iter()
            .any(|own| given_up::may_give_up_send(&own.process.graph));
        for uses in lowered.iter().map(|it| &it.uses) {
            learnt.held.extend(uses.held.iter().cloned());
            learnt.printed.extend(uses.printed.iter().cloned());
            learnt.lasting.extend(uses.lasting.iter().cloned());
            learnt.looped.push(uses.looped.clone());
            learnt.buffered.push(uses.buffered.clone());
            learnt.unbuffered.push(uses.unbuffered.clone());
            learnt.marked.extend(uses.marked.iter().cloned());
            learnt.races |= uses.races;
            learnt.phases |= uses.phases;
            learnt.counts |= uses.counts;
            learnt.empty = learnt.empty.or(uses.empty.clone());
            for number in &uses.datatypes {
                if !learnt.datatypes.contains(number) {
                    learnt.datatypes.push(*number);
                }
            }
        }
        learnt.datatypes.sort_unstable();
        learnt
    }

    /// Notes what is new. Whether something is.
    fn changes(self, context: &mut Context<'_>) -> Reads<bool> {
        let types = self
            .datatypes
            .iter()
            .filter_map(|number| mpi::datatype(*number));
        let (reals, integers): (Vec<_>, Vec<_>) = types.partition(|it| it.scalar.is_real());
        // Elements of different sorts are told apart by these, others by their types.
        let is_mixed = reals.len() > 1 || integers.len() > 1;
        let payload = match is_mixed || self.counts {
            true => Payload::Counted,
            false => Payload::Single,
        };
        if let Some(span) = &self.empty
            && !reals.is_empty()
            && !integers.is_empty()
        {
            let what = "a message without elements in a program that sends integers and reals";
            return Err(Problem::unsupported(span, what));
        }
        let is_new = context.payload != payload
            || !self.held.is_subset(&context.held)
            || !self.marked.is_subset(&context.marked)
            || !self.printed.is_subset(&context.printed)
            || !self.lasting.is_subset(&context.lasting)
            || (context.looped != self.looped && self.looped.iter().any(|own| !own.is_empty()))
            || ((&context.buffered, &context.unbuffered) != (&self.buffered, &self.unbuffered)
                && self.buffered.iter().any(|own| !own.is_empty()))
            || (self.races && !context.races)
            || (self.phases && !context.phases)
            || context.datatypes != self.datatypes;
        context.payload = payload;
        context.held.extend(self.held);
        context.marked.extend(self.marked);
        context.printed.extend(self.printed);
        context.lasting.extend(self.lasting);
        context.looped = self.looped;
        context.buffered = self.buffered;
        context.unbuffered = self.unbuffered;
        context.races |= self.races;
        context.phases |= self.phases;
        context.datatypes = self.datatypes;
        Ok(is_new)
    }
}

/// Reads all processes. Where something would be known if cases were kept apart, they are.
fn all_processes(context: &mut Context<'_>, spans: &mut Spans) -> Reads<Vec<Lowered>> {
    let mut read = |context: &Context<'_>| -> Reads<Vec<Lowered>> {
        let ranks = 0..context.size;
        ranks
            .map(|rank| lower::process(context, rank, spans))
            .collect()
    };
    match read(context) {
        Err(problem) if problem.kind == ProblemKind::Unsupported && !context.splits_cases => {
            context.splits_cases = true;
            read(context).map_err(|_| problem)
        }
        result => result,
    }
}

/// Annotations may only mention what exists: a rank may be too large, and a variable may belong to
/// code that a process never runs.
fn exist(lowered: &[Lowered], systems: &[&System], alias: Option<&str>) -> Reads<()> {
    let mut known: Vec<&Var> = Vec::new();
    for system in systems {
        known.extend(&system.inputs);
        known.extend(system.variables());
    }
    let known: std::collections::BTreeSet<&Var> = known.into_iter().collect();
    for said in lowered.iter().flat_map(|it| &it.annotations) {
        for var in said.formula.free_vars() {
            let own = alias
                .map(|alias| Var::new(format!("{alias}.{}", var.name).as_str(), var.sort.clone()));
            let own = own.unwrap_or_else(|| var.clone());
            let named = [&var, &own].into_iter().find(|var| known.contains(var));
            let Some(named) = named else {
                let message = format!(
                    "there is no variable `{}` at this number of processes",
                    var.name
                );
                return Err(Problem::wrong(&said.span, message));
            };
            if let Some(label) = said.label {
                takes_part(systems, named, label, &said.span)?;
            }
        }
    }
    Ok(())
}

/// A process that a formula speaks of takes part in it.
fn takes_part(systems: &[&System], var: &Var, label: Symbol, span: &Span) -> Reads<()> {
    for system in systems {
        let owns = |process: &Process| process.variables.iter().any(|own| own.var == *var);
        let Some(owner) = system.processes.iter().find(|process| owns(process)) else {
            continue;
        };
        let has = owner.graph.labels().any(|own| own == label);
        if !has && !owner.takes_part.contains(&label) {
            let message = format!("`{}` has nothing with the label `{label}`", owner.name);
            let problem = Problem::wrong(span, message);
            return Err(problem.hint("give the loops of both the same label"));
        }
    }
    Ok(())
}

/// That the first processes of both programs end with the same outputs.
fn same_outputs(first: &Assembled, second: &Assembled) -> Reads<Term> {
    let results = |it: &Assembled| {
        it.lowered
            .first()
            .map_or(Vec::new(), |it| it.results.clone())
    };
    let (mine, theirs) = (results(first), results(second));
    if mine.is_empty() {
        let problem = Problem::wrong(&(0..0), "the program has no output to be compared");
        return Err(
            problem.hint("write `#pragma TASS output` before the declaration of a variable")
        );
    }
    if let Some(lonely) = theirs
        .iter()
        .find(|it| mine.iter().all(|own| own.name != it.name))
    {
        let message = format!("the other program has no output `{}`", lonely.name);
        return Err(in_second(Problem::wrong(&lonely.span, message)));
    }
    let qualified = |alias: &str, var: &Var| {
        Var::new(format!("{alias}.{}", var.name).as_str(), var.sort.clone()).term()
    };
    let mut equations = Vec::new();
    for own in &mine {
        let Some(other) = theirs.iter().find(|it| it.name == own.name) else {
            let message = format!("the other program has no output `{}`", own.name);
            return Err(Problem::wrong(&own.span, message));
        };
        if own.var.sort != other.var.sort || own.sizes != other.sizes {
            let message = "this output has another type or size in the other program";
            return Err(Problem::wrong(&own.span, message));
        }
        let inputs = &first.system.inputs;
        let is_fixed = |size: &Term| size.free_vars().iter().all(|var| inputs.contains(var));
        if !own.sizes.iter().all(is_fixed) {
            let what = "an output whose size depends on other things than inputs";
            return Err(Problem::unsupported(&own.span, what));
        }
        let (a, b) = (qualified("impl", &own.var), qualified("spec", &other.var));
        equations.push(equal(&a, &b, &own.sizes));
    }
    Ok(Term::and(equations))
}

/// That two values agree; two arrays, at all their indices.
fn equal(a: &Term, b: &Term, sizes: &[Term]) -> Term {
    let Some((size, rest)) = sizes.split_first() else {
        return Term::eq(a.clone(), b.clone());
    };
    let at = |index: &Term| {
        let (a, b) = (
            Term::select(a.clone(), index.clone()),
            Term::select(b.clone(), index.clone()),
        );
        equal(&a, &b, rest)
    };
    let literal = match size.as_value() {
        Some(logic::Value::Int(size)) => size.to_i64(),
        _ => None,
    };
    match literal {
        Some(size) if size <= MOST_ELEMENTS => {
            Term::and((0..size).map(|index| at(&Term::int(index))))
        }
        _ => {
            let index = Var::new(format!("i{}!", rest.len()).as_str(), Sort::Int);
            let inside = Term::and([
                Term::le(Term::int(0), index.term()),
                Term::lt(index.term(), size.clone()),
            ]);
            let same = at(&index.term());
            Term::forall([index], Term::implies(inside, same))
        }
    }
}

/// What the verdict rests on.
fn notes<'a>(
    uses: impl Iterator<Item = &'a Uses>,
    has_reals: bool,
    buffering: Buffering,
) -> Vec<String> {
    let mut all = Uses::default();
    for own in uses {
        all.assumed.extend(own.assumed.iter().copied());
        all.strings |= own.strings;
        all.ends |= own.ends;
        all.sends |= own.sends;
        all.room |= own.room;
        all.ready |= own.ready;
        all.restricts |= own.restricts;
    }
    let mut notes = Vec::new();
    let assumed = all.assumed.iter().copied();
    notes.extend(assumed.map(|what| crate::assumption(what).to_owned()));
    if has_reals {
        notes.push("floating-point numbers are real numbers: nothing is rounded".to_owned());
    }
    if all.strings {
        notes.push("what is printed into an array fits into it".to_owned());
    }
    if all.ends {
        notes.push("strings that are printed end inside of their arrays".to_owned());
    }
    if all.room {
        notes.push("the memory of MPI_Buffer_attach is large enough".to_owned());
    }
    if all.ready {
        notes.push("the receive of a message of MPI_Rsend has begun before".to_owned());
    }
    if all.restricts {
        notes.push("what `restrict` promises of pointers holds".to_owned());
    }
    if all.sends {
        match buffering {
            Buffering::Standard => {}
            Buffering::Unbounded => notes.push("MPI_Send never waits (--buffered)".to_owned()),
            Buffering::None => {
                notes.push("MPI_Send waits until its message is received (--unbuffered)".to_owned())
            }
        }
    }
    notes
}
