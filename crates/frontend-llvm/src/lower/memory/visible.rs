//! What a function is given and what others see of its memory.

use logic::{Op, Sort, Term, Var};
use program::function::{Observed, Step};

use super::super::arithmetic::{apply, literal};
use super::super::scalar::{Pointer, Scalar};
use super::super::{Integers, Lowering, Result_};
use super::{Extent, Object, taint, variable_name};
use crate::syntax::{Flag, Parameter, Type};

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
        let mut poison = Vec::new();
        let mut undefined = Term::bottom();
        if ty == Type::Pointer {
            let low = Var::new(format!("{name}~low").as_str(), sort.clone());
            let high = Var::new(format!("{name}~high").as_str(), sort.clone());
            self.inputs.extend([low.clone(), high.clone()]);
            let shared = !attributes.has(Flag::Noalias) || self.plan.aliased.contains(&position);
            if !attributes.has(Flag::Noalias) {
                self.facts.aliased.insert(position);
            }
            let object = self.add_object(Object {
                region: if shared {
                    "mem".to_owned()
                } else {
                    format!("mem{position}")
                },
                extent: Extent::Unknown {
                    base: var.term(),
                    low: low.term(),
                    high: high.term(),
                },
                align: 1,
                name: format!("%{name}"),
                content: None,
                scratch: false,
                alive: None,
            });
            scalar = scalar.at(Pointer {
                object: Some(object),
                multiple: 1 << 32,
            });
            if attributes.has(Flag::Nonnull) {
                poison.push(Term::eq(var.term(), literal(&var.term(), 0)));
            }
            if attributes.align > 1 {
                poison.push(self.misaligned(&var.term(), attributes.align));
            }
            if attributes.dereferenceable > 0 {
                undefined = self.outside(object, &var.term(), attributes.dereferenceable);
            }
        }
        if let Some((low, high)) = attributes.range {
            poison.push(self.out_of_range(&var.term(), low, high)?);
        }
        if self.plan.poison_inputs.contains(&position) {
            let flag = Var::new(format!("{name}~poison").as_str(), Sort::Bool);
            self.inputs.push(flag.clone());
            poison.push(flag.term());
        }
        let poison = Term::or(poison);
        if attributes.has(Flag::Noundef) {
            self.must_be_defined(&poison);
        } else {
            self.facts.poison_inputs.insert(position);
            scalar.poison = poison;
        }
        self.undefined_if(undefined);
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
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        visible
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

    /// The variables that hold the memory that others see.
    pub(in super::super) fn visible_vars(&self) -> Vec<Var> {
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        visible.map(|(name, _)| self.region_var(name)).collect()
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
