//! The steps of symbolic states, as the interpreter of systems would take them.

use evidence::collective::fresh_name;
use logic::{Integer, Term, Var};
use program::in_sort;
use program::system::{Action, Collective, Edge, Source, System};

use super::{Pending, Symbolic};

/// One case of a step: where its guard holds, it is taken, its duties must hold, and the state
/// behind it is the next one.
pub(in crate::collective) struct Step {
    pub(in crate::collective) process: usize,
    pub(in crate::collective) edge: usize,
    pub(in crate::collective) peer: Option<usize>,
    pub(in crate::collective) position: Option<usize>,
    pub(in crate::collective) guard: Term,
    pub(in crate::collective) duties: Vec<(Term, String)>,
    pub(in crate::collective) fresh: Option<Var>,
    pub(in crate::collective) next: Symbolic,
}

fn rank_term(rank: usize) -> Term {
    Term::int(Integer::from(rank))
}

impl Symbolic {
    /// All cases of the steps of a process here, but those whose guard is false on its face.
    pub(in crate::collective) fn steps(
        &self,
        system: &System,
        process: usize,
        node: u32,
    ) -> Vec<Step> {
        let graph = &system.processes[process].graph;
        let mut steps = Vec::new();
        for (position, edge) in graph.edges_from(self.at[process]) {
            if let Action::Collective(_) = edge.action {
                steps.extend(self.meet(system, process, position));
            } else {
                steps.extend(self.own_steps(system, process, position, edge, node));
            }
        }
        steps.retain(|step| !step.guard.is_false());
        steps
    }

    /// The steps of one edge that is no collective operation.
    fn own_steps(
        &self,
        system: &System,
        process: usize,
        number: usize,
        edge: &Edge,
        node: u32,
    ) -> Vec<Step> {
        let mut left = self.clone();
        let duties = left.leave(system, process);
        left.at[process] = edge.to;
        let base = |guard: Term| Step {
            process,
            edge: number,
            peer: None,
            position: None,
            guard,
            duties: duties.clone(),
            fresh: None,
            next: left.clone(),
        };
        match &edge.action {
            Action::Assume(formula) => vec![base(self.eval(formula))],
            Action::Assign(var, value) => {
                let mut step = base(Term::top());
                step.write(var, self.eval(value));
                vec![step]
            }
            Action::Havoc(var) => {
                let name = fresh_name(node, process);
                let fresh = Var::new(name.as_str(), var.sort.clone());
                let mut step = base(Term::top());
                step.next.values.insert(var.clone(), fresh.term());
                step.fresh = Some(fresh);
                vec![step]
            }
            Action::Assert(formula) => {
                let mut step = base(Term::top());
                let why = "an assertion may fail".to_owned();
                step.duties.push((self.eval(formula), why));
                vec![step]
            }
            Action::CollectiveAssert { label, formula } => {
                let pending = Pending {
                    formula: formula.clone(),
                    must_meet: true,
                    values: self.own_values(system, process),
                };
                let mut step = base(Term::top());
                let more = step.next.contribute(system, *label, process, pending);
                step.duties.extend(more);
                vec![step]
            }
            Action::Send { to, tag, value } => {
                let rank = self.eval(to);
                let message = (self.eval(tag), self.eval(value));
                let each = self.peers(system, process).into_iter().map(|(peer, is)| {
                    let mut step = base(Term::eq(rank.clone(), is));
                    step.peer = Some(peer);
                    let queue = step.next.queues.entry((process, peer)).or_default();
                    queue.push(message.clone());
                    step
                });
                let mut steps: Vec<Step> = each.collect();
                steps.push(self.astray(system, process, &rank, base(Term::top())));
                steps
            }
            Action::Flush { to, tag } => {
                let (rank, tag) = (self.eval(to), self.eval(tag));
                let each = self.peers(system, process).into_iter().map(|(peer, is)| {
                    let waiting = self.queue(process, peer).iter();
                    let gone = waiting.map(|(other, _)| Term::ne(other.clone(), tag.clone()));
                    let mut step = base(Term::and(gone.chain([Term::eq(rank.clone(), is)])));
                    step.peer = Some(peer);
                    step
                });
                let mut steps: Vec<Step> = each.collect();
                steps.push(self.astray(system, process, &rank, base(Term::top())));
                steps
            }
            Action::Receive {
                from,
                tag,
                into,
                sender_into,
                tag_into,
            } => {
                let tag = tag.as_ref().map(|tag| self.eval(tag));
                let mut steps = Vec::new();
                for (peer, is) in self.peers(system, process) {
                    let chosen = match from {
                        Source::Any => Term::top(),
                        Source::Rank(rank) => Term::eq(self.eval(rank), is.clone()),
                    };
                    let queue = self.queue(peer, process);
                    for (position, (message_tag, value)) in queue.iter().enumerate() {
                        let first = self.first_at(queue, tag.as_ref(), position);
                        let mut step = base(Term::and([chosen.clone(), first]));
                        step.peer = Some(peer);
                        step.position = Some(position);
                        step.next.take(peer, process, position);
                        step.write(into, value.clone());
                        if let Some(var) = sender_into {
                            step.write(var, is.clone());
                        }
                        if let Some(var) = tag_into {
                            step.write(var, message_tag.clone());
                        }
                        steps.push(step);
                    }
                }
                if let Source::Rank(rank) = from {
                    let rank = self.eval(rank);
                    steps.push(self.astray(system, process, &rank, base(Term::top())));
                }
                steps
            }
            Action::Collective(_) => unreachable!("collective operations have their own steps"),
        }
    }

    /// The processes of the same group with their ranks.
    fn peers(&self, system: &System, process: usize) -> Vec<(usize, Term)> {
        let group = system.group(system.processes[process].group);
        group
            .enumerate()
            .map(|(rank, peer)| (peer, rank_term(rank)))
            .collect()
    }

    /// The case in which no process has the rank: a failure.
    fn astray(&self, system: &System, process: usize, rank: &Term, mut step: Step) -> Step {
        let size = system.group_size(system.processes[process].group);
        step.guard = Term::or([
            Term::lt(rank.clone(), Term::int(0)),
            Term::le(rank_term(size), rank.clone()),
        ]);
        let why = "the rank may be that of no process".to_owned();
        step.duties.push((Term::bottom(), why));
        step
    }

    /// The cases of a collective operation, where all partners are there and the process is the
    /// first of them: one for each root, or a single one.
    fn meet(&self, system: &System, process: usize, edge: usize) -> Vec<Step> {
        let Some(partners) = self.partners(system, process) else {
            return Vec::new();
        };
        if partners[0].0 != process {
            return Vec::new();
        }
        let Some(root) = partners[0].2.root() else {
            return vec![self.meet_at(system, &partners, edge, None)];
        };
        let root = self.eval(root);
        let mut steps = Vec::new();
        for (peer, is) in self.peers(system, process) {
            let mut step = self.meet_at(system, &partners, edge, Some(peer));
            step.guard = Term::eq(root.clone(), is.clone());
            for (_, _, collective) in &partners {
                let other = collective.root().map(|root| self.eval(root));
                let same = other.map_or(Term::bottom(), |other| Term::eq(other, is.clone()));
                step.duties.push((same, "the roots may differ".to_owned()));
            }
            steps.push(step);
        }
        let nothing = Step {
            process,
            edge,
            peer: None,
            position: None,
            guard: Term::top(),
            duties: Vec::new(),
            fresh: None,
            next: self.clone(),
        };
        steps.push(self.astray(system, process, &root, nothing));
        steps
    }

    /// A collective operation with a certain root.
    fn meet_at(
        &self,
        system: &System,
        partners: &[(usize, &Edge, &Collective)],
        edge: usize,
        root: Option<usize>,
    ) -> Step {
        let mut step = Step {
            process: partners[0].0,
            edge,
            peer: root,
            position: None,
            guard: Term::top(),
            duties: Vec::new(),
            fresh: None,
            next: self.clone(),
        };
        let mut result: Option<Term> = None;
        for (partner, _, collective) in partners {
            match collective {
                Collective::Barrier => {}
                Collective::Broadcast { var, .. } => {
                    if root == Some(*partner) {
                        result = Some(self.eval(&var.term()));
                    }
                }
                Collective::Reduce { op, value, .. } => {
                    let value = self.eval(value);
                    let same = result
                        .as_ref()
                        .is_none_or(|r| r.sort().carrier() == value.sort().carrier());
                    if !same {
                        let why = "values of different sorts are combined".to_owned();
                        step.duties.push((Term::bottom(), why));
                        continue;
                    }
                    result = Some(match result {
                        Some(before) => op.combine(before, value),
                        None => value,
                    });
                }
            }
        }
        for (partner, edge, collective) in partners {
            let duties = step.next.leave(system, *partner);
            step.duties.extend(duties);
            let target = match collective {
                Collective::Barrier => None,
                Collective::Broadcast { var, .. } => Some(var),
                Collective::Reduce { into, .. } => {
                    root.is_none_or(|root| root == *partner).then_some(into)
                }
            };
            if let (Some(var), Some(value)) = (target, &result) {
                step.write(var, value.clone());
            }
            step.next.at[*partner] = edge.to;
        }
        step
    }

    /// Where a queue has a message with this tag: that one is, and none before it.
    fn first_at(&self, queue: &[(Term, Term)], tag: Option<&Term>, position: usize) -> Term {
        match tag {
            None => Term::bool(position == 0),
            Some(tag) => {
                let before = queue[..position].iter();
                let before = before.map(|(other, _)| Term::ne(other.clone(), tag.clone()));
                let here = Term::eq(queue[position].0.clone(), tag.clone());
                Term::and(before.chain([here]))
            }
        }
    }

    fn take(&mut self, from: usize, to: usize, position: usize) {
        if let Some(queue) = self.queues.get_mut(&(from, to)) {
            queue.remove(position);
            if queue.is_empty() {
                self.queues.remove(&(from, to));
            }
        }
    }
}

impl Step {
    /// Writes a variable; a value of another sort, or outside of the variable's range, is a failure.
    fn write(&mut self, var: &Var, value: Term) {
        if value.sort().carrier() != var.sort.carrier() {
            let why = format!("{} may get a value of another sort", var.name);
            self.duties.push((Term::bottom(), why));
            return;
        }
        let inside = in_sort(&value, &var.sort);
        if !inside.is_true() {
            let why = format!("{} may leave its range", var.name);
            self.duties.push((inside, why));
        }
        self.next.values.insert(var.clone(), value);
    }
}
