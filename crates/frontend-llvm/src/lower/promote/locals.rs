//! Which locals can be promoted: those that are only loaded and stored as a whole, within their
//! lifetimes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::order::Order;
use crate::syntax::{Block, Instruction, Kind, Name, Type, Value};

/// The locals that can be promoted.
pub(super) struct Locals<'t> {
    /// The type of each, in order.
    pub(super) types: Vec<Type<'t>>,
    /// The names of them, and of casts of them that only lifetimes look at.
    places: FxHashMap<Name<'t>, usize>,
}

/// What an instruction does with a promoted local.
pub(super) enum Use<'t> {
    Load(usize),
    Store(usize, Value<'t>),
    /// Its content is lost.
    Forget(usize),
    /// Its address is made.
    Address,
}

impl<'t> Locals<'t> {
    pub(super) fn of(
        blocks: &mut [Block<'t>],
        order: &Order,
        natural: &dyn Fn(&Type<'t>) -> Option<u64>,
    ) -> Self {
        let mut found: FxHashMap<Name<'t>, (Type<'t>, u64)> = FxHashMap::default();
        let mut names = Vec::new();
        for instruction in &blocks[0].instructions {
            if let (Some(name), Kind::Alloca { ty, count, align }) =
                (instruction.result, &instruction.kind)
                && count.is_none()
                && matches!(ty, Type::Integer(_) | Type::Pointer | Type::Vector(..))
            {
                found.insert(name, (ty.clone(), *align));
                names.push(name);
            }
        }
        let mut aliases: FxHashMap<Name<'t>, Name<'t>> = FxHashMap::default();
        for block in &order.blocks {
            for instruction in &blocks[*block].instructions {
                if let (
                    Some(name),
                    Kind::Cast {
                        opcode: "bitcast",
                        from,
                        ..
                    },
                ) = (instruction.result, &instruction.kind)
                    && let Value::Local(local) = from.value
                    && found.contains_key(&local)
                {
                    aliases.insert(name, local);
                }
            }
        }
        let mut escaping = said_apart(blocks, order);
        for block in &order.blocks {
            for instruction in &mut blocks[*block].instructions {
                // An access that is aligned better than its object is not defined.
                let whole = |name: &Name<'t>, ty: &Type<'t>, align: u64| {
                    found.get(name).is_some_and(|(own, aligned)| {
                        let meant = |align: u64| match align {
                            0 => natural(ty),
                            align => Some(align),
                        };
                        let fits = || Some(meant(align)? <= meant(*aligned)?);
                        own == ty && (align == *aligned || fits().unwrap_or(false))
                    })
                };
                let allowed: Option<Name<'t>> = match &instruction.kind {
                    Kind::Load {
                        ty,
                        pointer: Value::Local(name),
                        access,
                    } => {
                        let plain = !access.special && !access.elsewhere && !access.is_restricted();
                        (plain && whole(name, ty, access.align)).then_some(*name)
                    }
                    Kind::Store {
                        value,
                        pointer: Value::Local(name),
                        access,
                    } => {
                        let plain = !access.special
                            && !access.elsewhere
                            && value.value != Value::Local(*name);
                        (plain && whole(name, &value.ty, access.align)).then_some(*name)
                    }
                    Kind::Cast { from, .. } => match from.value {
                        Value::Local(name)
                            if instruction
                                .result
                                .is_some_and(|it| aliases.contains_key(&it)) =>
                        {
                            Some(name)
                        }
                        _ => None,
                    },
                    kind => lifetime_of(kind).map(|(name, _)| name),
                };
                for operand in instruction.kind.operands_mut() {
                    if let Value::Local(name) = operand
                        && Some(*name) != allowed
                    {
                        escaping.insert(*name);
                        escaping.extend(aliases.get(name));
                    }
                }
            }
        }
        let mut locals = Locals {
            types: Vec::new(),
            places: FxHashMap::default(),
        };
        for name in names {
            if !escaping.contains(&name) {
                locals.places.insert(name, locals.types.len());
                locals.types.push(found[&name].0.clone());
            }
        }
        let dead = locals.used_while_dead(blocks, order, &aliases);
        locals.keep(|name| !dead.contains(name));
        for (alias, name) in aliases {
            if let Some(place) = locals.places.get(&name) {
                locals.places.insert(alias, *place);
            }
        }
        locals
    }

    /// Keeps only some of the locals.
    fn keep(&mut self, is_kept: impl Fn(&Name<'t>) -> bool) {
        let mut kept: Vec<(usize, Name<'t>)> = self
            .places
            .iter()
            .map(|(name, place)| (*place, *name))
            .collect();
        kept.retain(|(_, name)| is_kept(name));
        kept.sort_unstable();
        self.types = kept
            .iter()
            .map(|(place, _)| self.types[*place].clone())
            .collect();
        let names = kept.into_iter().map(|(_, name)| name);
        self.places = names
            .enumerate()
            .map(|(place, name)| (name, place))
            .collect();
    }

    /// The locals that may be loaded or stored outside of their lifetime, which only memory can show.
    fn used_while_dead(
        &self,
        blocks: &[Block<'t>],
        order: &Order,
        aliases: &FxHashMap<Name<'t>, Name<'t>>,
    ) -> FxHashSet<Name<'t>> {
        let named = |name: Name<'t>| aliases.get(&name).copied().unwrap_or(name);
        let mortal: FxHashSet<Name<'t>> = order
            .blocks
            .iter()
            .flat_map(|block| &blocks[*block].instructions)
            .filter_map(|instruction| lifetime_of(&instruction.kind))
            .map(|(name, _)| named(name))
            .filter(|name| self.places.contains_key(name))
            .collect();
        let mut found: FxHashSet<Name<'t>> = FxHashSet::default();
        if mortal.is_empty() {
            return found;
        }
        // Which locals may be dead at the start of each block; at the start of all, all are.
        let mut dead: Vec<FxHashSet<Name<'t>>> = vec![FxHashSet::default(); blocks.len()];
        dead[0].clone_from(&mortal);
        let mut work: Vec<usize> = order.blocks.iter().rev().copied().collect();
        while let Some(block) = work.pop() {
            let mut here = dead[block].clone();
            for instruction in &blocks[block].instructions {
                match &instruction.kind {
                    Kind::Load {
                        pointer: Value::Local(name),
                        ..
                    }
                    | Kind::Store {
                        pointer: Value::Local(name),
                        ..
                    } if here.contains(name) => drop(found.insert(*name)),
                    kind => match lifetime_of(kind) {
                        Some((name, Lifetime::Starts)) => drop(here.remove(&named(name))),
                        Some((name, Lifetime::Ends)) if mortal.contains(&named(name)) => {
                            here.insert(named(name));
                        }
                        _ => {}
                    },
                }
            }
            for next in order.successors(block) {
                let before = dead[*next].len();
                dead[*next].extend(here.iter().copied());
                if dead[*next].len() > before {
                    work.push(*next);
                }
            }
        }
        found
    }

    fn at(&self, value: &Value<'t>) -> Option<usize> {
        match value {
            Value::Local(name) => self.places.get(name).copied(),
            _ => None,
        }
    }

    pub(super) fn use_of(&self, instruction: &Instruction<'t>) -> Option<Use<'t>> {
        if instruction
            .result
            .is_some_and(|name| self.places.contains_key(&name))
        {
            return Some(Use::Address);
        }
        match &instruction.kind {
            Kind::Load { pointer, .. } => Some(Use::Load(self.at(pointer)?)),
            Kind::Store { value, pointer, .. } => {
                Some(Use::Store(self.at(pointer)?, value.value.clone()))
            }
            kind => {
                let (name, _) = lifetime_of(kind)?;
                Some(Use::Forget(self.at(&Value::Local(name))?))
            }
        }
    }
}

/// The locals with accesses of which different things are said: they are said not to meet.
fn said_apart<'t>(blocks: &[Block<'t>], order: &Order) -> FxHashSet<Name<'t>> {
    let mut said: FxHashMap<Name<'t>, &[(&str, &str)]> = FxHashMap::default();
    let mut found = FxHashSet::default();
    for block in &order.blocks {
        for instruction in &blocks[*block].instructions {
            if let Kind::Load {
                pointer: Value::Local(name),
                access,
                ..
            }
            | Kind::Store {
                pointer: Value::Local(name),
                access,
                ..
            } = &instruction.kind
                && !access.aliasing.is_empty()
                && *said.entry(*name).or_insert(&access.aliasing) != access.aliasing
            {
                found.insert(*name);
            }
        }
    }
    found
}

/// What happens to the lifetime of a local.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lifetime {
    Starts,
    Ends,
}

/// The local whose lifetime starts or ends here.
fn lifetime_of<'t>(kind: &Kind<'t>) -> Option<(Name<'t>, Lifetime)> {
    let Kind::Call(call) = kind else { return None };
    let Value::Global(Name::Text(callee)) = call.callee else {
        return None;
    };
    let lifetime = match callee.strip_prefix("llvm.lifetime.")? {
        rest if rest.starts_with("start") => Lifetime::Starts,
        _ => Lifetime::Ends,
    };
    match &call.arguments.last()?.value.value {
        Value::Local(name) => Some((*name, lifetime)),
        _ => None,
    }
}
