//! Strings: what is printed into an array of characters, and how long it is.
//!
//! What is printed is any characters; its length matters, as the count of a message.

use logic::{Sort, Symbol, Term, Var};
use program::system::{Access, Action, Area};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::formats::characters;
use super::memory::SIZE;
use super::scope::{Array, Pointer};
use super::value::Value;

impl Lowering<'_, '_> {
    /// `sprintf(s, "%d", n)` and its kin: any characters, and any length for which there is room.
    pub(super) fn print_into(
        &mut self,
        target: &Expression,
        most: Option<&Expression>,
        span: &Span,
    ) -> Reads<()> {
        let array = self.string(target)?;
        self.claim(vec![Area::whole(&array.var)], span)?;
        let origin = self.origin(span);
        let size = self.settle(&array.sizes[0]);
        let mut room = size.clone();
        if let Some(most) = most {
            room = self.integer(most)?;
            if room == Term::int(0) {
                return Ok(());
            }
            // No more than that is written, which must find room where it is as long.
            if Term::le(room.clone(), size).is_false() {
                return Err(Problem::unsupported(
                    span,
                    "printing with a count beyond the array",
                ));
            }
            let fits = Term::le(room.clone(), self.settle(&array.sizes[0]));
            self.oblige(fits, span, "buffer smaller than the count")?;
        }
        let is_room = Term::gt(room.clone(), Term::int(0));
        self.oblige(is_room, span, "buffer smaller than the count")?;
        self.emit(Action::Havoc(array.var.clone()), origin)?;
        let own = array.var.name.as_str();
        let own = own.split_once('.').map_or(own, |(_, own)| own);
        let length = self.declare(&format!("{own}.length"), Sort::Int, None, origin);
        self.emit(Action::Havoc(length.clone()), origin)?;
        let is_possible = Term::and([
            Term::le(Term::int(0), length.term()),
            Term::lt(length.term(), room),
        ]);
        self.emit(Action::Assume(is_possible), origin)?;
        self.known.measure(&array.var, &length);
        self.uses.strings = true;
        Ok(())
    }

    /// `strcpy(s, "text")`.
    pub(super) fn copy_text(
        &mut self,
        target: &Expression,
        text: Symbol,
        span: &Span,
    ) -> Reads<()> {
        let Some(mut characters) = characters(text.as_str()) else {
            return Err(Problem::unsupported(span, "this string"));
        };
        let array = self.string(target)?;
        let origin = self.origin(span);
        let own = array.var.name.as_str();
        let own = own.split_once('.').map_or(own, |(_, own)| own);
        let length = self.declare(&format!("{own}.length"), Sort::Int, None, origin);
        let count = i64::try_from(characters.len()).unwrap_or(i64::MAX);
        characters.push(0);
        let start = Pointer::Element {
            array: array.clone(),
            rows: Vec::new(),
            offset: Term::int(0),
        };
        for (position, character) in (0_i64..).zip(characters) {
            let place = self.element(start.clone(), Term::int(position), span)?;
            self.store(&place, Term::int(i64::from(character)), origin, span)?;
        }
        self.assign(&length, Term::int(count), origin)?;
        self.known.measure(&array.var, &length);
        Ok(())
    }

    /// `strlen(s)`.
    pub(super) fn string_length(&mut self, string: &Expression) -> Reads<Value> {
        let array = self.string(string)?;
        let read = Area {
            access: Access::Read,
            ..Area::whole(&array.var)
        };
        self.claim(vec![read], &string.span)?;
        // Which variable has the length is known as long as the string is what was put there.
        self.note_read(&array.var);
        let Some(length) = self.known.length(&array.var) else {
            let problem = Problem::unsupported(&string.span, "the length of this string");
            return Err(problem.hint("it is known only of what was printed into an array before"));
        };
        Ok(Value {
            term: self.value_of(&length),
            scalar: SIZE,
        })
    }

    /// Whether it is known where the string in an array ends.
    pub(super) fn has_known_length(&self, array: &Var) -> bool {
        self.known.length(array).is_some()
    }

    /// The array of characters that an expression names.
    fn string(&mut self, expression: &Expression) -> Reads<Array> {
        let span = &expression.span;
        if matches!(expression.kind, ExpressionKind::Text(_)) {
            return Err(Problem::unsupported(span, "a string used as a value"));
        }
        let pointer = self.pointer(expression)?;
        self.is_alive(&pointer, span)?;
        match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } if rows.is_empty()
                && array.sizes.len() == 1
                && array.is_writable
                && array.scalar == Scalar::CHAR
                && offset == Term::int(0) =>
            {
                Ok(array)
            }
            _ => Err(Problem::unsupported(span, "this string")),
        }
    }
}

impl super::known::Known {
    /// The variable with the length of the string in an array, if it is known.
    fn length(&self, array: &Var) -> Option<Var> {
        self.lengths.get(array).cloned()
    }

    /// Notes where the length of the string in an array is.
    fn measure(&mut self, array: &Var, length: &Var) {
        self.lengths.insert(array.clone(), length.clone());
    }
}
