//! Commands as text.

use logic::Term;
use program::Command;

/// A command in a line, as the language writes it. The body of a `parfor` is left out.
pub(crate) fn line(command: &Command) -> String {
    match command {
        Command::Guard(formula) if *formula == Term::top() => "skip".to_owned(),
        Command::Guard(formula) => format!("assume {formula}"),
        Command::Assign(var, value) => format!("{} = {value}", var.name),
        Command::Havoc(var, formula) if *formula == Term::top() => format!("havoc {}", var.name),
        Command::Havoc(var, formula) => format!("havoc {} where {formula}", var.name),
        Command::Send { value, channel } => format!("send {value} on {channel}"),
        Command::Receive { var, channel } => format!("receive {} on {channel}", var.name),
        Command::Assert(formula) => format!("assert {formula}"),
        Command::Mark(mark) => mark.to_string(),
        Command::Parfor(parfor) => {
            format!(
                "parfor {} in {}..={} {{ … }}",
                parfor.id.name, parfor.low, parfor.high
            )
        }
    }
}
