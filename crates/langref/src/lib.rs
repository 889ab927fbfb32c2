//! An interpreter of LLVM IR, written from the LLVM Language Reference alone.
//!
//! Its answer is the set of everything that a function may do on some inputs ([`run`]). Poison is a
//! value, `undef` may be another value at each use, `freeze` and unknown functions make one run for
//! each choice. [`refines`] tries all inputs of two functions of small types and says whether one
//! refines the other.
//!
//! # What this crate does not know
//! Solvers, engines, and how `frontend-llvm` lowers functions. It shares the reader and its syntax
//! tree with the front end and nothing else, so that a misreading of LLVM's rules on one side does
//! not hide one on the other. Each rule quotes the sentence of the reference that it follows. What is
//! not interpreted exactly is refused ([`Refusal`]), never approximated.
//!
//! # Where to start
//! `value.rs` for what `undef` is here, `lift.rs` for how operations on numbers become operations on
//! values, `machine.rs` for runs, `explore.rs` for all of them.

#![forbid(unsafe_code)]

mod attributes;
mod behaviour;
mod calls;
mod choices;
mod constants;
mod explore;
mod inputs;
mod instructions;
mod integers;
mod lift;
mod machine;
mod memory;
mod pointers;
mod problem;
mod refine;
mod returns;
mod types;
mod value;
mod vectors;

use std::collections::BTreeSet;

pub use behaviour::{Behaviour, End, Event, Response};
pub use inputs::{Coverage, Inputs};
pub use machine::{Fresh, Program, World};
pub use memory::{Byte, Pointer};
pub use problem::{Answer, Refusal};
pub use refine::{Difference, Verdict, refines};
pub use value::{Atom, Scalar, Value};

/// Everything that a function of a module may do with some arguments.
///
/// ```
/// use langref::{End, Fresh, Value, World, run};
/// let text = "define i8 @f(i8 %x) {\n  %y = add nsw i8 %x, 1\n  ret i8 %y\n}\n";
/// let module = frontend_llvm::read(text).unwrap();
/// let world = World { gives_undef: false, calls_return: true, fresh: Fresh::Undef };
/// let all = run(&module, "f", &[Value::integer(127)], world).unwrap();
/// assert_eq!(all.first().unwrap().end, End::Returns(Some(Value::poison())));
/// ```
///
/// # Errors
/// Where something is not interpreted exactly.
pub fn run(
    module: &frontend_llvm::Module<'_>,
    function: &str,
    inputs: &[Value],
    world: World,
) -> Answer<BTreeSet<Behaviour>> {
    Program::new(module, world)?.behaviours(function, &Inputs::of(inputs))
}
