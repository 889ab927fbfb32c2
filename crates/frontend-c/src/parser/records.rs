//! Types made with `struct`, and values that are listed by names.

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Designator, RecordKind, RecordType, Role, Scalar, Shape};

use super::Parser;

impl Parser {
    /// `struct name { int x; double y[3]; }`, or one of the two parts.
    pub(super) fn record(&mut self) -> Reads<RecordKind> {
        let start = self.advance().span.start;
        let tag = match self.peek().word() {
            Some(_) => Some(self.expect_name()?.0),
            None => None,
        };
        // What is defined here hides what has the name further outside.
        let known = match self.peek().is_mark("{") {
            true => tag.and_then(|tag| self.names.own_record(tag)),
            false => tag.and_then(|tag| self.names.record(tag)),
        };
        if !self.peek().is_mark("{") && tag.is_none() {
            return Err(self.expected("`{`"));
        }
        let kind = known.unwrap_or(RecordKind(self.records.len()));
        if known.is_none() {
            self.records.push(RecordType {
                members: Vec::new(),
            });
            if let Some(tag) = tag {
                self.names.bind_record(tag, kind);
            }
        }
        if self.accept("{") {
            if !self.records[kind.0].members.is_empty() {
                let span = self.since(start);
                let problem = Problem::unsupported(&span, "a second `struct` of the same name");
                return Err(problem.hint("give them different names"));
            }
            let is_around = std::mem::replace(&mut self.is_member, true);
            let members = self.deeper(Parser::members);
            self.is_member = is_around;
            let members = members?;
            if members.is_empty() {
                let span = self.since(start);
                return Err(Problem::unsupported(&span, "a `struct` without members"));
            }
            self.records[kind.0].members = members;
        }
        Ok(kind)
    }

    fn members(&mut self) -> Reads<Vec<Declaration>> {
        let mut members: Vec<Declaration> = Vec::new();
        while !self.accept("}") {
            let declared = self.declarations(Role::Plain)?;
            if declared.is_empty() {
                return Err(Problem::unsupported(
                    &self.span(),
                    "a member without a name",
                ));
            }
            for member in declared {
                if members.iter().any(|own| own.name == member.name) {
                    let message = format!("there is already a member `{}`", member.name);
                    return Err(Problem::wrong(&member.span, message));
                }
                self.is_member(&member)?;
                members.push(member);
            }
        }
        Ok(members)
    }

    /// Refuses members that are no numbers, arrays of numbers, pointers to numbers or such structs.
    fn is_member(&self, member: &Declaration) -> Reads<()> {
        let is_complete = |kind: RecordKind| !self.records[kind.0].members.is_empty();
        let fits = match (&member.shape, member.scalar) {
            (Shape::Single, Scalar::Record(kind)) => is_complete(kind),
            (Shape::Single | Shape::Pointer(1) | Shape::Array(_), scalar) => scalar.is_number(),
            (Shape::Pointer(_), _) => false,
        };
        if fits && member.initial.is_none() {
            return Ok(());
        }
        let problem = Problem::unsupported(&member.span, "a member of this type");
        Err(problem
            .hint("members are numbers, arrays of numbers, pointers to numbers, and structs"))
    }

    /// `.x =` or `[3] =` before an initial value.
    pub(super) fn designator(&mut self) -> Reads<Option<Designator>> {
        let designator = if self.accept(".") {
            Designator::Member(self.expect_name()?.0)
        } else if self.accept("[") {
            let index = self.conditional()?;
            self.expect("]")?;
            Designator::Index(index)
        } else {
            return Ok(None);
        };
        if !self.peek().is_mark("=") {
            let what = "a designator of several steps";
            return Err(Problem::unsupported(&self.span(), what));
        }
        self.advance();
        Ok(Some(designator))
    }
}
