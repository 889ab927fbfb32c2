//! Messages from one process to another, and exchanges.

use super::emit::Maker;
use super::types::{INT, Type};
use crate::code::Code;

/// What is shown of a source. Which numbers stand for nobody and for anybody is the implementation's own.
pub(super) const SOURCE: &str = "s.MPI_SOURCE < 0 ? -7 : s.MPI_SOURCE";

/// A message, as both of its ends know it.
struct Message {
    from: usize,
    to: usize,
    ty: Type,
    /// The datatype as both write it.
    mpi: String,
    count: usize,
    /// How many elements the receiver has room for.
    room: usize,
    tag: usize,
    /// The sender's array and the receiver's.
    arrays: (String, String),
}

impl Message {
    /// The first arguments of a send.
    fn sent(&self) -> String {
        let (array, mpi) = (&self.arrays.0, &self.mpi);
        format!(
            "{array}, {}, {mpi}, {}, {}, W",
            self.count, self.to, self.tag
        )
    }

    /// The first arguments of a receive from such a source with such a tag.
    fn received(&self, source: &str, tag: &str) -> String {
        let (array, mpi) = (&self.arrays.1, &self.mpi);
        format!("{array}, {}, {mpi}, {source}, {tag}, W", self.room)
    }
}

impl Maker {
    /// A message in any mode, which is received in any way.
    pub(super) fn message(&mut self) {
        let from = self.rank();
        let to = self.other(from);
        let ty = Type::random(&mut self.rng);
        let count = [1, 1, 2, 3][self.rng.below(4) as usize];
        let room = count + usize::from(self.rng.chance(20));
        let arrays = (self.array('a', ty, count), self.array('b', ty, room));
        let message = Message {
            from,
            to,
            ty,
            mpi: self.datatype(ty),
            count,
            room,
            // Tags of their own say which message a receive from anybody is for.
            tag: self.event,
            arrays,
        };
        if self.rng.chance(15) {
            return self.repeated(&message);
        }
        if self.rng.chance(10) {
            return self.ready(&message);
        }
        if ty == INT && self.rng.chance(25) {
            return self.by_functions(&message);
        }
        let mut each = vec![Vec::new(); self.processes];
        each[from] = self.send(&message);
        each[to] = self.receive(&message);
        self.emit(each);
    }

    fn send(&mut self, message: &Message) -> Vec<Code> {
        let mut codes = self.fill(&message.arrays.0, message.ty, message.count);
        let sent = message.sent();
        if self.rng.chance(40)
            && let Some(request) = self.request()
        {
            let call = self.one_of(&["MPI_Isend", "MPI_Isend", "MPI_Issend", "MPI_Ibsend"]);
            self.attaches |= call == "MPI_Ibsend";
            codes.push(Code::line(format!("{call}({sent}, &q[{request}]);")));
            // What is sent may be read by its sender, which changes nothing.
            if self.rng.chance(30) {
                codes.push(Code::line(format!("acc += {}[0] > 1;", message.arrays.0)));
            }
            let reuse = Code::line(format!("{}[0] = 0;", message.arrays.0));
            self.begun(message.from, request, vec![reuse]);
            return codes;
        }
        codes.push(Code::line(match self.rng.below(8) {
            0 | 1 => format!("MPI_Ssend({sent});"),
            2 => {
                self.attaches = true;
                format!("MPI_Bsend({sent});")
            }
            3 => format!(
                "MPI_Sendrecv({}, NULL, 0, MPI_INT, MPI_PROC_NULL, 0, W, MPI_STATUS_IGNORE);",
                sent.trim_end_matches(", W")
            ),
            _ => format!("MPI_Send({sent});"),
        }));
        codes.push(Code::line(format!("{}[0] = 0;", message.arrays.0)));
        codes
    }

    fn receive(&mut self, message: &Message) -> Vec<Code> {
        let (source, tag) = self.wanted(message);
        let received = message.received(&source, &tag);
        if self.rng.chance(40)
            && let Some(request) = self.request()
        {
            let after = self.show_received(message);
            self.begun(message.to, request, after);
            return vec![Code::line(format!("MPI_Irecv({received}, &q[{request}]);"))];
        }
        let mut codes = Vec::new();
        let (mut source, mut tag) = (source, tag);
        match self.rng.below(6) {
            0 => {
                codes.push(Code::line(format!("MPI_Probe({source}, {tag}, W, &s);")));
                (source, tag) = ("s.MPI_SOURCE".to_owned(), "s.MPI_TAG".to_owned());
            }
            1 => {
                let call = format!("MPI_Iprobe({source}, {tag}, W, &flag, &s);");
                codes.push(Code::line(call));
                if self.rng.chance(50) {
                    let line = "if (flag) acc += s.MPI_TAG;";
                    self.is_determined = false;
                    codes.push(Code::line(line));
                }
            }
            _ => {}
        }
        let received = message.received(&source, &tag);
        match self.rng.below(4) {
            0 => codes.push(Code::line(format!(
                "MPI_Recv({received}, MPI_STATUS_IGNORE);"
            ))),
            1 => codes.push(Code::line(format!(
                "MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, {received}, MPI_STATUS_IGNORE);"
            ))),
            _ => {
                codes.push(Code::line(format!("MPI_Recv({received}, &s);")));
                codes.extend(self.show_status(message.to, message.ty));
            }
        }
        codes.extend(self.show_received(message));
        codes
    }

    /// The source and the tag that a receive asks for.
    fn wanted(&mut self, message: &Message) -> (String, String) {
        match self.rng.below(4) {
            0 => ("MPI_ANY_SOURCE".to_owned(), message.tag.to_string()),
            1 => (message.from.to_string(), "MPI_ANY_TAG".to_owned()),
            _ => (message.from.to_string(), message.tag.to_string()),
        }
    }

    fn show_received(&mut self, message: &Message) -> Vec<Code> {
        self.show_array(message.to, &message.arrays.1, message.ty, 0..message.room)
    }

    /// Shows what a status says.
    pub(super) fn show_status(&mut self, rank: usize, ty: Type) -> Vec<Code> {
        match self.rng.below(4) {
            0 => self.show(rank, SOURCE),
            1 => self.show(rank, "s.MPI_TAG < 0 ? -7 : s.MPI_TAG"),
            2 => {
                let call = format!("MPI_Get_count(&s, {}, &got);", ty.mpi);
                let mut codes = vec![Code::line(call)];
                codes.extend(self.show(rank, "got"));
                codes
            }
            _ => Vec::new(),
        }
    }

    /// The message several times: in loops, or by persistent requests.
    fn repeated(&mut self, message: &Message) {
        let times = 2 + self.rng.below(2);
        let head = format!("for (int k = 0; k < {times}; k++)");
        let (a, b) = &message.arrays;
        let (source, tag) = self.wanted(message);
        let (sent, received) = (message.sent(), message.received(&source, &tag));
        let mut each = vec![Vec::new(); self.processes];
        let value = if message.ty.mpi == "MPI_C_BOOL" {
            "k > 0"
        } else {
            "k + 1"
        };
        let mut body = vec![Code::line(format!("{a}[0] = {value};"))];
        if self.rng.chance(50) {
            let name = format!("ps{}", self.event);
            self.declarations
                .push(format!("MPI_Request {name} = MPI_REQUEST_NULL;"));
            let call = self.one_of(&["MPI_Send_init", "MPI_Ssend_init", "MPI_Bsend_init"]);
            self.attaches |= call == "MPI_Bsend_init";
            body.push(Code::line(format!("MPI_Start(&{name});")));
            body.push(Code::line(format!("MPI_Wait(&{name}, MPI_STATUS_IGNORE);")));
            each[message.from] = vec![
                Code::line(format!("{call}({sent}, &{name});")),
                Code::block(head.clone(), body),
                Code::line(format!("MPI_Request_free(&{name});")),
            ];
        } else {
            let call = self.one_of(&["MPI_Send", "MPI_Ssend"]);
            body.push(Code::line(format!("{call}({sent});")));
            each[message.from] = vec![Code::block(head.clone(), body)];
        }
        let sum = format!("acc += {b}[0] > 1;");
        each[message.to] = if self.rng.chance(50) {
            let name = format!("pr{}", self.event);
            self.declarations
                .push(format!("MPI_Request {name} = MPI_REQUEST_NULL;"));
            let start = match self.rng.below(2) {
                0 => format!("MPI_Startall(1, &{name});"),
                _ => format!("MPI_Start(&{name});"),
            };
            let body = vec![
                Code::line(start),
                Code::line(format!("MPI_Wait(&{name}, &s);")),
                Code::line(sum),
            ];
            vec![
                Code::line(format!("MPI_Recv_init({received}, &{name});")),
                Code::block(head, body),
                Code::line(format!("MPI_Request_free(&{name});")),
            ]
        } else {
            let body = vec![
                Code::line(format!("MPI_Recv({received}, &s);")),
                Code::line(sum),
            ];
            vec![Code::block(head, body)]
        };
        let shown = self.show_received(message);
        each[message.to].extend(shown);
        each[message.to].extend(self.show(message.to, "acc"));
        self.emit(each);
    }

    /// A message that may only be sent when its receive has begun.
    fn ready(&mut self, message: &Message) {
        let Some(request) = self.request() else {
            return;
        };
        let (source, tag) = self.wanted(message);
        let received = message.received(&source, &tag);
        let mut each = vec![Vec::new(); self.processes];
        each[message.to] = vec![Code::line(format!("MPI_Irecv({received}, &q[{request}]);"))];
        self.emit(each);
        self.together(vec![Code::line("MPI_Barrier(W);")]);
        let after = self.show_received(message);
        self.begun(message.to, request, after);
        let mut each = vec![Vec::new(); self.processes];
        each[message.from] = self.fill(&message.arrays.0, message.ty, message.count);
        each[message.from].push(Code::line(format!("MPI_Rsend({});", message.sent())));
        self.emit(each);
    }

    /// A message by functions that send and receive.
    fn by_functions(&mut self, message: &Message) {
        let (a, b) = &message.arrays;
        let Message { from, to, tag, .. } = *message;
        let mut each = vec![Vec::new(); self.processes];
        each[from] = self.fill(a, message.ty, message.count);
        let call = format!("acc += give({a}, {}, {to}, {tag});", message.count);
        each[from].push(Code::line(call));
        let call = format!("got = take({b}, {}, {from}, {tag});", message.room);
        each[to] = vec![Code::line(call)];
        each[to].extend(self.show(to, "got"));
        let shown = self.show_received(message);
        each[to].extend(shown);
        self.emit(each);
    }

    /// Messages in both directions, or round a ring, or along a line.
    pub(super) fn exchange(&mut self) {
        let ty = Type::random(&mut self.rng);
        let count = 1 + self.rng.below(2) as usize;
        let a = self.array('a', ty, count);
        let b = self.array('b', ty, count);
        let tag = self.event;
        let (to, from) = match self.rng.below(3) {
            0 => ("(rank + 1) % size", "(rank + size - 1) % size"),
            1 => (
                "rank + 1 < size ? rank + 1 : MPI_PROC_NULL",
                "rank > 0 ? rank - 1 : MPI_PROC_NULL",
            ),
            _ => ("size - 1 - rank", "size - 1 - rank"),
        };
        let mut codes = self.fill(&a, ty, count);
        let mpi = ty.mpi;
        let shown = match self.rng.below(3) {
            0 => {
                codes.push(Code::line(format!(
                    "MPI_Sendrecv_replace({a}, {count}, {mpi}, {to}, {tag}, {from}, {tag}, W, &s);"
                )));
                a
            }
            1 => {
                codes.push(Code::line(format!(
                    "MPI_Sendrecv({a}, {count}, {mpi}, {to}, {tag}, {b}, {count}, {mpi}, {from}, \
                     MPI_ANY_TAG, W, &s);"
                )));
                b
            }
            _ => {
                let Some(request) = self.request() else {
                    return;
                };
                codes.push(Code::line(format!(
                    "MPI_Irecv({b}, {count}, {mpi}, {from}, {tag}, W, &q[{request}]);"
                )));
                codes.push(Code::line(format!(
                    "MPI_Send({a}, {count}, {mpi}, {to}, {tag}, W);"
                )));
                codes.push(Code::line(format!("MPI_Wait(&q[{request}], &s);")));
                b
            }
        };
        let values = [ty.shown(&format!("{shown}[0]")), SOURCE.to_owned()];
        let values = &values[..1 + self.rng.below(2) as usize];
        codes.extend(self.show_all(values));
        self.together(codes);
    }
}
