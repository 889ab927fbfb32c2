//! Which functions a function may lead to: those that it names, and those that these name.
//!
//! What an implementation says of a function that it calls is compared where that function stands. But
//! two functions that call each other cannot both count on the other to return. So what is said of a
//! function counts only as far as it does not lead back.

use rustc_hash::FxHashSet;

use super::{Lowering, intrinsics};
use crate::lexer::{Lexer, Token};
use crate::syntax::{Attributes, Function, Name, Word};

/// What a function may lead to, itself included.
struct Reached<'t> {
    /// The functions and globals.
    names: FxHashSet<Name<'t>>,
    /// Whether somebody may be called whose name is not known.
    calls_unnamed: bool,
}

impl<'t> Lowering<'_, 't> {
    /// What a function may lead to, as far as the module shows it.
    fn reached(&self, from: Name<'t>) -> Reached<'t> {
        let mut reached = Reached {
            names: FxHashSet::default(),
            calls_unnamed: false,
        };
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            if !reached.names.insert(name) {
                continue;
            }
            let mut lexer = Lexer::at(self.module.entity(name).unwrap_or_default(), 0);
            let mut before = Token::Sign(b',');
            loop {
                let (token, _) = lexer.next();
                match token {
                    Token::End | Token::Bad => break,
                    Token::Global(name) => open.push(name),
                    Token::Word("asm") => reached.calls_unnamed = true,
                    Token::Sign(b'(') => {
                        reached.calls_unnamed |=
                            matches!(before, Token::Local(_) | Token::Sign(b')'));
                    }
                    _ => {}
                }
                before = token;
            }
        }
        reached
    }

    /// Whether a call of a function may lead back to a function that is being lowered.
    pub(super) fn leads_back(&self, function: &Function<'t>) -> bool {
        let reached = self.reached(function.name);
        self.stack.iter().any(|name| reached.names.contains(name))
    }

    /// What counts of what is said of a function that is called, for what its caller promises: that it
    /// returns or makes progress, unless it leads back here, and that it does not lead back here
    /// (`norecurse`).
    pub(super) fn counted(
        &self,
        mut said: Attributes<'t>,
        function: &Function<'t>,
        is_defined: bool,
    ) -> Attributes<'t> {
        said.unset(Word::Norecurse);
        // Somebody else who never returns is none who makes no progress here.
        said.set(Word::Mustprogress);
        if !is_defined {
            return said;
        }
        let reached = self.reached(function.name);
        if self.stack.iter().any(|name| reached.names.contains(name)) {
            said.unset(Word::Mustprogress);
            said.unset(Word::Willreturn);
            said.unset(Word::Nocallback);
            return said;
        }
        let comes_back = |name: &&Name<'t>| match self.module.function(**name) {
            Some(function) if function.is_defined() && !self.module.is_replaceable(function) => {
                false
            }
            Some(function) => {
                let is_intrinsic = name.text().and_then(|name| name.strip_prefix("llvm."));
                let is_known = is_intrinsic.is_some_and(intrinsics::is_known);
                !is_known && !self.module.says(&function.attributes, Word::Nocallback)
            }
            // Whoever is behind an alias may be somebody else.
            None => {
                let global = self.module.global(**name);
                global.is_some_and(|global| global.ty.is_none())
            }
        };
        if !reached.calls_unnamed && !reached.names.iter().any(|name| comes_back(&name)) {
            said.set(Word::Norecurse);
        }
        said
    }
}
