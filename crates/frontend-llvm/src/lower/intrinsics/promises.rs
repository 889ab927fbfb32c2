//! What calls of intrinsics may promise: LLVM itself says what an intrinsic does, and a call that says
//! more is refused.

use super::super::callee::promised;
use super::super::{Lowering, Result_};
use super::{PASSED_OVER, is_among};
use crate::syntax::{Call, Class, MemoryEffects, ModRef, Word};

/// What an intrinsic does.
struct Nature {
    /// What it does with memory.
    effects: MemoryEffects,
    /// The promises that it keeps.
    words: &'static [Word],
    /// What it does with what each argument points to.
    arguments: &'static [ModRef],
    /// The promises about arguments that it keeps.
    argument_words: &'static [Word],
}

/// What almost all of them keep.
const USUAL: &[Word] = &[
    Word::Nounwind,
    Word::Willreturn,
    Word::Mustprogress,
    Word::Nofree,
    Word::Nosync,
    Word::Nocallback,
    Word::Norecurse,
];

/// What those keep that only compute.
const ARITHMETIC: &[Word] = &[
    Word::Nounwind,
    Word::Willreturn,
    Word::Mustprogress,
    Word::Nofree,
    Word::Nosync,
    Word::Nocallback,
    Word::Norecurse,
    Word::Speculatable,
];

fn nature(name: &str) -> Nature {
    let none = MemoryEffects::all(ModRef::NONE);
    let inaccessible = MemoryEffects::INACCESSIBLE;
    let nature = Nature {
        effects: none,
        words: USUAL,
        arguments: &[],
        argument_words: &[Word::Nocapture, Word::Nofree],
    };
    match name.split('.').next().unwrap_or(name) {
        "trap" => Nature {
            effects: MemoryEffects::default(),
            words: &[Word::Nounwind, Word::Noreturn, Word::Norecurse],
            ..nature
        },
        "memset" => Nature {
            effects: MemoryEffects {
                argument: ModRef::WRITE,
                ..none
            },
            arguments: &[ModRef::WRITE],
            ..nature
        },
        "memcpy" => Nature {
            effects: MemoryEffects::ARGUMENTS,
            arguments: &[ModRef::WRITE, ModRef::READ],
            argument_words: &[Word::Nocapture, Word::Nofree, Word::Noalias],
            ..nature
        },
        "memmove" => Nature {
            effects: MemoryEffects::ARGUMENTS,
            arguments: &[ModRef::WRITE, ModRef::READ],
            ..nature
        },
        "lifetime" => Nature {
            effects: MemoryEffects::ARGUMENTS,
            arguments: &[ModRef::ANY, ModRef::ANY],
            ..nature
        },
        "load" => Nature {
            effects: MemoryEffects {
                argument: ModRef::READ,
                ..none
            },
            arguments: &[ModRef::READ],
            ..nature
        },
        "assume" => Nature {
            effects: inaccessible,
            ..nature
        },
        _ if is_among(PASSED_OVER, name) => Nature {
            effects: MemoryEffects {
                argument: ModRef::ANY,
                ..inaccessible
            },
            arguments: &[ModRef::ANY],
            ..nature
        },
        _ => Nature {
            words: ARITHMETIC,
            ..nature
        },
    }
}

impl<'t> Lowering<'_, 't> {
    /// Refuses a call of an intrinsic that promises more than the intrinsic keeps.
    pub(super) fn accept_intrinsic(&self, name: &str, call: &Call<'t>) -> Result_<()> {
        let nature = nature(name);
        let refuse = |what: &str| self.unsupported(format!("{what} at `llvm.{name}`"));
        let said = self.module.resolved(&call.attributes);
        let mut words = promised(&said).into_iter();
        if let Some(word) = words.find(|word| !nature.words.contains(word)) {
            return refuse(&format!("`{}`", word.name()));
        }
        if !nature.effects.is_within(said.effects) {
            return refuse("what is said of memory");
        }
        if let Some(word) = promised(&call.result_attributes).first() {
            return refuse(&format!("`{}`", word.name()));
        }
        if call.convention != "ccc" {
            return refuse("a calling convention");
        }
        let is_passed_over = is_among(PASSED_OVER, name);
        for (place, argument) in call.arguments.iter().enumerate() {
            let attributes = &argument.attributes;
            let mut words = promised(attributes).into_iter();
            if let Some(word) = words.find(|word| !nature.argument_words.contains(word)) {
                return refuse(&format!("`{}`", word.name()));
            }
            let done = nature.arguments.get(place).copied();
            let done = done.unwrap_or(ModRef::NONE);
            if !done.is_within(attributes.effects.argument) {
                return refuse("what is said of the memory of an argument");
            }
            // Values that are passed over are not looked at, so that nothing can be said of them.
            let mut words = attributes.words();
            if is_passed_over && words.any(|word| word.class() == Class::Value) {
                return refuse("what is said of a value");
            }
        }
        Ok(())
    }
}
