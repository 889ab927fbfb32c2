//! Sets of positions as binary decision diagrams.

use budget::Exhausted;
use evidence::Reason;
use evidence::symbolic::{Bit, Node as Listed};
use logic::{Model, Node, Op, Term, Value, apply, values_of};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::AllocResult;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, Function, HasLevel, Manager, ManagerRef, VarNo,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use super::layout::Layout;
use crate::system::unsupported;

/// A set of positions.
pub(super) type Set = BCDDFunction;

/// The most nodes of all diagrams together, as a power of two.
const NODES: u32 = 24;

/// The most results that are remembered, as a power of two.
const REMEMBERED: u32 = 21;

/// The most values of an expression.
const MOST_CASES: usize = 1 << 12;

/// Running out of nodes is a lack of memory.
pub(super) fn made<T>(result: AllocResult<T>) -> Result<T, Exhausted> {
    result.map_err(|_| Exhausted::Memory)
}

/// The positions of a layout.
pub(super) struct Space {
    pub(super) layout: Layout,
    manager: BCDDManagerRef,
    /// For each slot its bits, from the lowest on.
    bits: Vec<Vec<VarNo>>,
    /// What the bits are called, in their order.
    names: Vec<Bit>,
}

/// Values with the positions where an expression has them.
pub(super) type Cases = BTreeMap<Value, Set>;

/// The values that slots were given on the way of a step.
pub(super) type Given = BTreeMap<usize, Value>;

impl Space {
    pub(super) fn new(layout: Layout, order: &[usize]) -> Self {
        let total = layout.bits();
        let nodes = 1 << (total + 6).min(NODES);
        let remembered = 1 << total.min(REMEMBERED);
        let manager = oxidd::bcdd::new_manager(nodes, remembered, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(total));
        let mut bits = vec![Vec::new(); layout.slots.len()];
        let mut names = Vec::new();
        for slot in order {
            // The highest bit comes first: it tells the most values apart.
            for bit in (0..layout.slots[*slot].width()).rev() {
                bits[*slot].insert(0, names.len() as VarNo);
                names.push(layout.slots[*slot].bit(bit));
            }
        }
        Space {
            layout,
            manager,
            bits,
            names,
        }
    }

    pub(super) fn all(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::t(manager))
    }

    pub(super) fn none(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::f(manager))
    }

    /// How many nodes there are now.
    pub(super) fn nodes(&self) -> usize {
        let manager = &self.manager;
        manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
    }

    fn bit(&self, bit: VarNo, is_set: bool) -> Result<Set, Exhausted> {
        made(self.manager.with_manager_shared(|manager| match is_set {
            true => Set::var(manager, bit),
            false => Set::not_var(manager, bit),
        }))
    }

    /// The positions where a slot with two values has the second.
    pub(super) fn holds(&self, slot: usize) -> Result<Set, Exhausted> {
        self.bit(self.bits[slot][0], true)
    }

    /// The positions where a slot has a value; none where it is no value of the slot.
    pub(super) fn literal(&self, slot: usize, value: &Value) -> Result<Set, Exhausted> {
        let values = &self.layout.slots[slot].values;
        let Some(number) = values.iter().position(|other| other == value) else {
            return Ok(self.none());
        };
        let mut cube = self.all();
        for (place, bit) in self.bits[slot].iter().enumerate() {
            let literal = self.bit(*bit, number >> place & 1 == 1)?;
            cube = made(cube.and(&literal))?;
        }
        Ok(cube)
    }

    /// The positions where slots have these values.
    pub(super) fn cube(&self, given: &Given) -> Result<Set, Exhausted> {
        let mut cube = self.all();
        for (slot, value) in given {
            cube = made(cube.and(&self.literal(*slot, value)?))?;
        }
        Ok(cube)
    }

    /// The bits of slots, as a set of variables.
    pub(super) fn bits_of(&self, slots: impl Iterator<Item = usize>) -> Result<Set, Exhausted> {
        let mut cube = self.all();
        for slot in slots {
            for bit in &self.bits[slot] {
                cube = made(cube.and(&self.bit(*bit, true)?))?;
            }
        }
        Ok(cube)
    }

    /// The positions where a variable has a value of its own sort.
    pub(super) fn in_sort(&self, var: &logic::Var) -> Result<Set, Reason> {
        let slot = self.layout.number(var)?;
        let mut found = self.none();
        for value in values_of(&var.sort).unwrap_or_default() {
            found = made(found.or(&self.literal(slot, &value)?))?;
        }
        Ok(found)
    }

    /// The values of an expression after some slots were given values.
    pub(super) fn cases(&self, term: &Term, given: &Given) -> Result<Cases, Reason> {
        logic::recursion::guard(|| match term.node() {
            Node::Const(value) => Ok(Cases::from([(value.clone(), self.all())])),
            Node::Var(var) => {
                let slot = self.layout.number(var)?;
                if let Some(value) = given.get(&slot) {
                    return Ok(Cases::from([(value.clone(), self.all())]));
                }
                let values = values_of(&var.sort).unwrap_or_default().into_iter();
                let cases = values.map(|value| {
                    let literal = self.literal(slot, &value)?;
                    Ok((value, literal))
                });
                cases.collect()
            }
            Node::App(Op::And | Op::Or | Op::Implies | Op::Not, _) => {
                let holds = self.formula(term, given)?;
                let fails = made(holds.not())?;
                let cases = [(Value::Bool(true), holds), (Value::Bool(false), fails)];
                Ok(cases
                    .into_iter()
                    .filter(|(_, set)| set.satisfiable())
                    .collect())
            }
            Node::App(op, parts) => {
                let mut known: Vec<(Vec<Value>, Set)> = vec![(Vec::new(), self.all())];
                for part in parts {
                    let cases = self.cases(part, given)?;
                    let mut next = Vec::new();
                    for (values, set) in &known {
                        for (value, other) in &cases {
                            let both = made(set.and(other))?;
                            if both.satisfiable() {
                                let mut values = values.clone();
                                values.push(value.clone());
                                next.push((values, both));
                            }
                        }
                    }
                    if next.len() > MOST_CASES {
                        return Err(unsupported("an expression with too many values", None));
                    }
                    known = next;
                }
                let mut cases = Cases::new();
                for (values, set) in known {
                    let value = apply(op, &values);
                    let value = value.map_err(|error| Reason::Incomplete(error.to_string()))?;
                    let none = self.none();
                    let case = cases.entry(value).or_insert(none);
                    *case = made(case.or(&set))?;
                }
                Ok(cases)
            }
            Node::Quantified(..) => match term.free_vars().is_empty() {
                true => {
                    let value = Model::new().eval(term);
                    let value = value.map_err(|error| Reason::Incomplete(error.to_string()))?;
                    Ok(Cases::from([(value, self.all())]))
                }
                false => Err(unsupported("quantifiers about sets of states", None)),
            },
        })
    }

    /// The positions where a formula holds after some slots were given values.
    pub(super) fn formula(&self, term: &Term, given: &Given) -> Result<Set, Reason> {
        logic::recursion::guard(|| match term.node() {
            Node::App(Op::Not, parts) => Ok(made(self.formula(&parts[0], given)?.not())?),
            Node::App(Op::And, parts) => parts.iter().try_fold(self.all(), |all, part| {
                Ok(made(all.and(&self.formula(part, given)?))?)
            }),
            Node::App(Op::Or, parts) => parts.iter().try_fold(self.none(), |any, part| {
                Ok(made(any.or(&self.formula(part, given)?))?)
            }),
            Node::App(Op::Implies, parts) => {
                let premise = self.formula(&parts[0], given)?;
                Ok(made(premise.imp(&self.formula(&parts[1], given)?))?)
            }
            _ => {
                let holds = self.cases(term, given)?.remove(&Value::Bool(true));
                Ok(holds.unwrap_or_else(|| self.none()))
            }
        })
    }
}

/// The nodes of sets in one table.
pub(super) struct Table {
    pub(super) nodes: Vec<Listed>,
    known: FxHashMap<Set, u32>,
}

impl Table {
    pub(super) fn new(space: &Space) -> Self {
        let known = [(space.none(), 0), (space.all(), 1)];
        Table {
            nodes: Vec::new(),
            known: known.into_iter().collect(),
        }
    }

    /// The diagram of a set.
    pub(super) fn diagram(&mut self, set: &Set) -> u32 {
        if let Some(known) = self.known.get(set) {
            return *known;
        }
        let (high, low) = set.cofactors().expect("a terminal is known");
        let (low, high) = (self.diagram(&low), self.diagram(&high));
        let bit =
            set.with_manager_shared(|manager, edge| manager.get_node(edge).unwrap_inner().level());
        self.nodes.push(Listed(bit, low, high));
        let diagram = self.nodes.len() as u32 + 1;
        self.known.insert(set.clone(), diagram);
        diagram
    }
}

impl Space {
    /// What the bits are called, in their order.
    pub(super) fn names(&self) -> &[Bit] {
        &self.names
    }

    /// A set without what it says of slots: the union over all of their values.
    pub(super) fn forgetting(
        &self,
        set: &Set,
        slots: impl Iterator<Item = usize>,
    ) -> Result<Set, Exhausted> {
        made(set.exists(&self.bits_of(slots)?))
    }
}
