//! What of a file is run or shown: the program, system or function that somebody names.

use program::system::System;
use program::{Function, Program};
use question::import::Compared;

use super::File;
use crate::diagnostics::Complaint;
use crate::suggest::did_you_mean;

impl File {
    /// The program with this name; without a name, the only one.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn program(&self, name: Option<&str>) -> Result<&Program, Complaint> {
        let programs = &self.module().programs;
        let names: Vec<&str> = programs.iter().map(|it| it.name.as_str()).collect();
        Ok(&programs[self.choose("program", &names, name)?])
    }

    /// The system of processes with this name; without a name, the only one of a file without
    /// programs. None where a program is meant.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn system(&self, name: Option<&str>) -> Result<Option<&System>, Complaint> {
        let systems = &self.module().systems;
        let names: Vec<&str> = systems.iter().map(|it| it.name.as_str()).collect();
        let is_meant = match name {
            Some(name) => names.contains(&name),
            None => self.module().programs.is_empty() && !systems.is_empty(),
        };
        if !is_meant {
            return Ok(None);
        }
        Ok(Some(&systems[self.choose("system", &names, name)?]))
    }

    /// The functions of imported files that claims speak of, by their names `s.f`, each once. The
    /// same function may have other inputs in another claim, where it is compared with another one.
    pub(crate) fn functions(&self) -> Vec<(String, &Function)> {
        let mut all: Vec<(String, &Function)> = Vec::new();
        for claim in &self.module().claims {
            let Some(Compared::Functions(comparison)) = claim.compared() else {
                continue;
            };
            let pair = &comparison.proof;
            let functions = [&pair.implementation, &pair.specification];
            for (imported, function) in claim.functions().into_iter().zip(functions) {
                let name = imported.to_string();
                if !all.iter().any(|(known, _)| *known == name) {
                    all.push((name, function));
                }
            }
        }
        all
    }

    /// The function of an imported file with this name; without a name, the only one of a file
    /// without programs. None where a program is meant.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn function(
        &self,
        name: Option<&str>,
    ) -> Result<Option<(String, &Function)>, Complaint> {
        let mut functions = self.functions();
        let is_meant = match name {
            Some(name) => name.contains('.'),
            None => self.module().programs.is_empty() && !functions.is_empty(),
        };
        if !is_meant {
            return Ok(None);
        }
        let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
        let chosen = self.choose("function", &names, name)?;
        Ok(Some(functions.swap_remove(chosen)))
    }

    /// The position of the name among all names of its kind.
    fn choose(&self, kind: &str, names: &[&str], name: Option<&str>) -> Result<usize, Complaint> {
        let path = &self.source.path;
        match (name, names) {
            (_, []) => Err(Complaint::new(format!("{path} contains no {kind}"))),
            (None, [_]) => Ok(0),
            (None, _) => {
                let hint = format!("name one of them: {}", names.join(", "));
                Err(Complaint::new(format!("{path} contains several {kind}s")).hint(Some(hint)))
            }
            (Some(name), _) => {
                let found = names.iter().position(|own| *own == name);
                found.ok_or_else(|| {
                    Complaint::new(format!("{path} contains no {kind} named `{name}`"))
                        .hint(did_you_mean(name, names.iter().copied()))
                })
            }
        }
    }
}
