//! Claims about systems.

use logic::{Term, Var};
use question::{ClaimKind, Expectation, Operand};

use super::{Declared, Systems};
use crate::Origins;
use crate::analysis::claims::ClaimNames;
use crate::analysis::expressions::{Elaborator, Place};
use crate::analysis::globals::Globals;
use crate::analysis::members::{Family, Members};
use crate::analysis::scope::{Local, Role, Scope};
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{self, ClauseKind, Name, PropertyKind, Relation, Verdict};

impl Systems {
    /// A claim about systems; `None` where it has an error or speaks of a system that has one.
    pub(in crate::analysis) fn claim(
        &self,
        claim: &syntax::Claim,
        names: &mut ClaimNames,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) -> Option<question::Claim> {
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
                ClauseKind::Matching(_)
                | ClauseKind::Augmented(_)
                | ClauseKind::Losing(_)
                | ClauseKind::Keeping(_) => {
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
        Some(question::Claim {
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

fn refused(claim: &syntax::Claim, sink: &mut Sink) -> Option<question::Claim> {
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
