//! Functions for tests, written as statements.

#![allow(dead_code, reason = "each test file uses a part")]

use abstraction::Question;
use budget::Budget;
use checker::Established;
use evidence::abstraction::Refinement;
use logic::{Op, Sort, Term, Var};
use program::function::{Block, BlockId, Branch, End, Event, Observed, Step};
use program::{Function, Origin};

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Assign(Var, Term),
    If(Term, Vec<Stmt>, Vec<Stmt>),
    While(Term, Vec<Stmt>),
    /// A loop that tests at its end.
    DoWhile(Vec<Stmt>, Term),
    Event(&'static str, Vec<Term>, Vec<Var>),
    Choose(Var),
    UndefinedIf(Term),
    /// Drops the run where the formula does not hold.
    Assume(Term),
    Return(Vec<Term>),
}

pub(crate) fn var(name: &str) -> Var {
    Var::new(name, Sort::BitVec(WIDTH))
}

pub(crate) const WIDTH: u32 = 8;

pub(crate) fn x(name: &str) -> Term {
    var(name).term()
}

pub(crate) fn c(value: i64) -> Term {
    Term::bit_vec(WIDTH, value)
}

pub(crate) fn op(op: Op, a: Term, b: Term) -> Term {
    Term::app(op, vec![a, b])
}

pub(crate) fn add(a: Term, b: Term) -> Term {
    op(Op::BvAdd, a, b)
}

pub(crate) fn sub(a: Term, b: Term) -> Term {
    op(Op::BvSub, a, b)
}

pub(crate) fn mul(a: Term, b: Term) -> Term {
    op(Op::BvMul, a, b)
}

pub(crate) fn ult(a: Term, b: Term) -> Term {
    op(Op::BvUlt, a, b)
}

pub(crate) fn set(name: &str, value: Term) -> Stmt {
    Stmt::Assign(var(name), value)
}

/// The function with these inputs that runs the statements. It has a block of its own for its entry.
pub(crate) fn function(inputs: &[&str], body: &[Stmt]) -> Function {
    let mut builder = Builder::default();
    builder.open("entry");
    builder.jump_to_new("start");
    builder.statements(body);
    if builder.is_open() {
        builder.close(End::Return(Vec::new()));
    }
    Function {
        name: "f".into(),
        inputs: inputs.iter().map(|name| var(name)).collect(),
        blocks: builder.blocks.into_iter().map(Option::unwrap).collect(),
        origin: Origin::default(),
    }
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Option<Block>>,
    open: Option<(BlockId, Block)>,
}

impl Builder {
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId::at(self.blocks.len() - 1)
    }

    fn open(&mut self, name: &str) -> BlockId {
        let id = self.new_block();
        self.start(id, name);
        id
    }

    fn start(&mut self, id: BlockId, name: &str) {
        let block = Block {
            name: name.into(),
            steps: Vec::new(),
            end: End::Undefined,
            origin: Origin::default(),
            lines: None,
            must_progress: false,
            depth: 0,
        };
        self.open = Some((id, block));
    }

    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn close(&mut self, end: End) {
        let (id, mut block) = self.open.take().unwrap();
        block.end = end;
        self.blocks[id.index()] = Some(block);
    }

    fn jump_to_new(&mut self, name: &str) -> BlockId {
        let id = self.new_block();
        self.close(End::goto(id));
        self.start(id, name);
        id
    }

    fn step(&mut self, step: Step) {
        let (_, block) = self.open.as_mut().unwrap();
        block.steps.push((step, Origin::default()));
    }

    fn branch(&mut self, condition: Term, then: BlockId, otherwise: BlockId) {
        let to = |condition, to| Branch {
            condition,
            assigns: Vec::new(),
            to,
        };
        self.close(End::Branch(vec![
            to(condition, then),
            to(Term::top(), otherwise),
        ]));
    }

    fn statements(&mut self, body: &[Stmt]) {
        for statement in body {
            if !self.is_open() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assign(var, term) => self.step(Step::Assign(var.clone(), term.clone())),
            Stmt::Choose(var) => self.step(Step::Choose(var.clone())),
            Stmt::UndefinedIf(formula) => self.step(Step::UndefinedIf(formula.clone())),
            Stmt::Assume(formula) => self.step(Step::Assume(formula.clone())),
            Stmt::Event(name, arguments, results) => self.step(Step::Event(Event {
                name: (*name).into(),
                arguments: arguments.iter().cloned().map(Observed::defined).collect(),
                results: results.clone(),
                returns: false,
            })),
            Stmt::Return(values) => {
                let values = values.iter().cloned().map(Observed::defined).collect();
                self.close(End::Return(values));
            }
            Stmt::If(condition, then, otherwise) => {
                let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
                self.branch(condition.clone(), yes, no);
                for (id, body, name) in [(yes, then, "then"), (no, otherwise, "else")] {
                    self.start(id, name);
                    self.statements(body);
                    if self.is_open() {
                        self.close(End::goto(after));
                    }
                }
                self.start(after, "after");
            }
            Stmt::While(condition, body) => {
                let head = self.jump_to_new("head");
                let (inside, after) = (self.new_block(), self.new_block());
                self.branch(condition.clone(), inside, after);
                self.start(inside, "body");
                self.statements(body);
                if self.is_open() {
                    self.close(End::goto(head));
                }
                self.start(after, "exit");
            }
            Stmt::DoWhile(body, condition) => {
                let head = self.jump_to_new("head");
                self.statements(body);
                let after = self.new_block();
                if self.is_open() {
                    self.branch(condition.clone(), head, after);
                }
                self.start(after, "exit");
            }
        }
    }
}

/// Asks the engine and the checker.
pub(crate) fn verdict(specification: &Function, implementation: &Function) -> Option<Established> {
    let budget = Budget::unlimited().within(std::time::Duration::from_secs(60));
    let evidence = evidence(specification, implementation, &budget)?;
    Some(accepted(specification, implementation, &evidence))
}

/// Asks the engine.
pub(crate) fn evidence(
    specification: &Function,
    implementation: &Function,
    budget: &Budget,
) -> Option<Refinement> {
    let question = Question::new(specification, implementation);
    match abstraction::refine(&question, budget) {
        Ok(evidence) => Some(evidence),
        Err(reason) => {
            // Shown where a test fails.
            #[allow(clippy::print_stdout, reason = "for whoever reads a failure")]
            {
                println!("unknown: {reason}");
            }
            None
        }
    }
}

pub(crate) fn accepted(
    specification: &Function,
    implementation: &Function,
    evidence: &Refinement,
) -> Established {
    let budget = Budget::unlimited();
    let checked =
        checker::abstraction::check_refinement(specification, implementation, evidence, &budget);
    match checked {
        Ok(accepted) => accepted.verdict(),
        Err(rejected) => panic!("{rejected}\n{evidence:#?}"),
    }
}
