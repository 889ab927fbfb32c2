//! The story of a strategy by which Falsifier wins: one play against it.

use evidence::unwinding::{Node, Pending, Player, Step, Unwinding};
use logic::smtlib::{Declarations, parse_term};
use logic::{Model, Symbol, Term, Value, Var};
use program::{Cfg, Command, in_sort};
use question::Simulated;
use rustc_hash::FxHashMap;

use super::{Event, Story};

/// The most moves that are told.
const MOST_MOVES: usize = 200;

/// A play in progress.
struct Play<'a> {
    question: &'a Simulated,
    unwinding: &'a Unwinding,
    declarations: Declarations,
    programs: [Cfg; 2],
    state: Model,
    events: Vec<Event>,
}

/// What a program does on a path.
#[derive(Clone)]
struct Walk {
    state: Model,
    events: Vec<Event>,
}

/// Tells a play in which Verifier does what it can.
pub(super) fn tell(question: &Simulated, unwinding: &Unwinding) -> Option<Story> {
    // A `parfor` is told as the copies that take part.
    let subject = unwinding.subject(question).ok()?;
    let mut play = Play::new(&subject, unwinding, question)?;
    let (source, target) = (question.setting.aliases[0], question.setting.aliases[1]);
    let mut moves = 0;
    let lengths = lengths(unwinding);
    let mut visits: FxHashMap<usize, usize> = FxHashMap::default();
    let mut here = 0;
    let conclusion = loop {
        let node = &unwinding.nodes[here];
        *visits.entry(here).or_default() += 1;
        if visits[&here] > 1 || moves > MOST_MOVES {
            break match node.turn {
                Player::Verifier if node.pending.is_some() || play.has_ended(node) => {
                    format!("{target} goes on like this forever without an answer")
                }
                _ => format!(
                    "{source} goes on like this forever without being seen, and {target} cannot"
                ),
            };
        }
        match node.turn {
            Player::Falsifier if play.has_ended(node) => {
                break format!(
                    "{source} has ended, and {target} cannot end in a state where the postcondition holds"
                );
            }
            Player::Falsifier => {
                moves += 1;
                here = play.falsifier(node)?;
            }
            Player::Verifier => match play.verifier(here, &lengths) {
                Some(next) => here = next,
                None => break play.no_answer(node),
            },
        }
    };
    let headline = match moves {
        1 => format!("{source} wins in 1 move"),
        moves => format!("{source} wins in {moves} moves"),
    };
    Some(Story {
        headline,
        events: play.events,
        conclusion,
        failure: None,
        other_order: None,
    })
}

/// How long a play can last from each node on, at most; on a cycle, as long as there are nodes.
fn lengths(unwinding: &Unwinding) -> Vec<usize> {
    let mut lengths = vec![0; unwinding.nodes.len()];
    for _ in 0..unwinding.nodes.len() {
        for (number, node) in unwinding.nodes.iter().enumerate() {
            let after = node.moves.iter().filter_map(|step| step.to);
            let after = after.filter(|to| !circles(unwinding, number, *to as usize));
            let longest = after.map(|to| lengths[to as usize] + 1).max();
            lengths[number] = longest.unwrap_or(0).min(unwinding.nodes.len());
        }
    }
    lengths
}

/// Whether a move to a node leads back by moves of the target alone: that wins nothing, and is only
/// done where nothing else can be done.
fn circles(unwinding: &Unwinding, from: usize, to: usize) -> bool {
    let mut seen = vec![false; unwinding.nodes.len()];
    let mut open = vec![to];
    while let Some(number) = open.pop() {
        let node = &unwinding.nodes[number];
        if node.turn != Player::Verifier || std::mem::replace(&mut seen[number], true) {
            continue;
        }
        if number == from {
            return true;
        }
        let moves = node.moves.iter().filter(|step| !step.path.is_empty());
        open.extend(moves.filter_map(|step| step.to).map(|to| to as usize));
    }
    false
}

impl<'a> Play<'a> {
    fn new(
        question: &'a Simulated,
        unwinding: &'a Unwinding,
        original: &Simulated,
    ) -> Option<Self> {
        let [source, target] = &question.setting.programs;
        let vars = question.setting.initial_vars();
        let mut declarations = Declarations::new();
        let mut state = Model::new();
        for (var, datum) in vars.iter().zip(&unwinding.start) {
            declarations.add_var(var);
            state.set(var.clone(), datum.decode(&var.sort)?);
        }
        let programs = [Cfg::of(&source.body).ok()?, Cfg::of(&target.body).ok()?];
        let mut play = Play {
            question,
            unwinding,
            declarations,
            programs,
            state,
            events: Vec::new(),
        };
        for (alias, program) in original
            .setting
            .aliases
            .iter()
            .zip(&original.setting.programs)
        {
            let values = program.variables.iter().filter_map(|variable| {
                let value = play.state.get(&variable.var)?;
                Some((variable.var.name, value.to_string()))
            });
            play.events.push(Event {
                actor: *alias,
                action: "starts".to_owned(),
                values: values.collect(),
                origin: None,
            });
        }
        Some(play)
    }

    fn term(&self, text: &str) -> Option<Term> {
        parse_term(text, &self.declarations).ok()
    }

    fn has_ended(&self, node: &Node) -> bool {
        node.source as usize == self.programs[0].exit().index()
    }

    /// Falsifier's move as the strategy says.
    fn falsifier(&mut self, node: &Node) -> Option<usize> {
        let step = node.moves.iter().find(|step| {
            let guard = step.guard.as_ref().map(|text| self.term(text));
            guard.is_none_or(|guard| guard.is_some_and(|g| self.state.holds(&g) == Ok(true)))
        })?;
        let mut values = Vec::new();
        for text in &step.terms {
            values.push(self.state.eval(&self.term(text)?).ok()?);
        }
        let walk = self.walk(0, step, &mut values.into_iter().map(|v| vec![v]), None)?;
        self.take(walk);
        step.to.map(|to| to as usize)
    }

    /// The move of Verifier that holds out longest, of those that are possible.
    fn verifier(&mut self, here: usize, lengths: &[usize]) -> Option<usize> {
        let node = &self.unwinding.nodes[here];
        let pending = match node.pending {
            Some(Pending::Message(edge)) => {
                Some(self.programs[0].edges().get(edge as usize)?.command.clone())
            }
            _ => None,
        };
        let mut possible: Vec<(usize, Walk)> = Vec::new();
        for step in &node.moves {
            let Some(to) = step.to else { continue };
            if step.path.is_empty() {
                let stay = Walk {
                    state: self.state.clone(),
                    events: Vec::new(),
                };
                possible.push((to as usize, stay));
                continue;
            }
            let mut any = std::iter::repeat_with(|| self.candidates());
            if let Some(walk) = self.walk(1, step, &mut any, pending.as_ref()) {
                possible.push((to as usize, walk));
            }
        }
        let longest = possible.into_iter().rev();
        let key = |to: usize| (!circles(self.unwinding, here, to), lengths[to]);
        let (to, walk) = longest.max_by_key(|(to, _)| key(*to))?;
        self.take(walk);
        Some(to)
    }

    fn take(&mut self, walk: Walk) {
        self.state = walk.state;
        self.events.extend(walk.events);
    }

    /// Values that Verifier may try: small ones, and those of variables.
    fn candidates(&self) -> Vec<Value> {
        let small = [0, 1, -1, 2, -2, 3, -3].map(Value::from);
        let known = self.state.vars().map(|(_, value)| value.clone());
        let truth = [true, false].map(Value::from);
        let mut candidates: Vec<Value> = Vec::new();
        for value in small.into_iter().chain(truth).chain(known) {
            if !candidates.contains(&value) {
                candidates.push(value);
            }
        }
        candidates
    }

    /// Walks a path with the first values, of those that are offered for each choice, that make it
    /// possible.
    fn walk(
        &self,
        program: usize,
        step: &Step,
        offers: &mut dyn Iterator<Item = Vec<Value>>,
        pending: Option<&Command>,
    ) -> Option<Walk> {
        let mut open = vec![Walk {
            state: self.state.clone(),
            events: Vec::new(),
        }];
        let actor = self.question.setting.aliases[program];
        for (position, edge) in step.path.iter().enumerate() {
            let edge = self.programs[program].edges().get(*edge as usize)?;
            let fails = step.fails && position + 1 == step.path.len();
            let offer = match edge.command {
                Command::Havoc(..) => offers.next()?,
                Command::Receive { .. } if program == 0 => offers.next()?,
                _ => Vec::new(),
            };
            let mut next = Vec::new();
            for walk in &open {
                next.extend(advance(walk, actor, edge, fails, &offer, pending));
            }
            // A few ways are enough to find one that goes on.
            next.truncate(256);
            open = next;
        }
        open.into_iter().next()
    }

    /// Why Verifier cannot go on.
    fn no_answer(&self, node: &Node) -> String {
        let target = self.question.setting.aliases[1];
        let message = match node.pending {
            Some(Pending::Failure) => return format!("{target} cannot fail an assertion"),
            Some(Pending::Message(edge)) => self.programs[0].edges().get(edge as usize),
            None => None,
        };
        let value = |term: &Term| match self.state.eval(term) {
            Ok(value) => value.to_string(),
            Err(_) => term.to_string(),
        };
        match message.map(|edge| &edge.command) {
            Some(Command::Send { value: v, channel }) => {
                format!("{target} cannot send {} on {}", value(v), value(channel))
            }
            Some(Command::Receive { var, channel }) => {
                let (v, c) = (value(&var.term()), value(channel));
                format!("{target} cannot receive {v} on {c}")
            }
            _ => format!("{target} has no answer"),
        }
    }
}

/// The ways in which one command can be executed.
fn advance(
    walk: &Walk,
    actor: Symbol,
    edge: &program::CfgEdge,
    fails: bool,
    offer: &[Value],
    pending: Option<&Command>,
) -> Vec<Walk> {
    let state = &walk.state;
    let holds = |formula: &Term| state.holds(formula) == Ok(true);
    let told = |action: String, changed: Option<(&Var, &Value)>| {
        let mut next = walk.clone();
        let values = changed.map(|(var, value)| (var.name, value.to_string()));
        if let Some((var, value)) = changed {
            next.state.set(var.clone(), value.clone());
        }
        next.events.push(Event {
            actor,
            action,
            values: values.into_iter().collect(),
            origin: Some(edge.origin),
        });
        next
    };
    let silent = |changed| told("takes a silent step".to_owned(), changed);
    let fits = |var: &Var, value: &Value| {
        value.sort().carrier() == var.sort.carrier()
            && holds(&in_sort(&Term::value(value.clone()), &var.sort))
    };
    let text = |term: &Term| state.eval(term).map_or(term.to_string(), |v| v.to_string());
    match &edge.command {
        Command::Guard(formula) if holds(formula) => vec![walk.clone()],
        Command::Assert(formula) if holds(formula) != fails => {
            if fails {
                vec![told("fails an assertion".to_owned(), None)]
            } else {
                vec![walk.clone()]
            }
        }
        Command::Assign(var, term) => match state.eval(term) {
            Ok(value) if fits(var, &value) => vec![silent(Some((var, &value)))],
            _ => Vec::new(),
        },
        Command::Havoc(var, formula) => offer
            .iter()
            .filter(|value| fits(var, value))
            .map(|value| silent(Some((var, value))))
            .filter(|next| next.state.holds(formula) == Ok(true))
            .collect(),
        Command::Send { value, channel } => {
            let same = |own: &Term, theirs: &Term| state.eval(own) == state.eval(theirs);
            let matched = match pending {
                None => true,
                Some(Command::Send {
                    value: theirs,
                    channel: their_channel,
                }) => same(value, theirs) && same(channel, their_channel),
                Some(_) => false,
            };
            let action = format!("sends {} on {}", text(value), text(channel));
            matched.then(|| told(action, None)).into_iter().collect()
        }
        Command::Receive { var, channel } => {
            let values: Vec<Value> = match pending {
                None => offer.to_vec(),
                Some(Command::Receive {
                    var: theirs,
                    channel: their_channel,
                }) if state.eval(channel) == state.eval(their_channel) => {
                    state.get(theirs).cloned().into_iter().collect()
                }
                Some(_) => Vec::new(),
            };
            let fitting = values.iter().filter(|value| fits(var, value));
            fitting
                .map(|value| {
                    let action = format!("receives {value} on {}", text(channel));
                    told(action, Some((var, value)))
                })
                .collect()
        }
        _ => Vec::new(),
    }
}
