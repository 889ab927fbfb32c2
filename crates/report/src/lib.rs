//! The report of a run as data: what `--format json` prints, and what the text is rendered from.
//!
//! `tandem schema report` prints the schema of [`Report`]. A change that readers notice raises
//! [`SCHEMA_VERSION`].
//!
//! # What this crate does not know
//! Programs, engines, and how anything was decided: it has names, places and sentences.
//!
//! # Where to start
//! [`Report`] and [`Claim`].

#![forbid(unsafe_code)]

use evidence::VerdictKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const SCHEMA_VERSION: u32 = 2;

/// The report of one run of `tandem check`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of this format.
    pub schema_version: u32,
    /// The version of Tandem.
    pub tandem_version: String,
    /// The program files, in the order in which they were checked.
    pub files: Vec<String>,
    /// What is wrong with the input. With an error among them, nothing was checked.
    pub diagnostics: Vec<Diagnostic>,
    /// The claims, file by file, in the order in which they are written.
    pub claims: Vec<Claim>,
    /// The claims, counted.
    pub summary: Summary,
    /// The exit code of the run.
    pub exit_code: u8,
}

/// What happens in a run, one after the other: a line each of `--format ndjson`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Happening {
    /// The files were read: the first line.
    Started {
        /// The version of this format.
        schema_version: u32,
        /// The version of Tandem.
        tandem_version: String,
        /// The files.
        files: Vec<String>,
        /// How many claims are to be decided.
        claims: usize,
    },
    /// Something is wrong with the input.
    Diagnosed {
        /// What it is.
        diagnostic: Diagnostic,
    },
    /// An engine works on a claim. Lines of several claims may come between each other.
    Worked {
        /// The file of the claim.
        file: String,
        /// The name of the claim.
        claim: String,
        /// The engine.
        engine: String,
        /// What it tells; nothing when it begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        news: Option<News>,
    },
    /// A claim is decided, or cannot be. Claims come in the order in which they are written.
    Decided {
        /// What is known of it.
        claim: Box<Claim>,
    },
    /// The end: the last line.
    Ended {
        /// The claims, counted.
        summary: Summary,
        /// The exit code of the run.
        exit_code: u8,
    },
}

/// What an engine tells of its work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// How far it has come.
    Reached(String),
    /// What is certain already.
    Covered(String),
    /// What it could not show.
    Open(Open),
}

/// A place in a file. Lines and columns count from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character, in characters.
    pub column: usize,
    /// The line behind the last character.
    pub end_line: usize,
    /// The column behind the last character.
    pub end_column: usize,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset behind the last byte.
    pub end: usize,
}

/// How bad something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The input means something, but probably not what its author meant.
    Warning,
    /// The input cannot be used.
    Error,
}

/// Something wrong with the input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file, if it is about a text that could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where it is wrong, if it is wrong somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What is to be seen at the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Other places that have to do with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Another place that has to do with a diagnostic, in the same file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// A claim and what is known of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name.
    pub name: String,
    /// The file in which it is written; all places below are in this file.
    pub file: String,
    /// Where it is written.
    pub place: Place,
    /// What is claimed of the programs; null where the file could not be read within the limits.
    pub relation: Option<Relation>,
    /// The claim in a line.
    pub summary: String,
    /// The verdict; null where the checker rejected the evidence for one.
    pub verdict: Option<VerdictKind>,
    /// Why the checker rejected the evidence: a bug in Tandem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// Why there is no answer, where the verdict is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The same in the words of the field, as `sat`, or what became of a mutant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The verdict that the author expects; `proved` where nothing else is written. Null where one verdict
    /// is as good as the other.
    pub expected: Option<VerdictKind>,
    /// Whether the verdict is the expected one.
    pub as_expected: bool,
    /// The engine that gave the answer.
    pub engine: String,
    /// Whether the evidence was kept from an earlier run, and only checked again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_store: bool,
    /// Who was asked, in order, and how far each came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Attempt>,
    /// How much was looked at.
    pub effort: Effort,
    /// The evidence in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// The abstraction of the target that simulates the source, as a program, where it has lost
    /// something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abstraction: Option<String>,
    /// What the evidence says, where it can be read: invariants, relations, strategies, models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// Other functions of the same file that the verdict rests on: each of them must refine its
    /// counterpart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// How many single conditions the checker checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obligations: Option<usize>,
    /// The file to which the evidence was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence_file: Option<String>,
    /// What the author may want to know beside the verdict.
    pub warnings: Vec<Warning>,
    /// What the verdict rests on beside the text, as how numbers are understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The counterexample told for people, where the verdict is `refuted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<Story>,
    /// How long it took, in seconds, checking of the evidence included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// The relations between programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// `A simulated by B`.
    Simulated,
    /// `safe for a = P, b = Q`.
    SafeFor,
    /// `P safe`.
    Safe,
    /// `S equivalent to T`, of systems.
    Equivalent,
    /// `A abstracted by B`.
    Abstracted,
    /// `t.f abstracted by s.f`, of functions.
    Refines,
    /// `A included in B`.
    Included,
    /// `P satisfies` a temporal formula.
    Satisfies,
    /// `satisfies … for all n`.
    Network,
    /// The infinite words of one automaton are words of another.
    Words,
    /// A formula is satisfiable.
    Satisfiable,
    /// For all values that satisfy one formula, some satisfy another.
    ForallExists,
    /// Horn clauses have a solution.
    Clauses,
}

/// An engine that was asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The engine.
    pub engine: String,
    /// For how long it worked, in seconds; null with `--no-times`.
    pub seconds: Option<f64>,
    /// How far it came, in its own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reached: String,
    /// What is certain, although there is no answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub covered: String,
    /// What it could not show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
}

/// Something that an engine could not show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What it is.
    pub text: String,
    /// The place that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The kind of reason.
    pub kind: ReasonKind,
    /// The reason in words.
    pub text: String,
    /// The construct that is not supported, where it stands somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What may be in the way, or what could be done about it: what was tried comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

/// The kinds of reasons for which there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// The time was over.
    Timeout,
    /// There was not enough memory.
    Memory,
    /// The user stopped the work.
    Interrupted,
    /// The method cannot do this.
    Incomplete,
    /// No engine for this claim handles a construct.
    Unsupported,
    /// The process that worked on it ended by itself: a bug in Tandem, or in a library.
    Crashed,
}

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// States of all programs.
    pub states: usize,
    /// Pairs of states, or joint starts.
    pub pairs: usize,
}

/// Something to know beside the verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// The kind of warning.
    pub kind: WarningKind,
    /// The warning in words.
    pub text: String,
    /// The place that it is about.
    pub place: Place,
}

/// The kinds of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// An assignment can leave the finite range of its variable.
    OutOfRange,
    /// The claim holds for a trivial reason, or for fewer runs than it seems.
    Vacuous,
    /// What the concrete program of an inclusion is augmented with does not help.
    Augmentation,
}

/// A counterexample as a sequence of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// What happens, in a line.
    pub headline: String,
    /// The kind of the defect in a program that uses MPI, in the words of the MPI Bugs Initiative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The start and the steps.
    pub events: Vec<Event>,
    /// Why this refutes the claim.
    pub conclusion: String,
    /// A run on the same values that ends well, because messages of different senders come in another
    /// order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_order: Vec<Event>,
}

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The program that does it.
    pub actor: String,
    /// What it does.
    pub action: String,
    /// The variables that have other values afterwards, or all of them at the start.
    pub values: Vec<Binding>,
    /// The statement that does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The file of the statement, where it is another one than that of the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A variable and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The variable.
    pub name: String,
    /// Its value as the language writes it.
    pub value: String,
}

/// The claims, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// All claims.
    pub claims: usize,
    /// The claims that were proved.
    pub proved: usize,
    /// The claims that were refuted.
    pub refuted: usize,
    /// The claims that could not be told.
    pub unknown: usize,
    /// The claims whose evidence the checker rejected.
    pub rejected: usize,
    /// The claims that are as expected.
    pub as_expected: usize,
    /// The claims whose evidence was kept from an earlier run, and only checked again.
    #[serde(default)]
    pub from_store: usize,
}

impl Summary {
    /// Counts claims.
    pub fn of(claims: &[Claim]) -> Self {
        let count = |accept: &dyn Fn(&Claim) -> bool| claims.iter().filter(|c| accept(c)).count();
        Summary {
            claims: claims.len(),
            proved: count(&|claim| claim.verdict == Some(VerdictKind::Proved)),
            refuted: count(&|claim| claim.verdict == Some(VerdictKind::Refuted)),
            unknown: count(&|claim| claim.verdict == Some(VerdictKind::Unknown)),
            rejected: count(&|claim| claim.verdict.is_none()),
            as_expected: count(&|claim| claim.as_expected),
            from_store: count(&|claim| claim.from_store),
        }
    }
}
