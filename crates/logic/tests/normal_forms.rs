//! Normal forms and the simplifier mean what the term means.

use logic::linear::{Linear, LinearAtom};
use logic::testing::{Fragment, any_terms, deterministic, formulas, models, terms};
use logic::{Integer, Model, Node, Op, Rational, Sort, Term, Value, Var};
use proptest::prelude::*;

/// The result has the value of the term in a model in which the term has one.
fn agree(model: &Model, term: &Term, result: &Term) -> Result<(), TestCaseError> {
    if let Ok(expected) = model.eval(term) {
        prop_assert_eq!(
            model.eval(result),
            Ok(expected),
            "{} became {}",
            term,
            result
        );
    }
    Ok(())
}

/// Whether negations stand only before atoms that are no comparisons.
fn is_nnf(formula: &Term) -> bool {
    match formula.node() {
        Node::Quantified(_, _, body) => is_nnf(body),
        Node::App(Op::And | Op::Or, parts) => parts.iter().all(is_nnf),
        Node::App(Op::Not, parts) => {
            !parts[0].is_connective() && !matches!(parts[0].op(), Some(Op::Le | Op::Lt))
        }
        _ => !formula.is_connective(),
    }
}

/// A comparison of a sum with a small number.
fn comparison(sum: Term, relation: usize, bound: i64) -> Term {
    let bound = Term::number(&sum.sort().carrier(), bound);
    match relation {
        0 => Term::le(sum, bound),
        1 => Term::lt(sum, bound),
        2 => Term::ge(sum, bound),
        3 => Term::gt(sum, bound),
        4 => Term::eq(sum, bound),
        _ => Term::ne(sum, bound),
    }
}

proptest! {
    #![proptest_config(deterministic(4000))]

    #[test]
    fn simplification_keeps_the_value(term in any_terms(Fragment::ALL), model in models()) {
        let simple = term.simplify();
        prop_assert!(simple.sort().is_comparable(term.sort()));
        agree(&model, &term, &simple)?;
    }

    #[test]
    fn simplified_linear_formulas_keep_the_value(
        formula in formulas(Fragment::LINEAR),
        models in prop::collection::vec(models(), 4),
    ) {
        let simple = formula.simplify();
        for model in models {
            prop_assert_eq!(model.eval(&formula), model.eval(&simple), "{} became {}", formula, simple);
        }
    }

    #[test]
    fn simplification_is_idempotent_and_small(term in any_terms(Fragment::ALL)) {
        let simple = term.simplify();
        prop_assert_eq!(simple.simplify(), simple.clone(), "of {}", term);
        let (before, after) = (term.dag_size(), simple.dag_size());
        prop_assert!(after <= before + before / 2 + 4, "{} became {}: {} became {}", before, after, term, simple);
    }

    #[test]
    fn negation_normal_form_keeps_the_value(
        formula in formulas(Fragment::ALL),
        model in models(),
    ) {
        let (positive, negative) = (formula.nnf(), formula.negated_nnf());
        prop_assert!(is_nnf(&positive) && is_nnf(&negative), "{} became {}", formula, positive);
        agree(&model, &formula, &positive)?;
        agree(&model, &Term::not(formula), &negative)?;
    }

    #[test]
    fn linear_terms_come_back(
        a in terms(Sort::Int, Fragment::ALL),
        b in terms(Sort::Int, Fragment::LINEAR_INTEGERS),
        factor in -5i64..5,
        model in models(),
    ) {
        let [f, g] = [&a, &b].map(|term| Linear::<Integer>::of(term).expect("the term is an integer"));
        agree(&model, &a, &f.to_term())?;
        agree(&model, &Term::add([a.clone(), b.clone()]), &(&f + &g).to_term())?;
        agree(&model, &Term::sub(a.clone(), b), &(&f - &g).to_term())?;
        agree(&model, &Term::mul([Term::int(factor), a]), &f.scaled(&factor.into()).to_term())?;
        prop_assert_eq!(Linear::of(&f.to_term()), Some(f.clone()));
        prop_assert!(f.monomials().all(|(_, c)| !c.is_zero()));
    }

    #[test]
    fn real_linear_terms_come_back(term in terms(Sort::Real, Fragment::ALL), model in models()) {
        let linear = Linear::<Rational>::of(&term).expect("the term is a real");
        agree(&model, &term, &linear.to_term())?;
        prop_assert_eq!(Linear::of(&linear.to_term()), Some(linear));
    }

    #[test]
    fn linear_atoms_keep_the_value(formula in formulas(Fragment::LINEAR), model in models()) {
        for atom in formula.atoms() {
            if let Some(normal) = LinearAtom::<Integer>::of(&atom) {
                agree(&model, &atom, &normal.to_term())?;
            }
            if let Some(normal) = LinearAtom::<Rational>::of(&atom) {
                agree(&model, &atom, &normal.to_term())?;
            }
        }
    }

    /// Bounds of the same sums meet each other in all ways, and all their values are tried.
    #[test]
    fn neighbouring_bounds_keep_the_value(
        parts in prop::collection::vec((0usize..3, 0usize..6, -1i64..3), 1..6),
        connectives in any::<(bool, bool)>(),
        real in any::<bool>(),
    ) {
        let sort = if real { Sort::Real } else { Sort::Int };
        let [x, y] = ["x", "y"].map(|name| Var::new(name, sort.clone()));
        let sums = [x.term(), Term::sub(x.term(), y.term()), Term::sub(y.term(), x.term())];
        let mut atoms: Vec<Term> = parts
            .iter()
            .map(|(sum, relation, bound)| comparison(sums[*sum].clone(), *relation, *bound))
            .collect();
        let join = |is_and: bool, parts: Vec<Term>| {
            if is_and { Term::and(parts) } else { Term::or(parts) }
        };
        let inner = join(connectives.1, atoms.split_off(atoms.len() / 2));
        atoms.push(inner);
        let formula = join(connectives.0, atoms);
        let simple = formula.simplify();
        let values = (-6i64..=8).map(|half| {
            let value = Rational::new(half.into(), 2.into()).expect("two is not zero");
            if real { Value::Real(value) } else { Value::Int(value.floor()) }
        });
        for (a, b) in values.clone().flat_map(|a| values.clone().map(move |b| (a.clone(), b))) {
            let model = Model::from_iter([(x.clone(), a), (y.clone(), b)]);
            prop_assert_eq!(model.eval(&formula), model.eval(&simple), "{} became {}", formula, simple);
        }
    }

    /// Reading through writes, with few indices that often meet.
    #[test]
    fn array_accesses_keep_the_value(
        writes in prop::collection::vec((0usize..6, -2i64..3), 0..6),
        read in 0usize..6,
        model in models(),
    ) {
        let [x, y] = ["x", "y"].map(|name| Term::constant(name, Sort::Int));
        let indices = [
            Term::int(0),
            Term::int(1),
            x.clone(),
            Term::add([x.clone(), Term::int(1)]),
            y.clone(),
            Term::sub(x, y),
        ];
        let mut array = Term::constant("m", Sort::array(Sort::Int, Sort::Int));
        for (index, element) in writes {
            array = Term::store(array, indices[index].clone(), Term::int(element));
        }
        agree(&model, &array, &array.simplify())?;
        let element = Term::select(array, indices[read].clone());
        agree(&model, &element, &element.simplify())?;
    }
}
