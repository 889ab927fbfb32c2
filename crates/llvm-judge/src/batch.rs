//! Cases in batches: compiled into one program and run on several inputs each.

use crate::case::{Case, Inputs};
use crate::native::{Outcome, Program, Tools, Variant, Version};
use crate::random::inputs;

/// The native runs of one case.
pub type Runs = Vec<(Inputs, Variant, Outcome)>;

/// Cases and what native code does on each of them.
#[derive(Debug)]
pub struct Batch {
    /// The runs of each case; none where it could not be compiled.
    pub runs: Vec<Runs>,
    /// The cases that a version could not compile, with what it said.
    pub failed: Vec<(usize, Version, String)>,
}

impl Batch {
    /// Compiles and runs cases, each on so many random inputs.
    ///
    /// # Errors
    /// What a tool said where the batch as a whole could not be made.
    pub fn new(tools: &Tools, cases: &[Case], count: u64) -> Result<Batch, String> {
        let chosen = |case: &Case| (0..count).map(|seed| inputs(case, seed)).collect();
        let chosen: Vec<Vec<Inputs>> = cases.iter().map(chosen).collect();
        Batch::on(tools, cases, &chosen)
    }

    /// Compiles and runs cases, each on its inputs.
    ///
    /// # Errors
    /// What a tool said where the batch as a whole could not be made.
    pub fn on(tools: &Tools, cases: &[Case], chosen: &[Vec<Inputs>]) -> Result<Batch, String> {
        let program = Program::new(tools, cases)?;
        let mut requests = Vec::new();
        for (case, inputs) in chosen.iter().enumerate() {
            for variant in program.variants(case) {
                requests.extend(inputs.iter().map(|inputs| (case, variant, inputs)));
            }
        }
        let outcomes = program.run(cases, &requests)?;
        let mut runs: Vec<Runs> = vec![Vec::new(); cases.len()];
        for ((case, variant, inputs), outcome) in requests.into_iter().zip(outcomes) {
            runs[case].push((inputs.clone(), variant, outcome));
        }
        Ok(Batch {
            runs,
            failed: program.failed,
        })
    }
}
