//! Mutants of some of the functions.

use tandem::mutation::{Fate, Mutant, judge, mutants};
use tandem::refinement::{Options, read};

use crate::Settings;
use crate::processor::timed;

/// The functions whose mutants are judged: small and larger ones, with and without memory.
const FUNCTIONS: [&str; 20] = [
    "abs_sum",
    "adler32",
    "binary_search",
    "brackets",
    "compare_bytes",
    "count_words",
    "days_in_year",
    "digit_sum",
    "fibonacci",
    "find_byte",
    "fletcher16",
    "integer_root",
    "is_prime",
    "lfsr",
    "maximum",
    "parity_steps",
    "parse_decimal",
    "power_mod",
    "vending",
    "xor_fold",
];
/// How many mutants of each, spread evenly over the function.
const EACH: usize = 15;

/// What became of the mutants of a function.
#[derive(Default)]
pub(crate) struct Mutants {
    pub(crate) name: String,
    pub(crate) all: usize,
    pub(crate) killed: usize,
    pub(crate) equivalent: usize,
    pub(crate) refines: usize,
    pub(crate) unknown: usize,
    pub(crate) rejected: usize,
    pub(crate) seconds: f64,
}

pub(crate) fn measure(settings: &Settings) -> Vec<Mutants> {
    let wanted = FUNCTIONS
        .iter()
        .filter(|name| settings.names.iter().any(|known| known == *name));
    wanted.map(|name| of_function(name, settings)).collect()
}

fn of_function(name: &str, settings: &Settings) -> Mutants {
    let text = settings.text(&format!("{name}.s.ll"));
    let text = text.expect("the function is there");
    let module = read(&text).expect("the function can be read");
    let all = mutants(&module, name).expect("the function has mutants");
    let most = all.len().min(EACH);
    let chosen: Vec<&Mutant> = (0..most).map(|at| &all[at * all.len() / most]).collect();
    let mut counts = Mutants {
        name: name.to_owned(),
        all: chosen.len(),
        ..Mutants::default()
    };
    let ((), seconds) = timed(|| {
        for mutant in chosen {
            let budget = || settings.budget();
            let fate = judge(&text, &module, name, mutant, &Options::default(), &budget);
            *match fate {
                Fate::Killed { .. } => &mut counts.killed,
                Fate::Equivalent => &mut counts.equivalent,
                Fate::Refines => &mut counts.refines,
                Fate::Unknown(_) => &mut counts.unknown,
                Fate::Rejected(_) => &mut counts.rejected,
            } += 1;
        }
    });
    counts.seconds = seconds;
    println!(
        "mutants of {name}: {} of {} killed",
        counts.killed, counts.all
    );
    counts
}
