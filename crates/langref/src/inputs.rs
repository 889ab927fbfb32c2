//! What a function is called with.

use std::fmt;

use frontend_llvm::syntax::Type;

use crate::choices;
use crate::machine::{Program, World};
use crate::memory::{Byte, Object, Pointer};
use crate::problem::{Answer, Refusal, malformed};
use crate::refine::code_types;
use crate::value::{Atom, Scalar, Value};

/// Arguments, and the objects of the caller that they point into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    pub(crate) values: Vec<Value>,
    pub(crate) objects: Vec<Object>,
}

impl Inputs {
    /// Arguments that point nowhere.
    #[must_use]
    pub fn of(values: &[Value]) -> Self {
        Inputs {
            values: values.to_vec(),
            objects: Vec::new(),
        }
    }
}

/// Whether inputs are all that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// All.
    All,
    /// Only some: pointers, whose objects have more contents than can be tried.
    Some,
}

/// How many inputs are tried.
const MOST: usize = 1 << 16;

/// What objects of a caller hold. The numbers are different in all places, so that a byte that is
/// mistaken for another shows.
const CONTENTS: [[u8; 8]; 3] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [0; 8],
    [255, 128, 127, 0, 254, 129, 126, 1],
];

/// An object of the caller, large enough for an access of each type and a neighbour.
fn object(contents: [u8; 8]) -> Object {
    Object {
        bytes: contents.iter().map(|it| Byte::number(*it)).collect(),
        align: 16,
        is_constant: false,
        is_live: true,
        is_visible: true,
    }
}

/// Inputs with one more argument.
fn with(inputs: &Inputs, value: Value) -> Inputs {
    let mut inputs = inputs.clone();
    inputs.values.push(value);
    inputs
}

/// Inputs with one more pointer: null, poison, into an object of its own, or into one that is
/// already there.
fn with_pointer(inputs: &Inputs) -> Vec<Inputs> {
    let pointer = |object: Option<usize>, offset: i64| {
        let object = object.and_then(|it| u32::try_from(it).ok());
        Value::Scalar(Scalar::one(Atom::Pointer(Pointer { object, offset })))
    };
    let mut all = vec![
        with(inputs, Value::poison()),
        with(inputs, pointer(None, 0)),
    ];
    for known in 0..inputs.objects.len() {
        all.push(with(inputs, pointer(Some(known), 0)));
        all.push(with(inputs, pointer(Some(known), 2)));
    }
    for contents in CONTENTS {
        for offset in [0, 1, 4, 8] {
            let mut more = with(inputs, pointer(Some(inputs.objects.len()), offset));
            more.objects.push(object(contents));
            all.push(more);
        }
    }
    all
}

impl Program<'_, '_> {
    /// The inputs of a function that are tried.
    ///
    /// # Errors
    /// Where there are too many.
    pub fn inputs(&self, function: &str) -> Answer<(Vec<Inputs>, Coverage)> {
        let Some(code) = self.code(function) else {
            return malformed(format!("@{function} is not defined"));
        };
        let mut all = vec![Inputs::of(&[])];
        let mut coverage = Coverage::All;
        for ty in code_types(self, code) {
            let mut longer = Vec::new();
            if let Type::Pointer = ty {
                coverage = Coverage::Some;
                longer.extend(all.iter().flat_map(with_pointer));
            } else {
                let choices = choices::given(ty, self.world())?;
                if all.len().saturating_mul(choices.len()) > MOST {
                    return Err(Refusal::TooMany("inputs"));
                }
                let each = |given: &Inputs| -> Vec<Inputs> {
                    choices
                        .iter()
                        .map(|value| with(given, value.clone()))
                        .collect()
                };
                longer.extend(all.iter().flat_map(each));
            }
            if longer.len() > MOST {
                return Err(Refusal::TooMany("inputs"));
            }
            all = longer;
        }
        Ok((all, coverage))
    }

    /// What is assumed of the world.
    #[must_use]
    pub fn world(&self) -> World {
        self.world
    }
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.values)?;
        for (number, object) in self.objects.iter().enumerate() {
            write!(f, ", #{number} = {:?}", object.bytes)?;
        }
        Ok(())
    }
}
