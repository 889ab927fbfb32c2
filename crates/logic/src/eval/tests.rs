use super::*;

#[test]
fn numbers_do_not_grow_without_end() {
    let mut number = Term::int(3);
    for _ in 0..40 {
        number = Term::mul([number.clone(), number]);
    }
    let is_one = Term::eq(number, Term::int(1));
    assert_eq!(Model::new().holds(&is_one), Err(EvalError::TooLarge));
}

/// What is copied is found whether the whole array is asked for or one element, wherever the parts
/// begin, and a copy of nothing is nothing.
#[test]
fn copies_take_elements_from_another_array() {
    let numbers = |default: i64, all: &[i64]| {
        let start = Term::const_array(Sort::Int, Term::int(default));
        (0_i64..).zip(all).fold(start, |array, (at, number)| {
            Term::store(array, Term::int(at), Term::int(*number))
        })
    };
    let to = [1, 2, 3, 4, 5, 6];
    let source = [10, 20, 30, 40, 50, 60];
    for (default, at, from, count) in [(0, 1, 3, 2), (9, 0, 0, 6), (9, 4, 1, -1), (7, -2, 4, 5)] {
        let copy = Term::copy(
            numbers(0, &to),
            Term::int(at),
            numbers(default, &source),
            Term::int(from),
            Term::int(count),
        );
        let whole = Model::new().eval(&copy).expect("copies have values");
        let Value::Array(whole) = whole else {
            panic!("a copy is an array")
        };
        for index in -5_i64..10 {
            let in_copy = at <= index && index < at + count;
            let (array, place, default) = match in_copy {
                true => (&source, index - at + from, default),
                false => (&to, index, 0),
            };
            let place = usize::try_from(place).ok();
            let expected = place.and_then(|place| array.get(place));
            let expected = Value::from(expected.copied().unwrap_or(default));
            let one = Term::select(copy.clone(), Term::int(index));
            assert_eq!(Model::new().eval(&one), Ok(expected.clone()));
            assert_eq!(whole.get(&Value::from(index)), &expected);
            assert_eq!(Model::new().eval(&one.simplify()), Ok(expected));
        }
    }
}

/// A hundred thousand elements that differ from all others are not written down, and one of them is
/// known all the same.
#[test]
fn large_copies_are_read_and_not_written_down() {
    let all = |number: i64| Term::const_array(Sort::Int, Term::int(number));
    let copy = Term::copy(
        all(1),
        Term::int(0),
        all(2),
        Term::int(0),
        Term::int(100_000),
    );
    assert_eq!(Model::new().eval(&copy), Err(EvalError::TooLarge));
    let one = Term::select(copy, Term::int(99_999));
    assert_eq!(Model::new().eval(&one), Ok(Value::from(2)));
}

/// Sums of hundreds of equal sums of hundreds of equal parts: a thousand evaluations of all of them
/// would take minutes.
#[test]
fn wide_parts_are_evaluated_once() {
    let x = Var::new("x", Sort::Int);
    let doubled = |term: Term, _| Term::add([term.clone(), term]);
    let term = (0..40).fold(x.term(), doubled);
    for value in 0..1_000i64 {
        let mut model = Model::new();
        model.set(x.clone(), Value::Int(value.into()));
        assert_eq!(model.eval(&term), Ok(Value::Int((value << 40).into())));
    }
}

#[test]
fn what_is_not_reached_may_be_undefined() {
    let x = Term::constant("x", Sort::Int);
    let quotient = Term::eq(Term::div(Term::int(6), x.clone()), Term::int(3));
    let guarded = Term::and([Term::ne(x.clone(), Term::int(0)), quotient.clone()]);
    let mut model = Model::new();
    model.set(Var::new("x", Sort::Int), Value::from(0));
    assert_eq!(model.holds(&guarded), Ok(false));
    assert_eq!(model.holds(&quotient), Err(EvalError::DivisionByZero));
    assert_eq!(
        Model::new().eval(&x),
        Err(EvalError::Unassigned("x".into()))
    );
}

#[test]
fn terms_are_evaluated_together_as_one_by_one() {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
    let sum = Term::add([x.term(), y.term()]);
    let quotient = Term::div(sum.clone(), x.term());
    let product = Term::mul([sum.clone(), quotient.clone()]);
    let terms = [sum, quotient, product];
    for value in [0, 3] {
        let entries = [(y.clone(), Value::from(5)), (x.clone(), Value::from(value))];
        let model = Model::from_iter(entries);
        let together: Vec<_> = model.eval_each(&terms).collect();
        let apart: Vec<_> = terms.iter().map(|term| model.eval(term)).collect();
        assert_eq!(together, apart);
        let names: Vec<&str> = model.vars().map(|(var, _)| var.name.as_str()).collect();
        assert_eq!(names, ["x", "y"]);
    }
}

#[test]
fn quantifiers_over_small_sorts_go_through_the_values() {
    let var = Var::new("b", Sort::range(0, 3).unwrap());
    let y = Term::constant("y", Sort::Int);
    let exists = Term::exists([var.clone()], Term::eq(var.term(), y.clone()));
    let forall = Term::forall([var.clone()], Term::le(var.term(), y));
    for (value, some, all) in [(2, true, false), (3, true, true), (4, false, true)] {
        let model = Model::from_iter([(Var::new("y", Sort::Int), Value::from(value))]);
        assert_eq!(model.holds(&exists), Ok(some), "{value}");
        assert_eq!(model.holds(&forall), Ok(all), "{value}");
    }
}

#[test]
fn arrays_forget_entries_equal_to_the_default() {
    let zero = Value::from(0);
    let start = ArrayValue::constant(Sort::Int, zero.clone());
    let changed = start.with(Value::from(1), Value::from(5));
    assert_ne!(start, changed);
    assert_eq!(start, changed.with(Value::from(1), zero));
}

#[test]
fn entries_are_written_together_as_one_by_one() {
    let start = ArrayValue::constant(Sort::BitVec(2), Value::from(0));
    let byte = |value: i64| Value::BitVec(BitVec::new(2, &value.into()));
    let writes = [(0, 1), (1, 1), (3, 2), (1, 0), (2, 1), (0, 1)];
    let writes = writes.map(|(index, element)| (byte(index), Value::from(element)));
    let one_by_one = writes
        .iter()
        .fold(start.clone(), |array, (index, element)| {
            array.with(index.clone(), element.clone())
        });
    assert_eq!(start.with_all(writes), one_by_one);
}

#[test]
fn equal_maps_over_few_indices_are_equal_values() {
    let flags = |default: bool, entries: &[(bool, bool)]| {
        entries.iter().fold(
            ArrayValue::constant(Sort::Bool, Value::Bool(default)),
            |array, (index, element)| array.with((*index).into(), (*element).into()),
        )
    };
    assert_eq!(
        flags(true, &[]),
        flags(false, &[(false, true), (true, true)])
    );
    assert_eq!(
        flags(true, &[(true, false)]),
        flags(false, &[(false, true)])
    );
    assert_ne!(flags(true, &[(true, false)]), flags(false, &[(true, true)]));
    let rows = Sort::array(Sort::Bool, Sort::BitVec(1));
    let all = values_of(&rows).unwrap();
    assert_eq!(all.len(), 4);
    assert!((1..4).all(|i| !all[..i].contains(&all[i])));
}

#[test]
fn an_array_of_ranges_compares_with_its_value() {
    let sort = Sort::array(Sort::Int, Sort::range(0, 3).unwrap());
    let array = Var::new("a", sort.clone());
    let value = Value::default_of(&sort);
    let equation = Term::eq(array.term(), Term::value(value.clone()));
    let model = Model::from_iter([(array.clone(), value)]);
    assert_eq!(model.holds(&equation), Ok(true));
    let nine = Term::store(array.term(), Term::int(0), Term::int(9));
    assert_eq!(*nine.sort(), Sort::array(Sort::Int, Sort::Int));
}

#[test]
fn what_decides_a_connective_may_stand_anywhere() {
    let undefined = Term::eq(Term::div(Term::int(1), Term::int(0)), Term::int(0));
    let p = Var::new("p", Sort::Bool);
    let model = Model::from_iter([(p.clone(), Value::Bool(false))]);
    assert_eq!(
        model.holds(&Term::and([undefined.clone(), p.term()])),
        Ok(false)
    );
    let not_p = Term::not(p.term());
    assert_eq!(model.holds(&Term::implies(undefined, not_p)), Ok(true));
}

#[test]
fn signed_bit_vector_division_truncates() {
    let bv = |value: i64| Value::BitVec(BitVec::new(4, &value.into()));
    for (a, b, q, r, m) in [
        (-7, 2, -3, -1, 1),
        (7, -2, -3, 1, -1),
        (-7, -2, 3, -1, -1),
        (-7, 0, 1, -7, -7),
    ] {
        assert_eq!(
            apply(&Op::BvSdiv, &[bv(a), bv(b)]),
            Ok(bv(q)),
            "{a} sdiv {b}"
        );
        assert_eq!(
            apply(&Op::BvSrem, &[bv(a), bv(b)]),
            Ok(bv(r)),
            "{a} srem {b}"
        );
        assert_eq!(
            apply(&Op::BvSmod, &[bv(a), bv(b)]),
            Ok(bv(m)),
            "{a} smod {b}"
        );
    }
}
