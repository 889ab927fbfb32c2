//! Locals of which only the value matters become values, as by LLVM's `mem2reg`.
//!
//! What a compiler prints without optimisation keeps each variable in memory of its own, pointers
//! among them. Where such memory is only loaded and stored as a whole, each load gets the value that
//! was stored last: the value itself, or a phi where several stores reach a block. Memory that was
//! never written is `undef`, as LLVM has it. Where a local may be used outside of its lifetime, it stays
//! in memory, which knows about that.

mod locals;

use rustc_hash::FxHashMap;

use super::order::Order;
use crate::syntax::{Block, Instruction, Kind, Name, Type, Value};
use locals::{Locals, Use};

/// Puts values in the place of locals that are only loaded and stored. `parameters` are names that
/// are taken already; `natural` is the alignment of a type where none is written.
pub(super) fn promote<'t>(
    blocks: &mut [Block<'t>],
    order: &Order,
    parameters: impl Iterator<Item = Name<'t>>,
    natural: &dyn Fn(&Type<'t>) -> Option<u64>,
) {
    let locals = Locals::of(blocks, order, natural);
    if locals.types.is_empty() {
        return;
    }
    Promotion::new(blocks, order, &locals, parameters).run(blocks);
}

/// The way from memory to values.
struct Promotion<'a, 't> {
    order: &'a Order,
    locals: &'a Locals<'t>,
    predecessors: Vec<Vec<usize>>,
    /// Which locals are read before they are written, from the start of each block on.
    live: Vec<Vec<bool>>,
    /// What each local holds at the end of each block.
    out: Vec<Vec<Value<'t>>>,
    /// What stands for a load, or for a phi that has one value only.
    instead: FxHashMap<Name<'t>, Value<'t>>,
    /// The first number that nothing has.
    next: u64,
}

impl<'a, 't> Promotion<'a, 't> {
    fn new(
        blocks: &[Block<'t>],
        order: &'a Order,
        locals: &'a Locals<'t>,
        parameters: impl Iterator<Item = Name<'t>>,
    ) -> Self {
        let mut next = 0;
        let mut number = |name: Name<'t>| {
            if let Name::Number(number) = name {
                next = next.max(number.saturating_add(1));
            }
        };
        parameters.for_each(&mut number);
        for block in blocks {
            number(block.name);
            block
                .instructions
                .iter()
                .filter_map(|instruction| instruction.result)
                .for_each(&mut number);
        }
        let predecessors = order.predecessors();
        let live = live(blocks, order, locals, &predecessors);
        Promotion {
            order,
            locals,
            predecessors,
            live,
            out: vec![vec![Value::Undef; locals.types.len()]; blocks.len()],
            instead: FxHashMap::default(),
            next,
        }
    }

    fn run(mut self, blocks: &mut [Block<'t>]) {
        let (order, locals) = (self.order, self.locals);
        let mut phis: Vec<(usize, usize, Name<'t>)> = Vec::new();
        for block in &order.blocks {
            let mut holds = match self.predecessors[*block][..] {
                [only] => self.out[only].clone(),
                _ => vec![Value::Undef; locals.types.len()],
            };
            if self.predecessors[*block].len() > 1 {
                for (local, held) in holds.iter_mut().enumerate() {
                    if self.live[*block][local] {
                        let name = Name::Number(self.next);
                        self.next += 1;
                        phis.push((*block, local, name));
                        *held = Value::Local(name);
                    }
                }
            }
            blocks[*block].instructions.retain(|instruction| {
                match locals.use_of(instruction) {
                    None => return true,
                    Some(Use::Load(local)) => {
                        if let Some(name) = instruction.result {
                            self.instead.insert(name, holds[local].clone());
                        }
                    }
                    Some(Use::Store(local, value)) => holds[local] = value,
                    Some(Use::Forget(local)) => holds[local] = Value::Undef,
                    Some(Use::Address) => {}
                }
                false
            });
            self.out[*block] = holds;
        }
        self.drop_trivial(&mut phis);
        for (block, local, name) in phis.iter().rev() {
            let incoming = self.predecessors[*block].iter();
            let incoming =
                incoming.map(|from| (self.out[*from][*local].clone(), blocks[*from].name));
            let kind = Kind::Phi {
                ty: locals.types[*local].clone(),
                incoming: incoming.collect(),
            };
            let block = &mut blocks[*block];
            let phi = Instruction {
                result: Some(*name),
                kind,
                repeats: None,
                metadata: Vec::new(),
                at: block.at,
            };
            block.instructions.insert(0, phi);
        }
        for block in &order.blocks {
            for instruction in &mut blocks[*block].instructions {
                for operand in instruction.kind.operands_mut() {
                    *operand = self.resolved(operand);
                }
            }
        }
    }

    /// Drops the phis that have, themselves aside, one value only.
    fn drop_trivial(&mut self, phis: &mut Vec<(usize, usize, Name<'t>)>) {
        loop {
            let before = phis.len();
            phis.retain(|(block, local, name)| {
                let own = Value::Local(*name);
                let mut only: Option<Value<'t>> = None;
                for from in &self.predecessors[*block] {
                    let value = self.resolved(&self.out[*from][*local]);
                    if value == own || only.as_ref() == Some(&value) {
                        continue;
                    }
                    if only.is_some() {
                        return true;
                    }
                    only = Some(value);
                }
                self.instead.insert(*name, only.unwrap_or(Value::Undef));
                false
            });
            if phis.len() == before {
                return;
            }
        }
    }

    /// What a value stands for.
    fn resolved(&self, value: &Value<'t>) -> Value<'t> {
        let mut value = value;
        while let Value::Local(name) = value
            && let Some(instead) = self.instead.get(name)
        {
            value = instead;
        }
        value.clone()
    }
}

/// Which locals are read before they are written, from the start of each block on.
fn live(
    blocks: &[Block<'_>],
    order: &Order,
    locals: &Locals<'_>,
    predecessors: &[Vec<usize>],
) -> Vec<Vec<bool>> {
    let count = locals.types.len();
    let mut live = vec![vec![false; count]; blocks.len()];
    let mut written = vec![vec![false; count]; blocks.len()];
    let mut work = Vec::new();
    for block in &order.blocks {
        for instruction in &blocks[*block].instructions {
            match locals.use_of(instruction) {
                Some(Use::Load(local)) if !written[*block][local] && !live[*block][local] => {
                    live[*block][local] = true;
                    work.push((*block, local));
                }
                Some(Use::Store(local, _) | Use::Forget(local)) => written[*block][local] = true,
                _ => {}
            }
        }
    }
    while let Some((block, local)) = work.pop() {
        for from in &predecessors[block] {
            if !written[*from][local] && !live[*from][local] {
                live[*from][local] = true;
                work.push((*from, local));
            }
        }
    }
    live
}
