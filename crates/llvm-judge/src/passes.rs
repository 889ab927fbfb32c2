//! What the optimiser makes of functions.

use crate::case::Case;
use crate::native::{Tools, Version};

/// Passes and pipelines, each in the words of `opt -passes`.
pub const PASSES: [&str; 22] = [
    "instcombine",
    "simplifycfg",
    "gvn",
    "sroa",
    "mem2reg",
    "reassociate",
    "instsimplify",
    "early-cse",
    "loop-mssa(licm)",
    "loop(loop-rotate)",
    "loop(indvars)",
    "dse",
    "memcpyopt",
    "sccp",
    "globalopt",
    "function-attrs",
    "aggressive-instcombine",
    "vector-combine",
    "jump-threading",
    "correlated-propagation",
    "default<O1>",
    "default<O2>",
];

/// What a pass of a version makes of a case.
///
/// # Errors
/// What the tool says where it fails.
pub fn transformed(
    tools: &Tools,
    version: Version,
    passes: &str,
    case: &Case,
) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [from, to] = ["from.ll", "to.ll"].map(|name| folder.path().join(name));
    std::fs::write(&from, &case.text).map_err(|error| error.to_string())?;
    tools.transform(version, passes, &from, &to)?;
    std::fs::read_to_string(&to).map_err(|error| error.to_string())
}
