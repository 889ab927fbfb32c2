//! Programs as trees: random ones, slightly changed ones, and their text in the Tandem language.

use std::fmt::Write;

use crate::Rng;

/// Variables are x0, x1, …, each of the range 0..=TOP.
pub const TOP: i64 = 2;
/// How many variables there are.
pub const VARS: usize = 3;
/// The variable that parallel parts may share.
pub(crate) const SHARED: usize = 0;

/// Integer expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Expr {
    Lit(i64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
}

/// Conditions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Cond {
    True,
    Eq(Expr, Expr),
    Lt(Expr, Expr),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
}

/// Statements, with the meaning that the language's reference gives them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stmt {
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

/// What a random program may contain.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Shape {
    pub communicates: bool,
    pub asserts: bool,
    pub parallel: bool,
}

impl Expr {
    /// The text, variables with a prefix.
    #[must_use]
    pub fn text(&self, prefix: &str) -> String {
        match self {
            Expr::Lit(value) => value.to_string(),
            Expr::Var(var) => format!("{prefix}x{var}"),
            Expr::Add(a, b) => format!("({} + {})", a.text(prefix), b.text(prefix)),
            Expr::Sub(a, b) => format!("({} - {})", a.text(prefix), b.text(prefix)),
        }
    }

    /// A random one.
    pub fn random(rng: &mut Rng, vars: &[usize]) -> Expr {
        match rng.below(6) {
            0 | 1 => Expr::Lit(i64::from(rng.below(TOP as u32 + 1))),
            2 | 3 => Expr::Var(vars[rng.below(vars.len() as u32) as usize]),
            4 => Expr::Add(Box::new(Expr::random(rng, vars)), Box::new(Expr::Lit(1))),
            _ => Expr::Sub(
                Box::new(Expr::random(rng, vars)),
                Box::new(Expr::random(rng, vars)),
            ),
        }
    }
}

impl Cond {
    /// The text, variables with a prefix.
    #[must_use]
    pub fn text(&self, prefix: &str) -> String {
        match self {
            Cond::True => "true".to_owned(),
            Cond::Eq(a, b) => format!("{} == {}", a.text(prefix), b.text(prefix)),
            Cond::Lt(a, b) => format!("{} < {}", a.text(prefix), b.text(prefix)),
            Cond::Not(a) => format!("!({})", a.text(prefix)),
            Cond::And(a, b) => format!("({}) && ({})", a.text(prefix), b.text(prefix)),
        }
    }

    /// A random one.
    pub fn random(rng: &mut Rng, vars: &[usize]) -> Cond {
        match rng.below(8) {
            0 => Cond::True,
            1..=3 => Cond::Eq(Expr::random(rng, vars), Expr::random(rng, vars)),
            4 | 5 => Cond::Lt(Expr::random(rng, vars), Expr::random(rng, vars)),
            6 => Cond::Not(Box::new(Cond::random(rng, vars))),
            _ => Cond::And(
                Box::new(Cond::random(rng, vars)),
                Box::new(Cond::random(rng, vars)),
            ),
        }
    }
}

impl Stmt {
    /// A random one.
    pub fn random(rng: &mut Rng, depth: u32, vars: &[usize], shape: Shape) -> Stmt {
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
                // Each part gets variables of its own, and sometimes both get the shared one.
                let (left, right) = vars.split_at(1);
                let mut right = right.to_vec();
                if left == [SHARED] && rng.chance(40) {
                    right.push(SHARED);
                }
                Stmt::Par(vec![
                    Stmt::random(rng, depth - 1, left, shape),
                    Stmt::random(rng, depth - 1, &right, shape),
                ])
            }
            19 if shape.parallel => {
                let sequential = Shape {
                    parallel: false,
                    ..shape
                };
                Stmt::Atomic(Box::new(Stmt::random(rng, depth - 1, vars, sequential)))
            }
            _ => Stmt::Assign(var(rng), Expr::random(rng, vars)),
        }
    }

    /// The same statement with one place changed.
    pub fn mutate(&self, rng: &mut Rng, vars: &[usize], shape: Shape) -> Stmt {
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
                Stmt::If(
                    condition.clone(),
                    Box::new(list[0].clone()),
                    Box::new(list[1].clone()),
                )
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

    /// What stands in an atomic block, without it.
    #[must_use]
    pub fn opened(&self) -> Stmt {
        match self {
            Stmt::Atomic(body) => (**body).clone(),
            other => other.clone(),
        }
    }

    /// Writes the text.
    pub fn text(&self, indent: usize, out: &mut String) {
        let pad = "    ".repeat(indent);
        let block = |body: &Stmt, out: &mut String| {
            out.push_str("{\n");
            body.text(indent + 1, out);
            write!(out, "{pad}}}").expect("writing to a string cannot fail");
        };
        match self {
            Stmt::Skip => writeln!(out, "{pad}skip;").expect("writing to a string cannot fail"),
            Stmt::Assign(var, value) => writeln!(out, "{pad}x{var} = {};", value.text(""))
                .expect("writing to a string cannot fail"),
            Stmt::Havoc(var, condition) => {
                writeln!(out, "{pad}havoc x{var} where {};", condition.text(""))
                    .expect("writing to a string cannot fail");
            }
            Stmt::Send(value, channel) => {
                writeln!(out, "{pad}send {} on {channel};", value.text(""))
                    .expect("writing to a string cannot fail");
            }
            Stmt::Receive(var, channel) => {
                writeln!(out, "{pad}receive x{var} on {channel};")
                    .expect("writing to a string cannot fail");
            }
            Stmt::Assume(condition) => writeln!(out, "{pad}assume {};", condition.text(""))
                .expect("writing to a string cannot fail"),
            Stmt::Assert(condition) => writeln!(out, "{pad}assert {};", condition.text(""))
                .expect("writing to a string cannot fail"),
            Stmt::Seq(list) => list.iter().for_each(|stmt| stmt.text(indent, out)),
            Stmt::If(condition, a, b) => {
                write!(out, "{pad}if ({}) ", condition.text(""))
                    .expect("writing to a string cannot fail");
                block(a, out);
                out.push_str(" else ");
                block(b, out);
                out.push('\n');
            }
            Stmt::While(condition, body) => {
                write!(out, "{pad}while ({}) ", condition.text(""))
                    .expect("writing to a string cannot fail");
                block(body, out);
                out.push('\n');
            }
            Stmt::WhileStar(body) => {
                write!(out, "{pad}while (*) ").expect("writing to a string cannot fail");
                block(body, out);
                out.push('\n');
            }
            Stmt::Choose(list) | Stmt::Par(list) => {
                let (word, between) = if matches!(self, Stmt::Par(_)) {
                    ("par", "||")
                } else {
                    ("choose", "or")
                };
                write!(out, "{pad}{word} ").expect("writing to a string cannot fail");
                for (position, branch) in list.iter().enumerate() {
                    if position > 0 {
                        write!(out, " {between} ").expect("writing to a string cannot fail");
                    }
                    block(branch, out);
                }
                out.push('\n');
            }
            Stmt::Atomic(body) => {
                write!(out, "{pad}atomic ").expect("writing to a string cannot fail");
                block(body, out);
                out.push('\n');
            }
            Stmt::Locked(_) => unreachable!("only a running program is locked"),
        }
    }
}
