//! Systems of processes: their lowering, and claims about them.

use std::collections::BTreeMap;

use logic::{Integer, Sort, Substitution, Symbol, Term, Value, Var};
use program::system::{Process, ProcessBuilder, ProcessVariable, System};
use program::{ClaimKind, Expectation, Operand, VariableKind};

use super::claims::ClaimNames;
use super::expressions::{Elaborator, Place};
use super::globals::{Globals, duplicate};
use super::members::{Family, Members};
use super::processes::ProcessFlow;
use super::programs::{Lowering, Programs};
use super::scope::{Local, Role, Scope};
use super::types;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{
    self, ClauseKind, Name, Parameter, ProcessStatement, PropertyKind, Relation, StatementKind,
    Type, TypeKind, Verdict,
};
use crate::{Origins, Span};

/// The most processes of a system.
const MOST_PROCESSES: usize = 1000;

/// All systems of a text.
#[derive(Default)]
pub(super) struct Systems {
    by_name: BTreeMap<Symbol, Declared>,
    order: Vec<Symbol>,
}

/// What is known of a system, be it right or wrong.
struct Declared {
    span: Span,
    inputs: Vec<Var>,
    members: Members,
    /// `None` where it has an error.
    system: Option<System>,
}

impl Systems {
    /// The systems without errors in their order.
    pub(super) fn finish(mut self) -> Vec<System> {
        let names = std::mem::take(&mut self.order);
        let systems = names.iter();
        systems
            .filter_map(|name| self.by_name.get_mut(name)?.system.take())
            .collect()
    }

    pub(super) fn declare(
        &mut self,
        item: &syntax::System,
        programs: &Programs,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) {
        let taken = self.by_name.get(&item.name.text).map(|other| other.span);
        let taken = taken.or(programs
            .get(item.name.text)
            .map(super::programs::Signature::span));
        if let Some(first) = taken {
            duplicate(item.name, first, sink);
            return;
        }
        let declared = lower(item, globals, sink, origins);
        self.by_name.insert(item.name.text, declared);
        self.order.push(item.name.text);
    }

    /// Whether a claim is about systems.
    pub(super) fn concern(&self, claim: &syntax::Claim) -> bool {
        let operands = claim.relation.operands();
        operands
            .iter()
            .any(|operand| self.by_name.contains_key(&operand.program.text))
    }

    /// A claim about systems; `None` where it has an error or speaks of a system that has one.
    pub(super) fn claim(
        &self,
        claim: &syntax::Claim,
        names: &mut ClaimNames,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) -> Option<program::Claim> {
        let was_read = !sink.has_error_at(claim.span);
        let errors = sink.error_count();
        names.take(claim.name, sink);
        let mut operands = Vec::new();
        let mut systems = Vec::new();
        for operand in claim.relation.operands() {
            let Some(declared) = self.by_name.get(&operand.program.text) else {
                let message = format!("{} is no system", quote(operand.program.text.as_str()));
                let hint = "a program can stand in a system as a process";
                sink.push(Diagnostic::error(operand.program.span, message).hint(hint));
                return None;
            };
            if !operand.arguments.is_empty() {
                let message = "a system has no parameters";
                let hint = "its inputs have all values that `where` and `requires` allow";
                sink.push(Diagnostic::error(operand.span, message).hint(hint));
            }
            let alias = operand.alias.unwrap_or(operand.program);
            operands.push(Operand {
                alias: alias.text,
                program: operand.program.text,
                arguments: Vec::new(),
            });
            systems.push((alias, declared));
        }
        let outputs = match &claim.relation {
            Relation::Safe(_) | Relation::SafeLeavingNothing(_) => None,
            Relation::Property(property) => match &property.kind {
                PropertyKind::Equivalent(outputs) => Some(outputs),
                _ => return refused(claim, sink),
            },
            _ => return refused(claim, sink),
        };
        if let [(first, _), (second, _)] = systems[..]
            && first.text == second.text
        {
            let message = format!("the claim calls two systems `{}`", first.text);
            let hint = "give each its own name: `a = s equivalent to b = s on (x)`";
            sink.push(Diagnostic::error(second.span, message).hint(hint));
        }
        let members = joint_members(&systems);
        let mut scope = Scope::default();
        for (_, declared) in &systems {
            for input in &declared.inputs {
                scope.insert(
                    input.name,
                    Local {
                        var: Some(input.clone()),
                        role: Role::Parameter,
                        span: declared.span,
                    },
                );
            }
        }
        let (mut requires, mut ensures, mut hints) = (Vec::new(), Vec::new(), Vec::new());
        let mut expect = None;
        for clause in &claim.clauses {
            let (list, formula) = match &clause.kind {
                ClauseKind::Expect(verdict) => {
                    expect = Some(match verdict {
                        Verdict::Proved => Expectation::Proved,
                        Verdict::Refuted => Expectation::Refuted,
                        Verdict::Unknown => Expectation::Unknown,
                    });
                    continue;
                }
                ClauseKind::Matching(_) | ClauseKind::Augmented(_) => {
                    let message = "a claim about systems has no such clause";
                    sink.push(Diagnostic::error(clause.span, message));
                    continue;
                }
                ClauseKind::Requires(formula) => (&mut requires, formula),
                ClauseKind::Ensures(formula) => (&mut ensures, formula),
                ClauseKind::Using(formula) => (&mut hints, formula),
            };
            let place = Place::Processes(&members);
            let term = Elaborator::new(globals, &mut scope, place, sink).formula(formula);
            if let (ClauseKind::Requires(_), Some(term)) = (&clause.kind, &term) {
                let inputs = |var: &Var| systems.iter().any(|(_, s)| s.inputs.contains(var));
                let constants = |var: &Var| globals.constants.iter().any(|c| c.var == *var);
                let of_process = |var: &Var| !inputs(var) && !constants(var);
                if term.free_vars().iter().any(of_process) {
                    let message = "only inputs and constants can be required to be something";
                    let hint = "the variables of processes start as their declarations say";
                    sink.push(Diagnostic::error(formula.span, message).hint(hint));
                }
            }
            list.extend(term);
        }
        if let (Some(outputs), [first, second]) = (outputs, &systems[..]) {
            for output in outputs {
                ensures.extend(equal_outputs(*output, *first, *second, sink));
            }
        }
        let all_right = systems
            .iter()
            .all(|(_, declared)| declared.system.is_some());
        if sink.error_count() > errors || !was_read || !all_right {
            return None;
        }
        let mut operands = operands.into_iter();
        let mut next = || operands.next().expect("a relation has all its operands");
        Some(program::Claim {
            name: claim.name.text,
            kind: match outputs {
                Some(_) => ClaimKind::Equivalent {
                    first: next(),
                    second: next(),
                },
                None => ClaimKind::Safe {
                    system: next(),
                    leaves_no_messages: matches!(claim.relation, Relation::SafeLeavingNothing(_)),
                },
            },
            requires: Term::and(requires),
            ensures: Term::and(ensures),
            hints,
            expect,
            origin: origins.add(claim.span),
        })
    }
}

fn refused(claim: &syntax::Claim, sink: &mut Sink) -> Option<program::Claim> {
    let message = "systems of processes can be `safe`, or `equivalent to` each other";
    sink.push(Diagnostic::error(claim.span, message));
    None
}

/// The processes that a claim may speak of: with the system's name in front where there are several
/// systems.
fn joint_members(systems: &[(Name, &Declared)]) -> Members {
    let several = systems.len() > 1;
    let families = systems.iter().flat_map(|(alias, declared)| {
        let families = declared.members.families.iter();
        families.map(move |family| Family {
            system: several.then_some(alias.text),
            ..family.clone()
        })
    });
    Members {
        families: families.collect(),
    }
}

/// That an output is the same in two systems, process by process.
fn equal_outputs(
    name: Name,
    first: (Name, &Declared),
    second: (Name, &Declared),
    sink: &mut Sink,
) -> Vec<Term> {
    let both = [first, second].map(|(alias, declared)| {
        let members = joint_members(&[(alias, declared), (alias, declared)]);
        let half = members.families.len() / 2;
        let mut found = Vec::new();
        for family in &members.families[..half] {
            if let (true, Some(Some(sort))) = (
                family.outputs.contains(&name.text),
                family.variables.get(&name.text),
            ) {
                found.extend((0..family.len()).map(|i| family.variable(i, name.text, sort)));
            }
        }
        if found.is_empty() && declared.system.is_some() {
            let message = format!(
                "`{}` has no output {}",
                alias.text,
                quote(name.text.as_str())
            );
            let hint = format!("declare it in a process: `output {};`", name.text);
            sink.push(Diagnostic::error(name.span, message).hint(hint));
        }
        found
    });
    let [a, b] = both;
    let fits = a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| x.sort == y.sort);
    if !fits && !a.is_empty() && !b.is_empty() {
        let message = format!("the output `{}` differs in number or type", name.text);
        let hint = "say with `ensures` which variables should be equal";
        sink.push(Diagnostic::error(name.span, message).hint(hint));
        return Vec::new();
    }
    let pairs = a.iter().zip(&b);
    pairs.map(|(x, y)| Term::eq(x.term(), y.term())).collect()
}

/// A process as it was written, before it is copied for each rank.
struct Template {
    process: Process,
    formulas: Vec<(Symbol, Term, Span)>,
}

fn lower(
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
    let ranged = variables.iter().find(|v| v.var.sort.has_range());
    if let Some(variable) = ranged {
        let message = format!(
            "the variable `{}` of a process cannot have a range",
            variable.var.name
        );
        let hint = "declare an `int`, and assert what should hold of it";
        lowering.error(Diagnostic::error(process.head, message).hint(hint));
    }
    Template {
        process: Process {
            name: process.name.text,
            group: 0,
            rank: 0,
            variables,
            outputs,
            graph: flow.builder.finish(exit),
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
