//! All values that somebody may choose.

use frontend_llvm::syntax::Type;

use crate::integers::Width;
use crate::lift::scalar;
use crate::machine::World;
use crate::problem::{Answer, Refusal, unsupported};
use crate::types::{lane_width, numbers, parts, poison, undef};
use crate::value::{Scalar, Value};

/// How many values are listed at once.
const MOST: usize = 1 << 14;

/// Every choice of one value for each part.
fn product(choices: &[Vec<Value>]) -> Answer<Vec<Value>> {
    let count = choices.iter().map(Vec::len).fold(1, usize::saturating_mul);
    if count > MOST {
        return Err(Refusal::TooMany("choices for the parts of a value"));
    }
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for part in choices {
        let longer = all.iter().flat_map(|chosen| {
            part.iter()
                .map(|value| [&chosen[..], std::slice::from_ref(value)].concat())
        });
        all = longer.collect();
    }
    Ok(all.into_iter().map(Value::Parts).collect())
}

fn listed(width: Width) -> Answer<Vec<Value>> {
    match numbers(width) {
        Some(atoms) => Ok(atoms.map(|atom| Value::Scalar(Scalar::one(atom))).collect()),
        None => Err(Refusal::TooMany("values of a type")),
    }
}

/// The values that `freeze` may give.
///
/// > "If the argument is a vector or aggregate, […] the freeze is done element by element"; padding
/// > is not frozen. Poison may become any value, `undef` any value that a use may see.
pub(crate) fn frozen(ty: &Type<'_>, value: &Value) -> Answer<Vec<Value>> {
    if let (Some(types), Value::Parts(values)) = (parts(ty), value) {
        let choices = types
            .iter()
            .zip(values)
            .map(|(ty, value)| frozen(ty, value));
        return product(&choices.collect::<Answer<Vec<_>>>()?);
    }
    if value.is_well_defined() {
        return Ok(vec![value.clone()]);
    }
    if let Type::Pointer = ty {
        return unsupported("`freeze` of a pointer that is not well defined");
    }
    let set = scalar(value)?;
    if set.may_be_poison() {
        return listed(lane_width(ty)?);
    }
    let each = set
        .atoms()
        .iter()
        .map(|atom| Value::Scalar(Scalar::one(*atom)));
    Ok(each.collect())
}

/// The values that the world may give for a parameter or as an answer.
pub(crate) fn given(ty: &Type<'_>, world: World) -> Answer<Vec<Value>> {
    if let Some(types) = parts(ty) {
        let choices = types.iter().map(|ty| given(ty, world));
        return product(&choices.collect::<Answer<Vec<_>>>()?);
    }
    match ty {
        Type::Integer(_) => {
            let mut all = listed(lane_width(ty)?)?;
            all.push(poison(ty)?);
            if world.gives_undef {
                all.push(undef(ty)?);
            }
            Ok(all)
        }
        other => unsupported(format!("a parameter of type {other:?}")),
    }
}
