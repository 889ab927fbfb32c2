//! Calls of functions that the module only declares, and of functions that it defines.

use super::maker::{Kind, Maker, Place};
use crate::case::{Callee, PAGE, SIZE};
use crate::types::Type;
use random_programs::Rng;

impl Maker {
    pub(super) fn choose_callees(&mut self) {
        if !self.has(Kind::Calls) {
            return;
        }
        for at in 0..1 + self.rng.below(2) {
            self.callee(&format!("e{at}"));
        }
        for at in 0..self.rng.below(2) {
            self.helper(&format!("h{at}"));
        }
    }

    /// A function of which nothing is known, or little: it reads memory, and tells of it.
    fn callee(&mut self, name: &str) {
        let parameters: Vec<Type> = (0..self.rng.below(4))
            .map(|_| match self.has(Kind::Memory) && self.rng.chance(35) {
                true => Type::Pointer,
                false => Type::Int(self.width()),
            })
            .collect();
        let abi: Vec<String> = parameters
            .iter()
            .map(|ty| match ty {
                Type::Int(width) if *width < 32 && self.rng.chance(40) => {
                    self.one_of(&["zeroext", "signext"]).to_owned()
                }
                _ => String::new(),
            })
            .collect();
        let result = match self.rng.below(5) {
            0 => None,
            // It may point into any object, which `noalias` would forbid.
            1 if self.has(Kind::Pointers) && !self.has(Kind::Attributes) => Some(Type::Pointer),
            _ => Some(Type::Int(self.width())),
        };
        let words = match self.rng.below(5) {
            0 => " nounwind",
            1 => " nounwind willreturn nofree",
            2 if self.is_new() => " nounwind memory(read, inaccessiblemem: readwrite)",
            _ => "",
        };
        let heads: Vec<String> = parameters
            .iter()
            .zip(&abi)
            .map(|(ty, abi)| {
                // It writes nothing, and keeps nothing.
                let promise = match ty {
                    Type::Pointer => self.one_of(&["", "", " nocapture", " readonly"]),
                    _ => "",
                };
                format!("{ty} {abi}{promise}")
            })
            .collect();
        let promised = self.of_answer(result.as_ref());
        let shown = result
            .as_ref()
            .map_or_else(|| "void".to_owned(), Type::to_string);
        self.prelude.push(format!(
            "declare {promised}{shown} @{name}({}){words}",
            heads.join(", ")
        ));
        self.callees.push(Callee {
            name: name.to_owned(),
            parameters,
            abi,
            result,
        });
    }

    /// What is said of the answer of a function that is not known.
    fn of_answer(&mut self, result: Option<&Type>) -> String {
        match result {
            Some(Type::Int(width)) => self.of_number(*width),
            Some(Type::Pointer) => {
                let words = [
                    "",
                    "noundef ",
                    "nonnull ",
                    "align 16 ",
                    "dereferenceable(64) ",
                ];
                let words = [0, 1].map(|_| words[self.rng.below(5) as usize]);
                match words[0] == words[1] {
                    true => words[0].to_owned(),
                    false => words.concat(),
                }
            }
            _ => String::new(),
        }
    }

    /// A function of the module itself.
    fn helper(&mut self, name: &str) {
        let seed = u64::from(self.rng.below(u32::MAX));
        let kinds = [Kind::Scalars, Kind::Control];
        let mut inner = Maker::new(Rng(seed), self.style, self.syntax, &kinds);
        inner.choose_parameters();
        let steps = 1 + inner.rng.below(4);
        inner.steps(steps);
        let result = inner.ending();
        let widths: Vec<u32> = inner
            .parameters
            .iter()
            .filter_map(|p| match p.ty {
                Type::Int(width) => Some(width),
                _ => None,
            })
            .collect();
        let Some(Type::Int(result)) = result else {
            return;
        };
        if widths.len() != inner.parameters.len() {
            return;
        }
        let heads: Vec<String> = inner
            .parameters
            .iter()
            .map(|p| format!("{} %{}", p.ty, p.name))
            .collect();
        let linkage = self.one_of(&["internal ", "", "private "]);
        self.postlude.push(format!(
            "define {linkage}i{result} @{name}({}) {{\nentry:\n{}\n}}",
            heads.join(", "),
            inner.lines.join("\n")
        ));
        self.declared.extend(inner.declared);
        self.helpers.push((name.to_owned(), widths, result));
    }

    pub(super) fn call(&mut self) {
        if !self.helpers.is_empty() && self.rng.chance(40) {
            let at = self.rng.below(self.helpers.len() as u32) as usize;
            let (name, widths, result) = self.helpers[at].clone();
            let arguments: Vec<String> = widths
                .iter()
                .map(|width| format!("i{width} {}", self.int(*width)))
                .collect();
            self.value(
                Type::Int(result),
                &format!("call i{result} @{name}({})", arguments.join(", ")),
            );
            return;
        }
        if self.callees.is_empty() {
            return self.scalars();
        }
        let at = self.rng.below(self.callees.len() as u32) as usize;
        let callee = self.callees[at].clone();
        let mut arguments = Vec::new();
        for (ty, abi) in callee.parameters.iter().zip(&callee.abi) {
            let value = self.operand(ty);
            arguments.push(format!("{ty} {abi} {value}"));
        }
        let arguments = arguments.join(", ");
        match &callee.result {
            None => self.line(&format!("call void @{}({arguments})", callee.name)),
            Some(Type::Pointer) => {
                let promised = self.of_answer(Some(&Type::Pointer));
                let pointer =
                    self.hidden(&format!("call {promised}ptr @{}({arguments})", callee.name));
                self.places.push(Place {
                    pointer,
                    before: 0,
                    room: SIZE as u64,
                    align: PAGE,
                    writable: true,
                    object: None,
                });
            }
            Some(ty) => {
                let promised = self.of_answer(Some(ty));
                let text = format!("call {promised}{ty} @{}({arguments})", callee.name);
                self.value(ty.clone(), &text);
            }
        }
    }
}
