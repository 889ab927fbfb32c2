//! The sorts that operators take and give.

use crate::{Op, Sort};

/// The sort of an operator's result on arguments of these sorts; `None` where they do not fit.
#[must_use]
pub fn op_sort(op: &Op, arguments: &[&Sort]) -> Option<Sort> {
    use Op::{
        Add, And, Apply, BvAdd, BvAnd, BvAshr, BvLshr, BvMul, BvNeg, BvNot, BvOr, BvSdiv, BvShl,
        BvSle, BvSlt, BvSmod, BvSrem, BvSub, BvToInt, BvUdiv, BvUle, BvUlt, BvUrem, BvXor, Concat,
        ConstArray, Copy, Distinct, Div, Divisible, Eq, Extract, Implies, IntToBv, IsInt, Ite, Le,
        Lt, Mod, Mul, Not, Or, RealDiv, Select, SignExtend, Store, ToInt, ToReal, Xor, ZeroExtend,
    };
    let all = |sort: &Sort| arguments.iter().all(|a| a.is_comparable(sort));
    let alike = || {
        arguments
            .windows(2)
            .all(|pair| pair[0].is_comparable(pair[1]))
    };
    let count = arguments.len();
    let width = || match arguments.first()? {
        Sort::BitVec(width) => Some(*width),
        _ => None,
    };
    match op {
        Not => (count == 1 && all(&Sort::Bool)).then_some(Sort::Bool),
        And | Or => all(&Sort::Bool).then_some(Sort::Bool),
        Implies | Xor => (count == 2 && all(&Sort::Bool)).then_some(Sort::Bool),
        Eq => (count == 2 && alike()).then_some(Sort::Bool),
        Distinct => (count >= 1 && alike()).then_some(Sort::Bool),
        Ite => match arguments {
            [Sort::Bool, then, otherwise] if then.is_comparable(otherwise) => Some(then.carrier()),
            _ => None,
        },
        Add | Mul => {
            let sort = arguments.first()?.carrier();
            (sort.is_arithmetic() && alike()).then_some(sort)
        }
        Div | Mod => (count == 2 && all(&Sort::Int)).then_some(Sort::Int),
        RealDiv => (count == 2 && all(&Sort::Real)).then_some(Sort::Real),
        Le | Lt => (count == 2 && alike() && arguments[0].is_arithmetic()).then_some(Sort::Bool),
        ToReal => (count == 1 && all(&Sort::Int)).then_some(Sort::Real),
        ToInt => (count == 1 && all(&Sort::Real)).then_some(Sort::Int),
        IsInt => (count == 1 && all(&Sort::Real)).then_some(Sort::Bool),
        Divisible(divisor) => {
            (count == 1 && all(&Sort::Int) && divisor.is_positive()).then_some(Sort::Bool)
        }
        Select => match arguments {
            [Sort::Array(array), index] if array.index.is_comparable(index) => {
                Some(array.element.carrier())
            }
            _ => None,
        },
        Store => match arguments {
            [sort @ Sort::Array(array), index, element]
                if array.index.is_comparable(index) && array.element.is_comparable(element) =>
            {
                Some(sort.carrier())
            }
            _ => None,
        },
        ConstArray(index) => {
            (count == 1).then(|| Sort::array(index.carrier(), arguments[0].carrier()))
        }
        Copy => match arguments {
            [to @ Sort::Array(array), numbers @ .., count] if array.index == Sort::Int => {
                let [at, source, from] = numbers else {
                    return None;
                };
                let are_numbers = [at, from, count].iter().all(|sort| sort.is_integer());
                (are_numbers && to.is_comparable(source)).then(|| to.carrier())
            }
            _ => None,
        },
        BvNot | BvNeg => (count == 1).then(width)?.map(Sort::BitVec),
        BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem
        | BvSmod | BvShl | BvLshr | BvAshr => {
            (count == 2 && alike()).then(width)?.map(Sort::BitVec)
        }
        BvUlt | BvUle | BvSlt | BvSle => (count == 2 && alike()).then(width)?.map(|_| Sort::Bool),
        Concat => match arguments {
            [Sort::BitVec(a), Sort::BitVec(b)] => Some(Sort::BitVec(a.checked_add(*b)?)),
            _ => None,
        },
        Extract(high, low) => {
            let width = (count == 1).then(width)??;
            (low <= high && *high < width).then(|| Sort::BitVec(high - low + 1))
        }
        ZeroExtend(more) | SignExtend(more) => {
            Some(Sort::BitVec((count == 1).then(width)??.checked_add(*more)?))
        }
        BvToInt => (count == 1).then(width)?.map(|_| Sort::Int),
        IntToBv(width) => {
            (count == 1 && all(&Sort::Int) && *width > 0).then_some(Sort::BitVec(*width))
        }
        Apply(function) => {
            let fits = function.parameters().len() == count
                && function
                    .parameters()
                    .iter()
                    .zip(arguments)
                    .all(|(p, a)| p.is_comparable(a));
            fits.then(|| function.result().carrier())
        }
    }
}
