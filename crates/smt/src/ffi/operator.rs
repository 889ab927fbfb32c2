//! The operators of the logic as Z3's.

use std::rc::Rc;

use logic::Op;
use z3_sys::*;

use super::{Ast, Error, Z3};

type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Nary = unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Option<Z3_ast>;

/// An operator on arguments. Uninterpreted functions and constant arrays, which need more than
/// their arguments, are not made here.
pub(crate) fn operator(z3: &Rc<Z3>, op: &Op, arguments: &[Ast]) -> Result<Ast, Error> {
    let unary = |make: Unary| {
        // SAFETY: see the module.
        Ast::new(z3, unsafe { make(z3.raw, arguments[0].raw()) })
    };
    let binary = |make: Binary| {
        let (a, b) = (arguments[0].raw(), arguments[1].raw());
        // SAFETY: see the module.
        Ast::new(z3, unsafe { make(z3.raw, a, b) })
    };
    let nary = |make: Nary| {
        let raws = Ast::raws(arguments);
        // SAFETY: see the module.
        Ast::new(z3, unsafe {
            make(z3.raw, raws.len() as u32, raws.as_ptr())
        })
    };
    // SAFETY: see the module; this covers the calls that take numbers besides terms.
    unsafe {
        match op {
            Op::Not => unary(Z3_mk_not),
            Op::And => nary(Z3_mk_and),
            Op::Or => nary(Z3_mk_or),
            Op::Implies => binary(Z3_mk_implies),
            Op::Xor => binary(Z3_mk_xor),
            Op::Eq => binary(Z3_mk_eq),
            Op::Distinct => nary(Z3_mk_distinct),
            Op::Ite => Ast::new(
                z3,
                Z3_mk_ite(
                    z3.raw,
                    arguments[0].raw(),
                    arguments[1].raw(),
                    arguments[2].raw(),
                ),
            ),
            Op::Add => nary(Z3_mk_add),
            Op::Mul => nary(Z3_mk_mul),
            // Z3 chooses between the two divisions by the sort of the arguments.
            Op::Div | Op::RealDiv => binary(Z3_mk_div),
            Op::Mod => binary(Z3_mk_mod),
            Op::Le => binary(Z3_mk_le),
            Op::Lt => binary(Z3_mk_lt),
            Op::ToReal => unary(Z3_mk_int2real),
            Op::ToInt => unary(Z3_mk_real2int),
            Op::IsInt => unary(Z3_mk_is_int),
            Op::Select => binary(Z3_mk_select),
            Op::Store => Ast::new(
                z3,
                Z3_mk_store(
                    z3.raw,
                    arguments[0].raw(),
                    arguments[1].raw(),
                    arguments[2].raw(),
                ),
            ),
            Op::BvNot => unary(Z3_mk_bvnot),
            Op::BvNeg => unary(Z3_mk_bvneg),
            Op::BvAnd => binary(Z3_mk_bvand),
            Op::BvOr => binary(Z3_mk_bvor),
            Op::BvXor => binary(Z3_mk_bvxor),
            Op::BvAdd => binary(Z3_mk_bvadd),
            Op::BvSub => binary(Z3_mk_bvsub),
            Op::BvMul => binary(Z3_mk_bvmul),
            Op::BvUdiv => binary(Z3_mk_bvudiv),
            Op::BvUrem => binary(Z3_mk_bvurem),
            Op::BvSdiv => binary(Z3_mk_bvsdiv),
            Op::BvSrem => binary(Z3_mk_bvsrem),
            Op::BvSmod => binary(Z3_mk_bvsmod),
            Op::BvShl => binary(Z3_mk_bvshl),
            Op::BvLshr => binary(Z3_mk_bvlshr),
            Op::BvAshr => binary(Z3_mk_bvashr),
            Op::BvUlt => binary(Z3_mk_bvult),
            Op::BvUle => binary(Z3_mk_bvule),
            Op::BvSlt => binary(Z3_mk_bvslt),
            Op::BvSle => binary(Z3_mk_bvsle),
            Op::Concat => binary(Z3_mk_concat),
            Op::Extract(high, low) => {
                Ast::new(z3, Z3_mk_extract(z3.raw, *high, *low, arguments[0].raw()))
            }
            Op::ZeroExtend(more) => Ast::new(z3, Z3_mk_zero_ext(z3.raw, *more, arguments[0].raw())),
            Op::SignExtend(more) => Ast::new(z3, Z3_mk_sign_ext(z3.raw, *more, arguments[0].raw())),
            Op::BvToInt => Ast::new(z3, Z3_mk_bv2int(z3.raw, arguments[0].raw(), false)),
            Op::IntToBv(width) => Ast::new(z3, Z3_mk_int2bv(z3.raw, *width, arguments[0].raw())),
            Op::Divisible(_) | Op::ConstArray(_) | Op::Copy | Op::Apply(_) => {
                unreachable!("the translation makes {op:?} from other parts")
            }
        }
    }
}
