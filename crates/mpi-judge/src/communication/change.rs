//! Small changes of right programs, most of which make them wrong.

use random_programs::Rng;

use crate::code::{Code, at, size};

/// Words that are exchanged for others of the same group.
const GROUPS: &[&[&str]] = &[
    &["MPI_Send(", "MPI_Ssend(", "MPI_Bsend(", "MPI_Rsend("],
    &["MPI_Isend(", "MPI_Issend(", "MPI_Ibsend(", "MPI_Irsend("],
    &["MPI_Send_init(", "MPI_Ssend_init(", "MPI_Bsend_init("],
    &[
        "MPI_INT,",
        "MPI_DOUBLE,",
        "MPI_UNSIGNED,",
        "MPI_FLOAT,",
        "MPI_LONG,",
        "MPI_CHAR,",
    ],
    &[
        "MPI_SUM", "MPI_PROD", "MPI_MIN", "MPI_MAX", "MPI_LAND", "MPI_LOR", "MPI_LXOR",
    ],
    &[
        "MPI_Scan(",
        "MPI_Exscan(",
        "MPI_Allreduce(",
        "MPI_Reduce_scatter_block(",
    ],
    &["MPI_Iscan(", "MPI_Iexscan(", "MPI_Iallreduce("],
    &["MPI_Gather(", "MPI_Scatter("],
    &["MPI_Allgather(", "MPI_Alltoall("],
    &["MPI_Allreduce(", "MPI_Iallreduce("],
    &["MPI_ANY_SOURCE", "0", "1", "2"],
    &["MPI_ANY_TAG", "0", "1", "2", "3"],
    &["MPI_PROC_NULL", "0"],
    &["MPI_IN_PLACE", "NULL"],
    &["MPI_STATUS_IGNORE", "NULL", "&s"],
    &["MPI_Waitall(", "MPI_Startall("],
    &["rank == 0", "rank == 1", "rank > 0", "rank <= 1"],
    &[
        "s.MPI_SOURCE",
        "s.MPI_TAG",
        "MPI_ANY_SOURCE",
        "MPI_ANY_TAG",
        "0",
    ],
    &["<", "<=", ">"],
    &["q[0]", "q[1]", "q[2]"],
];

/// Changes one place. The names of arrays are exchanged for others, too.
pub(super) fn change(rng: &mut Rng, codes: &mut Vec<Code>, arrays: &[&str]) {
    let all = size(codes);
    if all == 0 {
        return;
    }
    // Where a word cannot be exchanged another place is tried.
    for _ in 0..20 {
        let number = rng.below(all as u32) as usize;
        let is_changed = at(codes, number, |list, position| match rng.below(10) {
            0 => {
                list.remove(position);
                true
            }
            1 if !is_label(&list[position]) => {
                let copy = list[position].clone();
                list.insert(position, copy);
                true
            }
            2 if position + 1 < list.len() => {
                list.swap(position, position + 1);
                true
            }
            3 if !is_label(&list[position]) => {
                list.insert(position, Code::line(inserted(rng, arrays)));
                true
            }
            4 => exchange(rng, &mut list[position], arrays),
            _ => {
                let group = GROUPS[rng.below(GROUPS.len() as u32) as usize];
                exchange(rng, &mut list[position], group)
            }
        });
        if is_changed {
            return;
        }
    }
}

/// A statement that touches what others use, or claims what need not hold.
fn inserted(rng: &mut Rng, arrays: &[&str]) -> String {
    let array = match arrays {
        [] => "seen",
        _ => arrays[rng.below(arrays.len() as u32) as usize],
    };
    let value = rng.below(3);
    match rng.below(5) {
        0 => format!("{array}[0] = {value};"),
        1 => format!("acc += {array}[0] > {value};"),
        2 => format!("assert(seen[0] <= {});", 16 * value),
        3 => format!("if (acc > {value}) MPI_Barrier(W);"),
        _ => format!("assert(at <= {value});"),
    }
}

/// Whether a statement begins with a label, which there may be one of only.
fn is_label(code: &Code) -> bool {
    let (Code::Line(text) | Code::Block { head: text, .. }) = code;
    text.starts_with("case ") || text.starts_with("default")
}

/// Whether a statement only shows something, which other numbers would not make wrong.
fn is_shown(code: &Code) -> bool {
    matches!(code, Code::Line(text) if text.starts_with("seen["))
}

/// Exchanges a word for another one of its group.
fn exchange(rng: &mut Rng, code: &mut Code, group: &[&str]) -> bool {
    if group.is_empty() || is_label(code) || is_shown(code) {
        return false;
    }
    let (Code::Line(text) | Code::Block { head: text, .. }) = code;
    let old = group[rng.below(group.len() as u32) as usize];
    let new = group[rng.below(group.len() as u32) as usize];
    let places: Vec<usize> = text
        .match_indices(old)
        .map(|(place, _)| place)
        .filter(|place| is_word(text, *place, old.len()))
        .collect();
    // What the constants of MPI are as numbers is the implementation's own.
    let is_foreign = new.starts_with("MPI_") && !text.contains("MPI_");
    if old == new || places.is_empty() || is_foreign {
        return false;
    }
    let place = places[rng.below(places.len() as u32) as usize];
    text.replace_range(place..place + old.len(), new);
    true
}

/// Whether no name or number goes on before or behind what was found.
fn is_word(text: &str, place: usize, length: usize) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let found = &text[place..place + length];
    let before = text[..place].chars().next_back();
    let behind = text[place + length..].chars().next();
    let starts = found.chars().next().is_some_and(is_part);
    let ends = found.chars().next_back().is_some_and(is_part);
    !(starts && before.is_some_and(is_part) || ends && behind.is_some_and(is_part))
}
