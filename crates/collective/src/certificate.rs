//! From the search to evidence that can be checked without it.

mod long_run;

pub(crate) use long_run::long_run;

use std::collections::BTreeSet;

use evidence::Datum;
use evidence::collective::{
    Call, Case, Constant, Covering, FailingRun, Maker, Meetings, Message, Node, Presumption, Queue,
    Request, Requests, Snapshot, Snapshots, Stage, Target, fresh_name,
};
use logic::smtlib::{Declarations, print_term_with};
use logic::{Model, Substitution, Term, Value, Var};
use program::system::{self, State, System};

use crate::cut::Cut;
use crate::measure::Trend;
use crate::sample::Found;
use crate::state::Context;
use crate::step::number;
use crate::tree::{Leaf, Tree};

/// The evidence for a search that has ended well.
pub(crate) fn covering(
    context: &Context<'_>,
    start: &Tree,
    cuts: &[Cut],
    measures: &[Term],
) -> Covering {
    // Cuts that no run reaches, because a weaker invariant led elsewhere, are left out.
    let explored = |cut: &Cut| cut.tree.is_some();
    let mut positions = vec![None; cuts.len()];
    let kept = cuts.iter().enumerate().filter(|(_, cut)| explored(cut));
    for (new, (old, _)) in kept.enumerate() {
        positions[old] = Some(number(new));
    }
    let measures = falling(cuts, measures);
    let mut writer = Writer {
        context,
        definitions: cuts.iter().map(Cut::definitions).collect(),
        positions,
        nodes: Vec::new(),
        assumes: BTreeSet::new(),
    };
    let mut names = writer.names();
    for var in context.system.variables() {
        names.add_var(var);
    }
    writer.tree(start, names);
    let written = cuts.iter().filter_map(|cut| {
        let tree = cut.tree.as_ref()?;
        let mut names = writer.names_at(cut);
        let node = writer.tree(tree, names.clone());
        let measures = cut.instance(&cut.values()).apply_all(&measures);
        Some(written_cut(cut, &measures, node, &mut names))
    });
    let cuts = written.collect();
    Covering {
        cuts,
        nodes: writer.nodes,
        assumes: writer.assumes.into_iter().collect(),
    }
}

/// The measures that fall on some way: the others show nothing.
fn falling(cuts: &[Cut], measures: &[Term]) -> Vec<Term> {
    let trees = cuts.iter().filter_map(|cut| cut.tree.as_ref());
    let nodes = trees.flat_map(|tree| &tree.nodes);
    let branches = nodes.flat_map(|node| &node.branches);
    let mut falls = vec![false; measures.len()];
    for branch in branches {
        if let Leaf::Cut(_, _, trends) = &branch.to {
            for (falls, trend) in falls.iter_mut().zip(trends) {
                *falls |= *trend == Trend::Falls;
            }
        }
    }
    let measures = measures.iter().zip(falls);
    let useful = measures.filter(|(_, falls)| *falls);
    useful.map(|(measure, _)| measure.clone()).collect()
}

/// A cut as it is written, with what is measured there and the node that goes on from it.
fn written_cut(
    cut: &Cut,
    measures: &[Term],
    node: u32,
    names: &mut Declarations,
) -> evidence::collective::Cut {
    let values = cut.values();
    let texts = values.iter().map(|term| print_term_with(term, names));
    let mut texts = texts.collect::<Vec<String>>().into_iter();
    let state = cut
        .state
        .system
        .map(&mut |_, _| texts.next().unwrap_or_default());
    let mut print = |terms: &[Term]| {
        let terms = terms.iter();
        terms.map(|term| print_term_with(term, names)).collect()
    };
    let constant = |var: &&Var| Constant {
        name: var.name.to_string(),
        sort: (&var.sort).into(),
    };
    evidence::collective::Cut {
        constants: constants(cut).iter().map(constant).collect(),
        at: state.at.iter().map(|at| number(at.index())).collect(),
        values: state.values.iter().map(|own| own.to_vec()).collect(),
        queues: queues(&state),
        requests: requests(&state),
        meetings: meetings(&state),
        snapshots: snapshots(&state),
        condition: print(&cut.condition()),
        measures: print(measures),
        node,
    }
}

fn queues(state: &State<String>) -> Vec<Queue> {
    let queues = state.queues.iter().map(|((from, to), queue)| Queue {
        from: number(*from),
        to: number(*to),
        messages: queue
            .iter()
            .map(|message| Message {
                tag: message.tag.clone(),
                value: message.value.clone(),
                request: message.request,
                aside: message.aside,
            })
            .collect(),
    });
    queues.collect()
}

fn requests(state: &State<String>) -> Vec<Requests> {
    let written = |request: &program::system::Request<String>| Request {
        number: request.number,
        edge: number(request.edge),
        kept: request.kept.clone(),
        areas: (request.stage != system::Stage::Inactive).then(|| {
            let areas = request.areas.iter().map(|area| {
                let elements = area.elements.iter().flat_map(|(a, n)| [a, n]);
                area.row.iter().chain(elements).cloned().collect()
            });
            areas.collect()
        }),
        stage: match &request.stage {
            system::Stage::Inactive => Stage::Inactive,
            system::Stage::Sending(waits) => Stage::Sending(waits.clone()),
            system::Stage::Sent => Stage::Sent,
            system::Stage::Receiving(from, tag) => Stage::Receiving {
                from: from.rank().map(|from| number(*from)),
                tag: tag.clone(),
            },
            system::Stage::Received {
                from,
                tag,
                value,
                request,
            } => Stage::Received {
                from: number(*from),
                tag: tag.clone(),
                value: value.clone(),
                request: *request,
            },
            system::Stage::Meeting => Stage::Meeting,
        },
    };
    let processes = state.requests.iter().enumerate();
    let busy = processes.filter(|(_, own)| !own.is_empty());
    busy.map(|(process, own)| Requests {
        process: number(process),
        requests: own.iter().map(written).collect(),
    })
    .collect()
}

fn meetings(state: &State<String>) -> Vec<Meetings> {
    let calls = |meeting: &program::system::Meeting<String>| {
        let calls = meeting.calls.iter().map(|(process, call)| Call {
            process: number(*process),
            edge: number(call.edge),
            request: call.request,
            agreed: call.agreed.clone(),
            gives: call.gives.clone(),
        });
        calls.collect()
    };
    let groups = state.meetings.iter();
    groups
        .map(|(group, own)| Meetings {
            group: number(*group),
            meetings: own.iter().map(calls).collect(),
        })
        .collect()
}

fn snapshots(state: &State<String>) -> Vec<Snapshots> {
    let all = state.snapshots.iter();
    all.map(|((label, process), waiting)| Snapshots {
        label: label.to_string(),
        process: number(*process),
        waiting: waiting
            .iter()
            .map(|snapshot| Snapshot {
                made_by: match snapshot.maker {
                    system::Maker::Assertion(edge) => Maker::Assertion(number(edge)),
                    system::Maker::Invariant(at) => Maker::Invariant(number(at.index())),
                },
                values: snapshot.values.to_vec(),
            })
            .collect(),
    })
    .collect()
}

/// The symbolic constants of a cut: the slots without a known value.
fn constants(cut: &Cut) -> Vec<&Var> {
    let pairs = cut.slots.iter().zip(cut.definitions());
    let open = pairs.filter(|(_, known)| known.is_none());
    open.map(|(slot, _)| slot).collect()
}

/// The names that all parts of the evidence share.
fn names(system: &System) -> Declarations {
    let mut names = Declarations::new();
    for var in &system.inputs {
        names.add_var(var);
    }
    for function in system.functions() {
        names.add_function(&function);
    }
    for var in system.variables() {
        names.add_sort(&var.sort);
    }
    names
}

/// The names at a cut.
fn names_at(system: &System, cut: &Cut) -> Declarations {
    let mut names = names(system);
    for constant in constants(cut) {
        names.add_var(constant);
    }
    names
}

struct Writer<'c, 'a> {
    context: &'c Context<'a>,
    /// What the slots of each cut are, if they are no constants of their own.
    definitions: Vec<Vec<Option<Term>>>,
    positions: Vec<Option<u32>>,
    nodes: Vec<Node>,
    assumes: BTreeSet<Presumption>,
}

impl Writer<'_, '_> {
    /// The names that all parts of the evidence share.
    fn names(&self) -> Declarations {
        names(self.context.system)
    }

    /// The names at a cut.
    fn names_at(&self, cut: &Cut) -> Declarations {
        names_at(self.context.system, cut)
    }

    /// Writes what was explored from a root; returns the number of that.
    fn tree(&mut self, tree: &Tree, mut names: Declarations) -> u32 {
        let first = self.nodes.len();
        // The constants of `havoc`s have names by the nodes at which they are made.
        let mut renamed = Substitution::new();
        for (position, node) in tree.nodes.iter().enumerate() {
            for branch in &node.branches {
                let assumed = branch.assumed.iter().copied();
                self.assumes.extend(assumed.map(Presumption::from));
                if let Some(var) = &branch.fresh {
                    let name = fresh_name(number(first + position), branch.mover);
                    let fresh = Var::new(name.as_str(), var.sort.clone());
                    names.add_var(&fresh);
                    renamed.insert(var.clone(), fresh.term());
                }
            }
        }
        for node in &tree.nodes {
            let cases = node.branches.iter().map(|branch| Case {
                mover: number(branch.mover),
                edge: number(branch.edge),
                path: branch.path.clone(),
                to: self.target(first, &branch.to, &renamed, &mut names),
            });
            let cases = cases.collect();
            self.nodes.push(Node {
                movers: node.movers.iter().map(|p| number(*p)).collect(),
                cases,
            });
        }
        number(first)
    }

    fn target(
        &self,
        first: usize,
        leaf: &Leaf,
        renamed: &Substitution,
        names: &mut Declarations,
    ) -> Target {
        match leaf {
            Leaf::Node(node) => Target::Node(number(first + node)),
            // A search for failures is not written as a proof.
            Leaf::Failure | Leaf::Lost => Target::Node(u32::MAX),
            Leaf::Cut(cut, terms, _) => {
                let known = &self.definitions[*cut];
                let open = terms.iter().zip(known).filter(|(_, known)| known.is_none());
                let with = open.map(|(term, _)| print_term_with(&renamed.apply(term), names));
                Target::Cut {
                    cut: self.positions[*cut].unwrap_or_default(),
                    with: with.collect(),
                }
            }
        }
    }
}

/// The evidence for a run that fails.
pub(crate) fn failing_run(context: &Context<'_>, found: &Found) -> FailingRun {
    let (inputs, start) = start_data(context.system, &found.values);
    FailingRun {
        inputs,
        start,
        schedule: found.schedule.iter().map(Into::into).collect(),
    }
}

/// The values of the inputs and of the variables that have no initial one.
fn start_data(system: &System, values: &Model) -> (Vec<Datum>, Vec<Datum>) {
    let datum = |var: &Var| {
        let value = values.get(var).cloned();
        Datum::from(&value.unwrap_or_else(|| Value::default_of(&var.sort)))
    };
    let open = system.processes.iter().flat_map(|p| &p.variables);
    let open = open.filter(|v| v.initial.is_none());
    let inputs = system.inputs.iter().map(datum).collect();
    (inputs, open.map(|v| datum(&v.var)).collect())
}
