//! Which values a position of the game is made of: variables, locations and predictions of both
//! programs, before they have bits.

use evidence::Reason;
use evidence::symbolic::{Bit, Side};
use logic::{Value, Var, values_of};
use program::{Action, Command, Program};
use question::Included;
use rustc_hash::FxHashMap;

use crate::system::unsupported;

/// The most values of a variable.
const MOST_VALUES: usize = 1 << 10;

/// What a slot holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Whose turn it is.
    Turn,
    /// A variable or constant by its name.
    Variable(Side, String),
    /// A location.
    Location(Side),
    /// A prediction for a `compassion`.
    Prediction(Side, u32),
}

/// Something that has finitely many values.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) content: Content,
    /// The values in the order of their numbers.
    pub(super) values: Vec<Value>,
}

impl Slot {
    /// How many bits the number of a value has.
    pub(super) fn width(&self) -> u32 {
        self.values.len().next_power_of_two().trailing_zeros()
    }

    /// What the evidence calls a bit.
    pub(super) fn bit(&self, bit: u32) -> Bit {
        match self.content.clone() {
            Content::Turn => Bit::Turn,
            Content::Variable(side, name) => Bit::Variable { side, name, bit },
            Content::Location(side) => Bit::Location { side, bit },
            Content::Prediction(side, pair) => Bit::Prediction { side, pair },
        }
    }
}

/// All slots of both programs.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) slots: Vec<Slot>,
    numbers: FxHashMap<Var, usize>,
    pub(super) turn: usize,
    pub(super) locations: [usize; 2],
    pub(super) predictions: [Vec<usize>; 2],
    /// The slots of the observed variables, in order.
    pub(super) observed: Vec<usize>,
}

/// One of the two programs, by its position.
pub(super) fn side(position: usize) -> Side {
    match position {
        0 => Side::Concrete,
        _ => Side::Specification,
    }
}

fn truth() -> Vec<Value> {
    vec![Value::Bool(false), Value::Bool(true)]
}

fn values(var: &Var) -> Result<Vec<Value>, Reason> {
    values_of(&var.sort)
        .filter(|values| values.len() <= MOST_VALUES)
        .ok_or_else(|| unsupported(format!("the many values of {}", var.name), None))
}

impl Layout {
    /// The slots of a claim's programs.
    ///
    /// # Errors
    /// Where something has too many values, or a program does more than to change variables in
    /// steps of one process.
    pub(super) fn new(question: &Included) -> Result<Self, Reason> {
        let [concrete, specification] = &question.setting.programs;
        for program in [concrete, specification] {
            plain(program)?;
        }
        let mut layout = Layout {
            slots: Vec::new(),
            numbers: FxHashMap::default(),
            turn: 0,
            locations: [0, 0],
            predictions: [Vec::new(), Vec::new()],
            observed: Vec::new(),
        };
        layout.turn = layout.add(Content::Turn, truth());
        for var in concrete.variables.iter().map(|variable| &variable.var) {
            let matched = concrete.observed.iter().position(|other| other == var);
            let mut all = values(var)?;
            if let Some(position) = matched {
                all.extend(values(&specification.observed[position])?);
                all.sort();
                all.dedup();
            }
            layout.declare(var, Side::Concrete, all)?;
        }
        for constant in &question.setting.constants {
            layout.declare(&constant.var, Side::Concrete, values(&constant.var)?)?;
        }
        for var in specification.variables.iter().map(|variable| &variable.var) {
            let matched = specification.observed.iter().position(|other| other == var);
            let Some(position) = matched else {
                layout.declare(var, Side::Specification, values(var)?)?;
                continue;
            };
            let partner = layout.number(&concrete.observed[position])?;
            layout.numbers.insert(var.clone(), partner);
        }
        for (position, program) in [concrete, specification].into_iter().enumerate() {
            let places = stable(program).len() as i64;
            let places = (0..places).map(Value::from).collect();
            layout.locations[position] = layout.add(Content::Location(side(position)), places);
            for pair in 0..program.compassion.len() as u32 {
                let content = Content::Prediction(side(position), pair);
                let slot = layout.add(content, truth());
                layout.predictions[position].push(slot);
            }
        }
        for var in &concrete.observed {
            layout.observed.push(layout.number(var)?);
        }
        Ok(layout)
    }

    fn add(&mut self, content: Content, values: Vec<Value>) -> usize {
        self.slots.push(Slot { content, values });
        self.slots.len() - 1
    }

    fn declare(&mut self, var: &Var, side: Side, values: Vec<Value>) -> Result<(), Reason> {
        let slot = self.add(Content::Variable(side, var.name.to_string()), values);
        match self.numbers.insert(var.clone(), slot) {
            None => Ok(()),
            Some(_) => Err(unsupported(format!("two variables {}", var.name), None)),
        }
    }

    /// The slot of a variable.
    pub(super) fn number(&self, var: &Var) -> Result<usize, Reason> {
        let slot = self.numbers.get(var).copied();
        slot.ok_or_else(|| unsupported(format!("the variable {}", var.name), None))
    }

    /// How many bits there are.
    pub(super) fn bits(&self) -> u32 {
        self.slots.iter().map(Slot::width).sum()
    }
}

/// The locations outside of atomic blocks, by their positions in the graph.
pub(super) fn stable(program: &Program) -> Vec<usize> {
    let body = &program.body;
    let outside = body.locations().filter(|place| !body.is_atomic(*place));
    outside.map(|place| place.index()).collect()
}

/// Whether sets of states can speak of a program: no parallel parts, no messages, and no variable
/// that is observed twice.
fn plain(program: &Program) -> Result<(), Reason> {
    let mut outside = program.body.has_par();
    program.body.visit_commands(&mut |command, _| {
        outside |= !matches!(
            command,
            Command::Guard(_) | Command::Assign(..) | Command::Havoc(..)
        );
    });
    let mut edges = program.body.edges().iter();
    outside |= edges.any(|edge| matches!(edge.action, Action::Par(_)));
    let mut observed = program.observed.clone();
    observed.sort();
    observed.dedup();
    outside |= observed.len() != program.observed.len();
    match outside {
        false => Ok(()),
        true => Err(unsupported("sets of states here", Some(program.origin))),
    }
}
