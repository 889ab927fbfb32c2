//! What all commands that decide something have in common.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::looking::cache_folder;
use crate::limits::{parse_memory, parse_timeout};
use crate::render::Stories;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs; `tandem schema report` prints the schema
    Json,
    /// For programs that listen meanwhile: a line for each thing that happens, as `tandem schema events`
    /// says
    Ndjson,
    /// One page to look at, with every counterexample, which needs no other file
    Html,
}

/// How claims are decided, and what is shown of them: the same for every command that decides some.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Deciding and showing")]
pub(crate) struct DecideArgs {
    /// Decide only the claims with this name; may be given several times
    #[arg(long = "claim", value_name = "NAME")]
    pub(crate) claims: Vec<String>,
    /// The time for each claim in seconds; 0 for no limit [default: 60, and 10 for a mutant]
    #[arg(long, value_name = "SECONDS", value_parser = parse_timeout)]
    pub(crate) timeout: Option<Duration>,
    /// The memory for all claims that are decided at the same time, such as 512M or 4G [default: 80 % of
    /// what is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,
    /// How many claims are decided at the same time
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub(crate) jobs: std::num::NonZeroUsize,
    /// How results are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Which counterexamples are told step by step
    #[arg(long, value_name = "WHICH", default_value = "unexpected")]
    pub(crate) stories: Stories,
    /// Tell all counterexamples, the same as --stories always
    #[arg(short = 'v', long = "explain", conflicts_with = "stories")]
    pub(crate) explain: bool,
    /// Show what the evidence says: invariants, relations, strategies, models
    #[arg(long, visible_aliases = ["show-invariants", "strategy", "model"])]
    pub(crate) show_evidence: bool,
    /// Write the evidence for each verdict to a file in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) evidence: Option<PathBuf>,
    /// Look for what was decided before in this folder, and check it again instead of searching; empty
    /// for none [default: the folder `tandem` where the system keeps caches]
    #[arg(
        long,
        value_name = "FOLDER",
        env = "TANDEM_CACHE",
        hide_env_values = true
    )]
    cache: Option<OsString>,
    /// Search for everything anew, and keep nothing
    #[arg(long)]
    no_cache: bool,
    /// Decide claims in this process, where no limit is kept against a solver that does not answer
    #[arg(long)]
    pub(crate) in_process: bool,
    /// Leave out times, so that two runs write the same
    #[arg(long, hide = true)]
    pub(crate) no_times: bool,
}

impl DecideArgs {
    /// What is asked for where nothing is said but these.
    pub(crate) fn plain(claims: Vec<String>, timeout: Duration) -> Self {
        DecideArgs {
            claims,
            timeout: Some(timeout),
            memory: None,
            jobs: std::num::NonZeroUsize::MIN,
            format: Format::Text,
            stories: Stories::default(),
            explain: false,
            show_evidence: false,
            evidence: None,
            cache: None,
            no_cache: false,
            in_process: false,
            no_times: true,
        }
    }

    /// The folder in which verdicts are kept.
    pub(crate) fn store(&self) -> Option<PathBuf> {
        match self.no_cache {
            true => None,
            false => cache_folder(self.cache.as_ref()),
        }
    }

    /// Which counterexamples are told.
    pub(crate) fn stories(&self) -> Stories {
        if self.explain {
            Stories::Always
        } else {
            self.stories
        }
    }
}

/// How states are represented, in claims `included in`.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatesArg {
    /// Listed, and where that takes long, as sets
    #[default]
    Automatic,
    /// Listed one by one
    Listed,
    /// As sets only, which prove and do not refute
    Sets,
}

impl From<StatesArg> for tandem::States {
    fn from(states: StatesArg) -> Self {
        match states {
            StatesArg::Automatic => tandem::States::Automatic,
            StatesArg::Listed => tandem::States::Listed,
            StatesArg::Sets => tandem::States::Sets,
        }
    }
}

/// How verdicts are searched for. They are the same, the times are not.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "How verdicts are searched for")]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SearchArgs {
    /// How the states of programs with fair runs are represented
    #[arg(long, value_name = "HOW", default_value = "automatic")]
    states: StatesArg,
    /// Make each command a move of its own in simulations, instead of whole silent paths
    #[arg(long)]
    single_steps: bool,
    /// Compare all threads at once, instead of one by one first
    #[arg(long)]
    whole_product: bool,
    /// Which moves of the specification are tried first: sync, follow, pass, or several in order
    #[arg(long, value_name = "PREFERENCES", value_delimiter = ',', value_parser = preference)]
    prefer: Vec<String>,
    /// Decide games of finitely many moves by SimSat, instead of winning regions
    #[arg(long)]
    simsat: bool,
}

/// A preference, which is kept as it is written.
fn preference(word: &str) -> Result<String, String> {
    match word.parse::<tandem::Preference>() {
        Ok(_) => Ok(word.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl SearchArgs {
    /// The same for the library.
    pub(crate) fn options(&self) -> tandem::Search {
        let mut simulation = tandem::SimulationOptions::default();
        if self.single_steps {
            simulation.steps = tandem::Steps::Single;
        }
        let preferred = self.prefer.iter().filter_map(|word| word.parse().ok());
        let preferred: Vec<tandem::Preference> = preferred.collect();
        if !preferred.is_empty() {
            simulation.preferences = preferred;
        }
        simulation.by_thread = !self.whole_product;
        if self.simsat {
            simulation.finite_games = tandem::FiniteGames::SimSat;
        }
        tandem::Search {
            simulation,
            states: self.states.into(),
            hunts_first: false,
        }
    }
}
