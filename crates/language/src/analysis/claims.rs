//! Claims.

use std::collections::BTreeMap;

use logic::{Symbol, Term};
use program::Program;
use question::{ClaimKind, Expectation, Losable, Operand, Temporal};

use super::expressions::{Elaborator, Place};
use super::globals::{Globals, duplicate};
use super::inclusions;
use super::losses;
use super::networks;
use super::programs::{Programs, Signature};
use super::properties::{self, Law};
use super::scope::Scope;
use super::temporal;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::syntax::{self, ClauseKind, Name, Relation, Verdict};
use crate::{Origins, Span, suggest};

/// The programs that a claim speaks of, by the names that it gives them.
pub(super) struct Aliases<'a> {
    pub(super) entries: Vec<(Name, &'a Signature)>,
}

impl Aliases<'_> {
    /// The aliases whose programs have a variable of this name.
    pub(super) fn owners(&self, variable: Symbol) -> Vec<Symbol> {
        let owners = self
            .entries
            .iter()
            .filter(|(_, p)| p.variables.contains_key(&variable));
        owners.map(|(alias, _)| alias.text).collect()
    }

    /// The variable `alias.name`.
    pub(super) fn resolve(
        &self,
        alias: Name,
        name: Name,
        globals: &Globals<'_>,
        sink: &mut Sink,
    ) -> Option<Term> {
        let Some((_, program)) = self
            .entries
            .iter()
            .find(|(found, _)| found.text == alias.text)
        else {
            let names: Vec<&str> = self
                .entries
                .iter()
                .map(|(alias, _)| alias.text.as_str())
                .collect();
            let message = format!("the claim names no program {}", quote(alias.text.as_str()));
            let hint = suggest::did_you_mean(alias.text.as_str(), names.iter().copied())
                .unwrap_or_else(|| format!("its programs are `{}`", names.join("`, `")));
            sink.push(Diagnostic::error(alias.span, message).hint(hint));
            return None;
        };
        if let Some(var) = program.variables.get(&name.text) {
            let var = var.as_ref()?;
            return Some(Program::qualified(alias.text, var).term());
        }
        if globals.skipped.contains(&name.text) {
            return None;
        }
        let message = format!(
            "`{}` has no variable {}",
            alias.text,
            quote(name.text.as_str())
        );
        let error = Diagnostic::error(name.span, message);
        let hint = if program.inner.contains(&name.text) {
            Some("variables of an inner block exist only inside it".to_owned())
        } else {
            let known = program.variables.keys().map(|name| name.as_str());
            suggest::did_you_mean(name.text.as_str(), known)
        };
        sink.push(error.maybe_hint(hint));
        None
    }
}

/// The names of the claims so far.
#[derive(Default)]
pub(super) struct ClaimNames(BTreeMap<Symbol, Span>);

impl ClaimNames {
    /// Notes the name of a claim; reports where it is taken.
    pub(super) fn take(&mut self, name: Name, sink: &mut Sink) {
        if let Some(first) = self.0.insert(name.text, name.span) {
            duplicate(name, first, sink);
        }
    }

    /// The claim; `None` where it has an error or speaks of a program that has one.
    pub(super) fn lower(
        &mut self,
        claim: &syntax::Claim,
        programs: &Programs,
        globals: &Globals<'_>,
        sink: &mut Sink,
        origins: &mut Origins,
    ) -> Option<Vec<question::Claim>> {
        let was_read = !sink.has_error_at(claim.span);
        let errors = sink.error_count();
        self.take(claim.name, sink);
        let aliases = aliases(claim, programs, globals, sink);
        let operands = aliases
            .as_ref()
            .map(|aliases| operands(claim, aliases, globals, sink));
        if let (Relation::SafeFor(_) | Relation::Property(_), Some(aliases)) =
            (&claim.relation, &aliases)
        {
            no_communication(claim, aliases, sink);
        }
        let property = match (&claim.relation, &aliases) {
            (Relation::Satisfies(_, formula), Some(aliases)) => {
                temporal::lower(formula, aliases, globals, sink)
            }
            (Relation::Network(network), Some(aliases)) => {
                temporal::lower(&network.property, aliases, globals, sink)
            }
            _ => None,
        };
        let inclusion = aliases
            .as_ref()
            .map(|aliases| inclusions::lower(claim, aliases, programs, globals, sink))
            .unwrap_or_default();
        let losable = aliases
            .as_ref()
            .map(|aliases| losses::lower(claim, aliases, globals, sink))
            .unwrap_or_default();
        let (mut requires, mut ensures, mut expect) = (Vec::new(), Vec::new(), None);
        let mut hints = Vec::new();
        for clause in &claim.clauses {
            match &clause.kind {
                ClauseKind::Expect(verdict) => {
                    if let Some((_, first)) = expect {
                        let error = Diagnostic::error(clause.span, "a claim expects one verdict");
                        sink.push(error.also(first, "the first one is here"));
                    }
                    expect = Some((*verdict, clause.span));
                }
                // These have been read already.
                ClauseKind::Matching(_)
                | ClauseKind::Augmented(_)
                | ClauseKind::Losing(_)
                | ClauseKind::Keeping(_) => {}
                ClauseKind::Requires(formula)
                | ClauseKind::Ensures(formula)
                | ClauseKind::Using(formula) => {
                    // Without its programs, a formula would only repeat what has been said of them.
                    let aliases = aliases.as_ref()?;
                    let mut scope = Scope::default();
                    let place = Place::Claim(aliases);
                    let term = Elaborator::new(globals, &mut scope, place, sink).formula(formula);
                    if let Some(problem) = misplaced(claim, &clause.kind, term.as_ref()) {
                        sink.push(Diagnostic::error(clause.span, problem));
                    }
                    match &clause.kind {
                        ClauseKind::Requires(_) => requires.extend(term),
                        ClauseKind::Using(_) => hints.extend(term),
                        _ => ensures.extend(term),
                    }
                }
            }
        }
        let aliases = aliases?;
        let laws = match &claim.relation {
            Relation::Property(property) => {
                properties::laws(claim, property, &aliases, globals, sink)
            }
            _ => vec![Law::plain(claim)],
        };
        let all_right = aliases
            .entries
            .iter()
            .all(|(_, program)| program.is_right());
        if sink.error_count() > errors || !was_read || !all_right {
            return None;
        }
        let operands = operands??;
        let network = match (&claim.relation, &property) {
            (Relation::Network(network), Some(property)) => {
                let (operands, property) = (operands.clone(), property.clone());
                Some(networks::lower(
                    network, operands, property, programs, globals, sink,
                )?)
            }
            _ => None,
        };
        let origin = origins.add(claim.span);
        let expect = expect.map(|(verdict, _)| match verdict {
            Verdict::Proved => Expectation::Proved,
            Verdict::Refuted => Expectation::Refuted,
            Verdict::Unknown => Expectation::Unknown,
        });
        let claims = laws.into_iter().map(|law| {
            let operands = operands[..law.copies.unwrap_or(operands.len())].to_vec();
            question::Claim {
                name: law.name,
                kind: network.clone().unwrap_or_else(|| {
                    kind(
                        &claim.relation,
                        operands,
                        property.clone(),
                        inclusion.clone(),
                        losable.clone(),
                    )
                }),
                requires: Term::and(requires.iter().cloned().chain(law.requires)),
                ensures: Term::and(ensures.iter().cloned().chain(law.ensures)),
                hints: hints.clone(),
                expect,
                origin,
            }
        });
        Some(claims.collect())
    }
}

/// What is wrong with a clause of this claim, where it would say nothing, or not what it seems to.
fn misplaced(
    claim: &syntax::Claim,
    clause: &ClauseKind,
    formula: Option<&Term>,
) -> Option<&'static str> {
    match (&claim.relation, clause) {
        (Relation::Included(..) | Relation::Satisfies(..), ClauseKind::Ensures(_)) => {
            Some("fair runs have no end, so that nothing can be ensured there")
        }
        (Relation::Network(_), ClauseKind::Requires(_) | ClauseKind::Ensures(_)) => {
            Some("a claim about all networks has no conditions of its own")
        }
        (Relation::SafeFor(_) | Relation::Property(_), _) => {
            let is_comparator = matches!(
                &claim.relation,
                Relation::Property(property)
                    if matches!(property.kind, syntax::PropertyKind::Comparator { .. })
            );
            let is_of_third = |var: &logic::Var| var.name.as_str().starts_with("third.");
            let speaks_of_third = formula?.free_vars().iter().any(is_of_third);
            (is_comparator && speaks_of_third).then_some(
                "a clause of a comparator is about `first` and `second`: not every law has a third copy",
            )
        }
        (_, ClauseKind::Using(_)) => Some("only claims of safety can use a hint"),
        _ => None,
    }
}

/// Finds the programs; `None` where one is unknown or an alias is taken.
fn aliases<'a>(
    claim: &syntax::Claim,
    programs: &'a Programs,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<Aliases<'a>> {
    let mut entries: Vec<(Name, &Signature)> = Vec::new();
    let mut all_right = true;
    for operand in claim.relation.operands() {
        let alias = operand.alias.unwrap_or(operand.program);
        let Some(program) = programs.get(operand.program.text) else {
            all_right = false;
            let name = operand.program;
            if !globals.skipped.contains(&name.text) {
                let hint = suggest::did_you_mean(name.text.as_str(), programs.names());
                let message = format!("there is no program called {}", quote(name.text.as_str()));
                sink.push(Diagnostic::error(name.span, message).maybe_hint(hint));
            }
            continue;
        };
        if let Some((first, _)) = entries.iter().find(|(found, _)| found.text == alias.text) {
            all_right = false;
            let message = format!("the claim calls two programs `{}`", alias.text);
            let hint = aliased(&claim.relation);
            sink.push(
                Diagnostic::error(alias.span, message)
                    .also(first.span, "the other one")
                    .hint(format!("give each its own name: {hint}")),
            );
            continue;
        }
        entries.push((alias, program));
    }
    all_right.then_some(Aliases { entries })
}

/// The relation of a claim with an alias for each program.
fn aliased(relation: &Relation) -> String {
    let operands: Vec<String> = ('a'..='z')
        .zip(relation.operands())
        .map(|(alias, operand)| format!("{alias} = {}", operand.program.text))
        .collect();
    match relation {
        Relation::Simulated(..) => format!("`{}`", operands.join(" simulated by ")),
        Relation::Abstracted(..) => format!("`{}`", operands.join(" abstracted by ")),
        Relation::Included(..) => format!("`{}`", operands.join(" included in ")),
        Relation::Satisfies(..) => format!("`{} satisfies …`", operands.join("")),
        Relation::Network(_) => format!("`{} o …`", operands.join(" o ")),
        // Functions have no aliases: the files that they are of do.
        Relation::Refines(..) => String::new(),
        Relation::Property(_) => format!("`{}`", operands.join(" equivalent to ")),
        Relation::SafeFor(_) | Relation::Safe(_) | Relation::SafeLeavingNothing(_) => {
            format!("`safe for {}`", operands.join(", "))
        }
    }
}

/// The arguments of all operands; `None` where something is wrong with one of them.
fn operands(
    claim: &syntax::Claim,
    aliases: &Aliases<'_>,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<Vec<Operand>> {
    let operands: Vec<Option<Operand>> = claim
        .relation
        .operands()
        .into_iter()
        .zip(&aliases.entries)
        .map(|(operand, (alias, program))| {
            let arguments = arguments(operand, program, globals, sink)?;
            Some(Operand {
                alias: alias.text,
                program: operand.program.text,
                arguments,
            })
        })
        .collect();
    operands.into_iter().collect()
}

fn arguments(
    operand: &syntax::Operand,
    program: &Signature,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<Vec<(logic::Var, Term)>> {
    let errors = sink.error_count();
    let name = operand.program.text;
    let mut given: BTreeMap<Symbol, Span> = BTreeMap::new();
    let mut result = Vec::new();
    for (position, argument) in operand.arguments.iter().enumerate() {
        let span = argument.value.span;
        let parameter = match argument.name {
            None => match program.parameters.get(position) {
                Some(parameter) => parameter.text,
                // Of a program with an error it is not sure which parameters it has.
                None if !program.is_right() => continue,
                None => {
                    let count = program.parameters.len();
                    let plural = if count == 1 { "" } else { "s" };
                    let message = format!("`{name}` has {count} parameter{plural}");
                    let error = Diagnostic::error(span, message).label("one argument too many");
                    sink.push(error.hint(format!("declare it: `program {name}(n: int) {{ … }}`")));
                    continue;
                }
            },
            Some(parameter) => {
                let known = || program.parameters.iter().map(|name| name.text.as_str());
                if program.is_right() && !known().any(|name| name == parameter.text.as_str()) {
                    let hint = suggest::did_you_mean(parameter.text.as_str(), known());
                    let message = format!(
                        "`{name}` has no parameter {}",
                        quote(parameter.text.as_str())
                    );
                    sink.push(Diagnostic::error(parameter.span, message).maybe_hint(hint));
                    continue;
                }
                parameter.text
            }
        };
        if let Some(first) = given.insert(parameter, span) {
            let message = format!("the parameter `{parameter}` is given twice");
            sink.push(Diagnostic::error(span, message).also(first, "first given here"));
            continue;
        }
        let Some(Some(var)) = program.variables.get(&parameter) else {
            continue;
        };
        let mut scope = Scope::default();
        let mut elaborator = Elaborator::new(globals, &mut scope, Place::Argument, sink);
        let term = elaborator.of_sort(&argument.value, &var.sort);
        let Some(term) = term else { continue };
        if let (logic::Sort::Range(range), Some(logic::Value::Int(value))) =
            (&var.sort, term.as_value())
            && !range.contains(value)
        {
            let message = format!(
                "the value {} is not in the range {}",
                quote(&value.to_string()),
                var.sort
            );
            sink.push(Diagnostic::error(span, message));
        }
        result.push((var.clone(), term));
    }
    (sink.error_count() == errors).then_some(result)
}

/// k-safety speaks of how runs end and not of what they say on the way.
fn no_communication(claim: &syntax::Claim, aliases: &Aliases<'_>, sink: &mut Sink) {
    let mut seen: Vec<Span> = Vec::new();
    for (_, program) in &aliases.entries {
        if let Some(span) = program.communicates
            && !seen.contains(&span)
        {
            seen.push(span);
            let message = "a program in a `safe for` claim cannot communicate";
            sink.push(
                Diagnostic::error(span, message)
                    .also(claim.name.span, "because of this claim")
                    .hint("use `simulated by` to compare what programs send and receive"),
            );
        }
    }
}

fn kind(
    relation: &Relation,
    operands: Vec<Operand>,
    property: Option<Temporal>,
    inclusion: inclusions::Inclusion,
    losable: Losable,
) -> ClaimKind {
    if let Relation::SafeFor(_) | Relation::Property(_) = relation {
        return ClaimKind::SafeFor { copies: operands };
    }
    let mut operands = operands.into_iter();
    let mut next = || operands.next().expect("a relation has all its operands");
    if let Some(property) = property {
        return ClaimKind::Satisfies {
            system: next(),
            property,
        };
    }
    match relation {
        Relation::Simulated(..) => ClaimKind::Simulated {
            source: next(),
            target: next(),
        },
        Relation::Abstracted(..) => ClaimKind::Abstracted {
            source: next(),
            target: next(),
            losable,
        },
        Relation::Included(..) => ClaimKind::Included {
            concrete: next(),
            specification: next(),
            matching: inclusion.matching,
            augmentation: inclusion.augmentation,
        },
        Relation::Safe(_)
        | Relation::SafeLeavingNothing(_)
        | Relation::SafeFor(_)
        | Relation::Refines(..)
        | Relation::Satisfies(..)
        | Relation::Network(_)
        | Relation::Property(_) => ClaimKind::Safe {
            system: next(),
            leaves_no_messages: false,
        },
    }
}
