//! Linear temporal logic over the states of a program.

use std::collections::BTreeSet;
use std::fmt;

use logic::{Term, Var};

/// A formula about infinite runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Temporal {
    /// Holds in the first state.
    State(Term),
    /// Does not hold.
    Not(Box<Temporal>),
    /// All hold.
    All(Vec<Temporal>),
    /// Some holds.
    Any(Vec<Temporal>),
    /// Holds after one step.
    Next(Box<Temporal>),
    /// The second holds at some time, and the first until then.
    Until(Box<Temporal>, Box<Temporal>),
}

impl Temporal {
    /// Holds at some time.
    #[must_use]
    pub fn eventually(formula: Temporal) -> Self {
        Temporal::Until(Box::new(Temporal::State(Term::top())), Box::new(formula))
    }

    /// Holds at all times.
    #[must_use]
    pub fn always(formula: Temporal) -> Self {
        let never = Temporal::eventually(Temporal::Not(Box::new(formula)));
        Temporal::Not(Box::new(never))
    }

    /// The variables that it speaks of.
    #[must_use]
    pub fn free_vars(&self) -> BTreeSet<Var> {
        match self {
            Temporal::State(term) => term.free_vars().into_iter().collect(),
            Temporal::Not(part) | Temporal::Next(part) => part.free_vars(),
            Temporal::All(parts) | Temporal::Any(parts) => {
                parts.iter().flat_map(Temporal::free_vars).collect()
            }
            Temporal::Until(first, second) => {
                let mut vars = first.free_vars();
                vars.extend(second.free_vars());
                vars
            }
        }
    }

    /// Whether a `next` stands in it, so that it can count steps.
    #[must_use]
    pub fn has_next(&self) -> bool {
        match self {
            Temporal::State(_) => false,
            Temporal::Next(_) => true,
            Temporal::Not(part) => part.has_next(),
            Temporal::All(parts) | Temporal::Any(parts) => parts.iter().any(Temporal::has_next),
            Temporal::Until(first, second) => first.has_next() || second.has_next(),
        }
    }

    /// The formula with its terms replaced.
    #[must_use]
    pub fn map_terms(&self, map: &dyn Fn(&Term) -> Term) -> Temporal {
        let inner = |part: &Temporal| Box::new(part.map_terms(map));
        let all = |parts: &[Temporal]| parts.iter().map(|part| part.map_terms(map)).collect();
        match self {
            Temporal::State(term) => Temporal::State(map(term)),
            Temporal::Not(part) => Temporal::Not(inner(part)),
            Temporal::All(parts) => Temporal::All(all(parts)),
            Temporal::Any(parts) => Temporal::Any(all(parts)),
            Temporal::Next(part) => Temporal::Next(inner(part)),
            Temporal::Until(first, second) => Temporal::Until(inner(first), inner(second)),
        }
    }

    /// The formula inside of `always`, where it is one.
    fn as_always(&self) -> Option<&Temporal> {
        let Temporal::Not(never) = self else {
            return None;
        };
        match never.as_eventually()? {
            Temporal::Not(formula) => Some(formula),
            _ => None,
        }
    }

    /// The formula inside of `eventually`, where it is one.
    fn as_eventually(&self) -> Option<&Temporal> {
        match self {
            Temporal::Until(first, second) => match &**first {
                Temporal::State(term) if term.is_true() => Some(second),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for Temporal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(formula) = self.as_always() {
            return write!(f, "always({formula})");
        }
        if let Some(formula) = self.as_eventually() {
            return write!(f, "eventually({formula})");
        }
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Temporal], operator: &str| {
            let parts: Vec<String> = parts.iter().map(|part| format!("({part})")).collect();
            f.write_str(&parts.join(operator))
        };
        match self {
            Temporal::State(term) => write!(f, "{term}"),
            Temporal::Not(part) => write!(f, "!({part})"),
            Temporal::All(parts) => joined(f, parts, " && "),
            Temporal::Any(parts) => joined(f, parts, " || "),
            Temporal::Next(part) => write!(f, "next({part})"),
            Temporal::Until(first, second) => write!(f, "until({first}, {second})"),
        }
    }
}
