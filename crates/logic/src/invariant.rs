//! What a sort with ranges says of its values, as a formula.

use crate::fresh::fresh_var;
use crate::{Function, Sort, Term, Var};

impl Var {
    /// The formula that says that the variable has a value of its sort when it is read as a
    /// variable of the carrier: bounds for a range, bounds for each element of an array of ranges,
    /// otherwise `true`.
    #[must_use]
    pub fn invariant(&self) -> Term {
        within(&self.term(), &self.sort, &mut vec![self.clone()])
    }
}

impl Function {
    /// The formula that says that every result of the function is of its sort; `true` where the
    /// sort has no ranges.
    #[must_use]
    pub fn invariant(&self) -> Term {
        if !self.result().has_range() {
            return Term::top();
        }
        let parameters: Vec<Var> = self
            .parameters()
            .iter()
            .enumerate()
            .map(|(position, sort)| Var::new(&*format!("a!{position}"), sort.carrier()))
            .collect();
        let call = Term::apply(self, parameters.iter().map(Var::term).collect());
        let bounds = within(&call, self.result(), &mut parameters.clone());
        Term::forall(parameters, bounds)
    }
}

/// That `term` is of the sort. The indices that are quantified differ from the names in use.
fn within(term: &Term, sort: &Sort, in_use: &mut Vec<Var>) -> Term {
    match sort {
        Sort::Range(range) => Term::and([
            Term::le(Term::int(range.low()), term.clone()),
            Term::le(term.clone(), Term::int(range.high())),
        ]),
        Sort::Array(array) if array.element.has_range() => {
            let index = fresh_var(&Var::new("index", array.index.carrier()), |name| {
                in_use.iter().any(|var| var.name == name)
            });
            in_use.push(index.clone());
            let element = Term::select(term.clone(), index.term());
            Term::forall([index], within(&element, &array.element, in_use))
        }
        _ => Term::top(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_bounds() {
        let range = Sort::range(0, 3).unwrap();
        let check = |formula: Term, expected: &str| assert_eq!(formula.to_string(), expected);
        check(Var::new("x", Sort::Int).invariant(), "true");
        check(Var::new("x", range.clone()).invariant(), "x >= 0 && x <= 3");
        let rows = Sort::array(Sort::Bool, Sort::array(range.clone(), range.clone()));
        check(
            Var::new("m", rows).invariant(),
            "forall index!1: bool :: forall index!2: int :: \
             m[index!1][index!2] >= 0 && m[index!1][index!2] <= 3",
        );
        let function = Function::new("f".into(), vec![Sort::Bool], range);
        check(
            function.invariant(),
            "forall a!0: bool :: f(a!0) >= 0 && f(a!0) <= 3",
        );
    }
}
