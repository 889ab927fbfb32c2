//! Two functions, lowered together until they agree on their inputs and on memory.

use program::Function;

use super::plan::Plan;
use super::{Lowered, Options, Reading, Role, lower};
use crate::syntax::Module;
use crate::{PairProblem, Problem, Side};

/// Two functions that can be compared.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The specification and the implementation. If the second refines the first, the same holds
    /// for the functions of LLVM.
    pub functions: (Function, Function),
    /// The same two, such that a refutation holds for the functions of LLVM. `None` where
    /// `functions` serve for that as well.
    pub refutation: Option<(Function, Function)>,
    /// What is taken for granted, a sentence each.
    pub assumptions: Vec<String>,
}

/// A function of a module.
#[derive(Clone, Copy, Debug)]
pub struct Named<'m, 't> {
    /// The module.
    pub module: &'m Module<'t>,
    /// The function's name.
    pub function: &'m str,
}

/// Lowers the function of a name in two modules.
///
/// # Errors
/// Where one of the modules has no such function, or something in it is not supported.
pub fn pair(
    specification: &Module<'_>,
    implementation: &Module<'_>,
    function: &str,
    options: &Options,
) -> Result<Pair, PairProblem> {
    let [specification, implementation] =
        [specification, implementation].map(|module| Named { module, function });
    pair_named(specification, implementation, options)
}

/// Lowers two functions, whatever their names.
///
/// # Errors
/// Where one of the modules has no such function, or something in it is not supported.
pub fn pair_named(
    specification: Named<'_, '_>,
    implementation: Named<'_, '_>,
    options: &Options,
) -> Result<Pair, PairProblem> {
    let mut plan = Plan::default();
    // Facts only grow, and there are finitely many; the bound is for a mistake in that.
    for _ in 0..1000 {
        let proof = lower_both(
            specification,
            implementation,
            options,
            &plan,
            [Reading::Few, Reading::Many],
        )?;
        let mut next = plan.clone();
        next.absorb(&proof.0.facts);
        next.absorb(&proof.1.facts);
        if next != plan {
            plan = next;
            continue;
        }
        let refutation = if plan.is_exact() {
            None
        } else {
            let both = lower_both(
                specification,
                implementation,
                options,
                &plan,
                [Reading::Many, Reading::Few],
            )?;
            let mut next = plan.clone();
            next.absorb(&both.0.facts);
            next.absorb(&both.1.facts);
            if next != plan {
                plan = next;
                continue;
            }
            Some((both.0.function, both.1.function))
        };
        if proof.1.progress.is_news_to(&proof.0.progress) {
            let message = "loops that must make progress, where the specification's need not, are not supported";
            return Err(PairProblem {
                side: Side::Implementation,
                problem: Problem::at(implementation.module.text, proof.1.at, message),
            });
        }
        return Ok(Pair {
            functions: (proof.0.function, proof.1.function),
            refutation,
            assumptions: plan.assumptions(options),
        });
    }
    Err(PairProblem {
        side: Side::Specification,
        problem: Problem::at(
            specification.module.text,
            0,
            "the two functions cannot be aligned",
        ),
    })
}

fn lower_both(
    specification: Named<'_, '_>,
    implementation: Named<'_, '_>,
    options: &Options,
    plan: &Plan,
    readings: [Reading; 2],
) -> Result<(Lowered, Lowered), PairProblem> {
    let one = |named: Named<'_, '_>, side, reading| {
        let role = Role { side, reading };
        lower(named.module, named.function, options, plan, role)
            .map_err(|problem| PairProblem { side, problem })
    };
    Ok((
        one(specification, Side::Specification, readings[0])?,
        one(implementation, Side::Implementation, readings[1])?,
    ))
}
