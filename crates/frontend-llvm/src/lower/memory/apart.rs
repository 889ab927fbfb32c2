//! Where the objects can be that pointers from outside point into.

use logic::{Sort, Term};
use program::function::Step;

use super::super::Lowering;
use super::super::arithmetic::{is_negative, literal};
use super::Extent;

/// The region of a parameter that nobody else points into.
pub(super) fn separate_region(position: usize) -> String {
    format!("mem{position}")
}

/// The position of the parameter whose own region it is.
pub(super) fn separate_position(region: &str) -> Option<usize> {
    region.strip_prefix("mem")?.parse().ok()
}

/// Whether a region is one of those.
pub(super) fn is_separate(region: &str) -> bool {
    let position = region.strip_prefix("mem");
    position.is_some_and(|position| !position.is_empty())
}

/// An object: what is greater than `low` and less than `high`.
pub(super) struct Place {
    /// A pointer to it.
    pub(super) pointer: Term,
    pub(super) low: Term,
    pub(super) high: Term,
    /// Whether its memory is its own.
    pub(super) separate: bool,
}

impl Lowering<'_, '_> {
    /// Each object is smaller than half of the address space, and two are the same or do not overlap.
    ///
    /// Parameters that are `noalias` may point to the same memory as long as nobody writes it. Their
    /// regions then hold the same, of which the regions know nothing; that says too much for a
    /// refutation, which is therefore only about objects that do not overlap.
    pub(super) fn keep_apart(&mut self) {
        let mut places: Vec<Place> = Vec::new();
        for object in &self.objects {
            if let Extent::Unknown { base, low, high } = &object.extent {
                places.push(Place {
                    pointer: base.clone(),
                    low: low.clone(),
                    high: high.clone(),
                    separate: is_separate(&object.region)
                        || (object.noalias || self.plan.is_typed()) && self.role.refutes(),
                });
            }
        }
        let parameters = places.len();
        for (region, (size, _)) in &self.plan.addressed {
            let base = self.global_address(region).term();
            places.push(Place {
                pointer: base.clone(),
                low: self.minus(&base, &literal(&base, 1)),
                high: self.plus(&base, &literal(&base, logic::Integer::from(*size))),
                separate: false,
            });
        }
        let mut facts = Vec::new();
        for (position, place) in places.iter().take(parameters).enumerate() {
            facts.extend(self.is_small(place));
            for other in &places[position + 1..] {
                facts.extend(self.fit(place, other));
            }
        }
        for fact in facts {
            self.step(Step::Assume(fact));
        }
        self.layout_inputs(&places);
    }

    fn is_small(&self, place: &Place) -> Option<Term> {
        if *place.low.sort() == Sort::Int {
            return None;
        }
        let between = self.minus(&place.high, &place.low);
        let size = self.minus(&between, &literal(&between, 1));
        Some(Term::or([
            Term::not(self.below(&place.low, &place.high)),
            Term::not(is_negative(&size)),
        ]))
    }

    /// What holds of two objects.
    fn fit(&self, one: &Place, other: &Place) -> Option<Term> {
        let separate = one.separate || other.separate;
        if separate && !self.role.refutes() {
            return None;
        }
        // Nothing is greater than `low` and less than `high`.
        let empty = |low: &Term, high: &Term| {
            let between = self.minus(high, low);
            let one = literal(&between, 1);
            Term::or([Term::not(self.below(low, high)), Term::eq(between, one)])
        };
        let mut cases = vec![
            empty(&one.low, &other.high),
            empty(&other.low, &one.high),
            empty(&one.low, &one.high),
            empty(&other.low, &other.high),
        ];
        if !separate {
            cases.push(Term::and([
                Term::eq(one.low.clone(), other.low.clone()),
                Term::eq(one.high.clone(), other.high.clone()),
            ]));
        }
        Some(Term::or(cases))
    }
}
