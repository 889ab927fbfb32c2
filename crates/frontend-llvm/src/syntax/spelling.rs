//! Types as LLVM writes them.

use super::{Module, Type};

/// How deep a type may be nested, names resolved. A type that is part of itself is nested for ever.
const MOST_LEVELS: usize = 256;
/// How long a text may become: names that stand for two of the next one each grow without bound.
const LONGEST: usize = 1 << 16;

/// A type that is nested too deeply, or has too many parts, to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

impl TooLarge {
    pub(crate) const MESSAGE: &'static str = "a type that is too large to be compared";
}

impl<'t> Module<'t> {
    /// A type as LLVM writes it, names resolved: the texts of two types are the same exactly where the
    /// types are.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn spelled(&self, ty: &Type<'t>) -> Result<String, TooLarge> {
        let mut text = String::new();
        self.spell(ty, MOST_LEVELS, &mut text)?;
        Ok(text)
    }

    fn spell(&self, ty: &Type<'t>, levels: usize, text: &mut String) -> Result<(), TooLarge> {
        let levels = levels.checked_sub(1).ok_or(TooLarge)?;
        if text.len() > LONGEST {
            return Err(TooLarge);
        }
        match ty {
            Type::Void => text.push_str("void"),
            Type::Integer(width) => text.push_str(&format!("i{width}")),
            Type::Pointer => text.push_str("ptr"),
            Type::Elsewhere(space) => text.push_str(&format!("ptr addrspace({space})")),
            Type::Float(name) | Type::Other(name) => text.push_str(name),
            Type::Array(count, element) => {
                text.push_str(&format!("[{count} x "));
                self.spell(element, levels, text)?;
                text.push(']');
            }
            Type::Vector(count, element) => {
                text.push_str(&format!("<{count} x "));
                self.spell(element, levels, text)?;
                text.push('>');
            }
            Type::Struct { fields, packed } => {
                text.push_str(if *packed { "<{ " } else { "{ " });
                self.spell_list(fields, levels, text)?;
                text.push_str(if *packed { " }>" } else { " }" });
            }
            Type::Named(name) => match self.types.get(name) {
                Some(ty) => self.spell(ty, levels, text)?,
                None => text.push_str(&format!("%{name}")),
            },
            Type::Function(ty) => {
                self.spell(&ty.result, levels, text)?;
                text.push_str(" (");
                self.spell_list(&ty.parameters, levels, text)?;
                text.push_str(if ty.variadic { ", ...)" } else { ")" });
            }
        }
        Ok(())
    }

    fn spell_list(
        &self,
        types: &[Type<'t>],
        levels: usize,
        text: &mut String,
    ) -> Result<(), TooLarge> {
        for (position, ty) in types.iter().enumerate() {
            if position > 0 {
                text.push_str(", ");
            }
            self.spell(ty, levels, text)?;
        }
        Ok(())
    }
}
