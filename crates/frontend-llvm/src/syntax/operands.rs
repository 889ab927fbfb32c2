//! The operands of instructions.

use super::{Kind, Typed, Value};

impl<'t> Kind<'t> {
    /// The operands, labels aside.
    pub(crate) fn operands_mut(&mut self) -> Vec<&mut Value<'t>> {
        fn of<'k, 't>(typed: &'k mut Typed<'t>) -> &'k mut Value<'t> {
            &mut typed.value
        }
        match self {
            Kind::Binary { left, right, .. } | Kind::Compare { left, right, .. } => {
                vec![left, right]
            }
            Kind::Cast { from, .. } | Kind::ExtractValue { from, .. } => vec![of(from)],
            Kind::Select {
                condition,
                then,
                otherwise,
            } => vec![of(condition), of(then), of(otherwise)],
            Kind::Phi { incoming, .. } => incoming.iter_mut().map(|(value, _)| value).collect(),
            Kind::Freeze(typed) => vec![of(typed)],
            Kind::Alloca { count, .. } => count.iter_mut().map(of).collect(),
            Kind::Load { pointer, .. } => vec![pointer],
            Kind::Store { value, pointer, .. } => vec![of(value), pointer],
            Kind::Pointer { base, indices, .. } => {
                std::iter::once(base).chain(indices).map(of).collect()
            }
            Kind::InsertValue { into, value, .. } => vec![of(into), of(value)],
            Kind::ExtractElement { from, index } => vec![of(from), of(index)],
            Kind::InsertElement { into, value, index } => vec![of(into), of(value), of(index)],
            Kind::Shuffle { left, right, .. } => vec![of(left), of(right)],
            Kind::Call(call) => {
                let arguments = call.arguments.iter_mut().map(|it| &mut it.value.value);
                let bundles = call.bundles.iter_mut().flat_map(|(_, all)| all).map(of);
                let operands = std::iter::once(&mut call.callee).chain(arguments);
                operands.chain(bundles).collect()
            }
            Kind::Return(result) => result.iter_mut().map(of).collect(),
            Kind::Branch { condition, .. } => vec![condition],
            Kind::Switch { value, .. } => vec![of(value)],
            Kind::Goto(_) | Kind::Unreachable | Kind::Other(_) => Vec::new(),
        }
    }
}
