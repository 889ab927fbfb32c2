//! Strongly connected components.

/// A graph given by the targets of each node.
pub(crate) trait Graph {
    /// The number of nodes.
    fn len(&self) -> usize;
    /// The `position`-th target of a node, none behind the last.
    fn target(&self, node: u32, position: usize) -> Option<u32>;
}

impl Graph for question::automaton::Automaton {
    fn len(&self) -> usize {
        self.states() as usize
    }

    fn target(&self, node: u32, position: usize) -> Option<u32> {
        self.from(node)
            .get(position)
            .map(|transition| transition.to)
    }
}

impl Graph for [Vec<u32>] {
    fn len(&self) -> usize {
        <[Vec<u32>]>::len(self)
    }

    fn target(&self, node: u32, position: usize) -> Option<u32> {
        self[node as usize].get(position).copied()
    }
}

/// The components of a graph by Tarjan's algorithm: for each node the number of its component. A
/// node reaches only components with the same or a smaller number.
pub(crate) fn components<G: Graph + ?Sized>(graph: &G) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let nodes = graph.len();
    let mut component = vec![UNSEEN; nodes];
    let mut low = vec![UNSEEN; nodes];
    let (mut order, mut count) = (0, 0);
    let mut open: Vec<u32> = Vec::new();
    // The path of the search: a node, the position of its next target, its own number.
    let mut path: Vec<(u32, usize, u32)> = Vec::new();
    for root in 0..nodes as u32 {
        if low[root as usize] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                path.push((node, 0, order));
                low[node as usize] = order;
                open.push(node);
                order += 1;
            }
            let Some((node, position, number)) = path.last_mut() else {
                break;
            };
            let (node, number) = (*node, *number);
            if let Some(next) = graph.target(node, *position) {
                *position += 1;
                if low[next as usize] == UNSEEN {
                    enter = Some(next);
                } else if component[next as usize] == UNSEEN {
                    low[node as usize] = low[node as usize].min(low[next as usize]);
                }
                continue;
            }
            path.pop();
            if low[node as usize] == number {
                while let Some(member) = open.pop() {
                    component[member as usize] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
            if let Some((parent, ..)) = path.last() {
                let parent = *parent as usize;
                low[parent] = low[parent].min(low[node as usize]);
            }
        }
    }
    component
}
