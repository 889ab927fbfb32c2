//! Each function against what passes made of it.

use budget::Budget;
use evidence::abstraction::Kind;
use tandem::NoAnswer;
use tandem::refinement::{Module, Options, Refinement, decide, pair, question, read, sample};

use crate::Settings;
use crate::processor::timed;

/// The groups of passes: the ending of the file and what it is called.
const STAGES: [(&str, &str); 4] = [
    ("t1", "sccp, globalopt, adce"),
    ("t2", "instcombine, simplifycfg"),
    ("t3", "all five"),
    ("t4", "-O2"),
];

/// How a comparison ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Identity,
    Discovered,
    Refuted,
    Unknown,
    Unsupported,
    Rejected,
}

impl Class {
    pub(crate) const ALL: [Class; 6] = [
        Class::Identity,
        Class::Discovered,
        Class::Refuted,
        Class::Unknown,
        Class::Unsupported,
        Class::Rejected,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Identity => "by identity",
            Class::Discovered => "by a discovered relation",
            Class::Refuted => "refuted",
            Class::Unknown => "unknown",
            Class::Unsupported => "unsupported",
            Class::Rejected => "rejected",
        }
    }

    pub(crate) fn is_proved(self) -> bool {
        matches!(self, Class::Identity | Class::Discovered)
    }
}

/// One comparison.
pub(crate) struct Comparison {
    pub(crate) name: String,
    pub(crate) class: Class,
    /// The processor time, of search and check together.
    pub(crate) seconds: f64,
}

/// All comparisons with what one group of passes made, in one direction.
pub(crate) struct Group {
    pub(crate) stage: &'static str,
    /// Whether the question is if the result refines the source; otherwise, the other way round.
    pub(crate) forth: bool,
    pub(crate) comparisons: Vec<Comparison>,
}

impl Group {
    pub(crate) fn title(&self) -> String {
        match self.forth {
            true => format!("{} refines the source", self.stage),
            false => format!("the source refines {}", self.stage),
        }
    }

    pub(crate) fn count(&self, class: Class) -> usize {
        self.comparisons.iter().filter(|c| c.class == class).count()
    }

    pub(crate) fn proved(&self) -> usize {
        self.comparisons
            .iter()
            .filter(|c| c.class.is_proved())
            .count()
    }

    /// The times, from the shortest.
    pub(crate) fn times(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.comparisons.iter().map(|c| c.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }
}

pub(crate) fn measure(settings: &Settings) -> Vec<Group> {
    let mut groups = Vec::new();
    for (ending, stage) in STAGES {
        for forth in [true, false] {
            let mut comparisons = Vec::new();
            for name in &settings.names {
                let source = settings.text(&format!("{name}.s.ll"));
                let target = settings.text(&format!("{name}.{ending}.ll"));
                let (Some(source), Some(target)) = (source, target) else {
                    continue;
                };
                let (first, second) = if forth {
                    (source, target)
                } else {
                    (target, source)
                };
                let limit = match ending {
                    "t4" => settings.long_limit(),
                    _ => settings.limit,
                };
                let budget = || Budget::unlimited().within(limit);
                compare(&first, &second, &budget, &mut comparisons);
            }
            groups.push(Group {
                stage,
                forth,
                comparisons,
            });
        }
    }
    groups
}

fn compare(
    first: &str,
    second: &str,
    budget: &dyn Fn() -> Budget,
    comparisons: &mut Vec<Comparison>,
) {
    let (Ok(first), Ok(second)) = (read(first), read(second)) else {
        panic!("a benchmark cannot be read");
    };
    let known = second.function_names();
    for name in first.function_names() {
        if known.contains(&name) {
            let (class, seconds) = timed(|| class(&first, &second, &name, &budget()));
            println!("{name:<28} {:<26} {seconds:>7.3} s", class.name());
            comparisons.push(Comparison {
                name,
                class,
                seconds,
            });
        }
    }
}

fn class(
    specification: &Module<'_>,
    implementation: &Module<'_>,
    name: &str,
    budget: &Budget,
) -> Class {
    let Ok(lowered) = pair(specification, implementation, name, &Options::default()) else {
        return Class::Unsupported;
    };
    let subject = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&subject.0, number);
    match decide(&question(&lowered, &inputs), budget) {
        Ok(decided) => match &decided.evidence {
            Refinement::Map(map) => match map.kind {
                Kind::Identity => Class::Identity,
                Kind::Discovered => Class::Discovered,
            },
            Refinement::Difference(_) => Class::Refuted,
        },
        Err(NoAnswer::Unknown(_)) => Class::Unknown,
        Err(NoAnswer::Rejected(_)) => Class::Rejected,
    }
}
