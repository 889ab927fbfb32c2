//! Changes to strategies, by their kinds.

use std::collections::BTreeSet;

use evidence::Datum;
use evidence::unwinding::{Node, Pending, Player, Step, Unwinding};
use logic::smtlib::{Declarations, parse_term, print_term_with};
use logic::{Term, Value};
use question::Simulated;
use random_programs::Rng;

/// A strategy that is about to be changed.
pub(crate) struct Changed<'a> {
    pub(crate) unwinding: Unwinding,
    declarations: Declarations,
    rng: &'a mut Rng,
}

impl<'a> Changed<'a> {
    /// A copy of a strategy for the question.
    pub(crate) fn new(unwinding: &Unwinding, question: &Simulated, rng: &'a mut Rng) -> Self {
        let mut declarations = Declarations::new();
        for var in question.setting.initial_vars() {
            declarations.add_var(&var);
        }
        Changed {
            unwinding: unwinding.clone(),
            declarations,
            rng,
        }
    }

    /// One of so many, none of which there may be.
    fn pick(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.rng.below(count as u32) as usize)
    }

    /// One of the nodes that fit.
    fn node(&mut self, fits: impl Fn(&Node) -> bool) -> Option<usize> {
        let nodes = self.unwinding.nodes.iter().enumerate();
        let fitting: Vec<usize> = nodes.filter(|(_, n)| fits(n)).map(|(i, _)| i).collect();
        let chosen = self.pick(fitting.len())?;
        Some(fitting[chosen])
    }

    /// A node that some move leads to.
    fn reached(&mut self, fits: impl Fn(&Node) -> bool) -> Option<usize> {
        let moves = self.unwinding.nodes.iter().flat_map(|node| &node.moves);
        let reached: BTreeSet<usize> = moves.filter_map(|m| m.to).map(|to| to as usize).collect();
        let fitting = reached
            .into_iter()
            .filter(|n| fits(&self.unwinding.nodes[*n]));
        let fitting: Vec<usize> = fitting.collect();
        let chosen = self.pick(fitting.len())?;
        Some(fitting[chosen])
    }

    /// A move that fits: its node and its position there.
    fn step(&mut self, fits: impl Fn(&Step) -> bool) -> Option<&mut Step> {
        let nodes = self.unwinding.nodes.iter().enumerate();
        let all = nodes.flat_map(|(n, node)| node.moves.iter().enumerate().map(move |m| (n, m)));
        let fitting: Vec<(usize, usize)> = all
            .filter(|(_, (_, step))| fits(step))
            .map(|(node, (step, _))| (node, step))
            .collect();
        let chosen = self.pick(fitting.len())?;
        let (node, step) = fitting[chosen];
        Some(&mut self.unwinding.nodes[node].moves[step])
    }

    fn parse(&self, text: &str) -> Term {
        parse_term(text, &self.declarations).expect("strategies have terms")
    }

    fn print(&mut self, term: &Term) -> String {
        print_term_with(term, &mut self.declarations)
    }

    /// A variable of the claim with the sort of a term.
    fn variable_like(&mut self, question: &Simulated, term: &Term) -> Option<Term> {
        let vars = question.setting.initial_vars();
        let fitting: Vec<Term> = vars
            .iter()
            .filter(|var| var.sort.carrier() == term.sort().carrier())
            .map(logic::Var::term)
            .filter(|var| var != term)
            .collect();
        let chosen = self.pick(fitting.len())?;
        Some(fitting[chosen].clone())
    }
}

/// The term with one of its numbers changed.
fn other_number(term: &Term, position: &mut usize) -> Term {
    if let Some(Value::Int(number)) = term.as_value() {
        *position = position.wrapping_sub(1);
        return match *position {
            usize::MAX => Term::int(number.clone() + logic::Integer::from(1)),
            _ => term.clone(),
        };
    }
    match term.op() {
        Some(op) => {
            let children = term.children().iter();
            let changed: Vec<Term> = children.map(|t| other_number(t, position)).collect();
            Term::checked(op.clone(), changed).unwrap_or_else(|| term.clone())
        }
        None => term.clone(),
    }
}

/// Makes one change to the strategy; `None` where there is nothing to change.
pub(crate) type Change = fn(&mut Changed<'_>, &Simulated) -> Option<()>;

/// The kinds of changes, and what each leaves of the meaning.
pub(crate) const CHANGES: [(&str, Meaning, Change); 31] = {
    use Meaning::{Gone, Kept};
    [
        ("label: a part is dropped", Kept, |c, _| {
            let node = c.node(|node| node.label.starts_with("(and"))?;
            let label = c.parse(&c.unwinding.nodes[node].label);
            let parts = label.children().len();
            let dropped = c.pick(parts)?;
            let rest = label.children().iter().enumerate();
            let rest = rest.filter(|(i, _)| *i != dropped).map(|(_, t)| t.clone());
            let label = Term::and(rest);
            c.unwinding.nodes[node].label = c.print(&label);
            Some(())
        }),
        ("label: a number is changed", Kept, |c, _| {
            let node = c.node(|node| node.label.contains(|ch: char| ch.is_ascii_digit()))?;
            let label = c.parse(&c.unwinding.nodes[node].label);
            let mut position = c.pick(6)?;
            let label = other_number(&label, &mut position);
            c.unwinding.nodes[node].label = c.print(&label);
            Some(())
        }),
        ("label: true", Kept, |c, _| {
            let node = c.node(|node| node.label != "true")?;
            c.unwinding.nodes[node].label = "true".to_owned();
            Some(())
        }),
        ("label: false at the start", Gone, |c, _| {
            c.unwinding.nodes[0].label = "false".to_owned();
            Some(())
        }),
        ("label: false", Kept, |c, _| {
            let node = c.node(|node| node.label != "false")?;
            c.unwinding.nodes[node].label = "false".to_owned();
            Some(())
        }),
        ("label: false everywhere else", Gone, |c, _| {
            let others = c.unwinding.nodes.iter_mut().skip(1);
            others.for_each(|node| node.label = "false".to_owned());
            Some(())
        }),
        ("label: the opposite", Kept, |c, _| {
            let node = c.node(|_| true)?;
            let label = Term::not(c.parse(&c.unwinding.nodes[node].label));
            c.unwinding.nodes[node].label = c.print(&label);
            Some(())
        }),
        ("labels: two are exchanged", Kept, |c, _| {
            let (a, b) = (c.node(|_| true)?, c.node(|_| true)?);
            let label = c.unwinding.nodes[a].label.clone();
            let other = std::mem::replace(&mut c.unwinding.nodes[b].label, label);
            c.unwinding.nodes[a].label = other;
            Some(())
        }),
        ("term: another number", Kept, |c, _| {
            let text = c.step(|step| !step.terms.is_empty())?.terms[0].clone();
            let term = c.parse(&text);
            let one = match term.sort().carrier() {
                logic::Sort::Int => Term::int(1),
                logic::Sort::Real => Term::real(1),
                _ => return None,
            };
            let changed = c.print(&Term::add([term, one]));
            let step = c.step(|step| step.terms.first() == Some(&text))?;
            step.terms[0] = changed;
            Some(())
        }),
        ("term: another variable", Kept, |c, question| {
            let text = c.step(|step| !step.terms.is_empty())?.terms[0].clone();
            let term = c.parse(&text);
            let other = c.variable_like(question, &term)?;
            let changed = c.print(&other);
            let step = c.step(|step| step.terms.first() == Some(&text))?;
            step.terms[0] = changed;
            Some(())
        }),
        ("term: missing", Gone, |c, _| {
            c.step(|step| !step.terms.is_empty())?.terms.pop();
            Some(())
        }),
        ("guard: dropped", Kept, |c, _| {
            c.step(|step| step.guard.is_some())?.guard = None;
            Some(())
        }),
        ("guard: the opposite", Kept, |c, _| {
            let guard = c.step(|step| step.guard.is_some())?.guard.clone()?;
            let opposite = Term::not(c.parse(&guard));
            let opposite = c.print(&opposite);
            c.step(|step| step.guard.as_ref() == Some(&guard))?.guard = Some(opposite);
            Some(())
        }),
        ("guard: false", Kept, |c, _| {
            let winner = c.unwinding.winner;
            let node = c.node(|node| node.turn == winner && !node.moves.is_empty())?;
            c.unwinding.nodes[node].moves[0].guard = Some("false".to_owned());
            Some(())
        }),
        ("move: to another node", Kept, |c, _| {
            let count = c.unwinding.nodes.len();
            let to = c.pick(count)? as u32;
            c.step(|step| step.to.is_some_and(|own| own != to))?.to = Some(to);
            Some(())
        }),
        (
            "move: to another node of the same position",
            Kept,
            |c, _| {
                let place = |node: &Node| {
                    (
                        node.turn == Player::Verifier,
                        node.pending,
                        node.source,
                        node.target,
                    )
                };
                let from = c.step(|step| step.to.is_some())?.to?;
                let own = place(&c.unwinding.nodes[from as usize]);
                let node = c.node(|node| place(node) == own)? as u32;
                c.step(|step| step.to == Some(from))?.to = Some(node);
                Some(())
            },
        ),
        ("move: to nowhere", Gone, |c, _| {
            c.step(|step| step.to.is_some())?.to = None;
            Some(())
        }),
        ("move: dropped", Kept, |c, _| {
            let node = c.node(|node| !node.moves.is_empty())?;
            let moves = c.unwinding.nodes[node].moves.len();
            let dropped = c.pick(moves)?;
            c.unwinding.nodes[node].moves.remove(dropped);
            Some(())
        }),
        ("moves: in another order", Kept, |c, _| {
            let node = c.node(|node| node.moves.len() > 1)?;
            c.unwinding.nodes[node].moves.rotate_left(1);
            Some(())
        }),
        ("path: another command", Kept, |c, _| {
            let delta = c.rng.below(2);
            let step = c.step(|step| !step.path.is_empty())?;
            let last = step.path.len() - 1;
            step.path[last] = (step.path[last] + 1).wrapping_sub(2 * delta);
            Some(())
        }),
        ("path: shorter", Kept, |c, _| {
            c.step(|step| !step.path.is_empty())?.path.pop();
            Some(())
        }),
        ("path: fails, or not", Kept, |c, _| {
            let step = c.step(|step| !step.path.is_empty())?;
            step.fails = !step.fails;
            Some(())
        }),
        ("measure: a number", Kept, |c, _| {
            let node = c.node(|node| node.idle.iter().any(|term| term.len() > 1))?;
            for term in &mut c.unwinding.nodes[node].idle {
                *term = "1".to_owned();
            }
            Some(())
        }),
        ("measure: the opposite", Kept, |c, _| {
            let node = c.node(|node| node.idle.iter().chain(&node.busy).any(|t| t.len() > 1))?;
            let idle = c.unwinding.nodes[node].idle.clone();
            let idle = idle.iter().map(|text| Term::neg(c.parse(text)));
            let idle: Vec<Term> = idle.collect();
            c.unwinding.nodes[node].idle = idle.iter().map(|term| c.print(term)).collect();
            Some(())
        }),
        ("node: the other player's turn", Gone, |c, _| {
            let node = c.reached(|_| true)?;
            let turn = &mut c.unwinding.nodes[node].turn;
            *turn = match *turn {
                Player::Falsifier => Player::Verifier,
                Player::Verifier => Player::Falsifier,
            };
            Some(())
        }),
        ("node: something else to match", Gone, |c, _| {
            let node = c.reached(|node| node.pending.is_some())?;
            c.unwinding.nodes[node].pending = match c.rng.below(3) {
                0 => None,
                1 => Some(Pending::Message(c.rng.below(9))),
                _ => Some(Pending::Failure),
            };
            Some(())
        }),
        ("node: elsewhere", Gone, |c, _| {
            let node = c.reached(|_| true)?;
            let (source, target) = (c.rng.below(4), c.rng.below(4));
            let node = &mut c.unwinding.nodes[node];
            (node.source, node.target) = (source, target);
            Some(())
        }),
        ("nodes: two are exchanged", Kept, |c, _| {
            let (a, b) = (c.node(|_| true)?, c.node(|_| true)?);
            c.unwinding.nodes.swap(a, b);
            Some(())
        }),
        ("nodes: another one is the first", Gone, |c, _| {
            let elsewhere = |node: &Node| node.turn == Player::Falsifier && node.label == "true";
            let first = c.node(elsewhere)?;
            c.unwinding.nodes.swap(0, first);
            let nodes = c.unwinding.nodes.iter_mut();
            for step in nodes.flat_map(|node| &mut node.moves) {
                step.to = step.to.map(|to| match to as usize {
                    0 => first as u32,
                    to if to == first => 0,
                    _ => to,
                });
            }
            Some(())
        }),
        ("start: another value", Kept, |c, _| {
            let count = c.unwinding.start.len();
            let value = c.pick(count)?;
            c.unwinding.start[value] = Datum::Small(i64::from(c.rng.below(7)) - 3);
            Some(())
        }),
        ("winner: the other player", Gone, |c, _| {
            c.unwinding.winner = match c.unwinding.winner {
                Player::Falsifier => Player::Verifier,
                Player::Verifier => Player::Falsifier,
            };
            Some(())
        }),
    ]
};

/// Whether a kind of change leaves room for a strategy that still wins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Every change of this kind that can be noticed makes another strategy, which loses.
    Gone,
    /// Labels may be stronger or weaker than they need be, several values and moves may win.
    Kept,
}
