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

fn unknown(text: String) -> Term {
    Term::constant(&text, Sort::Real)
}

fn times(factor: &Rational, term: Term) -> Term {
    Term::mul([Term::real(factor.clone()), term])
}

/// A multiplier that shows something of a level of a transition.
fn multiplier(transition: usize, level: usize, atom: usize) -> Term {
    unknown(format!("multiplier {transition} {level} {atom}"))
}

impl Unknowns<'_> {
    /// The coefficient of a monomial in a function; the constant behind the last monomial.
    fn coefficient(&self, node: usize, level: usize, monomial: usize) -> Term {
        unknown(format!("coefficient {node} {level} {monomial}"))
    }

    /// Multipliers of inequalities are not negative.
    pub(crate) fn signs(&self) -> Vec<Term> {
        let mut signs = Vec::new();
        for (position, transition) in self.transitions {
            for level in 0..=self.depth {
                for (number, atom) in transition.atoms.iter().enumerate() {
                    if atom.comparison == Comparison::AtMost {
                        let multiplier = multiplier(*position, level, number);
                        signs.push(Term::le(Term::real(0), multiplier));
                    }
                }
            }
        }
        signs
    }

    /// The transition is ranked.
    pub(crate) fn ranked(&self, position: usize, transition: &Transition) -> Term {
        let mut parts = Vec::new();
        for level in 0..self.depth {
            let mut sum = self.decrease(level, transition);
            if level > 0 {
                self.add(&mut sum, transition.from, level - 1);
            }
            sum.constant.push(Term::real(-1));
            parts.push(not_negative(sum, position, level, &transition.atoms));
        }
        let mut last = Sum::default();
        self.add(&mut last, transition.from, self.depth - 1);
        parts.push(not_negative(last, position, self.depth, &transition.atoms));
        Term::and(parts)
    }

    /// The transition increases no function.
    pub(crate) fn kept(&self, position: usize, transition: &Transition) -> Term {
        Term::and((0..self.depth).map(|level| {
            let sum = self.decrease(level, transition);
            not_negative(sum, position, level, &transition.atoms)
        }))
    }

    /// By how much a function decreases.
    fn decrease(&self, level: usize, transition: &Transition) -> Sum {
        let mut sum = Sum::default();
        self.add(&mut sum, transition.from, level);
        let minus_one = -Rational::ONE;
        for (number, (_, primed)) in self.monomials.iter().enumerate() {
            let coefficient = self.coefficient(transition.to, level, number);
            let summands = sum.coefficients.entry(primed.clone()).or_default();
            summands.push(times(&minus_one, coefficient));
        }
        let constant = self.coefficient(transition.to, level, self.monomials.len());
        sum.constant.push(times(&minus_one, constant));
        sum
    }

    /// Adds a function before the step.
    fn add(&self, sum: &mut Sum, node: usize, level: usize) {
        for (number, (monomial, _)) in self.monomials.iter().enumerate() {
            let summands = sum.coefficients.entry(monomial.clone()).or_default();
            summands.push(self.coefficient(node, level, number));
        }
        let constant = self.coefficient(node, level, self.monomials.len());
        sum.constant.push(constant);
    }

    /// The step that a solution stands for, with these transitions ranked.
    pub(crate) fn step(&self, solution: &Model, is_ranked: impl Fn(usize) -> bool) -> Step {
        let value = |term: Term| match term.as_var().and_then(|var| solution.get(var)) {
            Some(Value::Real(value)) => value.clone(),
            // What the constraints do not mention may have any value.
            _ => Rational::ZERO,
        };
        let function = |node: usize, level: usize| {
            let constant = self.coefficient(node, level, self.monomials.len());
            let mut function = Affine::number(value(constant));
            for (number, (monomial, _)) in self.monomials.iter().enumerate() {
                let coefficient = value(self.coefficient(node, level, number));
                function.add_multiple(&coefficient, &Affine::term(monomial.clone()));
            }
            function
        };
        let functions = self.nodes.iter().map(|node| {
            let levels = 0..self.depth;
            (*node, levels.map(|level| function(*node, level)).collect())
        });
        let proofs = self.transitions.iter().map(|(position, transition)| {
            let multipliers = |level: usize| -> Vec<Rational> {
                let atoms = 0..transition.atoms.len();
                atoms
                    .map(|atom| value(multiplier(*position, level, atom)))
                    .collect()
            };
            let levels: Vec<Vec<Rational>> = (0..self.depth).map(multipliers).collect();
            let proof = if is_ranked(*position) {
                Proof::Ranked {
                    decrease: levels,
                    bound: multipliers(self.depth),
                }
            } else {
                Proof::Kept(levels)
            };
            (*position, proof)
        });
        Step {
            functions: functions.collect(),
            proofs: proofs.collect(),
        }
    }
}

/// The sum is at least zero wherever the atoms hold.
fn not_negative(mut sum: Sum, position: usize, level: usize, atoms: &[Atom]) -> Term {
    for (number, atom) in atoms.iter().enumerate() {
        let multiplier = multiplier(position, level, number);
        for (term, coefficient) in &atom.sum.coefficients {
            let summands = sum.coefficients.entry(term.clone()).or_default();
            summands.push(times(coefficient, multiplier.clone()));
        }
        sum.constant.push(times(&atom.sum.constant, multiplier));
    }
    let cancelled = sum.coefficients.into_values();
    let cancelled = cancelled.map(|summands| Term::eq(Term::add(summands), Term::real(0)));
    let constant = Term::le(Term::real(0), Term::add(sum.constant));
    Term::and(cancelled.chain([constant]))
}
