//! Mutants of functions of LLVM IR.

use tandem::mutation::{Mutant, mutants};
use tandem::refinement::{Problem, read};

use super::{File, error, error_at, functions, llvm};
use crate::source::Source;

/// The claims that mutants of functions refine the original, and behind all of these the claims that the
/// original refines them, in the same order.
pub(super) fn of(
    source: Source,
    wanted: &[String],
    most: usize,
    arguments: &llvm::Arguments,
) -> File {
    let found = match all(&source, wanted, most) {
        Ok(found) => found,
        Err(problem) => return File::wrong(source, *problem),
    };
    functions::mutants(source, found, arguments)
}

fn all(
    source: &Source,
    wanted: &[String],
    most: usize,
) -> Result<Vec<(String, Mutant)>, Box<report::Diagnostic>> {
    let wrong = |Problem {
                     line,
                     column,
                     message,
                 }: Problem| { error_at(source, (line, column), message, None) };
    let module = read(&source.text).map_err(wrong)?;
    let names = module.function_names();
    if let Some((message, hint)) =
        functions::missing(wanted, &names, "the module defines no function")
    {
        return Err(error(source, message, &(0..0), hint));
    }
    let mut found = Vec::new();
    for name in names {
        if wanted.is_empty() || wanted.contains(&name) {
            let own = mutants(&module, &name).map_err(wrong)?;
            found.extend(spread(own, most).map(|mutant| (name.clone(), mutant)));
        }
    }
    Ok(found)
}

/// At most so many mutants, spread evenly over the function; 0 for all.
fn spread(all: Vec<Mutant>, most: usize) -> impl Iterator<Item = Mutant> {
    let count = all.len();
    let kept = if most == 0 { count } else { most.min(count) };
    (0..kept).map(move |place| all[place * count / kept].clone())
}
