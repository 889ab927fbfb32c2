//! Refinement, decided by trying everything.

use std::collections::BTreeSet;
use std::fmt;

use crate::behaviour::{Behaviour, End};
use crate::inputs::{Coverage, Inputs};
use crate::machine::Program;
use crate::problem::{Answer, malformed};

/// Whether one function refines another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// On all inputs it does only what the other one allows.
    Refines,
    /// On all inputs that were tried, which are not all there are.
    NothingFound,
    /// On these inputs it may do something else.
    Differs(Box<Difference>),
}

/// Where an implementation does what its specification does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The inputs.
    pub inputs: Inputs,
    /// What the specification may do on them.
    pub allowed: BTreeSet<Behaviour>,
    /// What the implementation may do.
    pub found: BTreeSet<Behaviour>,
    /// The first thing that it may do and is not allowed to.
    pub wrong: Behaviour,
}

/// Decides whether `function` of `implementation` refines the one of `specification`: whether for
/// all inputs, each behaviour of the implementation is allowed by one of the specification.
///
/// # Errors
/// Where a function is not interpreted exactly.
pub fn refines(
    specification: &Program<'_, '_>,
    implementation: &Program<'_, '_>,
    function: &str,
) -> Answer<Verdict> {
    let types = specification.parameter_types(function)?;
    if types != implementation.parameter_types(function)? {
        return malformed("two functions with different parameters");
    }
    let (all, coverage) = specification.inputs(function)?;
    for inputs in all {
        let allowed = specification.behaviours(function, &inputs)?;
        let anything = allowed
            .iter()
            .any(|it| it.events.is_empty() && it.end == End::Undefined);
        if anything {
            continue;
        }
        let found = implementation.behaviours(function, &inputs)?;
        let wrong = found
            .iter()
            .find(|it| !allowed.iter().any(|other| it.refines(other)));
        if let Some(wrong) = wrong.cloned() {
            return Ok(Verdict::Differs(Box::new(Difference {
                inputs,
                allowed,
                found,
                wrong,
            })));
        }
    }
    Ok(match coverage {
        Coverage::All => Verdict::Refines,
        Coverage::Some => Verdict::NothingFound,
    })
}

impl Program<'_, '_> {
    /// The types of the parameters of a function, as text.
    fn parameter_types(&self, function: &str) -> Answer<Vec<String>> {
        let Some(code) = self.code(function) else {
            return malformed(format!("@{function} is not defined"));
        };
        let types = code_types(self, code).map(|ty| format!("{ty:?}"));
        Ok(types.collect())
    }
}

pub(crate) fn code_types<'p, 't>(
    program: &'p Program<'_, 't>,
    code: usize,
) -> impl Iterator<Item = &'p frontend_llvm::syntax::Type<'t>> {
    program.codes[code]
        .function
        .parameters
        .iter()
        .map(|it| &it.ty)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "inputs: {}", self.inputs)?;
        for (who, what) in [
            ("specification", &self.allowed),
            ("implementation", &self.found),
        ] {
            writeln!(f, "{who}:")?;
            for behaviour in what {
                writeln!(f, "  {behaviour}")?;
            }
        }
        write!(f, "not allowed: {}", self.wrong)
    }
}
