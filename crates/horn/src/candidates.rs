//! What invariants may look like: candidates for Houdini from facts, guards and offers.
//!
//! For each predicate a set of linear forms is collected: single parameters, sums and differences of
//! two, and what guards and queries compare, carried from clause to clause. Facts give each form its
//! bounds and its residues, and all parameters together their affine hull.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Integer, Op, Rational, Sort, Substitution, Term, Value, Var};

use crate::distinct::{Forms, distinct};
use crate::facts::Facts;
use crate::form::{Form, Scaled};
use crate::houdini::Formulas;
use crate::path::Path;
use crate::points::{bounds, equations, residues, satisfied};
use crate::problem::Problem;

/// The most parameters for which all pairs are compared.
const MOST_PAIRED: usize = 12;

/// The most forms of a predicate besides pairs.
const MOST_FORMS: usize = 48;

/// The linear forms that matter for each predicate, with the numbers that guards compare them to,
/// and formulas that are no comparisons.
pub(crate) struct Shapes {
    forms: Vec<Forms>,
    atoms: Vec<BTreeSet<Term>>,
    /// The comparisons of guards and queries, as they stand and the other way round.
    guards: Vec<Vec<Term>>,
}

impl Shapes {
    pub(crate) fn of(problem: &Problem<'_>) -> Self {
        let count = problem.system.predicates().len();
        let mut shapes = Shapes {
            forms: vec![BTreeMap::new(); count],
            atoms: vec![BTreeSet::new(); count],
            guards: vec![Vec::new(); count],
        };
        for path in &problem.paths {
            shapes.add_literals(problem, path);
        }
        shapes.carry(problem);
        for (predicate, parameters) in problem.parameters.iter().enumerate() {
            shapes.add_pairs(predicate, parameters);
        }
        shapes
    }

    /// What the literals of a path say about the arguments of its applications.
    fn add_literals(&mut self, problem: &Problem<'_>, path: &Path) {
        for atom in path.body.iter().chain(&path.head) {
            let predicate = atom.predicate.index();
            let is_head = path.head.as_ref() == Some(atom);
            let position = |var: &Var| place(&atom.arguments, var);
            for literal in &path.literals {
                let literal = if is_head {
                    literal.clone()
                } else {
                    literal.substitute(&path.definitions)
                };
                if let Some(scaled) = Form::of_literal(&literal, position) {
                    if !is_head {
                        self.add_guard(predicate, &scaled, &problem.parameters[predicate]);
                    }
                    self.add_form(predicate, scaled);
                } else if literal
                    .free_vars()
                    .iter()
                    .all(|var| position(var).is_some())
                    && literal.as_value().is_none()
                {
                    let parameters = &problem.parameters[predicate];
                    let renaming: Substitution = (literal.free_vars().into_iter())
                        .filter_map(|var| {
                            let position = position(&var)?;
                            Some((var, parameters[position].term()))
                        })
                        .collect();
                    let literal = literal.substitute(&renaming);
                    self.atoms[predicate].insert(literal.negated_nnf());
                    self.atoms[predicate].insert(literal);
                }
            }
        }
    }

    fn add_guard(&mut self, predicate: usize, scaled: &Scaled, parameters: &[Var]) {
        if let Some(number) = (-&scaled.constant).checked_div(&scaled.scale) {
            let form = &scaled.form;
            let sides = [
                form.at_most(&number, parameters),
                form.at_least(&number, parameters),
            ];
            let guards = &mut self.guards[predicate];
            for side in sides {
                if !guards.contains(&side) {
                    guards.push(side);
                }
            }
        }
    }

    /// Adds a form, and the number that it is compared to.
    fn add_form(&mut self, predicate: usize, scaled: Scaled) -> bool {
        let forms = &mut self.forms[predicate];
        if !forms.contains_key(&scaled.form) && forms.len() >= MOST_FORMS {
            return false;
        }
        let numbers = forms.entry(scaled.form);
        let is_new = matches!(numbers, std::collections::btree_map::Entry::Vacant(_));
        let numbers = numbers.or_default();
        if let Some(number) = (-&scaled.constant).checked_div(&scaled.scale)
            && numbers.len() < 8
        {
            numbers.insert(number);
        }
        is_new
    }

    /// Carries forms along the clauses, in both directions, until nothing new comes up.
    fn carry(&mut self, problem: &Problem<'_>) {
        const ROUNDS: usize = 4;
        for _ in 0..ROUNDS {
            let mut changed = false;
            for path in problem.paths.iter().chain(problem.paths.iter().rev()) {
                changed |= self.carry_along(problem, path);
            }
            if !changed {
                return;
            }
        }
    }

    fn carry_along(&mut self, problem: &Problem<'_>, path: &Path) -> bool {
        let Some(head) = &path.head else { return false };
        let arguments: Vec<Term> = (head.arguments.iter())
            .map(|argument| argument.substitute(&path.definitions))
            .collect();
        let mut found: Vec<(usize, Scaled)> = Vec::new();
        let after = head.predicate.index();
        for atom in &path.body {
            let before = atom.predicate.index();
            let position = |var: &Var| place(&atom.arguments, var);
            // Backwards: the form of the head as a form of the body.
            for form in self.forms[after].keys() {
                let sum = form.term(&problem.parameters[after]);
                let parameters = problem.parameters[after].iter().cloned();
                let instance: Substitution = parameters.zip(arguments.iter().cloned()).collect();
                let scaled = Form::of_term(&sum.substitute(&instance), position);
                found.extend(scaled.map(|scaled| (before, scaled)));
            }
            // Forwards: where arguments of the head are arguments of the body plus a number.
            let shifted: Vec<Option<(usize, Rational)>> = (0..atom.arguments.len())
                .map(|place_before| {
                    arguments.iter().enumerate().find_map(|(place_after, argument)| {
                        let scaled = Form::of_term(argument, position)?;
                        let single = matches!(&scaled.form.factors[..], [(place, _)] if *place == place_before);
                        let unit = scaled.scale == Rational::ONE;
                        (single && unit).then_some((place_after, scaled.constant))
                    })
                })
                .collect();
            for (form, numbers) in &self.forms[before] {
                let mut shift = Rational::ZERO;
                let factors = form.factors.iter().map(|(place, factor)| {
                    let (after, constant) = shifted[*place].as_ref()?;
                    let factor = Rational::from(factor.clone());
                    shift = &shift + &(&factor * constant);
                    Some((*after, factor))
                });
                let Some(factors) = factors.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                // A bound before is the shifted bound after.
                let constants = numbers
                    .iter()
                    .map(|number| -(number + &shift))
                    .chain(numbers.is_empty().then_some(Rational::ZERO));
                for constant in constants {
                    let scaled = Form::of_sum(&form.sort, factors.clone(), constant);
                    found.extend(scaled.map(|scaled| (after, scaled)));
                }
            }
        }
        let mut changed = false;
        for (predicate, scaled) in found {
            changed |= self.add_form(predicate, scaled);
        }
        changed
    }

    /// Single parameters, sums and differences.
    fn add_pairs(&mut self, predicate: usize, parameters: &[Var]) {
        let forms = &mut self.forms[predicate];
        let numeric = |var: &Var| matches!(var.sort, Sort::Int | Sort::Real);
        let places: Vec<usize> = (0..parameters.len())
            .filter(|i| numeric(&parameters[*i]))
            .collect();
        for (i, a) in places.iter().enumerate() {
            let sort = &parameters[*a].sort;
            let mut add = |factors: Vec<(usize, Integer)>| {
                let form = Form {
                    sort: sort.clone(),
                    factors,
                };
                forms.entry(form).or_default();
            };
            add(vec![(*a, Integer::ONE)]);
            if places.len() > MOST_PAIRED {
                continue;
            }
            for b in &places[i + 1..] {
                if parameters[*b].sort == *sort {
                    add(vec![(*a, Integer::ONE), (*b, Integer::ONE)]);
                    add(vec![(*a, Integer::ONE), (*b, -Integer::ONE)]);
                }
            }
        }
    }

    /// The candidates that all facts satisfy, where these formulas are invariants.
    pub(crate) fn candidates(
        &self,
        problem: &Problem<'_>,
        facts: &Facts<'_>,
        known: &Formulas,
    ) -> Formulas {
        let ids = problem.system.ids();
        ids.map(|id| {
            let points = facts.of(id);
            if points.is_empty() {
                return vec![Term::bottom()];
            }
            let parameters = &problem.parameters[id.index()];
            let forms = distinct(&self.forms[id.index()], &known[id.index()], parameters);
            let mut found = self.common(problem, &forms, id.index(), &points, None);
            found.extend(self.atoms[id.index()].iter().cloned());
            satisfied(parameters, &points, found)
        })
        .collect()
    }

    /// What some points of a predicate have in common; where other points are given, only what not
    /// all of them share.
    fn common(
        &self,
        problem: &Problem<'_>,
        forms: &Forms,
        predicate: usize,
        points: &[&[Value]],
        others: Option<&[&[Value]]>,
    ) -> Vec<Term> {
        let parameters = &problem.parameters[predicate];
        let mut found: Vec<Term> = equations(parameters, points);
        for (position, var) in parameters.iter().enumerate() {
            let holds = |wanted: bool| points.iter().all(|p| p[position] == Value::Bool(wanted));
            if var.sort == Sort::Bool {
                found.extend(holds(true).then(|| var.term()));
                found.extend(holds(false).then(|| Term::not(var.term())));
            }
        }
        if let Some(others) = others {
            let shared = satisfied(parameters, others, found.clone());
            found.retain(|formula| !shared.contains(formula));
        }
        for (form, numbers) in forms {
            bounds(form, numbers, parameters, points, others, &mut found);
            if form.sort == Sort::Int {
                residues(form, problem, parameters, points, others, &mut found);
            }
        }
        let mut known = BTreeSet::new();
        found.retain(|candidate| candidate.as_value().is_none() && known.insert(candidate.clone()));
        found
    }
}

/// The equations that all facts satisfy; of a predicate without facts, that it is empty.
pub(crate) fn hulls(problem: &Problem<'_>, facts: &Facts<'_>) -> Formulas {
    let ids = problem.system.ids();
    ids.map(|id| match &facts.of(id)[..] {
        [] => vec![Term::bottom()],
        points => equations(&problem.parameters[id.index()], points),
    })
    .collect()
}

/// The position of a variable among arguments.
fn place(arguments: &[Term], var: &Var) -> Option<usize> {
    arguments
        .iter()
        .position(|argument| argument.as_var() == Some(var))
}

/// How many conditions are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conditions {
    /// Flags, and the values of parameters that have few of them.
    States,
    /// What guards compare as well.
    Guards,
}

impl Shapes {
    /// Candidates that hold under a condition: for the facts on one side of it, what they have in
    /// common, where these formulas are invariants.
    pub(crate) fn conditional(
        &self,
        problem: &Problem<'_>,
        facts: &Facts<'_>,
        known: &Formulas,
        which: Conditions,
    ) -> Formulas {
        let ids = problem.system.ids();
        ids.map(|id| {
            let parameters = &problem.parameters[id.index()];
            let points = facts.of(id);
            let forms = distinct(&self.forms[id.index()], &known[id.index()], parameters);
            let mut found = Vec::new();
            for condition in self.conditions(problem, id.index(), &points, which) {
                let (on, off): (Vec<&[Value]>, Vec<&[Value]>) = points.iter().partition(|point| {
                    let values = parameters.iter().cloned().zip(point.iter().cloned());
                    values.collect::<logic::Model>().holds(&condition) == Ok(true)
                });
                if on.is_empty() || off.is_empty() {
                    continue;
                }
                let mut side = |escape: Term, points: &[&[Value]], others: &[&[Value]]| {
                    let common = self.common(problem, &forms, id.index(), points, Some(others));
                    let guarded = common
                        .into_iter()
                        .map(|formula| Term::or([escape.clone(), formula]));
                    found.extend(guarded);
                };
                side(condition.negated_nnf(), &on, &off);
                if condition.op() != Some(&Op::Eq) {
                    side(condition.clone(), &off, &on);
                }
            }
            found
        })
        .collect()
    }

    /// The values of a parameter that has few of them, all of which clauses ask for: it says where
    /// something is.
    fn states<'v>(
        &self,
        predicate: usize,
        position: usize,
        points: &[&'v [Value]],
    ) -> Option<BTreeSet<&'v Value>> {
        let is_it = |form: &Form| matches!(&form.factors[..], [(place, factor)] if *place == position && factor.is_one());
        let (_, numbers) = self.forms[predicate].iter().find(|(form, _)| is_it(form))?;
        let mut values = BTreeSet::new();
        for point in points {
            let value = &point[position];
            let number = Rational::from(value.as_int()?.clone());
            numbers.contains(&number).then_some(())?;
            values.insert(value);
        }
        (values.len() > 1).then_some(values)
    }

    fn conditions(
        &self,
        problem: &Problem<'_>,
        predicate: usize,
        points: &[&[Value]],
        which: Conditions,
    ) -> Vec<Term> {
        const MOST: usize = 24;
        let parameters = &problem.parameters[predicate];
        let mut found: Vec<Term> = Vec::new();
        for (position, var) in parameters.iter().enumerate() {
            if var.sort == Sort::Bool {
                found.push(var.term());
            } else if let Some(values) = self.states(predicate, position, points) {
                let literals = values.into_iter().map(|value| Term::value(value.clone()));
                found.extend(literals.map(|value| Term::eq(var.term(), value)));
            }
        }
        if which == Conditions::Guards {
            let atoms = self.atoms[predicate].iter();
            found.extend(atoms.filter(|atom| atom.op() != Some(&Op::Not)).cloned());
            found.extend(self.guards[predicate].iter().cloned());
        }
        found.truncate(MOST);
        found
    }
}
