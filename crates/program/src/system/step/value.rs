//! The values of terms in symbolic states.
//!
//! An array is a chain of writes. Where the index of a read and those of writes are literals, the
//! element that is read is found at once, and writes at different places are kept in the order of
//! their indices: so that a process that keeps its requests in an array is known to wait for these,
//! and arrays that were filled in different orders are the same term.

use logic::{Node, Op, Substitution, Term, Value, recursion};
use rustc_hash::{FxHashMap, FxHashSet};

/// The value of a term, given values of variables.
#[must_use]
pub fn value_in(term: &Term, values: &Substitution) -> Term {
    match has_arrays(term, &mut FxHashSet::default()) {
        true => Valuing::new(values).value(term),
        false => values.apply(term),
    }
}

/// Whether something is read from an array or written to one, outside of quantifiers and of what was
/// seen before.
fn has_arrays<'t>(term: &'t Term, seen: &mut FxHashSet<&'t Term>) -> bool {
    match term.node() {
        Node::App(Op::Select | Op::Store | Op::Copy, _) => true,
        Node::App(_, parts) => {
            seen.insert(term)
                && recursion::guard(|| parts.iter().any(|part| has_arrays(part, seen)))
        }
        Node::Const(_) | Node::Var(_) | Node::Quantified(..) => false,
    }
}

/// Finds values; what a term shares has its value found once.
struct Valuing<'v> {
    values: &'v Substitution,
    known: FxHashMap<Term, Term>,
}

impl<'v> Valuing<'v> {
    fn new(values: &'v Substitution) -> Self {
        Valuing {
            values,
            known: FxHashMap::default(),
        }
    }

    fn value(&mut self, term: &Term) -> Term {
        let Node::App(op, parts) = term.node() else {
            return self.values.apply(term);
        };
        if let Some(known) = self.known.get(term) {
            return known.clone();
        }
        let value = recursion::guard(|| match (op, &parts[..]) {
            (Op::Select, [array, index]) => element(&self.value(array), &self.value(index)),
            (Op::Store, [array, index, written]) => {
                let array = self.value(array);
                let index = self.value(index);
                write(&array, index, self.value(written))
            }
            (Op::Copy, [to, .., count]) => match is_nothing(&self.value(count)) {
                true => self.value(to),
                false => term.map_children(|part| self.value(part)),
            },
            _ => term.map_children(|part| self.value(part)),
        });
        self.known.insert(term.clone(), value.clone());
        value
    }
}

/// The element of an array at an index.
fn element(array: &Term, index: &Term) -> Term {
    let mut current = array;
    loop {
        let Node::App(op, parts) = current.node() else {
            return Term::select(current.clone(), index.clone());
        };
        match (op, &parts[..]) {
            (Op::Store, [_, place, written]) if place == index => return written.clone(),
            (Op::Store, [rest, place, _]) if are_literals(place, index) => current = rest,
            (Op::ConstArray(_), [written]) => return written.clone(),
            (Op::Copy, [to, at, source, from, count]) => {
                let parts = [to, at, source, from, count];
                return recursion::guard(|| Term::copied_element(parts, index, &mut element));
            }
            _ => return Term::select(current.clone(), index.clone()),
        }
    }
}

/// An array with another element at an index.
fn write(array: &Term, index: Term, written: Term) -> Term {
    if element(array, &index) == written {
        return array.clone();
    }
    insert(array, index, written)
}

/// The same, where the element there is another one.
fn insert(array: &Term, index: Term, written: Term) -> Term {
    let Node::App(Op::Store, parts) = array.node() else {
        return Term::store(array.clone(), index, written);
    };
    let (rest, place, last) = (&parts[0], &parts[1], &parts[2]);
    if *place == index {
        return write(rest, index, written);
    }
    if are_literals(place, &index) && *place > index {
        let inside = recursion::guard(|| insert(rest, index, written));
        return Term::store(inside, place.clone(), last.clone());
    }
    Term::store(array.clone(), index, written)
}

/// Whether a number is known to be zero or less.
fn is_nothing(count: &Term) -> bool {
    let count = count.as_value().and_then(Value::as_int);
    count.is_some_and(|count| !count.is_positive())
}

fn are_literals(a: &Term, b: &Term) -> bool {
    a.as_value().is_some() && b.as_value().is_some()
}

#[cfg(test)]
mod tests {
    use super::value_in;
    use logic::{Sort, Substitution, Term, Var};

    /// The value of `a` after some writes, from an array of zeros or from an unknown one.
    fn after(start: &Term, writes: &[(i64, i64)]) -> Term {
        let mut array = start.clone();
        for (index, written) in writes {
            let store = Term::store(array, Term::int(*index), Term::int(*written));
            array = value_in(&store, &Substitution::new());
        }
        array
    }

    fn read(array: Term, index: Term) -> Term {
        value_in(&Term::select(array, index), &Substitution::new())
    }

    #[test]
    fn writes_in_any_order_give_the_same_array() {
        let unknown = Term::constant("a", Sort::array(Sort::Int, Sort::Int));
        let zeros = Term::const_array(Sort::Int, Term::int(0));
        for start in [&unknown, &zeros] {
            let one = after(start, &[(0, 1), (3, 2), (1, 5)]);
            assert_eq!(one, after(start, &[(3, 7), (1, 5), (0, 1), (3, 2)]));
            assert_ne!(one, after(start, &[(0, 1), (3, 2), (1, 4)]));
        }
        assert_eq!(after(&zeros, &[(2, 4), (2, 0)]), zeros);
        assert_ne!(after(&unknown, &[(2, 0)]), unknown);
    }

    #[test]
    fn what_is_read_is_what_was_written_last() {
        let unknown = Term::constant("a", Sort::array(Sort::Int, Sort::Int));
        let array = after(&unknown, &[(1, 5), (0, 4), (1, 6)]);
        assert_eq!(read(array.clone(), Term::int(1)), Term::int(6));
        assert_eq!(read(array.clone(), Term::int(0)), Term::int(4));
        let elsewhere = read(array.clone(), Term::int(2));
        assert_eq!(elsewhere, Term::select(unknown.clone(), Term::int(2)));
        // Nothing is known of a write at an unknown place.
        let i = Term::constant("i", Sort::Int);
        let somewhere = Term::store(array, i.clone(), Term::int(9));
        let somewhere = value_in(&somewhere, &Substitution::new());
        assert_eq!(read(somewhere.clone(), i.clone()), Term::int(9));
        let other = read(somewhere.clone(), Term::int(1));
        assert_eq!(other, Term::select(somewhere, Term::int(1)));
        let var = Var::new("i", Sort::Int);
        let known = Substitution::from_iter([(var, Term::int(1))]);
        let there = Term::select(Term::store(unknown, i, Term::int(9)), Term::int(1));
        assert_eq!(value_in(&there, &known), Term::int(9));
    }
}
