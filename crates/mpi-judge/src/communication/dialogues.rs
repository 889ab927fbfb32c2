//! Messages whose values decide what is sent next.

use super::emit::Maker;
use super::types::INT;
use crate::code::Code;

impl Maker {
    /// A question, and an answer that depends on it.
    pub(super) fn question(&mut self) {
        let asker = self.rank();
        let other = self.other(asker);
        let tag = self.event;
        let a = self.array('a', INT, 1);
        let b = self.array('b', INT, 2);
        let mut each = vec![Vec::new(); self.processes];
        each[asker] = self.fill(&a, INT, 1);
        each[asker].extend([
            Code::line(format!("MPI_Send({a}, 1, MPI_INT, {other}, {tag}, W);")),
            Code::line(format!(
                "MPI_Recv({b}, 2, MPI_INT, {other}, MPI_ANY_TAG, W, &s);"
            )),
        ]);
        let shown = self.show_status(asker, INT);
        each[asker].extend(shown);
        let shown = self.show_array(asker, &b, INT, 0..2);
        each[asker].extend(shown);
        let (yes, no) = (tag + 10, tag + 20);
        each[other] = vec![
            Code::line(format!(
                "MPI_Recv({b}, 1, MPI_INT, {asker}, {tag}, W, MPI_STATUS_IGNORE);"
            )),
            Code::block(
                format!("if ({b}[0] > 1)"),
                vec![
                    Code::line(format!("{a}[0] = {b}[0] + 1;")),
                    Code::line(format!("MPI_Send({a}, 1, MPI_INT, {asker}, {yes}, W);")),
                ],
            ),
            Code::block(
                "else",
                vec![Code::line(format!(
                    "MPI_Ssend({b}, 2, MPI_INT, {asker}, {no}, W);"
                ))],
            ),
        ];
        self.emit(each);
    }

    /// One process hands out work to whoever asks for it, and in the end tells all to stop.
    pub(super) fn manager(&mut self) {
        let tasks = 1 + self.rng.below(2);
        let (ask, work, stop) = (self.event, self.event + 10, self.event + 20);
        let workers = self.processes - 1;
        self.declarations.push("int task = 0, done = 0;".to_owned());
        self.is_determined = false;
        self.has_manager = true;
        let hand_out = vec![
            Code::line(format!(
                "MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, {ask}, W, &s);"
            )),
            Code::line("acc += done;"),
            Code::line(format!(
                "MPI_Send(&k, 1, MPI_INT, s.MPI_SOURCE, k < {tasks} ? {work} : {stop}, W);"
            )),
        ];
        let turns = tasks + workers as u32;
        let mut each = Vec::new();
        for rank in 0..self.processes {
            let mut codes = match rank {
                0 => vec![Code::block(
                    format!("for (int k = 0; k < {turns}; k++)"),
                    hand_out.clone(),
                )],
                _ => vec![Code::block(
                    "while (1)",
                    vec![
                        Code::line(format!("MPI_Send(&done, 1, MPI_INT, 0, {ask}, W);")),
                        Code::line("MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, W, &s);"),
                        Code::line(format!("if (s.MPI_TAG == {stop}) break;")),
                        Code::line("done = task + 1;"),
                        Code::line("acc += task;"),
                    ],
                )],
            };
            codes.extend(self.show(rank, "acc"));
            each.push(codes);
        }
        self.emit(each);
    }
}
