//! "Did you mean": the known name that is nearest to an unknown one.

/// Names longer than this are not compared; nobody mistypes them by a letter.
const LONGEST: usize = 40;

/// The candidate nearest to a name, where it is near enough to be what was meant. Among equally
/// near ones the first in the order of the alphabet, so that the answer is always the same.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let most = match name.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != name)
        .map(|candidate| (distance(name, candidate), candidate))
        // A short name has many neighbours: one that shares no letter is no neighbour.
        .filter(|(distance, candidate)| {
            *distance <= most && *distance < name.len().max(candidate.len())
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// The hint that names the nearest candidate.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["source", "target", "x", "y", "count"];
        assert_eq!(nearest("suorce", names), Some("source"));
        assert_eq!(nearest("Target", names), Some("target"));
        assert_eq!(nearest("cnt", names), Some("count"));
        assert_eq!(nearest("z", names), None);
        assert_eq!(nearest("elephant", names), None);
        assert_eq!(nearest(&"a".repeat(1_000_000), names), None);
    }
}
