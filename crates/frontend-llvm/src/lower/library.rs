//! Functions of the C library that compilers know, so that calls of them come and go, and more is promised
//! of them than a module says: `library.ll` has all of them.

use crate::syntax::{Function, Module, Type, Word};

/// The declarations, as LLVM writes them.
const TEXT: &str = include_str!("library.ll");

thread_local! {
    static LIBRARY: Option<Module<'static>> = crate::read(TEXT).ok();
}

/// Calls a function with what is known of the library.
fn in_library<T>(look: impl FnOnce(&Module<'static>) -> Option<T>) -> Option<T> {
    LIBRARY.with(|library| library.as_ref().and_then(look))
}

/// Whether a function is one of the library, or one of those that stand for one when a compiler checks
/// sizes (`__memcpy_chk`).
pub(super) fn is_library(name: &str) -> bool {
    let checked = name
        .strip_prefix("__")
        .and_then(|it| it.strip_suffix("_chk"));
    let names = [Some(name), checked];
    let is_there = |library: &Module<'_>| {
        let mut names = names.iter().flatten();
        names.any(|name| library.function(crate::syntax::Name::Text(name)).is_some())
    };
    in_library(|library| Some(is_there(library))).unwrap_or(false)
}

/// What is known of a function that a module declares: its declaration in the library, with all
/// attributes, where it has the types that it has there. Whoever says `nobuiltin` means another function.
pub(super) fn declaration(function: &Function<'_>) -> Option<Function<'static>> {
    let name = function.name.text()?;
    if function.is_defined() || function.linkage.is_local() {
        return None;
    }
    in_library(|library| {
        let known = library.function(crate::syntax::Name::Text(name))?;
        let mut pairs = known.parameters.iter().zip(&function.parameters);
        let fits = known.parameters.len() == function.parameters.len()
            && known.variadic == function.variadic
            && function.convention == known.convention
            && is_like(&known.result, &function.result)
            && pairs.all(|(known, own)| is_like(&known.ty, &own.ty));
        let mut known = known.clone();
        known.attributes = library.resolved(&known.attributes);
        fits.then_some(known)
    })
}

/// Whether a type can be the one that the library is declared with.
fn is_like(known: &Type<'_>, own: &Type<'_>) -> bool {
    match (known, own) {
        (Type::Integer(64), Type::Integer(width)) => matches!(width, 32 | 64),
        (Type::Float("x86_fp80"), Type::Float(_)) => true,
        (known, own) => known == own,
    }
}

/// Whether attributes say that a function only has the name of one of the library.
pub(super) fn is_other(said: &crate::syntax::Attributes<'_>) -> bool {
    said.has(Word::Nobuiltin) && !said.has(Word::Builtin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_declarations_are_read_and_known() {
        let library = crate::read(TEXT).expect("the declarations are in order");
        for function in &library.functions {
            let all = library.resolved(&function.attributes);
            let parameters = function.parameters.iter().map(|it| &it.attributes);
            let each = parameters.chain([&all, &function.result_attributes]);
            assert!(each.into_iter().all(|it| it.unknown.is_none()));
            let has_type = function.result != Type::Void || !function.variadic;
            assert!(
                !has_type || declaration(function).is_some(),
                "{}",
                function.name
            );
        }
        assert!(is_library("__memcpy_chk") && is_library("_Znwm"));
        assert!(!is_library("_ZneRK1AS1_") && !is_library("__rust_foo"));
    }
}
