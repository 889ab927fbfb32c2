//! Facts about inputs: where the objects can be that pointers from outside point into.
//!
//! What the language excludes is excluded before either function does anything, so that an input which
//! cannot occur never tells two functions apart. All of these facts are made here and in
//! `found::layout_facts`, from the plan that both functions share, and `Lowering::whole` states them
//! first.

use logic::{Integer, Sort, Term};

use super::super::Lowering;
use super::super::arithmetic::{is_negative, literal};
use super::super::scalar::{Address, below, minus, plus};
use super::{Extent, FIXED, ObjectKind, misaligned};

/// The region of a parameter that nobody else points into.
pub(in super::super) fn separate_region(position: usize) -> String {
    format!("mem{position}")
}

/// The position of the parameter whose own region it is.
pub(in super::super) fn separate_position(region: &str) -> Option<usize> {
    region.strip_prefix("mem")?.parse().ok()
}

/// Whether a region is one of those.
pub(super) fn is_separate(region: &str) -> bool {
    let position = region.strip_prefix("mem");
    position.is_some_and(|position| !position.is_empty())
}

/// An object: what is greater than `low` and less than `high`.
pub(super) struct Span {
    /// A pointer to it.
    pub(super) pointer: Address,
    pub(super) low: Address,
    pub(super) high: Address,
    /// Whether its memory is its own.
    pub(super) separate: bool,
}

impl Lowering<'_, '_> {
    /// What is known of the inputs.
    pub(in super::super) fn input_facts(&mut self) -> Vec<Term> {
        let mut facts = self.address_facts();
        facts.extend(self.copy_facts());
        facts.extend(self.room_facts());
        let spans = self.spans();
        let parameters = spans.iter().take_while(|span| !span.is_global()).count();
        for (position, span) in spans.iter().take(parameters).enumerate() {
            facts.extend(self.is_small(span));
            for other in &spans[position + 1..] {
                facts.extend(self.fit(span, other));
            }
        }
        facts.extend(self.layout_facts(&spans));
        facts.extend(self.start_facts());
        facts
    }

    /// The objects that parameters point to, then the globals whose addresses are inputs.
    fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let refutes = self.role.refutes();
        for object in &self.objects {
            if let (ObjectKind::Parameter(position), Extent::Between { base, low, high }) =
                (object.kind, &object.extent)
            {
                let apart = self.plan.noalias.contains(&position) || self.plan.is_typed();
                spans.push(Span {
                    pointer: base.clone(),
                    low: low.clone(),
                    high: high.clone(),
                    separate: is_separate(&object.region) || apart && refutes,
                });
            }
        }
        for region in self.plan.addressed.keys() {
            let base = self.global_address(region);
            spans.push(Span {
                pointer: base.clone(),
                low: base.before(),
                high: base.plus(&self.global_size(region)),
                // Memory that all share does not hold what a constant does.
                separate: refutes && self.plan.constants.contains(region),
            });
        }
        spans
    }

    /// A copy that a caller makes for `byval` is there, as large as its type, and aligned.
    fn copy_facts(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        for object in &self.objects {
            let (ObjectKind::Parameter(position), Extent::Between { base, low, high }) =
                (object.kind, &object.extent)
            else {
                continue;
            };
            let Some((size, align)) = self.plan.copies.get(&position) else {
                continue;
            };
            facts.extend([
                Term::not(base.is_null()),
                base.below(high),
                Term::eq(low.0.clone(), base.before().0),
                Term::eq(high.0.clone(), base.behind(*size).0),
            ]);
            if *align > 1 {
                facts.push(Term::not(misaligned(&base.0, *align)));
            }
        }
        facts
    }

    /// Memory that the specification says can be written can be.
    fn room_facts(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        for object in &self.objects {
            if let (ObjectKind::Parameter(position), Extent::Between { low, .. }) =
                (object.kind, &object.extent)
                && self.plan.writes
                && self.plan.rooms.contains(&position)
            {
                let fixed = self.objects_var(FIXED).term();
                facts.push(Term::not(Term::select(fixed, low.0.clone())));
            }
        }
        facts
    }

    /// An object is smaller than half of the address space.
    fn is_small(&self, span: &Span) -> Option<Term> {
        if *span.low.0.sort() == Sort::Int {
            return None;
        }
        let between = span.high.minus(&span.low).0;
        let size = minus(&between, &literal(&between, 1));
        Some(Term::or([
            Term::not(span.low.below(&span.high)),
            Term::not(is_negative(&size)),
        ]))
    }

    /// Two objects are the same or do not overlap.
    ///
    /// Parameters that are `noalias` may point to the same memory as long as nobody writes it. Their
    /// regions then hold the same, of which the regions know nothing; that says too much for a
    /// refutation, which is therefore only about objects that do not overlap.
    fn fit(&self, one: &Span, other: &Span) -> Option<Term> {
        let separate = one.separate || other.separate;
        if separate && !self.role.refutes() {
            return None;
        }
        // Nothing is greater than `low` and less than `high`.
        let empty = |low: &Address, high: &Address| {
            let between = high.minus(low).0;
            let one = literal(&between, 1);
            Term::or([Term::not(low.below(high)), Term::eq(between, one)])
        };
        let mut cases = vec![
            empty(&one.low, &other.high),
            empty(&other.low, &one.high),
            empty(&one.low, &one.high),
            empty(&other.low, &other.high),
        ];
        if !separate {
            cases.push(Term::and([
                Term::eq(one.low.0.clone(), other.low.0.clone()),
                Term::eq(one.high.0.clone(), other.high.0.clone()),
            ]));
        }
        Some(Term::or(cases))
    }

    /// Globals and functions whose addresses are inputs are aligned and not at null, and no two
    /// overlap; those whose size another module decides have at least the bytes that are declared.
    fn address_facts(&self) -> Vec<Term> {
        let plan = self.plan;
        let mut facts = Vec::new();
        for (region, declared) in &plan.sized {
            let size = self.size_var(region).term();
            let least = literal(&size, Integer::from(*declared));
            facts.push(Term::not(below(&size, &least)));
            if *size.sort() != Sort::Int {
                facts.push(Term::not(is_negative(&size)));
            }
        }
        let mut placed: Vec<(Address, Address)> = Vec::new();
        let mut near: Option<Address> = None;
        for (region, (_, align)) in &plan.addressed {
            let base = self.global_address(region);
            let end = base.plus(&self.global_size(region));
            facts.push(Term::not(base.is_null()));
            facts.push(Term::not(end.below(&base)));
            if *align > 1 {
                facts.push(Term::not(misaligned(&base.0, *align)));
            }
            if plan.writes {
                // A constant cannot be written, any other global can.
                let fixed = self.objects_var(FIXED).term();
                let is_fixed = Term::select(fixed, base.before().0);
                facts.push(match plan.constants.contains(region) {
                    true => is_fixed,
                    false => Term::not(is_fixed),
                });
            }
            if plan.relative && plan.constants.contains(region) {
                match &near {
                    Some(first) => facts.push(is_near(first, &base)),
                    None => near = Some(base.clone()),
                }
            }
            for (start, behind) in &placed {
                facts.push(Term::or([
                    Term::not(base.below(behind)),
                    Term::not(start.below(&end)),
                ]));
            }
            placed.push((base, end));
        }
        facts
    }
}

impl Span {
    /// Whether it is a global's: its address is an input of its own.
    fn is_global(&self) -> bool {
        matches!(self.pointer.0.as_var(), Some(var) if var.name.as_str().starts_with('@'))
    }
}

/// Whether two addresses are less than a gigabyte apart.
fn is_near(one: &Address, other: &Address) -> Term {
    let near = literal(&one.0, Integer::power_of_two(30));
    let twice = literal(&one.0, Integer::power_of_two(31));
    below(&plus(&other.minus(one).0, &near), &twice)
}
