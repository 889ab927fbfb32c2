//! What a verdict rests on beside the two functions: functions that are called and not looked into, and
//! what the modules say of their globals.

use std::collections::BTreeSet;

use super::plan::{Alignments, GlobalFacts};
use super::{Lowering, Result_};
use crate::syntax::{self, Class, Exposure, Function, Global, Linkage, Module, Name, Value};

impl<'t> Lowering<'_, 't> {
    /// Notes that a function is called or handed over which a module defines.
    pub(super) fn rests_on(&mut self, name: Name<'t>) {
        let function = self.module.function(name);
        if function.is_some_and(Function::is_defined) && Some(&name) != self.stack.first() {
            self.facts.rests.insert(name.to_string());
        }
    }

    /// The same for the region of a function.
    pub(super) fn rests_on_region(&mut self, region: &str) {
        let name = region.strip_prefix('@').map(Name::bare);
        let found = name.and_then(|name| self.module.function(name));
        if let Some(name) = found.map(|function| function.name) {
            self.rests_on(name);
        }
    }

    /// Notes that a function is put in the place of a call which promises something of itself.
    pub(super) fn rests_on_promises(&mut self, function: &syntax::Function<'t>) {
        let all = self.module.resolved(&function.attributes);
        let mut parameters = function.parameters.iter().map(|p| &p.attributes);
        let says = |attributes: &syntax::Attributes<'_>| {
            attributes
                .words()
                .any(|word| word.class() == Class::Promise)
        };
        if says(&all) || parameters.any(says) || says(&function.result_attributes) {
            self.rests_on(function.name);
        }
    }

    /// Notes what the module says of a global that is used.
    pub(super) fn note_global(&mut self, global: &Global<'t>) -> Result_<()> {
        let name = format!("@{}", global.name);
        if global.linkage.is_local() && global.constant && global.unnamed {
            // It is known by what it holds.
            return Ok(());
        }
        let Some(ty) = &global.ty else {
            return Ok(());
        };
        let extent = self.extent(ty)?;
        let size = extent.size;
        let is_decided_here = !global.linkage.is_interposable() && global.initial.is_some();
        if global.linkage.is_local() && global.initial.as_ref().is_some_and(is_open) {
            return self.unsupported("a global that starts as `undef` or poison");
        }
        let initial = match &global.initial {
            None => "declared".to_owned(),
            // What cannot be spelled byte by byte is compared as it stands.
            Some(initial) => match self.content_text(global) {
                Ok(text) => text,
                Err(_) if is_name_free(initial) => {
                    format!("{} {initial:?}", self.spelled_type(ty)?)
                }
                Err(problem) => return Err(problem),
            },
        };
        // A declaration here and a definition there are the same global.
        let constant = match (global.constant, global.linkage.is_local()) {
            (_, true) => "a global of this module",
            (true, false) => "a constant",
            (false, false) => "a global",
        };
        let whose = match global.linkage {
            Linkage::AvailableExternally => " that another module defines",
            Linkage::LinkOnceOdr => " that others may not find",
            linkage if linkage.is_interposable() => " that others may define in another way",
            _ => "",
        };
        let written = match global.starts_as_said {
            true => "",
            false => " that others write before the program starts",
        };
        let exposure = match global.exposure == Exposure::default() || global.linkage.is_local() {
            true => String::new(),
            false => format!(" ({:?})", global.exposure),
        };
        let shape = format!("{constant}{whose}{written}{exposure} of {size} bytes, {initial}");
        let facts = GlobalFacts {
            shape,
            may_be_merged: global.unnamed && !global.linkage.is_local(),
            aligned_elsewhere: match is_decided_here {
                true => 0,
                false if global.align == 0 => extent.align,
                false => global.align,
            },
            at: global.at,
        };
        let side = self.role.side;
        *self.facts.globals.entry(name).or_default().of(side) = Some(facts);
        Ok(())
    }

    /// Notes how something is aligned that others get.
    pub(super) fn note_alignment(&mut self, what: &str, align: u64) {
        let new = Alignments {
            least: align,
            greatest: align,
            at: self.at,
        };
        let own = self.facts.alignments.entry(what.to_owned()).or_default();
        let own = own.of(self.role.side);
        *own = Some(own.map_or(new, |own| own.join(&new)));
    }

    /// Notes how large a local is that others get.
    pub(super) fn note_handed_size(&mut self, what: &str, size: u64) {
        let side = self.role.side;
        let own = self.facts.handed.entry(what.to_owned()).or_default();
        own.of(side).get_or_insert_default().insert(size);
    }
}

/// Whether a part of a constant may be anything.
fn is_open(value: &Value<'_>) -> bool {
    match value {
        Value::Undef | Value::Poison => true,
        Value::Aggregate(elements) => elements.iter().any(|it| is_open(&it.value)),
        _ => false,
    }
}

/// Whether a constant mentions no global and no function, so that what is written says all of it.
fn is_name_free(value: &Value<'_>) -> bool {
    match value {
        Value::Aggregate(elements) => elements.iter().all(|it| is_name_free(&it.value)),
        Value::Global(_) | Value::Local(_) | Value::Expression(_) => false,
        Value::Other(text) => !text.contains('@'),
        _ => true,
    }
}

/// The globals and functions that only their modules know, and that both modules have under one name.
pub(super) fn common_locals(one: &Module<'_>, other: &Module<'_>) -> BTreeSet<String> {
    fn locals(module: &Module<'_>) -> BTreeSet<String> {
        let functions = module.functions.iter().map(|it| (it.linkage, it.name));
        let globals = module.globals.iter().map(|it| (it.linkage, it.name));
        let local = functions.chain(globals).filter(|it| it.0.is_local());
        local.map(|(_, name)| format!("@{name}")).collect()
    }
    locals(one).intersection(&locals(other)).cloned().collect()
}
