//! Strings: what is printed into an array of characters, and how long it is.
//!
//! What is printed is known where the format and the values are. Otherwise its length matters, as the count
//! of a message, and nobody may look at its characters.

use logic::{Sort, Symbol, Term, Var};
use program::Origin;
use program::system::{Access, Action, Area};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::formats::characters;
use super::memory::SIZE;
use super::printed::Printed;
use super::scope::{Array, Pointer};
use super::value::Value;

impl Lowering<'_, '_> {
    /// `sprintf(s, "%d", n)` and its kin: the characters, where they are known. Otherwise they are any, and
    /// as many as the format allows and there is room for.
    pub(super) fn print_into(
        &mut self,
        target: &Expression,
        most: Option<&Expression>,
        text: &Printed,
        span: &Span,
    ) -> Reads<Value> {
        let array = self.string(target)?;
        let size = self.settle(&array.sizes[0]);
        let mut room = size.clone();
        if let Some(most) = most {
            room = self.integer(most)?;
            if room == Term::int(0) {
                return self.as_many(Term::int(text.least), span);
            }
            // No more than that is written, which must find room where it is as long.
            if Term::le(room.clone(), size.clone()).is_false() {
                return Err(Problem::unsupported(
                    span,
                    "printing with a count beyond the array",
                ));
            }
            let fits = Term::le(room.clone(), size);
            self.oblige(fits, span, "buffer smaller than the count")?;
        }
        let is_room = Term::gt(room.clone(), Term::int(0));
        self.oblige(is_room, span, "buffer smaller than the count")?;
        let most_written = match most {
            None => Some(usize::MAX),
            Some(_) => Value::of_int(room.clone())
                .literal()
                .and_then(|room| usize::try_from(room - 1).ok()),
        };
        if let (Some(characters), Some(most)) = (&text.exact, most_written) {
            let mut characters = characters.clone();
            let all = i64::try_from(characters.len()).unwrap_or(i64::MAX);
            characters.truncate(most);
            self.put_text(&array, characters, span)?;
            return Ok(Value::int(all));
        }
        let origin = self.origin(span);
        self.claim(vec![Area::whole(&array.var)], span)?;
        self.emit(Action::Havoc(array.var.clone()), origin)?;
        let length = self.length_var(&array, origin);
        self.emit(Action::Havoc(length.clone()), origin)?;
        let own = length.term();
        let least = Term::int(text.least);
        if most.is_none() {
            let fits = Term::lt(least.clone(), room.clone());
            self.oblige(fits, span, "buffer smaller than what is printed")?;
        }
        let cut = Term::eq(own.clone(), Term::sub(room.clone(), Term::int(1)));
        let is_possible = Term::and([
            Term::le(Term::int(0), own.clone()),
            Term::lt(own.clone(), room),
            Term::or([Term::le(least, own.clone()), cut]),
            Term::and(text.most.map(|most| Term::le(own, Term::int(most)))),
        ]);
        self.emit(Action::Assume(is_possible), origin)?;
        self.known.measure(&array.var, &length);
        self.uses.strings = true;
        self.uses.printed.insert(array.var);
        match most {
            // Without the character that ends a string, what is printed is that string.
            None if !text.may_end_early => {
                let kept = self.temporary(Sort::Int, origin);
                self.assign(&kept, length.term(), origin)?;
                Ok(Value::of_int(kept.term()))
            }
            _ => self.as_many(length.term(), span),
        }
    }

    /// The number of characters that are printed: so many or more.
    fn as_many(&mut self, least: Term, span: &Span) -> Reads<Value> {
        let origin = self.origin(span);
        let number = self.any(Sort::Int, Scalar::INT, span)?;
        let is_possible = Term::le(least, number.term.clone());
        self.emit(Action::Assume(is_possible), origin)?;
        Ok(number)
    }

    /// The variable with the length of the string in an array.
    fn length_var(&mut self, array: &Array, origin: Origin) -> Var {
        let own = array.var.name.as_str();
        let own = own.split_once('.').map_or(own, |(_, own)| own);
        self.declare(&format!("{own}.length"), Sort::Int, None, origin)
    }

    /// Whether the characters in an array may be any although only some can have been printed there.
    pub(super) fn has_unknown_text(&self, array: &Var) -> bool {
        self.context.printed.contains(array) || self.uses.printed.contains(array)
    }

    /// `strcpy(s, "text")`.
    pub(super) fn copy_text(
        &mut self,
        target: &Expression,
        text: Symbol,
        span: &Span,
    ) -> Reads<()> {
        let Some(characters) = characters(text.as_str()) else {
            return Err(Problem::unsupported(span, "this string"));
        };
        let array = self.string(target)?;
        self.put_text(&array, characters, span)
    }

    /// Puts characters into an array, and behind them the one that ends a string.
    fn put_text(&mut self, array: &Array, mut characters: Vec<u8>, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let length = self.length_var(array, origin);
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
