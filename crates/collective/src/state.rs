//! Symbolic states of a system.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Substitution, Term, Var};
use program::Location;
use program::system::{Action, Edge, Liveness, Loops, Process, Slot, System, valuation, value_in};

use crate::closing::{Closing, closings};
use crate::counted::{Counted, counted};
use crate::measure::Proviso;
use crate::pace::Paces;

/// What is computed once for a system.
pub(crate) struct Context<'a> {
    pub(crate) system: &'a System,
    /// How far ahead a process is told apart from further ahead.
    pub(crate) furthest: u32,
    /// How it is seen to that nobody is ignored.
    pub(crate) proviso: Proviso,
    /// How fast loops go beside each other.
    pub(crate) paces: Paces,
    pub(crate) loops: Vec<Loops>,
    /// For each process and each head of a loop, the variables that the loop writes, by position.
    pub(crate) written: Vec<BTreeMap<Location, Vec<usize>>>,
    /// For each process, the heads of loops whose ways depend on what others send.
    pub(crate) told: Vec<BTreeSet<Location>>,
    /// For each process, the heads of loops that count.
    pub(crate) counted: Vec<BTreeMap<Location, Counted>>,
    /// For each process and each head of a loop, what tells whether it comes closer to its end.
    pub(crate) closings: Vec<BTreeMap<Location, Closing>>,
    /// Which variables can still matter.
    pub(crate) liveness: Liveness,
    /// For each process and location, the communication that starts there.
    communications: Vec<Vec<Option<&'a Edge>>>,
    /// How many movers there are: the processes, and behind them their networks.
    pub(crate) movers: usize,
    /// The processes of each process's group, in the order of their ranks.
    pub(crate) groups: Vec<Vec<usize>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(system: &'a System, furthest: u32, proviso: Proviso) -> Self {
        let processes = system.processes.iter();
        Context {
            system,
            furthest,
            proviso,
            paces: Paces::default(),
            loops: processes.clone().map(|p| Loops::of(&p.graph)).collect(),
            written: processes.clone().map(written).collect(),
            told: processes.clone().map(told).collect(),
            counted: processes.clone().map(counted).collect(),
            closings: processes.clone().map(closings).collect(),
            liveness: Liveness::of(system),
            communications: processes.clone().map(communications).collect(),
            movers: system.mover_count(),
            groups: processes
                .map(|process| system.group(process.group).collect())
                .collect(),
        }
    }

    /// Whether processes are kept together in their loops. Where messages decide who goes on, loops
    /// have no regular pace: whatever looks like one in a few runs would tell places apart that are
    /// the same.
    pub(crate) fn keeps_pace(&self) -> bool {
        self.furthest > 0
    }

    pub(crate) fn size(&self) -> usize {
        self.system.processes.len()
    }

    /// The edges of a process at its location.
    pub(crate) fn edges(&self, state: &State, process: usize) -> Vec<(usize, &'a Edge)> {
        let graph = &self.system.processes[process].graph;
        graph.edges_from(state.at[process]).collect()
    }

    /// The communication that a process is at.
    pub(crate) fn communication(&self, state: &State, process: usize) -> Option<&'a Edge> {
        self.communications[process][state.at[process].index()]
    }

    pub(crate) fn has_ended(&self, state: &State, process: usize) -> bool {
        state.at[process] == self.system.processes[process].graph.exit()
    }
}

/// The variables that each loop of a process writes.
fn written(process: &Process) -> BTreeMap<Location, Vec<usize>> {
    let loops = Loops::of(&process.graph);
    let heads = loops.heads().iter();
    let writes = |head: &Location| {
        let edges = process.graph.edges().iter();
        let inside = edges.filter(|edge| loops.contains(*head, edge.from));
        let mut vars: Vec<&Var> = Vec::new();
        let mut completes = false;
        for edge in inside {
            vars.extend(edge.action.writes());
            completes |= matches!(edge.action, Action::Complete(_));
        }
        if completes {
            // What is completed here may have begun anywhere.
            let edges = process.graph.edges().iter();
            vars.extend(edges.flat_map(|edge| edge.action.delivers()));
        }
        let variables = process.variables.iter().enumerate();
        let written = variables.filter(|(_, v)| vars.contains(&&v.var));
        written.map(|(position, _)| position).collect()
    };
    heads.map(|head| (*head, writes(head))).collect()
}

/// The communication that starts at each location of a process.
fn communications(process: &Process) -> Vec<Option<&Edge>> {
    let mut found = vec![None; process.graph.location_count()];
    for edge in process.graph.edges() {
        if !edge.action.is_local() {
            found[edge.from.index()] = Some(edge);
        }
    }
    found
}

/// The heads of the loops of a process whose conditions speak of variables that messages decide, or
/// that depend on such variables.
fn told(process: &Process) -> BTreeSet<Location> {
    let loops = Loops::of(&process.graph);
    let decided = |head: &Location| {
        let edges = process.graph.edges().iter();
        let inside = edges.filter(|edge| loops.contains(*head, edge.from));
        let actions: Vec<&Action> = inside.map(|edge| &edge.action).collect();
        let mut told: BTreeSet<Var> = BTreeSet::new();
        if actions
            .iter()
            .any(|action| matches!(action, Action::Complete(_)))
        {
            let edges = process.graph.edges().iter();
            told.extend(edges.flat_map(|edge| edge.action.delivers()).cloned());
        }
        loop {
            let before = told.len();
            for action in &actions {
                let is_told = match action {
                    Action::Assign(_, value) => !value.free_vars().is_disjoint(&told),
                    _ => true,
                };
                if is_told {
                    told.extend(action.writes().into_iter().cloned());
                }
            }
            if told.len() == before {
                return told;
            }
        }
    };
    let depends = |head: &&Location| {
        let told = decided(head);
        let mut edges = process.graph.edges_from(**head);
        edges.any(|(_, edge)| match &edge.action {
            Action::Assume(formula) => !formula.free_vars().is_disjoint(&told),
            _ => false,
        })
    };
    loops.heads().iter().filter(depends).copied().collect()
}

/// A state of the system, and where the search is with it.
#[derive(Clone)]
pub(crate) struct State {
    /// The state itself.
    pub(crate) system: program::system::State,
    /// For each process, the loops that it is in, the outermost first, and how often it has passed
    /// their heads.
    pub(crate) nests: Vec<Vec<Round>>,
    /// How many steps of loops each mover has seen others take while it could have moved.
    pub(crate) ages: Vec<u32>,
}

impl std::ops::Deref for State {
    type Target = program::system::State;

    fn deref(&self) -> &Self::Target {
        &self.system
    }
}

/// How often a process has passed the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Round {
    pub(crate) head: Location,
    pub(crate) passes: u32,
    /// Whether the last pass was decided by constants alone.
    pub(crate) unrolled: bool,
    /// How much the conditions of the loop left to do then, as far as constants tell.
    pub(crate) left: Option<i64>,
    /// Whether something else than constants has had a say since then.
    pub(crate) is_open: bool,
}

impl Round {
    fn begun(head: Location) -> Round {
        Round {
            head,
            passes: 0,
            unrolled: false,
            left: None,
            is_open: false,
        }
    }
}

/// How a process passes the head of a loop.
pub(crate) struct Pass {
    /// Whether constants alone decide that.
    pub(crate) unrolled: bool,
    /// How much is left to do, as far as constants tell.
    pub(crate) left: Option<i64>,
}

/// The loops that a process is in at its start: that of a head where it starts.
fn entered(context: &Context<'_>, process: usize) -> Vec<Round> {
    let head = context.system.processes[process].graph.entry();
    let is_head = context.loops[process].is_head(head);
    is_head.then(|| Round::begun(head)).into_iter().collect()
}

impl State {
    /// The start: a variable without an initial value is a constant of its own name.
    pub(crate) fn start(context: &Context<'_>) -> State {
        State {
            system: program::system::State::start(context.system),
            nests: (0..context.size())
                .map(|process| entered(context, process))
                .collect(),
            ages: vec![0; context.movers],
        }
    }

    /// The values of a process's variables.
    pub(crate) fn valuation(&self, context: &Context<'_>, process: usize) -> Substitution {
        valuation(context.system, &self.system, process)
    }

    /// The value of a term of a process.
    pub(crate) fn eval(&self, context: &Context<'_>, process: usize, term: &Term) -> Term {
        match term.as_value() {
            Some(_) => term.clone(),
            None => value_in(term, &self.valuation(context, process)),
        }
    }

    /// The values of all variables of all processes.
    pub(crate) fn full_valuation(&self, context: &Context<'_>) -> Substitution {
        let mut all = Substitution::new();
        for (process, values) in context.system.processes.iter().zip(&self.values) {
            for (variable, value) in process.variables.iter().zip(values.iter()) {
                all.insert(variable.var.clone(), value.clone());
            }
        }
        all
    }

    /// A name for each of the terms of the state: a variable of a process has its own, everything else
    /// has a made one.
    pub(crate) fn slots(&self, context: &Context<'_>) -> Vec<Var> {
        let processes = &context.system.processes;
        let name = |process: usize| processes[process].name;
        let slots = self.system.slots().into_iter().map(|(slot, sort)| {
            let made = match slot {
                Slot::Variable(process, variable) => {
                    return processes[process].variables[variable].var.clone();
                }
                Slot::Tag(from, to, position) => {
                    format!("{}->{}[{position}].tag", name(from), name(to))
                }
                Slot::Value(from, to, position) => {
                    format!("{}->{}[{position}].value", name(from), name(to))
                }
                Slot::Request(process, position, term) => {
                    format!("{}.request[{position}].{term}", name(process))
                }
                Slot::Call(group, meeting, process, term) => {
                    format!("{}.call[{group}.{meeting}].{term}", name(process))
                }
                Slot::Snapshot(label, process, position, variable) => {
                    let var = &processes[process].variables[variable].var;
                    let made = format!("{label}[{position}].{}", var.name);
                    return Var::new(made.as_str(), var.sort.clone());
                }
            };
            Var::new(made.as_str(), sort)
        });
        slots.collect()
    }

    /// Whether the process is at the head of a loop.
    pub(crate) fn is_at_head(&self, context: &Context<'_>, process: usize) -> bool {
        context.loops[process].is_head(self.at[process])
    }

    /// Moves a process along an edge, as far as its loops are concerned.
    pub(crate) fn advance(
        &mut self,
        context: &Context<'_>,
        process: usize,
        edge: &Edge,
        pass: &Pass,
    ) {
        let loops = &context.loops[process];
        let nest = &mut self.nests[process];
        if loops.is_head(edge.from)
            && let Some(round) = nest.last_mut().filter(|round| round.head == edge.from)
        {
            round.passes += 1;
            round.unrolled = pass.unrolled;
            round.left = pass.left;
            round.is_open = false;
        }
        while nest
            .last()
            .is_some_and(|round| !loops.contains(round.head, edge.to))
        {
            nest.pop();
        }
        if loops.is_head(edge.to) && nest.last().is_none_or(|round| round.head != edge.to) {
            nest.push(Round::begun(edge.to));
        }
    }

    /// How far the process is in a loop: the iterations that it has begun and completed.
    fn progress(&self, process: usize, level: usize) -> u32 {
        let round = self.nests[process][level];
        let is_inside = round.head != self.at[process];
        (2 * round.passes).saturating_sub(u32::from(is_inside))
    }

    /// Whether the process is further in the loops than another one that runs, in rounds.
    pub(crate) fn is_ahead(&self, context: &Context<'_>, process: usize) -> bool {
        let rounds = |process: usize, beside: usize, level: usize| {
            let pace = context.paces.of(beside, self.nests[beside][level].head);
            u64::from(self.progress(process, level)) * u64::from(pace)
        };
        (0..context.size()).any(|other| {
            if other == process || context.has_ended(self, other) {
                return false;
            }
            let levels = self.nests[process].len().min(self.nests[other].len());
            let compared = (0..levels).map(|level| {
                let order = rounds(process, other, level).cmp(&rounds(other, process, level));
                (level, order)
            });
            let mut differ = compared.filter(|(_, order)| order.is_ne());
            differ.next().is_some_and(|(level, order)| {
                let unrolled = |p: usize| self.nests[p][level].unrolled;
                order.is_gt() && !unrolled(process) && !unrolled(other)
            })
        })
    }

    /// Whether a process that runs has not yet received what this one has sent.
    pub(crate) fn has_unread(&self, context: &Context<'_>, process: usize) -> bool {
        let mut queues = self.queues.keys();
        queues.any(|(from, to)| *from == process && !context.has_ended(self, *to))
    }

    /// Whether messages wait for the process.
    pub(crate) fn has_mail(&self, process: usize) -> bool {
        self.queues.keys().any(|(_, to)| *to == process)
    }
}
