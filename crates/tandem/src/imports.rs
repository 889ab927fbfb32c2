//! Functions of files that a module imports.
//!
//! The language knows that a file is imported, and under which name; what the file says is known to
//! its front end. Here the two meet: [`resolve`] has the files read and tells the claims which
//! functions they are about. Whoever calls it opens the files.

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::Symbol;
use program::Origin;
use question::import::{Compared, Import, ImportedFunction};
use question::{ClaimKind, Module};

use crate::refinement::{self, Named, Options, PairProblem, Side};

/// The extension of files with functions of LLVM.
const LLVM: &str = "ll";

/// Something wrong with an import, or with what a claim says of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportProblem {
    /// Where the import or the function is named.
    pub origin: Origin,
    /// What is wrong, a sentence without its full stop.
    pub message: String,
    /// The name of a function that does not exist.
    pub wanted: Option<String>,
    /// Names that do.
    pub candidates: Vec<String>,
}

impl ImportProblem {
    fn of(import: &Import, message: String) -> Self {
        ImportProblem {
            origin: import.origin,
            message,
            wanted: None,
            candidates: Vec::new(),
        }
    }
}

/// An imported file, as it was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// How messages call it.
    pub shown: String,
    /// What it says.
    pub text: String,
}

/// Tells the claims of a module which functions of imported files they compare. `open` reads the file
/// of a path that the module names, or says in a sentence why it cannot.
///
/// Claims about which something is wrong keep what they had; an instruction that is not supported
/// is no mistake of the author's, and makes the claim one without an answer.
pub fn resolve(
    module: &mut Module,
    options: &Options,
    open: &mut dyn FnMut(&str) -> Result<Opened, String>,
) -> Vec<ImportProblem> {
    let mut problems = Vec::new();
    let mut opened: BTreeMap<Symbol, Opened> = BTreeMap::new();
    for import in &module.imports {
        match open_llvm(import, open) {
            Ok(file) => drop(opened.insert(import.alias, file)),
            Err(message) => problems.push(ImportProblem::of(import, message)),
        }
    }
    let mut files: BTreeMap<Symbol, Parsed<'_>> = BTreeMap::new();
    for import in &module.imports {
        let Some(file) = opened.get(&import.alias) else {
            continue;
        };
        match refinement::read(&file.text) {
            Ok(module) => drop(files.insert(import.alias, Parsed { file, module })),
            Err(problem) => {
                let message = format!("{}:{problem}", file.shown);
                problems.push(ImportProblem::of(import, message));
            }
        }
    }
    for claim in &mut module.claims {
        let ClaimKind::Refines {
            implementation,
            specification,
            compared,
        } = &mut claim.kind
        else {
            continue;
        };
        let mut found = |function: &ImportedFunction| {
            let defined = files.get(&function.import)?.defines(function);
            defined.map_err(|problem| problems.push(problem)).ok()
        };
        let sides = [found(specification), found(implementation)];
        if let [Some(specification), Some(implementation)] = sides {
            *compared = compare(specification, implementation, options);
        }
    }
    problems
}

/// Opens an imported file of LLVM.
fn open_llvm(
    import: &Import,
    open: &mut dyn FnMut(&str) -> Result<Opened, String>,
) -> Result<Opened, String> {
    let extension = std::path::Path::new(&import.path).extension();
    if extension.is_none_or(|extension| extension != LLVM) {
        let path = &import.path;
        return Err(format!(
            "unsupported: `{path}` cannot be imported, only LLVM IR (`.{LLVM}`) can"
        ));
    }
    open(&import.path)
}

/// An imported file with what it says.
struct Parsed<'t> {
    file: &'t Opened,
    module: refinement::Module<'t>,
}

/// A function of an imported file.
#[derive(Clone, Copy)]
struct Defined<'p, 't> {
    parsed: &'p Parsed<'t>,
    name: Symbol,
}

impl<'t> Parsed<'t> {
    /// The function, where the file defines it.
    fn defines(&self, function: &ImportedFunction) -> Result<Defined<'_, 't>, ImportProblem> {
        let names = self.module.function_names();
        match names.iter().any(|name| name == function.function.as_str()) {
            true => Ok(Defined {
                parsed: self,
                name: function.function,
            }),
            false => Err(ImportProblem {
                origin: function.origin,
                message: format!(
                    "{} defines no function `{}`",
                    self.file.shown, function.function
                ),
                wanted: Some(function.function.to_string()),
                candidates: names,
            }),
        }
    }
}

/// The two functions as a claim compares them.
fn compare(
    specification: Defined<'_, '_>,
    implementation: Defined<'_, '_>,
    options: &Options,
) -> Compared {
    let [theirs, ours] = [&specification, &implementation].map(|function| Named {
        module: &function.parsed.module,
        function: function.name.as_str(),
    });
    let lowered = match refinement::pair_named(theirs, ours, options) {
        Ok(lowered) => lowered,
        Err(PairProblem { side, problem }) => {
            let at = match side {
                Side::Specification => specification,
                Side::Implementation => implementation,
            };
            return Compared::Unsupported(format!("{}:{problem}", at.parsed.file.shown));
        }
    };
    if let Some(other) = lowered.rests_on.first() {
        return Compared::Unsupported(format!(
            "{}: the answer rests on `{other}`, which is not the same in both files and is not compared here",
            implementation.parsed.file.shown
        ));
    }
    Compared::Functions(Arc::new(refinement::comparison(lowered)))
}
