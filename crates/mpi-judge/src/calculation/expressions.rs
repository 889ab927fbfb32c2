//! Random expressions, without effects but for those of functions that are called.

use random_programs::Rng;

use super::Kind;

/// The integer types of C.
pub(super) const INTEGERS: &[&str] = &[
    "int",
    "int",
    "int",
    "unsigned",
    "unsigned",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "size_t",
    "bool",
    "word",
    "enum colour",
];

/// How values of an integer type are printed.
pub(super) fn kind(ty: &str) -> Kind {
    let is_unsigned = ty.starts_with('u') || matches!(ty, "size_t" | "word" | "enum colour");
    if is_unsigned {
        Kind::Unsigned
    } else {
        Kind::Signed
    }
}

/// What an expression may name.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    /// Integers that can be read, and can be written unless they count a loop.
    pub(super) integers: Vec<String>,
    /// Reals.
    pub(super) reals: Vec<String>,
    /// Arrays of integers, with their sizes.
    pub(super) arrays: Vec<(String, u32)>,
    /// Calls of functions that only compute, with `#` where an integer goes.
    pub(super) calls: Vec<&'static str>,
}

impl Names {
    /// One of some texts.
    pub(super) fn one_of<'t>(rng: &mut Rng, of: &[&'t str]) -> &'t str {
        of[rng.below(of.len() as u32) as usize]
    }

    /// A literal.
    pub(super) fn literal(rng: &mut Rng) -> String {
        match rng.below(10) {
            0..=5 => rng.below(12).to_string(),
            6 => format!("-{}", 1 + rng.below(9)),
            7 => Names::one_of(
                rng,
                &[
                    "'a'", "'0'", "RED", "BLUE", "true", "0x1F", "7u", "3L", "5ul",
                ],
            )
            .to_owned(),
            8 => Names::one_of(
                rng,
                &[
                    "127", "128", "255", "256", "32767", "32768", "65535", "65536", "1000", "-128",
                    "-129", "100",
                ],
            )
            .to_owned(),
            _ => Names::one_of(
                rng,
                &[
                    "INT_MAX",
                    "INT_MIN",
                    "UINT_MAX",
                    "0xFFFFFFFF",
                    "2147483648",
                    "LONG_MAX",
                    "4294967296",
                    "0x7FFFFFFF",
                    "ULONG_MAX",
                    "CHAR_MAX",
                    "SHRT_MIN",
                    "2147483647",
                ],
            )
            .to_owned(),
        }
    }

    /// An index into an array of a size, now and then one that is out of bounds.
    pub(super) fn index(&self, rng: &mut Rng, size: u32) -> String {
        match rng.below(40) {
            0 => self.integer(rng, 1),
            1..=14 => format!("(unsigned) V({}) % {size}", self.integer(rng, 1)),
            _ => rng.below(size).to_string(),
        }
    }

    /// An element of an array, or a variable.
    pub(super) fn place(&self, rng: &mut Rng) -> String {
        if !self.arrays.is_empty() && rng.chance(30) {
            let (name, size) = &self.arrays[rng.below(self.arrays.len() as u32) as usize];
            return format!("{name}[{}]", self.index(rng, *size));
        }
        self.integers[rng.below(self.integers.len() as u32) as usize].clone()
    }

    /// An expression with an integer as its value.
    pub(super) fn integer(&self, rng: &mut Rng, depth: u32) -> String {
        if depth == 0 || rng.chance(15) {
            return match rng.below(3) {
                // What a compiler computes the sanitizers do not see.
                0 => format!("L({})", Names::literal(rng)),
                _ => self.place(rng),
            };
        }
        let below = depth - 1;
        let a = self.integer(rng, below);
        match rng.below(30) {
            0..=8 => {
                let b = self.integer(rng, below);
                let op = Names::one_of(rng, &["+", "-"]);
                format!("({a} {op} {b})")
            }
            9 | 10 => {
                let b = self.integer(rng, below);
                format!("({a} % 100 * ({b} % 50))")
            }
            11 => {
                let b = self.integer(rng, below);
                format!("((unsigned) V({a}) * {b})")
            }
            12 | 13 => {
                let op = Names::one_of(rng, &["/", "%"]);
                let by = Names::one_of(rng, &["2", "3", "7", "10", "-3", "5u", "16", "1", "100L"]);
                format!("({a} {op} {by})")
            }
            14 => {
                let b = self.integer(rng, below);
                let op = Names::one_of(rng, &["/", "%"]);
                // Most divisors are not zero.
                match rng.chance(80) {
                    true => format!("({a} {op} ({b} % 5 + 6))"),
                    false => format!("({a} {op} {b})"),
                }
            }
            15 | 16 => {
                let ty = Names::one_of(rng, INTEGERS);
                format!("({ty}) V({a})")
            }
            17 => format!("(-({a} % 1000))"),
            18 => format!("(!{a})"),
            19 => {
                let by = rng.below(6);
                match rng.below(3) {
                    0 => format!("((unsigned) V({a}) << {by})"),
                    1 => format!("({a} >> {by})"),
                    _ => format!("((unsigned long) V({a}) >> {by})"),
                }
            }
            20 => {
                let mask = Names::one_of(rng, &["1", "7", "15", "0xFF", "0xFFFF", "1u"]);
                format!("(V({a}) & {mask})")
            }
            21 if rng.chance(50) => {
                let b = self.integer(rng, 0);
                let op = Names::one_of(rng, &["&", "|", "^"]);
                format!("(V({a}) {op} {b})")
            }
            22 if rng.chance(30) => format!("(~{a})"),
            23 | 24 => format!("({})", self.truth(rng, below)),
            25 => {
                let b = self.integer(rng, below);
                format!("({} ? {a} : {b})", self.truth(rng, below))
            }
            26 if !self.calls.is_empty() => {
                let call = Names::one_of(rng, &self.calls);
                let mut text = String::new();
                for part in call.split_inclusive('#') {
                    match part.strip_suffix('#') {
                        Some(before) => {
                            text.push_str(before);
                            text.push_str(&self.integer(rng, 0));
                        }
                        None => text.push_str(part),
                    }
                }
                text
            }
            27 => {
                let ty = Names::one_of(rng, INTEGERS);
                format!("({a} + sizeof({ty}))")
            }
            28 if !self.reals.is_empty() => {
                let real = &self.reals[rng.below(self.reals.len() as u32) as usize];
                format!("(int) ({real} * 2)")
            }
            _ => a,
        }
    }

    /// A condition.
    pub(super) fn truth(&self, rng: &mut Rng, depth: u32) -> String {
        let below = depth.saturating_sub(1);
        let a = self.integer(rng, below);
        match rng.below(10) {
            0..=5 => {
                let b = self.integer(rng, below);
                let op = Names::one_of(rng, &["<", "<=", ">", ">=", "==", "!="]);
                format!("{a} {op} {b}")
            }
            6 | 7 if depth > 0 => {
                let op = Names::one_of(rng, &["&&", "||"]);
                let (left, right) = (self.truth(rng, below), self.truth(rng, below));
                format!("({left}) {op} ({right})")
            }
            8 if !self.reals.is_empty() => {
                let real = &self.reals[rng.below(self.reals.len() as u32) as usize];
                let op = Names::one_of(rng, &["<", "<=", ">", ">=", "==", "!="]);
                format!("{real} {op} {}", self.real(rng, 1))
            }
            _ => a,
        }
    }

    /// An expression with a real as its value, which is a small number of quarters.
    pub(super) fn real(&self, rng: &mut Rng, depth: u32) -> String {
        if depth == 0 || self.reals.is_empty() || rng.chance(20) {
            return match rng.below(3) {
                0 if !self.reals.is_empty() => {
                    self.reals[rng.below(self.reals.len() as u32) as usize].clone()
                }
                1 => format!("(int) ({} % 64)", self.place(rng)),
                _ => Names::one_of(rng, &["0.5", "1.25", "-2.0", "3.0", "0.75f", "10.0", "1e1"])
                    .to_owned(),
            };
        }
        let a = self.real(rng, depth - 1);
        match rng.below(6) {
            0..=2 => {
                let op = Names::one_of(rng, &["+", "-"]);
                format!("({a} {op} {})", self.real(rng, depth - 1))
            }
            3 => {
                let by = Names::one_of(rng, &["* 2", "* 0.5", "/ 2", "/ 4.0", "* 3"]);
                format!("({a} {by})")
            }
            4 => format!("(-({a}))"),
            _ => {
                let b = self.real(rng, depth - 1);
                format!("({} ? {a} : {b})", self.truth(rng, depth - 1))
            }
        }
    }
}
