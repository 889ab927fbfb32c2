//! Composition of modules (papers/004, sections 2 and 3): asynchronous, as a chain, as a ring, and
//! synchronous.
//!
//! A composite is a program like any other: the parts' variables, some of them joined, their
//! fairness, and a body in which the parts take turns. Where parts are open and the composite is
//! not, it may still idle, as each of its parts may.

mod asynchronous;
mod error;
mod synchronous;

use std::collections::{BTreeMap, BTreeSet};

use logic::{Symbol, Term, Value, Var};

pub use self::error::CannotCompose;

use self::asynchronous::{idler, interleaved};
use self::synchronous::{Own, Player};
use crate::{Origin, Program, Renaming, Variable, VariableKind};

/// How parts are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// `a || b`: the parts share the observed variables that have the same name.
    Parallel,
    /// `a ||| b`: the same, but they take their steps together.
    Synchronous,
    /// `a o b`: the right side of each part is the left side of the next, and nobody else's.
    Chain,
    /// `ring(a o b)`: a chain whose last right side is its first left side.
    Ring,
}

/// Parts put together.
#[derive(Clone, Debug)]
pub struct Composite {
    /// The program.
    pub program: Program,
    /// The variables of the parts by the names that they have here. A variable that two parts
    /// share has several.
    pub names: Vec<(Symbol, Var)>,
}

/// Puts programs together.
///
/// # Errors
/// Where they do not fit.
pub fn compose(
    name: Symbol,
    origin: Origin,
    shape: Shape,
    parts: &[&Program],
) -> Result<Composite, CannotCompose> {
    let fewest = match shape {
        Shape::Ring | Shape::Synchronous => 2,
        Shape::Parallel | Shape::Chain => 1,
    };
    // More than two take their steps together two by two.
    if parts.len() < fewest || (shape == Shape::Synchronous && parts.len() > 2) {
        return Err(CannotCompose::TooFew);
    }
    for part in parts {
        let mut kinds = part.variables.iter().map(|variable| variable.kind);
        if kinds.any(|kind| kind == VariableKind::Parameter) {
            return Err(CannotCompose::Parameters(part.name));
        }
        if part.body.has_parfor() {
            return Err(CannotCompose::Parfor(part.name));
        }
    }
    let joined = Joined::new(shape, parts)?;
    joined.composite(name, origin, shape)
}

/// The variable of each class, and the variables of the parts by their names.
type Names = (Vec<Var>, Vec<(Symbol, Var)>);

/// A variable of a part.
type Member = (usize, Var);

/// The variables of all parts, those that are one put together.
struct Joined<'a> {
    parts: &'a [&'a Program],
    /// The members of each variable of the composite, at most one of each part.
    classes: Vec<Vec<Member>>,
    class_of: BTreeMap<Member, usize>,
    /// The variables that the environment sees, by their positions.
    seen: Vec<usize>,
}

impl<'a> Joined<'a> {
    fn new(shape: Shape, parts: &'a [&'a Program]) -> Result<Self, CannotCompose> {
        let mut joined = Joined {
            parts,
            classes: Vec::new(),
            class_of: BTreeMap::new(),
            seen: Vec::new(),
        };
        match shape {
            Shape::Parallel | Shape::Synchronous => joined.by_name()?,
            Shape::Chain | Shape::Ring => joined.by_side(shape)?,
        }
        for (position, part) in parts.iter().enumerate() {
            for variable in &part.variables {
                let member = (position, variable.var.clone());
                if !joined.class_of.contains_key(&member) {
                    joined.class(vec![member]);
                }
            }
        }
        Ok(joined)
    }

    fn class(&mut self, members: Vec<Member>) -> usize {
        let class = self.classes.len();
        for member in &members {
            self.class_of.insert(member.clone(), class);
        }
        self.classes.push(members);
        class
    }

    /// Observed variables of the same name are one.
    fn by_name(&mut self) -> Result<(), CannotCompose> {
        let mut known: BTreeMap<Symbol, Vec<Member>> = BTreeMap::new();
        let mut order = Vec::new();
        for (position, part) in self.parts.iter().enumerate() {
            for var in &part.observed {
                let members = known.entry(var.name).or_default();
                match members.first() {
                    None => order.push(var.name),
                    Some((first, other)) if other.sort != var.sort => {
                        let names = (self.parts[*first].name, part.name);
                        return Err(CannotCompose::Sorts(var.name, names.0, names.1));
                    }
                    Some(_) => {}
                }
                members.push((position, var.clone()));
            }
        }
        for name in order {
            let class = self.class(known.remove(&name).unwrap_or_default());
            self.seen.push(class);
        }
        Ok(())
    }

    /// The right side of each part is the left side of the next.
    fn by_side(&mut self, shape: Shape) -> Result<(), CannotCompose> {
        let parts = self.parts;
        let halves = |position: usize| {
            let observed = &parts[position].observed;
            match observed.len().is_multiple_of(2) && !observed.is_empty() {
                true => Ok(observed.split_at(observed.len() / 2)),
                false => Err(CannotCompose::Sides(parts[position].name)),
            }
        };
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for position in 0..parts.len() {
            let (left, right) = halves(position)?;
            if position == 0 && shape == Shape::Chain {
                for var in left {
                    before.push(self.class(vec![(position, var.clone())]));
                }
            }
            let last = position + 1 == parts.len();
            if last && shape == Shape::Chain {
                for var in right {
                    after.push(self.class(vec![(position, var.clone())]));
                }
                continue;
            }
            let next = (position + 1) % parts.len();
            let (next_left, _) = halves(next)?;
            let kinds = |vars: &[Var]| Vec::from_iter(vars.iter().map(|var| var.sort.clone()));
            if kinds(right) != kinds(next_left) {
                return Err(CannotCompose::Mismatch(
                    parts[position].name,
                    parts[next].name,
                ));
            }
            for (here, there) in right.iter().zip(next_left) {
                self.class(vec![(position, here.clone()), (next, there.clone())]);
            }
        }
        self.seen = before.into_iter().chain(after).collect();
        Ok(())
    }

    fn composite(
        &self,
        name: Symbol,
        origin: Origin,
        shape: Shape,
    ) -> Result<Composite, CannotCompose> {
        let (vars, names) = self.names()?;
        let any_open = self.parts.iter().any(|part| !part.open.is_empty());
        let mut variables = Vec::new();
        let mut open = Vec::new();
        for (class, members) in self.classes.iter().enumerate() {
            let shared = members.len() > 1;
            if shared && any_open && shape != Shape::Synchronous {
                self.check_owner(members)?;
            }
            let declared = self.declared(&members[0]);
            variables.push(Variable {
                var: vars[class].clone(),
                kind: match shared {
                    true => VariableKind::Shared,
                    false => declared.kind,
                },
                initial: self.initial(members)?,
                origin: declared.origin,
            });
            let is_open = |(part, var): &Member| self.parts[*part].open.contains(var);
            let hidden = shared && !self.seen.contains(&class);
            if !hidden && members.iter().all(is_open) {
                open.push(vars[class].clone());
            }
        }
        let (mut branches, mut justice, mut compassion) = (Vec::new(), Vec::new(), Vec::new());
        let mut own = Vec::new();
        for (position, part) in self.parts.iter().enumerate() {
            let here = part.variables.iter().map(|variable| {
                let class = self.class_of[&(position, variable.var.clone())];
                (variable.var.clone(), vars[class].clone())
            });
            let renaming = Renaming::new(here);
            let body = part.body.rename(&renaming);
            branches.push(match (shape, position) {
                (Shape::Synchronous, 1) => {
                    own = self.versions(&vars, &names);
                    let apart = own
                        .iter()
                        .map(|pair| (pair.shared.clone(), pair.own.clone()));
                    body.rename(&Renaming::new(apart))
                }
                _ => body,
            });
            justice.extend(part.justice.iter().map(|term| renaming.term(term)));
            let pairs = part.compassion.iter();
            compassion.extend(pairs.map(|(p, q)| (renaming.term(p), renaming.term(q))));
        }
        let body = match (shape, &mut branches[..]) {
            (Shape::Synchronous, [first, second]) => {
                for pair in &own {
                    let nothing = Term::value(Value::default_of(&pair.own.sort));
                    variables.push(Variable {
                        var: pair.own.clone(),
                        kind: VariableKind::Local,
                        initial: Some(nothing),
                        origin,
                    });
                }
                let [first, second] = [(first, 0), (second, 1)].map(|(body, part)| Player {
                    body: body.clone(),
                    may_idle: !self.parts[part].open.is_empty(),
                });
                synchronous::together(&first, &second, &own, origin)?
            }
            _ => {
                if any_open && open.is_empty() {
                    branches.push(idler(origin));
                }
                interleaved(branches, origin)?
            }
        };
        let program = Program {
            name,
            variables,
            body,
            justice,
            compassion,
            observed: self.seen.iter().map(|class| vars[*class].clone()).collect(),
            open,
            origin,
        };
        Ok(Composite { program, names })
    }

    /// The variable of each class, and all names. A name that several parts use gets the number of
    /// its part behind it, unless it is one that the environment sees.
    fn names(&self) -> Result<Names, CannotCompose> {
        let mut uses: BTreeMap<Symbol, usize> = BTreeMap::new();
        for (_, var) in self.class_of.keys() {
            *uses.entry(var.name).or_default() += 1;
        }
        let spelled = |(part, var): &Member| match uses[&var.name] {
            1 => var.name,
            _ => Symbol::new(&format!("{}_{}", var.name, part + 1)),
        };
        let mut vars = Vec::new();
        let mut names: BTreeMap<Symbol, (usize, Var)> = BTreeMap::new();
        for (class, members) in self.classes.iter().enumerate() {
            let (_, first) = &members[0];
            let twice =
                |other: &usize| *other != class && self.classes[*other][0].1.name == first.name;
            let plain = self.seen.contains(&class) && !self.seen.iter().any(twice);
            let own = match plain {
                true => first.name,
                false => spelled(&members[0]),
            };
            let var = Var::new(own, first.sort.clone());
            for name in members.iter().map(spelled).chain([own]) {
                let (known, _) = names.entry(name).or_insert((class, var.clone()));
                if *known != class {
                    return Err(CannotCompose::Taken(name));
                }
            }
            vars.push(var);
        }
        let names = names.into_iter().map(|(name, (_, var))| (name, var));
        Ok((vars, names.collect()))
    }

    /// The second part's versions of the variables that both parts have.
    fn versions(&self, vars: &[Var], names: &[(Symbol, Var)]) -> Vec<Own> {
        let shared = self.classes.iter().zip(vars);
        let shared = shared.filter(|(members, _)| members.len() > 1);
        let versions = shared.map(|(_, var)| {
            let mut name = format!("{}'", var.name);
            while names.iter().any(|(known, _)| known.as_str() == name) {
                name.push('\'');
            }
            Own {
                shared: var.clone(),
                own: Var::new(name.as_str(), var.sort.clone()),
            }
        });
        versions.collect()
    }

    fn declared(&self, (part, var): &Member) -> &Variable {
        let variables = &self.parts[*part].variables;
        let found = variables.iter().find(|variable| variable.var == *var);
        found.expect("a part observes its own variables")
    }

    /// The value that a variable starts with; all parts that say one say the same.
    fn initial(&self, members: &[Member]) -> Result<Option<Term>, CannotCompose> {
        let mut said: Option<(usize, &Term)> = None;
        for member in members {
            let Some(term) = &self.declared(member).initial else {
                continue;
            };
            match said {
                Some((first, other)) if other != term => {
                    let names = (self.parts[first].name, self.parts[member.0].name);
                    return Err(CannotCompose::Starts(member.1.name, names.0, names.1));
                }
                _ => said = Some((member.0, term)),
            }
        }
        Ok(said.map(|(_, term)| term.clone()))
    }

    /// A variable that is not open in a part is written by this part only.
    fn check_owner(&self, members: &[Member]) -> Result<(), CannotCompose> {
        for (owner, own) in members {
            if self.parts[*owner].open.contains(own) {
                continue;
            }
            let mut others = members.iter().filter(|(part, _)| part != owner);
            let writer = others.find(|(part, var)| self.parts[*part].body.writes().contains(var));
            if let Some((writer, var)) = writer {
                return Err(CannotCompose::Owned {
                    var: var.name,
                    owner: self.parts[*owner].name,
                    writer: self.parts[*writer].name,
                });
            }
        }
        Ok(())
    }
}

impl Composite {
    /// `local x, y: …` (restriction): the environment neither sees nor changes the variables.
    ///
    /// # Errors
    /// Where one is not observed.
    pub fn restrict(&mut self, names: &[Symbol]) -> Result<(), CannotCompose> {
        let program = &mut self.program;
        let mut hidden = BTreeSet::new();
        for name in names {
            let known = self.names.iter().find(|(known, _)| known == name);
            let var = known.map(|(_, var)| var);
            match var.filter(|var| program.observed.contains(var)) {
                Some(var) => hidden.insert(var.clone()),
                None => return Err(CannotCompose::Unknown(*name)),
            };
        }
        let was_open = !program.open.is_empty();
        program.observed.retain(|var| !hidden.contains(var));
        program.open.retain(|var| !hidden.contains(var));
        if was_open && program.open.is_empty() {
            let branches = vec![program.body.clone(), idler(program.origin)];
            program.body = interleaved(branches, program.origin)?;
        }
        Ok(())
    }
}
