//! Makes a pair smaller as long as something stays true of it.

use crate::rewrite::replace_uses;
use crate::sketch::{Inst, Operand, Sketch, Term, Ty};

/// A specification and an implementation.
pub(crate) type Pair = [Sketch; 2];

/// The smallest pair that is reached by steps that each keep what `holds`.
pub(crate) fn reduced(pair: &Pair, holds: &dyn Fn(&Pair) -> bool) -> Pair {
    let mut pair = pair.clone();
    // Each step makes the pair smaller, so that there is a last one; the bound is for patience only.
    for _ in 0..200 {
        let smaller = candidates(&pair)
            .into_iter()
            .find(|it| *it != pair && holds(it));
        match smaller {
            Some(smaller) => pair = smaller,
            None => break,
        }
    }
    pair
}

/// Pairs that are a little smaller, the boldest first.
fn candidates(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    if let [Some(before), Some(after)] = [&pair[0].helper, &pair[1].helper] {
        let mut without = pair.clone();
        without.iter_mut().for_each(|it| it.helper = None);
        all.push(without);
        for [one, other] in candidates(&[before.as_ref().clone(), after.as_ref().clone()]) {
            let mut changed = pair.clone();
            changed[0].helper = Some(Box::new(one));
            changed[1].helper = Some(Box::new(other));
            all.push(changed);
        }
    }
    all.extend(without_branches(pair));
    all.extend(without_instructions(pair));
    all.extend(without_parameters(pair));
    all.extend(without_words(pair));
    all.extend(with_constants(pair));
    all.extend(narrower(pair));
    all
}

/// The same change on both sides, on one side, and on the other.
fn on_sides(pair: &Pair, change: &dyn Fn(&mut Sketch)) -> Vec<Pair> {
    [&[0, 1][..], &[0], &[1]]
        .iter()
        .map(|sides| {
            let mut pair = pair.clone();
            for side in *sides {
                change(&mut pair[*side]);
            }
            pair
        })
        .collect()
}

fn zero(ty: Ty) -> &'static str {
    match ty {
        Ty::Int(_) => "0",
        Ty::Ptr => "null",
        Ty::Lanes(..) => "zeroinitializer",
    }
}

fn insts(pair: &Pair) -> Vec<&Inst> {
    let mut all: Vec<&Inst> = Vec::new();
    for sketch in pair {
        for inst in sketch.blocks.iter().flat_map(|it| &it.insts) {
            if !all.iter().any(|it| it.name == inst.name) {
                all.push(inst);
            }
        }
    }
    all
}

/// Leaves out an instruction, with one of its operands or zero in its place.
fn without_instructions(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    for inst in insts(pair) {
        let alike = inst.operands.iter().filter(|it| it.ty == inst.ty);
        let alike = alike.map(|it| it.text.clone());
        let values = alike.chain(["poison".to_owned(), zero(inst.ty).to_owned()]);
        for value in values {
            all.extend(on_sides(pair, &|sketch| {
                let mut is_here = false;
                for block in &mut sketch.blocks {
                    is_here |= block.insts.iter().any(|it| it.name == inst.name);
                    block.insts.retain(|it| it.name != inst.name);
                }
                if is_here {
                    replace_uses(sketch, &inst.name, &value);
                }
            }));
        }
    }
    all
}

/// Leaves out blocks that nothing leads to, and what phis say of them.
fn tidy(sketch: &mut Sketch) {
    let mut reached = vec!["entry".to_owned()];
    let mut next = 0;
    let mut edges = Vec::new();
    while let Some(label) = reached.get(next).cloned() {
        next += 1;
        let Some(block) = sketch.blocks.iter().find(|it| it.label == label) else {
            continue;
        };
        let targets: Vec<String> = match &block.term {
            Term::Br(to) => vec![to.clone()],
            Term::Cond(_, then, otherwise) => vec![then.clone(), otherwise.clone()],
            Term::Switch(_, default, cases) => {
                let cases = cases.iter().map(|(_, to)| to.clone());
                cases.chain([default.clone()]).collect()
            }
            Term::Ret(_) | Term::Unreachable => Vec::new(),
        };
        for target in targets {
            edges.push((label.clone(), target.clone()));
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
    }
    sketch.blocks.retain(|it| reached.contains(&it.label));
    let mut only: Vec<(String, String)> = Vec::new();
    for block in &mut sketch.blocks {
        for phi in &mut block.phis {
            phi.incoming
                .retain(|(_, from)| edges.contains(&(from.clone(), block.label.clone())));
            if let [(value, _)] = &phi.incoming[..] {
                only.push((phi.name.clone(), value.clone()));
            }
        }
        block
            .phis
            .retain(|phi| !only.iter().any(|(name, _)| *name == phi.name));
    }
    for (name, value) in only {
        replace_uses(sketch, &name, &value);
    }
}

/// Takes one way at a branch, and joins a block with the only one that follows it.
fn without_branches(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    let most = pair[0].blocks.len().max(pair[1].blocks.len());
    for block in 0..most {
        for way in 0..2 {
            all.extend(on_sides(pair, &|sketch| {
                let Some(block) = sketch.blocks.get_mut(block) else {
                    return;
                };
                let to = match &block.term {
                    Term::Cond(_, then, otherwise) => [then, otherwise][way].clone(),
                    Term::Switch(_, default, cases) => match cases.first() {
                        Some((_, to)) if way == 0 => to.clone(),
                        _ => default.clone(),
                    },
                    _ => return,
                };
                block.term = Term::Br(to);
                tidy(sketch);
            }));
        }
        all.extend(on_sides(pair, &|sketch| joined(sketch, block)));
    }
    all
}

fn joined(sketch: &mut Sketch, first: usize) {
    let Some(block) = sketch.blocks.get(first) else {
        return;
    };
    let Term::Br(to) = block.term.clone() else {
        return;
    };
    let leads_there = |it: &&crate::sketch::Block| it.term.to_string().contains(&format!("%{to}"));
    let is_only_way = sketch.blocks.iter().filter(leads_there).count() == 1;
    let Some(second) = sketch.blocks.iter().position(|it| it.label == to) else {
        return;
    };
    if !is_only_way || second == first || !sketch.blocks[second].phis.is_empty() {
        return;
    }
    let (label, behind) = (
        sketch.blocks[first].label.clone(),
        sketch.blocks[second].clone(),
    );
    sketch.blocks[first].insts.extend(behind.insts);
    sketch.blocks[first].term = behind.term;
    sketch.blocks.remove(second);
    for phi in sketch.blocks.iter_mut().flat_map(|it| &mut it.phis) {
        for (_, from) in &mut phi.incoming {
            if *from == to {
                from.clone_from(&label);
            }
        }
    }
}

/// Leaves out parameters that nobody uses.
fn without_parameters(pair: &Pair) -> Vec<Pair> {
    (0..pair[0].params.len())
        .map(|place| {
            let mut pair = pair.clone();
            for sketch in &mut pair {
                let param = sketch.params.remove(place);
                replace_uses(sketch, &param.name, zero(param.ty));
            }
            pair
        })
        .collect()
}

/// Leaves out flags and attributes.
fn without_words(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    for place in 0..pair[0].params.len() {
        for word in 0..2 {
            all.extend(on_sides(pair, &|sketch| {
                drop_word(&mut sketch.params[place].attributes, word);
            }));
        }
    }
    for word in 0..2 {
        all.extend(on_sides(pair, &|sketch| {
            drop_word(&mut sketch.result_attributes, word)
        }));
        all.extend(on_sides(pair, &|sketch| {
            drop_word(&mut sketch.attributes, word)
        }));
    }
    for inst in insts(pair) {
        for flag in &inst.flags {
            all.extend(on_sides(pair, &|sketch| {
                for it in sketch.blocks.iter_mut().flat_map(|it| &mut it.insts) {
                    if it.name == inst.name {
                        it.flags.retain(|word| word != flag);
                    }
                }
            }));
        }
    }
    all
}

fn drop_word(words: &mut Vec<String>, place: usize) {
    if place < words.len() {
        words.remove(place);
    }
}

/// Puts zero in the place of an operand that is no constant.
fn with_constants(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    let simpler = |operand: &mut Operand| {
        if operand.text.starts_with('%') || operand.text.starts_with('<') {
            operand.text = zero(operand.ty).to_owned();
        }
    };
    for inst in insts(pair) {
        for place in 0..inst.operands.len() {
            all.extend(on_sides(pair, &|sketch| {
                for it in sketch.blocks.iter_mut().flat_map(|it| &mut it.insts) {
                    if it.name == inst.name
                        && let Some(operand) = it.operands.get_mut(place)
                    {
                        simpler(operand);
                    }
                }
            }));
        }
    }
    for block in 0..pair[0].blocks.len().max(pair[1].blocks.len()) {
        all.extend(on_sides(pair, &|sketch| {
            if let Some(Term::Ret(value)) = sketch.blocks.get_mut(block).map(|it| &mut it.term) {
                simpler(value);
            }
        }));
    }
    all
}

/// Makes all integers of one width narrower. Constants that do not fit any more make a pair that the
/// oracle refuses.
fn narrower(pair: &Pair) -> Vec<Pair> {
    let mut all = Vec::new();
    for (from, to) in [(24, 8), (16, 8), (4, 2), (4, 3), (3, 2), (2, 1)] {
        let mut pair = pair.clone();
        let change = |ty: &mut Ty| {
            if ty.width() == from {
                *ty = ty.with_width(to);
            }
        };
        for sketch in &mut pair {
            change(&mut sketch.result);
            sketch.params.iter_mut().for_each(|it| change(&mut it.ty));
            for block in &mut sketch.blocks {
                block.phis.iter_mut().for_each(|it| change(&mut it.ty));
                for inst in &mut block.insts {
                    change(&mut inst.ty);
                    for operand in &mut inst.operands {
                        change(&mut operand.ty);
                        let (old, new) = (format!("i{from} "), format!("i{to} "));
                        operand.text = operand.text.replace(&old, &new);
                    }
                }
                if let Term::Ret(value) | Term::Switch(value, ..) = &mut block.term {
                    change(&mut value.ty);
                }
            }
        }
        let ranges = |sketch: &Sketch| {
            let params = sketch.params.iter().flat_map(|it| &it.attributes);
            let mut words = params.chain(&sketch.result_attributes);
            words.any(|word| word.starts_with("range"))
        };
        if !pair.iter().any(ranges) {
            all.push(pair);
        }
    }
    all
}
