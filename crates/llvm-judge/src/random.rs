//! Random functions of everything that the reader accepts.
//!
//! A *safe* function is defined on all inputs that it is given, by how it is made: shifts are
//! masked, divisors are not zero, flags stand only where they hold, accesses stay inside. So an
//! independent judge of what is defined is not needed for it: whoever says that one of its runs is
//! undefined is wrong. A *wild* function may do anything.

mod aggregates;
mod calls;
mod control;
mod ending;
mod globals;
mod inputs;
mod intrinsics;
mod maker;
mod memory;
mod parameters;
mod pointers;
mod scalars;
mod vectors;

pub use inputs::{corner, inputs};
pub use maker::Kind;

use random_programs::Rng;

use crate::case::{Case, Style, Syntax};
use crate::types::Type;
use maker::Maker;

/// The target that both versions compile for.
const TRIPLE: &str = "target triple = \"x86_64-unknown-linux-gnu\"\n";
/// Its layout of data, in the words of LLVM 19 and of LLVM 14.
const NEW_LAYOUT: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
const OLD_LAYOUT: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"\n";

/// A random function made of some kinds of instructions.
#[must_use]
pub fn case(seed: u64, style: Style, syntax: Syntax, kinds: &[Kind]) -> Case {
    let mut maker = Maker::new(Rng(seed), style, syntax, kinds);
    maker.choose_globals();
    maker.choose_callees();
    maker.choose_parameters();
    let steps = 3 + maker.rng.below(9);
    maker.steps(steps);
    let result = maker.ending();
    let layout = match syntax {
        Syntax::New => NEW_LAYOUT,
        Syntax::Old => OLD_LAYOUT,
    };
    let shown = result
        .as_ref()
        .map_or_else(|| "void".to_owned(), Type::to_string);
    let heads: Vec<String> = maker
        .parameters
        .iter()
        .zip(&maker.attributes)
        .map(|(parameter, attributes)| format!("{} {attributes}%{}", parameter.ty, parameter.name))
        .collect();
    let mut text = format!("{layout}{TRIPLE}");
    for line in maker.prelude.iter().chain(&maker.declared) {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&format!(
        "define {}{shown} @f({}) {{\nentry:\n",
        maker.result_attributes,
        heads.join(", ")
    ));
    for line in &maker.lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("}\n");
    for line in &maker.postlude {
        text.push_str(line);
        text.push('\n');
    }
    Case {
        text,
        syntax,
        style,
        parameters: maker.parameters,
        result,
        result_abi: String::new(),
        globals: maker.globals,
        callees: maker.callees,
    }
}
