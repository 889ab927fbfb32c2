//! Pairs of states that refute Hoare triples without a question to the solver.

use logic::{Model, Substitution, Term};

use crate::bits::Bits;

/// A pair of states between which a step leads, with the assertions that hold in them.
struct Sample {
    pre: Model,
    post: Model,
    before: Bits,
    after: Bits,
}

/// The pairs of states that were seen for one step.
#[derive(Default)]
pub(crate) struct Samples {
    all: Vec<Sample>,
    /// How many assertions have been evaluated in all of them.
    known: usize,
}

impl Samples {
    /// Of some assertions, those that no sample refutes after the step from states where some hold.
    pub(crate) fn surviving(&mut self, holds: &Bits, mut open: Bits, assertions: &[Term]) -> Bits {
        self.learn(assertions);
        for sample in &self.all {
            if holds.is_subset(&sample.before) {
                open = open.common(&sample.after);
            }
        }
        open
    }

    /// Adds the state of a model and the one that the step leads to from there, unless that is no
    /// state.
    pub(crate) fn add(&mut self, pre: Model, updates: &Substitution, assertions: &[Term]) {
        self.learn(assertions);
        let mut post = pre.clone();
        for (var, term) in updates.iter() {
            match pre.eval(term).ok().filter(|value| value.is_of(&var.sort)) {
                Some(value) => post.set(var.clone(), value),
                None => return,
            };
        }
        let mut sample = Sample {
            pre,
            post,
            before: Bits::default(),
            after: Bits::default(),
        };
        sample.learn(0, assertions);
        self.all.push(sample);
    }

    fn learn(&mut self, assertions: &[Term]) {
        if self.known < assertions.len() {
            for sample in &mut self.all {
                sample.learn(self.known, assertions);
            }
            self.known = assertions.len();
        }
    }
}

impl Sample {
    fn learn(&mut self, known: usize, assertions: &[Term]) {
        for (id, assertion) in assertions.iter().enumerate().skip(known) {
            // Where there is no value, the sample must not refute anything.
            if self.pre.holds(assertion) == Ok(true) {
                self.before.insert(id);
            }
            if self.post.holds(assertion) != Ok(false) {
                self.after.insert(id);
            }
        }
    }
}
