//! Random programs that communicate.
//!
//! A program is made event by event: a message, an exchange, a collective operation, each with what
//! every process does in it. All processes go through the events in one order; what is nonblocking is
//! completed at a later event. So nobody waits for ever, even if every send waits: take the process
//! that stands at the earliest event. A receive from anybody has a tag of its own. What is made like
//! this is right; a wild program is one of these with a few changes.

mod change;
mod dialogues;
mod emit;
mod groups;
mod messages;
mod rivals;
mod streams;
mod types;

use std::fmt::Write as _;

use random_programs::Rng;

use crate::code::{Code, reduce, text};
use emit::Maker;

/// What is known of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// It is right, by how it was made.
    Right,
    /// Nothing.
    Wild,
}

/// A program that communicates and shows at the end what it has seen.
#[derive(Clone, Debug)]
pub struct Case {
    /// For how many processes it is.
    pub processes: usize,
    /// What is known of it.
    pub style: Style,
    /// Whether all of its runs show the same, by how it was made.
    pub is_determined: bool,
    declarations: Vec<String>,
    body: Vec<Code>,
    slots: usize,
    /// The seeds of its events, and of the changes.
    events: Vec<Option<u64>>,
}

/// What a program does with what it has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<'v> {
    /// It prints that, where it runs.
    Plain,
    /// It claims that this is what was seen.
    Shows(&'v [i64]),
    /// It claims that this is not what was seen.
    ShowsNot(&'v [i64]),
}

/// The functions of a program outside of `main`.
pub const NAMES: &[&str] = &["give", "take", "mixed"];

const FUNCTIONS: &str = "\
static int give(const int *from, int count, int to, int tag) {
    MPI_Send(from, count, MPI_INT, to, tag, W);
    return count;
}
static int take(int *into, int count, int from, int tag) {
    MPI_Status status;
    int got = 0;
    MPI_Recv(into, count, MPI_INT, from, tag, W, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    return got;
}
static int mixed(int value, int by) {
    return (value * 3 + by) % 11;
}
";

impl Case {
    /// The program with this seed.
    #[must_use]
    pub fn random(seed: u64, style: Style) -> Case {
        let mut rng = Rng(seed);
        // The first numbers of neighbouring seeds should have nothing in common.
        rng.below(2);
        let processes = [2, 2, 2, 3, 3, 4][rng.below(6) as usize];
        let count = 1 + rng.below(3);
        let mut number = || u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX));
        let events: Vec<Option<u64>> = (0..count).map(|_| Some(number())).collect();
        let mut case = Case::of(processes, &events);
        if style == Style::Wild {
            case.style = Style::Wild;
            case.is_determined = false;
            let arrays: Vec<&str> = (case.declarations.iter())
                .filter(|it| !it.starts_with("MPI"))
                .filter_map(|it| it.split_once('[')?.0.rsplit(' ').next())
                .collect();
            for _ in 0..=rng.below(2) {
                change::change(&mut rng, &mut case.body, &arrays);
            }
        }
        case
    }

    /// The right program of some events.
    fn of(processes: usize, events: &[Option<u64>]) -> Case {
        Case {
            events: events.to_vec(),
            ..Maker::new(processes).program(events)
        }
    }

    /// Its C text.
    #[must_use]
    pub fn text(&self, end: End<'_>) -> String {
        let (slots, all) = (self.slots, self.slots * self.processes);
        let mut out = String::from(
            "#include <assert.h>\n#include <mpi.h>\n#include <stdbool.h>\n#include <stdint.h>\n\
             #define W MPI_COMM_WORLD\n",
        );
        out.push_str(FUNCTIONS);
        out.push_str("int main(int argc, char **argv) {\n");
        let _ = writeln!(out, "    long seen[{slots}] = {{0}}, all[{all}] = {{0}};");
        for declaration in &self.declarations {
            let _ = writeln!(out, "    {declaration}");
        }
        out.push_str(
            "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(W, &rank);\n    MPI_Comm_size(W, &size);\n",
        );
        out.push_str(&text(&self.body));
        let _ = writeln!(
            out,
            "    MPI_Gather(seen, {slots}, MPI_LONG, all, {slots}, MPI_LONG, 0, W);"
        );
        let equal = |values: &[i64]| {
            let each = values.iter().enumerate();
            let each: Vec<String> = each.map(|(at, it)| format!("all[{at}] == {it}")).collect();
            each.join(" && ")
        };
        let _ = match end {
            // Tandem has no use for what is printed.
            End::Plain => writeln!(
                out,
                "#ifndef __TANDEM__\n    if (rank == 0) judge_seen(all, {all});\n#endif"
            ),
            End::Shows(values) => writeln!(out, "    if (rank == 0) assert({});", equal(values)),
            End::ShowsNot(values) => {
                writeln!(out, "    if (rank == 0) assert(!({}));", equal(values))
            }
        };
        out.push_str("    MPI_Finalize();\n    return 0;\n}\n");
        out
    }

    /// A smaller program of which something stays true. One that is right stays right.
    pub fn reduced(&self, stays: &mut dyn FnMut(&Case) -> bool) -> Case {
        if self.style == Style::Right {
            return self.with_fewer_events(stays);
        }
        let with = |body: &[Code]| Case {
            body: body.to_vec(),
            ..self.clone()
        };
        with(&reduce(&self.body, &mut |body| stays(&with(body))))
    }

    /// Leaves out one event after the other.
    fn with_fewer_events(&self, stays: &mut dyn FnMut(&Case) -> bool) -> Case {
        let mut case = self.clone();
        for event in 0..self.events.len() {
            let mut events = case.events.clone();
            events[event] = None;
            let smaller = Case::of(self.processes, &events);
            if stays(&smaller) {
                case = smaller;
            }
        }
        case
    }

    /// The same program, of which nothing is taken for granted.
    #[must_use]
    pub fn doubted(&self) -> Case {
        Case {
            style: Style::Wild,
            is_determined: false,
            ..self.clone()
        }
    }
}
