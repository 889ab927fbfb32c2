//! Programs with one operator, constant or guard changed: whatever the verdict, the checker accepts
//! the evidence for it, and most mutants have one.
//!
//! All mutants of some programs, or a sample of those of every file in a folder:
//! `TANDEM_WEAVER=folder TANDEM_MUTANTS=10 cargo test -p hypersafety --test mutants -- --nocapture`.

use question::Question;
use std::path::{Path, PathBuf};
use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use random_programs::Rng;

/// A comparison of numbers, symmetric; a sum in two orders; flows of information; an unrolled loop;
/// and threads that add to a shared variable.
const PROGRAMS: [&str; 6] = [
    "(var a b r s Int)
     (par (set! r (if (< a b) (- 1) (if (> a b) 1 0)))
          (set! s (if (< b a) (- 1) (if (> b a) 1 0))))
     (assume (not (= r (- 0 s))))",
    "(var x y n Int)
     (assume (and (= x y) (> x 0)))
     (par (while (< x n) (set! x (+ x x)))
          (while (< y n) (set! y (+ y y))))
     (assume (not (= x y)))",
    "(var f (Int) Int) (var i j s t n Int)
     (assume (= i j s t 0))
     (par (while (< i n) (set! s (+ s (f i))) (set! i (+ i 1)))
          (while (< j n) (set! t (+ t (f j))) (set! j (+ j 1))))
     (assume (not (= s t)))",
    "(var x y Int) (var h g Bool) (var l m Int)
     (assume (= x y))
     (par (seq (if h (set! l 1) (set! l (- 2 1))) (set! l (+ l x)))
          (seq (if g (set! m 1) (set! m (- 2 1))) (set! m (+ m y))))
     (assume (not (= l m)))",
    "(var f (Int) Int) (var i x j y n Int)
     (assume (= i j x y 0))
     (par (while (< i (* 2 n)) (set! x (f x)) (set! i (+ i 1)))
          (while (< j (* 2 n)) (set! y (f (f y))) (set! j (+ j 2))))
     (assume (not (= x y)))",
    "(var s t a b Int)
     (assume (= s t))
     (par (seq (par (set! s (+ s a)) (set! s (+ s b))))
          (seq (set! t (+ t b)) (set! t (+ t a))))
     (assume (not (= s t)))",
];

/// What is written instead of an operator.
const OPERATORS: [(&str, &str); 10] = [
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("=", "<="),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("and", "or"),
    ("or", "and"),
];

/// Parentheses and words.
fn tokens(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split(';').next());
    let code: Vec<&str> = code.flatten().collect();
    let spaced = code.join(" ").replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// Where the expression that starts at a token ends.
fn end(tokens: &[String], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The text with one operator, one constant or one guard changed, in every way that can be read.
fn mutants(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let mut changed = tokens.clone();
        let is_head = at > 0 && tokens[at - 1] == "(";
        if let Some((_, other)) = OPERATORS.iter().find(|(one, _)| is_head && one == token) {
            changed[at] = (*other).to_owned();
        } else if let Ok(number) = token.parse::<i64>() {
            changed[at] = (number + 1).to_string();
        } else if is_head && ["while", "if", "assume"].contains(&token.as_str()) {
            changed.insert(end(&tokens, at + 1), ")".to_owned());
            changed.insert(at + 1, "( not".to_owned());
        } else {
            continue;
        }
        let mutant = changed.join(" ");
        if frontend_weaver::read(&mutant).is_ok() {
            found.push(mutant);
        }
    }
    found
}

#[derive(Default, Debug)]
struct Tally {
    proved: usize,
    refuted: usize,
    unknown: usize,
}

impl Tally {
    fn all(&self) -> usize {
        self.proved + self.refuted + self.unknown
    }

    /// Decides a program, and counts the verdict that the checker accepts.
    fn judge(&mut self, text: &str, limit: Duration) {
        let reading = frontend_weaver::read(text).expect("a mutant can be read");
        let question = reading
            .module
            .question(&reading.module.claims[0])
            .ok()
            .and_then(Question::safe_for)
            .expect("the claim is about copies of programs");
        let budget = Budget::unlimited().within(limit);
        let evidence = match hypersafety::decide(&question, &budget).verdict {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(_) => {
                self.unknown += 1;
                return;
            }
        };
        let accepted = checker::check_safe_for(&question, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: {text}"));
        match accepted.verdict() {
            Established::Proved => self.proved += 1,
            Established::Refuted => self.refuted += 1,
        }
    }
}

#[test]
fn every_verdict_on_a_mutant_is_accepted() {
    let mut tally = Tally::default();
    for text in PROGRAMS {
        tally.judge(text, Duration::from_secs(20));
        assert_eq!(tally.unknown + tally.refuted, 0, "{text}");
    }
    for mutant in PROGRAMS.iter().flat_map(|text| mutants(text)) {
        tally.judge(&mutant, Duration::from_secs(2));
    }
    let all = tally.all();
    assert!(
        all > 60 && tally.proved >= 10 && tally.refuted >= all / 3 && tally.unknown <= all / 4,
        "{tally:?}"
    );
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "wvr") {
            found.push(path);
        }
    }
}

/// Does nothing unless `TANDEM_WEAVER` names a folder.
#[test]
#[allow(clippy::print_stdout, reason = "the tally is what the test reports")]
fn mutants_of_the_files_in_a_folder() {
    let Ok(folder) = std::env::var("TANDEM_WEAVER") else {
        return;
    };
    let most = std::env::var("TANDEM_MUTANTS").ok();
    let most: usize = most.and_then(|text| text.parse().ok()).unwrap_or(3);
    let mut all = Vec::new();
    files(Path::new(&folder), &mut all);
    all.sort();
    assert!(!all.is_empty(), "{folder} has no files");
    let mut rng = Rng(1);
    let mut total = Tally::default();
    for file in all {
        let text = std::fs::read_to_string(&file).expect("a file can be read");
        let mut open = mutants(&text);
        let mut tally = Tally::default();
        while tally.all() < most && !open.is_empty() {
            let mutant = open.swap_remove(rng.below(open.len() as u32) as usize);
            tally.judge(&mutant, Duration::from_secs(10));
        }
        println!("{}: {tally:?}", file.display());
        total.proved += tally.proved;
        total.refuted += tally.refuted;
        total.unknown += tally.unknown;
    }
    println!("all: {total:?}");
}
