//! Branches, loops and `switch`.

use super::maker::{Maker, shown};
use crate::types::Type;

impl Maker {
    pub(super) fn control(&mut self) {
        self.depth += 1;
        match self.rng.below(6) {
            0..=2 => self.diamond(),
            3 => self.switch(),
            _ => self.counting(),
        }
        self.depth -= 1;
    }

    /// Some steps in a block; what of each type comes out of it, and the block that it ends in.
    fn branch(&mut self, label: &str, joined: &[Type], to: &str) -> (Vec<String>, String) {
        let mark = self.mark();
        self.begin(label);
        let steps = self.rng.below(4);
        self.steps(steps);
        let values = joined.iter().map(|ty| self.operand(ty)).collect();
        self.line(&format!("br label %{to}"));
        self.forget(&mark);
        (values, self.block.clone())
    }

    fn joined(&mut self) -> Vec<Type> {
        let count = 1 + self.rng.below(2);
        (0..count)
            .map(|_| match self.known(|ty| matches!(ty, Type::Vector(..))) {
                Some((_, ty)) if self.rng.chance(30) => ty,
                _ => Type::Int(self.width()),
            })
            .collect()
    }

    fn phis(&mut self, label: &str, joined: &[Type], ways: &[(Vec<String>, String)]) {
        self.begin(label);
        for (at, ty) in joined.iter().enumerate() {
            let incoming: Vec<String> = ways
                .iter()
                .map(|(values, from)| format!("[ {}, %{from} ]", values[at]))
                .collect();
            self.value(ty.clone(), &format!("phi {ty} {}", incoming.join(", ")));
        }
    }

    fn diamond(&mut self) {
        let condition = self.int(1);
        let [then, otherwise, join] = ["then", "else", "join"].map(|stem| self.label(stem));
        let joined = self.joined();
        // Now and then there is nothing on one side.
        let is_short = self.rng.chance(30);
        let before = self.block.clone();
        let values: Vec<String> = joined.iter().map(|ty| self.operand(ty)).collect();
        let target = if is_short { &join } else { &otherwise };
        self.line(&format!(
            "br i1 {condition}, label %{then}, label %{target}"
        ));
        let first = self.branch(&then, &joined, &join);
        let second = match is_short {
            true => (values, before),
            false => self.branch(&otherwise, &joined, &join),
        };
        self.phis(&join, &joined, &[first, second]);
    }

    fn switch(&mut self) {
        let width = match self.width() {
            1 => 8,
            width => width,
        };
        let value = self.int(width);
        let join = self.label("join");
        let joined = self.joined();
        let count = 1 + self.rng.below(3);
        let labels: Vec<String> = (0..=count).map(|_| self.label("case")).collect();
        let mut taken = std::collections::BTreeSet::new();
        let mut cases = String::new();
        for label in &labels[1..] {
            let number = super::corner(&mut self.rng, width);
            if taken.insert(number) {
                cases.push_str(&format!(
                    " i{width} {}, label %{label}",
                    shown(number, width)
                ));
            }
        }
        self.line(&format!(
            "switch i{width} {value}, label %{} [{cases} ]",
            labels[0]
        ));
        let mut ways = Vec::new();
        for label in &labels {
            // A label that no case leads to would be a block that is never reached.
            if *label == labels[0]
                || cases.contains(&format!("%{label} "))
                || cases.ends_with(&format!("%{label}"))
            {
                ways.push(self.branch(label, &joined, &join));
            }
        }
        self.phis(&join, &joined, &ways);
    }

    /// A loop of a few iterations.
    fn counting(&mut self) {
        let width = match self.width() {
            1 | 2 => 8,
            width => width,
        };
        let ty = Type::Int(width);
        let carried = Type::Int(self.width());
        let bound = match self.rng.below(2) {
            0 => shown(u128::from(self.rng.below(4)), width),
            _ => {
                let value = self.int(width);
                self.hidden(&format!("and i{width} {value}, 3"))
            }
        };
        let start = self.operand(&carried);
        let [head, body, end] = ["head", "body", "end"].map(|stem| self.label(stem));
        let before = self.block.clone();
        self.line(&format!("br label %{head}"));
        self.begin(&head);
        let at = self.lines.len();
        let counter = self.value(ty.clone(), "phi");
        let sum = self.value(carried.clone(), "phi");
        let condition = self.hidden(&format!("icmp ult {ty} {counter}, {bound}"));
        self.line(&format!("br i1 {condition}, label %{body}, label %{end}"));
        let mark = self.mark();
        self.begin(&body);
        let steps = 1 + self.rng.below(3);
        self.steps(steps);
        let next_sum = self.operand(&carried);
        let flags = self.one_of(&["", "nuw ", "nuw nsw "]);
        let flags = if width < 4 { "" } else { flags };
        let next = self.hidden(&format!("add {flags}{ty} {counter}, 1"));
        self.line(&format!("br label %{head}"));
        let last = self.block.clone();
        self.forget(&mark);
        self.lines[at] = format!("  {counter} = phi {ty} [ 0, %{before} ], [ {next}, %{last} ]");
        let zero = if carried == Type::Int(1) && start == "0" {
            "false"
        } else {
            &start
        };
        self.lines[at + 1] =
            format!("  {sum} = phi {carried} [ {zero}, %{before} ], [ {next_sum}, %{last} ]");
        self.begin(&end);
    }
}
