//! Which global is which: whether constants of two modules are the same object.
//!
//! A global is known by its name. Only a constant whose address does not matter (`unnamed_addr`) and
//! that nobody else sees is known by what it holds, since compilers rename such constants and make one
//! of several. What it holds is spelled out byte by byte; where it points to others, they are spelled
//! out in turn, down to names that others know.

use std::fmt::Write as _;

use logic::{Term, Var};

use super::super::scalar::Address;
use super::super::{Lowering, Result_};
use super::contents::Byte;
use super::{Object, ObjectKind};
use crate::Side;
use crate::syntax::{Global, Linkage, Name};

/// How deeply constants may point to each other.
const DEEPEST: usize = 16;

impl<'t> Lowering<'_, 't> {
    /// What the address of a global or a function is called.
    pub(super) fn identity_of(&mut self, object: &Object) -> Result_<String> {
        let name = object.region.strip_prefix('@').map(Name::bare);
        if object.kind == ObjectKind::Function {
            self.rests_on_region(&object.region);
            let function = name.and_then(|name| self.module.function(name));
            let (unnamed, linkage) =
                function.map_or((false, Linkage::External), |it| (it.unnamed, it.linkage));
            self.facts.mergeable |= unnamed || linkage.is_interposable();
            self.not_by_name(&object.region, linkage, unnamed);
            return Ok(object.region.clone());
        }
        let global = name.and_then(|name| self.module.global(name)).cloned();
        if let Some(global) = &global {
            let size = global.ty.as_ref().map(|ty| self.extent(ty)).transpose()?;
            let is_empty = size.is_none_or(|extent| extent.size == 0);
            self.facts.mergeable |= global.unnamed || global.linkage.is_interposable() || is_empty;
            self.note_constness(&object.region, global.constant);
            if !is_nameless(global) {
                self.not_by_name(&object.region, global.linkage, global.unnamed);
                // A constant whose address does not matter may have been made one with this one.
                let mut nameless = self.plan.nameless.values();
                let may_be_merged = is_known_constant(global)
                    && self.role.side == Side::Implementation
                    && nameless.any(|it| it.specification.is_some());
                if may_be_merged {
                    self.facts.undef = true;
                    self.end_refutation(Term::top());
                }
            }
            if is_nameless(global) {
                let identity = self.spelled(global)?;
                let own = self.facts.nameless.entry(identity).or_default();
                let own = own.of(self.role.side).get_or_insert_default();
                own.insert(object.region.clone());
            }
        }
        let identity = match global {
            Some(global) if is_nameless(&global) => self.spelled(&global)?,
            _ => object.region.clone(),
        };
        self.note_alignment(&identity, object.align);
        Ok(identity)
    }

    /// Ends a refutation that counts on which of several globals or functions it is, where a name does
    /// not say that: compilers rename what only the module knows, and make one of what has no address
    /// that matters.
    pub(in super::super) fn not_by_name(&mut self, name: &str, linkage: Linkage, unnamed: bool) {
        let is_numbered = name[1..].starts_with(|letter: char| letter.is_ascii_digit());
        let is_renamed = linkage.is_local() && (is_numbered || !self.plan.common.contains(name));
        if unnamed || is_renamed {
            self.facts.undef = true;
            self.end_refutation(Term::top());
        }
    }

    /// Notes whether what others get is a constant, which they cannot write.
    pub(in super::super) fn note_constness(&mut self, name: &str, constant: bool) {
        let side = self.role.side;
        let own = self.facts.constness.entry(name.to_owned()).or_default();
        *own.of(side) = Some(constant);
    }

    /// What a nameless constant holds, as a text that begins like a global's name.
    fn spelled(&mut self, global: &Global<'t>) -> Result_<String> {
        if self.spelling.contains(&global.name) || self.spelling.len() > DEEPEST {
            return self.unsupported("a circle of constants that point to each other");
        }
        self.spelling.push(global.name);
        let text = self.content_text(global);
        self.spelling.pop();
        // No name has a quotation mark in it.
        text.map(|text| format!("@\"{text}"))
    }

    /// What a global holds at the start, byte by byte.
    pub(in super::super) fn content_text(&mut self, global: &Global<'t>) -> Result_<String> {
        let (Some(ty), Some(initial)) = (&global.ty, &global.initial) else {
            return self.unsupported("the content of this global");
        };
        let mut bytes = Vec::new();
        self.bytes(ty, initial, &mut bytes, 0)?;
        let is_text = |byte: &Byte| matches!(byte, Byte::Literal(b' '..=b'!' | b'#'..=b'}'));
        let mut text = String::new();
        match bytes.split_last() {
            Some((Byte::Literal(0), letters)) if letters.iter().all(is_text) => {
                let letters = letters.iter().filter_map(|byte| match byte {
                    Byte::Literal(letter) => Some(char::from(*letter)),
                    Byte::Padding | Byte::Of(..) => None,
                });
                let _ = write!(text, "c\"{}\"", letters.collect::<String>());
            }
            _ => {
                let _ = write!(text, "[{}]", bytes.len());
                // What is left of a constant behind the last byte that is not zero need not be spelled.
                let zero = Byte::Literal(0);
                let end = bytes.iter().rposition(|byte| *byte != zero);
                for byte in &bytes[..end.map_or(0, |end| end + 1)] {
                    let _ = match byte {
                        Byte::Literal(value) => write!(text, "{value:02x}"),
                        Byte::Padding => write!(text, "--"),
                        Byte::Of(term, place) => write!(text, "({term}/{place})"),
                    };
                }
            }
        }
        Ok(text)
    }

    /// Where a global or a function is: an input.
    pub(in super::super) fn global_address(&self, identity: &str) -> Address {
        Address(self.address_var(identity).term())
    }

    pub(super) fn address_var(&self, identity: &str) -> Var {
        Var::new(format!("{identity}~address").as_str(), self.address_sort())
    }

    /// The input that says how large a global is whose size another module decides.
    pub(super) fn size_var(&self, region: &str) -> Var {
        Var::new(format!("{region}~size").as_str(), self.address_sort())
    }

    /// How large a global is whose address is an input.
    pub(super) fn global_size(&self, identity: &str) -> Term {
        if self.plan.sized.contains_key(identity) {
            return self.size_var(identity).term();
        }
        let known = self.plan.addressed.get(identity);
        let bytes = known.map_or(0, |(bytes, _)| *bytes);
        let zero = Term::value(logic::Value::default_of(&self.address_sort()));
        super::super::arithmetic::literal(&zero, logic::Integer::from(bytes))
    }
}

/// Whether a global is a constant whose content is known here.
fn is_known_constant(global: &Global<'_>) -> bool {
    global.constant && global.initial.is_some() && !global.linkage.is_interposable()
}

/// Whether a constant is known by what it holds: nobody outside of its module sees it, and its address
/// does not matter.
pub(super) fn is_nameless(global: &Global<'_>) -> bool {
    global.constant && global.linkage.is_local() && global.unnamed && global.initial.is_some()
}
