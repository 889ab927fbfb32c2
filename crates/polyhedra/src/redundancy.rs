//! Constraints without redundancy, by linear programming alone.

use logic::Integer;

use crate::row::Row;
use crate::simplex::Program;
use crate::system::{System, echelon, reduced};

fn sparse(row: &Row) -> Vec<(usize, Integer)> {
    row.support()
        .map(|column| (column, row.get(column)))
        .collect()
}

/// The canonical constraints of a polyhedron; `None` where it is empty.
pub(crate) fn minimise(columns: usize, system: System) -> Option<System> {
    let mut system = substitute(system)?;
    let mut program = Program::new(columns, &system)?;
    let mut implicit = Vec::new();
    for (number, row) in system.rays.iter().enumerate() {
        if !program.is_strict(number)
            && program
                .maximise(&sparse(row))
                .is_some_and(|value| value.is_zero())
        {
            implicit.push(row.clone());
        }
    }
    if !implicit.is_empty() {
        system.lines.append(&mut implicit);
        system = substitute(system)?;
        program = Program::new(columns, &system)?;
    }
    let mut numbers = 0..system.rays.len();
    system.rays.retain(|_| {
        !numbers
            .next()
            .is_some_and(|number| program.drop_redundant(number))
    });
    Some(system.canonical())
}

/// The equalities in echelon form and put into the inequalities; what is left without a dimension
/// is dropped where it is true. `None` where it is false.
pub(crate) fn substitute(system: System) -> Option<System> {
    let lines = echelon(system.lines);
    let constant = |row: &Row| row.support().all(|column| column == 0);
    if lines.iter().any(constant) {
        return None;
    }
    let mut rays: Vec<Row> = system.rays.iter().map(|row| reduced(row, &lines)).collect();
    if rays.iter().any(|row| constant(row) && row.sign(0).is_lt()) {
        return None;
    }
    rays.retain(|row| !constant(row));
    rays.sort_unstable();
    rays.dedup();
    Some(System { lines, rays })
}

/// The constraints that the other dimensions have for some value of the dimension of `column`, by
/// Fourier and Motzkin. Where the combinations are more than `limit`, they are left out, and the
/// result allows more.
pub(crate) fn eliminate(column: usize, mut system: System, limit: usize) -> System {
    if let Some(position) = system.lines.iter().position(|row| !row.is_zero_at(column)) {
        let pivot = system.lines.remove(position);
        let put_in = |rows: &[Row]| {
            rows.iter()
                .map(|row| row.eliminated(column, &pivot))
                .collect()
        };
        return System {
            lines: put_in(&system.lines),
            rays: put_in(&system.rays),
        };
    }
    let (uses, mut rays): (Vec<Row>, Vec<Row>) = system
        .rays
        .into_iter()
        .partition(|row| !row.is_zero_at(column));
    let (lower, upper): (Vec<Row>, Vec<Row>) =
        uses.into_iter().partition(|row| row.sign(column).is_gt());
    if lower.len() * upper.len() <= limit {
        for low in &lower {
            rays.extend(upper.iter().map(|up| low.eliminated(column, up)));
        }
    }
    System {
        lines: system.lines,
        rays,
    }
}
