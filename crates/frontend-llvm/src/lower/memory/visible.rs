//! What a function is given and what others see of its memory.

use std::collections::BTreeSet;

use logic::{Op, Sort, Term, Var};
use program::function::{Observed, Step};

use super::super::arithmetic::{apply, literal};
use super::super::scalar::{Pointer, Scalar};
use super::super::{Integers, Lowering, Result_};
use super::apart::{is_separate, separate_position, separate_region};
use super::{Extent, Object, taint, variable_name};
use crate::syntax::{Attributes, Flag, Parameter, Type};

impl<'t> Lowering<'_, 't> {
    /// A parameter as an input of the function.
    pub(in super::super) fn parameter(
        &mut self,
        position: usize,
        parameter: &Parameter<'t>,
    ) -> Result_<Scalar> {
        let attributes = &parameter.attributes;
        if attributes.has(Flag::Special) {
            return self.unsupported("a parameter that is passed in this way");
        }
        let ty = self.resolve(&parameter.ty)?;
        let sort = self.sort(&ty)?;
        let name = variable_name("", parameter.name);
        let var = Var::new(name.as_str(), sort.clone());
        self.inputs.push(var.clone());
        let mut scalar = Scalar::defined(var.term());
        if ty == Type::Pointer {
            let low = Var::new(format!("{name}~low").as_str(), sort.clone());
            let high = Var::new(format!("{name}~high").as_str(), sort.clone());
            self.inputs.extend([low.clone(), high.clone()]);
            let is_copy = attributes.has(Flag::Copied);
            let noalias = attributes.has(Flag::Noalias) || is_copy;
            let shared = !noalias || self.plan.aliased.contains(&position);
            if !noalias {
                self.facts.aliased.insert(position);
            }
            if is_copy {
                self.facts.copies.insert(position);
            }
            if shared && self.plan.copies.contains(&position) {
                return self.unsupported("a copy whose address others may see");
            }
            let object = self.add_object(Object {
                region: if shared {
                    "mem".to_owned()
                } else {
                    separate_region(position)
                },
                extent: Extent::Unknown {
                    base: var.term(),
                    low: low.term(),
                    high: high.term(),
                },
                align: 1,
                name: format!("%{name}"),
                identity: None,
                noalias,
                content: None,
                scratch: false,
                alive: None,
                moves: false,
            });
            self.facts.separate |= noalias;
            scalar = scalar.at(Pointer {
                object: Some(object),
                multiple: 1 << 32,
                bounded: false,
            });
        }
        if attributes.has(Flag::Copied) || attributes.has(Flag::Sret) {
            self.passed_memory(&scalar, attributes)?;
        }
        if self.plan.poison_inputs.contains(&position) {
            let flag = Var::new(format!("{name}~poison").as_str(), Sort::Bool);
            self.inputs.push(flag.clone());
            scalar.poison = flag.term();
        }
        if !attributes.has(Flag::Noundef) {
            self.facts.poison_inputs.insert(position);
        }
        self.restrict(scalar, attributes)
    }

    /// What is known of memory that is passed in a way of its own: a copy is there and as large as it
    /// should be, and where the result is to go there must be room for it.
    fn passed_memory(&mut self, scalar: &Scalar, attributes: &Attributes<'t>) -> Result_<()> {
        let object = scalar.pointer.and_then(|pointer| pointer.object);
        let (Some(ty), Some(id)) = (&attributes.behind, object) else {
            return self.unsupported("a parameter that is passed in this way");
        };
        let size = self.extent(ty)?.size;
        if attributes.has(Flag::Sret) {
            let outside = self.outside(id, &scalar.value, size);
            self.undefined_if(outside);
            return Ok(());
        }
        let start = &scalar.value;
        let one = literal(start, 1);
        let size = literal(start, logic::Integer::from(size));
        let Extent::Unknown { low, high, .. } = self.object(id).extent.clone() else {
            return Ok(());
        };
        let mut facts = vec![
            self.below(&literal(start, 0), start),
            self.below(start, &high),
            Term::eq(low, self.minus(start, &one)),
            Term::eq(high, self.plus(start, &size)),
        ];
        if attributes.align > 1 {
            facts.push(Term::not(self.misaligned(start, attributes.align)));
        }
        self.step(Step::Assume(Term::and(facts)));
        Ok(())
    }

    /// What is left of a value that is handed over, as attributes restrict it: in other cases it is
    /// poison, or the behaviour is undefined.
    pub(in super::super) fn restrict(
        &mut self,
        mut scalar: Scalar,
        attributes: &Attributes<'_>,
    ) -> Result_<Scalar> {
        let value = scalar.value.clone();
        let mut poison = vec![scalar.poison.clone()];
        let is_null = Term::eq(value.clone(), literal(&value, 0));
        if let Some(pointer) = scalar.pointer {
            let extent = pointer.object.map(|id| self.object(id).extent.clone());
            let is_address = !matches!(extent, Some(Extent::Known(_)));
            if attributes.has(Flag::Nonnull) && is_address {
                poison.push(is_null.clone());
            }
            if attributes.align > 1 {
                if is_address {
                    poison.push(self.misaligned(&value, attributes.align));
                } else if self.alignment(pointer) < attributes.align {
                    return self.unsupported("an argument that is aligned better than its object");
                }
            }
            let inside = |lowering: &Self, bytes: u64| match pointer.object {
                Some(id) => lowering.outside(id, &value, bytes),
                None => Term::top(),
            };
            if attributes.dereferenceable > 0 {
                let outside = inside(self, attributes.dereferenceable);
                self.undefined_if(outside);
            }
            if attributes.dereferenceable_or_null > 0 {
                let outside = inside(self, attributes.dereferenceable_or_null);
                let exists = match is_address {
                    true => Term::not(is_null),
                    false => Term::top(),
                };
                self.undefined_if(Term::and([exists, outside]));
            }
        }
        if let Some((low, high)) = attributes.range {
            poison.push(self.out_of_range(&value, low, high)?);
        }
        scalar.poison = Term::or(poison);
        if attributes.has(Flag::Noundef) {
            self.must_be_defined(&scalar.poison);
            scalar.poison = Term::bottom();
        }
        Ok(scalar)
    }

    /// Whether a number lies outside of `low..high`, which may wrap around.
    pub(in super::super) fn out_of_range(
        &self,
        term: &Term,
        low: &str,
        high: &str,
    ) -> Result_<Term> {
        let low = self.number(low, term.sort())?;
        let high = self.number(high, term.sort())?;
        if self.options.integers == Integers::Mathematical || *term.sort() == Sort::Bool {
            return Ok(Term::bottom());
        }
        // Inside means a distance from `low` below that of `high`.
        let distance = |to: &Term| apply(Op::BvSub, to, &low);
        Ok(Term::not(apply(
            Op::BvUlt,
            &distance(term),
            &distance(&high),
        )))
    }

    /// Whether a number lies outside of the ranges of a node of metadata.
    pub(in super::super) fn out_of_node(&self, term: &Term, node: &str) -> Result_<Term> {
        let text = self.module.text;
        let start = format!("\n!{node} = !{{");
        let Some(position) = text.find(&start) else {
            return self.wrong(format!("`!{node}` is not defined"));
        };
        let body = &text[position + start.len()..];
        let body = body.split_once('}').map_or(body, |(inside, _)| inside);
        // `i8 0, i8 2`: pairs of numbers, each behind its type.
        let numbers: Vec<&str> = body
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

    /// The memory that the caller sees, as inputs, and where its globals are.
    pub(in super::super) fn visible_inputs(&mut self) {
        self.addresses();
        self.keep_apart();
        for (name, cells) in &self.plan.regions {
            if cells.visible {
                let var = self.region_var(name);
                self.inputs.push(var);
                if cells.poison && self.role.taints() {
                    let taint = taint(name);
                    self.step(Step::Assign(taint, Term::bottom()));
                }
            }
        }
    }

    /// The memory that the caller sees, as it is here.
    pub(in super::super) fn visible_memory(&self) -> Vec<Observed> {
        let is_copy = |position: usize| self.plan.copies.contains(&position);
        self.memory_seen(|region| !separate_position(region).is_some_and(is_copy))
    }

    fn memory_seen(&self, is_seen: impl Fn(&str) -> bool) -> Vec<Observed> {
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        visible
            .filter(|(name, _)| is_seen(name))
            .map(|(name, cells)| Observed {
                value: self.region_var(name).term(),
                poison: if cells.poison && self.role.taints() {
                    taint(name).term()
                } else {
                    Term::bottom()
                },
            })
            .collect()
    }

    /// The memory that a function that is called can reach, as it is here and as variables: memory
    /// of a parameter that nobody else points into is reached through what is handed over only.
    pub(in super::super) fn reached_memory(
        &self,
        handed: &BTreeSet<String>,
    ) -> (Vec<Observed>, Vec<Var>) {
        let is_reached = |name: &str| !is_separate(name) || handed.contains(name);
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        let vars = visible
            .filter(|(name, _)| is_reached(name))
            .map(|(name, _)| self.region_var(name));
        (self.memory_seen(is_reached), vars.collect())
    }

    /// What others see of a value. Of a pointer they see where its object is as well, since two equal
    /// addresses need not allow the same; null points nowhere.
    pub(in super::super) fn shown(&self, scalar: &Scalar) -> Vec<Observed> {
        let poison = self.still_poison(&scalar.poison);
        let observed = |value: Term| Observed {
            value,
            poison: poison.clone(),
        };
        let mut shown = vec![observed(scalar.value.clone())];
        let Some(pointer) = scalar.pointer else {
            return shown;
        };
        let zero = literal(&scalar.value, 0);
        let is_null = Term::eq(scalar.value.clone(), zero.clone());
        let extent = pointer.object.map(|id| &self.object(id).extent);
        match extent {
            None => shown.extend([observed(zero.clone()), observed(zero)]),
            Some(Extent::Unknown { low, high, .. }) => {
                shown.extend([low, high].map(|bound| {
                    observed(Term::ite(is_null.clone(), zero.clone(), bound.clone()))
                }));
            }
            // Which object it is stands in the event's name.
            Some(Extent::Known(_)) => {}
        }
        shown
    }

    /// Whether somebody else sees the object.
    pub(super) fn sees(&self, object: &Object) -> bool {
        match object.extent {
            Extent::Unknown { .. } => true,
            Extent::Known(_) => {
                object.content.is_none() && object.name.starts_with('@') && !object.scratch
            }
        }
    }

    /// What is handed to others is seen by them.
    pub(in super::super) fn show(&mut self, object: &Object) {
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.visible |= object.content.is_none();
    }
}
