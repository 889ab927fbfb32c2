//! Weak topological orders (F. Bourdoncle 1993): the order in which a fixpoint is computed, and where
//! it is widened.

use logic::recursion;

/// A part of a weak topological order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A node that no cycle goes through, apart from those through heads of components around it.
    Node(usize),
    /// A component: every cycle in it goes through its head or lies in a component of the others.
    Component(usize, Vec<Part>),
}

impl Part {
    /// Adds all nodes, in order.
    pub(super) fn collect(&self, nodes: &mut Vec<usize>) {
        match self {
            Part::Node(node) => nodes.push(*node),
            Part::Component(head, parts) => {
                nodes.push(*head);
                for part in parts {
                    part.collect(nodes);
                }
            }
        }
    }
}

/// An order of the nodes that can be reached from the roots.
pub(super) fn weak_topological_order(successors: &[Vec<usize>], roots: &[usize]) -> Vec<Part> {
    let mut search = Search {
        successors,
        numbers: vec![0; successors.len()],
        count: 0,
        stack: Vec::new(),
    };
    let mut parts = Vec::new();
    for root in roots.iter().rev() {
        if search.numbers[*root] == 0 {
            search.visit(*root, &mut parts);
        }
    }
    parts.reverse();
    parts
}

const DONE: usize = usize::MAX;

struct Search<'a> {
    successors: &'a [Vec<usize>],
    /// When a node was found; zero where it was not, and [`DONE`] where it has its place.
    numbers: Vec<usize>,
    count: usize,
    stack: Vec<usize>,
}

impl Search<'_> {
    /// Adds the node and what follows it to the parts, which are in reverse order; returns the least
    /// number of a node that can be reached.
    fn visit(&mut self, node: usize, parts: &mut Vec<Part>) -> usize {
        self.stack.push(node);
        self.count += 1;
        self.numbers[node] = self.count;
        let mut least = self.count;
        let mut is_head = false;
        let successors = self.successors;
        for successor in &successors[node] {
            let reached = match self.numbers[*successor] {
                0 => recursion::guard(|| self.visit(*successor, parts)),
                number => number,
            };
            if reached <= least {
                least = reached;
                is_head = true;
            }
        }
        if least == self.numbers[node] {
            self.numbers[node] = DONE;
            while let Some(other) = self.stack.pop()
                && other != node
            {
                // It is visited again, as a part of the component.
                self.numbers[other] = 0;
            }
            parts.push(if is_head {
                self.component(node)
            } else {
                Part::Node(node)
            });
        }
        least
    }

    fn component(&mut self, head: usize) -> Part {
        let mut parts = Vec::new();
        let successors = self.successors;
        for successor in &successors[head] {
            if self.numbers[*successor] == 0 {
                recursion::guard(|| self.visit(*successor, &mut parts));
            }
        }
        parts.reverse();
        Part::Component(head, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(parts: &[Part]) -> String {
        let parts = parts.iter().map(|part| match part {
            Part::Node(node) => node.to_string(),
            Part::Component(head, rest) if rest.is_empty() => format!("({head})"),
            Part::Component(head, rest) => format!("({head} {})", show(rest)),
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    fn check(edges: &[(usize, usize)], expected: &str) {
        let count = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
        let mut successors = vec![Vec::new(); count];
        for (a, b) in edges {
            successors[*a].push(*b);
        }
        assert_eq!(show(&weak_topological_order(&successors, &[0])), expected);
    }

    #[test]
    fn components_have_heads() {
        check(&[(0, 1), (1, 2)], "0 1 2");
        check(&[(0, 1), (1, 1), (1, 2)], "0 (1) 2");
        check(&[(0, 1), (1, 2), (2, 1), (1, 3)], "0 (1 2) 3");
        // The example of the paper, with numbers from 0 on.
        let edges = [
            (0, 1),
            (1, 2),
            (1, 7),
            (2, 3),
            (3, 4),
            (3, 5),
            (4, 6),
            (5, 6),
            (6, 2),
            (6, 7),
        ];
        check(&edges, "0 1 (2 3 5 4 6) 7");
        check(
            &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 1), (1, 4)],
            "0 (1 (2 3)) 4",
        );
    }
}
