//! Random rewrites of functions, right and wrong ones: nobody says which; the oracle finds out.

use crate::generate::{BINARY, PREDICATES, constant, possible_flags, range};
use crate::random::Random;
use crate::sketch::{Inst, Op, Operand, Sketch, Term, Ty};

/// The place of an instruction: its block and where in it.
type Place = (usize, usize);

/// A function with a few changes.
pub(crate) fn rewritten(random: &mut Random, sketch: &Sketch) -> Sketch {
    let mut changed = sketch.clone();
    for _ in 0..1 + random.below(2) {
        // Most rewrites fit few instructions; one that does not fit is tried elsewhere.
        for _ in 0..20 {
            let before = changed.clone();
            rewrite(random, &mut changed);
            if changed != before {
                break;
            }
        }
    }
    changed
}

fn rewrite(random: &mut Random, sketch: &mut Sketch) {
    if let Some(helper) = &mut sketch.helper
        && random.percent(40)
    {
        return rewrite(random, helper);
    }
    if random.percent(12) {
        return attribute(random, sketch);
    }
    if random.percent(10) {
        return flow(random, sketch);
    }
    let places: Vec<Place> = (0..sketch.blocks.len())
        .flat_map(|block| (0..sketch.blocks[block].insts.len()).map(move |it| (block, it)))
        .collect();
    if places.is_empty() {
        return;
    }
    let place @ (block, at) = *random.pick(&places);
    match random.below(12) {
        0 | 1 => flag(random, &mut sketch.blocks[block].insts[at]),
        2 => swap(&mut sketch.blocks[block].insts[at]),
        3 | 4 => operand(random, sketch, place),
        5 => bypass(random, sketch, place),
        6 => freeze(random, sketch, place),
        7 => reorder(sketch, place),
        8 => another(random, &mut sketch.blocks[block].insts[at]),
        9 => undefined(random, &mut sketch.blocks[block].insts[at]),
        _ => equal(random, &mut sketch.blocks[block].insts[at]),
    }
}

/// Adds or drops a flag.
fn flag(random: &mut Random, inst: &mut Inst) {
    let possible = possible_flags(&inst.op);
    if possible.is_empty() {
        return;
    }
    let flag = *random.pick(possible);
    match inst.flags.iter().position(|it| *it == flag) {
        Some(place) => drop(inst.flags.remove(place)),
        None => inst.flags.push(flag),
    }
}

/// Swaps two operands, whether that is right or not; of a comparison, the predicate with them.
fn swap(inst: &mut Inst) {
    let [.., left, right] = &mut inst.operands[..] else {
        return;
    };
    if left.ty != right.ty {
        return;
    }
    std::mem::swap(left, right);
    if let Op::Icmp(predicate) = &mut inst.op {
        *predicate = match *predicate {
            "ugt" => "ult",
            "ult" => "ugt",
            "uge" => "ule",
            "ule" => "uge",
            "sgt" => "slt",
            "slt" => "sgt",
            "sge" => "sle",
            "sle" => "sge",
            other => other,
        };
    }
}

/// What is defined before a place of the same block or in the entry, and the parameters.
fn scope(sketch: &Sketch, (block, at): Place) -> Vec<Operand> {
    let params = sketch.params.iter().map(|it| (it.ty, &it.name));
    let phis = sketch.blocks[block].phis.iter().map(|it| (it.ty, &it.name));
    let entry = match block {
        0 => &[][..],
        _ => &sketch.blocks[0].insts[..],
    };
    let insts = entry.iter().chain(&sketch.blocks[block].insts[..at]);
    let insts = insts
        .filter(|it| it.op.has_result())
        .map(|it| (it.ty, &it.name));
    let all = params.chain(phis).chain(insts);
    all.map(|(ty, name)| Operand {
        ty,
        text: name.clone(),
    })
    .collect()
}

/// Whether an operand must stay the constant that it is.
fn is_immediate(inst: &Inst, place: usize) -> bool {
    place == 1 && matches!(inst.op, Op::Intrinsic("abs" | "ctlz" | "cttz"))
}

/// Puts another value in the place of an operand.
fn operand(random: &mut Random, sketch: &mut Sketch, place: Place) {
    let known = scope(sketch, place);
    let inst = &mut sketch.blocks[place.0].insts[place.1];
    if inst.operands.is_empty() {
        return;
    }
    let which = random.below(inst.operands.len());
    if is_immediate(inst, which) {
        return;
    }
    let ty = inst.operands[which].ty;
    let alike: Vec<&Operand> = known.iter().filter(|it| it.ty == ty).collect();
    inst.operands[which] = match alike.is_empty() || random.percent(50) {
        true => constant(random, ty),
        false => (*random.pick(&alike)).clone(),
    };
}

/// Puts a value in the place of a local, everywhere.
pub(crate) fn replace_uses(sketch: &mut Sketch, name: &str, by: &str) {
    let swap = |text: &mut String| {
        if text == name {
            *text = by.to_owned();
        }
    };
    for block in &mut sketch.blocks {
        for phi in &mut block.phis {
            phi.incoming.iter_mut().for_each(|(value, _)| swap(value));
        }
        for inst in &mut block.insts {
            inst.operands.iter_mut().for_each(|it| swap(&mut it.text));
        }
        match &mut block.term {
            Term::Ret(value) | Term::Switch(value, ..) => swap(&mut value.text),
            Term::Cond(condition, ..) => swap(condition),
            Term::Br(_) | Term::Unreachable => {}
        }
    }
}

/// Uses an operand of the same type instead of the result: drops a `freeze`, or folds too much.
fn bypass(random: &mut Random, sketch: &mut Sketch, (block, at): Place) {
    let inst = &sketch.blocks[block].insts[at];
    if let Op::Store(_) = inst.op {
        sketch.blocks[block].insts.remove(at);
        return;
    }
    if matches!(inst.op, Op::Event | Op::Assume | Op::Alloca(_)) {
        return;
    }
    let alike = inst.operands.iter().filter(|it| it.ty == inst.ty);
    let alike: Vec<String> = alike.map(|it| it.text.clone()).collect();
    if alike.is_empty() {
        return;
    }
    let (name, by) = (inst.name.clone(), random.pick(&alike).clone());
    sketch.blocks[block].insts.remove(at);
    replace_uses(sketch, &name, &by);
}

/// Freezes an operand.
fn freeze(random: &mut Random, sketch: &mut Sketch, (block, at): Place) {
    let insts = &mut sketch.blocks[block].insts;
    let name = format!("{}.frozen", insts[at].name);
    if insts[at].operands.is_empty() || insts.iter().any(|it| it.name == name) {
        return;
    }
    let inst = &mut insts[at];
    let which = random.below(inst.operands.len());
    if is_immediate(inst, which) || inst.operands[which].ty == Ty::Ptr {
        return;
    }
    let given = inst.operands[which].clone();
    inst.operands[which].text.clone_from(&name);
    let frozen = Inst {
        name,
        ty: given.ty,
        op: Op::Freeze,
        flags: Vec::new(),
        operands: vec![given],
    };
    insts.insert(at, frozen);
}

/// Exchanges an instruction with the next one, if that does not use its result.
fn reorder(sketch: &mut Sketch, (block, at): Place) {
    let insts = &mut sketch.blocks[block].insts;
    let [first, second, ..] = &insts[at..] else {
        return;
    };
    let uses = second.operands.iter().any(|it| it.text == first.name);
    if !uses {
        insts.swap(at, at + 1);
    }
}

/// Another operation, predicate, cast or mask of the same form.
fn another(random: &mut Random, inst: &mut Inst) {
    match &mut inst.op {
        Op::Binary(op) => {
            *op = *random.pick::<&str>(BINARY);
            let possible = possible_flags(&inst.op);
            inst.flags.retain(|flag| possible.contains(flag));
        }
        Op::Icmp(predicate) => *predicate = *random.pick::<&str>(PREDICATES),
        Op::Cast(op) if *op != "trunc" => {
            let is_zext = *op == "zext";
            *op = if is_zext { "sext" } else { "zext" };
            inst.flags.clear();
            if !is_zext && random.percent(50) {
                inst.flags.push("nneg");
            }
        }
        Op::Shuffle(mask) => {
            let lane = random.below(mask.len());
            mask[lane] = match mask[lane] {
                Some(_) if random.percent(30) => None,
                _ => Some(random.below(2) as u8),
            };
        }
        _ => {}
    }
}

/// Gives an undefined operand a value, or makes it more or less undefined.
fn undefined(random: &mut Random, inst: &mut Inst) {
    let is_undefined = |it: &&mut Operand| it.text.contains("undef") || it.text.contains("poison");
    let mut all: Vec<&mut Operand> = inst.operands.iter_mut().filter(is_undefined).collect();
    if all.is_empty() {
        return;
    }
    let which = random.below(all.len());
    let text = &mut all[which].text;
    let by = *random.pick(&["undef", "poison", "0", "-1"]);
    let is_part = text.starts_with('<');
    if is_part || matches!(by, "undef" | "poison") || matches!(all[which].ty, Ty::Int(_)) {
        let text = &mut all[which].text;
        *text = text.replace("undef", by).replace("poison", by);
    }
}

/// An instruction of another form that many take for equal.
fn equal(random: &mut Random, inst: &mut Inst) {
    let [condition, then, otherwise] = match &inst.operands[..] {
        [a, b, c] => [a.clone(), b.clone(), c.clone()],
        [a, b] => return equal_binary(random, inst, a.clone(), b.clone()),
        _ => return,
    };
    let is_logical = inst.op == Op::Select && condition.ty == inst.ty && inst.ty.width() == 1;
    if !is_logical {
        return;
    }
    let (op, operands) = match random.percent(50) {
        true => ("and", vec![condition, then]),
        false => ("or", vec![condition, otherwise]),
    };
    inst.op = Op::Binary(op);
    inst.operands = operands;
}

fn equal_binary(random: &mut Random, inst: &mut Inst, left: Operand, right: Operand) {
    let ty = inst.ty;
    let text = |text: &str| Operand {
        ty,
        text: text.to_owned(),
    };
    let constant = |number: i64| match ty {
        Ty::Int(_) => text(&number.to_string()),
        Ty::Ptr => text("null"),
        Ty::Lanes(lanes, width) => {
            let each = vec![format!("i{width} {number}"); lanes as usize];
            text(&format!("<{}>", each.join(", ")))
        }
    };
    let Op::Binary(op) = inst.op else {
        return;
    };
    match op {
        "and" | "or" if ty.width() == 1 => {
            inst.op = Op::Select;
            inst.flags.clear();
            inst.operands = match op {
                "and" => vec![left, right, constant(0)],
                _ => vec![left, constant(-1), right],
            };
        }
        "add" if left == right && ty.width() > 1 => {
            inst.op = Op::Binary("shl");
            inst.operands = vec![left, constant(1)];
        }
        "add" => {
            inst.op = Op::Binary(random.pick::<&str>(&["or", "xor"]));
            inst.flags.clear();
        }
        "mul" if ty.width() > 2 && right.text == "2" => {
            inst.op = Op::Binary("shl");
            inst.operands = vec![left, constant(1)];
        }
        "xor" | "sub" if left == right => {
            inst.op = Op::Binary("and");
            inst.flags.clear();
            inst.operands = vec![left, constant(0)];
        }
        "or" => {
            let is_disjoint = inst.flags.contains(&"disjoint");
            inst.op = Op::Binary("add");
            inst.flags = match is_disjoint && random.percent(60) {
                true => vec!["nsw", "nuw"],
                false => Vec::new(),
            };
        }
        "sdiv" | "srem" => {
            inst.op = Op::Binary(if op == "sdiv" { "udiv" } else { "urem" });
        }
        "ashr" => inst.op = Op::Binary("lshr"),
        "shl" if right.text == "1" => {
            inst.op = Op::Binary("add");
            inst.operands = vec![left.clone(), left];
        }
        _ => {}
    }
}

/// Adds or drops an attribute.
fn attribute(random: &mut Random, sketch: &mut Sketch) {
    let which = random.below(sketch.params.len() + 2);
    if which == sketch.params.len() + 1 {
        let word = *random.pick(&["willreturn", "mustprogress", "noreturn", "nounwind"]);
        return toggle(&mut sketch.attributes, word);
    }
    let is_result = which == sketch.params.len();
    let ty = match is_result {
        true => sketch.result,
        false => sketch.params[which].ty,
    };
    let is_returned = !is_result
        && ty == sketch.result
        && sketch
            .params
            .iter()
            .all(|it| it.attributes.iter().all(|word| word != "returned"))
        && random.percent(20);
    let word = match random.below(3) {
        _ if is_returned => "returned".to_owned(),
        0 if ty != Ty::Ptr => range(random, ty),
        0 => "nonnull".to_owned(),
        _ => "noundef".to_owned(),
    };
    let attributes = match is_result {
        true => &mut sketch.result_attributes,
        false => &mut sketch.params[which].attributes,
    };
    let range = attributes.iter().position(|it| it.starts_with("range"));
    match range {
        Some(place) if word.starts_with("range") => drop(attributes.remove(place)),
        _ => toggle(attributes, &word),
    }
}

fn toggle(words: &mut Vec<String>, word: &str) {
    match words.iter().position(|it| it == word) {
        Some(place) => drop(words.remove(place)),
        None => words.push(word.to_owned()),
    }
}

/// Changes where control goes: turns a branch round, or makes it take one way.
fn flow(random: &mut Random, sketch: &mut Sketch) {
    let block = random.below(sketch.blocks.len());
    let block = &mut sketch.blocks[block];
    match block.term.clone() {
        Term::Cond(condition, then, otherwise) => match random.below(3) {
            0 => {
                let name = format!("%not.{}", block.label);
                if block.insts.iter().any(|it| it.name == name) {
                    return;
                }
                block.insts.push(Inst {
                    name: name.clone(),
                    ty: Ty::Int(1),
                    op: Op::Binary("xor"),
                    flags: Vec::new(),
                    operands: [condition, "true".to_owned()]
                        .map(|text| Operand {
                            ty: Ty::Int(1),
                            text,
                        })
                        .to_vec(),
                });
                block.term = Term::Cond(name, otherwise, then);
            }
            1 => {
                let name = format!("%frozen.{}", block.label);
                if block.insts.iter().any(|it| it.name == name) {
                    return;
                }
                block.insts.push(Inst {
                    name: name.clone(),
                    ty: Ty::Int(1),
                    op: Op::Freeze,
                    flags: Vec::new(),
                    operands: vec![Operand {
                        ty: Ty::Int(1),
                        text: condition,
                    }],
                });
                block.term = Term::Cond(name, then, otherwise);
            }
            _ => block.term = Term::Cond(condition, otherwise, then),
        },
        Term::Ret(value) => {
            let ty = value.ty;
            block.term = match random.percent(20) {
                true => Term::Unreachable,
                false => Term::Ret(constant(random, ty)),
            };
        }
        Term::Switch(..) | Term::Br(_) | Term::Unreachable => {}
    }
}
