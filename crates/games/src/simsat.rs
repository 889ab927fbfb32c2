//! SimSat: both players improve their strategies against each other until one of them wins
//! (Farzan and Kincaid, on whom papers/000, section 4.1, builds).
//!
//! A **skeleton** of a player is a tree of candidate terms: at the player's own blocks it branches
//! over finitely many terms, at the other player's blocks it takes whatever comes. Whether a
//! skeleton wins, with the right branch taken each time, is one question without quantifiers. Where
//! it loses, the model that shows it is made into terms for the other player by projection, and
//! these are added to that player's skeleton. A formula has finitely many such terms, so that this
//! ends.
//!
//! Unlike the computation of exact regions from the inside out, it looks only at what the other
//! player can do. Guards, which say when to take which branch, come last, from the winner's skeleton
//! alone.

use budget::Budget;
use evidence::strategy::{Case, Choice, Strategy};
use logic::{FreshNames, Model, Prenex, Quantifier, Substitution, Term, Value, Var};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::choices::{choose, model_terms};
use crate::divisions::without_divisions;

/// Terms for the variables of one block.
type Terms = Vec<Term>;

/// What a player may do from some block on.
#[derive(Clone, Debug)]
enum Tree {
    /// All blocks are done.
    Leaf,
    /// The player's own block: one of several choices.
    Own(Vec<(Terms, Tree)>),
    /// A block of the other player.
    Other(Box<Tree>),
}

impl Tree {
    /// Takes in the branches of another tree for the same blocks.
    fn merge(&mut self, other: Tree) {
        match (self, other) {
            (Tree::Own(branches), Tree::Own(more)) => {
                for (terms, tree) in more {
                    match branches.iter_mut().find(|(known, _)| *known == terms) {
                        Some((_, known)) => known.merge(tree),
                        None => branches.push((terms, tree)),
                    }
                }
            }
            (Tree::Other(next), Tree::Other(more)) => next.merge(*more),
            _ => {}
        }
    }
}

/// A node of a skeleton, as it is stored: the other player's variables have a copy at each node.
#[derive(Debug)]
enum Node {
    Leaf,
    Own(Vec<(Terms, usize)>),
    Other { copies: Vec<Var>, next: usize },
}

/// One player's skeleton, with a solver that knows when it loses.
struct Skeleton {
    player: Quantifier,
    nodes: Vec<Node>,
    /// Has a model if and only if the other player can avoid every leaf.
    solver: Solver,
}

/// The game, and the names that are left.
struct Game<'g> {
    prenex: &'g Prenex,
    names: FreshNames,
    budget: &'g Budget,
}

/// Decides a formula in prenex form, without ranges, by strategy improvement.
pub(crate) fn decide(prenex: &Prenex, budget: &Budget) -> Result<Strategy, Reason> {
    let mut names = FreshNames::new();
    names.avoid_term(prenex.matrix());
    for block in prenex.blocks() {
        block.vars.iter().for_each(|var| names.avoid(var.name));
    }
    let mut game = Game {
        prenex,
        names,
        budget,
    };
    let mut skeletons = [Quantifier::Exists, Quantifier::Forall].map(Skeleton::new);
    // Any first strategy will do: default values.
    let mut turn = 0;
    let first = game.default_tree(skeletons[turn].player, 0);
    skeletons[turn].add(&mut game, first)?;
    loop {
        budget.check().map_err(Reason::from)?;
        let Some(counter) = skeletons[turn].counter(&game)? else {
            let skeleton = &skeletons[turn];
            let choices = game.choices(skeleton.player, &skeleton.tree(0))?;
            return Ok(Strategy {
                winner: skeleton.player,
                choices,
            });
        };
        turn = 1 - turn;
        skeletons[turn].add(&mut game, counter)?;
    }
}

impl Game<'_> {
    /// What the player wants of the matrix.
    fn wanted(&self, player: Quantifier) -> Term {
        match player {
            Quantifier::Exists => self.prenex.matrix().clone(),
            Quantifier::Forall => Term::not(self.prenex.matrix().clone()),
        }
    }

    fn default_tree(&self, player: Quantifier, depth: usize) -> Tree {
        let Some(block) = self.prenex.blocks().get(depth) else {
            return Tree::Leaf;
        };
        let next = self.default_tree(player, depth + 1);
        if block.quantifier == player {
            let values = block.vars.iter().map(|var| Value::default_of(&var.sort));
            Tree::Own(vec![(values.map(Term::value).collect(), next)])
        } else {
            Tree::Other(Box::new(next))
        }
    }

    /// The winner's choices for each of its blocks. A branch is guarded by the region in which it
    /// wins, so that the first branch whose guard holds is right on whatever path it was found.
    fn choices(&self, player: Quantifier, tree: &Tree) -> Result<Vec<Choice>, Reason> {
        let mut levels: Vec<Vec<(&Terms, &Tree)>> = vec![Vec::new(); self.prenex.blocks().len()];
        branches(tree, 0, &mut levels);
        let mut choices = Vec::new();
        for (depth, block) in self.prenex.blocks().iter().enumerate() {
            if block.quantifier != player {
                continue;
            }
            let level = &levels[depth];
            let mut cases: Vec<Case> = Vec::new();
            for (number, (terms, next)) in level.iter().enumerate() {
                let guard = if number + 1 == level.len() {
                    Term::top()
                } else {
                    let known: Substitution = block
                        .vars
                        .iter()
                        .cloned()
                        .zip(terms.iter().cloned())
                        .collect();
                    self.region(player, next, depth + 1, &known)?
                };
                cases.push(Case {
                    guard,
                    terms: (*terms).clone(),
                });
            }
            choices.push(Choice {
                vars: block.vars.clone(),
                cases,
            });
        }
        Ok(choices)
    }

    /// Where the tree, from its depth on, wins for the player, with some variables replaced.
    fn region(
        &self,
        player: Quantifier,
        tree: &Tree,
        depth: usize,
        known: &Substitution,
    ) -> Result<Term, Reason> {
        match tree {
            Tree::Leaf => {
                let won = self.wanted(player).substitute(known);
                Ok(without_divisions(&won).simplify())
            }
            Tree::Own(branches) => {
                let block = &self.prenex.blocks()[depth];
                let mut regions = Vec::new();
                for (terms, next) in branches {
                    let mut known = known.clone();
                    for (var, term) in block.vars.iter().zip(terms) {
                        let term = term.substitute(&known);
                        known.insert(var.clone(), term);
                    }
                    regions.push(self.region(player, next, depth + 1, &known)?);
                }
                Ok(Term::or(regions).simplify())
            }
            Tree::Other(next) => {
                let block = &self.prenex.blocks()[depth];
                let won = self.region(player, next, depth + 1, known)?;
                let lost = won.negated_nnf().simplify();
                let lost = choose(&block.vars, &lost, &Term::top(), self.budget)?;
                Ok(lost.region.negated_nnf().simplify())
            }
        }
    }
}

/// The branches at each depth.
fn branches<'t>(tree: &'t Tree, depth: usize, levels: &mut [Vec<(&'t Terms, &'t Tree)>]) {
    match tree {
        Tree::Leaf => {}
        Tree::Own(own) => {
            for (terms, next) in own {
                levels[depth].push((terms, next));
                branches(next, depth + 1, levels);
            }
        }
        Tree::Other(next) => branches(next, depth + 1, levels),
    }
}

impl Skeleton {
    fn new(player: Quantifier) -> Skeleton {
        Skeleton {
            player,
            nodes: Vec::new(),
            solver: Solver::new(Method::Incremental),
        }
    }

    /// Takes in a tree that starts at the outermost block.
    fn add(&mut self, game: &mut Game<'_>, tree: Tree) -> Result<(), Reason> {
        if self.nodes.is_empty() {
            self.grow(game, &tree, 0, &Substitution::new())?;
            return Ok(());
        }
        self.graft(game, 0, &tree, 0, &Substitution::new())
    }

    /// Adds the branches of a tree below a node; `path` says what stands for the variables so far.
    fn graft(
        &mut self,
        game: &mut Game<'_>,
        node: usize,
        tree: &Tree,
        depth: usize,
        path: &Substitution,
    ) -> Result<(), Reason> {
        match (tree, &self.nodes[node]) {
            (Tree::Other(more), Node::Other { copies, next }) => {
                let (next, vars) = (*next, &game.prenex.blocks()[depth].vars);
                let terms = copies.iter().map(Var::term);
                let path = extended(path, vars, terms);
                self.graft(game, next, more, depth + 1, &path)
            }
            (Tree::Own(more), Node::Own(_)) => {
                for (terms, tree) in more {
                    let vars = &game.prenex.blocks()[depth].vars;
                    let placed: Terms = terms.iter().map(|term| term.substitute(path)).collect();
                    let path = extended(path, vars, placed);
                    let known = match &self.nodes[node] {
                        Node::Own(branches) => branches.iter().find(|(known, _)| known == terms),
                        _ => None,
                    };
                    match known.map(|(_, next)| *next) {
                        Some(next) => self.graft(game, next, tree, depth + 1, &path)?,
                        None => {
                            let next = self.grow(game, tree, depth + 1, &path)?;
                            if let Node::Own(branches) = &mut self.nodes[node] {
                                branches.push((terms.clone(), next));
                            }
                        }
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A new node for a tree.
    fn grow(
        &mut self,
        game: &mut Game<'_>,
        tree: &Tree,
        depth: usize,
        path: &Substitution,
    ) -> Result<usize, Reason> {
        let place = self.nodes.len();
        self.nodes.push(Node::Leaf);
        let node = match tree {
            Tree::Leaf => {
                let wanted = game.wanted(self.player).substitute(path);
                let avoided = without_divisions(&Term::not(wanted));
                self.solver.assert(&avoided.simplify());
                Node::Leaf
            }
            Tree::Own(branches) => {
                let mut own = Vec::new();
                for (terms, tree) in branches {
                    let vars = &game.prenex.blocks()[depth].vars;
                    let placed: Terms = terms.iter().map(|term| term.substitute(path)).collect();
                    let path = extended(path, vars, placed);
                    own.push((terms.clone(), self.grow(game, tree, depth + 1, &path)?));
                }
                Node::Own(own)
            }
            Tree::Other(next) => {
                let vars = &game.prenex.blocks()[depth].vars;
                let copies: Vec<Var> = vars.iter().map(|var| game.names.fresh(var)).collect();
                let path = extended(path, vars, copies.iter().map(Var::term));
                let next = self.grow(game, next, depth + 1, &path)?;
                Node::Other { copies, next }
            }
        };
        self.nodes[place] = node;
        Ok(place)
    }

    /// A tree for the other player that beats every branch of this skeleton as it stands; `None`
    /// where this skeleton wins.
    fn counter(&mut self, game: &Game<'_>) -> Result<Option<Tree>, Reason> {
        let model = match self.solver.check(game.budget) {
            Outcome::Unsat(_) => return Ok(None),
            Outcome::Unknown(reason) => return Err(reason),
            Outcome::Sat(sat) => sat.model()?,
        };
        let (tree, _) = self.respond(game, 0, 0, &model, &mut Model::new())?;
        Ok(Some(tree))
    }

    /// How the other player answers from a node on, and a formula over the variables so far, true
    /// for their values on this path, under which the answer is right.
    fn respond(
        &self,
        game: &Game<'_>,
        node: usize,
        depth: usize,
        model: &Model,
        path: &mut Model,
    ) -> Result<(Tree, Term), Reason> {
        let other = self.player.dual();
        match &self.nodes[node] {
            Node::Leaf => Ok((Tree::Leaf, game.wanted(other))),
            Node::Own(branches) => {
                let vars = &game.prenex.blocks()[depth].vars;
                let mut merged: Option<Tree> = None;
                let mut formulas = Vec::new();
                for (terms, next) in branches {
                    let values: Vec<Value> = terms
                        .iter()
                        .map(|term| path.eval(term).map_err(undefined))
                        .collect::<Result<_, Reason>>()?;
                    for (var, value) in vars.iter().zip(values) {
                        path.set(var.clone(), value);
                    }
                    let (tree, formula) = self.respond(game, *next, depth + 1, model, path)?;
                    match &mut merged {
                        Some(merged) => merged.merge(tree),
                        None => merged = Some(tree),
                    }
                    let terms = vars.iter().cloned().zip(terms.iter().cloned()).collect();
                    formulas.push(formula.substitute(&terms));
                }
                let merged = merged.unwrap_or(Tree::Leaf);
                Ok((Tree::Other(Box::new(merged)), Term::and(formulas)))
            }
            Node::Other { copies, next } => {
                let vars = &game.prenex.blocks()[depth].vars;
                for (var, copy) in vars.iter().zip(copies) {
                    let value = model.get(copy).cloned();
                    let value = value.unwrap_or_else(|| Value::default_of(&var.sort));
                    path.set(var.clone(), value);
                }
                let (tree, formula) = self.respond(game, *next, depth + 1, model, path)?;
                let terms = model_terms(vars, &formula, path, &self.solver, game.budget)?;
                let own: Terms = vars
                    .iter()
                    .map(|var| match terms.get(var) {
                        Some(term) => term.clone(),
                        None => Term::value(Value::default_of(&var.sort)),
                    })
                    .collect();
                let formula = without_divisions(&formula.substitute(&terms)).simplify();
                Ok((Tree::Own(vec![(own, tree)]), formula))
            }
        }
    }

    /// The skeleton from a node on, as a tree.
    fn tree(&self, node: usize) -> Tree {
        match &self.nodes[node] {
            Node::Leaf => Tree::Leaf,
            Node::Other { next, .. } => Tree::Other(Box::new(self.tree(*next))),
            Node::Own(branches) => Tree::Own(
                branches
                    .iter()
                    .map(|(terms, next)| (terms.clone(), self.tree(*next)))
                    .collect(),
            ),
        }
    }
}

fn extended(
    path: &Substitution,
    vars: &[Var],
    terms: impl IntoIterator<Item = Term>,
) -> Substitution {
    let mut path = path.clone();
    for (var, term) in vars.iter().zip(terms) {
        path.insert(var.clone(), term);
    }
    path
}

fn undefined(error: logic::EvalError) -> Reason {
    Reason::Incomplete(format!("a term has no value: {error}"))
}
