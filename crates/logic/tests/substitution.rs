//! Substitution means evaluation under changed values.

use std::cmp::Ordering;

use logic::testing::{
    Fragment, Vocabulary, any_terms, deterministic, formulas, models, substitutions,
};
use logic::{EvalError, Model, Sort, Substitution, Term, Value};
use proptest::prelude::*;

/// The model after the substitution: each replaced variable has the value of its term.
fn updated(model: &Model, substitution: &logic::Substitution) -> Result<Model, EvalError> {
    let mut result = model.clone();
    for (var, term) in substitution.iter() {
        result.set(var.clone(), model.eval(term)?);
    }
    Ok(result)
}

proptest! {
    #![proptest_config(deterministic(2000))]

    #[test]
    fn substitution_agrees_with_evaluation(
        term in any_terms(Fragment::ALL),
        substitution in substitutions(Fragment::ALL),
        model in models(),
    ) {
        if let Ok(after) = updated(&model, &substitution)
            && let Ok(expected) = after.eval(&term)
        {
            prop_assert_eq!(model.eval(&term.substitute(&substitution)), Ok(expected));
        }
    }

    /// The replaced variables are free below a binder of a variable that the terms mention.
    #[test]
    fn nothing_is_captured(
        body in formulas(Fragment::ALL),
        binder in 0usize..6,
        replaced in prop::sample::subsequence(vec![0usize, 1, 2, 3, 4, 5], 1..4),
        model in models(),
    ) {
        let bound = Vocabulary::new().bound;
        let mentions = |body: Term| {
            // Each bound variable occurs, so that each replacement matters.
            let facts = bound.iter().map(|var| {
                Term::eq(var.term(), Term::value(Value::default_of(&var.sort)))
            });
            Term::xor(body, facts.reduce(Term::xor).expect("there are bound variables"))
        };
        let term = Term::exists([bound[binder].clone()], mentions(body));
        let mut substitution = Substitution::new();
        for position in replaced {
            let var = &bound[position];
            let mut others = bound.iter().filter(|other| other.sort == var.sort && *other != var);
            let image = others.next_back().map_or(Term::value(Value::default_of(&var.sort)), |other| other.term());
            let image = if var.sort == Sort::Bool {
                Term::eq(bound[0].term(), bound[2].term())
            } else {
                image
            };
            substitution.insert(var.clone(), image);
        }
        let after = updated(&model, &substitution).expect("the images have values");
        if let Ok(expected) = after.eval(&term) {
            prop_assert_eq!(model.eval(&term.substitute(&substitution)), Ok(expected));
        }
    }

    #[test]
    fn values_have_the_sort_of_their_term(term in any_terms(Fragment::ALL), model in models()) {
        if let Ok(value) = model.eval(&term) {
            prop_assert!(value.is_of(term.sort()), "{} is no {}", value, term.sort());
            let literal = Term::value(value.clone());
            prop_assert_eq!(Model::new().eval(&literal), Ok(value.clone()));
            prop_assert_eq!(model.holds(&Term::eq(term.clone(), literal)), Ok(true));
        }
    }

    #[test]
    fn free_variables_decide_the_value(term in any_terms(Fragment::ALL), model in models()) {
        let mut restricted = Model::new();
        for var in term.free_vars() {
            restricted.set(var.clone(), model.get(&var).expect("the model is total").clone());
        }
        for function in term.functions() {
            let table = model.get_function(&function).expect("the model is total");
            restricted.set_function(function, table.clone());
        }
        prop_assert_eq!(model.eval(&term), restricted.eval(&term));
    }

    #[test]
    fn rebuilding_changes_nothing(term in any_terms(Fragment::ALL)) {
        let mut parts = Vec::new();
        let same = term.rewrite(|part| {
            parts.push(part.clone());
            match part.op() {
                Some(op) => Term::app(op.clone(), part.children().to_vec()),
                None => part,
            }
        });
        prop_assert_eq!(&same, &term);
        prop_assert_eq!(parts.len(), term.dag_size());
    }

    #[test]
    fn the_order_is_total(
        a in any_terms(Fragment::ALL),
        b in any_terms(Fragment::ALL),
        c in any_terms(Fragment::ALL),
    ) {
        prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        let mut sorted = [a, b, c];
        sorted.sort();
        let [a, b, c] = &sorted;
        prop_assert!(a <= b && b <= c && a <= c);
    }
}

#[test]
fn the_generator_reaches_every_operator() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::new(deterministic(1));
    let mut seen = std::collections::BTreeSet::new();
    let (mut quantifiers, mut undefined, mut defined) = (0, 0, 0);
    for _ in 0..5000 {
        let term = any_terms(Fragment::ALL)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let model = models().new_tree(&mut runner).unwrap().current();
        match model.eval(&term) {
            Ok(Value::Bool(_)) => defined += 1,
            Ok(_) => {}
            Err(_) => undefined += 1,
        }
        quantifiers += usize::from(term.has_quantifier());
        let _ = term.rewrite(|part| {
            if let Some(op) = part.op() {
                let name = format!("{op:?}");
                seen.insert(name.split('(').next().unwrap_or_default().to_owned());
            }
            part
        });
    }
    // Every operator of the logic.
    assert_eq!(seen.len(), 50, "{seen:?}");
    let counts = (quantifiers, undefined, defined);
    assert!(
        quantifiers > 100 && undefined > 10 && defined > 500,
        "{counts:?}"
    );
}
