//! Functions of LLVM IR that are compared. They are lowered when they are asked for: a module may have
//! thousands of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use logic::Symbol;
use question::{Question, Refines, Relation, Unreadable};
use self_cell::self_cell;
use tandem::mutation::{Mutant, Mutation};
use tandem::refinement::{
    Module, Named, Options, PairProblem, Problem, Side, comparison, pair_named, read, surroundings,
};

use super::{Asked, File, asks, error, error_at, llvm, stem};
use crate::source::Source;
use crate::suggest::did_you_mean;
use report::Diagnostic;

self_cell!(
    /// A module with its text.
    struct Parsed {
        owner: Source,
        #[covariant]
        dependent: Module,
    }

    impl { Debug }
);

/// The modules of claims about functions, and what each claim is about.
#[derive(Debug)]
pub(super) struct Functions {
    /// The specification, and the implementation where it is another module.
    modules: Vec<Parsed>,
    options: Options,
    /// What each claim of the file compares.
    compared: Vec<Compares>,
    aliases: [Symbol; 2],
}

/// What a claim compares.
#[derive(Clone, Debug)]
enum Compares {
    /// A function of the specification and one of the implementation.
    Functions {
        specification: String,
        implementation: String,
    },
    /// A function with what became of it by a change.
    Mutant {
        function: String,
        mutant: Mutant,
        /// Whether the question is if the original refines the mutant.
        is_reversed: bool,
    },
    /// Nothing, for this reason.
    Nothing(String),
}

/// Does each function of the second module do only what the one of the same name in the first allows?
pub(super) fn between(
    first: Source,
    second: Source,
    wanted: &[String],
    arguments: &llvm::Arguments,
) -> File {
    let shown = second.clone();
    let aliases = aliases(&first, &second);
    let modules = parse(first).and_then(|first| Ok([first, parse(second)?]));
    let modules = match modules {
        Ok(modules) => modules,
        Err(problem) => return File::wrong(shown, *problem),
    };
    let [theirs, ours] = [0, 1].map(|position| modules[position].borrow_dependent());
    let known: BTreeSet<String> = ours.function_names().into_iter().collect();
    let mut both = theirs.function_names();
    both.retain(|name| known.contains(name));
    if let Some(complaint) = missing(wanted, &both, "not both modules define a function") {
        let problem = error(&shown, complaint.0, &(0..0), complaint.1);
        return File::wrong(shown, *problem);
    }
    if both.is_empty() {
        let message = "no function is defined in both modules".to_owned();
        let problem = error(&shown, message, &(0..0), None);
        return File::wrong(shown, *problem);
    }
    let chosen = both
        .into_iter()
        .filter(|name| wanted.is_empty() || wanted.contains(name));
    let mut compared: Vec<(String, Compares)> = chosen
        .map(|name| {
            let compares = Compares::Functions {
                specification: name.clone(),
                implementation: name.clone(),
            };
            (name, compares)
        })
        .collect();
    if wanted.is_empty() {
        compared.extend(uncompared(theirs, ours, &known));
    }
    let functions = Functions {
        modules: modules.into(),
        options: arguments.options(),
        compared: Vec::new(),
        aliases,
    };
    functions.file(shown, compared)
}

/// What others find in the specification that no comparison of functions covers: functions that the
/// implementation does not have, and whatever else is not the same in both.
fn uncompared(
    theirs: &Module<'_>,
    ours: &Module<'_>,
    known: &BTreeSet<String>,
) -> Vec<(String, Compares)> {
    let mut missing = theirs.public_function_names();
    missing.retain(|name| !known.contains(name));
    let reason = "the implementation does not define it, so that it was not compared";
    let missing = missing.into_iter().map(|name| (name, reason.to_owned()));
    let others = surroundings(theirs, ours);
    let others = others.into_iter().map(|it| (it.name, it.reason.to_owned()));
    let all = missing.chain(others);
    all.map(|(name, reason)| (name, Compares::Nothing(reason)))
        .collect()
}

/// Does `tgt` do only what `src` allows, in one module? Numbers and the like may follow these names.
pub(super) fn within(source: Source, arguments: &llvm::Arguments) -> File {
    let module = match parse(source.clone()) {
        Ok(module) => module,
        Err(problem) => return File::wrong(source, *problem),
    };
    let names = module.borrow_dependent().function_names();
    let pairs = names.iter().filter_map(|specification| {
        let rest = specification.strip_prefix("src")?;
        let implementation = format!("tgt{rest}");
        names.contains(&implementation).then(|| {
            let compares = Compares::Functions {
                specification: specification.clone(),
                implementation: implementation.clone(),
            };
            (implementation, compares)
        })
    });
    let compared = pairs.collect();
    let alias = Symbol::new(stem(&source));
    let functions = Functions {
        modules: vec![module],
        options: arguments.options(),
        compared: Vec::new(),
        aliases: [alias, alias],
    };
    functions.file(source, compared)
}

/// The claims that mutants of a function refine the original, and the other way round.
pub(super) fn mutants(
    source: Source,
    all: Vec<(String, Mutant)>,
    arguments: &llvm::Arguments,
) -> File {
    let module = match parse(source.clone()) {
        Ok(module) => module,
        Err(problem) => return File::wrong(source, *problem),
    };
    let mut compared = Vec::new();
    for is_reversed in [false, true] {
        for (number, (function, mutant)) in all.iter().enumerate() {
            let back = if is_reversed { ".back" } else { "" };
            let name = format!("{function}:{}.{}{back}", mutant.line, number + 1);
            let compares = Compares::Mutant {
                function: function.clone(),
                mutant: mutant.clone(),
                is_reversed,
            };
            compared.push((name, compares));
        }
    }
    let functions = Functions {
        modules: vec![module],
        options: arguments.options(),
        compared: Vec::new(),
        aliases: [Symbol::new("original"), Symbol::new("mutant")],
    };
    functions.file(source, compared)
}

/// The first of the wanted names that is not there, as a sentence with a hint.
pub(super) fn missing(
    wanted: &[String],
    known: &[String],
    complaint: &str,
) -> Option<(String, Option<String>)> {
    let name = wanted.iter().find(|name| !known.contains(name))?;
    let hint = did_you_mean(name, known.iter().map(String::as_str));
    Some((format!("{complaint} {name}"), hint))
}

/// Under which names two modules are spoken of: those of their files, where they differ.
fn aliases(first: &Source, second: &Source) -> [Symbol; 2] {
    match stem(first) == stem(second) {
        true => ["specification", "implementation"].map(Symbol::new),
        false => [first, second].map(|source| Symbol::new(stem(source))),
    }
}

fn word(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::Operator => "operator",
        Mutation::Relation => "relation",
        Mutation::Constant => "constant",
        Mutation::Guard => "guard",
    }
}

fn parse(source: Source) -> Result<Parsed, Box<Diagnostic>> {
    // The text moves into the cell even where it is wrong.
    let kept = source.clone();
    let parsed = Parsed::try_new(source, |source| read(&source.text));
    parsed.map_err(
        |Problem {
             line,
             column,
             message,
         }| { error_at(&kept, (line, column), message, None) },
    )
}

impl Functions {
    /// The file with these claims.
    fn file(mut self, source: Source, compared: Vec<(String, Compares)>) -> File {
        let mut file = File::empty(source);
        let [theirs, ours] = self.aliases;
        for (name, compares) in compared {
            let summary = match &compares {
                Compares::Functions {
                    specification,
                    implementation,
                } => format!("{ours}.{implementation} abstracted by {theirs}.{specification}"),
                Compares::Mutant { mutant, .. } => {
                    format!("{:<8}  {}", word(mutant.mutation), mutant.change)
                }
                Compares::Nothing(_) => format!("{ours}.{name} abstracted by {theirs}.{name}"),
            };
            let lowered_later = Unreadable("it is lowered when it is asked for".to_owned());
            let mut claim = asks(&name, Relation::Refines, summary, Err(lowered_later));
            if !matches!(compares, Compares::Mutant { .. }) {
                claim.expect = None;
            }
            file.module.claims.push(claim);
            self.compared.push(compares);
        }
        file.functions = Some(self);
        file
    }

    /// The claim that is asked as well where the one at this position is proved: whether an original
    /// refines its mutant, too.
    pub(super) fn back(&self, claim: usize) -> Option<usize> {
        let count = self.compared.len() / 2;
        match self.compared.get(claim)? {
            Compares::Mutant {
                is_reversed: false, ..
            } => Some(claim + count),
            _ => None,
        }
    }

    /// Whether the claim at this position is only asked behind another one.
    pub(super) fn is_behind(&self, claim: usize) -> bool {
        let compares = self.compared.get(claim);
        matches!(
            compares,
            Some(Compares::Mutant {
                is_reversed: true,
                ..
            })
        )
    }

    /// The claim at a position, lowered.
    pub(super) fn asked(&self, claim: usize) -> Option<Asked> {
        let compares = self.compared.get(claim)?;
        let none = |why: String| Asked {
            question: Err(Unreadable(why)),
            rests_on: Vec::new(),
            obstacles: Vec::new(),
        };
        let first = self.modules.first()?;
        let [theirs, ours] = self.aliases;
        Some(match compares {
            Compares::Nothing(reason) => none(reason.clone()),
            Compares::Functions {
                specification,
                implementation,
            } => {
                let second = self.modules.get(1).unwrap_or(first);
                let names = [specification.as_str(), implementation.as_str()];
                self.lowered([first, second], names, [theirs, ours])
            }
            Compares::Mutant {
                function,
                mutant,
                is_reversed,
            } => {
                let original = first.borrow_owner();
                let text = mutant.apply(&original.text);
                let path = format!("{}, changed", original.path);
                let mutant = match parse(Source::new(path, text)) {
                    Ok(mutant) => mutant,
                    Err(it) => {
                        let what = format!("the mutant cannot be read: {}", it.message);
                        return Some(none(what));
                    }
                };
                let names = [function.as_str(); 2];
                match is_reversed {
                    false => self.lowered([first, &mutant], names, [theirs, ours]),
                    true => self.lowered([&mutant, first], names, [ours, theirs]),
                }
            }
        })
    }

    fn lowered(
        &self,
        [first, second]: [&Parsed; 2],
        [specification, implementation]: [&str; 2],
        [theirs, ours]: [Symbol; 2],
    ) -> Asked {
        let lowered = pair_named(
            Named {
                module: first.borrow_dependent(),
                function: specification,
            },
            Named {
                module: second.borrow_dependent(),
                function: implementation,
            },
            &self.options,
        );
        match lowered {
            Ok(mut lowered) => {
                let rests_on = std::mem::take(&mut lowered.rests_on);
                let obstacles = std::mem::take(&mut lowered.obstacles);
                let alias = |import: Symbol, name: &str| Symbol::new(&format!("{import}.{name}"));
                let question = Question::from(Refines {
                    aliases: [alias(ours, implementation), alias(theirs, specification)],
                    comparison: Arc::new(comparison(lowered)),
                });
                Asked {
                    question: Ok(question),
                    rests_on,
                    obstacles,
                }
            }
            Err(PairProblem { side, problem }) => {
                let at = match side {
                    Side::Specification => first,
                    Side::Implementation => second,
                };
                let path = &at.borrow_owner().path;
                Asked {
                    question: Err(Unreadable(format!("{path}:{problem}"))),
                    rests_on: Vec::new(),
                    obstacles: Vec::new(),
                }
            }
        }
    }
}
