//! Several messages under way at once, with requests in arrays.

use super::emit::Maker;
use super::types::Type;
use crate::code::Code;

impl Maker {
    /// Messages of one sender with one tag, which arrive in their order however they are waited for.
    pub(super) fn stream(&mut self) {
        let from = self.rank();
        let to = self.other(from);
        let ty = Type::random(&mut self.rng);
        let (mpi, tag) = (self.datatype(ty), self.event);
        let count = 2 + self.rng.below(2) as usize;
        let (a, b) = (self.array('a', ty, count), self.array('b', ty, count));
        let (r, rs) = self.requests(count);
        let head = format!("for (int k = 0; k < {count}; k++)");
        let mut each = vec![Vec::new(); self.processes];
        each[from] = self.fill(&a, ty, count);
        let sent = format!("&{a}[k], 1, {mpi}, {to}, {tag}, W");
        if self.rng.chance(50) {
            let call = self.one_of(&["MPI_Isend", "MPI_Issend"]);
            each[from].push(Code::block(
                head.clone(),
                vec![Code::line(format!("{call}({sent}, &{r}[k]);"))],
            ));
            each[from].extend(self.wait_for(count, &r, &rs));
        } else {
            let call = self.one_of(&["MPI_Send", "MPI_Ssend", "MPI_Send"]);
            each[from].push(Code::block(
                head.clone(),
                vec![Code::line(format!("{call}({sent});"))],
            ));
        }
        let source = match self.rng.below(3) {
            0 => "MPI_ANY_SOURCE".to_owned(),
            _ => from.to_string(),
        };
        each[to].push(Code::block(
            head,
            vec![Code::line(format!(
                "MPI_Irecv(&{b}[k], 1, {mpi}, {source}, {tag}, W, &{r}[k]);"
            ))],
        ));
        let waited = self.wait_for(count, &r, &rs);
        each[to].extend(waited);
        let shown = self.show_array(to, &b, ty, 0..count);
        each[to].extend(shown);
        self.emit(each);
    }

    /// Every process exchanges messages with its neighbours on a line, all at once.
    pub(super) fn neighbours(&mut self) {
        let ty = Type::random(&mut self.rng);
        let (mpi, tag) = (ty.mpi, self.event);
        let (a, b) = (self.array('a', ty, 2), self.array('b', ty, 2));
        let (r, rs) = self.requests(4);
        let left = "rank > 0 ? rank - 1 : MPI_PROC_NULL";
        let right = "rank + 1 < size ? rank + 1 : MPI_PROC_NULL";
        let mut codes = self.fill(&a, ty, 2);
        let send = self.one_of(&["MPI_Isend", "MPI_Issend"]);
        let mut calls = vec![
            format!("MPI_Irecv(&{b}[0], 1, {mpi}, {left}, {tag}, W, &{r}[0]);"),
            format!("MPI_Irecv(&{b}[1], 1, {mpi}, {right}, {tag}, W, &{r}[1]);"),
            format!("{send}(&{a}[0], 1, {mpi}, {left}, {tag}, W, &{r}[2]);"),
            format!("MPI_Isend(&{a}[1], 1, {mpi}, {right}, {tag}, W, &{r}[3]);"),
        ];
        let turn = self.rng.below(4) as usize;
        calls.rotate_left(turn);
        codes.extend(calls.into_iter().map(Code::line));
        codes.extend(self.wait_for(4, &r, &rs));
        let values = [ty.shown(&format!("{b}[0]")), ty.shown(&format!("{b}[1]"))];
        codes.extend(self.show_all(&values));
        self.together(codes);
    }

    /// Arrays for requests and statuses.
    fn requests(&mut self, count: usize) -> (String, String) {
        let names = (format!("r{}", self.event), format!("rs{}", self.event));
        self.declarations
            .push(format!("MPI_Request {}[{count}];", names.0));
        self.declarations
            .push(format!("MPI_Status {}[{count}];", names.1));
        names
    }

    /// Waits for all requests of an array.
    fn wait_for(&mut self, count: usize, r: &str, rs: &str) -> Vec<Code> {
        let last = count - 1;
        let all = Code::line(format!("MPI_Waitall({count}, {r}, MPI_STATUSES_IGNORE);"));
        let one = |call: String, head: String| Code::block(head, vec![Code::line(call)]);
        match self.rng.below(6) {
            0 => vec![Code::line(format!("MPI_Waitall({count}, {r}, {rs});"))],
            1 => vec![one(
                format!("MPI_Wait(&{r}[k], &{rs}[k]);"),
                format!("for (int k = {last}; k >= 0; k--)"),
            )],
            2 => vec![one(
                format!("MPI_Waitany({count}, {r}, &at, &s);"),
                format!("for (int k = 0; k < {count}; k++)"),
            )],
            3 => vec![
                Code::line(format!("MPI_Wait(&{r}[{last}], MPI_STATUS_IGNORE);")),
                all,
            ],
            4 => vec![
                Code::line(format!("MPI_Testall({count}, {r}, &flag, {rs});")),
                Code::block("if (!flag)", vec![all]),
            ],
            _ => vec![all],
        }
    }
}
