//! Positions as bits: which variable has which bits, sets of positions, and formulas as sets.

use std::collections::BTreeSet;

use budget::Exhausted;
use evidence::symbolic::{Bit, Side, SymbolicInclusion};
use logic::{Model, Node, Op, Term, Value, Var, values_of};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, Manager, ManagerRef, VarNo};
use program::Program;
use question::Included;
use rustc_hash::FxHashMap;

use crate::{Rejected, broken};

/// A set of positions.
pub(super) type Set = BCDDFunction;

/// The most values of a variable.
const MOST_VALUES: usize = 1 << 10;

/// The most combinations of values that one formula is tried on.
const MOST_COMBINATIONS: usize = 1 << 16;

/// The most nodes of all diagrams together.
const MOST_NODES: usize = 1 << 25;

/// The most results of operations that are remembered.
const MOST_REMEMBERED: usize = 1 << 20;

/// Running out of nodes is a lack of memory.
pub(super) fn made<T>(result: AllocResult<T>) -> Result<T, Exhausted> {
    result.map_err(|_| Exhausted::Memory)
}

/// Something that has finitely many values: a variable, a matched pair of observed variables, or a
/// location.
pub(super) struct Slot {
    /// From the lowest bit on.
    bits: Vec<VarNo>,
    /// The values in the order of their numbers.
    pub(super) values: Vec<Value>,
}

/// All bits, and what they stand for.
pub(super) struct Space {
    manager: BCDDManagerRef,
    pub(super) slots: Vec<Slot>,
    numbers: FxHashMap<Var, usize>,
    /// For each program the slot of its location.
    locations: [usize; 2],
    /// For each program the bits of its predictions.
    predictions: [Vec<VarNo>; 2],
    turn: VarNo,
    /// For each program the bits that are not its own.
    foreign: [BTreeSet<VarNo>; 2],
}

/// What is known of an unfinished space.
struct Plan {
    slots: Vec<Planned>,
    numbers: FxHashMap<Var, usize>,
}

/// A slot without its bits.
struct Planned {
    values: Vec<Value>,
    side: Side,
    /// The variable's name; a location has none.
    name: Option<String>,
    /// Whether both programs have it.
    shared: bool,
}

impl Planned {
    fn width(&self) -> u32 {
        self.values.len().next_power_of_two().trailing_zeros()
    }

    fn bits(&self) -> impl Iterator<Item = Bit> {
        (0..self.width()).map(|bit| match self.name.clone() {
            Some(name) => Bit::Variable {
                side: self.side,
                name,
                bit,
            },
            None => Bit::Location {
                side: self.side,
                bit,
            },
        })
    }
}

impl Plan {
    fn slot(&mut self, slot: Planned) -> usize {
        self.slots.push(slot);
        self.slots.len() - 1
    }

    fn declare(&mut self, var: &Var, slot: usize) -> Result<(), Rejected> {
        match self.numbers.insert(var.clone(), slot) {
            None => Ok(()),
            Some(_) => Err(broken("Variables", "a variable is declared twice")),
        }
    }
}

fn values(var: &Var) -> Result<Vec<Value>, Rejected> {
    values_of(&var.sort)
        .filter(|values| values.len() <= MOST_VALUES)
        .ok_or_else(|| broken("Finite", format!("{} has too many values", var.name)))
}

/// The locations outside of atomic blocks, by their positions in the graph.
pub(super) fn places(program: &Program) -> Vec<usize> {
    let body = &program.body;
    let outside = body.locations().filter(|place| !body.is_atomic(*place));
    outside.map(|place| place.index()).collect()
}

impl Space {
    /// The space of two programs; the evidence says the order of the bits.
    pub(super) fn new(question: &Included, evidence: &SymbolicInclusion) -> Result<Self, Rejected> {
        let [concrete, specification] = &question.setting.programs;
        let mut plan = Plan {
            slots: Vec::new(),
            numbers: FxHashMap::default(),
        };
        for var in concrete.variables.iter().map(|variable| &variable.var) {
            let matched = concrete.observed.iter().position(|other| other == var);
            let mut all = values(var)?;
            if let Some(position) = matched {
                all.extend(values(&specification.observed[position])?);
                all.sort();
                all.dedup();
            }
            let slot = plan.slot(Planned {
                values: all,
                side: Side::Concrete,
                name: Some(var.name.to_string()),
                shared: matched.is_some(),
            });
            plan.declare(var, slot)?;
        }
        for constant in &question.setting.constants {
            let slot = plan.slot(Planned {
                values: values(&constant.var)?,
                side: Side::Concrete,
                name: Some(constant.var.name.to_string()),
                shared: true,
            });
            plan.declare(&constant.var, slot)?;
        }
        for var in specification.variables.iter().map(|variable| &variable.var) {
            let mut matched = specification.observed.iter();
            let slot = match matched.position(|other| other == var) {
                Some(position) => {
                    let partner = &concrete.observed[position];
                    let partner = plan.numbers.get(partner).copied();
                    partner.ok_or_else(|| broken("Comparable", "no such variable"))?
                }
                None => plan.slot(Planned {
                    values: values(var)?,
                    side: Side::Specification,
                    name: Some(var.name.to_string()),
                    shared: false,
                }),
            };
            plan.declare(var, slot)?;
        }
        let programs = [
            (concrete, Side::Concrete),
            (specification, Side::Specification),
        ];
        let locations = programs.map(|(program, side)| {
            plan.slot(Planned {
                values: (0..places(program).len() as i64).map(Value::from).collect(),
                side,
                name: None,
                shared: false,
            })
        });
        let pairs = programs.map(|(program, _)| program.compassion.len());
        Space::laid_out(plan, locations, pairs, evidence)
    }

    fn laid_out(
        plan: Plan,
        locations: [usize; 2],
        pairs: [usize; 2],
        evidence: &SymbolicInclusion,
    ) -> Result<Self, Rejected> {
        let sides = [Side::Concrete, Side::Specification];
        let predicted = |side: usize| {
            let pairs = 0..pairs[side] as u32;
            let side = sides[side];
            pairs.map(move |pair| Bit::Prediction { side, pair })
        };
        let mut wanted: Vec<Bit> = vec![Bit::Turn];
        wanted.extend(plan.slots.iter().flat_map(Planned::bits));
        wanted.extend([0, 1].into_iter().flat_map(predicted));
        let order: FxHashMap<&Bit, VarNo> = evidence.bits.iter().zip(0..).collect();
        let listed = wanted.iter().all(|bit| order.contains_key(bit));
        if !listed || order.len() != wanted.len() || order.len() != evidence.bits.len() {
            return Err(broken("Bits", "the bits are not those of the programs"));
        }
        let nodes = MOST_NODES.min(1 << (wanted.len() + 6).min(32));
        let manager = oxidd::bcdd::new_manager(nodes, (nodes >> 6).min(MOST_REMEMBERED), 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(wanted.len() as VarNo));
        let slots = plan.slots.iter().map(|slot| Slot {
            bits: slot.bits().map(|bit| order[&bit]).collect(),
            values: slot.values.clone(),
        });
        let slots: Vec<Slot> = slots.collect();
        let predictions = [0, 1].map(|side| Vec::from_iter(predicted(side).map(|bit| order[&bit])));
        let foreign = sides.map(|side| {
            // Predictions are nobody's: what is said of states holds whatever is predicted.
            let mut foreign: BTreeSet<VarNo> = predictions.iter().flatten().copied().collect();
            for (slot, planned) in slots.iter().zip(&plan.slots) {
                if planned.side != side && !planned.shared {
                    foreign.extend(&slot.bits);
                }
            }
            foreign
        });
        Ok(Space {
            slots,
            numbers: plan.numbers,
            locations,
            turn: order[&Bit::Turn],
            foreign,
            predictions,
            manager,
        })
    }

    pub(super) fn all(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::t(manager))
    }

    pub(super) fn none(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::f(manager))
    }

    /// The positions where a bit is set.
    fn bit(&self, bit: VarNo) -> Result<Set, Exhausted> {
        made(
            self.manager
                .with_manager_shared(|manager| Set::var(manager, bit)),
        )
    }

    /// The positions where each of these bits has its value.
    fn cube(&self, bits: impl Iterator<Item = (VarNo, bool)>) -> Result<Set, Exhausted> {
        let mut cube = self.all();
        for (bit, is_set) in bits {
            let literal = self.bit(bit)?;
            let literal = if is_set {
                literal
            } else {
                made(literal.not())?
            };
            cube = made(cube.and(&literal))?;
        }
        Ok(cube)
    }

    pub(super) fn turn(&self) -> Result<Set, Exhausted> {
        self.bit(self.turn)
    }

    pub(super) fn prediction(&self, side: usize, pair: usize) -> Result<Set, Exhausted> {
        self.bit(self.predictions[side][pair])
    }

    /// The slot of a variable.
    pub(super) fn slot_of(&self, var: &Var) -> Result<usize, Rejected> {
        let slot = self.numbers.get(var).copied();
        slot.ok_or_else(|| broken("Variables", format!("{} is not declared", var.name)))
    }

    pub(super) fn location(&self, side: usize) -> usize {
        self.locations[side]
    }

    /// The positions where a slot has a value.
    pub(super) fn literal(&self, slot: usize, value: &Value) -> Result<Set, Rejected> {
        let slot = &self.slots[slot];
        let number = slot.values.iter().position(|other| other == value);
        let number = number.ok_or_else(|| broken("Finite", "a value is not one of the slot's"))?;
        let bits = slot.bits.iter().zip(0..);
        Ok(self.cube(bits.map(|(bit, place)| (*bit, number >> place & 1 == 1)))?)
    }

    /// The positions whose change by giving slots other values leads into a set.
    pub(super) fn before(&self, set: &Set, writes: &[(usize, Value)]) -> Result<Set, Rejected> {
        let mut after = self.all();
        let mut bits = BTreeSet::new();
        for (slot, value) in writes {
            after = made(after.and(&self.literal(*slot, value)?))?;
            bits.extend(&self.slots[*slot].bits);
        }
        let bits = self.cube(bits.into_iter().map(|bit| (bit, true)))?;
        Ok(made(set.apply_exists(BooleanOperator::And, &after, &bits))?)
    }

    /// The positions from which setting a single bit, or clearing it, leads into a set.
    pub(super) fn before_bit(&self, set: &Set, bit: &Set, is_set: bool) -> Result<Set, Exhausted> {
        let after = if is_set {
            bit.clone()
        } else {
            made(bit.not())?
        };
        made(set.apply_exists(BooleanOperator::And, &after, bit))
    }

    /// Whether a set says nothing but about the states of one program.
    pub(super) fn speaks_of(&self, side: usize, set: &Set) -> Result<bool, Exhausted> {
        let foreign = self.foreign[side].iter().map(|bit| (*bit, true));
        Ok(made(set.exists(&self.cube(foreign)?))? == *set)
    }

    /// A set without what it says of one side's predictions and of slots: the union over all of
    /// these.
    pub(super) fn forgetting(
        &self,
        set: &Set,
        side: usize,
        slots: &BTreeSet<usize>,
    ) -> Result<Set, Exhausted> {
        let slots = slots.iter().flat_map(|slot| &self.slots[*slot].bits);
        let bits: BTreeSet<VarNo> = slots.chain(&self.predictions[side]).copied().collect();
        let bits = self.cube(bits.into_iter().map(|bit| (bit, true)))?;
        made(set.exists(&bits))
    }

    /// The positions where a variable has a value of its own sort.
    pub(super) fn in_sort(&self, var: &Var) -> Result<Set, Rejected> {
        let slot = self.slot_of(var)?;
        let mut found = self.none();
        for value in values(var)? {
            found = made(found.or(&self.literal(slot, &value)?))?;
        }
        Ok(found)
    }

    /// The positions where a formula holds.
    pub(super) fn formula(&self, term: &Term) -> Result<Set, Rejected> {
        logic::recursion::guard(|| match term.node() {
            Node::App(Op::Not, parts) => Ok(made(self.formula(&parts[0])?.not())?),
            Node::App(Op::And, parts) => parts.iter().try_fold(self.all(), |all, part| {
                Ok(made(all.and(&self.formula(part)?))?)
            }),
            Node::App(Op::Or, parts) => parts.iter().try_fold(self.none(), |any, part| {
                Ok(made(any.or(&self.formula(part)?))?)
            }),
            Node::App(Op::Implies, parts) => {
                let premise = self.formula(&parts[0])?;
                Ok(made(premise.imp(&self.formula(&parts[1])?))?)
            }
            _ => self.tried(term),
        })
    }

    /// The positions where a formula holds, by trying all values of its variables.
    fn tried(&self, term: &Term) -> Result<Set, Rejected> {
        let free: Vec<Var> = term.free_vars().iter().cloned().collect();
        let mut cases = vec![(Model::new(), self.all())];
        for var in &free {
            let (slot, values) = (self.slot_of(var)?, values(var)?);
            if cases.len() * values.len() > MOST_COMBINATIONS {
                return Err(broken("Finite", "a formula speaks of too many values"));
            }
            let mut next = Vec::new();
            for (model, set) in &cases {
                for value in &values {
                    let mut model = model.clone();
                    model.set(var.clone(), value.clone());
                    next.push((model, made(set.and(&self.literal(slot, value)?))?));
                }
            }
            cases = next;
        }
        let mut found = self.none();
        for (model, set) in cases {
            if model.holds(term)? {
                found = made(found.or(&set))?;
            }
        }
        Ok(found)
    }

    /// The diagrams of the evidence, by their positions.
    pub(super) fn diagrams(&self, evidence: &SymbolicInclusion) -> Result<Diagrams, Rejected> {
        let mut sets = vec![self.none(), self.all()];
        let bits = 0..evidence.bits.len() as VarNo;
        let bits = bits.map(|bit| self.bit(bit));
        let bits = bits.collect::<Result<Vec<Set>, Exhausted>>()?;
        for node in &evidence.nodes {
            let bit = bits.get(node.0 as usize).ok_or(Rejected::Dangling {
                what: "bit",
                position: node.0,
            })?;
            let of = |position: u32| {
                sets.get(position as usize).ok_or(Rejected::Dangling {
                    what: "diagram",
                    position,
                })
            };
            let set = made(bit.ite(of(node.2)?, of(node.1)?))?;
            sets.push(set);
        }
        Ok(Diagrams { sets })
    }
}

/// The sets that the evidence speaks of.
pub(super) struct Diagrams {
    sets: Vec<Set>,
}

impl Diagrams {
    pub(super) fn get(&self, position: u32) -> Result<&Set, Rejected> {
        self.sets.get(position as usize).ok_or(Rejected::Dangling {
            what: "diagram",
            position,
        })
    }
}
