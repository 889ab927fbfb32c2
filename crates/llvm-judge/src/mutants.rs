//! Mutants: small changes of a function's text.

use random_programs::Rng;

use crate::case::Case;

/// Words that can stand for each other.
const SWAPS: [&[&str]; 5] = [
    &["add", "sub", "mul", "and", "or", "xor"],
    &["shl", "lshr", "ashr"],
    &["udiv", "urem", "sdiv", "srem"],
    &[
        "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
    ],
    &["zext", "sext"],
];

/// Flags that can go; added ones make less defined, which a proof may not survive either.
const FLAGS: [&str; 7] = [
    "nuw", "nsw", "exact", "disjoint", "inbounds", "nusw", "nneg",
];

/// A mutant of a case; `None` where the chosen change is not possible.
#[must_use]
pub fn mutant(case: &Case, seed: u64) -> Option<Case> {
    let mut rng = Rng(seed);
    let lines: Vec<String> = case.text.lines().map(str::to_owned).collect();
    let start = lines.iter().position(|line| line.starts_with("define"))?;
    let length = lines.len() - start - 2;
    let at = start + 1 + rng.below(u32::try_from(length).ok()?.max(1)) as usize;
    let line = lines.get(at).filter(|line| line.starts_with("  "))?;
    let mut words: Vec<String> = line.trim_start().split(' ').map(str::to_owned).collect();
    let mut changed = lines.clone();
    match rng.below(6) {
        0 => {
            let droppable = words[0] == "store" || words[0] == "call";
            if !droppable {
                return None;
            }
            changed.remove(at);
            return Some(with(case, &changed));
        }
        1 => another_number(&mut words, &mut rng)?,
        2 | 3 => another_word(&mut words, &mut rng)?,
        4 => {
            let flags: Vec<usize> = (0..words.len())
                .filter(|word| FLAGS.contains(&words[*word].as_str()))
                .collect();
            match flags.is_empty() {
                false => drop(words.remove(flags[rng.below(flags.len() as u32) as usize])),
                true => added_flag(&mut words, &mut rng)?,
            }
        }
        _ => swapped(&mut words)?,
    }
    changed[at] = format!("  {}", words.join(" "));
    let mutant = with(case, &changed);
    (mutant.text != case.text).then_some(mutant)
}

fn with(case: &Case, lines: &[String]) -> Case {
    let mut text = lines.join("\n");
    text.push('\n');
    Case {
        text,
        ..case.clone()
    }
}

fn another_number(words: &mut [String], rng: &mut Rng) -> Option<()> {
    let numbers: Vec<usize> = (1..words.len())
        .filter(|at| {
            let word = words[*at].trim_end_matches(',');
            word.parse::<i128>().is_ok() && words[at - 1] != "align"
        })
        .collect();
    let at = *numbers.get(rng.below(u32::try_from(numbers.len()).ok()?.max(1)) as usize)?;
    let word = words[at].trim_end_matches(',');
    let number: i128 = word.parse().ok()?;
    let other = match rng.below(4) {
        0 => number.checked_add(1)?,
        1 => number.checked_sub(1)?,
        2 => number.checked_neg()?,
        _ => number ^ 2,
    };
    words[at] = words[at].replacen(word, &other.to_string(), 1);
    Some(())
}

fn another_word(words: &mut [String], rng: &mut Rng) -> Option<()> {
    for word in words.iter_mut() {
        if let Some(group) = SWAPS.iter().find(|group| group.contains(&word.as_str())) {
            let other = group[rng.below(group.len() as u32) as usize];
            if *word != other {
                other.clone_into(word);
                return Some(());
            }
        }
    }
    None
}

fn added_flag(words: &mut Vec<String>, rng: &mut Rng) -> Option<()> {
    let at = words
        .iter()
        .position(|word| matches!(word.as_str(), "add" | "sub" | "mul" | "shl"))?;
    let flag = ["nuw", "nsw"][rng.below(2) as usize];
    words.insert(at + 1, flag.to_owned());
    Some(())
}

/// The two operands of a binary operation, a comparison or a `select` exchanged.
fn swapped(words: &mut [String]) -> Option<()> {
    let is_binary = words.get(2).is_some_and(|word| {
        let groups = SWAPS[..3].iter();
        word == "icmp" || groups.clone().any(|group| group.contains(&word.as_str()))
    });
    let count = words.len();
    if !is_binary || count < 5 || !words[count - 2].ends_with(',') {
        return None;
    }
    let first = words[count - 2].trim_end_matches(',').to_owned();
    words[count - 2] = format!("{},", words[count - 1]);
    words[count - 1] = first;
    Some(())
}
