//! Candidate relations: what holds on all samples of a pair of cut points.
//!
//! A relation is a function of the samples, and holds on all of them. Where the solver finds a step that
//! leaves it, the state after the step becomes one more sample, and an end is reached when no step
//! leaves any relation: Houdini, with equalities instead of a list of candidates.
//!
//! Relations mostly get weaker then, but nobody may rely on that: a relation leaves out what is not
//! worth saying, and that depends on the samples. Of an input that never changes it does not say that
//! it is constant, and with a second sample other variables may turn out to depend on it; equations
//! between variables that have equals in the other function are left out as long as they have.

mod cases;
mod equal;
mod equations;
mod linear;
mod order;
mod powers;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use logic::{Model, Sort, Term, Value, Var};
use rustc_hash::FxHashSet;

use crate::bounds::Bounds;
use crate::harvest::tests;
use equal::{few_values, implications, negations};
use equations::{affine_atoms, integer_atoms};
use linear::linear_atoms;
use order::strongest;
use powers::{power_atoms, shift_atoms};

/// How much a relation may say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// One partner for each variable, of the same name where that fits, or a constant: what a pass
    /// that leaves a loop alone needs, and all of it can be seen without a solver.
    Partners,
    /// Which bit-vectors are not negative, which truth values imply others, and what is computed
    /// early, as well.
    Signs,
    /// Comparisons like those that the functions make, what variables were computed from, and which
    /// few values a variable has, as well.
    Tests,
    /// All constants and equalities as well, and affine equations where a variable has no equal on
    /// the other side.
    Affine,
    /// Comparisons as well.
    Order,
    /// Equations between products of two variables as well, and shifts by a variable.
    Squares,
    /// Equations between products of three variables as well.
    Cubes,
    /// Equations between products of two variables, and what holds in one case only.
    Cases,
}

impl Level {
    /// The levels for loops that both functions have, the cheapest first.
    pub(crate) const ALL: [Level; 5] = [
        Level::Partners,
        Level::Signs,
        Level::Tests,
        Level::Affine,
        Level::Order,
    ];
}

/// The samples of a pair of cut points.
pub(crate) struct Space {
    /// The variables, those of the implementation first.
    vars: Vec<Var>,
    /// How many of them are the implementation's.
    ours: usize,
    samples: Vec<Rc<[Value]>>,
    known: FxHashSet<Rc<[Value]>>,
    /// What each function computes next, with the values on the samples.
    ours_next: Vec<Watched>,
    theirs_next: Vec<Watched>,
    /// Comparisons like those that they make, as far as they hold on all samples.
    tests: Vec<Term>,
    /// All of them, where cases are distinguished by them.
    cases: Vec<Watched>,
    level: Level,
    /// What variables are compared with.
    bounds: Bounds,
    /// What the solver could not decide.
    banned: BTreeSet<Term>,
    /// What held on the samples when somebody asked last, and whether that may have changed.
    found: RefCell<Atoms>,
    is_stale: Cell<bool>,
}

/// The atoms of a relation. As long as a relation says the same, they are the same object.
pub(crate) type Atoms = Rc<Vec<Term>>;

/// A term with its values on the samples.
struct Watched {
    term: Term,
    values: Vec<Value>,
}

/// The most variables of one kind that are compared with each other.
const MOST_ORDERED: usize = 12;

impl Space {
    pub(crate) fn new(ours: Vec<Var>, theirs: Vec<Var>, level: Level, bounds: Bounds) -> Self {
        Space {
            ours: ours.len(),
            vars: [ours, theirs].concat(),
            samples: Vec::new(),
            known: FxHashSet::default(),
            ours_next: Vec::new(),
            theirs_next: Vec::new(),
            tests: Vec::new(),
            cases: Vec::new(),
            level,
            bounds,
            banned: BTreeSet::new(),
            found: RefCell::default(),
            is_stale: Cell::new(true),
        }
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The samples as models, the latest first.
    pub(crate) fn models(&self) -> impl Iterator<Item = Model> {
        self.samples.iter().rev().map(|sample| {
            let mut model = Model::new();
            for (var, value) in self.vars.iter().zip(sample.iter()) {
                model.set(var.clone(), value.clone());
            }
            model
        })
    }

    /// Lets relations speak of what each function computes next, and of other formulas. There are no
    /// samples yet.
    pub(crate) fn watch(
        &mut self,
        ours: Vec<Term>,
        theirs: Vec<Term>,
        formulas: impl Iterator<Item = Term>,
    ) {
        debug_assert!(self.samples.is_empty());
        let watched = |term| Watched {
            term,
            values: Vec::new(),
        };
        let mut all = tests(&[&ours[..], &theirs[..]].concat());
        for formula in formulas {
            if !all.contains(&formula) {
                all.push(formula);
            }
        }
        all.retain(|test| !self.bounds.is_idle(test));
        if self.level == Level::Cases {
            self.cases = all.iter().cloned().map(watched).collect();
        }
        self.tests = all;
        self.ours_next = ours.into_iter().map(watched).collect();
        self.theirs_next = theirs.into_iter().map(watched).collect();
    }

    /// Adds a sample, a value for each variable; whether it is new.
    pub(crate) fn add(&mut self, sample: Vec<Value>) -> bool {
        debug_assert_eq!(sample.len(), self.vars.len());
        let sample: Rc<[Value]> = sample.into();
        if !self.known.insert(sample.clone()) {
            return false;
        }
        if self.level >= Level::Signs {
            let mut model = Model::new();
            for (var, value) in self.vars.iter().zip(sample.iter()) {
                model.set(var.clone(), value.clone());
            }
            let all = [&self.ours_next, &self.theirs_next, &self.cases];
            let terms = all.into_iter().flatten().map(|it| it.term.clone());
            let terms: Vec<Term> = terms.chain(self.tests.iter().cloned()).collect();
            let mut values = model.eval_each(&terms);
            for next in [&mut self.ours_next, &mut self.theirs_next, &mut self.cases] {
                // What has no value is nothing to speak of.
                next.retain_mut(|watched| {
                    let value = values.next().and_then(Result::ok);
                    let has_value = value.is_some();
                    watched.values.extend(value);
                    has_value
                });
            }
            // What failed once will not hold again.
            self.tests
                .retain(|_| values.next() == Some(Ok(Value::Bool(true))));
        }
        self.samples.push(sample);
        self.is_stale.set(true);
        true
    }

    /// Gives up an atom.
    pub(crate) fn ban(&mut self, atom: Term) {
        self.banned.insert(atom);
        self.is_stale.set(true);
    }

    /// What holds on all samples; `false` where there is none.
    pub(crate) fn relation(&self) -> Atoms {
        if self.is_stale.replace(false) {
            let now = self.on_samples();
            debug_assert!(self.hold_on_last(&now), "{now:?}");
            let mut found = self.found.borrow_mut();
            if now != **found {
                *found = Rc::new(now);
            }
        }
        self.found.borrow().clone()
    }

    /// Whether formulas hold on the latest sample, as far as they have a value there.
    fn hold_on_last(&self, atoms: &[Term]) -> bool {
        let last = self.models().next();
        last.is_none_or(|model| atoms.iter().all(|atom| model.holds(atom) != Ok(false)))
    }

    fn on_samples(&self) -> Vec<Term> {
        if self.samples.is_empty() {
            return vec![Term::bottom()];
        }
        let mut atoms = match self.level {
            Level::Partners | Level::Signs | Level::Tests => self.partners(),
            _ => Vec::new(),
        };
        // Partners say all that is said of equal variables then.
        let says_equalities = self.level < Level::Affine;
        let mut classes: BTreeMap<(&Sort, Vec<&Value>), usize> = BTreeMap::new();
        let mut varying: Vec<Column<'_>> = Vec::new();
        for (position, var) in self.vars.iter().enumerate() {
            let values: Vec<&Value> = self
                .samples
                .iter()
                .map(|sample| &sample[position])
                .collect();
            let is_constant = values.iter().all(|value| *value == values[0]);
            let may_be_constant = !matches!(var.sort, Sort::Array(_)) && !self.bounds.is_given(var);
            if is_constant && may_be_constant {
                if !says_equalities {
                    atoms.push(Term::eq(var.term(), Term::value(values[0].clone())));
                }
                continue;
            }
            match classes.get(&(&var.sort, values.clone())) {
                Some(class) => {
                    let class: &mut Column<'_> = &mut varying[*class];
                    class.shared |= (position < self.ours) != (class.position < self.ours);
                    if !says_equalities {
                        atoms.push(Term::eq(var.term(), class.var.term()));
                    }
                }
                None => {
                    classes.insert((&var.sort, values.clone()), varying.len());
                    varying.push(Column {
                        var,
                        values,
                        position,
                        shared: false,
                    });
                }
            }
        }
        if self.level >= Level::Signs {
            atoms.extend(negations(&varying));
        }
        if self.level >= Level::Affine {
            atoms.extend(affine_atoms(&varying));
            atoms.extend(integer_atoms(&varying));
            atoms.extend(linear_atoms(&varying));
        }
        if self.level >= Level::Signs {
            atoms.extend(self.computed_early(&varying));
            atoms.extend(implications(&varying));
            atoms.extend(self.signs(&varying));
        }
        if self.level >= Level::Tests {
            atoms.extend(few_values(&varying, &self.bounds));
            atoms.extend(self.limits(&varying));
            atoms.extend(strongest(self.tests.iter().cloned()));
        }
        if self.level >= Level::Order {
            atoms.extend(self.comparisons(&varying));
        }
        if self.level >= Level::Squares {
            let degree = match self.level {
                Level::Cubes => 3,
                _ => 2,
            };
            atoms.extend(power_atoms(&varying, degree));
            atoms.extend(shift_atoms(&varying));
            if self.level == Level::Cases {
                let known = atoms.iter().cloned().collect();
                atoms.extend(self.by_cases(&varying, &known));
            }
        }
        atoms.retain(|atom| !self.banned.contains(atom));
        atoms
    }
}

/// A variable that is not constant, and its values.
struct Column<'s> {
    var: &'s Var,
    values: Vec<&'s Value>,
    position: usize,
    /// Whether variables of both functions have these values.
    shared: bool,
}

fn by_width<'c, 's>(varying: &'c [Column<'s>]) -> BTreeMap<u32, Vec<&'c Column<'s>>> {
    let mut groups: BTreeMap<u32, Vec<&Column<'s>>> = BTreeMap::new();
    for column in varying {
        if let Sort::BitVec(width) = column.var.sort {
            groups.entry(width).or_default().push(column);
        }
    }
    groups
}
