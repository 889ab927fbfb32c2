//! The values with which a run starts.

use std::collections::BTreeMap;

use logic::{Model, Term, Value, Var};
use program::Program;
use question::Module;

use super::decider::Decider;
use super::value;
use crate::diagnostics::Complaint;
use crate::suggest::did_you_mean;

/// Values for all constants and variables: those that the user sets, otherwise those that are
/// declared, otherwise those that the decider chooses.
///
/// # Errors
/// What the user set wrongly, or what cannot be chosen.
pub(crate) fn values(
    module: &Module,
    program: &Program,
    settings: &[String],
    decider: &mut dyn Decider,
) -> Result<BTreeMap<Var, Value>, Complaint> {
    let constants = module.constants.iter().map(|constant| &constant.var);
    let all: Vec<&Var> = constants
        .chain(program.variables.iter().map(|v| &v.var))
        .collect();
    let mut values = settled(&all, settings)?;
    for constant in &module.constants {
        if !values.contains_key(&constant.var) {
            let value = choose(&constant.var, &constant.constraint, &values, decider);
            values.insert(constant.var.clone(), value);
        }
    }
    for constant in &module.constants {
        if model(&values).holds(&constant.constraint) != Ok(true) {
            let name = constant.var.name;
            let value = &values[&constant.var];
            let hint = format!("give it another value with --set {name}=…");
            let complaint = Complaint::new(format!(
                "the constant {name} = {value} does not satisfy its condition {}",
                constant.constraint
            ));
            return Err(complaint.hint(Some(hint)));
        }
    }
    for variable in &program.variables {
        let var = &variable.var;
        if values.contains_key(var) {
            continue;
        }
        let value = match &variable.initial {
            None => choose(var, &Term::top(), &values, decider),
            Some(initial) => {
                let value = model(&values).eval(initial).map_err(|why| {
                    Complaint::new(format!(
                        "the initial value of {} has no value: {why}",
                        var.name
                    ))
                })?;
                if !value.is_of(&var.sort) {
                    return Err(Complaint::new(format!(
                        "the initial value {value} of {} is not of its type {}",
                        var.name, var.sort
                    )));
                }
                value
            }
        };
        values.insert(var.clone(), value);
    }
    Ok(values)
}

/// What the user sets.
pub(super) fn settled(
    all: &[&Var],
    settings: &[String],
) -> Result<BTreeMap<Var, Value>, Complaint> {
    let mut values = BTreeMap::new();
    for setting in settings {
        let Some((name, text)) = setting.split_once('=') else {
            return Err(Complaint::new(format!(
                "--set expects NAME=VALUE, not `{setting}`"
            )));
        };
        let name = name.trim();
        let Some(var) = all.iter().find(|var| var.name.as_str() == name) else {
            let names = all.iter().map(|var| var.name.as_str());
            let complaint = Complaint::new(format!("there is no variable named `{name}` to set"));
            return Err(complaint.hint(did_you_mean(name, names)));
        };
        let value = value::parse(text, &var.sort)
            .map_err(|why| Complaint::new(format!("{name} cannot be set: {why}")))?;
        values.insert((*var).clone(), value);
    }
    Ok(values)
}

/// A value that satisfies the formula, as far as one is found with patience.
fn choose(
    var: &Var,
    formula: &Term,
    values: &BTreeMap<Var, Value>,
    decider: &mut dyn Decider,
) -> Value {
    const PATIENCE: usize = 1000;
    let known = |other: &Var| values.get(other).cloned();
    let mut chosen = Value::default_of(&var.sort);
    for _ in 0..PATIENCE {
        match decider.start_value(var, formula, &known) {
            Some(value) => chosen = value,
            None => break,
        }
        let mut model = model(values);
        model.set(var.clone(), chosen.clone());
        // A formula over constants that are not known yet is tested when all are.
        if model.holds(formula) != Ok(false) {
            break;
        }
    }
    chosen
}

fn model(values: &BTreeMap<Var, Value>) -> Model {
    values
        .iter()
        .map(|(var, value)| (var.clone(), value.clone()))
        .collect()
}
