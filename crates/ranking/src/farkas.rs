//! Ranking functions as solutions of linear constraints, by Farkas' lemma.
//!
//! The unknowns are the coefficients of the functions, one affine function a node and level, and
//! the multipliers of the atoms of each transition. That a sum of unknown coefficients is not
//! negative wherever the atoms hold is then a conjunction of linear constraints: the sum and
//! multiples of the atoms' sums add up to a number that is not negative. The multipliers of a
//! solution are the certificate.

use std::collections::BTreeMap;

use evidence::ranking::{Affine, Atom, Comparison, Proof, Step, Transition};
use logic::{Model, Rational, Sort, Substitution, Term, Value, Var};

use crate::implicant::indicator;

/// The unknowns for one component: its transitions, and how many functions each node has.
pub(crate) struct Unknowns<'a> {
    /// The transitions of the component with their positions.
    pub(crate) transitions: &'a [(usize, &'a Transition)],
    /// The nodes of the component.
    pub(crate) nodes: &'a [usize],
    /// How many functions each node has.
    pub(crate) depth: usize,
    /// What functions are made of, over the variables before and after a step.
    pub(crate) monomials: &'a [(Term, Term)],
}

/// What functions over these variables are made of: the numbers, and truth values as 0 or 1.
pub(crate) fn monomials(vars: &[Var], priming: &Substitution) -> Vec<(Term, Term)> {
    vars.iter()
        .map(|var| {
            let term = if var.sort == Sort::Bool {
                indicator(var)
            } else {
                var.term()
            };
            let primed = term.substitute(priming);
            (term, primed)
        })
        .collect()
}

/// A sum whose coefficients are terms over the unknowns.
#[derive(Default)]
struct Sum {
    coefficients: BTreeMap<Term, Vec<Term>>,
    constant: Vec<Term>,
}

impl Sum {
    fn add(&mut self, term: &Term, summand: Term) {
        let summands = self.coefficients.entry(term.clone()).or_default();
        summands.push(summand);
    }

    /// The multiplier of an equation that cancels the term for which the equation is solved: the
    /// one that no other atom has. `None` where there is no such term.
    fn cancelling(&self, equation: &Atom, atoms: &[Atom]) -> Option<Term> {
        let is_solved = |term: &Term| {
            let has = |atom: &&Atom| atom.sum.coefficients.contains_key(term);
            atoms.iter().filter(has).count() == 1
        };
        let mut terms = equation.sum.coefficients.iter();
        let (term, coefficient) = terms.find(|(term, _)| is_solved(term))?;
        let factor = (-Rational::ONE).checked_div(coefficient)?;
        let summands = self.coefficients.get(term).cloned().unwrap_or_default();
        let sum = Term::add([Term::real(0)].into_iter().chain(summands));
        Some(times(&factor, sum))
    }
}

fn unknown(text: String) -> Term {
    Term::constant(&text, Sort::Real)
}

fn times(factor: &Rational, term: Term) -> Term {
    Term::mul([Term::real(factor.clone()), term])
}

/// What makes a transition ranked or kept, and the multipliers that a solution gives its atoms: for
/// each level, and for the bound where there is one.
pub(crate) struct Condition {
    pub(crate) constraint: Term,
    multipliers: Vec<Vec<Term>>,
}

impl Unknowns<'_> {
    /// The coefficient of a monomial in a function; the constant behind the last monomial.
    fn coefficient(&self, node: usize, level: usize, monomial: usize) -> Term {
        unknown(format!("coefficient {node} {level} {monomial}"))
    }

    /// The transition is ranked.
    pub(crate) fn ranked(&self, position: usize, transition: &Transition) -> Condition {
        let mut sums: Vec<Sum> = (0..self.depth)
            .map(|level| {
                let mut sum = self.decrease(level, transition);
                if level > 0 {
                    self.add(&mut sum, transition.from, level - 1);
                }
                sum.constant.push(Term::real(-1));
                sum
            })
            .collect();
        let mut last = Sum::default();
        self.add(&mut last, transition.from, self.depth - 1);
        sums.push(last);
        not_negative(sums, position, &transition.atoms)
    }

    /// The transition increases no function.
    pub(crate) fn kept(&self, position: usize, transition: &Transition) -> Condition {
        let levels = 0..self.depth;
        let sums = levels
            .map(|level| self.decrease(level, transition))
            .collect();
        not_negative(sums, position, &transition.atoms)
    }

    /// By how much a function decreases.
    fn decrease(&self, level: usize, transition: &Transition) -> Sum {
        let mut sum = Sum::default();
        self.add(&mut sum, transition.from, level);
        let minus_one = -Rational::ONE;
        for (number, (_, primed)) in self.monomials.iter().enumerate() {
            let coefficient = self.coefficient(transition.to, level, number);
            sum.add(primed, times(&minus_one, coefficient));
        }
        let constant = self.coefficient(transition.to, level, self.monomials.len());
        sum.constant.push(times(&minus_one, constant));
        sum
    }

    /// Adds a function before the step.
    fn add(&self, sum: &mut Sum, node: usize, level: usize) {
        for (number, (monomial, _)) in self.monomials.iter().enumerate() {
            sum.add(monomial, self.coefficient(node, level, number));
        }
        let constant = self.coefficient(node, level, self.monomials.len());
        sum.constant.push(constant);
    }

    /// The step that a solution stands for, with these transitions ranked.
    pub(crate) fn step(&self, solution: &Model, is_ranked: impl Fn(usize) -> bool) -> Step {
        let value = |term: &Term| value(solution, term);
        let function = |node: usize, level: usize| {
            let constant = self.coefficient(node, level, self.monomials.len());
            let mut function = Affine::number(value(&constant));
            for (number, (monomial, _)) in self.monomials.iter().enumerate() {
                let coefficient = value(&self.coefficient(node, level, number));
                function.add_multiple(&coefficient, &Affine::term(monomial.clone()));
            }
            function
        };
        let functions = self.nodes.iter().map(|node| {
            let levels = 0..self.depth;
            (*node, levels.map(|level| function(*node, level)).collect())
        });
        let proofs = self.transitions.iter().map(|(position, transition)| {
            let is_ranked = is_ranked(*position);
            let condition = if is_ranked {
                self.ranked(*position, transition)
            } else {
                self.kept(*position, transition)
            };
            let of_level = |terms: &Vec<Term>| terms.iter().map(value).collect();
            let mut levels: Vec<Vec<Rational>> =
                condition.multipliers.iter().map(of_level).collect();
            let bound = levels.split_off(self.depth).pop();
            let proof = match bound {
                Some(bound) => Proof::Ranked {
                    decrease: levels,
                    bound,
                },
                None => Proof::Kept(levels),
            };
            (*position, proof)
        });
        Step {
            functions: functions.collect(),
            proofs: proofs.collect(),
        }
    }
}

/// The value of a term over the unknowns. What the constraints do not mention may have any value.
fn value(solution: &Model, term: &Term) -> Rational {
    let mut complete = Model::new();
    for var in term.free_vars() {
        let value = solution.get(&var).cloned();
        let value = value.unwrap_or(Value::Real(Rational::ZERO));
        complete.set(var, value);
    }
    match complete.eval(term) {
        Ok(Value::Real(value)) => value,
        other => unreachable!("terms over unknowns are sums of reals: {other:?}"),
    }
}

/// All sums are at least zero wherever the atoms hold.
fn not_negative(sums: Vec<Sum>, position: usize, atoms: &[Atom]) -> Condition {
    let mut constraints = Vec::new();
    let mut multipliers = Vec::new();
    for (level, mut sum) in sums.into_iter().enumerate() {
        let mut of_level = Vec::new();
        for (number, atom) in atoms.iter().enumerate() {
            let multiplier = match atom.comparison {
                Comparison::Equal => sum.cancelling(atom, atoms),
                Comparison::AtMost => None,
            };
            let multiplier = multiplier.unwrap_or_else(|| {
                let free = unknown(format!("multiplier {position} {level} {number}"));
                if atom.comparison == Comparison::AtMost {
                    constraints.push(Term::le(Term::real(0), free.clone()));
                }
                free
            });
            for (term, coefficient) in &atom.sum.coefficients {
                sum.add(term, times(coefficient, multiplier.clone()));
            }
            sum.constant
                .push(times(&atom.sum.constant, multiplier.clone()));
            of_level.push(multiplier);
        }
        for summands in sum.coefficients.into_values() {
            constraints.push(Term::eq(Term::add(summands).simplify(), Term::real(0)));
        }
        let constant = Term::add(sum.constant).simplify();
        constraints.push(Term::le(Term::real(0), constant));
        multipliers.push(of_level);
    }
    Condition {
        constraint: Term::and(constraints),
        multipliers,
    }
}
