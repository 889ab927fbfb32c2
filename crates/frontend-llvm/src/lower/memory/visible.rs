//! What a function is given and what others see of its memory.

use std::collections::BTreeSet;

use logic::{Sort, Term, Var};
use program::function::{Observed, Step};

use super::super::arithmetic::literal;
use super::super::scalar::{Address, FULLY, Place, Pointer, Scalar, Single};
use super::super::{Bound, Lowering, Result_};
use super::apart::{is_separate, separate_position, separate_region};
use super::{Content, Extent, FIXED, FREED, Object, ObjectKind, misaligned, taint, variable_name};
use crate::Side;
use crate::meaning::{InputMeaning, Part};
use crate::syntax::{Parameter, Type, Word};

impl<'t> Lowering<'_, 't> {
    /// A parameter as inputs of the function, of which nothing is known yet.
    pub(in super::super) fn parameter(
        &mut self,
        position: usize,
        parameter: &Parameter<'t>,
    ) -> Result_<Bound> {
        let ty = self.resolve(&parameter.ty)?;
        let name = variable_name("", parameter.name);
        if ty == Type::Pointer {
            return self
                .pointer_parameter(position, parameter, &name)
                .map(Bound::from);
        }
        let mut singles = Vec::new();
        let leaves = self.leaves(&ty)?;
        let has_parts = self.has_parts(&ty)?;
        for (part, (_, leaf)) in leaves.iter().enumerate() {
            if *leaf == Type::Pointer {
                let what = self.describe(&ty);
                return self.unsupported(format!(
                    "a parameter of type `{what}`, with pointers in it,"
                ));
            }
            let name = match has_parts {
                true => super::super::values::part_name(&name, part),
                false => name.clone(),
            };
            let var = Var::new(name.as_str(), self.sort(leaf)?);
            let meant = Self::part_of(position, parameter, has_parts.then_some(part));
            self.input(var.clone(), InputMeaning::Integer(meant.clone()));
            let poison = self.poison_input(position, parameter, &name, meant);
            singles.push(Single::Integer(Scalar::new(var.term(), poison)));
        }
        self.whole_of(&ty, &mut singles.into_iter())
    }

    /// The input that says whether a parameter, or a part of it, is poison.
    fn poison_input(
        &mut self,
        position: usize,
        parameter: &Parameter<'t>,
        name: &str,
        meant: Part,
    ) -> Term {
        if self.options.well_formed {
            self.facts.well_formed = true;
            return Term::bottom();
        }
        if !parameter.attributes.has(Word::Noundef) {
            self.facts.poison_inputs.insert(position);
        }
        if !self.plan.poison_inputs.contains(&position) {
            return Term::bottom();
        }
        let flag = Var::new(format!("{name}~poison").as_str(), Sort::Bool);
        self.input(flag.clone(), InputMeaning::Poison(meant));
        flag.term()
    }

    fn pointer_parameter(
        &mut self,
        position: usize,
        parameter: &Parameter<'t>,
        name: &str,
    ) -> Result_<Pointer> {
        let attributes = &parameter.attributes;
        let sort = self.address_sort();
        let [base, low, high] = ["", "~low", "~high"]
            .map(|suffix| Var::new(format!("{name}{suffix}").as_str(), sort.clone()));
        let meant = Self::part_of(position, parameter, None);
        self.input(base.clone(), InputMeaning::Pointer(meant.clone()));
        self.input(low.clone(), InputMeaning::Low(meant.clone()));
        self.input(high.clone(), InputMeaning::High(meant.clone()));
        if attributes.has(Word::Byval) {
            let Some(ty) = &attributes.behind else {
                return self.unsupported("`byval` without a type");
            };
            let extent = self.extent(ty)?;
            let align = attributes.align.max(1);
            self.facts.copies.insert(position, (extent.size, align));
        }
        // Where the specification says that memory can be written, it is undefined otherwise.
        let is_room = attributes.has(Word::Sret) || attributes.has(Word::Writable);
        if is_room && self.role.side == Side::Specification {
            self.facts.rooms.insert(position);
        }
        let is_noalias = attributes.has(Word::Noalias) || attributes.has(Word::Byval);
        if is_noalias && self.role.side == Side::Specification {
            self.facts.noalias.insert(position);
        }
        let is_own = self.plan.noalias.contains(&position);
        let shared = !is_own || self.plan.aliased.contains(&position);
        if shared && self.plan.copies.contains_key(&position) && is_own {
            return self.unsupported("a copy whose address others may see");
        }
        let region = match shared {
            true => super::SHARED.to_owned(),
            false => separate_region(position),
        };
        let extent = Extent::Between {
            base: Address(base.term()),
            low: Address(low.term()),
            high: Address(high.term()),
        };
        let object = self.add_object(Object {
            name: format!("%{name}"),
            ..Object::new(ObjectKind::Parameter(position), region, extent)
        });
        let poison = self.poison_input(position, parameter, name, meant);
        Ok(Pointer {
            object,
            place: Place::Address(Address(base.term())),
            poison,
            multiple: FULLY,
            bounded: false,
            nulled: false,
        })
    }

    /// The memory that the caller sees, as inputs, and where its globals are.
    pub(in super::super) fn visible_inputs(&mut self) {
        let plan = self.plan;
        for (global, (bytes, _)) in &plan.addressed {
            let (global, bytes) = (global.clone(), *bytes);
            let var = self.address_var(&global);
            self.input(var, InputMeaning::Address { global, bytes });
        }
        for global in plan.sized.keys().cloned() {
            let var = self.size_var(&global);
            self.input(var, InputMeaning::Size { global });
        }
        let layout = [InputMeaning::Begins, InputMeaning::Ends];
        for (var, meaning) in self.layout_inputs().into_iter().zip(layout) {
            self.input(var, meaning);
        }
        if plan.writes {
            self.input(self.objects_var(FIXED), InputMeaning::Fixed);
        }
        for (name, cells) in &plan.regions {
            if cells.visible {
                let meaning = InputMeaning::Memory(self.memory_meaning(name));
                self.input(self.region_var(name), meaning);
            }
        }
    }

    /// What is set up before a function starts, beside its inputs.
    pub(in super::super) fn start_state(&mut self) {
        let plan = self.plan;
        self.start_labels();
        if plan.frees && !self.role.refutes() {
            let nobody = Term::const_array(self.address_sort(), Term::bottom());
            self.step(Step::Assign(self.objects_var(FREED), nobody));
        }
        for (name, cells) in &plan.regions {
            if cells.visible && cells.poison && self.role.taints() {
                self.step(Step::Assign(taint(name), Term::bottom()));
            }
            if cells.visible {
                self.set_undef(name, Term::bottom());
            }
            if let Some(start) = self.start_var(name) {
                self.step(Step::Assign(start, self.region_var(name).term()));
            }
        }
    }

    /// Whether memory of the caller's may have been freed by now. A refutation is about others that free
    /// nothing.
    pub(super) fn may_be_freed(&self) -> bool {
        self.plan.frees && self.called && !self.role.refutes()
    }

    /// The variable that says what has been freed, where a call of a function may change it.
    pub(in super::super) fn freed_by(&self, callee: &str) -> Option<Var> {
        // That no other thread frees anything meanwhile is one of the assumptions.
        let may_free = !self.role.refutes() && !self.plan.is_known_of(callee, Word::Nofree);
        (may_free && self.plan.frees).then(|| self.objects_var(FREED))
    }

    /// The memory that the caller sees, as it is here.
    pub(in super::super) fn visible_memory(&self) -> Vec<Observed> {
        let is_copy = |position: usize| self.plan.copies.contains_key(&position);
        self.memory_seen(|region| !separate_position(region).is_some_and(is_copy))
    }

    /// What others see of memory. What a global holds that only the module knows is compared for a proof,
    /// so that other functions of the module find the same in both; it is no reason for a refutation,
    /// since they could make up for a difference.
    fn memory_seen(&self, is_seen: impl Fn(&str) -> bool) -> Vec<Observed> {
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        let mut seen = Vec::new();
        for (name, cells) in visible {
            if !is_seen(name) || self.is_hidden(name) || self.is_fixed(name) {
                continue;
            }
            seen.push(Observed {
                value: self.region_var(name).term(),
                poison: if cells.poison && self.role.taints() {
                    taint(name).term()
                } else {
                    Term::bottom()
                },
            });
            let marks = self.undef_var(name);
            seen.extend(marks.map(|marks| Observed::defined(marks.term())));
        }
        seen
    }

    /// Whether a region holds what a refutation must not look at.
    fn is_hidden(&self, region: &str) -> bool {
        self.role.refutes() && self.plan.private.contains(region)
    }

    /// Whether a region is that of a constant, which nobody changes.
    fn is_fixed(&self, region: &str) -> bool {
        self.plan.fixed.contains(region)
    }

    /// The memory that a function that is called can reach, as it is here and as variables: memory of a
    /// parameter that nobody else points into is reached through what is handed over only. `ends` says
    /// whether the call may be the end of this function, after which its caller sees that memory too.
    pub(in super::super) fn reached_memory(
        &self,
        handed: &BTreeSet<String>,
        ends: bool,
    ) -> (Vec<Observed>, Vec<Var>) {
        let is_reached = |name: &str| !is_separate(name) || handed.contains(name);
        let is_copy = |name: &str| {
            separate_position(name).is_some_and(|it| self.plan.copies.contains_key(&it))
        };
        let is_seen = |name: &str| is_reached(name) || ends && !is_copy(name);
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        let vars = visible
            .filter(|(name, _)| is_reached(name) && !self.is_hidden(name) && !self.is_fixed(name))
            .map(|(name, _)| self.region_var(name));
        (self.memory_seen(is_seen), vars.collect())
    }

    /// The regions that a function that is called can reach.
    pub(in super::super) fn shared_regions(&self, handed: &BTreeSet<String>) -> Vec<String> {
        let visible = self.plan.regions.iter().filter(|(_, cells)| cells.visible);
        let names = visible.map(|(name, _)| name);
        let reached = names.filter(|name| !is_separate(name) || handed.contains(*name));
        reached
            .filter(|name| !self.is_hidden(name))
            .cloned()
            .collect()
    }

    /// What others see of a value. Of a pointer they see where its object is as well, since two equal
    /// addresses need not allow the same; null points nowhere.
    pub(in super::super) fn shown(&self, single: &Single) -> Vec<Observed> {
        let own = self.still_poison(single.poison());
        let poison = Term::or([own.clone(), single.undef()]);
        let observed = |value: Term| Observed {
            value,
            poison: poison.clone(),
        };
        let mut shown = vec![observed(single.term().clone())];
        let Single::Pointer(pointer) = single else {
            if self.plan.vague && !self.role.refutes() {
                // `undef` may be shown as anything but poison.
                shown.push(match self.role.side {
                    Side::Specification => Observed {
                        value: Term::bottom(),
                        poison: own,
                    },
                    Side::Implementation => Observed::defined(own),
                });
            }
            return shown;
        };
        // Which object it is stands in the event's name, where pointers are distances.
        if let (Place::Address(address), Extent::Between { low, high, .. }) =
            (&pointer.place, &self.object(pointer.object).extent)
        {
            let zero = literal(&address.0, 0);
            shown.extend([low, high].map(|bound| {
                observed(Term::ite(address.is_null(), zero.clone(), bound.0.clone()))
            }));
        }
        shown
    }

    /// Whether somebody else sees the object.
    pub(super) fn sees(&mut self, object: &Object) -> bool {
        if let (ObjectKind::Global, Content::Fixed) = (object.kind, &object.content) {
            self.facts.fixed.insert(object.region.clone());
        }
        match object.extent {
            Extent::Between { .. } => true,
            Extent::Sized(_) => {
                object.kind == ObjectKind::Global
                    && matches!(object.content, Content::Region | Content::Fixed)
            }
        }
    }

    /// What is left of a pointer that is handed over, as attributes restrict it.
    pub(in super::super) fn misaligned_pointer(
        &self,
        pointer: &Pointer,
        align: u64,
    ) -> Result_<Term> {
        match self.address_if_known(pointer) {
            _ if self.alignment(pointer) >= align => Ok(Term::bottom()),
            Some(address) => Ok(misaligned(&address.0, align)),
            None if self.object(pointer.object).align >= align => {
                Ok(misaligned(pointer.place.term(), align))
            }
            None => self.unsupported("an argument that is aligned better than its object"),
        }
    }
}
