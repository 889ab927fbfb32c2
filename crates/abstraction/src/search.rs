//! The search for a proof: with more and more cut points, richer and richer relations, and harder
//! and harder questions.

use budget::Budget;
use evidence::abstraction::{CutMap, IMPLEMENTATION, SPECIFICATION};
use logic::{Op, Term};
use program::Function;

use crate::Pair;
use crate::align::{Alignment, Runner, Traces, ways};
use crate::ask::{Asker, Effort};
use crate::bounds::Bounds;
use crate::definitions::Definitions;
use crate::flow::Flow;
use crate::harvest;
use crate::inputs::Pool;
use crate::prove::{Context, Failure, Language, prove};
use crate::relation::Level;

/// How many inputs both functions are run on to see how they correspond: at first, for what is seen
/// at once, and then.
const FEW_TRACES: u64 = 10;
const MANY_TRACES: u64 = 40;

/// Everything that attempts of every effort have in common.
pub(crate) struct Search {
    specification: Flow,
    implementation: Flow,
    traces: Traces,
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
        let runner = Runner {
            specification: &specification,
            implementation: &implementation,
            pool,
            budget,
        };
        let traces = runner.on_inputs(0..FEW_TRACES);
        let functions = [&specification.function, &implementation.function];
        let [theirs, ours] = functions;
        let context = Context::of_functions(theirs, ours, traces.choices.clone());
        Search {
            bounds: Bounds::of(functions),
            guards: harvest::guards(functions),
            definitions: Definitions::of(functions),
            multiplies: multiply(functions),
            alignments: ways(&specification, &implementation, &traces, budget),
            traces,
            context,
            specification,
            implementation,
        }
    }

    /// Runs both functions on more inputs.
    pub(crate) fn look_closer(&mut self, pool: &Pool<'_>, budget: &Budget) {
        let (specification, implementation) = (&self.specification, &self.implementation);
        let runner = Runner {
            specification,
            implementation,
            pool,
            budget,
        };
        if !runner.extend(&mut self.traces, FEW_TRACES..MANY_TRACES) {
            self.traces = runner.on_inputs(0..MANY_TRACES);
            self.context.choices = self.traces.choices.clone();
        }
        runner.reach(&mut self.traces);
        self.alignments = ways(specification, implementation, &self.traces, budget);
    }

    /// Looks for a proof, the cheapest relations first along each alignment.
    pub(crate) fn run(&self, effort: Effort, budget: &Budget) -> Result<CutMap, Ended> {
        let mut failure = Failure::Weak("the loops could not be aligned".to_owned());
        let mut asker = Asker::new(budget, effort);
        for alignment in &self.alignments {
            for level in self.levels(alignment, effort) {
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
    /// has alone has computed takes an equation, of products where there are any. A solver finds
    /// nothing for the cheapest relations that it would not find for the next ones.
    fn levels(&self, alignment: &Alignment, effort: Effort) -> &'static [Level] {
        if effort == Effort::Evident {
            return match alignment.has_gaps() {
                true => &[],
                false => &[Level::Partners],
            };
        }
        match (alignment.has_gaps(), self.multiplies) {
            (true, true) => &[
                Level::Tests,
                Level::Affine,
                Level::Order,
                Level::Squares,
                Level::Cubes,
                Level::Cases,
            ],
            (true, false) => &[Level::Tests, Level::Affine, Level::Order],
            (false, _) => &Level::ALL[1..],
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
