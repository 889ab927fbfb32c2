//! What supervisor and worker say to each other: one JSON object a line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the protocol. A change that either side notices raises it.
pub const PROTOCOL: u32 = 1;

/// The longest line that a worker may write, in bytes: what a module with a million claims says of itself.
/// Evidence that is long goes by way of a file.
pub const LONGEST_LINE: usize = 256 << 20;

/// A line from the supervisor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A number for the job, which the answer repeats.
    pub id: u64,
    /// What is to be done.
    pub job: Value,
    /// The memory that the worker should keep within, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// A line from a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The first line: who speaks.
    Hello {
        /// The version of this protocol.
        protocol: u32,
        /// The version of the program.
        version: String,
    },
    /// Something in between.
    Said {
        /// The job that it is about.
        id: u64,
        /// What is said.
        what: Value,
    },
    /// The end of a job.
    Answer {
        /// The job.
        id: u64,
        /// What came of it.
        answer: Value,
    },
}
