//! What a program is made with: declarations, the code of each event, and what has begun.

use random_programs::Rng;

use super::types::Type;
use super::{Case, Style};
use crate::code::Code;

/// How many values a process shows at most.
const SLOTS: usize = 8;
/// How many requests there are at most.
const REQUESTS: usize = 6;

/// Something that has begun.
pub(super) struct Pending {
    pub(super) rank: usize,
    /// Which request it is.
    pub(super) request: usize,
    /// The event at which it is completed at the latest.
    due: usize,
    /// What follows its completion.
    after: Vec<Code>,
}

/// A program that is being made.
pub(super) struct Maker {
    pub(super) rng: Rng,
    pub(super) processes: usize,
    pub(super) declarations: Vec<String>,
    pub(super) is_determined: bool,
    pub(super) event: usize,
    pub(super) attaches: bool,
    pub(super) has_manager: bool,
    body: Vec<Code>,
    slots: Vec<usize>,
    requests: usize,
    pending: Vec<Pending>,
}

impl Maker {
    pub(super) fn new(processes: usize) -> Maker {
        let declarations = vec!["int rank, size, acc = 0, got = 0, at = 0, flag = 0;".to_owned()];
        Maker {
            rng: Rng(0),
            processes,
            declarations,
            is_determined: true,
            event: 0,
            attaches: false,
            has_manager: false,
            body: Vec::new(),
            slots: vec![0; processes],
            requests: 0,
            pending: Vec::new(),
        }
    }

    /// Makes the whole program, of events that each have a seed.
    pub(super) fn program(mut self, seeds: &[Option<u64>]) -> Case {
        for (event, seed) in seeds.iter().enumerate() {
            self.event = event;
            let Some(seed) = seed else {
                self.complete_some();
                continue;
            };
            self.rng = Rng(*seed);
            match self.rng.below(16) {
                0..=3 => self.message(),
                4 => self.exchange(),
                5 | 6 => self.rivals(),
                7..=9 => self.group(),
                10 => self.begun_group(),
                11 => self.question(),
                13 => self.stream(),
                14 => self.neighbours(),
                // Its tags are taken by others where it comes twice.
                12 if !self.has_manager => self.manager(),
                _ => self.calculation(),
            }
            self.complete_some();
        }
        self.event = seeds.len();
        self.complete_all();
        self.finished()
    }

    fn finished(self) -> Case {
        let mut body = self.body;
        let mut declarations = self.declarations;
        if self.requests > 0 {
            let count = self.requests;
            declarations.push(format!("MPI_Request q[{count}];"));
            declarations.push(format!("MPI_Status qs[{count}];"));
            declarations.push(format!("int qi[{count}] = {{0}};"));
            let start = format!("for (int k = 0; k < {count}; k++) q[k] = MPI_REQUEST_NULL;");
            body.insert(0, Code::line(start));
            body = body.into_iter().map(|it| numbered(it, count)).collect();
        }
        if self.attaches {
            declarations.push("static char room[4096];".to_owned());
            body.insert(0, Code::line("MPI_Buffer_attach(room, 4096);"));
        }
        declarations.push("MPI_Status s;".to_owned());
        Case {
            processes: self.processes,
            style: Style::Right,
            is_determined: self.is_determined,
            declarations,
            body,
            slots: self.slots.into_iter().max().unwrap_or(0).max(1),
            events: Vec::new(),
        }
    }

    pub(super) fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.below(of.len() as u32) as usize]
    }

    pub(super) fn rank(&mut self) -> usize {
        self.rng.below(self.processes as u32) as usize
    }

    /// A rank that is not this one.
    pub(super) fn other(&mut self, than: usize) -> usize {
        let step = 1 + self.rng.below(self.processes as u32 - 1) as usize;
        (than + step) % self.processes
    }

    /// The datatype of MPI for a type: its name, or a variable that holds it.
    pub(super) fn datatype(&mut self, ty: Type) -> String {
        if !self.rng.chance(15) {
            return ty.mpi.to_owned();
        }
        let name = format!("ty{}", self.event);
        let declaration = format!("MPI_Datatype {name} = {};", ty.mpi);
        if !self.declarations.contains(&declaration) {
            self.declarations.push(declaration);
        }
        name
    }

    /// An array of the event that no other event knows.
    pub(super) fn array(&mut self, letter: char, ty: Type, size: usize) -> String {
        let name = format!("{letter}{}", self.event);
        let size = size.max(1);
        self.declarations
            .push(format!("{} {name}[{size}] = {{0}};", ty.c));
        name
    }

    /// Statements that fill an array.
    pub(super) fn fill(&mut self, name: &str, ty: Type, size: usize) -> Vec<Code> {
        let one = |at: usize| {
            let value = ty.value(&mut self.rng);
            Code::line(format!("{name}[{at}] = {value};"))
        };
        (0..size).map(one).collect()
    }

    /// A statement that shows a value at a process, unless that has shown enough.
    pub(super) fn show(&mut self, rank: usize, value: &str) -> Vec<Code> {
        let slot = self.slots[rank];
        if slot == SLOTS {
            return Vec::new();
        }
        self.slots[rank] += 1;
        vec![Code::line(format!("seen[{slot}] = {value};"))]
    }

    /// Statements that show some elements of an array at a process.
    pub(super) fn show_array(
        &mut self,
        rank: usize,
        name: &str,
        ty: Type,
        range: std::ops::Range<usize>,
    ) -> Vec<Code> {
        let mut codes = Vec::new();
        for at in range {
            if self.rng.chance(70) {
                codes.extend(self.show(rank, &ty.shown(&format!("{name}[{at}]"))));
            }
        }
        codes
    }

    /// Statements that show the same at all processes, each in the slot that is free for all.
    pub(super) fn show_all(&mut self, values: &[String]) -> Vec<Code> {
        let slot = self.slots.iter().copied().max().unwrap_or(0);
        let mut codes = Vec::new();
        for (at, value) in values.iter().enumerate().take(SLOTS - slot) {
            codes.push(Code::line(format!("seen[{}] = {value};", slot + at)));
        }
        let next = slot + codes.len();
        self.slots.iter_mut().for_each(|it| *it = next);
        codes
    }

    /// A request for something nonblocking, if one is left.
    pub(super) fn request(&mut self) -> Option<usize> {
        if self.requests == REQUESTS {
            return None;
        }
        self.requests += 1;
        Some(self.requests - 1)
    }

    /// What has begun at a process is completed later.
    pub(super) fn begun(&mut self, rank: usize, request: usize, after: Vec<Code>) {
        let due = self.event + self.rng.below(3) as usize;
        self.pending.push(Pending {
            rank,
            request,
            due,
            after,
        });
    }

    /// Appends what all processes do.
    pub(super) fn together(&mut self, codes: Vec<Code>) {
        self.body.extend(codes);
    }

    /// Appends what each process does in an event.
    pub(super) fn emit(&mut self, each: Vec<Vec<Code>>) {
        if each.iter().all(|codes| *codes == each[0]) {
            self.body
                .extend(each.into_iter().next().unwrap_or_default());
            return;
        }
        if self.rng.chance(25) {
            let case = |(rank, body): (usize, Vec<Code>)| Code::Block {
                head: format!("case {rank}: {{"),
                body,
                tail: "} break;".to_owned(),
            };
            let cases = each.into_iter().enumerate().map(case).collect();
            self.body.push(Code::block("switch (rank)", cases));
            return;
        }
        for (rank, body) in each.into_iter().enumerate() {
            if !body.is_empty() {
                self.body
                    .push(Code::block(format!("if (rank == {rank})"), body));
            }
        }
    }

    /// Completes what is due.
    fn complete_some(&mut self) {
        let event = self.event;
        let (due, later) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|it: &Pending| it.due <= event);
        self.pending = later;
        self.complete(due);
    }

    fn complete_all(&mut self) {
        let due = std::mem::take(&mut self.pending);
        self.complete(due);
    }

    fn complete(&mut self, due: Vec<Pending>) {
        let mut each = vec![Vec::new(); self.processes];
        let mut late: Vec<Vec<Pending>> = (0..self.processes).map(|_| Vec::new()).collect();
        for pending in due {
            late[pending.rank].push(pending);
        }
        for (rank, late) in late.into_iter().enumerate() {
            // All requests of the process may be waited for at once only if nothing else is under way,
            // since what follows a completion stands here.
            let is_last = !self.pending.iter().any(|it| it.rank == rank);
            match late.len() {
                0 => {}
                count if is_last && self.rng.chance(60) => {
                    each[rank].extend(self.wait_for_all(count));
                    each[rank].extend(late.into_iter().flat_map(|it| it.after));
                }
                _ => {
                    for pending in late {
                        each[rank].extend(self.wait(pending.request));
                        each[rank].extend(pending.after);
                    }
                }
            }
        }
        self.emit(each);
    }

    /// Waits for one request.
    fn wait(&mut self, request: usize) -> Vec<Code> {
        let name = format!("q[{request}]");
        match self.rng.below(6) {
            0 => vec![
                Code::line("flag = 0;"),
                Code::line(format!(
                    "for (int k = 0; k < 2 && !flag; k++) MPI_Test(&{name}, &flag, &s);"
                )),
                Code::line(format!("if (!flag) MPI_Wait(&{name}, &s);")),
            ],
            1 => vec![Code::line(format!(
                "MPI_Waitany(1, &{name}, &at, MPI_STATUS_IGNORE);"
            ))],
            2 => vec![Code::block(
                format!("if ({name} != MPI_REQUEST_NULL)"),
                vec![Code::line(format!("MPI_Wait(&{name}, &s);"))],
            )],
            _ => vec![Code::line(format!("MPI_Wait(&{name}, MPI_STATUS_IGNORE);"))],
        }
    }

    /// Waits for all requests of a process, of which so many are under way.
    fn wait_for_all(&mut self, count: usize) -> Vec<Code> {
        let last = Code::line("MPI_Waitall(@Q, q, MPI_STATUSES_IGNORE);");
        let first = match self.rng.below(7) {
            0 => format!("for (int k = 0; k < {count}; k++) MPI_Waitany(@Q, q, &at, &s);"),
            1 => format!(
                "for (int k = 0; k < {count}; k++) MPI_Waitsome(@Q, q, &got, qi, MPI_STATUSES_IGNORE);"
            ),
            2 => "MPI_Testall(@Q, q, &flag, qs);".to_owned(),
            3 => "MPI_Testany(@Q, q, &at, &flag, &s);".to_owned(),
            4 => "MPI_Testsome(@Q, q, &got, qi, MPI_STATUSES_IGNORE);".to_owned(),
            _ => return vec![last],
        };
        vec![Code::line(first), last]
    }

    /// Something that nobody else takes part in.
    fn calculation(&mut self) {
        let codes = match self.rng.below(4) {
            0 => vec![Code::line("acc = mixed(acc, rank + 1);")],
            1 => vec![Code::block(
                "for (int k = 0; k < rank + 1; k++)",
                vec![Code::line("acc = mixed(acc, k);")],
            )],
            2 => vec![
                Code::block(
                    "if (acc % 2 == 0 && rank > 0)",
                    vec![Code::line("acc += 1;")],
                ),
                Code::line("acc = acc > 8 ? acc - 8 : acc + 1;"),
            ],
            _ => vec![Code::block(
                "switch (rank % 3)",
                vec![
                    Code::line("case 0: acc += 1; break;"),
                    Code::line("case 1: acc = mixed(acc, 2);"),
                    Code::line("default: acc += 2;"),
                ],
            )],
        };
        self.together(codes);
        let shown = self.show_all(&["acc".to_owned()]);
        self.together(shown);
    }
}

/// The number of requests is known at the end only.
fn numbered(code: Code, count: usize) -> Code {
    let put = |text: String| text.replace("@Q", &count.to_string());
    match code {
        Code::Line(text) => Code::Line(put(text)),
        Code::Block { head, body, tail } => Code::Block {
            head: put(head),
            body: body.into_iter().map(|it| numbered(it, count)).collect(),
            tail,
        },
    }
}
