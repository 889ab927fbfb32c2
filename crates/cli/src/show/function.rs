//! Functions of imported files for people: what is left of them once they are lowered.

use std::fmt::Write as _;

use program::Function;
use program::function::{End, Observed, Step};

use crate::render::{count, shorten};

/// How much of a line is shown; formulas about memory can be long.
const LONGEST: usize = 160;

/// The function: its inputs, then each block with its steps and where it leads.
pub(crate) fn render(name: &str, function: &Function) -> String {
    let mut text = format!("function {name}\n");
    for input in &function.inputs {
        let _ = writeln!(text, "    input {}: {}", input.name, input.sort);
    }
    let _ = writeln!(text, "{}", count(function.blocks.len(), "block"));
    for (number, block) in function.blocks.iter().enumerate() {
        let _ = writeln!(text, "B{number}: {}", block.name);
        for (step, _) in &block.steps {
            line(&mut text, &self::step(step));
        }
        match &block.end {
            End::Undefined => line(&mut text, "undefined"),
            End::Return(values) => line(&mut text, &format!("return {}", observed(values))),
            End::Branch(branches) => {
                for branch in branches {
                    let assigns = branch.assigns.iter();
                    let assigns = assigns.map(|(var, term)| format!("{} := {term}; ", var.name));
                    let assigns: String = assigns.collect();
                    let goes = format!("{assigns}go to B{}", branch.to.index());
                    match branch.condition.is_true() {
                        true => line(&mut text, &goes),
                        false => line(&mut text, &format!("if {}: {goes}", branch.condition)),
                    }
                }
            }
        }
    }
    text
}

fn line(text: &mut String, content: &str) {
    let _ = writeln!(text, "    {}", shorten(content, LONGEST));
}

fn step(step: &Step) -> String {
    match step {
        Step::Assign(var, term) => format!("{} := {term}", var.name),
        Step::Choose(var) => format!("choose {}", var.name),
        Step::Assume(formula) => format!("assume {formula}"),
        Step::UndefinedIf(formula) => format!("undefined if {formula}"),
        Step::Event(event) => {
            let results: Vec<&str> = event.results.iter().map(|var| var.name.as_str()).collect();
            let arguments = observed(&event.arguments);
            format!("{} := {}({arguments})", results.join(", "), event.name)
        }
    }
}

fn observed(values: &[Observed]) -> String {
    let one = |observed: &Observed| match observed.poison.is_false() {
        true => observed.value.to_string(),
        false => format!("{} unless {}", observed.value, observed.poison),
    };
    let values: Vec<String> = values.iter().map(one).collect();
    values.join(", ")
}
