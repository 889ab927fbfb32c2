//! The loops of a program: how deep places lie in them, and how many come before a place.

use program::{Graph, Location};

/// The loops of one program.
pub(crate) struct Loops {
    /// For each place in how many loops it lies.
    depth: Vec<usize>,
    /// For each place how many outermost loops have been left before it.
    passed: Vec<usize>,
    exit: Location,
}

impl Loops {
    pub(crate) fn of(graph: &Graph) -> Self {
        let all: Vec<Location> = graph.locations().collect();
        let mut depth = vec![0; graph.location_count()];
        let outermost = components(graph, &all);
        let mut open = outermost.clone();
        while let Some(members) = open.pop() {
            members.iter().for_each(|place| depth[place.index()] += 1);
            // Without its head, only the loops inside are left.
            let inside: Vec<Location> = members[1..].to_vec();
            open.extend(components(graph, &inside));
        }
        let mut passed = vec![0; graph.location_count()];
        for members in &outermost {
            for place in reachable(graph, members[0], &all) {
                if !members.contains(&place) {
                    passed[place.index()] += 1;
                }
            }
        }
        Loops {
            depth,
            passed,
            exit: graph.exit(),
        }
    }

    /// In how many loops a place lies.
    pub(crate) fn depth(&self, at: Location) -> usize {
        self.depth[at.index()]
    }

    /// How deep the innermost loop lies.
    pub(crate) fn deepest(&self) -> usize {
        self.depth.iter().copied().max().unwrap_or(0)
    }

    /// How many outermost loops have been left before a place.
    pub(crate) fn passed(&self, at: Location) -> usize {
        self.passed[at.index()]
    }

    /// How many outermost loops there are on the way to the end.
    pub(crate) fn count(&self) -> usize {
        self.passed(self.exit)
    }
}

/// The sets of places that lie on a cycle together, among some places, each with the place first at
/// which it is entered.
fn components(graph: &Graph, among: &[Location]) -> Vec<Vec<Location>> {
    let mut found: Vec<Vec<Location>> = Vec::new();
    for place in among {
        if found.iter().any(|members| members.contains(place)) {
            continue;
        }
        let next = reachable(graph, *place, among);
        let on_cycle = next
            .into_iter()
            .filter(|other| reachable(graph, *other, among).contains(place));
        let mut members: Vec<Location> = on_cycle.collect();
        if members.is_empty() {
            continue;
        }
        let is_entered = |at: &Location| {
            let mut edges = graph.edges().iter();
            *at == graph.entry()
                || edges.any(|edge| edge.to == *at && !members.contains(&edge.from))
        };
        if let Some(head) = members.iter().position(is_entered) {
            members.swap(0, head);
        }
        found.push(members);
    }
    found
}

/// The places that can be reached from a place by at least one step, among some places.
fn reachable(graph: &Graph, from: Location, among: &[Location]) -> Vec<Location> {
    let mut found = Vec::new();
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        for (_, edge) in graph.edges_from(place) {
            if among.contains(&edge.to) && !found.contains(&edge.to) {
                found.push(edge.to);
                open.push(edge.to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For the program's loops: how many, how deep, and how many are passed where one is deepest.
    fn loops(body: &str) -> (usize, usize) {
        let text = format!("program p {{ var x: int; {body} }} claim c: safe for p;");
        let analysis = language::analyze(&text);
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let question = analysis.module.question(&analysis.module.claims[0]);
        let Ok(question::Question::SafeFor(question)) = question else {
            panic!("the claim is about copies of programs");
        };
        let loops = Loops::of(&question.setting.programs[0].body);
        (loops.count(), loops.deepest())
    }

    #[test]
    fn loops_in_sequence_and_inside_each_other() {
        assert_eq!(loops("x = 1;"), (0, 0));
        assert_eq!(loops("while (x < 1) { x = x + 1; }"), (1, 1));
        assert_eq!(
            loops("while (x < 1) { x = x + 1; } while (x < 9) { x = x + 1; }"),
            (2, 1)
        );
        assert_eq!(
            loops("while (x < 9) { while (x < 5) { x = x + 1; } x = x + 1; }"),
            (1, 2)
        );
        assert_eq!(
            loops("while (x < 9) { while (x < 5) { x = x + 1; } while (x < 7) { x = x + 1; } }"),
            (1, 2)
        );
    }
}
