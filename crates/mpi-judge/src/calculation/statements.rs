//! Random statements.

use random_programs::Rng;

use super::expressions::{INTEGERS, Names, kind};
use super::functions::{CALLS, outside};
use super::{Calculation, Declared, Kind, Place, Shown};
use crate::code::Code;

/// A program that is being made.
pub(super) struct Maker<'r> {
    rng: &'r mut Rng,
    names: Names,
    /// How many loops there are around.
    loops: usize,
}

/// A variable of `main`, its declaration, and what is shown of it.
type Variable = (&'static str, &'static str, &'static [(Kind, &'static str)]);

const VARIABLES: &[Variable] = {
    use Kind::{Real, Signed};
    &[
        ("i", "int i = 0;", &[(Signed, "i")]),
        ("j", "int j = 0;", &[(Signed, "j")]),
        ("k", "int k = 0;", &[]),
        ("w", "int w = 0;", &[(Signed, "w")]),
        (
            "s0",
            "struct pair s0 = {1, 2};",
            &[(Signed, "s0.x"), (Signed, "s0.y")],
        ),
        ("s1", "struct pair s1 = {3};", &[(Signed, "s1.x")]),
        (
            "t0",
            "struct point t0 = {.x = 4, .many = {1, 2}};",
            &[(Signed, "t0.in.x")],
        ),
        (
            "t1",
            "struct point t1 = {.d = 1};",
            &[(Signed, "t1.many[1]"), (Real, "t1.d")],
        ),
        (
            "a0",
            "int a0[5] = {1, 2, 3};",
            &[(Signed, "a0[0]"), (Signed, "a0[2]"), (Signed, "a0[4]")],
        ),
        ("p", "int *p = NULL;", &[]),
        ("d0", "double d0 = 0.5;", &[(Real, "d0")]),
        ("d1", "double d1 = 2;", &[(Real, "d1")]),
        ("e0", "float e0 = 1.5f;", &[(Real, "e0")]),
        (
            "m",
            "short m[2][3] = {{1, 2, 3}, {4, 5}};",
            &[(Signed, "m[1][1]"), (Signed, "m[0][2]")],
        ),
        ("g2", "", &[(Signed, "g2[0]"), (Signed, "g2[2]")]),
    ]
};

/// The counters of loops, by depth. Nobody else writes them.
const COUNTERS: &[&str] = &["i", "j", "k"];

impl<'r> Maker<'r> {
    pub(super) fn new(rng: &'r mut Rng) -> Maker<'r> {
        Maker {
            rng,
            names: Names::default(),
            loops: 0,
        }
    }

    pub(super) fn program(mut self) -> Calculation {
        let mut declared = outside(self.rng);
        let mut shown = Vec::new();
        for (name, text, values) in VARIABLES {
            declared.push(Declared::new(Place::Main, name, *text));
            for (kind, value) in *values {
                shown.push(Shown {
                    kind: *kind,
                    name: (*name).to_owned(),
                    value: (*value).to_owned(),
                });
            }
        }
        for name in ["v0", "v1", "v2", "v3", "a1"] {
            let ty = Names::one_of(self.rng, INTEGERS);
            let value = match ty {
                "bool" | "enum colour" => self.rng.below(2).to_string(),
                _ => Names::literal(self.rng),
            };
            let (text, value) = match name {
                "a1" => (format!("{ty} a1[4] = {{0, 1, 1}};"), "a1[2]"),
                _ => (format!("{ty} {name} = {value};"), name),
            };
            declared.push(Declared::new(Place::Main, name, text));
            shown.push(Shown {
                kind: kind(ty),
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
        // Few variables, so that one statement depends on another.
        let mut integers = vec!["v0", "v1", "v0", "v1"];
        let others = [
            "v2",
            "v3",
            "n0",
            "n1",
            "g0",
            "g1",
            "w",
            "s0.x",
            "s1.y",
            "t0.x",
            "t0.in.y",
            "t0.many[1]",
        ];
        for _ in 0..3 {
            integers.push(Names::one_of(self.rng, &others));
        }
        self.names.integers = integers.into_iter().map(str::to_owned).collect();
        let real = Names::one_of(self.rng, &["d0", "d1", "e0", "t0.d"]);
        self.names.reals = vec!["d0".to_owned(), real.to_owned()];
        let arrays = [("a0", 5), ("a1", 4), ("g2", 4), ("t1.many", 3), ("m[1]", 3)];
        for _ in 0..2 {
            let (name, size) = arrays[self.rng.below(5) as usize];
            self.names.arrays.push((name.to_owned(), size));
        }
        self.names.calls = CALLS.to_vec();
        let count = 2 + self.rng.below(3);
        let body = self.statements(count, 2);
        Calculation {
            declared,
            body,
            shown,
        }
    }

    fn statements(&mut self, count: u32, depth: u32) -> Vec<Code> {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn integer(&mut self, depth: u32) -> String {
        self.names.integer(self.rng, depth)
    }

    /// Something that may be written.
    fn target(&mut self) -> String {
        loop {
            let place = self.names.place(self.rng);
            if !["n0", "n1", "i", "w"].contains(&&*place) {
                return place;
            }
        }
    }

    fn statement(&mut self, depth: u32) -> Code {
        match self.rng.below(if depth == 0 { 12 } else { 20 }) {
            0..=3 => {
                let (target, value) = (self.target(), self.integer(2));
                Code::line(format!("{target} = V({value});"))
            }
            5 | 6 => self.compound(),
            7 => {
                let target = self.target();
                let form = Names::one_of(self.rng, &["@++;", "@--;", "++@;", "--@;"]);
                Code::line(form.replace('@', &target))
            }
            4 => self.mixtures(),
            8 => {
                let real = Names::one_of(self.rng, &["d0", "d1", "e0", "t0.d", "t1.d"]);
                let value = self.names.real(self.rng, 2);
                // Repeated arithmetic would need more digits than there are.
                match self.loops {
                    0 => Code::line(format!("{real} = {value};")),
                    _ => Code::line(format!("{real} = {};", self.names.real(self.rng, 0))),
                }
            }
            9 | 10 => self.structs(),
            11 => self.pointers(),
            12..=14 => self.choice(depth),
            15 | 16 => self.repetition(depth),
            17 => self.cases(depth),
            18 => self.memory(),
            _ => Code::block("", self.block(depth)),
        }
    }

    fn block(&mut self, depth: u32) -> Vec<Code> {
        let count = 1 + self.rng.below(2);
        self.statements(count, depth - 1)
    }

    fn compound(&mut self) -> Code {
        let target = self.target();
        match self.rng.below(6) {
            0 => {
                let op = Names::one_of(self.rng, &["/=", "%="]);
                let by = Names::one_of(self.rng, &["3", "-2", "7u", "10"]);
                Code::line(format!("{target} {op} {by};"))
            }
            1 => {
                let by = self.rng.below(4);
                Code::line(format!("{target} >>= {by};"))
            }
            2 => Code::line(format!("{target} *= {};", self.rng.below(4))),
            _ => {
                let op = Names::one_of(self.rng, &["+=", "-="]);
                let value = self.integer(1);
                Code::line(format!("{target} {op} {value} % 1000;"))
            }
        }
    }

    fn structs(&mut self) -> Code {
        let value = format!("V({})", self.integer(1));
        let forms = [
            "s0 = s1;",
            "s1 = moved(s0, @);",
            "swap(&s0, &s1);",
            "t0 = t1;",
            "t1.in = s0;",
            "t1 = t0;",
            "s0 = (struct pair) {@, .y = 7};",
            "s0.y = @;",
            "s1.x = @;",
            "t1.many[2] = @;",
            "s0 = t0.in;",
            "(&t0)->x = @;",
            "{ struct pair *q = &s0; q->x = @; q->y++; }",
            "{ struct pair many[3] = {{1, 2}, {.y = 3}}; many[v0_ % 3].x = @; s1 = many[1]; }",
            "{ struct point *q = &t1; q->in.y = @; q->many[1] = q->in.y; t0 = *q; }",
        ];
        let form = Names::one_of(self.rng, &forms);
        let at = self.rng.below(3).to_string();
        Code::line(form.replace('@', &value).replace("v0_ % 3", &at))
    }

    /// Integers and reals together, where the integers are small.
    fn mixtures(&mut self) -> Code {
        let forms = [
            "w += 1.5;",
            "w *= 0.5;",
            "w = d0;",
            "v1 = (bool) d0;",
            "v0 = d0 > w;",
            "d0 = w;",
            "d1 = w / 2;",
            "d0 = (int) d0 / 2;",
            "d0++;",
            "e0 -= 0.25f;",
            "d0 += w % 8;",
            "v0 = (unsigned char) (d1 < 0 ? -d1 : d1);",
            "v1 = d0 == w ? 1 : 1.75;",
            "d1 = half(e0, 2);",
            "v0 = next();",
            "v1 = next() - 2 * next();",
            "d0 = v0 > 2.5 ? 1 : 0.5;",
            "w = w ? w : d1;",
            "if (d0) w++;",
            "w = !e0 + (d0 && w);",
            "*pick(a0, g2, 1) = 4; *pick(a0, g2, 0) += 2;",
            "{ char text[5] = \"abc\"; text[1]++; v0 = text[1] + text[3]; }",
            "{ const int c[] = {4, 5, 6}; v1 = c[2] + sizeof c / sizeof c[0]; }",
            "{ short u = 32767; u++; v0 = u; unsigned char z = 0; z--; v1 = z; }",
            "{ long x = 5; x <<= 3; v0 = x; x >>= 1; v1 = -x / 3 + -x % 3; }",
        ];
        // Repeated arithmetic would need more digits than there are.
        let count = if self.loops == 0 { forms.len() } else { 4 };
        Code::line(Names::one_of(self.rng, &forms[..count]))
    }

    fn pointers(&mut self) -> Code {
        let value = format!("V({})", self.integer(1));
        let at = self.rng.below(5);
        let forms = [
            "put(a0, #, @ % 1000);",
            "put(g2 + 1, 2, @ % 1000);",
            "p = a0 + #; *p = @;",
            "p = &a0[#]; v0 = p[0] % 100;",
            "p = g2; *p++ = @; *p += 1;",
            "p = a0 + 4; p[-1] = @;",
            "p = &a0[4]; if (p > a0 && p != &a0[2]) v1 = p - a0;",
            "v0 = total(a0, #) % 1000;",
            "m[0][# % 3] = @;",
            "{ int *q = &v3_; *q = @; v2 = *q % 100; }",
            // Now and then beyond the end.
            "p = a0 + #; p[1] = @;",
            "v1 = i++ + #;",
            "v2 = (w = 2, w + #);",
        ];
        let form = Names::one_of(self.rng, &forms);
        let form = form.replace("{ int *q = &v3_;", "{ int v3_ = 1, *q = &v3_;");
        Code::line(form.replace('@', &value).replace('#', &at.to_string()))
    }

    fn choice(&mut self, depth: u32) -> Code {
        let condition = self.names.truth(self.rng, 2);
        let then = self.block(depth);
        if self.rng.chance(40) {
            let mut body = then;
            body.push(Code::Block {
                head: "} else {".to_owned(),
                body: self.block(depth),
                tail: String::new(),
            });
            return Code::block(format!("if ({condition})"), body);
        }
        Code::block(format!("if ({condition})"), then)
    }

    fn repetition(&mut self, depth: u32) -> Code {
        let Some(counter) = COUNTERS.get(self.loops) else {
            return Code::line("w = 1;");
        };
        let is_counted = !self.names.integers.iter().any(|it| it == counter);
        if is_counted {
            self.names.integers.push((*counter).to_owned());
        }
        self.loops += 1;
        let times = 1 + self.rng.below(4);
        let mut body = self.block(depth);
        if self.rng.chance(25) {
            let leave = Names::one_of(self.rng, &["break;", "continue;"]);
            let condition = self.names.truth(self.rng, 1);
            let at = self.rng.below(body.len() as u32 + 1) as usize;
            body.insert(at, Code::line(format!("if ({condition}) {leave}")));
        }
        self.loops -= 1;
        if is_counted {
            self.names.integers.retain(|it| it != counter);
        }
        let head = match self.rng.below(5) {
            0 => format!("for ({counter} = {times}; {counter} > 0; {counter}--)"),
            1 => format!("for ({counter} = 0; {counter} < {times} && n0 != 99; {counter} += 2)"),
            2 => format!("{counter} = 0; while ({counter}++ < {times})"),
            3 => {
                return Code::Block {
                    head: format!("{counter} = 0; do {{"),
                    body,
                    tail: format!("}} while (++{counter} < {times});"),
                };
            }
            _ => format!("for ({counter} = 0; {counter} < {times}; {counter}++)"),
        };
        Code::block(head, body)
    }

    fn cases(&mut self, depth: u32) -> Code {
        let value = self.integer(1);
        let mut body = Vec::new();
        for label in ["case 0:", "case 1:", "case GREEN:", "default:"] {
            let tail = Names::one_of(self.rng, &["} break;", "} break;", "}"]).to_owned();
            body.push(Code::Block {
                head: format!("{label} {{"),
                body: self.block(depth),
                tail,
            });
        }
        Code::block(format!("switch ({value} % 4)"), body)
    }

    /// Memory that is allocated, used and freed, now and then in another order.
    fn memory(&mut self) -> Code {
        let size = 1 + self.rng.below(3);
        let value = format!("V({})", self.integer(1));
        let at = self.rng.below(size);
        let get = match self.rng.below(2) {
            0 => format!("int *h = malloc({size} * sizeof(int)); h[{at}] = {value};"),
            _ => format!("int *h = calloc({size}, sizeof(int)); h[{at}] += {value} % 100;"),
        };
        let mut parts = vec![format!("v1 = h[{at}] % 100;"), "free(h);".to_owned()];
        match self.rng.below(12) {
            0 => parts.swap(0, 1),
            1 => parts[0] = format!("h[{size}] = 1;"),
            2 => parts.push("free(h);".to_owned()),
            _ => {}
        }
        Code::line(format!("{{ {get} {} }}", parts.join(" ")))
    }
}
