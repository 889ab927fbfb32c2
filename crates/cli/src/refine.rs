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
    Decided, Lowered, Module, Question, Refinement, Side, Story, check, decide, pair, question,
    read, sample, story, surroundings,
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
    /// What the verdict rests on beyond what the language reference of LLVM guarantees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    /// Other functions that differ in the two modules and that this one calls or hands over: the verdict
    /// rests on each of them refining its counterpart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rests_on: Vec<String>,
    /// What may be in the way of a verdict where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) obstacles: Vec<String>,
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
    /// The inputs of the lowered functions, as they stand in the evidence.
    pub(crate) inputs: Vec<Input>,
    /// How the two differ on them, in the words of the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) story: Option<Story>,
    /// Why there is no story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) untold: Option<String>,
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
    let mut functions: Vec<(FunctionAnswer, Exit)> = Vec::new();
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
        // What rests on others is told once they are known.
        if args.format == Format::Text && answer.rests_on.is_empty() {
            console.print(&answer.text(args.explain, args.llvm.integers))?;
            console.flush()?;
        }
        functions.push((answer, contribution));
    }
    settle(&mut functions);
    for (answer, contribution) in &functions {
        exit = exit.join(*contribution);
        if args.format == Format::Text && !answer.rests_on.is_empty() {
            console.print(&answer.text(args.explain, args.llvm.integers))?;
        }
    }
    let mut functions: Vec<FunctionAnswer> = functions.into_iter().map(|(it, _)| it).collect();
    for answer in uncompared(args, &specification, &implementation) {
        if args.format == Format::Text {
            console.print(&answer.text(args.explain, args.llvm.integers))?;
        }
        exit = exit.join(Exit::Unknown);
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

/// What others find in the specification that no comparison of functions covers: functions that the
/// implementation does not have, and whatever else is not the same in both.
fn uncompared<'m>(
    args: &RefineArgs,
    specification: &'m Module<'m>,
    implementation: &'m Module<'m>,
) -> Vec<FunctionAnswer> {
    if !args.functions.is_empty() {
        return Vec::new();
    }
    let ours: BTreeSet<String> = implementation.function_names().into_iter().collect();
    let mut theirs = specification.public_function_names();
    theirs.retain(|name| !ours.contains(name));
    let missing = theirs.iter().map(|name| {
        let reason = "the implementation does not define it, so that it was not compared";
        FunctionAnswer::uncompared(name, reason)
    });
    let others = surroundings(specification, implementation);
    let others = others
        .iter()
        .map(|it| FunctionAnswer::uncompared(&it.name, it.reason));
    missing.chain(others).collect()
}

/// Takes proofs back that rest on functions which are not proved themselves.
fn settle(functions: &mut [(FunctionAnswer, Exit)]) {
    loop {
        let proved: BTreeSet<String> = functions
            .iter()
            .filter(|(answer, _)| answer.verdict == Some(VerdictKind::Proved))
            .map(|(answer, _)| answer.name.clone())
            .collect();
        let mut changed = false;
        for (answer, exit) in functions.iter_mut() {
            let open = answer.rests_on.iter().find(|name| !proved.contains(*name));
            if let (Some(VerdictKind::Proved), Some(other)) = (answer.verdict, open) {
                answer.verdict = Some(VerdictKind::Unknown);
                answer.reason = Some(format!(
                    "this holds if {other} refines its counterpart, which is not proved here"
                ));
                *exit = exit.join(Exit::Unknown);
                changed = true;
            }
        }
        if !changed {
            return;
        }
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
        let mut answer = FunctionAnswer::unknown(self.name);
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
                let assumptions = lowered.assumptions.iter();
                answer.assumptions = assumptions.map(ToString::to_string).collect();
                answer.rests_on.clone_from(&lowered.rests_on);
                let subject = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
                let inputs = |number: u64| sample(&subject.0, number);
                let question = question(&lowered, &inputs);
                self.decide(&lowered, &question, &mut answer, budget)?
            }
        };
        if !self.args.no_times {
            answer.seconds = Some(start.elapsed().as_secs_f64());
        }
        Ok((answer, exit))
    }

    fn decide(
        &self,
        lowered: &Lowered,
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
                answer.obstacles.clone_from(&lowered.obstacles);
                // Nothing rests on anything where there is no verdict.
                answer.assumptions.clear();
                answer.rests_on.clear();
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
                .assuming(answer.assumptions.clone())
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
                answer.rests_on.clear();
                let inputs = question.refutation.specification.inputs.iter();
                let inputs = inputs.zip(&difference.inputs).map(|(var, value)| Input {
                    name: var.name.to_string(),
                    value: value.clone(),
                });
                let told = story(question, &lowered.meaning, difference);
                debug_assert!(told.is_ok(), "{}: {told:?}", self.name);
                answer.difference = Some(Differ {
                    inputs: inputs.collect(),
                    untold: told.as_ref().err().map(ToString::to_string),
                    story: told.ok(),
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
    /// Nothing is known yet.
    fn unknown(name: &str) -> Self {
        FunctionAnswer {
            name: name.to_owned(),
            verdict: Some(VerdictKind::Unknown),
            reason: None,
            evidence: None,
            obligations: None,
            relation: Vec::new(),
            difference: None,
            assumptions: Vec::new(),
            rests_on: Vec::new(),
            obstacles: Vec::new(),
            seconds: None,
        }
    }

    /// Something that was not compared.
    fn uncompared(name: &str, reason: &str) -> Self {
        FunctionAnswer {
            reason: Some(reason.to_owned()),
            ..FunctionAnswer::unknown(name)
        }
    }

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
            match &differ.story {
                Some(story) => text.push_str(&told(story)),
                None => {
                    let why = differ.untold.as_deref().unwrap_or_default();
                    let _ = writeln!(text, "    {why}");
                }
            }
        }
        if explain {
            for point in &self.relation {
                let (ours, theirs) = (&point.implementation, &point.specification);
                let _ = writeln!(text, "    at T {ours}, S {theirs}: {}", point.relation);
            }
        }
        for obstacle in &self.obstacles {
            let _ = writeln!(text, "    {obstacle}");
        }
        for assumption in &self.assumptions {
            let _ = writeln!(text, "    assuming that {assumption}");
        }
        if self.verdict == Some(VerdictKind::Proved) && !self.rests_on.is_empty() {
            let _ = writeln!(text, "    resting on {}", self.rests_on.join(", "));
        }
        text
    }
}

/// How many lines of inputs are shown.
const MOST_INPUTS: usize = 10;

/// A story in a few lines.
fn told(story: &Story) -> String {
    let mut text = format!("    {}\n", story.difference);
    for (number, given) in story.inputs.iter().take(MOST_INPUTS).enumerate() {
        let word = if number == 0 { "on" } else { "  " };
        let _ = writeln!(text, "    {word} {}", given.text);
    }
    if story.inputs.len() > MOST_INPUTS {
        let _ = writeln!(text, "       …");
    }
    let accounts = [
        ("the specification", &story.specification),
        ("the implementation", &story.implementation),
    ];
    for (who, deeds) in accounts {
        for (number, deed) in deeds.iter().enumerate() {
            let who = if number == 0 { who } else { "    then" };
            let _ = writeln!(text, "    {who} {deed}");
        }
    }
    text
}
