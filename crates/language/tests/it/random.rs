//! Random numbers and random trees, the same on every run.

mod systems;

use language::Span;
use language::syntax::{
    Argument, Arm, BinaryOp, Binder, Block, Claim, Clause, ClauseKind, Composed, Composition,
    CompositionKind, Condition, Constant, Count, Declaration, Enumeration, Expr, ExprKind, File,
    Function, Import, ImportedFunction, Item, Name, NetworkClaim, Operand, Parameter, Program,
    Relation, Sharing, Statement, StatementKind, Type, TypeKind, UnaryOp, Verdict,
};
use logic::{Integer, Quantifier, Rational, Symbol};

/// SplitMix64: small, good enough, and fixed for ever.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn some<T>(
        &mut self,
        least: usize,
        most: usize,
        mut make: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.chance(2) {
            Some(make(self))
        } else {
            None
        }
    }
}

/// Declarations of all names that occur, each of another type.
pub(crate) const DECLARATIONS: &str = "
    enum by { for, blue }
    const proved: array<int, 0..=3>;
    fn simulated(int) -> int;
    program declared(n: int) {
        var x: int; var y: bool; var a_long_name: real; var _: array<int, int>; var X9: 0..=3;
        shared var safe: by;
    }";

const NOWHERE: Span = Span { start: 0, end: 0 };

const LEVELS: [&[BinaryOp]; 6] = [
    &[BinaryOp::Implies],
    &[BinaryOp::Or],
    &[BinaryOp::And],
    &[
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessOrEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterOrEqual,
    ],
    &[BinaryOp::Add, BinaryOp::Subtract],
    &[BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Remainder],
];

pub(crate) fn file(random: &mut Random) -> File {
    File {
        items: random.some(0, 5, item),
    }
}

/// One of a few names, so that some of them are declared in [`DECLARATIONS`] and fit.
fn name(random: &mut Random) -> Name {
    // Words that are names everywhere but in a claim are names here as well.
    let names = [
        "x",
        "y",
        "n",
        "a_long_name",
        "_",
        "X9",
        "safe",
        "by",
        "for",
        "proved",
        "simulated",
    ];
    Name {
        text: Symbol::new(random.pick(&names)),
        span: NOWHERE,
    }
}

fn item(random: &mut Random) -> Item {
    let span = NOWHERE;
    match random.below(8) {
        6 => Item::System(systems::system(random)),
        7 => Item::Import(Import {
            path: random.pick(&["s.ll", "../folder/t.ll", ""]).to_owned(),
            path_span: span,
            alias: name(random),
            span,
        }),
        4 => Item::Composed(Composed {
            name: name(random),
            whole: composition(random, 3),
            span,
        }),
        0 => Item::Enumeration(Enumeration {
            name: name(random),
            variants: random.some(0, 30, name),
            span,
        }),
        1 => Item::Constant(Constant {
            name: name(random),
            ty: ty(random, 2),
            condition: random.maybe(|random| expr(random, 4)),
            span,
        }),
        2 => Item::Function(Function {
            name: name(random),
            parameters: random.some(0, 3, |random| ty(random, 2)),
            result: ty(random, 2),
            span,
        }),
        3 => Item::Claim(Claim {
            name: name(random),
            relation: relation(random),
            clauses: random.some(0, 4, clause),
            span,
        }),
        _ => Item::Program(Program {
            name: name(random),
            parameters: random.some(0, 2, |random| Parameter {
                name: name(random),
                ty: ty(random, 2),
            }),
            body: block(random, 4),
            head: span,
        }),
    }
}

fn relation(random: &mut Random) -> Relation {
    match random.below(6) {
        5 => Relation::Refines(imported(random), imported(random)),
        0 => Relation::Simulated(operand(random), operand(random)),
        1 => Relation::Abstracted(operand(random), operand(random)),
        2 => Relation::Included(operand(random), operand(random)),
        3 if random.below(2) == 0 => Relation::Satisfies(operand(random), expr(random, 3)),
        3 if random.below(3) == 0 => Relation::SafeLeavingNothing(operand(random)),
        3 => Relation::Safe(operand(random)),
        4 if random.below(2) == 0 => Relation::Network(Box::new(NetworkClaim {
            whole: composition(random, 3),
            property: expr(random, 3),
            count: name(random),
            least: random.maybe(|random| 1 + random.below(9) as u32),
            invariant: random.maybe(name),
        })),
        _ => Relation::SafeFor(random.some(1, 3, operand)),
    }
}

fn imported(random: &mut Random) -> ImportedFunction {
    // Any text is the name of a function somewhere, words of the language among them.
    let functions = [
        "f",
        "while",
        "f.1",
        "1",
        "",
        "_ZN4core3fmt5Write9write_str17h00E",
    ];
    let function = Name {
        text: Symbol::new(random.pick(&functions)),
        span: NOWHERE,
    };
    ImportedFunction {
        import: name(random),
        function,
        span: NOWHERE,
    }
}

fn composition(random: &mut Random, depth: usize) -> Composition {
    let kind = match random.below(if depth == 0 { 1 } else { 7 }) {
        0 => CompositionKind::Program(Operand {
            arguments: Vec::new(),
            ..operand(random)
        }),
        1 => {
            let count = match random.below(2) {
                0 => Count::Number(1 + random.below(9) as u32),
                _ => Count::Any(name(random)),
            };
            CompositionKind::Power(Box::new(composition(random, depth - 1)), count)
        }
        2 => CompositionKind::Ring(Box::new(composition(random, depth - 1))),
        3 => {
            let names = random.some(1, 3, name);
            CompositionKind::Local(names, Box::new(composition(random, depth - 1)))
        }
        kind => {
            let parts = random.some(2, 3, |random| composition(random, depth - 1));
            match kind {
                4 => CompositionKind::Chain(parts),
                5 => CompositionKind::Parallel(parts),
                _ => CompositionKind::Synchronous(parts),
            }
        }
    };
    Composition {
        kind,
        span: NOWHERE,
    }
}

fn operand(random: &mut Random) -> Operand {
    // Without an alias, a program called `for` would make `safe for` of a program called `safe`.
    let program = Name {
        text: Symbol::new(random.pick(&["p", "q", "source"])),
        span: NOWHERE,
    };
    Operand {
        alias: random.maybe(name),
        program,
        arguments: random.some(0, 2, |random| Argument {
            name: random.maybe(name),
            value: expr(random, 2),
        }),
        span: NOWHERE,
    }
}

fn clause(random: &mut Random) -> Clause {
    let kind = match random.below(7) {
        5 => ClauseKind::Losing(random.some(0, 3, name)),
        6 => ClauseKind::Keeping(random.some(1, 3, name)),
        3 => ClauseKind::Matching(random.some(1, 3, |random| (name(random), name(random)))),
        4 => ClauseKind::Augmented(expr(random, 3)),
        0 => ClauseKind::Requires(expr(random, 4)),
        1 => ClauseKind::Ensures(expr(random, 4)),
        _ => {
            ClauseKind::Expect(random.pick(&[Verdict::Proved, Verdict::Refuted, Verdict::Unknown]))
        }
    };
    Clause {
        kind,
        span: NOWHERE,
    }
}

fn ty(random: &mut Random, depth: usize) -> Type {
    let kind = match random.below(if depth == 0 { 5 } else { 6 }) {
        0 => TypeKind::Int,
        1 => TypeKind::Bool,
        2 => TypeKind::Real,
        3 => TypeKind::Named(name(random).text),
        4 => TypeKind::Range(Box::new(bound(random, 2)), Box::new(bound(random, 2))),
        _ => TypeKind::Array(
            Box::new(ty(random, depth - 1)),
            Box::new(ty(random, depth - 1)),
        ),
    };
    Type {
        kind,
        span: NOWHERE,
    }
}

fn bound(random: &mut Random, depth: usize) -> Expr {
    let kind = match random.below(if depth == 0 { 1 } else { 4 }) {
        0 => ExprKind::Int(Integer::from(random.below(100) as i64)),
        1 => ExprKind::Unary(UnaryOp::Minus, Box::new(bound(random, depth - 1))),
        _ => {
            let ops = random.pick(&LEVELS[4..]);
            let rest = random.some(1, 2, |random| (random.pick(ops), bound(random, depth - 1)));
            ExprKind::Chain(Box::new(bound(random, depth - 1)), rest)
        }
    };
    Expr {
        kind,
        span: NOWHERE,
    }
}

pub(crate) fn expr(random: &mut Random, depth: usize) -> Expr {
    let smaller = |random: &mut Random| Box::new(expr(random, depth.saturating_sub(1)));
    let kind = match random.below(if depth == 0 { 6 } else { 16 }) {
        0 => ExprKind::Int(Integer::from(random.below(1000) as i64)),
        1 => {
            let text = format!("{}.{}", random.below(50), random.below(1000));
            ExprKind::Decimal(text.parse::<Rational>().unwrap())
        }
        2 => ExprKind::Bool(random.chance(2)),
        3 => ExprKind::Name(name(random).text),
        4 => ExprKind::Qualified(name(random), name(random)),
        5 => ExprKind::Variant(name(random), name(random)),
        6 => ExprKind::Index(smaller(random), smaller(random)),
        7 => ExprKind::Store(smaller(random), smaller(random), smaller(random)),
        8 => ExprKind::Call(
            name(random),
            random.some(0, 3, |random| expr(random, depth - 1)),
        ),
        9 => ExprKind::Unary(
            random.pick(&[UnaryOp::Not, UnaryOp::Minus]),
            smaller(random),
        ),
        10 => ExprKind::Conditional(smaller(random), smaller(random), smaller(random)),
        11 => {
            let binders = random.some(1, 2, |random| Binder {
                name: name(random),
                ty: ty(random, 1),
            });
            let quantifier = random.pick(&[Quantifier::Forall, Quantifier::Exists]);
            ExprKind::Quantified(quantifier, binders, smaller(random))
        }
        _ => {
            let level = random.below(LEVELS.len());
            let most = if level == 3 { 1 } else { 3 };
            let first = smaller(random);
            let rest = random.some(1, most, |random| {
                (random.pick(LEVELS[level]), expr(random, depth - 1))
            });
            ExprKind::Chain(first, rest)
        }
    };
    Expr {
        kind,
        span: NOWHERE,
    }
}

pub(crate) fn block(random: &mut Random, depth: usize) -> Block {
    Block {
        statements: random.some(0, 4, |random| statement(random, depth)),
        span: NOWHERE,
    }
}

fn condition(random: &mut Random) -> Condition {
    if random.chance(3) {
        Condition::Any
    } else {
        Condition::Formula(expr(random, 3))
    }
}

fn statement(random: &mut Random, depth: usize) -> Statement {
    let head = NOWHERE;
    let inner = |random: &mut Random| block(random, depth.saturating_sub(1));
    let kind = match random.below(if depth == 0 { 11 } else { 20 }) {
        0 => StatementKind::Declaration(Declaration {
            sharing: random.pick(&[Sharing::Local, Sharing::Shared]),
            name: name(random),
            ty: ty(random, 2),
            initial: random.maybe(|random| expr(random, 3)),
        }),
        1 => StatementKind::Justice(expr(random, 3)),
        2 => StatementKind::Compassion(expr(random, 3), expr(random, 3)),
        3 if random.below(2) == 0 => StatementKind::Open(random.some(1, 3, name)),
        3 => StatementKind::Observe(random.some(1, 3, name)),
        4 => StatementKind::Assign {
            target: name(random),
            indices: random.some(0, 2, |random| expr(random, 2)),
            value: expr(random, 4),
        },
        5 => StatementKind::Havoc {
            target: name(random),
            condition: random.maybe(|random| expr(random, 3)),
        },
        6 => StatementKind::Send {
            value: expr(random, 3),
            channel: expr(random, 3),
        },
        7 => StatementKind::Receive {
            target: name(random),
            channel: expr(random, 3),
        },
        8 => StatementKind::Assume(expr(random, 4)),
        9 => StatementKind::Assert(expr(random, 4)),
        10 => StatementKind::Skip,
        11 | 12 => StatementKind::If {
            arms: random.some(1, 3, |random| Arm {
                condition: condition(random),
                body: inner(random),
                head,
            }),
            otherwise: random.maybe(inner),
        },
        13 => StatementKind::While {
            condition: condition(random),
            invariant: random.maybe(|random| Box::new(systems::labelled(random))),
            body: inner(random),
        },
        14 => StatementKind::Loop(inner(random)),
        15 => StatementKind::Choose(random.some(1, 3, inner)),
        16 => StatementKind::Par(random.some(1, 3, inner)),
        17 => StatementKind::Parfor {
            id: name(random),
            low: expr(random, 2),
            high: expr(random, 2),
            body: inner(random),
        },
        18 => StatementKind::Atomic(inner(random)),
        _ => StatementKind::Block(inner(random)),
    };
    Statement { kind, head }
}
