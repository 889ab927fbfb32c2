//! Accesses that are said not to meet: `!tbaa`, `!alias.scope`, `!noalias`.
//!
//! What is said of an access is its label. Where two accesses of the specification with different labels
//! touch the same memory, they may come in either order, of which the lowered function knows nothing. So
//! nothing is refuted by runs in which that happens. Objects of different parameters are apart in such a
//! refutation, and so are found ones from them; where that is not enough, an array beside the region says
//! which label each cell was accessed with. Labels are compared as they are written: that some types may
//! meet others does not count.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Integer, Sort, Term, Var};
use program::function::Step;

use super::super::scalar::Place;
use super::super::{Lowering, Result_};
use super::{ObjectId, ObjectKind};
use crate::Side;
use crate::syntax::{Instruction, Kind, Name, Value};

/// The bits of a number that stands for a label.
const WIDTH: u32 = 8;

/// The labels of the specification.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Labels {
    /// All of them, those of calls among them.
    all: BTreeSet<String>,
    /// Those of accesses to a region, by what is accessed there.
    accesses: BTreeMap<String, BTreeMap<Accessed, BTreeSet<String>>>,
}

/// What is accessed, such that different ones are apart unless they may be any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Accessed {
    /// What a parameter points to, by position.
    Parameter(usize),
    /// The only object of its region, or one that is not reached through a parameter.
    Other,
    /// One of several.
    Any,
}

impl Labels {
    /// Whether there are accesses that may be said not to meet.
    pub(in super::super) fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// Whether accesses to a region with different labels may meet.
    fn may_meet(&self, region: &str) -> bool {
        let Some(accesses) = self.accesses.get(region) else {
            return false;
        };
        let mut all: BTreeSet<&String> = BTreeSet::new();
        all.extend(accesses.values().flatten());
        let is_mixed = accesses.values().any(|labels| labels.len() > 1);
        is_mixed || all.len() > 1 && accesses.contains_key(&Accessed::Any)
    }

    /// The number that stands for a label; zero stands for none.
    fn number(&self, label: &str) -> Option<u32> {
        let position = self.all.iter().position(|it| it == label)?;
        u32::try_from(position + 1).ok()
    }

    /// Takes over other labels.
    pub(in super::super) fn absorb(&mut self, other: &Labels) {
        self.all.extend(other.all.iter().cloned());
        for (region, accesses) in &other.accesses {
            let own = self.accesses.entry(region.clone()).or_default();
            for (accessed, labels) in accesses {
                let own = own.entry(*accessed).or_default();
                own.extend(labels.iter().cloned());
            }
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Notes what is said of the accesses that an instruction makes.
    pub(in super::super) fn note_label(&mut self, instruction: &Instruction<'t>) {
        self.label = None;
        let said = match &instruction.kind {
            Kind::Load { access, .. } | Kind::Store { access, .. } => &access.aliasing,
            Kind::Call(call) => &call.aliasing,
            _ => return,
        };
        let is_scoped = said.iter().any(|(kind, _)| *kind != "tbaa");
        let is_typed = said.iter().any(|(kind, _)| *kind == "tbaa");
        match self.role.side {
            Side::Specification => {
                self.facts.tagged.0 |= is_typed;
                self.facts.scoped.0 |= is_scoped;
            }
            Side::Implementation => {
                self.facts.tagged.1 |= is_typed;
                self.facts.scoped.1 |= is_scoped;
                return;
            }
        }
        if said.is_empty() {
            return;
        }
        if self.is_strange(said) {
            self.facts.undef = true;
            self.end_refutation(Term::top());
        }
        let mut parts: Vec<String> = said
            .iter()
            .map(|(kind, node)| format!("{kind} {node}"))
            .collect();
        parts.sort_unstable();
        let label = parts.join(", ");
        self.facts.labels.all.insert(label.clone());
        match &instruction.kind {
            // What others access is not known here.
            Kind::Call(call) if !is_bulk(&call.callee) => {
                self.end_refutation(Term::bool(self.plan.labels.are_several()));
            }
            _ => self.label = Some(label),
        }
    }

    /// Whether more is said of an access than that it does not meet others: that the memory never changes,
    /// or that the access does not even meet itself.
    fn is_strange(&self, said: &[(&'t str, &'t str)]) -> bool {
        let parts = |wanted: &str| -> Option<Vec<&'t str>> {
            let Some((_, node)) = said.iter().find(|(kind, _)| *kind == wanted) else {
                return Some(Vec::new());
            };
            let content = self.node_content(node)?;
            Some(content.split(',').map(str::trim).collect())
        };
        let (Some(tag), Some(own), Some(others)) =
            (parts("tbaa"), parts("alias.scope"), parts("noalias"))
        else {
            return true;
        };
        // `!{!base, !access, i64 offset, i64 1}`, or `!{!"name", !parent, i64 1}` of old.
        let flag = match tag.first() {
            Some(first) if first.starts_with("!\"") => tag.get(2),
            _ => tag.get(3),
        };
        let is_constant = flag.is_some_and(|flag| *flag != "i64 0");
        is_constant || own.iter().any(|scope| others.contains(scope))
    }

    /// Notes an access with the label of the instruction, which ends a run that is to refute something
    /// where memory is touched that was accessed with another one.
    pub(super) fn mark_access(&mut self, id: ObjectId, place: &Place, bytes: u64) -> Result_<()> {
        let Some(label) = self.label.clone() else {
            return Ok(());
        };
        if self.object(id).is_constant() {
            return Ok(());
        }
        let region = self.note_labelled(id, &label);
        let Some(var) = self.labels_var(&region) else {
            return Ok(());
        };
        let Some(number) = self.plan.labels.number(&label) else {
            return Ok(());
        };
        let number = Term::bit_vec(WIDTH, Integer::from(u64::from(number)));
        let none = Term::bit_vec(WIDTH, 0);
        let mut marks = var.term();
        let mut meets = Vec::new();
        for place in self.places(&self.cells(&region), place, bytes)? {
            let before = Term::select(var.term(), place.clone());
            let differs = Term::ne(before.clone(), number.clone());
            meets.push(Term::and([Term::ne(before, none.clone()), differs]));
            marks = Term::store(marks, place, number.clone());
        }
        self.end_refutation(Term::or(meets));
        self.step(Step::Assign(var, marks));
        Ok(())
    }

    /// The same for an access of which it is not known how many bytes it touches.
    pub(super) fn mark_range(&mut self, id: ObjectId, condition: &Term) {
        if let Some(label) = self.label.clone() {
            let region = self.note_labelled(id, &label);
            if self.plan.labels.may_meet(&region) {
                self.end_refutation(condition.clone());
            }
        }
    }

    /// Notes that an object is accessed with a label; the object's region.
    fn note_labelled(&mut self, id: ObjectId, label: &str) -> String {
        let object = self.object(id);
        let accessed = match object.kind {
            ObjectKind::Parameter(position) => Accessed::Parameter(position),
            ObjectKind::Chosen => Accessed::Any,
            _ => Accessed::Other,
        };
        let region = object.region.clone();
        let own = self.facts.labels.accesses.entry(region.clone());
        let labels = own.or_default().entry(accessed).or_default();
        labels.insert(label.to_owned());
        region
    }

    /// The variable that says which label each cell of a region was accessed with, where that matters.
    fn labels_var(&self, region: &str) -> Option<Var> {
        let is_needed = self.role.taints() && self.plan.labels.may_meet(region);
        let sort = Sort::array(self.address_sort(), Sort::BitVec(WIDTH));
        is_needed.then(|| Var::new(format!("{region}~labels").as_str(), sort))
    }

    /// Says that no cell of a region has been accessed.
    pub(super) fn forget_labels(&mut self, region: &str) {
        if let Some(var) = self.labels_var(region) {
            let none = Term::const_array(self.address_sort(), Term::bit_vec(WIDTH, 0));
            self.step(Step::Assign(var, none));
        }
    }

    /// Says that no memory has been accessed yet.
    pub(super) fn start_labels(&mut self) {
        let plan = self.plan;
        for region in plan.labels.accesses.keys() {
            self.forget_labels(region);
        }
        if plan.labels.all.len() >= 1 << WIDTH {
            self.end_refutation(Term::top());
        }
    }
}

/// Whether a callee is one that writes or copies memory, which is lowered as accesses.
fn is_bulk(callee: &Value<'_>) -> bool {
    match callee {
        Value::Global(Name::Text(name)) => name.starts_with("llvm.mem"),
        _ => false,
    }
}
