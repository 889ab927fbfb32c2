//! What attributes and metadata say of a value: in other cases it is poison, or the behaviour is
//! undefined.

use std::str::FromStr;

use logic::{Integer, Op, Sort, Term};

use super::arithmetic::{apply, bit};
use super::memory::ObjectId;
use super::scalar::{Place, Pointer, Single};
use super::signature;
use super::{Integers, Lowering, Reading, Result_};
use crate::syntax::{Access, Attributes, TooLarge, Type, UNREAD, Word};

impl<'t> Lowering<'_, 't> {
    /// What is left of a value that is handed over, as attributes restrict it.
    pub(super) fn restrict(
        &mut self,
        mut single: Single,
        attributes: &Attributes<'t>,
    ) -> Result_<Single> {
        if let Single::Pointer(pointer) = &single {
            let poison = self.pointer_restriction(pointer, attributes)?;
            single = single.or_poison(poison);
        }
        if let (Some((low, high)), Single::Integer(scalar)) = (attributes.range, &single) {
            let outside = self.out_of_range(&scalar.value, low, high)?;
            single = Single::Integer(scalar.clone().kept_from(outside));
        }
        // That something can be accessed is said of a value that there is.
        let implied = attributes.dereferenceable > 0 || attributes.dereferenceable_or_null > 0;
        if attributes.has(Word::Noundef) || implied {
            self.because("a value is poison that must not be (`noundef`)");
            self.must_be_defined(&single.ill());
            single.is_well();
        }
        if let Single::Pointer(pointer) = &single {
            self.must_be_accessible(pointer, attributes)?;
        }
        Ok(single)
    }

    /// What is left of a value of a call, as its attributes and those of who is called restrict it. The
    /// LangRef does not say whether a value may be poison by what one of them says, of which the other
    /// says that it is not: who has many behaviours must not have it so.
    pub(super) fn restrict_by_both(
        &mut self,
        single: Single,
        first: &Attributes<'t>,
        second: &Attributes<'t>,
    ) -> Result_<Single> {
        let single = self.restrict(single, first)?;
        let mut single = self.restrict(single, second)?;
        if first.has(Word::Noundef) && self.role.reading == Reading::Many {
            self.because("a value is poison that must not be (`noundef`)");
            self.must_be_defined(&single.ill());
            single.is_well();
        }
        Ok(single)
    }

    /// Where a pointer is not what attributes say, so that it is poison.
    fn pointer_restriction(
        &mut self,
        pointer: &Pointer,
        attributes: &Attributes<'t>,
    ) -> Result_<Term> {
        let mut poison = Vec::new();
        if attributes.has(Word::Nonnull) {
            poison.push(self.is_null(pointer)?);
        }
        if attributes.align > 1 {
            poison.push(self.misaligned_pointer(pointer, attributes.align)?);
        }
        Ok(Term::or(poison))
    }

    /// Where a pointer is null.
    pub(super) fn is_null(&mut self, pointer: &Pointer) -> Result_<Term> {
        if let Place::Address(address) = &pointer.place {
            return Ok(address.is_null());
        }
        let null = Pointer::null(&self.address_sort());
        Ok(self.compare_pointers("eq", pointer, &null)?.value)
    }

    fn must_be_accessible(
        &mut self,
        pointer: &Pointer,
        attributes: &Attributes<'t>,
    ) -> Result_<()> {
        let outside = |lowering: &mut Self, bytes: u64| match pointer.object {
            ObjectId::NULL => Ok(Term::top()),
            id => {
                let outside = lowering.outside(id, &pointer.place, bytes)?;
                Ok(Term::or([outside, lowering.is_gone_by_now(id)]))
            }
        };
        if attributes.dereferenceable > 0 {
            let outside = outside(self, attributes.dereferenceable)?;
            self.because("a pointer is not `dereferenceable` as its attribute says");
            self.undefined_if(outside);
        }
        if attributes.dereferenceable_or_null > 0 {
            let outside = outside(self, attributes.dereferenceable_or_null)?;
            let exists = Term::not(self.is_null(pointer)?);
            self.because("a pointer is not `dereferenceable_or_null` as its attribute says");
            self.undefined_if(Term::and([exists, outside]));
        }
        Ok(())
    }

    /// What is left of a value that is loaded, as metadata restricts it.
    pub(super) fn restrict_loaded(
        &mut self,
        single: Single,
        access: &Access<'t>,
    ) -> Result_<Single> {
        let mut attributes = Attributes::default();
        if access.nonnull {
            attributes.set(Word::Nonnull);
        }
        let number = |lowering: &Self, node: Option<&str>| match node {
            Some(node) => lowering.number_of_node(node),
            None => Ok(0),
        };
        attributes.align = number(self, access.pointer_align)?;
        attributes.dereferenceable = number(self, access.dereferenceable)?;
        attributes.dereferenceable_or_null = number(self, access.dereferenceable_or_null)?;
        if access.noundef {
            attributes.set(Word::Noundef);
        }
        let mut single = single;
        if let (Some(node), Single::Integer(scalar)) = (access.range, &single) {
            let outside = self.out_of_node(&scalar.value, node)?;
            single = Single::Integer(scalar.clone().kept_from(outside));
        }
        self.restrict(single, &attributes)
    }

    /// Whether a number lies outside of `low..high`, which may wrap around.
    pub(super) fn out_of_range(&self, term: &Term, low: &str, high: &str) -> Result_<Term> {
        if self.options.integers == Integers::Mathematical {
            return Ok(Term::bottom());
        }
        let term = match term.sort() {
            Sort::Bool => bit(term),
            _ => term.clone(),
        };
        let number = |digits: &str| match (Integer::from_str(digits), term.sort()) {
            (Ok(number), Sort::BitVec(width)) => Ok(Term::bit_vec(*width, number)),
            _ => self.wrong("this is no number"),
        };
        let (low, high) = (number(low)?, number(high)?);
        // Inside means a distance from `low` below that of `high`.
        let distance = |to: &Term| apply(Op::BvSub, to, &low);
        Ok(Term::not(apply(
            Op::BvUlt,
            &distance(&term),
            &distance(&high),
        )))
    }

    /// What stands in a node of metadata.
    pub(super) fn node<'n>(&self, node: &'n str) -> Result_<&'n str>
    where
        't: 'n,
    {
        match self.node_content(node) {
            Some(content) => Ok(content),
            None if node == UNREAD || self.module.nodes.get(node) == Some(&UNREAD) => {
                self.unsupported("a comment in a node of metadata")
            }
            None => self.wrong(format!("`!{node}` is not defined")),
        }
    }

    /// The only number of a node.
    fn number_of_node(&self, node: &str) -> Result_<u64> {
        let number = self.node(node)?.split_whitespace().nth(1);
        match number.and_then(|digits| digits.parse().ok()) {
            Some(number) => Ok(number),
            None => self.wrong(format!("`!{node}` is no number")),
        }
    }

    /// Whether a number lies outside of the ranges of a node of metadata.
    pub(super) fn out_of_node(&self, term: &Term, node: &str) -> Result_<Term> {
        // `i8 0, i8 2`: pairs of numbers, each behind its type.
        let numbers: Vec<&str> = self
            .node(node)?
            .split(',')
            .filter_map(|part| part.split_whitespace().nth(1))
            .collect();
        let mut outside = Vec::new();
        for pair in numbers.chunks(2) {
            match pair {
                [low, high] => outside.push(self.out_of_range(term, low, high)?),
                _ => return self.wrong(format!("`!{node}` is no list of ranges")),
            }
        }
        Ok(Term::and(outside))
    }

    /// A type as LLVM writes it, names resolved, to be compared with others.
    pub(super) fn spelled_type(&self, ty: &Type<'t>) -> Result_<String> {
        let spelled = self.module.spelled(ty);
        spelled.or_else(|TooLarge| self.unsupported(TooLarge::MESSAGE))
    }

    /// The same for people.
    pub(super) fn describe(&self, ty: &Type<'t>) -> String {
        let spelled = self.module.spelled(ty);
        spelled.unwrap_or_else(|TooLarge| "…".to_owned())
    }

    /// How a value is handed over, to be compared with others.
    pub(super) fn handed_over(&self, attributes: &Attributes<'t>) -> Result_<String> {
        let handed_over = signature::handed_over(attributes, self.module);
        handed_over.or_else(|TooLarge| self.unsupported(TooLarge::MESSAGE))
    }
}
