//! How fast loops go beside each other: how many iterations of each make one round.
//!
//! The schedule keeps processes close together. Where one loop goes round three times while another
//! one goes round once, staying close means three steps to one; otherwise messages would pile up
//! or invariants would have to relate states that drift apart. The numbers come from complete runs
//! on values: they decide the order of the search, never an answer.

use std::collections::BTreeMap;

use program::Location;

use crate::state::Context;

/// How often each process has gone round each of its loops in a run that has ended.
pub(crate) type Counts = BTreeMap<(usize, Location), u32>;

/// The iterations that make one round, by process and head of the loop; one where nothing is said.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Paces {
    iterations: BTreeMap<(usize, Location), u32>,
}

/// The most iterations that make one round.
const FASTEST: u32 = 6;

impl Paces {
    /// How many iterations of the loop make one round.
    pub(crate) fn of(&self, process: usize, head: Location) -> u32 {
        self.iterations.get(&(process, head)).copied().unwrap_or(1)
    }

    /// The paces that runs suggest: among loops of the same depth, numbers of iterations that
    /// depend on each other linearly.
    pub(crate) fn from_runs(context: &Context<'_>, runs: &[Counts]) -> Paces {
        let mut depths: BTreeMap<usize, Vec<(usize, Location)>> = BTreeMap::new();
        for (process, loops) in context.loops.iter().enumerate() {
            for head in loops.heads() {
                let around = loops.heads().iter();
                let depth = around.filter(|outer| loops.contains(**outer, *head));
                depths
                    .entry(depth.count())
                    .or_default()
                    .push((process, *head));
            }
        }
        let mut paces = Paces::default();
        for heads in depths.values() {
            paces.relate(heads, runs);
        }
        paces
    }

    /// Relates loops to the slowest of those with which their numbers of iterations grow together.
    fn relate(&mut self, heads: &[(usize, Location)], runs: &[Counts]) {
        let counts = |head: &(usize, Location)| -> Vec<i64> {
            let of_run = |run: &Counts| i64::from(run.get(head).copied().unwrap_or(0));
            runs.iter().map(of_run).collect()
        };
        let mut open: Vec<((usize, Location), Vec<i64>)> =
            heads.iter().map(|head| (*head, counts(head))).collect();
        open.sort_by_key(|(_, counts)| counts.iter().sum::<i64>());
        while !open.is_empty() {
            let (slowest, reference) = open.remove(0);
            let mut together = vec![(slowest, (1, 1))];
            open.retain(|(head, counts)| match slope(&reference, counts) {
                Some(slope) => {
                    together.push((*head, slope));
                    false
                }
                None => true,
            });
            let denominators = together.iter().map(|(_, (_, below))| *below);
            let common = denominators.fold(1, lcm);
            for (head, (above, below)) in together {
                let pace = above * (common / below);
                if let Some(pace) = u32::try_from(pace)
                    .ok()
                    .filter(|pace| (2..=FASTEST).contains(pace))
                {
                    self.iterations.insert(head, pace);
                }
            }
        }
    }
}

/// The slope, in lowest terms, of a line through all points; `None` where there is none that rises,
/// or where there are too few points to tell.
fn slope(xs: &[i64], ys: &[i64]) -> Option<(i64, i64)> {
    const ENOUGH: usize = 3;
    let mut points: Vec<(i64, i64)> = xs.iter().copied().zip(ys.iter().copied()).collect();
    points.sort_unstable();
    points.dedup();
    // A loop that is not entered at all says nothing of how it goes round.
    points.retain(|(x, y)| *x > 0 && *y > 0);
    let ((x0, y0), (x1, y1)) = (*points.first()?, *points.last()?);
    let (run, rise) = (x1 - x0, y1 - y0);
    let on_line = |(x, y): &(i64, i64)| (y - y0) * run == (x - x0) * rise;
    if points.len() < ENOUGH || run <= 0 || rise <= 0 || !points.iter().all(on_line) {
        return None;
    }
    let common = gcd(run, rise);
    Some((rise / common, run / common))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: i64, b: i64) -> i64 {
    a / gcd(a, b) * b
}

#[cfg(test)]
mod tests {
    use super::slope;

    #[test]
    fn numbers_on_a_line_have_its_slope() {
        assert_eq!(slope(&[1, 2, 4], &[3, 6, 12]), Some((3, 1)));
        assert_eq!(slope(&[2, 4, 6], &[4, 7, 10]), Some((3, 2)));
        assert_eq!(slope(&[0, 1, 2, 3], &[0, 1, 2, 3]), Some((1, 1)));
    }

    #[test]
    fn numbers_on_no_line_have_none() {
        assert_eq!(slope(&[1, 2, 3], &[1, 4, 9]), None);
        assert_eq!(slope(&[1, 2, 3], &[5, 5, 5]), None);
        assert_eq!(
            slope(&[1, 2], &[2, 4]),
            None,
            "two points are always on one"
        );
    }
}
