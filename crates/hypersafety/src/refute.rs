//! A feasible trace as runs of the copies.

use std::collections::BTreeMap;

use evidence::reduction::{Choice, FunctionData, Violation};
use evidence::{Datum, Reason};
use logic::{FunctionTable, Model, Value};
use program::Command;
use program::concrete::{Control, Machine, Performed};
use question::SafeFor;

use crate::alphabet::Alphabet;
use crate::threads::Threads;
use crate::trace::Unrolled;

/// The runs behind a trace that can be followed from a model's state with its chosen values.
pub(crate) fn runs(
    question: &SafeFor,
    threads: &Threads,
    alphabet: &Alphabet,
    trace: &Unrolled,
    model: &Model,
) -> Result<Violation, Reason> {
    // A function that the trace does not speak of may be any.
    let mut model = model.clone();
    for function in question.functions() {
        if model.get_function(&function).is_none() {
            let table = FunctionTable {
                entries: BTreeMap::new(),
                default: Value::default_of(function.result()),
            };
            model.set_function(function, table);
        }
    }
    let fixed = question.interpreted(&model);
    let value = |var: &logic::Var| {
        let value = model.get(var).cloned();
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    };
    let machines: Vec<Machine> = fixed
        .setting
        .programs
        .iter()
        .map(|program| Machine::new(program, &fixed.setting.constants))
        .collect();
    let mut states: Vec<_> = machines
        .iter()
        .map(|machine| machine.initial(&|var| Some(value(var))))
        .collect();
    let mut runs: Vec<Vec<Choice>> = vec![Vec::new(); machines.len()];
    let mut failed = None;
    for (position, branch) in trace.steps.iter().enumerate() {
        let Some(letter) = alphabet.branches[*branch].letter else {
            continue;
        };
        let letter = &alphabet.letters[letter];
        let (copy, path) = threads.path(letter.thread);
        let mut chosen = trace.chosen[position].iter();
        for edge in &letter.path {
            let input = match threads.command(letter.thread, *edge) {
                Some(Command::Havoc(..)) => chosen.next().map(&value),
                _ => None,
            };
            let choice = (path.clone(), Some(*edge as u32), input);
            let is_failed = take(&machines[copy], &mut states[copy], &mut runs[copy], choice)?;
            if is_failed {
                failed = Some(copy as u32);
                break;
            }
        }
        // Parallel parts that have ended are joined at once, as the letters have it.
        while let Some(join) = machines[copy]
            .moves(&states[copy])
            .into_iter()
            .find(|step| step.edge.is_none())
        {
            let choice = (join.path.clone(), None, None);
            take(&machines[copy], &mut states[copy], &mut runs[copy], choice)?;
        }
    }
    let functions = model.functions().map(|(function, table)| FunctionData {
        name: function.name().to_string(),
        entries: table
            .entries
            .iter()
            .map(|(arguments, result)| {
                let arguments = arguments.iter().map(Datum::from).collect();
                (arguments, Datum::from(result))
            })
            .collect(),
        default: Datum::from(&table.default),
    });
    Ok(Violation {
        functions: functions.collect(),
        start: (question.setting.initial_vars().iter())
            .map(|var| Datum::from(&value(var)))
            .collect(),
        runs,
        failed,
    })
}

/// Takes a step and writes it down; says whether an assertion has failed.
fn take(
    machine: &Machine,
    state: &mut program::concrete::State,
    run: &mut Vec<Choice>,
    (path, edge, input): (Vec<u32>, Option<u32>, Option<Value>),
) -> Result<bool, Reason> {
    let lost = || Reason::Incomplete("the interpreter does not follow a trace".to_owned());
    let moves = machine.moves(state);
    let chosen = moves
        .iter()
        .find(|step| step.path == path && step.edge == edge)
        .ok_or_else(lost)?;
    match machine.perform(state, chosen, input.as_ref()) {
        Ok(Performed::Step(step)) => *state = step.state,
        _ => return Err(lost()),
    }
    run.push(Choice {
        path,
        edge,
        input: input.as_ref().map(Datum::from),
    });
    Ok(state.control == Control::Failed)
}
