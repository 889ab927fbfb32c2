//! Systems of processes.

use super::Printer;
use crate::syntax::{LabelledFormula, Level, ProcessStatement, System};

impl Printer {
    pub(super) fn system(&mut self, system: &System) {
        self.word("system");
        self.name(system.name);
        self.word("{");
        for input in &system.inputs {
            self.word("input");
            self.name(input.name);
            self.word(":");
            self.ty(&input.ty);
            if let Some(condition) = &input.condition {
                self.with_word("where", condition);
            }
            self.word(";");
        }
        for process in &system.processes {
            self.word("process");
            self.name(process.name);
            if let Some(count) = &process.count {
                self.with_word("[", count);
                self.word("]");
            }
            self.block(&process.body);
        }
        self.word("}");
    }

    pub(super) fn labelled(&mut self, labelled: &LabelledFormula) {
        if let Some(label) = labelled.label {
            self.name(label);
            self.word(":");
        }
        self.expr(&labelled.formula, Level::Quantifier);
    }

    pub(super) fn process_statement(&mut self, statement: &ProcessStatement) {
        match statement {
            ProcessStatement::Send { value, to, tag } => {
                self.with_word("send", value);
                self.with_word("to", to);
                if let Some(tag) = tag {
                    self.with_word("tag", tag);
                }
            }
            ProcessStatement::Receive { target, from, tag } => {
                self.word("receive");
                self.name(*target);
                match from {
                    Some(from) => self.with_word("from", from),
                    None => self.word("from any"),
                }
                if let Some(tag) = tag {
                    self.with_word("tag", tag);
                }
            }
            ProcessStatement::Barrier => self.word("barrier"),
            ProcessStatement::Broadcast { target, root } => {
                self.word("broadcast");
                self.name(*target);
                self.with_word("from", root);
            }
            ProcessStatement::Reduce {
                value,
                op,
                target,
                root,
            } => {
                self.with_word(
                    if root.is_some() {
                        "reduce"
                    } else {
                        "allreduce"
                    },
                    value,
                );
                self.word("with");
                self.word(op.sign());
                self.word("into");
                self.name(*target);
                if let Some(root) = root {
                    self.with_word("at", root);
                }
            }
            ProcessStatement::CollectiveAssert(labelled) => {
                self.word("collective assert");
                self.labelled(labelled);
            }
            ProcessStatement::Output(names) => {
                self.word("output");
                self.list(names, |printer, name| printer.name(*name));
            }
        }
    }
}
