//! Random programs of a single process that calculate.
//!
//! What a program computes is decided by numbers in its text; some of them are inputs, so that nobody
//! knows them while it is read. Most programs are defined, by how their expressions are made; some are
//! not, which the sanitizers notice.

mod expressions;
mod functions;
mod statements;

use std::fmt::Write as _;

use random_programs::Rng;

use crate::code::{Code, reduce, text};
use statements::Maker;

/// A program that calculates and shows at the end what it has computed.
#[derive(Clone, Debug)]
pub struct Calculation {
    /// What it may use. Only what it does use is written.
    declared: Vec<Declared>,
    body: Vec<Code>,
    /// What is shown, as far as the program uses it.
    shown: Vec<Shown>,
}

/// Something that a program may use.
#[derive(Clone, Debug)]
struct Declared {
    /// The names by which it is used, with spaces around each.
    names: String,
    text: String,
    place: Place,
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Outside,
    Main,
}

impl Declared {
    fn new(place: Place, names: &str, text: impl Into<String>) -> Declared {
        Declared {
            names: names.to_owned(),
            text: text.into(),
            place,
        }
    }

    /// Whether a text has one of its names.
    fn is_used(&self, text: &str) -> bool {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut words = text.split(|letter| !is_part(letter));
        words.any(|word| self.names.split(' ').any(|name| name == word))
    }
}

/// A value that is shown.
#[derive(Clone, Debug)]
struct Shown {
    kind: Kind,
    /// The variable that must be used for it.
    name: String,
    value: String,
}

/// How a value is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Signed,
    Unsigned,
    Real,
}

/// What a program does with what it has computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<'v> {
    /// It prints that, where it runs.
    None,
    /// It claims that these are the values.
    Equal(&'v [String]),
    /// It claims that these are not the values.
    Other(&'v [String]),
}

/// All names that programs have outside of functions.
pub const NAMES: &[&str] = &[
    "f0", "f1", "f2", "put", "total", "moved", "swap", "g0", "g1", "g2", "n0", "n1", "point",
    "word", "colour", "RED", "GREEN", "BLUE", "pair", "pick", "next", "half",
];

impl Calculation {
    /// The program with this seed.
    #[must_use]
    pub fn random(seed: u64) -> Calculation {
        let mut rng = Rng(seed);
        // The first numbers of neighbouring seeds should have nothing in common.
        rng.below(2);
        Maker::new(&mut rng).program()
    }

    /// Its C text.
    #[must_use]
    pub fn text(&self, claim: Claim<'_>) -> String {
        let body = text(&self.body);
        let end = self.end(&body, claim);
        // Later declarations use earlier ones.
        let mut used = vec![body, end];
        let mut kept: Vec<&Declared> = Vec::new();
        for declared in self.declared.iter().rev() {
            if used.iter().any(|text| declared.is_used(text)) {
                used.push(declared.text.clone());
                kept.push(declared);
            }
        }
        kept.reverse();
        let mut out = String::from(
            "#include <assert.h>\n#include <limits.h>\n#include <stdbool.h>\n#include <stdint.h>\n\
             #include <stdlib.h>\n#ifdef __TANDEM__\n#define L(literal) literal\n#define V(value) (value)\n#endif\n",
        );
        for declared in kept.iter().filter(|it| it.place == Place::Outside) {
            out.push_str(&declared.text);
        }
        out.push_str("int main(void) {\n");
        for declared in kept.iter().filter(|it| it.place == Place::Main) {
            let _ = writeln!(out, "    {}", declared.text);
        }
        out.push_str(&used[0]);
        out.push_str(&used[1]);
        out.push_str("    return 0;\n}\n");
        out
    }

    /// The statements that show the values of what the others use, or claim something of them.
    fn end(&self, body: &str, claim: Claim<'_>) -> String {
        let is_used = |shown: &&Shown| {
            let name = Declared::new(Place::Main, &shown.name, "");
            name.is_used(body)
        };
        let shown: Vec<&Shown> = self.shown.iter().filter(is_used).collect();
        let equal = |values: &[String]| {
            let each = shown.iter().zip(values);
            let each: Vec<String> = each
                .map(|(it, value)| format!("{} == {value}", it.value))
                .collect();
            match each.is_empty() {
                true => "true".to_owned(),
                false => each.join(" && "),
            }
        };
        let mut out = String::new();
        let _ = match claim {
            Claim::None => {
                // Tandem has no use for what is printed.
                out.push_str("#ifndef __TANDEM__\n");
                for Shown { kind, value, .. } in &shown {
                    let function = match kind {
                        Kind::Signed => "judge_signed",
                        Kind::Unsigned => "judge_unsigned",
                        Kind::Real => "judge_real",
                    };
                    let _ = writeln!(out, "    {function}({value});");
                }
                writeln!(out, "#endif")
            }
            Claim::Equal(values) => writeln!(out, "    assert({});", equal(values)),
            Claim::Other(values) => writeln!(out, "    assert(!({}));", equal(values)),
        };
        out
    }

    /// A smaller program of which something stays true.
    pub fn reduced(&self, stays: &mut dyn FnMut(&Calculation) -> bool) -> Calculation {
        let with = |body: &[Code]| Calculation {
            body: body.to_vec(),
            ..self.clone()
        };
        let mut small = with(&reduce(&self.body, &mut |body| stays(&with(body))));
        // What need not be shown is not.
        let mut at = 0;
        while at < small.shown.len() {
            let mut fewer = small.clone();
            fewer.shown.remove(at);
            if !fewer.shown.is_empty() && stays(&fewer) {
                small = fewer;
            } else {
                at += 1;
            }
        }
        small
    }
}
