//! Two functions, lowered together until they agree on their inputs and on memory.

use program::Function;

use super::plan::Plan;
use super::signature::{self, Shown};
use super::{Lowered, Options, Reading, Role, lower, rests, same};
use crate::meaning::Meaning;
use crate::syntax::Module;
use crate::{Assumption, PairProblem, Problem, Side};

/// Two functions that can be compared.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The specification and the implementation. If the second refines the first, the same holds
    /// for the functions of LLVM.
    pub functions: (Function, Function),
    /// The same two, such that a refutation holds for the functions of LLVM. `None` where
    /// `functions` serve for that as well.
    pub refutation: Option<(Function, Function)>,
    /// What is taken for granted beyond the language reference.
    pub assumptions: Vec<Assumption>,
    /// The functions that are called or handed over, not looked into, and not the same in both modules:
    /// a proof rests on each refining its counterpart.
    pub rests_on: Vec<String>,
    /// What may be in the way of a verdict, in whole sentences.
    pub obstacles: Vec<String>,
    /// What inputs, events and ends of the functions for a refutation mean.
    pub meaning: Meaning,
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
    let shown = [specification, implementation].map(|named| {
        let function = named.module.function_called(named.function);
        let function = function.filter(|function| function.is_defined());
        function.map(|function| Shown {
            module: named.module,
            function,
        })
    });
    let missing = |named: Named<'_, '_>, side| PairProblem {
        side,
        problem: Problem::at(
            named.module.text,
            0,
            format!("no function `{}` is defined here", named.function),
        ),
    };
    let [theirs, ours] = shown;
    let theirs = theirs.ok_or_else(|| missing(specification, Side::Specification))?;
    let ours = ours.ok_or_else(|| missing(implementation, Side::Implementation))?;
    signature::compare(theirs, ours)?;
    let mut plan = Plan {
        common: rests::common_locals(specification.module, implementation.module),
        ..Plan::default()
    };
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
        next.irrefutable
            .extend(signature::irrefutable(theirs, &proof.0));
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
            Some(both)
        };
        return finished(theirs, ours, options, &plan, proof, refutation);
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

/// Two functions that agree on a plan, unless one shows to others what the other does not.
fn finished(
    theirs: Shown<'_, '_>,
    ours: Shown<'_, '_>,
    options: &Options,
    plan: &Plan,
    proof: (Lowered, Lowered),
    refutation: Option<(Lowered, Lowered)>,
) -> Result<Pair, PairProblem> {
    let problem = |message: String| PairProblem {
        side: Side::Implementation,
        problem: Problem::at(ours.module.text, proof.1.at, message),
    };
    signature::compare_promises(theirs, ours, &proof, plan)?;
    if let Some(at) = plan.parallel {
        let message =
            "iterations that do not meet (`llvm.loop.parallel_accesses`) are not supported";
        return Err(PairProblem {
            side: Side::Implementation,
            problem: Problem::at(ours.module.text, at, message),
        });
    }
    let assumptions = plan.assumptions(options);
    let denied = assumptions.iter().find(|it| options.denied.contains(it));
    if let Some(denied) = denied {
        return Err(problem(format!(
            "a verdict would rest on what is denied: {}",
            denied.sentence()
        )));
    }
    let differs = |name: &&String| !same::is_same(theirs.module, ours.module, name);
    let rests_on = plan.rests.iter().filter(differs).cloned().collect();
    let (specification, implementation) = refutation.as_ref().unwrap_or(&proof);
    let meaning = Meaning {
        inputs: specification.inputs.clone(),
        specification: specification.meaning.clone(),
        implementation: implementation.meaning.clone(),
    };
    let functions = |both: (Lowered, Lowered)| (both.0.function, both.1.function);
    Ok(Pair {
        functions: functions(proof),
        refutation: refutation.map(functions),
        meaning,
        assumptions,
        rests_on,
        obstacles: obstacles(plan),
    })
}

/// What may be in the way of a verdict.
fn obstacles(plan: &Plan) -> Vec<String> {
    let irrefutable = plan.irrefutable.first();
    let irrefutable = irrefutable.map(|reason| format!("Nothing can be refuted here: {reason}."));
    let closed = plan.called.iter().map(|name| {
        format!("`@{name}` is not looked into: its body is not seen to keep what it promises.")
    });
    irrefutable.into_iter().chain(closed).collect()
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
