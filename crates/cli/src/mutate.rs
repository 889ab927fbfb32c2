//! `tandem mutate`.

use std::fmt::Write as _;
use std::io;

use budget::{Budget, Canceller};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::mutation::{Fate, Mutant, Mutation, judge, mutants};
use tandem::refinement::{Module, Options, Story, read};

use crate::args::{Format, MutateArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::source::Source;
use crate::suggest::did_you_mean;

/// What `--format json` writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The file.
    pub(crate) file: String,
    /// The functions, in order.
    pub(crate) functions: Vec<FunctionMutants>,
    /// The exit code of the run.
    pub(crate) exit_code: u8,
}

/// The mutants of one function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FunctionMutants {
    /// The name.
    pub(crate) name: String,
    /// The mutants, in the order of the instructions.
    pub(crate) mutants: Vec<MutantAnswer>,
    /// How many mutants were killed, of those that can be: in percent. Null where none can be.
    pub(crate) score: Option<f64>,
}

/// What became of a mutant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MutantAnswer {
    /// The line of the changed instruction.
    pub(crate) line: u32,
    /// What was changed: `operator`, `relation`, `constant` or `guard`.
    pub(crate) mutation: String,
    /// The old text and the new one.
    pub(crate) change: String,
    /// `killed`, `equivalent`, `refines` or `unknown`; null where the checker rejected the evidence.
    pub(crate) fate: Option<String>,
    /// Why it could not be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The inputs that kill it, what the original does on them and what the mutant does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) killed_by: Option<KilledBy>,
}

/// What tells a mutant from the original.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KilledBy {
    /// The inputs of the lowered functions, as an engine found them.
    pub(crate) inputs: Vec<crate::refine::Input>,
    /// How the two differ on them: the original is the specification, the mutant the implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) story: Option<Story>,
}

/// Runs the command.
pub(crate) fn run(args: &MutateArgs, console: &mut Console) -> io::Result<Exit> {
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let source = match Source::read(&args.file) {
        Ok(source) => source,
        Err(complaint) => return bad_input(console, &complaint),
    };
    let module = match read(&source.text) {
        Ok(module) => module,
        Err(problem) => return bad_input(console, &format!("{}:{problem}", source.path)),
    };
    let names = match names(args, &module) {
        Ok(names) => names,
        Err(complaint) => return bad_input(console, &complaint),
    };
    let mut answer = Answer {
        file: source.path.clone(),
        functions: Vec::new(),
        exit_code: 0,
    };
    let mut exit = Exit::Fine;
    for name in names {
        let all = match mutants(&module, &name) {
            Ok(all) => all,
            Err(problem) => return bad_input(console, &format!("{}:{problem}", source.path)),
        };
        let mut function = FunctionMutants {
            name: name.clone(),
            mutants: Vec::new(),
            score: None,
        };
        for mutant in spread(&all, args.most) {
            let budget = || {
                let budget = Budget::unlimited().with_canceller(canceller.clone());
                match args.timeout.is_zero() {
                    true => budget,
                    false => budget.within(args.timeout),
                }
            };
            let options = Options::default();
            let fate = judge(&source.text, &module, &name, mutant, &options, &budget);
            exit = exit.join(match fate {
                Fate::Unknown(_) => Exit::Unknown,
                Fate::Rejected(_) => Exit::Internal,
                _ => Exit::Fine,
            });
            let row = MutantAnswer::new(mutant, fate);
            if args.format == Format::Text {
                console.print(&row.text(&name))?;
                console.flush()?;
            }
            function.mutants.push(row);
        }
        function.score = function.score();
        if args.format == Format::Text {
            console.print(&function.summary())?;
        }
        answer.functions.push(function);
    }
    if args.format == Format::Json {
        answer.exit_code = exit.code();
        console.print(&(serde_json::to_string_pretty(&answer)? + "\n"))?;
    }
    Ok(exit)
}

fn bad_input(console: &mut Console, complaint: &str) -> io::Result<Exit> {
    console.complain(complaint);
    Ok(Exit::BadInput)
}

/// The functions whose mutants are made: those that are asked for, or all.
fn names(args: &MutateArgs, module: &Module<'_>) -> Result<Vec<String>, String> {
    let all = module.function_names();
    for name in &args.functions {
        if !all.contains(name) {
            let hint = did_you_mean(name, all.iter().map(String::as_str));
            let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            return Err(format!("the module defines no function {name}{hint}"));
        }
    }
    let wanted = |name: &String| args.functions.is_empty() || args.functions.contains(name);
    Ok(all.into_iter().filter(wanted).collect())
}

/// At most so many mutants, spread evenly over the function; 0 for all.
fn spread(all: &[Mutant], most: usize) -> Vec<&Mutant> {
    if most == 0 || all.len() <= most {
        return all.iter().collect();
    }
    (0..most)
        .map(|place| &all[place * all.len() / most])
        .collect()
}

fn word(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::Operator => "operator",
        Mutation::Relation => "relation",
        Mutation::Constant => "constant",
        Mutation::Guard => "guard",
    }
}

impl MutantAnswer {
    fn new(mutant: &Mutant, fate: Fate) -> Self {
        let mut answer = MutantAnswer {
            line: mutant.line,
            mutation: word(mutant.mutation).to_owned(),
            change: mutant.change.clone(),
            fate: None,
            reason: None,
            killed_by: None,
        };
        let fate = match fate {
            Fate::Killed { inputs, story } => {
                let inputs = inputs
                    .into_iter()
                    .map(|(name, value)| crate::refine::Input { name, value });
                answer.killed_by = Some(KilledBy {
                    inputs: inputs.collect(),
                    story: story.map(|story| *story),
                });
                "killed"
            }
            Fate::Equivalent => "equivalent",
            Fate::Refines => "refines",
            Fate::Unknown(reason) => {
                answer.reason = Some(reason);
                "unknown"
            }
            Fate::Rejected(reason) => {
                answer.reason = Some(format!("the checker rejects the evidence: {reason}"));
                return answer;
            }
        };
        answer.fate = Some(fate.to_owned());
        answer
    }

    /// The answer as a line for people.
    fn text(&self, function: &str) -> String {
        let fate = self.fate.as_deref().unwrap_or("rejected");
        let mut text = format!(
            "{function}:{:<5} {:<8}  {:<34} {fate:<10}",
            self.line, self.mutation, self.change
        );
        let story = self.killed_by.as_ref().and_then(|it| it.story.as_ref());
        if let Some(story) = story {
            let inputs: Vec<&str> = story.inputs.iter().map(|it| it.text.as_str()).collect();
            if !inputs.is_empty() {
                let _ = write!(text, "  on {}", inputs.join(", "));
            }
            let difference = story.difference.replace("the implementation", "the mutant");
            let difference = difference.replace("the specification", "the original");
            let _ = write!(text, "  {difference}");
        }
        if let Some(reason) = &self.reason {
            let _ = write!(text, "  {reason}");
        }
        text.push('\n');
        text
    }
}

impl FunctionMutants {
    fn count(&self, fate: &str) -> usize {
        let is = |mutant: &&MutantAnswer| mutant.fate.as_deref() == Some(fate);
        self.mutants.iter().filter(is).count()
    }

    /// How many mutants were killed, of those that are not known to refine the original.
    fn score(&self) -> Option<f64> {
        let kept = self.count("equivalent") + self.count("refines");
        let killable = self.mutants.len() - kept;
        (killable > 0).then(|| 100.0 * self.count("killed") as f64 / killable as f64)
    }

    fn summary(&self) -> String {
        let score = self.score.map_or_else(
            || "no score".to_owned(),
            |score| format!("score {score:.0} %"),
        );
        format!(
            "{}: {} mutants, {} killed, {} equivalent, {} refine, {} unknown; {score}\n",
            self.name,
            self.mutants.len(),
            self.count("killed"),
            self.count("equivalent"),
            self.count("refines"),
            self.count("unknown"),
        )
    }
}
