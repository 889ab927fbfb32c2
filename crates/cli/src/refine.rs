//! `tandem refine`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use budget::{Budget, Canceller};
use evidence::VerdictKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::refinement::{
    Decided, Module, Question, Refinement, Side, check, decide, pair, question, read, sample, tell,
};
use tandem::solve::NoAnswer;

use crate::args::{Format, RefineArgs};
use crate::console::Console;
use crate::evidence_file::{Envelope, verdict};
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::llvm::IntegersArg;
use crate::source::Source;
use crate::suggest::did_you_mean;

/// What `--format json` writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The module that says what is allowed.
    pub(crate) specification: String,
    /// The module that should do nothing else.
    pub(crate) implementation: String,
    /// What integers are; all verdicts are about these.
    pub(crate) integers: IntegersArg,
    /// The functions, in the order of the specification.
    pub(crate) functions: Vec<FunctionAnswer>,
    /// The exit code of the run.
    pub(crate) exit_code: u8,
}

/// What is known of one function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FunctionAnswer {
    /// The name.
    pub(crate) name: String,
    /// Whether the implementation refines the specification; null where the checker rejected the
    /// evidence.
    pub(crate) verdict: Option<VerdictKind>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// What the evidence is, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<String>,
    /// How many single conditions the checker looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) obligations: Option<usize>,
    /// The relation at each pair of cut points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) relation: Vec<CutPoint>,
    /// Inputs on which the two differ, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) difference: Option<Differ>,
    /// What was taken for granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    /// The time in seconds; null with `--no-times`.
    pub(crate) seconds: Option<f64>,
}

/// A pair of cut points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CutPoint {
    /// The block of the specification.
    pub(crate) specification: String,
    /// The block of the implementation.
    pub(crate) implementation: String,
    /// What holds there of the specification's variables `S.x` and the implementation's `T.x`, in
    /// SMT-LIB.
    pub(crate) relation: String,
}

/// What both functions do on the same inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Differ {
    /// The inputs.
    pub(crate) inputs: Vec<Input>,
    /// What the specification does.
    pub(crate) specification: String,
    /// What the implementation does.
    pub(crate) implementation: String,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Input {
    /// The name.
    pub(crate) name: String,
    /// The value.
    pub(crate) value: evidence::Datum,
}

/// Runs the command.
pub(crate) fn run(args: &RefineArgs, console: &mut Console) -> io::Result<Exit> {
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let sources = Source::read(&args.specification)
        .and_then(|first| Ok((first, Source::read(&args.implementation)?)));
    let (first, second) = match sources {
        Ok(sources) => sources,
        Err(complaint) => return bad_input(console, &complaint),
    };
    let modules = module(&first).and_then(|a| Ok((a, module(&second)?)));
    let (specification, implementation) = match modules {
        Ok(modules) => modules,
        Err(complaint) => return bad_input(console, &complaint),
    };
    let names = match names(args, &specification, &implementation) {
        Ok(names) => names,
        Err(complaint) => return bad_input(console, &complaint),
    };
    if let Some(folder) = &args.evidence
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let complaint = format!("{} cannot be made: {error}", folder.display());
        return bad_input(console, &complaint);
    }
    let mut exit = Exit::Fine;
    let mut functions = Vec::new();
    for name in names {
        let run = FunctionRun {
            args,
            sources: [&first, &second],
            modules: [&specification, &implementation],
            name: &name,
        };
        let mut budget = Budget::unlimited().with_canceller(canceller.clone());
        if !args.timeout.is_zero() {
            budget = budget.within(args.timeout);
        }
        let (answer, contribution) = match run.answer(&budget) {
            Ok(answered) => answered,
            Err(complaint) => return bad_input(console, &complaint),
        };
        exit = exit.join(contribution);
        if args.format == Format::Text {
            console.print(&answer.text(args.explain, args.llvm.integers))?;
            console.flush()?;
        }
        functions.push(answer);
    }
    if args.format == Format::Json {
        let answer = Answer {
            specification: first.path.clone(),
            implementation: second.path.clone(),
            integers: args.llvm.integers,
            functions,
            exit_code: exit.code(),
        };
        console.print(&(serde_json::to_string_pretty(&answer)? + "\n"))?;
    }
    Ok(exit)
}

fn bad_input(console: &mut Console, complaint: &str) -> io::Result<Exit> {
    console.complain(complaint);
    Ok(Exit::BadInput)
}

fn module(source: &Source) -> Result<Module<'_>, String> {
    read(&source.text).map_err(|problem| located(source, &problem))
}

fn located(source: &Source, problem: &tandem::refinement::Problem) -> String {
    let (line, column) = (problem.line, problem.column);
    format!("{}:{line}:{column}: {}", source.path, problem.message)
}

/// The functions to compare: those that are asked for, or all that both modules define.
fn names(
    args: &RefineArgs,
    specification: &Module<'_>,
    implementation: &Module<'_>,
) -> Result<Vec<String>, String> {
    let theirs = specification.function_names();
    let ours: BTreeSet<String> = implementation.function_names().into_iter().collect();
    let both: Vec<String> = theirs
        .into_iter()
        .filter(|name| ours.contains(name))
        .collect();
    for name in &args.functions {
        if !both.contains(name) {
            let hint = did_you_mean(name, both.iter().map(String::as_str));
            let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            return Err(format!("not both modules define a function {name}{hint}"));
        }
    }
    let wanted = |name: &String| args.functions.is_empty() || args.functions.contains(name);
    let names: Vec<String> = both.into_iter().filter(wanted).collect();
    match names.is_empty() {
        true => Err("no function is defined in both modules".to_owned()),
        false => Ok(names),
    }
}

/// One function of the two modules.
struct FunctionRun<'a> {
    args: &'a RefineArgs,
    sources: [&'a Source; 2],
    modules: [&'a Module<'a>; 2],
    name: &'a str,
}

impl FunctionRun<'_> {
    /// What is known of the function, and what that contributes to the exit code.
    fn answer(&self, budget: &Budget) -> Result<(FunctionAnswer, Exit), String> {
        let start = Instant::now();
        let options = self.args.llvm.options();
        let [specification, implementation] = self.modules;
        let mut answer = FunctionAnswer {
            name: self.name.to_owned(),
            verdict: Some(VerdictKind::Unknown),
            reason: None,
            evidence: None,
            obligations: None,
            relation: Vec::new(),
            difference: None,
            assumptions: Vec::new(),
            seconds: None,
        };
        let exit = match pair(specification, implementation, self.name, &options) {
            Err(problem) => {
                let source = match problem.side {
                    Side::Specification => self.sources[0],
                    Side::Implementation => self.sources[1],
                };
                let place = located(source, &problem.problem);
                answer.reason = Some(format!("unsupported: {place}"));
                Exit::Unknown
            }
            Ok(lowered) => {
                answer.assumptions.clone_from(&lowered.assumptions);
                let subject = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
                let inputs = |number: u64| sample(&subject.0, number);
                let question = question(&lowered, &inputs);
                self.decide(&question, &mut answer, budget)?
            }
        };
        if !self.args.no_times {
            answer.seconds = Some(start.elapsed().as_secs_f64());
        }
        Ok((answer, exit))
    }

    fn decide(
        &self,
        question: &Question<'_>,
        answer: &mut FunctionAnswer,
        budget: &Budget,
    ) -> Result<Exit, String> {
        let decided = match &self.args.verify {
            None => decide(question, budget),
            Some(folder) => {
                let Envelope { evidence, .. } = Envelope::<Refinement>::read(&self.file(folder))?;
                check(question, &evidence, budget).map(|accepted| Decided { accepted, evidence })
            }
        };
        let decided = match decided {
            Ok(decided) => decided,
            Err(NoAnswer::Unknown(reason)) => {
                answer.reason = Some(reason.to_string());
                return Ok(Exit::Unknown);
            }
            Err(NoAnswer::Rejected(rejected)) => {
                answer.verdict = None;
                answer.reason = Some(format!("the checker rejects the evidence: {rejected}"));
                // Evidence from a file may be wrong; evidence of our own may not.
                return Ok(match self.args.verify {
                    Some(_) => Exit::Refuted,
                    None => Exit::Internal,
                });
            }
        };
        if let Some(folder) = &self.args.evidence {
            let path = self.file(folder);
            self.written(&decided)
                .write(&path)
                .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        }
        answer.evidence = Some(decided.evidence.describe());
        answer.obligations = Some(decided.accepted.obligations());
        answer.verdict = Some(verdict(&decided.accepted));
        match &decided.evidence {
            Refinement::Map(map) => {
                let proof = question.proof;
                let name = |function: &program::Function, block: u32| {
                    function.blocks[block as usize].name.to_string()
                };
                let points = map.nodes.iter().map(|node| CutPoint {
                    specification: name(proof.specification, node.specification),
                    implementation: name(proof.implementation, node.implementation),
                    relation: node.relation.clone(),
                });
                answer.relation = points.collect();
                Ok(Exit::Fine)
            }
            Refinement::Difference(difference) => {
                let inputs = question.refutation.specification.inputs.iter();
                let inputs = inputs.zip(&difference.inputs).map(|(var, value)| Input {
                    name: var.name.to_string(),
                    value: value.clone(),
                });
                let told = tell(question, difference).ok();
                answer.difference = told.map(|[specification, implementation]| Differ {
                    inputs: inputs.collect(),
                    specification,
                    implementation,
                });
                Ok(Exit::Refuted)
            }
        }
    }

    /// The evidence file of the function.
    fn file(&self, folder: &Path) -> PathBuf {
        let safe = |c: char| {
            if c.is_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        };
        let name: String = self.name.chars().map(safe).collect();
        folder.join(format!("{name}.json"))
    }

    /// The evidence with what it is about.
    fn written<'d>(&self, decided: &'d Decided) -> Envelope<&'d Refinement> {
        let [specification, implementation] = self.sources;
        let claim = format!("{} refines {}", self.name, specification.path);
        let file = implementation.path.clone();
        Envelope::new(file, claim, verdict(&decided.accepted), &decided.evidence)
    }
}

impl FunctionAnswer {
    /// The answer for people.
    fn text(&self, explain: bool, integers: IntegersArg) -> String {
        let word = self.verdict.map_or("rejected", VerdictKind::as_str);
        let mut text = format!("{:<20} {word:<8}", self.name);
        if integers == IntegersArg::Mathematical {
            text.push_str("  over mathematical integers:");
        }
        if let (Some(evidence), Some(obligations)) = (&self.evidence, self.obligations) {
            let _ = write!(text, "  {evidence}, {obligations} obligations re-checked");
        }
        if let Some(reason) = &self.reason {
            let _ = write!(text, "  {reason}");
        }
        if let Some(seconds) = self.seconds {
            let _ = write!(text, "   {seconds:.2} s");
        }
        text.push('\n');
        if let Some(differ) = &self.difference {
            let inputs = differ.inputs.iter();
            let inputs = inputs.filter_map(|input| Some((&input.name, shown(&input.value)?)));
            let inputs: Vec<String> = inputs
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            let _ = writeln!(text, "    on {}:", inputs.join(", "));
            let _ = writeln!(text, "    the specification {}", differ.specification);
            let _ = writeln!(text, "    the implementation {}", differ.implementation);
        }
        if explain {
            for point in &self.relation {
                let (ours, theirs) = (&point.implementation, &point.specification);
                let _ = writeln!(text, "    at T {ours}, S {theirs}: {}", point.relation);
            }
            for assumption in &self.assumptions {
                let _ = writeln!(text, "    assuming: {assumption}");
            }
        }
        text
    }
}

/// How many places of memory are shown.
const MOST_PLACES: usize = 12;

/// A value in a few characters; of memory the first places that are not zero.
pub(crate) fn shown(value: &evidence::Datum) -> Option<String> {
    match value {
        evidence::Datum::Bool(value) => Some(value.to_string()),
        evidence::Datum::Small(value) => Some(value.to_string()),
        evidence::Datum::Text(text) => Some(text.clone()),
        evidence::Datum::Array { entries, .. } if entries.is_empty() => None,
        evidence::Datum::Array { entries, .. } => {
            let places = entries.iter().take(MOST_PLACES);
            let places = places
                .filter_map(|(place, cell)| Some(format!("{}: {}", shown(place)?, shown(cell)?)));
            let rest = if entries.len() > MOST_PLACES {
                ", …"
            } else {
                ""
            };
            Some(format!("[{}{rest}]", Vec::from_iter(places).join(", ")))
        }
    }
}
