//! The letters of the programs' languages (papers/001, section 3): the steps of the threads.
//!
//! A letter is a path through the graph of one thread from one stop to the next. Places inside an
//! atomic block are no stops, and neither are places that are *private*: every command that leaves
//! them commutes with all commands of the threads that run at the same time. A thread that has come
//! to a private place can be let run on: whatever others do meanwhile, they can do before or after
//! it. This is the paper's thread-first reduction at such places, decided once and for all, so that
//! no assertions are needed there. With sequential copies all places are private, and only the heads
//! of loops are stops.

use budget::Budget;
use evidence::Reason;
use logic::{Term, Var};
use program::{Command, Location};
use question::SafeFor;
use smt::{Solver, Strategy};

use crate::bits::Bits;
use crate::cases::{Case, split};
use crate::dependence::{Dependence, EdgeId};
use crate::effect::Effect;
use crate::indices::Indices;
use crate::stops::stops;
use crate::threads::{ThreadId, Threads};

/// A letter, by its number.
pub(crate) type LetterId = usize;

/// A case of a letter, a failure of one, or a violation of the postcondition, by its number.
pub(crate) type BranchId = usize;

/// A step of a thread.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) thread: ThreadId,
    pub(crate) from: Location,
    /// The edges; the last one may run parallel parts, which the step then enters.
    pub(crate) path: Vec<usize>,
    pub(crate) to: Location,
    /// The edge whose parallel parts the step enters.
    pub(crate) enters: Option<usize>,
    /// What may happen.
    pub(crate) branches: Vec<BranchId>,
    /// How an assertion on the way may fail.
    pub(crate) failures: Vec<BranchId>,
    /// Whether there is an assertion on the way that is not obviously true.
    pub(crate) asserts: bool,
    /// The letters that do not commute with this one, itself included.
    pub(crate) dependent: Bits,
}

/// A case of a letter, or of what leads to a violation.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The letter; none for the start and for the end.
    pub(crate) letter: Option<LetterId>,
    pub(crate) case: Case,
    /// The variables that stand for chosen values.
    pub(crate) chosen: Vec<Var>,
}

/// Whether letters are split into cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Splitting {
    /// A letter is one case.
    None,
    /// Conditionals and disjunctions are split.
    Cases,
}

/// All letters of a question.
pub(crate) struct Alphabet {
    pub(crate) letters: Vec<Letter>,
    pub(crate) branches: Vec<Branch>,
    /// For each thread and location the letters that start there.
    starting: Vec<Vec<Vec<LetterId>>>,
    /// How the programs may start.
    pub(crate) starts: Vec<BranchId>,
    /// How the postcondition may be violated.
    pub(crate) violations: Vec<BranchId>,
    /// For each thread the places at which steps end.
    pub(crate) stops: Vec<Vec<bool>>,
    /// For each thread the concurrent threads of which a letter depends on one of its own.
    pub(crate) related: Vec<Bits>,
    /// The pairs of commands that commute by their meaning alone.
    pub(crate) commuting: Vec<(EdgeId, EdgeId)>,
}

/// The paths from one stop are at most this many; otherwise there are more stops.
const MOST_PATHS: usize = 32;

impl Alphabet {
    pub(crate) fn of(
        question: &SafeFor,
        threads: &Threads,
        splitting: Splitting,
        budget: &Budget,
    ) -> Result<Self, Reason> {
        supported(question, threads)?;
        let mut dependence = Dependence::new(threads, budget);
        let mut builder = Builder {
            threads,
            splitting,
            indices: Indices::of(question, threads),
            solver: Solver::new(Strategy::Incremental),
            budget,
            alphabet: Alphabet {
                letters: Vec::new(),
                branches: Vec::new(),
                starting: Vec::new(),
                starts: Vec::new(),
                violations: Vec::new(),
                stops: Vec::new(),
                related: vec![Bits::default(); threads.all.len()],
                commuting: Vec::new(),
            },
        };
        for thread in 0..threads.all.len() {
            budget.check()?;
            builder.add_thread(thread, &mut dependence)?;
        }
        let at_start = builder.indices.at_start();
        let start = builder.branches(
            None,
            &question.setting.requires,
            &Effect::nothing(),
            &at_start,
        );
        let violated = Term::not(question.ensures.clone());
        let end = builder.branches(None, &violated, &Effect::nothing(), &[]);
        let mut alphabet = builder.alphabet;
        (alphabet.starts, alphabet.violations) = (start, end);
        for letter in 0..alphabet.letters.len() {
            let dependent = (0..alphabet.letters.len())
                .filter(|other| alphabet.depend(letter, *other, threads, &mut dependence))
                .collect();
            alphabet.letters[letter].dependent = dependent;
            budget.check()?;
        }
        for letter in &alphabet.letters {
            for other in letter.dependent.iter() {
                let other = alphabet.letters[other].thread;
                if threads.concurrent(letter.thread).contains(other) {
                    alphabet.related[letter.thread].insert(other);
                }
            }
        }
        alphabet.commuting = dependence.semantic().copied().collect();
        Ok(alphabet)
    }

    /// The letters that start at a place of a thread.
    pub(crate) fn starting(&self, thread: ThreadId, at: Location) -> &[LetterId] {
        &self.starting[thread][at.index()]
    }

    fn depend(
        &self,
        a: LetterId,
        b: LetterId,
        threads: &Threads,
        dependence: &mut Dependence,
    ) -> bool {
        let (a, b) = (&self.letters[a], &self.letters[b]);
        if !threads.concurrent(a.thread).contains(b.thread) {
            return true;
        }
        // Inside an atomic block nobody else moves, so that nothing can be swapped with its edges.
        let touches_atomic = |letter: &Letter| {
            let graph = &threads.all[letter.thread].graph;
            graph.is_atomic(letter.from) || graph.is_atomic(letter.to)
        };
        touches_atomic(a)
            || touches_atomic(b)
            || a.path.iter().any(|x| {
                b.path
                    .iter()
                    .any(|y| !dependence.commute((a.thread, *x), (b.thread, *y)))
            })
    }
}

/// Says what the engine cannot do.
fn supported(question: &SafeFor, threads: &Threads) -> Result<(), Reason> {
    for thread in &threads.all {
        let mut unsupported = None;
        thread.graph.visit_commands(&mut |command, origin| {
            let construct = match command {
                Command::Parfor(_) => "a parfor",
                Command::Send { .. } | Command::Receive { .. } => "communication",
                Command::Guard(term) | Command::Assign(_, term) | Command::Havoc(_, term)
                    if term.has_quantifier() =>
                {
                    "a quantifier"
                }
                Command::Assert(term) if term.has_quantifier() => "a quantifier",
                _ => return,
            };
            unsupported.get_or_insert((construct, origin));
        });
        if let Some((construct, origin)) = unsupported {
            return Err(Reason::Unsupported {
                construct: construct.to_owned(),
                origin: Some(origin),
            });
        }
    }
    if question.setting.requires.has_quantifier() || question.ensures.has_quantifier() {
        return Err(Reason::Unsupported {
            construct: "a quantifier".to_owned(),
            origin: None,
        });
    }
    Ok(())
}

struct Builder<'a> {
    threads: &'a Threads,
    splitting: Splitting,
    indices: Indices,
    solver: Solver,
    budget: &'a Budget,
    alphabet: Alphabet,
}

/// A path that is being built.
#[derive(Clone)]
struct Path {
    edges: Vec<usize>,
    at: Location,
    effect: Effect,
    /// The edge whose parallel parts it enters.
    enters: Option<usize>,
}

impl Builder<'_> {
    fn add_thread(&mut self, thread: ThreadId, dependence: &mut Dependence) -> Result<(), Reason> {
        let graph = &self.threads.all[thread].graph;
        let mut stops = stops(self.threads, thread, dependence);
        let mut paths = self.paths(thread, &stops, MOST_PATHS)?;
        if paths.is_none() {
            // Too many paths: every open place where they part or meet is a stop.
            for place in graph.locations() {
                let leaving = graph.edges_from(place).count();
                let coming = graph.edges().iter().filter(|edge| edge.to == place).count();
                if !graph.is_atomic(place) && (leaving > 1 || coming > 1) {
                    stops[place.index()] = true;
                }
            }
            // An atomic block may still have many paths, but they must be taken as they are.
            paths = self.paths(thread, &stops, usize::MAX)?;
        }
        let paths = paths.unwrap_or_default();
        let mut starting = vec![Vec::new(); graph.location_count()];
        // A path that cannot be taken is a letter too, without a case: the checker, who does not ask
        // whether it can be taken, must find it among those that are asleep.
        for (from, path) in paths {
            self.budget.check()?;
            let id = self.alphabet.letters.len();
            let conditions = self.indices.conditions(&path.effect);
            let branches = self.branches(Some(id), &path.effect.guard, &path.effect, &conditions);
            let failures = path.effect.failures.clone();
            let asserts = !failures.is_empty();
            let failures = failures.iter().flat_map(|failure| {
                let branches = self.branches(Some(id), failure, &path.effect, &[]);
                for branch in &branches {
                    self.alphabet.branches[*branch].case.updates.clear();
                }
                branches
            });
            let failures: Vec<BranchId> = failures.collect();
            starting[from.index()].push(id);
            self.alphabet.letters.push(Letter {
                thread,
                from,
                path: path.edges,
                to: path.at,
                enters: path.enters,
                branches,
                failures,
                asserts,
                dependent: Bits::default(),
            });
        }
        self.alphabet.starting.push(starting);
        self.alphabet.stops.push(stops);
        Ok(())
    }

    fn branches(
        &mut self,
        letter: Option<LetterId>,
        guard: &Term,
        effect: &Effect,
        conditions: &[Term],
    ) -> Vec<BranchId> {
        let updates: Vec<(Var, Term)> = effect
            .updates
            .iter()
            .map(|(var, term)| (var.clone(), term.clone()))
            .collect();
        let mut ids = Vec::new();
        let cases = match self.splitting {
            Splitting::Cases => split(guard, &updates, conditions, &mut self.solver, self.budget),
            Splitting::None if guard.is_false() => Vec::new(),
            Splitting::None => vec![Case {
                guard: guard.conjuncts(),
                updates,
            }],
        };
        for case in cases {
            ids.push(self.alphabet.branches.len());
            self.alphabet.branches.push(Branch {
                letter,
                case,
                chosen: effect.chosen.clone(),
            });
        }
        ids
    }

    /// The paths between stops; `None` where a place has more than so many.
    fn paths(
        &mut self,
        thread: ThreadId,
        stops: &[bool],
        most: usize,
    ) -> Result<Option<Vec<(Location, Path)>>, Reason> {
        let mut meter = self.budget.meter();
        let graph = &self.threads.all[thread].graph;
        let mut all = Vec::new();
        for from in graph.locations() {
            if from != graph.entry() && !stops[from.index()] {
                continue;
            }
            let before = all.len();
            let mut open = vec![Path {
                edges: Vec::new(),
                at: from,
                effect: Effect::nothing(),
                enters: None,
            }];
            while let Some(path) = open.pop() {
                meter.tick()?;
                let (start, is_done) = (path.edges.is_empty(), path.enters.is_some());
                if !start && (is_done || stops[path.at.index()]) {
                    all.push((from, path));
                    if all.len() - before > most {
                        return Ok(None);
                    }
                    continue;
                }
                let leaving: Vec<(usize, Location)> = graph
                    .edges_from(path.at)
                    .map(|(edge, found)| (edge, found.to))
                    .collect();
                for (edge, to) in leaving.into_iter().rev() {
                    let mut next = path.clone();
                    next.edges.push(edge);
                    match self.threads.command(thread, edge) {
                        None => next.enters = Some(edge),
                        Some(command) => {
                            next.effect.then(command);
                            next.at = to;
                        }
                    }
                    open.push(next);
                }
            }
        }
        Ok(Some(all))
    }
}
