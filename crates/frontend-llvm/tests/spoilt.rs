//! Spoilt modules: whatever is done to a text, it is read, lowered or objected to, and nothing
//! crashes. `SPOILT` says how many texts are tried.

use std::path::Path;

use frontend_llvm::{Options, mutants, pair, read};

/// What is put in the place of words.
const WORDS: &[&str] = &[
    "i1",
    "i8",
    "i64",
    "i128",
    "i99999",
    "ptr",
    "i32*",
    "<4 x i32>",
    "<0 x i8>",
    "<1000000 x i8>",
    "[0 x i8]",
    "[9999999999999 x i64]",
    "{ i8, ptr }",
    "0",
    "-1",
    "18446744073709551616",
    "true",
    "undef",
    "poison",
    "null",
    "zeroinitializer",
    "splat (i32 1)",
    "c\"\\00\"",
    "%0",
    "%1",
    "@f",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "!0",
    "nsw",
    "inbounds",
    "align 3",
    "label",
    "phi",
    "br",
    "call",
    "add",
    "extractelement",
    "insertvalue",
    "inttoptr",
    "byval(i32)",
];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }

    fn spoil(&mut self, text: &str) -> String {
        let place = self.place(text);
        let (before, after) = text.split_at(place);
        let word = WORDS[self.below(WORDS.len())];
        match self.below(6) {
            0 if self.below(4) == 0 => before.to_owned(),
            0 | 1 => {
                let rest = after.find(' ').map_or(after, |end| &after[end..]);
                format!("{before}{word}{rest}")
            }
            2 => {
                // A whole word.
                let start = before.rfind(' ').map_or(0, |start| start + 1);
                let end = after.find([' ', ',', '\n']).unwrap_or(after.len());
                format!("{}{word}{}", &before[..start], &after[end..])
            }
            3 => {
                let sign = ["\u{0}", "\"", "%", "@", "\\", "ü", "\u{1F600}", ","][self.below(8)];
                format!("{before}{sign}{after}")
            }
            _ => {
                let mut lines: Vec<&str> = text.lines().collect();
                let (one, other) = (self.below(lines.len()), self.below(lines.len()));
                match self.below(3) {
                    _ if lines.is_empty() => {}
                    0 => drop(lines.remove(one)),
                    1 => lines.swap(one, other),
                    _ => lines.insert(one, lines[other]),
                }
                lines.join("\n")
            }
        }
    }
}

/// Texts with something of everything that is lowered.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &Path| std::fs::read_to_string(path).expect("the text is there");
    let mut texts = Vec::new();
    for name in ["elsewhere", "vectors", "memory", "flow"] {
        let corpus = read(&root.join(format!("corpus/llvm/{name}.rewrites")));
        for case in corpus.split("\n# ").skip(1) {
            let (_, body) = case.split_once('\n').expect("a heading has a body");
            let (shared, both) = body.split_once("\n--\n").unwrap_or(("", body));
            let halves = both.split("\n=>\n");
            texts.extend(halves.map(|half| format!("{shared}\n{half}\n")));
        }
    }
    for name in ["histogram.t4", "maximum.v", "call_outside.t4"] {
        texts.push(read(&root.join(format!("benchmarks/llvm/ll/{name}.ll"))));
    }
    texts
}

#[test]
fn spoilt_modules_are_objected_to() {
    let texts = texts();
    let count = std::env::var("SPOILT").map_or(1_500, |count| count.parse().expect("a number"));
    let seed = std::env::var("SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let mut random = Random(seed);
    let (mut read_at_all, mut lowered) = (0, 0);
    for _ in 0..count {
        let original = &texts[random.below(texts.len())];
        let mut spoilt = random.spoil(original);
        for _ in 0..random.below(3) {
            spoilt = random.spoil(&spoilt);
        }
        let Ok(module) = read(&spoilt) else {
            continue;
        };
        read_at_all += 1;
        let right = read(original).expect("the text is a module");
        for name in module.function_names() {
            let _ = mutants(&module, &name);
            let options = Options::default();
            lowered += usize::from(pair(&module, &right, &name, &options).is_ok());
            lowered += usize::from(pair(&right, &module, &name, &options).is_ok());
        }
    }
    // A test in which nothing gets far would show nothing.
    assert!(read_at_all * 4 > count, "{read_at_all} were read");
    assert!(lowered * 20 > count, "{lowered} were lowered");
}
