//! The predicate transformers agree with the interpreter, state by state.

use logic::{Model, Sort, Term, Value, Var};
use program::concrete::{Machine, Performed, State};
use program::{
    Action, Command, GraphBuilder, Origin, Program, Variable, VariableKind, pre, sp, wp,
};

const TOP: i64 = 3;

fn var(name: &str) -> Var {
    Var::new(name, Sort::range(0, TOP).expect("the range is not empty"))
}

fn commands() -> Vec<Command> {
    let (x, y) = (var("x"), var("y"));
    let less = Term::lt(x.term(), y.term());
    vec![
        Command::skip(),
        Command::Guard(less.clone()),
        Command::Assert(less.clone()),
        Command::Assign(x.clone(), Term::add([x.term(), Term::int(1)])),
        Command::Assign(x.clone(), Term::sub(x.term(), y.term())),
        Command::Assign(y.clone(), Term::int(2)),
        Command::Havoc(x.clone(), Term::top()),
        Command::Havoc(x.clone(), less),
        Command::Havoc(
            x.clone(),
            Term::eq(x.term(), Term::add([y.term(), y.term()])),
        ),
        Command::Receive {
            var: y.clone(),
            channel: x.term(),
        },
        Command::Send {
            value: x.term(),
            channel: y.term(),
        },
    ]
}

fn formulas() -> Vec<Term> {
    let (x, y) = (var("x").term(), var("y").term());
    vec![
        Term::top(),
        Term::bottom(),
        Term::eq(x.clone(), y.clone()),
        Term::lt(x.clone(), y.clone()),
        Term::le(Term::add([x.clone(), y.clone()]), Term::int(3)),
        Term::or([Term::eq(x, Term::int(0)), Term::eq(y, Term::int(3))]),
    ]
}

/// A program that is nothing but the command.
fn machine(command: &Command) -> Machine {
    let mut builder = GraphBuilder::new();
    let exit = builder.location();
    let action = Action::Command(command.clone());
    builder.edge(builder.entry(), action, exit, Origin::default());
    let variables = ["x", "y"].map(|name| Variable {
        var: var(name),
        kind: VariableKind::Local,
        initial: None,
        origin: Origin::default(),
    });
    let program = Program {
        name: "p".into(),
        variables: variables.into(),
        body: builder.finish(exit),
        justice: Vec::new(),
        compassion: Vec::new(),
        observed: Vec::new(),
        open: Vec::new(),
        origin: Origin::default(),
    };
    Machine::new(&program, &[])
}

fn states(machine: &Machine) -> Vec<State> {
    let values = (0..=TOP).flat_map(|x| (0..=TOP).map(move |y| (x, y)));
    let state = |(x, y): (i64, i64)| {
        machine.initial(&|v| Some(Value::from(if v.name.as_str() == "x" { x } else { y })))
    };
    values.map(state).collect()
}

fn holds(formula: &Term, state: &State) -> bool {
    let model: Model = ["x", "y"]
        .into_iter()
        .map(var)
        .zip(state.store.iter().cloned())
        .collect();
    model.holds(formula).expect("the formula has a value")
}

/// The states after the command, and whether it fails.
fn after(machine: &Machine, state: &State) -> (Vec<State>, bool) {
    let (mut next, mut failed) = (Vec::new(), false);
    for chosen in machine.moves(state) {
        for input in machine.inputs(state, &chosen).expect("inputs are finite") {
            match machine
                .perform(state, &chosen, input.as_ref())
                .expect("terms have values")
            {
                Performed::Step(step) if machine.is_final(&step.state) => next.push(step.state),
                Performed::Step(_) => failed = true,
                Performed::Disabled | Performed::OutOfRange(_) => {}
            }
        }
    }
    (next, failed)
}

#[test]
fn transformers_agree_with_the_interpreter() {
    for command in commands() {
        let machine = machine(&command);
        let states = states(&machine);
        for formula in formulas() {
            let weakest = wp(&command, &formula).expect("the command is no parfor");
            let preimage = pre(&command, &formula).expect("the command is no parfor");
            let strongest = sp(&command, &formula).expect("the command is no parfor");
            let mut reached: Vec<Box<[Value]>> = Vec::new();
            for state in &states {
                let (next, failed) = after(&machine, state);
                let all = !failed && next.iter().all(|next| holds(&formula, next));
                let some = next.iter().any(|next| holds(&formula, next));
                assert_eq!(
                    holds(&weakest, state),
                    all,
                    "wp {command:?} {formula} {state:?}"
                );
                assert_eq!(
                    holds(&preimage, state),
                    some,
                    "pre {command:?} {formula} {state:?}"
                );
                if holds(&formula, state) {
                    reached.extend(next.into_iter().map(|next| next.store));
                }
            }
            for state in &states {
                let expected = reached.contains(&state.store);
                assert_eq!(
                    holds(&strongest, state),
                    expected,
                    "sp {command:?} {formula}"
                );
            }
        }
    }
}
