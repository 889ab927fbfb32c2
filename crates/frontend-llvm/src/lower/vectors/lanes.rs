//! Single lanes: taking one out, putting one in, and what is made of all of them.

use logic::{Integer, Op, Sort, Term};

use super::super::arithmetic::{apply, bit, literal, truth, width};
use super::super::scalar::{Bound, Scalar, Single};
use super::super::{Integers, Lowering, Result_};
use crate::syntax::{Flags, Type, Typed, Value};

impl<'t> Lowering<'_, 't> {
    /// The lane that a mask chooses.
    pub(super) fn shuffled(
        &mut self,
        lanes: &[Single],
        ty: &Type<'t>,
        mask: &Typed<'t>,
        element: &Type<'t>,
        place: usize,
    ) -> Result_<Single> {
        let value = match &mask.value {
            Value::Aggregate(elements) => match elements.get(place) {
                Some(element) => element.value.clone(),
                None => return self.wrong("this mask is too short"),
            },
            other => other.clone(),
        };
        let index = match value {
            // What nobody asks for is anything.
            Value::Undef | Value::Poison => match self.constant(ty, &value)? {
                Bound::Single(single) => return Ok(single),
                Bound::Aggregate(_) => return self.unsupported("this shuffle"),
            },
            value => self.constant(element, &value)?,
        };
        let Bound::Single(Single::Integer(index)) = index else {
            return self.unsupported("this mask");
        };
        let number = index.value.as_value().and_then(|value| match value {
            logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
            logic::Value::Int(number) => number.to_i64(),
            _ => None,
        });
        match number.and_then(|number| lanes.get(usize::try_from(number).ok()?)) {
            Some(lane) => Ok(lane.clone()),
            None => self.wrong("the vectors have no such lane"),
        }
    }

    pub(super) fn extract_lane(&mut self, lanes: &[Single], index: &Scalar) -> Result_<Single> {
        let Some(first) = lanes.first() else {
            return self.wrong("the vector has no lanes");
        };
        if let Some(place) = LaneIndex::known(index) {
            return Ok(match lanes.get(place) {
                Some(lane) => lane.clone(),
                None => first.clone().or_poison(Term::top()),
            });
        }
        let index = LaneIndex::of(index);
        let mut chosen = Scalar::poison(first.term().sort());
        for (place, lane) in lanes.iter().enumerate() {
            let Single::Integer(lane) = self.settled(lane.clone()) else {
                return self.unsupported("one of several pointers");
            };
            let is = index.is(place);
            chosen = Scalar::new(
                Term::ite(is.clone(), lane.value.clone(), chosen.value),
                Term::ite(is, lane.poison.clone(), chosen.poison),
            );
        }
        Ok(Single::Integer(chosen.or_poison(index.poison)))
    }

    pub(super) fn insert_lane(
        &mut self,
        mut lanes: Vec<Single>,
        value: &Single,
        index: &Scalar,
    ) -> Result_<Vec<Single>> {
        if lanes
            .iter()
            .any(|lane| lane.term().sort() != value.term().sort())
        {
            return self.wrong("this lane has another type than the vector's");
        }
        if let Some(place) = LaneIndex::known(index) {
            match lanes.get_mut(place) {
                Some(lane) => *lane = value.clone(),
                None => lanes
                    .iter_mut()
                    .for_each(|lane| lane.set_poison(Term::top())),
            }
            return Ok(lanes);
        }
        let index = LaneIndex::of(index);
        let outside = index.is_outside(lanes.len());
        for (place, lane) in lanes.iter_mut().enumerate() {
            let (Single::Integer(own), Single::Integer(value)) =
                (self.settled(lane.clone()), self.settled(value.clone()))
            else {
                return self.unsupported("one of several pointers");
            };
            let is = index.is(place);
            *lane = Single::Integer(Scalar::new(
                Term::ite(is.clone(), value.value.clone(), own.value.clone()),
                Term::or([
                    Term::ite(is, value.poison.clone(), own.poison.clone()),
                    outside.clone(),
                    index.poison.clone(),
                ]),
            ));
        }
        Ok(lanes)
    }

    /// A cast of lanes: each of its own, or of all the bits together.
    pub(super) fn cast_lanes(
        &mut self,
        opcode: &str,
        flags: Flags,
        lanes: &[Single],
        to: &Type<'t>,
    ) -> Result_<Vec<Single>> {
        let types: Vec<Type<'t>> = self.leaves(to)?.into_iter().map(|(_, ty)| ty).collect();
        if opcode != "bitcast" || types.len() == lanes.len() {
            if types.len() != lanes.len() {
                return self.wrong("this cast does not fit its types");
            }
            let mut cast = Vec::new();
            for (lane, ty) in lanes.iter().zip(&types) {
                cast.push(self.cast(opcode, flags, lane, ty)?);
            }
            return Ok(cast);
        }
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a cast of a vector over mathematical integers");
        }
        let bits_of = |sort: &Sort| match sort {
            Sort::Bool => 1,
            Sort::BitVec(width) => *width,
            _ => 0,
        };
        let mut bits: Option<Term> = None;
        let mut poisons = Vec::new();
        let mut start = 0;
        for lane in lanes {
            let Single::Integer(lane) = self.settled(lane.clone()) else {
                return self.unsupported("a cast of pointers in a vector");
            };
            let own = match lane.value.sort() {
                Sort::Bool => bit(&lane.value),
                _ => lane.value.clone(),
            };
            poisons.push((start, start + width(&own), lane.poison.clone()));
            start += width(&own);
            // The first lane is the lowest.
            bits = Some(match bits {
                Some(low) => apply(Op::Concat, &own, &low),
                None => own,
            });
        }
        let Some(bits) = bits else {
            return self.wrong("the vector has no lanes");
        };
        let mut cast = Vec::new();
        let mut low = 0;
        for ty in &types {
            if *ty == Type::Pointer {
                return self.unsupported("a cast to pointers in a vector");
            }
            let sort = self.sort(ty)?;
            let high = low + bits_of(&sort);
            if high > start || high == low {
                return self.wrong("this cast does not fit its types");
            }
            let part = Term::app(Op::Extract(high - 1, low), vec![bits.clone()]);
            let touched = poisons
                .iter()
                .filter(|(from, to, _)| *from < high && low < *to);
            let poison = Term::or(touched.map(|(_, _, poison)| poison.clone()));
            let value = match sort {
                Sort::Bool => truth(&part),
                _ => part,
            };
            cast.push(Single::Integer(Scalar::new(value, poison)));
            low = high;
        }
        match low == start {
            true => Ok(cast),
            false => self.wrong("this cast does not fit its types"),
        }
    }

    /// `llvm.vector.reduce.…`: the lanes, put together by an operation.
    pub(in super::super) fn reduce(
        &mut self,
        operation: &str,
        lanes: &[Scalar],
    ) -> Result_<Scalar> {
        let Some((first, rest)) = lanes.split_first() else {
            return self.wrong("the vector has no lanes");
        };
        let mut result = first.clone();
        for lane in rest {
            result = match operation {
                "add" | "mul" | "and" | "or" | "xor" => {
                    self.binary(operation, Flags::default(), &result, lane)?
                }
                "smax" | "smin" | "umax" | "umin" if *lane.value.sort() != Sort::Bool => {
                    self.extreme(operation, &result, lane)
                }
                _ => return self.unsupported(format!("`llvm.vector.reduce.{operation}`")),
            };
        }
        Ok(result)
    }
}

/// Which lane of a vector is meant, as a number without a sign that no lane's number wraps around in:
/// indices may have fewer bits than it takes to count the lanes.
struct LaneIndex {
    number: Term,
    poison: Term,
}

impl LaneIndex {
    /// The bits that suffice to count the lanes of any vector.
    const BITS: u32 = 32;

    fn of(index: &Scalar) -> Self {
        let number = match index.value.sort() {
            Sort::Bool => bit(&index.value),
            _ => index.value.clone(),
        };
        let number = match number.sort() {
            Sort::BitVec(width) if *width < LaneIndex::BITS => {
                Term::app(Op::ZeroExtend(LaneIndex::BITS - width), vec![number])
            }
            _ => number,
        };
        LaneIndex {
            number,
            poison: index.poison.clone(),
        }
    }

    /// The lane that a constant index means. One that is too large is no lane of any vector.
    fn known(index: &Scalar) -> Option<usize> {
        let value = index.value.as_value()?;
        if !index.poison.is_false() {
            return None;
        }
        let number = match value {
            logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
            logic::Value::Int(number) => number.to_i64(),
            logic::Value::Bool(value) => Some(i64::from(*value)),
            _ => None,
        };
        let number = number.and_then(|number| usize::try_from(number).ok());
        Some(number.unwrap_or(usize::MAX))
    }

    /// Where it means a lane.
    fn is(&self, place: usize) -> Term {
        let lane = literal(&self.number, Integer::from(place));
        Term::eq(self.number.clone(), lane)
    }

    /// Where it means none of so many lanes.
    fn is_outside(&self, lanes: usize) -> Term {
        let count = literal(&self.number, Integer::from(lanes));
        match self.number.sort() {
            Sort::Int => Term::or([
                Term::not(Term::lt(self.number.clone(), count)),
                Term::lt(self.number.clone(), Term::int(0)),
            ]),
            _ => apply(Op::BvUle, &count, &self.number),
        }
    }
}
