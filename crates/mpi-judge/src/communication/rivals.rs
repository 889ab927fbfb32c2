//! Messages whose order nobody decides: one process receives from several.

use super::emit::Maker;
use super::messages::SOURCE;
use super::types::Type;
use crate::code::Code;

impl Maker {
    /// Every other process sends to one, which receives from anybody.
    pub(super) fn rivals(&mut self) {
        let to = self.rank();
        let ty = Type::random(&mut self.rng);
        let (tag, mpi) = (self.event, ty.mpi);
        let rivals = self.processes - 1;
        let a = self.array('a', ty, 1);
        let b = self.array('b', ty, rivals);
        let mut each = vec![Vec::new(); self.processes];
        for (rank, codes) in each.iter_mut().enumerate() {
            if rank == to {
                continue;
            }
            *codes = self.fill(&a, ty, 1);
            let call = self.one_of(&["MPI_Send", "MPI_Send", "MPI_Ssend", "MPI_Bsend"]);
            self.attaches |= call == "MPI_Bsend";
            codes.push(Code::line(format!(
                "{call}({a}, 1, {mpi}, {to}, {tag}, W);"
            )));
        }
        // Nothing else may be on its way where any tag is taken.
        let any = self.rng.chance(25);
        let wanted = if any {
            "MPI_ANY_TAG".to_owned()
        } else {
            tag.to_string()
        };
        let from_any = format!("1, {mpi}, MPI_ANY_SOURCE, {wanted}, W");
        let head = format!("for (int k = 0; k < {rivals}; k++)");
        each[to] = match self.rng.below(5) {
            // The sum of all is always the same.
            0 => vec![
                Code::line("at = 0;"),
                Code::block(
                    head,
                    vec![
                        Code::line(format!("MPI_Recv(&{b}[0], {from_any}, MPI_STATUS_IGNORE);")),
                        Code::line(format!("at += {};", ty.shown(&format!("{b}[0]")))),
                    ],
                ),
            ],
            // So are the values by their senders.
            1 => {
                let c = self.array('c', ty, self.processes);
                let mut codes = vec![Code::block(
                    head,
                    vec![
                        Code::line(format!("MPI_Recv(&{b}[k], {from_any}, &s);")),
                        Code::line(format!("{c}[s.MPI_SOURCE] = {b}[k];")),
                    ],
                )];
                let all = self.processes;
                codes.extend(self.show_array(to, &c, ty, 0..all));
                codes.push(Code::line("at = 0;"));
                codes
            }
            2 => {
                self.is_determined = false;
                let probed = format!("MPI_Probe(MPI_ANY_SOURCE, {wanted}, W, &s);");
                let mut codes = vec![Code::block(
                    head,
                    vec![
                        Code::line(probed),
                        Code::line("at = s.MPI_SOURCE;"),
                        Code::line(format!(
                            "MPI_Recv(&{b}[k], 1, {mpi}, at, s.MPI_TAG, W, MPI_STATUS_IGNORE);"
                        )),
                    ],
                )];
                codes.extend(self.show_array(to, &b, ty, 0..rivals));
                codes
            }
            3 => self.rivals_at_once(to, ty, &b, &from_any),
            _ => {
                self.is_determined = false;
                let mut codes = vec![Code::block(
                    head,
                    vec![Code::line(format!(
                        "MPI_Recv(&{b}[k], {from_any}, k ? MPI_STATUS_IGNORE : &s);"
                    ))],
                )];
                codes.extend(self.show_array(to, &b, ty, 0..rivals));
                codes.push(Code::line(format!("at = {SOURCE};")));
                codes
            }
        };
        let shown = self.show(to, "at");
        each[to].extend(shown);
        if any {
            self.together(vec![Code::line("MPI_Barrier(W);")]);
        }
        self.emit(each);
        if any {
            self.together(vec![Code::line("MPI_Barrier(W);")]);
        }
    }

    /// All receives are begun before one of them is waited for.
    fn rivals_at_once(&mut self, to: usize, ty: Type, b: &str, from_any: &str) -> Vec<Code> {
        self.is_determined = false;
        let rivals = self.processes - 1;
        let name = format!("r{}", self.event);
        self.declarations
            .push(format!("MPI_Request {name}[{rivals}];"));
        let statuses = format!("rs{}", self.event);
        self.declarations
            .push(format!("MPI_Status {statuses}[{rivals}];"));
        let indices = format!("ri{}", self.event);
        self.declarations
            .push(format!("int {indices}[{rivals}] = {{0}};"));
        let mut codes = vec![Code::block(
            format!("for (int k = 0; k < {rivals}; k++)"),
            vec![Code::line(format!(
                "MPI_Irecv(&{b}[k], {from_any}, &{name}[k]);"
            ))],
        )];
        codes.push(Code::line("at = 0;"));
        match self.rng.below(5) {
            0 => codes.push(Code::line(format!(
                "MPI_Waitall({rivals}, {name}, {statuses});"
            ))),
            1 => codes.push(Code::block(
                format!("for (int k = 0; k < {rivals}; k++)"),
                vec![Code::line(format!(
                    "MPI_Waitany({rivals}, {name}, &at, &{statuses}[k]);"
                ))],
            )),
            2 => {
                codes.push(Code::line(format!(
                    "MPI_Waitsome({rivals}, {name}, &at, {indices}, MPI_STATUSES_IGNORE);"
                )));
                codes.push(Code::line(format!(
                    "MPI_Waitall({rivals}, {name}, MPI_STATUSES_IGNORE);"
                )));
            }
            3 => {
                codes.push(Code::line(format!(
                    "MPI_Testany({rivals}, {name}, &at, &flag, &{statuses}[0]);"
                )));
                codes.push(Code::line(format!(
                    "MPI_Waitall({rivals}, {name}, MPI_STATUSES_IGNORE);"
                )));
            }
            _ => codes.push(Code::block(
                format!("for (int k = {rivals} - 1; k >= 0; k--)"),
                vec![
                    Code::line(format!("MPI_Wait(&{name}[k], &{statuses}[k]);")),
                    Code::line(format!(
                        "if ({statuses}[k].MPI_SOURCE >= 0) at = {statuses}[k].MPI_SOURCE;"
                    )),
                ],
            )),
        }
        codes.extend(self.show_array(to, b, ty, 0..rivals));
        codes
    }
}
