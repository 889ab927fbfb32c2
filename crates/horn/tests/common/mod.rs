//! Systems that tests and benchmarks make.

use horn::{Application, Clause, System};
use logic::{Sort, Term, Var};

/// A chain of assignments to `x` and `y` with branches on the way; it derives a contradiction where
/// `x` can be `bad` at its end, which it is after so many steps.
pub(crate) fn chain(steps: usize, bad: usize) -> System {
    let mut system = System::new();
    let ids: Vec<_> = (0..=steps)
        .map(|i| system.add_predicate(format!("p{i}").as_str(), [Sort::Int, Sort::Int]))
        .collect();
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int).term());
    let atom = |i: usize, arguments: [&Term; 2]| Application {
        predicate: ids[i],
        arguments: arguments.map(Term::clone).to_vec(),
    };
    let number = |number: usize| Term::int(number as i64);
    let positive = Term::le(Term::int(0), y.clone());
    system.add_clause(Clause {
        body: Vec::new(),
        constraint: Term::and([Term::eq(x.clone(), Term::int(0)), positive]),
        head: Some(atom(0, [&x, &y])),
    });
    for i in 0..steps {
        let next = Term::add([x.clone(), Term::int(1)]);
        let small = Term::le(y.clone(), number(i));
        for (guard, change) in [(small.clone(), 2), (Term::not(small), 1)] {
            let change = Term::add([y.clone(), Term::int(change)]);
            system.add_clause(Clause {
                body: vec![atom(i, [&x, &y])],
                constraint: guard,
                head: Some(atom(i + 1, [&next, &change])),
            });
        }
    }
    let is_bad = Term::eq(x.clone(), number(bad));
    system.add_clause(Clause {
        body: vec![atom(steps, [&x, &y])],
        constraint: Term::or([is_bad, Term::lt(y.clone(), number(steps))]),
        head: None,
    });
    system
}
