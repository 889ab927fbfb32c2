//! What a worker is asked to do, and what it answers.
//!
//! A worker that searches is not believed: what it finds goes to another one, which reads the files
//! itself and checks the evidence. [`Desk::answer`] does a job, in a worker or in this very process.

mod clerk;
mod desk;
mod found;
mod listing;
mod proposal;

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::args::{GraphFormat, SearchArgs};
use crate::subject::Subject;
use report::News;

pub(crate) use desk::Desk;
pub(crate) use found::{Found, Outcome};
pub(crate) use listing::{ListedClaim, Listing};

/// The least time that anything is given: none at all would be no limit.
pub(crate) const TICK: Duration = Duration::from_millis(1);

/// Something to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    /// Read files, and say what they claim.
    Read(Subject),
    /// Search for a verdict on a claim.
    Search {
        /// The files.
        subject: Subject,
        /// The claim.
        wanted: Wanted,
        /// How to search.
        #[serde(default)]
        how: SearchArgs,
        /// The folder for evidence that is too long for an answer.
        folder: String,
    },
    /// Look into the store whether the claim was decided before, and check that again.
    Recall {
        /// The files.
        subject: Subject,
        /// The claim.
        wanted: Wanted,
        /// What is to be kept of it.
        keep: Keep,
    },
    /// Check what a search has found.
    Check {
        /// The files.
        subject: Subject,
        /// The claim.
        wanted: Wanted,
        /// What was found.
        found: Box<Found>,
        /// The folder in which evidence is that is too long for an answer.
        folder: String,
        /// What is to be kept of it.
        keep: Keep,
    },
    /// Check a file of evidence.
    Verify {
        /// The file.
        subject: Subject,
        /// The claim.
        wanted: Wanted,
        /// What is to be kept of it.
        keep: Keep,
    },
}

/// A claim that is to be decided, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The position of the claim in the file.
    pub(crate) claim: usize,
    /// Its name.
    pub(crate) name: String,
    /// What was said to be the SHA-256 of all texts when they were read: they are still the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) inputs: Option<String>,
    /// The time that may be used, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
    /// The memory that may be used, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) memory: Option<u64>,
}

/// What is kept of a verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keep {
    /// The file to which evidence is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<String>,
    /// The folder of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<String>,
    /// Whether it is said what the evidence says.
    #[serde(default)]
    pub(crate) explain: bool,
    /// How the strategy in the evidence is drawn, if it is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) strategy: Option<GraphFormat>,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Done {
    /// Files were read.
    Read(Listing),
    /// A search is over.
    Found(Box<Found>),
    /// A claim was decided.
    Decided(Box<Decided>),
    /// Nothing is known of a claim.
    Nothing,
    /// The job cannot be done: a sentence.
    Refused(String),
}

/// What is said while a job is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Heard {
    /// The engine that it is about.
    pub(crate) engine: String,
    /// What it tells; nothing when it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) news: Option<News>,
}

/// Who hears what is said while a job is done.
pub(crate) type Listener = Arc<dyn Fn(Heard) + Send + Sync>;

/// What is known of a claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decided {
    /// What is shown of it.
    pub(crate) claim: report::Claim,
    /// Why evidence was not written that should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unwritten: Option<String>,
    /// The strategy in the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) strategy: Option<String>,
}

impl From<report::Claim> for Decided {
    fn from(claim: report::Claim) -> Self {
        Decided {
            claim,
            unwritten: None,
            strategy: None,
        }
    }
}
