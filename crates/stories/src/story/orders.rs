//! Another order of the same messages that ends well: what makes a failure a message race.

use std::collections::{BTreeMap, VecDeque};

use logic::Value;
use program::system::concrete::{Choice, Ending, Interpreter, Outcome};
use program::system::{Action, OperationKind, Source, State, System};

/// How many runs are tried, and how many steps they may take together.
const RUNS: u64 = 30;
const STEPS: usize = 3_000;

/// Whether some receive of the system takes what comes from anybody.
fn takes_from_anybody(system: &System) -> bool {
    let mut edges = system.processes.iter().flat_map(|p| p.graph.edges());
    edges.any(|edge| match &edge.action {
        Action::Receive { from, .. } | Action::Probe { from, .. } => *from == Source::Any,
        Action::Begin { operation, .. } => {
            matches!(&operation.kind, OperationKind::Receive { from, .. } if *from == Source::Any)
        }
        _ => false,
    })
}

/// A run from a state that ends well, with the values that another one chooses.
pub(super) fn that_ends_well(
    interpreter: &Interpreter<'_>,
    start: &State,
    failing: &[Choice],
) -> Option<Vec<Choice>> {
    if !takes_from_anybody(interpreter.system()) {
        return None;
    }
    let mut left = STEPS;
    (0..RUNS).find_map(|seed| {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut values = chosen_values(failing);
        let mut state = start.clone();
        let mut schedule = Vec::new();
        while left > 0 {
            left -= 1;
            let mut choices = interpreter.choices(&state).ok()?;
            if choices.is_empty() {
                let ending = interpreter.ending(&state).ok()?;
                return (ending == Ending::Ended).then_some(schedule);
            }
            let mut choice = choices.swap_remove(dice.below(choices.len()));
            choice.value = value_for(interpreter.system(), &choice, &mut values);
            match interpreter.step(&state, &choice).ok()? {
                Outcome::Next(next) => state = next,
                Outcome::Failed(_) => return None,
            }
            schedule.push(choice);
        }
        None
    })
}

/// The values that are left for each edge of each mover.
type Values = BTreeMap<(usize, usize), VecDeque<Value>>;

fn chosen_values(schedule: &[Choice]) -> Values {
    let mut values = Values::new();
    for choice in schedule {
        if let Some(value) = &choice.value {
            let own = values.entry((choice.mover, choice.edge)).or_default();
            own.push_back(value.clone());
        }
    }
    values
}

fn value_for(system: &System, choice: &Choice, values: &mut Values) -> Option<Value> {
    let process = &system.processes[system.process_of(choice.mover)];
    let Action::Havoc(var) = &process.graph.edges()[choice.edge].action else {
        return None;
    };
    let own = values.get_mut(&(choice.mover, choice.edge));
    let next = own.and_then(VecDeque::pop_front);
    Some(next.unwrap_or_else(|| Value::default_of(&var.sort)))
}

/// A reproducible source of choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound.max(1)
    }
}
