//! Strongly connected components.

/// The strongly connected components that contain an arc, each in ascending order, by Tarjan's
/// method.
pub(crate) fn components(arcs: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let count = arcs.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (from, to) in arcs {
        successors[*from].push(*to);
    }
    let mut search = Search {
        successors: &successors,
        numbers: vec![None; count],
        open: Vec::new(),
        is_open: vec![false; count],
        next: 0,
        found: Vec::new(),
    };
    for node in 0..count {
        if search.numbers[node].is_none() {
            search.visit(node);
        }
    }
    let has_arc = |component: &Vec<usize>| match component[..] {
        [node] => successors[node].contains(&node),
        _ => true,
    };
    search.found.into_iter().filter(has_arc).collect()
}

struct Search<'s> {
    successors: &'s [Vec<usize>],
    /// When each node was first seen.
    numbers: Vec<Option<usize>>,
    /// The nodes whose component is not complete.
    open: Vec<usize>,
    is_open: Vec<bool>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// The least number that is reachable through open nodes.
    fn visit(&mut self, node: usize) -> usize {
        logic::recursion::guard(|| {
            let number = self.next;
            self.next += 1;
            self.numbers[node] = Some(number);
            self.open.push(node);
            self.is_open[node] = true;
            let mut least = number;
            for &to in &self.successors[node] {
                match self.numbers[to] {
                    None => least = least.min(self.visit(to)),
                    Some(seen) if self.is_open[to] => least = least.min(seen),
                    Some(_) => {}
                }
            }
            if least == number {
                let start = self.open.iter().rposition(|other| *other == node);
                let mut component = self.open.split_off(start.unwrap_or(0));
                for member in &component {
                    self.is_open[*member] = false;
                }
                component.sort_unstable();
                self.found.push(component);
            }
            least
        })
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_found_and_the_rest_is_left_out() {
        let arcs = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (4, 4), (5, 0)];
        let mut found = components(&arcs);
        found.sort();
        assert_eq!(found, vec![vec![1, 2], vec![4]]);
        assert!(components(&[(0, 1), (1, 2)]).is_empty());
        assert!(components(&[]).is_empty());
    }
}
