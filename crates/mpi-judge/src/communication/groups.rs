//! Collective operations.

use super::emit::Maker;
use super::types::{INT, Type};
use crate::code::Code;

/// A collective operation with its arrays, as a process of some rank calls it.
struct Call {
    /// The arguments, without request.
    name: &'static str,
    arguments: Vec<String>,
    before: Vec<Code>,
    /// What each process may look at afterwards.
    results: Vec<Vec<String>>,
}

impl Maker {
    /// A blocking collective operation.
    pub(super) fn group(&mut self) {
        let call = self.collective();
        let mut each = Vec::new();
        for rank in 0..self.processes {
            let mut codes = call.before.clone();
            let arguments = &call.arguments[rank];
            codes.push(Code::line(format!("MPI_{}({arguments});", call.name)));
            each.push(codes);
        }
        self.emit(each);
        let shown = self.results(&call);
        self.emit(shown);
    }

    /// A nonblocking one.
    pub(super) fn begun_group(&mut self) {
        let Some(request) = self.request() else {
            return self.group();
        };
        let call = self.collective();
        let first = call.name[..1].to_lowercase();
        let name = format!("MPI_I{first}{}", &call.name[1..]);
        let mut each = Vec::new();
        for rank in 0..self.processes {
            let mut codes = call.before.clone();
            let arguments = &call.arguments[rank];
            codes.push(Code::line(format!("{name}({arguments}, &q[{request}]);")));
            each.push(codes);
        }
        self.emit(each);
        let shown = self.results(&call);
        for (rank, after) in shown.into_iter().enumerate() {
            self.begun(rank, request, after);
        }
    }

    fn results(&mut self, call: &Call) -> Vec<Vec<Code>> {
        let mut each = Vec::new();
        for rank in 0..self.processes {
            let mut codes = Vec::new();
            for value in &call.results[rank] {
                if self.rng.chance(60) {
                    codes.extend(self.show(rank, value));
                }
            }
            each.push(codes);
        }
        each
    }

    fn collective(&mut self) -> Call {
        match self.rng.below(16) {
            0 => Call {
                name: "Barrier",
                arguments: vec!["W".to_owned(); self.processes],
                before: Vec::new(),
                results: vec![Vec::new(); self.processes],
            },
            1 | 2 => self.broadcast(),
            3..=7 => self.reduction(),
            8..=10 => self.gathering(),
            11 | 12 => self.scattering(),
            13 if self.rng.chance(40) => self.shared_reduction(),
            13 => self.placed_reduction(),
            _ => self.everybody(),
        }
    }

    fn broadcast(&mut self) -> Call {
        let ty = Type::random(&mut self.rng);
        let count = 1 + self.rng.below(2) as usize;
        let a = self.array('a', ty, count);
        let root = self.written_root();
        Call {
            name: "Bcast",
            arguments: vec![
                format!("{a}, {count}, {}, {root}, W", self.datatype(ty));
                self.processes
            ],
            before: self.fill(&a, ty, count),
            results: vec![elements(&a, ty, count); self.processes],
        }
    }

    /// The rank of a root, written as a number or otherwise.
    fn written_root(&mut self) -> String {
        match self.rng.below(4) {
            0 => "size - 1".to_owned(),
            1 => "size / 2".to_owned(),
            _ => self.rank().to_string(),
        }
    }

    fn reduction(&mut self) -> Call {
        let (ty, op) = Type::reduced(&mut self.rng);
        let mpi = self.datatype(ty);
        let all = self.processes;
        let count = 1 + self.rng.below(2) as usize;
        let name = [
            "Reduce",
            "Allreduce",
            "Allreduce",
            "Scan",
            "Exscan",
            "Reduce_scatter_block",
        ][self.rng.below(6) as usize];
        let given = if name == "Reduce_scatter_block" {
            count * all
        } else {
            count
        };
        let a = self.array('a', ty, given);
        let b = self.array('b', ty, given);
        let mut before = self.fill(&a, ty, given);
        let root = self.rank();
        let in_place = self.rng.chance(25);
        if in_place {
            // What is reduced is where the result will be.
            before.extend((0..given).map(|at| Code::line(format!("{b}[{at}] = {a}[{at}];"))));
        }
        let shape = format!("{count}, {mpi}, {op}");
        let mut arguments = Vec::new();
        let mut results = vec![elements(&b, ty, count); all];
        for (rank, results) in results.iter_mut().enumerate() {
            let is_given = in_place && (name != "Reduce" || rank == root);
            let from = if is_given { "MPI_IN_PLACE" } else { &a };
            arguments.push(match name {
                "Reduce" => format!("{from}, {b}, {shape}, {root}, W"),
                _ => format!("{from}, {b}, {shape}, W"),
            });
            // What the first process gets of an exclusive scan is undefined.
            let is_undefined = name == "Exscan" && rank == 0;
            if is_undefined || name == "Reduce" && rank != root {
                results.clear();
            }
        }
        Call {
            name,
            arguments,
            before,
            results,
        }
    }

    /// A reduction of which each process gets a part of its own size.
    fn shared_reduction(&mut self) -> Call {
        let (ty, op) = Type::reduced(&mut self.rng);
        let all = self.processes;
        let counts: Vec<usize> = (0..all).map(|_| self.rng.below(3) as usize).collect();
        let given = counts.iter().sum();
        let (a, b) = (self.array('a', ty, given), self.array('b', ty, 2));
        let n = format!("n{}", self.event);
        self.declarations.push(listed(&n, &counts));
        Call {
            name: "Reduce_scatter",
            arguments: vec![format!("{a}, {b}, {n}, {}, {op}, W", ty.mpi); all],
            before: self.fill(&a, ty, given),
            results: counts.iter().map(|own| elements(&b, ty, *own)).collect(),
        }
    }

    /// A reduction to the smallest or largest value with its place.
    fn placed_reduction(&mut self) -> Call {
        let all = self.processes;
        let count = 1 + self.rng.below(2) as usize;
        let (a, b) = (
            self.array('a', INT, 2 * count),
            self.array('b', INT, 2 * count),
        );
        let op = self.one_of(&["MPI_MINLOC", "MPI_MAXLOC"]);
        let mut before = self.fill(&a, INT, 2 * count);
        before.push(Code::line(format!("{a}[1] = rank;")));
        let name = ["Allreduce", "Scan", "Reduce"][self.rng.below(3) as usize];
        let root = self.rank();
        let end = if name == "Reduce" {
            format!("{root}, W")
        } else {
            "W".to_owned()
        };
        let mut results = vec![elements(&b, INT, 2 * count); all];
        for (rank, own) in results.iter_mut().enumerate() {
            if name == "Reduce" && rank != root {
                own.clear();
            }
        }
        Call {
            name,
            arguments: vec![format!("{a}, {b}, {count}, MPI_2INT, {op}, {end}"); all],
            before,
            results,
        }
    }

    fn gathering(&mut self) -> Call {
        let ty = Type::random(&mut self.rng);
        let mpi = ty.mpi;
        let all = self.processes;
        let name = ["Gather", "Allgather", "Gatherv", "Allgatherv"][self.rng.below(4) as usize];
        let root = self.rank();
        let is_rooted = name.starts_with('G');
        let count = 1 + self.rng.below(2) as usize;
        let in_place = self.rng.chance(20);
        let room = 4 * all;
        let a = self.array('a', ty, 2);
        let b = self.array('b', ty, room);
        let mut before = self.fill(&a, ty, 2);
        // The places of the variants with counts: in order, or from the last to the first.
        let counts: Vec<usize> = (0..all).map(|_| self.rng.below(3) as usize).collect();
        let places: Vec<usize> = match self.rng.below(2) {
            0 => (0..all).map(|rank| 3 * rank).collect(),
            _ => (0..all).map(|rank| 3 * (all - 1 - rank) + 1).collect(),
        };
        let varies = name.ends_with('v');
        let (n, d) = (format!("n{}", self.event), format!("d{}", self.event));
        if varies {
            self.declarations.push(listed(&n, &counts));
            self.declarations.push(listed(&d, &places));
        }
        let mut arguments = Vec::new();
        let mut own = Vec::new();
        for rank in 0..all {
            let is_given = in_place && (!is_rooted || rank == root);
            let (sent, place) = match varies {
                true => (counts[rank], places[rank]),
                false => (count, count * rank),
            };
            if is_given {
                let put = |at: usize| Code::line(format!("{b}[{}] = {a}[{at}];", place + at));
                own.push(Code::block(
                    format!("if (rank == {rank})"),
                    (0..sent).map(put).collect(),
                ));
            }
            let from = match is_given {
                true => format!("MPI_IN_PLACE, 0, {mpi}"),
                false => format!("{a}, {sent}, {mpi}"),
            };
            let into = match (varies, is_rooted && rank != root && self.rng.chance(50)) {
                (true, true) => format!("NULL, NULL, NULL, {mpi}"),
                (false, true) => format!("NULL, 0, {mpi}"),
                (true, false) => format!("{b}, {n}, {d}, {mpi}"),
                (false, false) => format!("{b}, {count}, {mpi}"),
            };
            arguments.push(match is_rooted {
                true => format!("{from}, {into}, {root}, W"),
                false => format!("{from}, {into}, W"),
            });
        }
        before.extend(own);
        let mut results = vec![elements(&b, ty, (3 * all).min(room)); all];
        if is_rooted {
            let hide = |(rank, it): (usize, &mut Vec<String>)| {
                if rank != root {
                    it.clear();
                }
            };
            results.iter_mut().enumerate().for_each(hide);
        }
        Call {
            name,
            arguments,
            before,
            results,
        }
    }

    fn scattering(&mut self) -> Call {
        let ty = Type::random(&mut self.rng);
        let mpi = ty.mpi;
        let all = self.processes;
        let root = self.rank();
        let count = 1 + self.rng.below(2) as usize;
        let varies = self.rng.chance(40);
        let in_place = self.rng.chance(20);
        let a = self.array('a', ty, 3 * all);
        let b = self.array('b', ty, 2);
        let before = self.fill(&a, ty, 2 * all);
        let counts: Vec<usize> = (0..all).map(|_| self.rng.below(3) as usize).collect();
        let places: Vec<usize> = (0..all).map(|rank| 2 * (all - 1 - rank)).collect();
        let (n, d) = (format!("n{}", self.event), format!("d{}", self.event));
        if varies {
            self.declarations.push(listed(&n, &counts));
            self.declarations.push(listed(&d, &places));
        }
        let mut arguments = Vec::new();
        for (rank, own) in counts.iter().enumerate() {
            let from = match (varies, rank != root && self.rng.chance(50)) {
                (true, true) => format!("NULL, NULL, NULL, {mpi}"),
                (false, true) => format!("NULL, 0, {mpi}"),
                (true, false) => format!("{a}, {n}, {d}, {mpi}"),
                (false, false) => format!("{a}, {count}, {mpi}"),
            };
            let received = if varies { *own } else { count };
            let into = match in_place && rank == root {
                true => format!("MPI_IN_PLACE, 0, {mpi}"),
                false => format!("{b}, {received}, {mpi}"),
            };
            arguments.push(format!("{from}, {into}, {root}, W"));
        }
        Call {
            name: if varies { "Scatterv" } else { "Scatter" },
            arguments,
            before,
            results: vec![elements(&b, ty, 2); all],
        }
    }

    fn everybody(&mut self) -> Call {
        let ty = Type::random(&mut self.rng);
        let mpi = ty.mpi;
        let all = self.processes;
        let a = self.array('a', ty, 2 * all);
        let b = self.array('b', ty, 2 * all);
        let before = self.fill(&a, ty, 2 * all);
        let results = vec![elements(&b, ty, 2 * all); all];
        if self.rng.chance(10) {
            let before = before
                .into_iter()
                .chain((0..2 * all).map(|at| Code::line(format!("{b}[{at}] = {a}[{at}];"))));
            return Call {
                name: "Alltoall",
                arguments: vec![format!("MPI_IN_PLACE, 0, {mpi}, {b}, 2, {mpi}, W"); all],
                before: before.collect(),
                results,
            };
        }
        if self.rng.chance(60) {
            let count = 1 + self.rng.below(2);
            return Call {
                name: "Alltoall",
                arguments: vec![format!("{a}, {count}, {mpi}, {b}, {count}, {mpi}, W"); all],
                before,
                results,
            };
        }
        // How much each process sends to each.
        let sent: Vec<Vec<usize>> = (0..all)
            .map(|_| (0..all).map(|_| self.rng.below(3) as usize).collect())
            .collect();
        let places: Vec<usize> = (0..all).map(|rank| 2 * rank).collect();
        let places_name = format!("d{}", self.event);
        self.declarations.push(listed(&places_name, &places));
        let mut arguments = Vec::new();
        for rank in 0..all {
            let (out, back) = (
                format!("n{}_{rank}", self.event),
                format!("m{}_{rank}", self.event),
            );
            self.declarations.push(listed(&out, &sent[rank]));
            let received: Vec<usize> = sent.iter().map(|from| from[rank]).collect();
            self.declarations.push(listed(&back, &received));
            arguments.push(format!(
                "{a}, {out}, {places_name}, {mpi}, {b}, {back}, {places_name}, {mpi}, W"
            ));
        }
        Call {
            name: "Alltoallv",
            arguments,
            before,
            results,
        }
    }
}

fn elements(name: &str, ty: Type, count: usize) -> Vec<String> {
    let one = |at: usize| ty.shown(&format!("{name}[{at}]"));
    (0..count).map(one).collect()
}

fn listed(name: &str, numbers: &[usize]) -> String {
    let values: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("int {name}[{}] = {{{}}};", numbers.len(), values.join(", "))
}
