//! Invariants that no candidate covers: solutions of Horn clauses.
//!
//! A search that has noted its gaps is a finite graph: cuts, and trees of steps between them. With
//! one unknown predicate for each cut, over its constants and the inputs, each way through a tree
//! is a clause: what holds at one cut, and the guards on the way, imply what should hold at the
//! next; and each gap is a query: no run may come there with its formula false. A solution gives
//! every cut the invariant that it lacks. A derivation is a run, and its inputs are worth trying.
//!
//! What is not linear arithmetic is forgotten: where a term of another kind stands, any value may
//! be. So a solution holds for the system, and a derivation may be none of its runs.

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use horn::{Answer, Application, Clause, Engines, Options, PredicateId};
use logic::{Model, Node, Op, Sort, Term, Value, Var, recursion};

use crate::cut::Cut;
use crate::key::Key;
use crate::state::Context;
use crate::tree::{Leaf, Tree};

/// The work that clauses are given: half a minute of the solver's.
const MOST_WORK: u64 = 100_000_000;

/// What the clauses have come to.
pub(crate) enum Solution {
    /// Formulas for the cuts, by their keys.
    Invariants(BTreeMap<Key, Vec<Term>>),
    /// Values of inputs and of variables at the start with which something may go wrong.
    Start(Model),
    /// Nothing.
    None,
}

/// Solves the clauses of a search that has noted its gaps.
pub(crate) fn solve(
    context: &Context<'_>,
    start: &Tree,
    cuts: &[Cut],
    budget: &Budget,
) -> Solution {
    let mut writer = Writer::new(context, cuts);
    let known = vec![context.system.assumption.clone()];
    writer.tree(None, start, 0, known);
    for (position, cut) in cuts.iter().enumerate() {
        if let Some(tree) = &cut.tree {
            let mut known = cut.condition();
            known.push(context.system.assumption.clone());
            writer.tree(Some(position), tree, 0, known);
        }
    }
    let share = budget.clone().with_work(MOST_WORK).of_a_part();
    share.report(|| "solving clauses for the invariants".to_owned());
    // Without a race, so that the invariants are the same on every run.
    let options = Options {
        engines: Engines::InTurn,
        candidates: Vec::new(),
    };
    match horn::solve(&writer.clauses, &options, &share) {
        Ok(Answer::Sat(interpretation)) => {
            let formulas = cuts.iter().zip(&writer.predicates);
            let formulas = formulas.map(|(cut, (predicate, parameters))| {
                let here: Vec<Term> = parameters.iter().map(Var::term).collect();
                let formula = interpretation.formulas[predicate.index()].instantiate(&here);
                (cut.key.clone(), formula.simplify().conjuncts())
            });
            Solution::Invariants(formulas.collect())
        }
        Ok(Answer::Unsat(derivation)) => {
            let first = derivation
                .steps
                .iter()
                .find(|step| step.premises.is_empty());
            match first {
                Some(step) => Solution::Start(writer.start_of(&step.values)),
                None => Solution::None,
            }
        }
        Err(_) => Solution::None,
    }
}

struct Writer<'c, 'a> {
    context: &'c Context<'a>,
    cuts: &'c [Cut],
    clauses: horn::System,
    /// For each cut its predicate and the parameters of that.
    predicates: Vec<(PredicateId, Vec<Var>)>,
    /// The variables that stand for terms which clauses cannot have.
    forgotten: BTreeMap<Term, Var>,
}

impl<'c, 'a> Writer<'c, 'a> {
    fn new(context: &'c Context<'a>, cuts: &'c [Cut]) -> Self {
        let mut clauses = horn::System::new();
        let mut predicates = Vec::new();
        for (position, cut) in cuts.iter().enumerate() {
            let slots = cut.slots.iter().zip(cut.definitions());
            let open = slots.filter(|(_, known)| known.is_none()).map(|(s, _)| s);
            let inputs = context.system.inputs.iter();
            let parameters = inputs.chain(open).filter(|var| is_plain(&var.sort));
            let parameters: Vec<Var> = parameters.cloned().collect();
            let sorts = parameters.iter().map(|var| var.sort.clone());
            let name = format!("cut{position}");
            predicates.push((clauses.add_predicate(name.as_str(), sorts), parameters));
        }
        Writer {
            context,
            cuts,
            clauses,
            predicates,
            forgotten: BTreeMap::new(),
        }
    }

    /// The clauses of the ways through a tree, from a cut or from the start.
    fn tree(&mut self, from: Option<usize>, tree: &Tree, node: usize, known: Vec<Term>) {
        let here = &tree.nodes[node];
        for open in &here.open {
            self.add(from, &known, Some(open), None);
        }
        for branch in &here.branches {
            let mut known = known.clone();
            known.push(branch.guard.clone());
            if let Some(fresh) = &branch.fresh {
                known.push(program::in_sort(&fresh.term(), &fresh.sort));
            }
            for open in &branch.open {
                self.add(from, &known, Some(open), None);
            }
            known.extend(branch.duties.iter().cloned());
            match &branch.to {
                Leaf::Failure | Leaf::Lost => {}
                Leaf::Node(next) => recursion::guard(|| self.tree(from, tree, *next, known)),
                Leaf::Cut(to, terms, _) => self.add(from, &known, None, Some((*to, terms))),
            }
        }
    }

    /// Adds a clause: to a cut with the values of its slots, or a query whether what should hold
    /// may not.
    fn add(
        &mut self,
        from: Option<usize>,
        known: &[Term],
        demanded: Option<&Term>,
        to: Option<(usize, &[Term])>,
    ) {
        let denied = demanded.map(|formula| Term::not(formula.clone()));
        let premises: BTreeSet<Term> = known.iter().chain(&denied).cloned().collect();
        let premises: Vec<Term> = premises.iter().map(|term| self.linear(term)).collect();
        let body = from.map(|cut| {
            let (predicate, parameters) = &self.predicates[cut];
            Application {
                predicate: *predicate,
                arguments: parameters.iter().map(Var::term).collect(),
            }
        });
        let head = to.map(|(cut, terms)| {
            let (predicate, parameters) = self.predicates[cut].clone();
            let instance = self.cuts[cut].instance(terms);
            let arguments = parameters.iter();
            let arguments = arguments.map(|var| self.linear(&instance.apply(&var.term())));
            Application {
                predicate,
                arguments: arguments.collect(),
            }
        });
        let inputs = self.context.system.inputs.iter();
        let ranges = inputs.map(|input| program::in_sort(&input.term(), &input.sort));
        let premises = premises.into_iter().chain(ranges);
        self.clauses.add_clause(Clause {
            body: body.into_iter().collect(),
            constraint: Term::and(premises),
            head,
        });
    }

    /// A term of a plain sort in which what clauses cannot have is forgotten.
    fn linear(&mut self, term: &Term) -> Term {
        self.rewritten(term).unwrap_or_else(|| self.forget(term))
    }

    fn forget(&mut self, term: &Term) -> Term {
        let count = self.forgotten.len();
        let var = self.forgotten.entry(term.clone()).or_insert_with(|| {
            let name = format!("any!{count}");
            Var::new(name.as_str(), term.sort().carrier())
        });
        var.term()
    }

    /// The term with parts forgotten; `None` where it must be forgotten as a whole.
    fn rewritten(&mut self, term: &Term) -> Option<Term> {
        if !is_plain(term.sort()) {
            return None;
        }
        match term.node() {
            Node::Const(_) | Node::Var(_) => Some(term.clone()),
            Node::Quantified(..) => None,
            Node::App(op, arguments) => recursion::guard(|| {
                let parts = arguments.iter().map(|argument| {
                    let part = self.rewritten(argument);
                    part.or_else(|| is_plain(argument.sort()).then(|| self.forget(argument)))
                });
                let parts = parts.collect::<Option<Vec<Term>>>()?;
                is_linear(op, &parts).then(|| Term::app(op.clone(), parts))
            }),
        }
    }

    /// The values of inputs and of variables at the start that the first step of a derivation has.
    fn start_of(&self, values: &Model) -> Model {
        let system = self.context.system;
        let processes = system.processes.iter().flat_map(|p| &p.variables);
        let open = processes.filter(|v| v.initial.is_none()).map(|v| &v.var);
        let vars = system.inputs.iter().chain(open);
        let value = |var: &Var| {
            let value = values.get(var).cloned();
            value.unwrap_or_else(|| Value::default_of(&var.sort))
        };
        vars.map(|var| (var.clone(), value(var))).collect()
    }
}

/// Whether clauses can speak of values of a sort.
fn is_plain(sort: &Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::Real | Sort::Range(_))
}

/// Whether an operator gives a term of linear arithmetic.
fn is_linear(op: &Op, arguments: &[Term]) -> bool {
    match op {
        Op::Mul => arguments.iter().filter(|a| a.as_value().is_none()).count() < 2,
        Op::Div | Op::Mod | Op::RealDiv => {
            let zero = Term::number(&arguments[1].sort().carrier(), 0);
            arguments[1].as_value().is_some() && arguments[1] != zero
        }
        Op::Apply(_) => false,
        _ => true,
    }
}
