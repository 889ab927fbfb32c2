//! Random programs with a meaning of their own: a syntax tree that prints as Tandem, and a
//! structural operational semantics on that tree. It shares nothing with the tool but the text.

use std::collections::BTreeMap;
use std::fmt::Write;

/// SplitMix64.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(bound)) as u32
    }

    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// Variables are x0, x1, …, each of the range 0..=TOP.
pub(crate) const TOP: i64 = 2;
pub(crate) const VARS: usize = 3;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expr {
    Lit(i64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cond {
    True,
    Eq(Expr, Expr),
    Lt(Expr, Expr),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stmt {
    Skip,
    Assign(usize, Expr),
    Havoc(usize, Cond),
    Send(Expr, i64),
    Receive(usize, i64),
    Assume(Cond),
    Assert(Cond),
    Seq(Vec<Stmt>),
    If(Cond, Box<Stmt>, Box<Stmt>),
    While(Cond, Box<Stmt>),
    WhileStar(Box<Stmt>),
    Choose(Vec<Stmt>),
    Par(Vec<Stmt>),
    Atomic(Box<Stmt>),
    /// An atomic block that has begun.
    Locked(Box<Stmt>),
}

pub(crate) type Store = [i64; VARS];

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Act {
    Tau,
    Send(i64, i64),
    Receive(i64, i64),
    Fail,
}

impl Expr {
    pub(crate) fn eval(&self, store: &Store) -> i64 {
        match self {
            Expr::Lit(value) => *value,
            Expr::Var(var) => store[*var],
            Expr::Add(a, b) => a.eval(store) + b.eval(store),
            Expr::Sub(a, b) => a.eval(store) - b.eval(store),
        }
    }

    pub(crate) fn text(&self, prefix: &str) -> String {
        match self {
            Expr::Lit(value) => value.to_string(),
            Expr::Var(var) => format!("{prefix}x{var}"),
            Expr::Add(a, b) => format!("({} + {})", a.text(prefix), b.text(prefix)),
            Expr::Sub(a, b) => format!("({} - {})", a.text(prefix), b.text(prefix)),
        }
    }

    pub(crate) fn random(rng: &mut Rng, vars: &[usize]) -> Expr {
        match rng.below(6) {
            0 | 1 => Expr::Lit(i64::from(rng.below(TOP as u32 + 1))),
            2 | 3 => Expr::Var(vars[rng.below(vars.len() as u32) as usize]),
            4 => Expr::Add(Box::new(Expr::random(rng, vars)), Box::new(Expr::Lit(1))),
            _ => Expr::Sub(Box::new(Expr::random(rng, vars)), Box::new(Expr::random(rng, vars))),
        }
    }
}

impl Cond {
    pub(crate) fn eval(&self, store: &Store) -> bool {
        match self {
            Cond::True => true,
            Cond::Eq(a, b) => a.eval(store) == b.eval(store),
            Cond::Lt(a, b) => a.eval(store) < b.eval(store),
            Cond::Not(a) => !a.eval(store),
            Cond::And(a, b) => a.eval(store) && b.eval(store),
        }
    }

    pub(crate) fn text(&self, prefix: &str) -> String {
        match self {
            Cond::True => "true".to_owned(),
            Cond::Eq(a, b) => format!("{} == {}", a.text(prefix), b.text(prefix)),
            Cond::Lt(a, b) => format!("{} < {}", a.text(prefix), b.text(prefix)),
            Cond::Not(a) => format!("!({})", a.text(prefix)),
            Cond::And(a, b) => format!("({}) && ({})", a.text(prefix), b.text(prefix)),
        }
    }

    pub(crate) fn random(rng: &mut Rng, vars: &[usize]) -> Cond {
        match rng.below(8) {
            0 => Cond::True,
            1..=3 => Cond::Eq(Expr::random(rng, vars), Expr::random(rng, vars)),
            4 | 5 => Cond::Lt(Expr::random(rng, vars), Expr::random(rng, vars)),
            6 => Cond::Not(Box::new(Cond::random(rng, vars))),
            _ => {
                Cond::And(Box::new(Cond::random(rng, vars)), Box::new(Cond::random(rng, vars)))
            }
        }
    }
}

/// What a random program may contain.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) communicates: bool,
    pub(crate) asserts: bool,
    pub(crate) parallel: bool,
}

impl Stmt {
    pub(crate) fn random(rng: &mut Rng, depth: u32, vars: &[usize], shape: Shape) -> Stmt {
        let var = |rng: &mut Rng| vars[rng.below(vars.len() as u32) as usize];
        let inner = |rng: &mut Rng| Box::new(Stmt::random(rng, depth - 1, vars, shape));
        let bound = if depth == 0 { 9 } else { 20 };
        match rng.below(bound) {
            0 => Stmt::Skip,
            1 | 2 => Stmt::Assign(var(rng), Expr::random(rng, vars)),
            3 => Stmt::Havoc(var(rng), Cond::random(rng, vars)),
            4 | 5 if shape.communicates => {
                Stmt::Send(Expr::random(rng, vars), i64::from(rng.below(2)))
            }
            6 | 7 if shape.communicates => Stmt::Receive(var(rng), i64::from(rng.below(2))),
            8 if shape.asserts && rng.chance(40) => Stmt::Assert(Cond::random(rng, vars)),
            8 => Stmt::Assume(Cond::random(rng, vars)),
            9..=12 => {
                let count = 2 + rng.below(2);
                Stmt::Seq((0..count).map(|_| *inner(rng)).collect())
            }
            13 | 14 => Stmt::If(Cond::random(rng, vars), inner(rng), inner(rng)),
            15 => Stmt::While(Cond::random(rng, vars), inner(rng)),
            16 => Stmt::WhileStar(inner(rng)),
            17 => Stmt::Choose(vec![*inner(rng), *inner(rng)]),
            18 if shape.parallel && vars.len() > 1 => {
                // Each part gets variables of its own.
                let (left, right) = vars.split_at(1);
                Stmt::Par(vec![
                    Stmt::random(rng, depth - 1, left, shape),
                    Stmt::random(rng, depth - 1, right, shape),
                ])
            }
            19 if shape.parallel => {
                let sequential = Shape { parallel: false, ..shape };
                Stmt::Atomic(Box::new(Stmt::random(rng, depth - 1, vars, sequential)))
            }
            _ => Stmt::Assign(var(rng), Expr::random(rng, vars)),
        }
    }

    /// The same statement with one place changed.
    pub(crate) fn mutate(&self, rng: &mut Rng, vars: &[usize], shape: Shape) -> Stmt {
        if rng.chance(25) {
            return match rng.below(4) {
                0 => Stmt::random(rng, 1, vars, shape),
                1 => Stmt::Choose(vec![self.clone(), Stmt::random(rng, 1, vars, shape)]),
                2 => Stmt::Seq(vec![Stmt::Skip, self.clone()]),
                _ => Stmt::Seq(vec![self.clone(), Stmt::random(rng, 0, vars, shape)]),
            };
        }
        let pick = |rng: &mut Rng, list: &[Stmt]| {
            let mut list = list.to_vec();
            let position = rng.below(list.len() as u32) as usize;
            list[position] = list[position].mutate(rng, vars, shape);
            list
        };
        match self {
            Stmt::Assign(var, _) => Stmt::Assign(*var, Expr::random(rng, vars)),
            Stmt::Havoc(var, _) => Stmt::Havoc(*var, Cond::random(rng, vars)),
            Stmt::Send(_, channel) => Stmt::Send(Expr::random(rng, vars), *channel),
            Stmt::Seq(list) => Stmt::Seq(pick(rng, list)),
            Stmt::Choose(list) => Stmt::Choose(pick(rng, list)),
            Stmt::If(condition, a, b) => {
                let list = pick(rng, &[(**a).clone(), (**b).clone()]);
                Stmt::If(condition.clone(), Box::new(list[0].clone()), Box::new(list[1].clone()))
            }
            Stmt::While(condition, body) => {
                Stmt::While(condition.clone(), Box::new(body.mutate(rng, vars, shape)))
            }
            Stmt::WhileStar(body) => Stmt::WhileStar(Box::new(body.mutate(rng, vars, shape))),
            // Changing a part could make parts share a variable, so the order changes instead.
            Stmt::Par(list) => Stmt::Par(list.iter().rev().cloned().collect()),
            other => other.clone(),
        }
    }

    pub(crate) fn text(&self, indent: usize, out: &mut String) {
        let pad = "    ".repeat(indent);
        let block = |body: &Stmt, out: &mut String| {
            out.push_str("{\n");
            body.text(indent + 1, out);
            write!(out, "{pad}}}").unwrap();
        };
        match self {
            Stmt::Skip => writeln!(out, "{pad}skip;").unwrap(),
            Stmt::Assign(var, value) => writeln!(out, "{pad}x{var} = {};", value.text("")).unwrap(),
            Stmt::Havoc(var, condition) => {
                writeln!(out, "{pad}havoc x{var} where {};", condition.text("")).unwrap();
            }
            Stmt::Send(value, channel) => {
                writeln!(out, "{pad}send {} on {channel};", value.text("")).unwrap();
            }
            Stmt::Receive(var, channel) => {
                writeln!(out, "{pad}receive x{var} on {channel};").unwrap();
            }
            Stmt::Assume(condition) => writeln!(out, "{pad}assume {};", condition.text("")).unwrap(),
            Stmt::Assert(condition) => writeln!(out, "{pad}assert {};", condition.text("")).unwrap(),
            Stmt::Seq(list) => list.iter().for_each(|stmt| stmt.text(indent, out)),
            Stmt::If(condition, a, b) => {
                write!(out, "{pad}if ({}) ", condition.text("")).unwrap();
                block(a, out);
                out.push_str(" else ");
                block(b, out);
                out.push('\n');
            }
            Stmt::While(condition, body) => {
                write!(out, "{pad}while ({}) ", condition.text("")).unwrap();
                block(body, out);
                out.push('\n');
            }
            Stmt::WhileStar(body) => {
                write!(out, "{pad}while (*) ").unwrap();
                block(body, out);
                out.push('\n');
            }
            Stmt::Choose(list) | Stmt::Par(list) => {
                let (word, between) =
                    if matches!(self, Stmt::Par(_)) { ("par", "||") } else { ("choose", "or") };
                write!(out, "{pad}{word} ").unwrap();
                for (position, branch) in list.iter().enumerate() {
                    if position > 0 {
                        write!(out, " {between} ").unwrap();
                    }
                    block(branch, out);
                }
                out.push('\n');
            }
            Stmt::Atomic(body) => {
                write!(out, "{pad}atomic ").unwrap();
                block(body, out);
                out.push('\n');
            }
            Stmt::Locked(_) => unreachable!("only a running program is locked"),
        }
    }

    /// Whether the statement is inside an atomic block that has begun.
    fn is_locked(&self) -> bool {
        match self {
            Stmt::Locked(_) => true,
            Stmt::Seq(list) => list.first().is_some_and(Stmt::is_locked),
            Stmt::Par(list) => list.iter().any(Stmt::is_locked),
            _ => false,
        }
    }

    /// The steps: what is seen, what remains to be done (nothing for `None`), and the store.
    pub(crate) fn steps(&self, store: &Store) -> Vec<(Act, Option<Stmt>, Store)> {
        let with = |var: usize, value: i64| {
            let mut store = *store;
            store[var] = value;
            store
        };
        match self {
            Stmt::Skip => vec![(Act::Tau, None, *store)],
            Stmt::Assign(var, value) => {
                let value = value.eval(store);
                if (0..=TOP).contains(&value) {
                    vec![(Act::Tau, None, with(*var, value))]
                } else {
                    Vec::new()
                }
            }
            Stmt::Havoc(var, condition) => (0..=TOP)
                .map(|value| with(*var, value))
                .filter(|store| condition.eval(store))
                .map(|store| (Act::Tau, None, store))
                .collect(),
            Stmt::Send(value, channel) => {
                vec![(Act::Send(value.eval(store), *channel), None, *store)]
            }
            Stmt::Receive(var, channel) => (0..=TOP)
                .map(|value| (Act::Receive(value, *channel), None, with(*var, value)))
                .collect(),
            Stmt::Assume(condition) => {
                if condition.eval(store) { vec![(Act::Tau, None, *store)] } else { Vec::new() }
            }
            Stmt::Assert(condition) => {
                let act = if condition.eval(store) { Act::Tau } else { Act::Fail };
                vec![(act, None, *store)]
            }
            Stmt::Seq(list) => {
                let (first, rest) = list.split_first().expect("a sequence is not empty");
                // Sequences are kept flat, so that a loop comes back to the same statement.
                let after = |left: Option<Stmt>| {
                    let mut all = match left {
                        Some(Stmt::Seq(list)) => list,
                        left => left.into_iter().collect(),
                    };
                    all.extend(rest.iter().cloned());
                    match all.len() {
                        0 | 1 => all.pop(),
                        _ => Some(Stmt::Seq(all)),
                    }
                };
                first.steps(store).into_iter().map(|(a, left, s)| (a, after(left), s)).collect()
            }
            Stmt::If(condition, a, b) => {
                let branch = if condition.eval(store) { a } else { b };
                vec![(Act::Tau, Some((**branch).clone()), *store)]
            }
            Stmt::While(condition, body) => {
                let again = Stmt::Seq(vec![(**body).clone(), self.clone()]);
                vec![(Act::Tau, condition.eval(store).then_some(again), *store)]
            }
            Stmt::WhileStar(body) => {
                let again = Stmt::Seq(vec![(**body).clone(), self.clone()]);
                vec![(Act::Tau, Some(again), *store), (Act::Tau, None, *store)]
            }
            Stmt::Choose(list) => {
                list.iter().map(|branch| (Act::Tau, Some(branch.clone()), *store)).collect()
            }
            Stmt::Par(list) => {
                let holder = list.iter().position(Stmt::is_locked);
                let mut steps = Vec::new();
                for (position, branch) in list.iter().enumerate() {
                    if holder.is_some_and(|holder| holder != position) {
                        continue;
                    }
                    for (act, left, store) in branch.steps(store) {
                        let mut list = list.clone();
                        match left {
                            Some(left) => list[position] = left,
                            None => drop(list.remove(position)),
                        }
                        steps.push((act, (!list.is_empty()).then_some(Stmt::Par(list)), store));
                    }
                }
                steps
            }
            Stmt::Atomic(body) | Stmt::Locked(body) => body
                .steps(store)
                .into_iter()
                .map(|(act, left, store)| {
                    (act, left.map(|left| Stmt::Locked(Box::new(left))), store)
                })
                .collect(),
        }
    }
}

/// The transition system of a statement from some stores.
pub(crate) struct System {
    pub(crate) steps: Vec<Vec<(Act, usize)>>,
    pub(crate) stores: Vec<Store>,
    pub(crate) ended: Vec<bool>,
    pub(crate) starts: Vec<usize>,
}

impl System {
    pub(crate) fn of(program: &Stmt, starts: &[Store]) -> System {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum Rest {
            Stmt(Stmt),
            Ended,
            Failed,
        }
        let mut ids: std::collections::HashMap<(Rest, Store), usize> = Default::default();
        let mut states: Vec<(Rest, Store)> = Vec::new();
        let mut id = |state: (Rest, Store), states: &mut Vec<(Rest, Store)>| {
            *ids.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        let starts = starts
            .iter()
            .map(|store| id((Rest::Stmt(program.clone()), *store), &mut states))
            .collect();
        let mut steps: Vec<Vec<(Act, usize)>> = Vec::new();
        while steps.len() < states.len() {
            let (rest, store) = states[steps.len()].clone();
            let mut row = Vec::new();
            if let Rest::Stmt(stmt) = rest {
                for (act, left, store) in stmt.steps(&store) {
                    let rest = match (&act, left) {
                        (Act::Fail, _) => Rest::Failed,
                        (_, Some(left)) => Rest::Stmt(left),
                        (_, None) => Rest::Ended,
                    };
                    row.push((act, id((rest, store), &mut states)));
                }
            }
            steps.push(row);
        }
        System {
            steps,
            stores: states.iter().map(|(_, store)| *store).collect(),
            ended: states.iter().map(|(rest, _)| *rest == Rest::Ended).collect(),
            starts,
        }
    }
}

/// A random pair of programs with a pre- and a postcondition.
pub(crate) struct Pair {
    pub(crate) first: Stmt,
    pub(crate) second: Stmt,
    /// Pairs of variables, one of each program, that are equal at the start.
    pub(crate) requires: Vec<(usize, usize)>,
    /// The same for the end.
    pub(crate) ensures: Vec<(usize, usize)>,
}

impl Pair {
    pub(crate) fn random(rng: &mut Rng, shape: Shape) -> Pair {
        let vars: Vec<usize> = (0..VARS).collect();
        let depth = 2 + rng.below(2);
        let first = Stmt::random(rng, depth, &vars, shape);
        let second = match rng.below(10) {
            0..=3 => first.mutate(rng, &vars, shape),
            4 => first.clone(),
            5 => Stmt::Choose(vec![Stmt::random(rng, 2, &vars, shape), first.clone()]),
            _ => Stmt::random(rng, depth, &vars, shape),
        };
        let equal = |rng: &mut Rng, percent: u32| {
            let pairs: Vec<(usize, usize)> = (0..VARS).map(|var| (var, var)).collect();
            pairs.into_iter().filter(|_| rng.chance(percent)).collect()
        };
        let requires = equal(rng, 80);
        let ensures = if rng.chance(50) { Vec::new() } else { equal(rng, 40) };
        Pair { first, second, requires, ensures }
    }

    /// The Tandem text. Variables that `requires` does not tie start at zero, which keeps the
    /// number of initial states small.
    pub(crate) fn text(&self, claim: &str) -> String {
        let mut out = String::new();
        for (name, body) in [("a", &self.first), ("b", &self.second)] {
            writeln!(out, "program {name} {{").unwrap();
            for var in 0..VARS {
                let tied = self.requires.iter().any(|(x, _)| *x == var);
                let initial = if tied { "" } else { " = 0" };
                writeln!(out, "    var x{var}: 0..={TOP}{initial};").unwrap();
            }
            body.text(1, &mut out);
            out.push_str("}\n");
        }
        let equations = |pairs: &[(usize, usize)]| {
            let list: Vec<String> =
                pairs.iter().map(|(x, y)| format!("a.x{x} == b.x{y}")).collect();
            if list.is_empty() { "true".to_owned() } else { list.join(" && ") }
        };
        writeln!(
            out,
            "claim c: {claim}\n    requires {}\n    ensures {};",
            equations(&self.requires),
            equations(&self.ensures)
        )
        .unwrap();
        out
    }

    /// The initial stores of both programs, pairwise.
    pub(crate) fn starts(&self) -> Vec<(Store, Store)> {
        let mut starts = vec![([0; VARS], [0; VARS])];
        for (x, y) in &self.requires {
            starts = starts
                .into_iter()
                .flat_map(|(a, b)| {
                    (0..=TOP).map(move |value| {
                        let (mut a, mut b) = (a, b);
                        a[*x] = value;
                        b[*y] = value;
                        (a, b)
                    })
                })
                .collect();
        }
        starts
    }

    pub(crate) fn ensured(&self, a: &Store, b: &Store) -> bool {
        self.ensures.iter().all(|(x, y)| a[*x] == b[*y])
    }
}

/// Whether Verifier wins the semantic simulation game of papers/000, section 3.1, by naive
/// iteration over all places. A place of Falsifier remembers whether the target has moved since
/// it was Falsifier's turn last; Verifier has to bring about such places again and again.
pub(crate) fn simulated(pair: &Pair) -> bool {
    let starts = pair.starts();
    let source = System::of(&pair.first, &starts.iter().map(|s| s.0).collect::<Vec<_>>());
    let target = System::of(&pair.second, &starts.iter().map(|s| s.1).collect::<Vec<_>>());
    #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Place {
        Falsifier { source: usize, target: usize, moved: bool },
        Verifier { owes: Act, source: usize, target: usize, moved: bool },
    }
    let mut ids: BTreeMap<Place, usize> = BTreeMap::new();
    let mut places: Vec<Place> = Vec::new();
    let mut id = |place: Place, places: &mut Vec<Place>| {
        *ids.entry(place.clone()).or_insert_with(|| {
            places.push(place);
            places.len() - 1
        })
    };
    let initial: Vec<usize> = source
        .starts
        .iter()
        .zip(&target.starts)
        .map(|(s, t)| {
            id(Place::Falsifier { source: *s, target: *t, moved: true }, &mut places)
        })
        .collect();
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < places.len() {
        let mut row = Vec::new();
        match places[next.len()].clone() {
            Place::Falsifier { source: s, target: t, .. } => {
                for (act, to) in &source.steps[s] {
                    let place = Place::Verifier {
                        owes: act.clone(),
                        source: *to,
                        target: t,
                        moved: false,
                    };
                    row.push(id(place, &mut places));
                }
            }
            Place::Verifier { owes, source: s, target: t, moved } => {
                if owes == Act::Tau {
                    let place = Place::Falsifier { source: s, target: t, moved };
                    row.push(id(place, &mut places));
                }
                for (act, to) in &target.steps[t] {
                    let owes = match (*act == Act::Tau, *act == owes) {
                        (true, _) => owes.clone(),
                        (_, true) => Act::Tau,
                        _ => continue,
                    };
                    let place = Place::Verifier { owes, source: s, target: *to, moved: true };
                    row.push(id(place, &mut places));
                }
            }
        }
        next.push(row);
    }
    // Verifier must not pass where the source has ended and the target has not ended well.
    let lost = |place: usize| match places[place] {
        Place::Falsifier { source: s, target: t, .. } => {
            source.ended[s]
                && !(target.ended[t] && pair.ensured(&source.stores[s], &target.stores[t]))
        }
        Place::Verifier { .. } => false,
    };
    let controllable = |set: &[bool], place: usize| match places[place] {
        Place::Falsifier { .. } => next[place].iter().all(|p| set[*p]),
        Place::Verifier { .. } => next[place].iter().any(|p| set[*p]),
    };
    let good = |place: usize| matches!(places[place], Place::Falsifier { moved: true, .. });
    let mut outer = vec![true; places.len()];
    loop {
        let mut inner = vec![false; places.len()];
        loop {
            let step: Vec<bool> = (0..places.len())
                .map(|p| {
                    !lost(p) && (controllable(&inner, p) || (good(p) && controllable(&outer, p)))
                })
                .collect();
            if step == inner {
                break;
            }
            inner = step;
        }
        if inner == outer {
            break;
        }
        outer = inner;
    }
    initial.iter().all(|place| outer[*place])
}
