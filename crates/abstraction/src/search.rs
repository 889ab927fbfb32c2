//! The search for a proof: with more and more cut points, richer and richer relations, and harder
//! and harder questions.

use budget::Budget;
use evidence::abstraction::{CutMap, IMPLEMENTATION, SPECIFICATION};
use logic::{Op, Term};
use program::Function;

use crate::Pair;
use crate::bounds::Bounds;
use crate::align::{Alignment, Traces, ways};
use crate::ask::{Asker, Effort};
use crate::definitions::Definitions;
use crate::flow::Flow;
use crate::harvest;
use crate::inputs::Pool;
use crate::prove::{Context, Failure, Language, prove};
use crate::relation::Level;

/// Everything that attempts of every effort have in common.
pub(crate) struct Search {
    specification: Flow,
    implementation: Flow,
    context: Context,
    alignments: Vec<Alignment>,
    bounds: Bounds,
    guards: Vec<Term>,
    definitions: Definitions,
    /// Whether a function multiplies unknown numbers, or shifts by one.
    multiplies: bool,
}

/// Why an effort found no proof.
pub(crate) struct Ended {
    pub(crate) failure: Failure,
    /// Whether a question was left open, so that a greater effort could find more.
    pub(crate) gave_up: bool,
}

impl Search {
    pub(crate) fn new(pair: Pair<'_>, pool: &Pool<'_>, budget: &Budget) -> Self {
        let specification = Flow::of(pair.specification.qualified(SPECIFICATION));
        let implementation = Flow::of(pair.implementation.qualified(IMPLEMENTATION));
        budget.report(|| "aligning loops".to_owned());
        let traces = Traces::on_inputs(&specification, &implementation, pool, budget);
        let functions = [&specification.function, &implementation.function];
        let [theirs, ours] = functions;
        let context = Context::of_functions(theirs, ours, traces.choices.clone());
        Search {
            bounds: Bounds::of(functions),
            guards: harvest::guards(functions),
            definitions: Definitions::of(functions),
            multiplies: multiply(functions),
            alignments: ways(&specification, &implementation, &traces, budget),
            context,
            specification,
            implementation,
        }
    }

    /// Looks for a proof, the cheapest relations first along each alignment.
    pub(crate) fn run(&self, effort: Effort, budget: &Budget) -> Result<CutMap, Ended> {
        let mut failure = Failure::Weak("the loops could not be aligned".to_owned());
        let mut asker = Asker::new(budget, effort);
        for alignment in &self.alignments {
            for level in self.levels(alignment) {
                // The cheapest relations are tried without a solver, which finds nothing for them that
                // it would not find for the next ones.
                let effort = match (effort, level) {
                    (Effort::Quick, Level::Partners) => Effort::Evident,
                    _ => effort,
                };
                asker.set_effort(effort);
                budget.report(|| format!("looking for a relation ({effort:?}, {level:?})"));
                let found = self.attempt(alignment, *level, &mut asker);
                failure = match (found, budget.check()) {
                    (Ok(map), _) => return Ok(map),
                    (Err(failed @ Failure::Budget(_)), _) => {
                        return Err(Ended {
                            failure: failed,
                            gave_up: true,
                        });
                    }
                    (Err(_), Err(exhausted)) => {
                        return Err(Ended {
                            failure: Failure::Budget(exhausted.into()),
                            gave_up: true,
                        });
                    }
                    (Err(failed), Ok(())) => failed,
                };
            }
        }
        Err(Ended {
            failure,
            gave_up: asker.gave_up,
        })
    }

    /// What relations may say along an alignment, the cheapest first: what a loop that one function
    /// has alone has computed takes an equation, of products where there are any.
    fn levels(&self, alignment: &Alignment) -> &'static [Level] {
        match (alignment.has_gaps(), self.multiplies) {
            (true, true) => &[
                Level::Tests,
                Level::Affine,
                Level::Order,
                Level::Squares,
                Level::Cubes,
            ],
            (true, false) => &[Level::Tests, Level::Affine, Level::Order],
            (false, _) => &Level::ALL,
        }
    }

    fn attempt(
        &self,
        alignment: &Alignment,
        level: Level,
        asker: &mut Asker<'_>,
    ) -> Result<CutMap, Failure> {
        let language = Language {
            level,
            bounds: self.bounds.clone(),
            guards: self.guards.clone(),
            definitions: self.definitions.clone(),
        };
        prove(
            &self.specification,
            &self.implementation,
            &self.context,
            alignment,
            &language,
            asker,
        )
    }
}

/// Whether one of the functions multiplies two numbers that are no constants, or shifts by one.
fn multiply(functions: [&Function; 2]) -> bool {
    fn multiplies(term: &Term) -> bool {
        let (is_power, operands) = match (term.op(), term.children()) {
            (Some(Op::BvMul), [a, b]) => (true, [a, b].map(|it| it.as_value().is_none())),
            (Some(Op::BvShl | Op::BvLshr | Op::BvAshr), [_, by]) => {
                (true, [true, by.as_value().is_none()])
            }
            _ => (false, [false; 2]),
        };
        let inside = || term.children().iter().any(multiplies);
        is_power && operands == [true; 2] || logic::recursion::guard(inside)
    }
    let mut found = false;
    for function in functions {
        function.visit_terms(&mut |term| found |= !found && multiplies(term));
    }
    found
}
