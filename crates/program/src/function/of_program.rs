//! Programs of the Tandem language as functions: their variables are the inputs, and they return
//! nothing.

use std::collections::BTreeMap;

use logic::{Sort, Symbol, Term, Var};

use super::{Block, BlockId, Branch, End, Event, Function, Observed, Step};
use crate::{Cfg, CfgEdge, Command, Origin, Program};

/// A program cannot be written as a function.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{construct}")]
pub struct NoFunction {
    /// What stands in the way.
    pub construct: String,
    /// Where it stands.
    pub origin: Option<Origin>,
}

impl Function {
    /// The program as a function: its first block goes on at the program's entry, messages are
    /// events, a failing assertion is an event behind which the function returns, a guard that does
    /// not hold drops the run, and a choice between edges is a chosen value.
    ///
    /// # Errors
    /// Where the program has a `parfor`, variables of ranges, or too many parallel locations.
    pub fn of_program(program: &Program) -> Result<Function, NoFunction> {
        let unsupported = |construct: &str, origin| NoFunction {
            construct: construct.to_owned(),
            origin,
        };
        for variable in &program.variables {
            if variable.var.sort.has_range() {
                let what = "a variable of a finite range in a claim `abstracted by`";
                return Err(unsupported(what, Some(variable.origin)));
            }
        }
        let cfg = Cfg::of(&program.body).map_err(|error| unsupported(&error.to_string(), None))?;
        let mut made = Maker {
            blocks: Vec::new(),
            places: BTreeMap::new(),
            alias: program.name,
            picks: 0,
        };
        made.add("entry", program.origin);
        for location in cfg.locations() {
            let block = made.add(&format!("{location:?}"), program.origin);
            made.places.insert(location.index(), block);
        }
        made.blocks[0].end = End::goto(made.places[&cfg.entry().index()]);
        for location in cfg.locations() {
            let edges: Vec<&CfgEdge> = cfg.edges_from(location).map(|(_, edge)| edge).collect();
            let block = made.places[&location.index()];
            if location == cfg.exit() {
                made.blocks[block.index()].end = End::Return(Vec::new());
            } else {
                made.location(block, &edges)?;
            }
        }
        Ok(Function {
            name: program.name,
            inputs: program.variables.iter().map(|v| v.var.clone()).collect(),
            blocks: made.blocks,
            origin: program.origin,
        })
    }
}

struct Maker {
    blocks: Vec<Block>,
    places: BTreeMap<usize, BlockId>,
    alias: Symbol,
    picks: usize,
}

impl Maker {
    fn add(&mut self, name: &str, origin: Origin) -> BlockId {
        self.blocks.push(Block {
            name: name.into(),
            steps: Vec::new(),
            end: End::Undefined,
            origin,
            lines: None,
            must_progress: false,
            depth: 0,
        });
        BlockId::at(self.blocks.len() - 1)
    }

    fn step(&mut self, block: BlockId, step: Step, origin: Origin) {
        self.blocks[block.index()].steps.push((step, origin));
    }

    /// Writes the edges of a location into its block.
    fn location(&mut self, block: BlockId, edges: &[&CfgEdge]) -> Result<(), NoFunction> {
        match edges {
            // Nothing can be done: the run is over without having ended.
            [] => {
                self.step(block, Step::Assume(Term::bottom()), Origin::default());
                self.blocks[block.index()].end = End::goto(block);
                Ok(())
            }
            [edge] => self.edge(block, edge),
            [first, rest @ ..] => {
                let (condition, negation) = match (&first.command, rest) {
                    (Command::Guard(yes), [other]) => match &other.command {
                        Command::Guard(no) if *no == Term::not(yes.clone()) => (Some(yes), true),
                        _ => (None, false),
                    },
                    _ => (None, false),
                };
                let condition = match condition {
                    Some(condition) => condition.clone(),
                    None => {
                        let name = format!("{}.pick!{}", self.alias, self.picks);
                        self.picks += 1;
                        let pick = Var::new(name.as_str(), Sort::Bool);
                        self.step(block, Step::Choose(pick.clone()), first.origin);
                        pick.term()
                    }
                };
                let targets = match negation {
                    // Both guards are decided by the branch itself.
                    true => [
                        self.places[&first.to.index()],
                        self.places[&rest[0].to.index()],
                    ],
                    false => {
                        let names = ["choice", "otherwise"];
                        let targets = names.map(|name| self.add(name, first.origin));
                        self.edge(targets[0], first)?;
                        self.location(targets[1], rest)?;
                        targets
                    }
                };
                let branch = |condition, to| Branch {
                    condition,
                    assigns: Vec::new(),
                    to,
                };
                let branches = vec![
                    branch(condition, targets[0]),
                    branch(Term::top(), targets[1]),
                ];
                self.blocks[block.index()].end = End::Branch(branches);
                Ok(())
            }
        }
    }

    /// Writes an edge into a block.
    fn edge(&mut self, block: BlockId, edge: &CfgEdge) -> Result<(), NoFunction> {
        let event = |name: &str, arguments: Vec<Term>, results| {
            Step::Event(Event {
                name: name.into(),
                arguments: arguments.into_iter().map(Observed::defined).collect(),
                results,
                returns: false,
            })
        };
        let origin = edge.origin;
        let to = self.places[&edge.to.index()];
        self.blocks[block.index()].end = End::goto(to);
        match &edge.command {
            Command::Guard(formula) if formula.is_true() => {}
            Command::Guard(formula) => self.step(block, Step::Assume(formula.clone()), origin),
            Command::Assign(var, term) => {
                self.step(block, Step::Assign(var.clone(), term.clone()), origin);
            }
            Command::Havoc(var, formula) => {
                self.step(block, Step::Choose(var.clone()), origin);
                if !formula.is_true() {
                    self.step(block, Step::Assume(formula.clone()), origin);
                }
            }
            Command::Send { value, channel } => {
                let step = event("send", vec![channel.clone(), value.clone()], Vec::new());
                self.step(block, step, origin);
            }
            Command::Receive { var, channel } => {
                let step = event("receive", vec![channel.clone()], vec![var.clone()]);
                self.step(block, step, origin);
            }
            Command::Assert(formula) => {
                let fails = self.add("fails", origin);
                self.step(fails, event("fail", Vec::new(), Vec::new()), origin);
                // What is returned tells a failure from an end.
                let failed = Observed::defined(Term::top());
                self.blocks[fails.index()].end = End::Return(vec![failed]);
                let branch = |condition, to| Branch {
                    condition,
                    assigns: Vec::new(),
                    to,
                };
                let branches = vec![branch(formula.clone(), to), branch(Term::top(), fails)];
                self.blocks[block.index()].end = End::Branch(branches);
            }
            Command::Parfor(_) | Command::Mark(_) => {
                return Err(NoFunction {
                    construct: "`parfor` in a claim `abstracted by`".to_owned(),
                    origin: Some(origin),
                });
            }
        }
        Ok(())
    }
}
