//! Clauses from SMT-LIB text, as the competition CHC-COMP writes them, or as rules and queries in
//! Z3's fixedpoint format. For these too, `sat` says that the clauses have a solution, so that no
//! query can be derived; Z3 answers the question whether one can, with the opposite words.
//!
//! Every assertion is brought into clauses: negations move inwards, universal quantifiers
//! disappear, and what is left is a conjunction of disjunctions in which at most one application of
//! a predicate is not negated. So bodies may be quantified, queries may be written
//! `(not (exists …))` or `(=> body false)`, and disjunctions and conditionals of applications are
//! split.

use logic::smtlib::{self, Assertion, Declaration, ErrorKind, Position};
use logic::{FreshNames, Function, Node, Op, Quantifier, Sort, Substitution, Term, Var, recursion};
use question::clauses::{Application, Clause, PredicateId, System};
use rustc_hash::FxHashMap;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {message}")]
pub struct ReadError {
    /// Where it is.
    pub position: Position,
    /// Whether the text is wrong, or beyond what can be solved here.
    pub kind: ErrorKind,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl From<smtlib::Error> for ReadError {
    fn from(error: smtlib::Error) -> Self {
        ReadError {
            position: error.position(),
            kind: error.kind(),
            message: error.message().to_owned(),
            hint: error.hint().map(str::to_owned),
        }
    }
}

/// A system with what its text says about it.
#[derive(Clone, Debug)]
pub struct Read {
    /// The system.
    pub system: System,
    /// `sat` or `unsat`, where the text states it by `(set-info :status …)`.
    pub status: Option<String>,
    /// Where the assertion of each clause begins.
    pub positions: Vec<Position>,
}

/// Reads a system.
///
/// # Errors
/// Where the text is not SMT-LIB, no system of Horn clauses, or beyond linear arithmetic.
pub fn read(text: &str) -> Result<Read, ReadError> {
    let script = smtlib::parse_script(text)?;
    let mut system = System::new();
    let mut predicates = Predicates::default();
    for declaration in script.declarations.iter() {
        match declaration {
            Declaration::Function(function) if *function.result() == Sort::Bool => {
                let sorts = function.parameters().iter().cloned();
                let id = system.add_predicate(function.name(), sorts);
                predicates.functions.insert(function.clone(), id);
            }
            Declaration::Var(var) if var.sort == Sort::Bool && !script.variables.contains(var) => {
                let id = system.add_predicate(var.name, []);
                predicates.constants.insert(var.clone(), id);
            }
            _ => {}
        }
    }
    let mut positions = Vec::new();
    for assertion in &script.assertions {
        for clause in predicates.clauses(assertion)? {
            system.add_clause(clause);
            positions.push(assertion.position);
        }
    }
    let status = script.info.get(":status").cloned();
    Ok(Read {
        system,
        status,
        positions,
    })
}

/// What the names of a script stand for.
#[derive(Default)]
struct Predicates {
    functions: FxHashMap<Function, PredicateId>,
    constants: FxHashMap<Var, PredicateId>,
}

/// A disjunction: applications that are negated, others that are not, and the rest.
#[derive(Clone, Default)]
struct Disjunction {
    premises: Vec<Application>,
    conclusions: Vec<Application>,
    rest: Vec<Term>,
}

/// The most clauses that one assertion may become.
const MOST_CLAUSES: usize = 4096;

impl Predicates {
    fn clauses(&self, assertion: &Assertion) -> Result<Vec<Clause>, ReadError> {
        let complain = |kind: ErrorKind, message: String| ReadError {
            position: assertion.position,
            kind,
            message,
            hint: None,
        };
        let unsupported = |message: String| complain(ErrorKind::Unsupported, message);
        let mut names = FreshNames::new();
        names.avoid_term(&assertion.formula);
        // A bound variable must not be taken for a predicate of the same name.
        for constant in self.constants.keys() {
            names.avoid(constant.name);
        }
        let found = self.disjunctions(&assertion.formula.nnf(), &mut names);
        let found = found.map_err(|message| unsupported(message.to_owned()))?;
        let clauses = found.into_iter().map(|mut found| {
            if found.conclusions.len() > 1 {
                let message = "this is no Horn clause: it has two conclusions";
                return Err(complain(ErrorKind::Invalid, message.to_owned()));
            }
            let clause = Clause {
                body: found.premises,
                constraint: Term::or(found.rest).negated_nnf(),
                head: found.conclusions.pop(),
            };
            for term in clause.terms() {
                games::check_fragment(term).map_err(|offence| unsupported(offence.to_string()))?;
            }
            for var in clause.vars() {
                let free = assertion.formula.free_vars().contains(&var);
                if free {
                    let name = var.name;
                    return Err(unsupported(format!(
                        "`{name}` is neither bound nor a predicate"
                    )));
                }
            }
            Ok(clause)
        });
        clauses.collect()
    }

    fn application(&self, term: &Term) -> Option<Application> {
        let (predicate, arguments) = match term.node() {
            Node::App(Op::Apply(function), arguments) => {
                (*self.functions.get(function)?, arguments.to_vec())
            }
            Node::Var(var) => (*self.constants.get(var)?, Vec::new()),
            _ => return None,
        };
        Some(Application {
            predicate,
            arguments,
        })
    }

    /// Whether a predicate or a quantifier occurs.
    fn is_plain(&self, term: &Term) -> bool {
        let has = |function: &Function| self.functions.contains_key(function);
        !term.has_quantifier()
            && !term.functions().iter().any(has)
            && !term
                .free_vars()
                .iter()
                .any(|var| self.constants.contains_key(var))
    }

    /// `c and a or not c and b` as `not c or a` and `c or b`, which makes two clauses instead of
    /// four.
    fn conditional(&self, left: &Term, right: &Term) -> Option<[Term; 2]> {
        let (Some(Op::And), Some(Op::And)) = (left.op(), right.op()) else {
            return None;
        };
        let is_condition =
            |part: &&Term| self.is_plain(part) && right.children().contains(&part.negated_nnf());
        let condition = left.children().iter().find(is_condition)?;
        let opposite = condition.negated_nnf();
        let without = |cube: &Term, part: &Term| {
            Term::and(
                cube.children()
                    .iter()
                    .filter(|other| *other != part)
                    .cloned(),
            )
        };
        Some([
            Term::or([opposite.clone(), without(left, condition)]),
            Term::or([condition.clone(), without(right, &opposite)]),
        ])
    }

    /// A formula in negation normal form as a conjunction of disjunctions.
    fn disjunctions(
        &self,
        term: &Term,
        names: &mut FreshNames,
    ) -> Result<Vec<Disjunction>, &'static str> {
        if self.is_plain(term) {
            return Ok(vec![Disjunction {
                rest: vec![term.clone()],
                ..Disjunction::default()
            }]);
        }
        if let Some(conclusion) = self.application(term) {
            return Ok(vec![Disjunction {
                conclusions: vec![conclusion],
                ..Disjunction::default()
            }]);
        }
        recursion::guard(|| match (term.node(), term.children()) {
            (Node::App(Op::Not, _), [inner]) => match self.application(inner) {
                Some(premise) => Ok(vec![Disjunction {
                    premises: vec![premise],
                    ..Disjunction::default()
                }]),
                None => Err("a predicate stands inside of a term"),
            },
            (Node::App(Op::And, _), parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.disjunctions(part, names)?);
                }
                Ok(all)
            }
            (Node::App(Op::Or, _), parts) => {
                let mut all = vec![Disjunction::default()];
                let mut parts: Vec<Term> = parts.to_vec();
                while let Some(part) = parts.pop() {
                    let other = (parts.iter())
                        .enumerate()
                        .find_map(|(i, other)| Some((i, self.conditional(other, &part)?)));
                    let right = match other {
                        Some((position, [then, otherwise])) => {
                            parts.remove(position);
                            let mut right = self.disjunctions(&then, names)?;
                            right.extend(self.disjunctions(&otherwise, names)?);
                            right
                        }
                        None => self.disjunctions(&part, names)?,
                    };
                    if all.len() * right.len() > MOST_CLAUSES {
                        return Err("this becomes too many clauses");
                    }
                    let pairs = right.iter().flat_map(|a| all.iter().map(move |b| a.or(b)));
                    all = pairs.collect();
                }
                Ok(all)
            }
            (Node::Quantified(Quantifier::Forall, vars, body), _) => {
                let renaming: Substitution = vars
                    .iter()
                    .map(|var| (var.clone(), names.fresh(var).term()))
                    .collect();
                self.disjunctions(&body.substitute(&renaming), names)
            }
            (Node::Quantified(Quantifier::Exists, ..), _) => {
                Err("an existential quantifier outside of a clause's body")
            }
            _ => Err("a predicate stands inside of a term"),
        })
    }
}

impl Disjunction {
    fn or(&self, other: &Disjunction) -> Disjunction {
        let mut both = self.clone();
        both.premises.extend_from_slice(&other.premises);
        both.conclusions.extend_from_slice(&other.conclusions);
        both.rest.extend_from_slice(&other.rest);
        both
    }
}
