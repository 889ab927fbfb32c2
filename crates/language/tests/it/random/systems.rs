//! Random systems of processes.

use language::syntax::{
    Input, LabelledFormula, Process, ProcessStatement, Reduction, Statement, StatementKind, System,
};

use super::{NOWHERE, Random, block, expr, name, ty};

pub(super) fn system(random: &mut Random) -> System {
    System {
        name: name(random),
        inputs: random.some(0, 2, |random| Input {
            name: name(random),
            ty: ty(random, 2),
            condition: random.maybe(|random| expr(random, 3)),
        }),
        processes: random.some(0, 2, process),
        head: NOWHERE,
        span: NOWHERE,
    }
}

fn process(random: &mut Random) -> Process {
    let mut body = block(random, 3);
    for statement in random.some(0, 4, process_statement) {
        let at = random.below(body.statements.len() + 1);
        body.statements.insert(at, statement);
    }
    Process {
        name: name(random),
        count: random.maybe(|random| expr(random, 1)),
        body,
        head: NOWHERE,
    }
}

/// A formula with a label or without one.
pub(super) fn labelled(random: &mut Random) -> LabelledFormula {
    LabelledFormula {
        label: random.maybe(name),
        formula: expr(random, 3),
    }
}

/// What only a process can do.
fn process_statement(random: &mut Random) -> Statement {
    let statement = match random.below(7) {
        0 => ProcessStatement::Send {
            value: expr(random, 3),
            to: expr(random, 2),
            tag: random.maybe(|random| expr(random, 2)),
        },
        1 => ProcessStatement::Receive {
            target: name(random),
            from: random.maybe(|random| expr(random, 2)),
            tag: random.maybe(|random| expr(random, 2)),
        },
        2 => ProcessStatement::Barrier,
        3 => ProcessStatement::Broadcast {
            target: name(random),
            root: expr(random, 2),
        },
        4 => ProcessStatement::Reduce {
            value: expr(random, 3),
            op: random.pick(&Reduction::ALL),
            target: name(random),
            root: random.maybe(|random| expr(random, 2)),
        },
        5 => ProcessStatement::CollectiveAssert(labelled(random)),
        _ => ProcessStatement::Output(random.some(1, 3, name)),
    };
    Statement {
        kind: StatementKind::Process(Box::new(statement)),
        head: NOWHERE,
    }
}
