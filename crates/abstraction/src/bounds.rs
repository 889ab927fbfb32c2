//! What a relation may compare each variable with.
//!
//! A counter that is compared with eight may stay below eight; that a character is compared with
//! forty says nothing about the counter. And what is given from outside and never changes is as it was
//! in the beginning: it may be anything, unless somebody has looked at it.

use std::collections::{BTreeMap, BTreeSet};

use logic::{FreeVars, Node, Op, Sort, Term, Value, Var};
use program::Function;
use program::function::Step;

/// What is known of the variables of two functions from their texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    constants: BTreeMap<Var, BTreeSet<Value>>,
    given: BTreeSet<Var>,
    signed: BTreeSet<Var>,
}

impl Bounds {
    pub(crate) fn of(functions: [&Function; 2]) -> Self {
        let mut bounds = Bounds::default();
        for function in functions {
            bounds.read(function);
        }
        bounds
    }

    /// The constants that a variable, or what it was computed from, is compared with or stays below.
    pub(crate) fn constants(&self, var: &Var) -> impl Iterator<Item = &Value> {
        self.constants.get(var).into_iter().flatten()
    }

    /// All constants that the functions compare something with, and that something stays below.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Value> {
        let all: BTreeSet<&Value> = self.constants.values().flatten().collect();
        all.into_iter()
    }

    /// Whether a variable is an input that its function never writes.
    pub(crate) fn is_given(&self, var: &Var) -> bool {
        self.given.contains(var)
    }

    /// Whether it may matter that a variable is not negative.
    pub(crate) fn has_sign(&self, var: &Var) -> bool {
        !self.is_given(var) || self.signed.contains(var)
    }

    /// Whether a comparison says no more than that an address that was given is not at the very end of
    /// memory.
    pub(crate) fn is_idle(&self, test: &Term) -> bool {
        let test = match test.op() {
            Some(Op::Not) => &test.children()[0],
            _ => test,
        };
        let (Some(Op::BvUlt | Op::BvUle | Op::Eq), [a, b]) = (test.op(), test.children()) else {
            return false;
        };
        let sides = [(a, b), (b, a)];
        sides.into_iter().any(|(var, constant)| {
            let given = var.as_var().is_some_and(|var| self.is_given(var));
            let extreme = match constant.as_value() {
                Some(Value::BitVec(bits)) => bits.signed().is_negative(),
                _ => false,
            };
            given && extreme && !var.as_var().is_some_and(|var| self.signed.contains(var))
        })
    }

    fn read(&mut self, function: &Function) {
        let mut free_vars = FreeVars::new();
        function.visit_terms(&mut |term| self.compare(term, &mut free_vars));
        let assigns = assigns(function);
        let written: BTreeSet<&Var> = assigns.iter().map(|(var, _)| *var).collect();
        let given = function.inputs.iter().filter(|var| !written.contains(var));
        self.given.extend(given.cloned());
        // What holds of a value holds where it goes.
        let mut limits = Vec::new();
        for (var, term) in &assigns {
            let Some(term) = term else { continue };
            let mut found = BTreeSet::new();
            constants(term, is_limit, &mut found);
            self.constants
                .entry((*var).clone())
                .or_default()
                .extend(found);
            limits.push((*var, free_vars.of(term)));
        }
        let mut is_growing = true;
        while std::mem::replace(&mut is_growing, false) {
            for (var, from) in &limits {
                let same = from.iter().filter(|it| it.sort == var.sort && it != var);
                let more: BTreeSet<Value> =
                    same.flat_map(|it| self.constants(it)).cloned().collect();
                let own = self.constants.entry((*var).clone()).or_default();
                let before = own.len();
                own.extend(more);
                is_growing |= own.len() > before;
            }
        }
    }

    /// Learns from the comparisons and signed operations in a term.
    fn compare(&mut self, term: &Term, free_vars: &mut FreeVars) {
        let mut open = vec![term.clone()];
        let mut seen = BTreeSet::new();
        while let Some(part) = open.pop() {
            if !seen.insert(part.clone()) {
                continue;
            }
            open.extend(part.children().iter().cloned());
            let signed = matches!(
                part.op(),
                Some(
                    Op::BvSlt
                        | Op::BvSle
                        | Op::SignExtend(_)
                        | Op::BvSdiv
                        | Op::BvSrem
                        | Op::BvAshr
                )
            );
            if signed {
                let vars = part.children().iter().filter_map(Term::as_var);
                self.signed.extend(vars.cloned());
            }
            let mut found = BTreeSet::new();
            for child in part.children() {
                if let Node::Const(value) = child.node()
                    && is_comparison(&part)
                {
                    found.insert(value.clone());
                }
            }
            if found.is_empty() {
                continue;
            }
            for var in free_vars.of(&part) {
                if !matches!(var.sort, Sort::Array(_)) {
                    self.constants
                        .entry(var)
                        .or_default()
                        .extend(found.iter().cloned());
                }
            }
        }
    }
}

fn is_comparison(term: &Term) -> bool {
    matches!(
        term.op(),
        Some(Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Le | Op::Lt | Op::Eq)
    )
}

/// Whether a term stays below its constant.
fn is_limit(term: &Term) -> bool {
    matches!(term.op(), Some(Op::BvUrem | Op::BvAnd))
}

/// The constants among the operands of some parts of a term.
fn constants(term: &Term, wanted: fn(&Term) -> bool, found: &mut BTreeSet<Value>) {
    let mut open = vec![term.clone()];
    let mut seen = BTreeSet::new();
    while let Some(part) = open.pop() {
        if !seen.insert(part.clone()) {
            continue;
        }
        for child in part.children() {
            match child.node() {
                Node::Const(value) if wanted(&part) => drop(found.insert(value.clone())),
                _ => open.push(child.clone()),
            }
        }
    }
}

/// What a function writes, and from what; nothing where the value comes from outside.
fn assigns(function: &Function) -> Vec<(&Var, Option<&Term>)> {
    let mut found = Vec::new();
    for block in &function.blocks {
        for (step, _) in &block.steps {
            match step {
                Step::Assign(var, term) => found.push((var, Some(term))),
                Step::Choose(var) => found.push((var, None)),
                Step::Event(event) => found.extend(event.results.iter().map(|var| (var, None))),
                Step::Assume(_) | Step::UndefinedIf(_) => {}
            }
        }
        let branches = block.end.branches().iter();
        let assigns = branches.flat_map(|branch| &branch.assigns);
        found.extend(assigns.map(|(var, term)| (var, Some(term))));
    }
    found
}

#[cfg(test)]
mod tests {
    use program::Origin;
    use program::function::{Block, BlockId, Branch, End};

    use super::*;

    /// `i` counts to eight, `c` is read from memory, and `p` is where from.
    fn function() -> Function {
        let word = |name: &str| Var::new(name, Sort::BitVec(64));
        let (i, c, p) = (word("i"), word("c"), word("p"));
        let memory = Var::new("m", Sort::array(Sort::BitVec(64), Sort::BitVec(64)));
        let number = |value: i64| Term::bit_vec(64, value);
        let app = |op, a: Term, b: Term| Term::app(op, vec![a, b]);
        let place = app(Op::BvAdd, p.term(), i.term());
        let goes_on = Term::and([
            app(Op::BvUlt, i.term(), number(8)),
            Term::not(Term::eq(c.term(), number(40))),
        ]);
        let branch = |condition: Term, to: u32, assigns: Vec<(Var, Term)>| Branch {
            condition,
            assigns,
            to: BlockId(to),
        };
        let next = app(Op::BvAdd, i.term(), number(1));
        let read = Step::Assign(c, Term::select(memory.term(), place));
        let block = |name: &str, steps: Vec<Step>, end: End| Block {
            name: name.into(),
            steps: steps
                .into_iter()
                .map(|step| (step, Origin::default()))
                .collect(),
            end,
            origin: Origin::default(),
            lines: None,
            must_progress: false,
            depth: 0,
        };
        let start = vec![branch(Term::top(), 1, vec![(i.clone(), number(0))])];
        let round = vec![
            branch(goes_on, 1, vec![(i, next)]),
            branch(Term::top(), 2, Vec::new()),
        ];
        let blocks = vec![
            block("entry", Vec::new(), End::Branch(start)),
            block("loop", vec![read], End::Branch(round)),
            block("out", Vec::new(), End::Return(Vec::new())),
        ];
        Function {
            name: "f".into(),
            inputs: vec![p, memory],
            blocks,
            origin: Origin::default(),
        }
    }

    #[test]
    fn variables_have_the_constants_that_they_are_compared_with() {
        let function = function();
        let bounds = Bounds::of([&function, &function]);
        let constants = |name: &str| {
            let var = Var::new(name, Sort::BitVec(64));
            bounds.constants(&var).cloned().collect::<Vec<Value>>()
        };
        let number = |value: i64| Value::BitVec(logic::BitVec::new(64, &value.into()));
        assert_eq!(constants("i"), [number(8)]);
        assert!(constants("c").contains(&number(40)));
        assert!(constants("p").is_empty());
    }

    #[test]
    fn what_is_never_written_is_given() {
        let function = function();
        let bounds = Bounds::of([&function, &function]);
        let var = |name: &str| Var::new(name, Sort::BitVec(64));
        assert!(bounds.is_given(&var("p")) && !bounds.is_given(&var("i")));
        let extreme = Term::bit_vec(64, -2);
        let test = |name: &str| Term::app(Op::BvUlt, vec![var(name).term(), extreme.clone()]);
        assert!(bounds.is_idle(&test("p")) && !bounds.is_idle(&test("i")));
    }
}
