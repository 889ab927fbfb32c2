//! Times the engine on Weaver's benchmarks, and on `safe for` claims in Tandem:
//! `cargo bench -p hypersafety -- FOLDER [SECONDS] [NAME] [--method M] [--orders O]
//! [--counterexamples C] [--compare]`. Seconds are of processor time, so that the figures of a busy
//! machine can be compared.
//!
//! With `--compare`, each proof that was found is checked again by every method, as in papers/001,
//! Table 4.

use std::path::{Path, PathBuf};
use std::time::Duration;

use budget::{Budget, Canceller};
use evidence::{Evidence, Verdict};
use hypersafety::{Counterexamples, Method, Options, Orders};
use logic::Term;
use logic::smtlib::parse_term;
use question::{Question, SafeFor};

const USAGE: &str = "usage: cargo bench -p hypersafety -- FOLDER [SECONDS] [NAME]
    --method lazy|antichain|plain    how proofs are checked
    --orders partition|total         the orders that the fixpoints choose from
    --counterexamples all|round-robin|preferred|leftmost:N|middle:N
                                     what is learnt from; several kinds otherwise
    --compare                        check each proof by every method";

struct Arguments {
    folder: PathBuf,
    seconds: u64,
    name: String,
    options: Options,
    compares: bool,
}

fn arguments() -> Option<Arguments> {
    let mut plain = Vec::new();
    let mut options = Options::default();
    let mut compares = false;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--bench" => {}
            "--compare" => compares = true,
            "--method" => {
                options.method = match words.next()?.as_str() {
                    "lazy" => Method::Lazy,
                    "antichain" => Method::Antichain,
                    "plain" => Method::Plain,
                    _ => return None,
                }
            }
            "--orders" => {
                options.orders = match words.next()?.as_str() {
                    "partition" => Orders::Partition,
                    "total" => Orders::Total,
                    _ => return None,
                }
            }
            "--counterexamples" => options.counterexamples = Some(kind(&words.next()?)?),
            _ => plain.push(word),
        }
    }
    Some(Arguments {
        folder: plain.first()?.into(),
        seconds: plain.get(1).map_or(Some(10), |text| text.parse().ok())?,
        name: plain.get(2).cloned().unwrap_or_default(),
        options,
        compares,
    })
}

fn kind(text: &str) -> Option<Counterexamples> {
    Some(match text.split_once(':') {
        None if text == "all" => Counterexamples::All,
        None if text == "round-robin" => Counterexamples::RoundRobin,
        None if text == "preferred" => Counterexamples::Preferred,
        Some(("leftmost", number)) => Counterexamples::Leftmost(number.parse().ok()?),
        Some(("middle", number)) => Counterexamples::Middle(number.parse().ok()?),
        _ => return None,
    })
}

#[allow(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() {
    let Some(arguments) = arguments() else {
        println!("{USAGE}");
        return;
    };
    let mut files = Vec::new();
    find(&arguments.folder, &mut files);
    files.sort();
    files.retain(|file| file.to_string_lossy().contains(&arguments.name));
    if arguments.compares {
        println!("| file | assertions | plain | states | antichain | pairs | lazy | nodes |");
        println!("|---|---|---|---|---|---|---|---|");
    } else {
        println!("| file | verdict | rounds | nodes | assertions | triples | search | check |");
        println!("|---|---|---|---|---|---|---|---|");
    }
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let shown = file.strip_prefix(&arguments.folder).unwrap_or(file);
        match questions(file, &text) {
            Ok(questions) => {
                for (name, question) in questions {
                    let row = row(&question, &arguments);
                    println!("| {}{name} | {row} |", shown.display());
                }
            }
            Err(problem) => println!("| {} | {problem} |", shown.display()),
        }
    }
}

/// The claims of a file, with what is to be added to its name.
fn questions(file: &Path, text: &str) -> Result<Vec<(String, SafeFor)>, String> {
    if file.extension().is_some_and(|extension| extension == "wvr") {
        let reading = frontend_weaver::read(text).map_err(|problem| problem.to_string())?;
        let question = reading
            .module
            .question(&reading.module.claims[0])
            .ok()
            .and_then(Question::safe_for)
            .expect("the claim is about copies of programs");
        return Ok(vec![(String::new(), question)]);
    }
    let analysis = language::analyze(text);
    if analysis.has_errors() {
        return Err(format!("{:?}", analysis.diagnostics));
    }
    let claims = analysis.module.claims.iter();
    let questions = claims.map(|claim| {
        let expected = match claim.expect {
            Some(question::Expectation::Refuted) => " (refuted)",
            _ => "",
        };
        let name = format!(" {}{expected}", claim.name);
        (
            name,
            analysis
                .module
                .question(claim)
                .ok()
                .and_then(Question::safe_for)
                .expect("the claim is about copies of programs"),
        )
    });
    Ok(questions.collect())
}

/// What there is to say about a file.
fn row(question: &SafeFor, arguments: &Arguments) -> String {
    let (budget, watch) = watched(arguments.seconds as f64);
    let start = processor_time();
    let decision = hypersafety::decide_with(question, &arguments.options, &budget);
    let search = processor_time() - start;
    watch.cancel();
    let budget = Budget::unlimited();
    if arguments.compares {
        return match decision.verdict {
            Verdict::Proved(Evidence::Reduction(proof)) => {
                let declarations = question.declarations();
                let parsed = proof.assertions.iter();
                let parsed = parsed.filter_map(|text| parse_term(text, &declarations).ok());
                comparison(question, &parsed.collect::<Vec<_>>(), arguments)
            }
            _ => "no proof".to_owned(),
        };
    }
    let start = processor_time();
    let verdict = match &decision.verdict {
        Verdict::Unknown(reason) => format!("{reason}"),
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
            match checker::check_safe_for(question, evidence, &budget) {
                Ok(accepted) => format!("{:?}", accepted.verdict()).to_lowercase(),
                Err(rejected) => format!("{:?} REJECTED: {rejected}", evidence.supports()),
            }
        }
    };
    let check = processor_time() - start;
    let effort = decision.effort;
    format!(
        "{verdict} | {} | {} | {} | {} | {:.3} | {:.3}",
        effort.rounds, effort.nodes, effort.assertions, effort.questions, search, check
    )
}

/// A budget that ends when this thread has used so many seconds of processor time, and how to end
/// the watch.
fn watched(seconds: f64) -> (Budget, Canceller) {
    let (used, watch) = (Canceller::new(), Canceller::new());
    let end = processor_time() + seconds;
    let (tell, stop) = (used.clone(), watch.clone());
    let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let clock = Path::new("/proc").join(thread).join("schedstat");
    std::thread::spawn(move || {
        while !stop.is_cancelled() {
            if time_of(&clock) > end {
                tell.cancel();
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    (Budget::unlimited().with_canceller(used), watch)
}

/// The times that the methods take to check a proof when all Hoare triples are known.
fn comparison(question: &SafeFor, assertions: &[Term], arguments: &Arguments) -> String {
    let orders = arguments.options.orders;
    let columns = [Method::Plain, Method::Antichain, Method::Lazy].map(|method| {
        let budget = Budget::unlimited().within(Duration::from_secs(arguments.seconds));
        let timed = hypersafety::with_proof(question, assertions, &budget, |proof| {
            proof.check(method, orders)?;
            // The clock is coarse, so that what is fast is done many times.
            let start = processor_time();
            let mut times = 0;
            loop {
                let checked = proof.check(method, orders)?;
                times += 1;
                let time = processor_time() - start;
                if time > 0.1 || times == 1000 {
                    return Ok((checked, time / f64::from(times)));
                }
            }
        });
        match timed {
            Ok((checked, time)) if checked.is_proof => {
                format!("{:.2} ms | {}", 1000.0 * time, checked.explored)
            }
            Ok((checked, _)) => format!("no proof | {}", checked.explored),
            Err(reason) => format!("{reason} | –"),
        }
    });
    format!("{} | {}", assertions.len(), columns.join(" | "))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "wvr" || extension == "tdm")
        {
            files.push(path);
        }
    }
}

/// The time that this thread has been running, in seconds: on a busy machine, waiting does not
/// count.
fn processor_time() -> f64 {
    time_of(Path::new("/proc/thread-self/schedstat"))
}

fn time_of(clock: &Path) -> f64 {
    let text = std::fs::read_to_string(clock).unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}
