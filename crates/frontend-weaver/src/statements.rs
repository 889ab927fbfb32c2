//! Statements, and the graphs they become.

use std::ops::Range;

use logic::{Sort, Term, Var};
use program::{Action, Command, Graph, GraphBuilder, Location, Origin};

use crate::Problem;
use crate::expressions::{expression, formula, of_sort};
use crate::scope::{Meaning, Scope};
use crate::sexpr::Sexpr;

/// Turns statements into graphs, and remembers where they stand.
pub(crate) struct Lowering<'a> {
    scope: &'a Scope,
    spans: Vec<Range<usize>>,
}

/// Where new locations lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between the statements of a thread, where others may take steps.
    Open,
    /// Inside an atomic block.
    Atomic,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(scope: &'a Scope) -> Self {
        Lowering {
            scope,
            // The default origin stands for the whole text.
            spans: std::iter::once(0..0).collect(),
        }
    }

    /// The places of the origins that were given out.
    pub(crate) fn spans(self) -> Vec<Range<usize>> {
        self.spans
    }

    /// A new origin.
    pub(crate) fn origin(&mut self, span: &Range<usize>) -> Origin {
        self.spans.push(span.clone());
        let number = u32::try_from(self.spans.len() - 1);
        Origin(number.expect("a text has fewer than 2^32 statements"))
    }

    /// The graph of statements that follow each other.
    pub(crate) fn graph(&mut self, statements: &[&Sexpr]) -> Result<Graph, Problem> {
        let mut builder = GraphBuilder::new();
        let (entry, exit) = (builder.entry(), builder.location());
        self.sequence(&mut builder, statements, entry, exit, Place::Open)?;
        Ok(builder.finish(exit))
    }

    fn sequence(
        &mut self,
        builder: &mut GraphBuilder,
        statements: &[&Sexpr],
        from: Location,
        to: Location,
        place: Place,
    ) -> Result<(), Problem> {
        let Some((last, before)) = statements.split_last() else {
            builder.command(from, Command::skip(), to, Origin::default());
            return Ok(());
        };
        let mut at = from;
        for statement in before {
            let next = location(builder, place);
            self.statement(builder, statement, at, next, place)?;
            at = next;
        }
        self.statement(builder, last, at, to, place)
    }

    fn statement(
        &mut self,
        builder: &mut GraphBuilder,
        statement: &Sexpr,
        from: Location,
        to: Location,
        place: Place,
    ) -> Result<(), Problem> {
        let Some(head) = statement.head() else {
            return Err(Problem::new(&statement.span, "expected a statement"));
        };
        let origin = self.origin(&statement.span);
        let parts: Vec<&Sexpr> = statement.arguments().iter().collect();
        match (head, parts.as_slice()) {
            ("assume", _) => {
                let formulas = parts.iter().map(|part| formula(part, self.scope));
                let guard = Term::and(formulas.collect::<Result<Vec<Term>, Problem>>()?);
                builder.command(from, Command::Guard(guard), to, origin);
            }
            ("set!", [target, value]) => {
                let var = self.variable(target)?;
                let value = of_sort(value, &var.sort, self.scope)?;
                builder.command(from, Command::Assign(var, value), to, origin);
            }
            ("store!", [target, index, value]) => {
                let var = self.variable(target)?;
                let Sort::Array(array) = &var.sort else {
                    return Err(Problem::new(&target.span, "only an array has elements"));
                };
                let index = of_sort(index, &array.index, self.scope)?;
                let value = of_sort(value, &array.element, self.scope)?;
                let stored = Term::store(var.term(), index, value);
                builder.command(from, Command::Assign(var.clone(), stored), to, origin);
            }
            ("havoc!", [_, ..]) => {
                let vars = parts.iter().map(|part| self.variable(part));
                let vars = vars.collect::<Result<Vec<Var>, Problem>>()?;
                let mut at = from;
                for (position, var) in vars.iter().enumerate() {
                    let is_last = position + 1 == vars.len();
                    let next = if is_last {
                        to
                    } else {
                        location(builder, place)
                    };
                    let command = Command::Havoc(var.clone(), Term::top());
                    builder.command(at, command, next, origin);
                    at = next;
                }
            }
            ("seq", _) => self.sequence(builder, &parts, from, to, place)?,
            ("atomic", _) => self.sequence(builder, &parts, from, to, Place::Atomic)?,
            ("par", [_, ..]) => {
                if place == Place::Atomic {
                    let message = "an atomic block cannot have parallel parts";
                    return Err(Problem::new(&statement.span, message));
                }
                let branches = parts.iter().map(|part| self.graph(&[part]));
                let branches = branches.collect::<Result<Vec<Graph>, Problem>>()?;
                builder.edge(from, Action::Par(branches), to, origin);
            }
            ("cond", [_, ..]) => {
                for part in &parts {
                    self.statement(builder, part, from, to, place)?;
                }
            }
            ("loop", body) => {
                let head = location(builder, place);
                builder.command(from, Command::skip(), head, origin);
                self.sequence(builder, body, head, head, place)?;
                builder.command(head, Command::skip(), to, origin);
            }
            ("while", [condition, body @ ..]) => {
                let condition = formula(condition, self.scope)?;
                let (head, inside) = (location(builder, place), location(builder, place));
                builder.command(from, Command::skip(), head, origin);
                builder.command(head, Command::Guard(condition.clone()), inside, origin);
                self.sequence(builder, body, inside, head, place)?;
                builder.command(head, Command::Guard(Term::not(condition)), to, origin);
            }
            ("if", [condition, then]) => {
                self.branch(builder, condition, &[then], (from, to), place, origin)?;
                let otherwise = Term::not(formula(condition, self.scope)?);
                builder.command(from, Command::Guard(otherwise), to, origin);
            }
            ("if", [condition, then, otherwise]) => {
                self.branch(builder, condition, &[then], (from, to), place, origin)?;
                let inside = location(builder, place);
                let refuted = Term::not(formula(condition, self.scope)?);
                builder.command(from, Command::Guard(refuted), inside, origin);
                self.statement(builder, otherwise, inside, to, place)?;
            }
            ("set!" | "store!" | "havoc!" | "par" | "cond" | "while" | "if", _) => {
                let message = format!("`{head}` does not take {} parts", parts.len());
                return Err(Problem::new(&statement.span, message));
            }
            _ => {
                let message = format!("there is no statement `{head}`");
                let hint = "the statements are `assume`, `set!`, `store!`, `havoc!`, `seq`, \
                            `atomic`, `par`, `cond`, `loop`, `while` and `if`";
                return Err(Problem::new(&statement.span, message).hint(hint));
            }
        }
        Ok(())
    }

    fn branch(
        &mut self,
        builder: &mut GraphBuilder,
        condition: &Sexpr,
        then: &[&Sexpr],
        (from, to): (Location, Location),
        place: Place,
        origin: Origin,
    ) -> Result<(), Problem> {
        let inside = location(builder, place);
        let guard = formula(condition, self.scope)?;
        builder.command(from, Command::Guard(guard), inside, origin);
        self.sequence(builder, then, inside, to, place)
    }

    fn variable(&self, written: &Sexpr) -> Result<Var, Problem> {
        let name = written.atom().unwrap_or_default();
        match self.scope.meaning(name) {
            Some(Meaning::Variable(var)) => Ok(var.clone()),
            Some(Meaning::Function(_)) => {
                let message = format!("`{name}` is a function and cannot be written");
                Err(Problem::new(&written.span, message).hint("use an `Array` instead"))
            }
            None => match expression(written, self.scope) {
                Ok(_) => Err(Problem::new(
                    &written.span,
                    "only a variable can be written",
                )),
                Err(problem) => Err(problem),
            },
        }
    }
}

fn location(builder: &mut GraphBuilder, place: Place) -> Location {
    match place {
        Place::Open => builder.location(),
        Place::Atomic => builder.atomic_location(),
    }
}
