//! Systems as they are written become systems of processes.

use std::collections::BTreeMap;

use logic::{Integer, Sort, Substitution, Symbol, Term, Value, Var};
use program::VariableKind;
use program::system::{Process, ProcessBuilder, ProcessVariable, System, Visible};

use super::Declared;
use crate::analysis::expressions::{Elaborator, Place};
use crate::analysis::globals::{Globals, duplicate};
use crate::analysis::members::{Family, Members};
use crate::analysis::processes::ProcessFlow;
use crate::analysis::programs::Lowering;
use crate::analysis::scope::{Local, Role, Scope};
use crate::analysis::types;
use crate::diagnostic::{Diagnostic, Sink};
use crate::syntax::{self, Name, Parameter, ProcessStatement, StatementKind, Type, TypeKind};
use crate::{Origins, Span};

/// The most processes of a system.
const MOST_PROCESSES: usize = 1000;

/// A process as it was written, before it is copied for each rank.
struct Template {
    process: Process,
    formulas: Vec<(Symbol, Term, Span)>,
}

/// Lowers a system; what is wrong with it is said on the way.
pub(super) fn lower(
    item: &syntax::System,
    globals: &Globals<'_>,
    sink: &mut Sink,
    origins: &mut Origins,
) -> Declared {
    let was_read = !sink.has_error_at(item.span);
    let errors = sink.error_count();
    let origin = origins.add(item.head);
    let (inputs, assumption) = inputs(item, globals, sink);
    let mut members = Members::default();
    for process in &item.processes {
        if let Some(other) = members
            .families
            .iter()
            .position(|f| f.name == process.name.text)
        {
            duplicate(process.name, item.processes[other].name.span, sink);
            continue;
        }
        let first = members.families.iter().map(Family::len).sum();
        members.families.push(family(process, first, globals, sink));
    }
    let size: usize = members.families.iter().map(Family::len).sum();
    if size == 0 || size > MOST_PROCESSES {
        let message = format!("a system has between one and {MOST_PROCESSES} processes");
        sink.push(Diagnostic::error(item.head, message));
    }
    let (mut processes, mut formulas) = (Vec::new(), Vec::new());
    for (process, family) in item.processes.iter().zip(&members.families) {
        let template = template(item, process, &members, globals, sink, origins);
        let copied = (0..family.len().min(MOST_PROCESSES))
            .map(|index| instance(&template.process, family, index, size, &members));
        let copied: Vec<Process> = copied.collect();
        check_ranges(process, &template.process, &copied, sink);
        processes.extend(copied);
        formulas.extend(template.formulas);
    }
    let system = System {
        name: item.name.text,
        inputs: inputs.clone(),
        assumption,
        processes,
        ensures: Term::top(),
        leaves_no_messages: false,
        origin,
    };
    check_partners(&formulas, &system, sink);
    let is_right = was_read && sink.error_count() == errors;
    Declared {
        span: item.name.span,
        inputs,
        members,
        system: is_right.then_some(system),
    }
}

/// The inputs and what is known of them.
fn inputs(item: &syntax::System, globals: &Globals<'_>, sink: &mut Sink) -> (Vec<Var>, Term) {
    let mut scope = Scope::default();
    let mut inputs = Vec::new();
    for input in &item.inputs {
        let sort = types::sort(&input.ty, globals, sink);
        let var = sort.map(|sort| Var::new(input.name.text, sort));
        let local = Local {
            var: var.clone(),
            role: Role::Parameter,
            span: input.name.span,
        };
        let mut elaborator = Elaborator::new(globals, &mut scope, Place::Statement, sink);
        if elaborator.bind(input.name, local) {
            inputs.extend(var);
        }
    }
    let mut known = Vec::new();
    for condition in item
        .inputs
        .iter()
        .filter_map(|input| input.condition.as_ref())
    {
        let mut elaborator = Elaborator::new(globals, &mut scope, Place::Statement, sink);
        known.extend(elaborator.formula(condition));
    }
    (inputs, Term::and(known))
}

/// What formulas need to know of processes that are declared together.
fn family(
    process: &syntax::Process,
    first: usize,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Family {
    let mut quiet = Sink::default();
    let mut variables = BTreeMap::new();
    let mut outputs = Vec::new();
    for statement in &process.body.statements {
        match &statement.kind {
            StatementKind::Declaration(declaration) => {
                // What is wrong with the type is said where the process is lowered.
                let sort = types::sort(&declaration.ty, globals, &mut quiet);
                variables.insert(declaration.name.text, sort);
            }
            StatementKind::Process(own) => {
                if let ProcessStatement::Output(names) = &**own {
                    outputs.extend(names.iter().map(|name| name.text));
                }
            }
            _ => {}
        }
    }
    let count = process.count.as_ref().map(|count| {
        let mut scope = Scope::default();
        let mut elaborator = Elaborator::new(globals, &mut scope, Place::Bound, sink);
        let number = match elaborator.integer(count).as_ref().and_then(Term::as_value) {
            Some(Value::Int(number)) => number.to_i64().and_then(|n| usize::try_from(n).ok()),
            _ => return 1,
        };
        match number {
            Some(number) if (1..=MOST_PROCESSES).contains(&number) => number,
            _ => {
                let message = format!("there are between one and {MOST_PROCESSES} processes");
                sink.push(Diagnostic::error(count.span, message));
                1
            }
        }
    });
    Family {
        system: None,
        name: process.name.text,
        count,
        first,
        variables,
        outputs,
    }
}

/// The names that stand for numbers in a process: its rank, how many there are, and the ranks of
/// processes that have names.
fn numbers(members: &Members) -> Vec<Symbol> {
    let single = members
        .families
        .iter()
        .filter(|family| family.count.is_none());
    let single = single.map(|family| family.name);
    [Symbol::new("me"), Symbol::new("size")]
        .into_iter()
        .chain(single)
        .collect()
}

/// Lowers a process once for all its copies; the numbers are parameters.
fn template(
    item: &syntax::System,
    process: &syntax::Process,
    members: &Members,
    globals: &Globals<'_>,
    sink: &mut Sink,
    origins: &mut Origins,
) -> Template {
    let number = |text: Symbol| Parameter {
        name: Name {
            text,
            span: process.name.span,
        },
        ty: Type {
            kind: TypeKind::Int,
            span: process.name.span,
        },
    };
    let inputs = item.inputs.iter().map(|input| Parameter {
        name: input.name,
        ty: input.ty.clone(),
    });
    let as_program = syntax::Program {
        name: process.name,
        parameters: inputs
            .chain(numbers(members).into_iter().map(number))
            .collect(),
        body: process.body.clone(),
        head: process.head,
    };
    let origin = origins.add(process.head);
    let mut lowering = Lowering::of_process(&as_program, globals, sink, origins);
    let mut flow = ProcessFlow {
        builder: ProcessBuilder::new(),
        members,
        name: process.name.text,
        labels: 0,
        formulas: Vec::new(),
    };
    let (entry, exit) = (flow.builder.entry(), flow.builder.location());
    let steps = process.body.statements.iter();
    let steps: Vec<_> = steps
        .filter(|s| !s.kind.is_declaration())
        .cloned()
        .collect();
    lowering.process_statements(&mut flow, &steps, entry, exit, origin);
    let mut outputs = Vec::new();
    for statement in &process.body.statements {
        match &statement.kind {
            StatementKind::Process(own) => {
                if let ProcessStatement::Output(names) = &**own {
                    lowering.named(names, &mut outputs);
                }
            }
            StatementKind::Justice(_)
            | StatementKind::Compassion(..)
            | StatementKind::Observe(_)
            | StatementKind::Open(_) => {
                let message = "a process of a system cannot say this of itself";
                lowering.error(Diagnostic::error(statement.head, message));
            }
            _ => {}
        }
    }
    let own = |kind: VariableKind| kind != VariableKind::Parameter;
    let variables = lowering.variables().iter().filter(|v| own(v.kind));
    let variables: Vec<ProcessVariable> = variables
        .map(|v| ProcessVariable {
            var: v.var.clone(),
            initial: v.initial.clone(),
            origin: v.origin,
        })
        .collect();
    Template {
        process: Process {
            name: process.name.text,
            group: 0,
            rank: 0,
            variables,
            outputs,
            takes_part: Vec::new(),
            graph: flow.builder.finish(exit),
            visible: Visible::default(),
        },
        formulas: flow.formulas,
    }
}

/// A copy of a process with its rank and names.
fn instance(
    template: &Process,
    family: &Family,
    index: usize,
    size: usize,
    members: &Members,
) -> Process {
    let mut values = Substitution::new();
    let mut number = |name: Symbol, value: usize| {
        values.insert(Var::new(name, Sort::Int), Term::int(Integer::from(value)));
    };
    let rank = family.first + index;
    number(Symbol::new("me"), rank);
    number(Symbol::new("size"), size);
    for other in members
        .families
        .iter()
        .filter(|other| other.count.is_none())
    {
        number(other.name, other.first);
    }
    let renamed = |var: &Var| family.variable(index, var.name, &var.sort);
    for variable in &template.variables {
        values.insert(variable.var.clone(), renamed(&variable.var).term());
    }
    let copy = template.map(&renamed, &|term| term.substitute(&values));
    Process {
        name: Symbol::new(&family.process(index)),
        rank,
        ..copy
    }
}

/// Each process that a formula speaks of takes part in it.
fn check_partners(formulas: &[(Symbol, Term, Span)], system: &System, sink: &mut Sink) {
    for (label, term, span) in formulas {
        let participants = system.participants(*label);
        for var in term.free_vars() {
            let mut processes = system.processes.iter();
            let owns = |process: &Process| process.variables.iter().any(|v| v.var == var);
            let Some(owner) = processes.position(owns) else {
                continue;
            };
            if !participants.contains(&owner) {
                let name = system.processes[owner].name;
                let message = format!("`{name}` has nothing with the label `{label}`");
                let hint = "give the loops or assertions of both processes the same label";
                sink.push(Diagnostic::error(*span, message).hint(hint));
                break;
            }
        }
    }
}

/// Variables of a range start inside of it. Where they would leave it later is for engines to say.
fn check_ranges(
    process: &syntax::Process,
    template: &Process,
    copies: &[Process],
    sink: &mut Sink,
) {
    for (position, written) in template.variables.iter().enumerate() {
        let variables = copies.iter().map(|copy| &copy.variables[position]);
        let wrong = |variable: &ProcessVariable| match (&variable.var.sort, &variable.initial) {
            (Sort::Range(_), None) => None,
            (sort @ Sort::Range(_), Some(initial)) => {
                let starts_inside = program::in_sort(initial, sort).is_true();
                (!starts_inside).then_some((
                    "starts outside of its range, or may do so",
                    "let it start with a number, and assign what depends on inputs",
                ))
            }
            (sort, _) => sort.has_range().then_some((
                "of a process cannot be an array of ranges",
                "declare an array of `int`, and assert what should hold of it",
            )),
        };
        if let Some((what, hint)) = variables.filter_map(wrong).next() {
            let name = written.var.name;
            let mut statements = process.body.statements.iter();
            let declared = statements.find_map(|statement| match &statement.kind {
                StatementKind::Declaration(d) if d.name.text == name => Some(d.name.span),
                _ => None,
            });
            let message = format!("the variable `{name}` {what}");
            sink.push(Diagnostic::error(declared.unwrap_or(process.head), message).hint(hint));
        }
    }
}
