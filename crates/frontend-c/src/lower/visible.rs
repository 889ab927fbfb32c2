//! What can be named at the place that is being read, for whoever tells of a run.

use logic::{Symbol, Term, Var};
use program::system::Named;

use super::Lowering;
use super::definedness::mark_of;
use super::records::{Member, Record};
use super::scope::{Array, Binding, Pointer};

impl Lowering<'_, '_> {
    /// Notes what can be named from here on.
    pub(super) fn see(&mut self) {
        let mut names = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        let local = self.scope.frames.last().into_iter();
        let blocks = local.flat_map(|frame| frame.blocks.iter().rev());
        for block in blocks.chain([&self.scope.globals]) {
            for (name, binding) in block {
                if seen.insert(*name) {
                    self.name(name.as_str(), binding, &mut names);
                }
            }
        }
        // In the order in which they were declared.
        names.sort_by_key(|named: &Named| self.numbers.get(&named.var).copied());
        self.draft.see(names);
    }

    fn name(&self, name: &str, binding: &Binding, names: &mut Vec<Named>) {
        match binding {
            Binding::Scalar(var, _) => names.push(self.named(name, var, &[])),
            Binding::Array(array) => names.push(self.named(name, &array.var, &array.sizes)),
            Binding::Pointer(pointer) => self.name_behind(name, pointer, names),
            Binding::PointerVariable(key, _) => {
                if let Some(pointer) = self.known.pointer(*key) {
                    self.name_behind(name, pointer, names);
                }
            }
            Binding::Record(record) | Binding::Records(record) => {
                self.name_members(name, record, names);
            }
            Binding::Status(status) => {
                names.push(self.named(&format!("{name}.MPI_SOURCE"), &status.source, &[]));
                names.push(self.named(&format!("{name}.MPI_TAG"), &status.tag, &[]));
            }
            Binding::Statuses(_)
            | Binding::Value(..)
            | Binding::Opaque
            | Binding::ArgumentCount
            | Binding::Arguments => {}
        }
    }

    /// Names a whole array by the pointer to its start.
    fn name_behind(&self, name: &str, pointer: &Pointer, names: &mut Vec<Named>) {
        match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } if rows.is_empty() && *offset == Term::int(0) => {
                names.push(self.named(name, &array.var, &array.sizes));
            }
            Pointer::Record(record, offset) if *offset == Term::int(0) => {
                self.name_members(name, record, names);
            }
            _ => {}
        }
    }

    fn name_members(&self, name: &str, record: &Record, names: &mut Vec<Named>) {
        for (member, found) in &record.members {
            let own = format!("{name}.{member}");
            match found {
                Member::Number(var, _) => names.push(self.named(&own, var, &[])),
                Member::Array(array) | Member::Numbers(array) | Member::Arrays(array) => {
                    let Array { var, sizes, .. } = array;
                    names.push(self.named(&own, var, sizes));
                }
                Member::Record(inner) => self.name_members(&own, inner, names),
                Member::Address(..) => {}
            }
        }
    }

    fn named(&self, name: &str, var: &Var, sizes: &[Term]) -> Named {
        Named {
            name: Symbol::new(name),
            var: var.clone(),
            sizes: sizes.iter().map(|size| self.known.shown(size)).collect(),
            written: self.context.marked.contains(var).then(|| mark_of(var)),
        }
    }
}
