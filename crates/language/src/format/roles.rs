//! What a token is used for, where its kind does not say it.

use crate::lexer::{Lexeme, Token};

/// What a token is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Its kind says all.
    Plain,
    /// `!`, or the minus of `-x`.
    Prefix,
    /// `<` or `>` of `array<int, int>`.
    OpenAngle,
    CloseAngle,
    /// The colon of `x: int`, not that of `c ? a : b`.
    TypeColon,
    /// The `::` of `Color::red`, not that of a quantifier.
    Path,
    /// The `||` between parallel parts.
    ParSeparator,
    /// The braces of a block.
    OpenBlock,
    CloseBlock,
    /// The braces of an enumeration.
    OpenEnum,
    CloseEnum,
    /// A comma between the variants of an enumeration.
    EnumComma,
}

pub(super) fn roles(tokens: &[Lexeme]) -> Vec<Role> {
    let mut state = State::default();
    let mut roles = Vec::with_capacity(tokens.len());
    let mut before = None;
    for lexeme in tokens {
        roles.push(state.role(before, lexeme.token));
        before = Some(lexeme.token);
    }
    roles
}

#[derive(Default)]
struct State {
    in_enum: bool,
    /// How many `array<` are open.
    angles: usize,
    /// How many quantifiers have not reached their `::`.
    quantifiers: usize,
    /// How many `?` have not reached their `:`.
    questions: usize,
}

impl State {
    fn role(&mut self, before: Option<Token>, token: Token) -> Role {
        match token {
            Token::Enum => self.in_enum = true,
            Token::LeftBrace if self.in_enum => return Role::OpenEnum,
            Token::LeftBrace => return Role::OpenBlock,
            Token::RightBrace if std::mem::take(&mut self.in_enum) => return Role::CloseEnum,
            Token::RightBrace => return Role::CloseBlock,
            Token::Comma if self.in_enum => return Role::EnumComma,
            Token::Semicolon => *self = State::default(),
            Token::Less if before == Some(Token::Array) => {
                self.angles += 1;
                return Role::OpenAngle;
            }
            Token::Greater if self.angles > 0 => {
                self.angles -= 1;
                return Role::CloseAngle;
            }
            Token::Bang => return Role::Prefix,
            Token::Minus if !before.is_some_and(ends_operand) => return Role::Prefix,
            Token::OrOr if before == Some(Token::RightBrace) => return Role::ParSeparator,
            Token::Forall | Token::Exists => self.quantifiers += 1,
            Token::ColonColon if self.quantifiers > 0 => self.quantifiers -= 1,
            Token::ColonColon => return Role::Path,
            Token::Question => self.questions += 1,
            Token::Colon if self.quantifiers == 0 && self.questions > 0 => self.questions -= 1,
            Token::Colon => return Role::TypeColon,
            _ => {}
        }
        Role::Plain
    }
}

/// Whether an operand may end with the token, so that a minus behind it subtracts.
fn ends_operand(token: Token) -> bool {
    matches!(
        token,
        Token::Name
            | Token::Int
            | Token::Decimal
            | Token::True
            | Token::False
            | Token::RightParen
            | Token::RightBracket
    )
}

/// Whether a space stands between two tokens on one line.
pub(super) fn spaced(before: (Token, Role), after: (Token, Role)) -> bool {
    let no_space_behind = matches!(before.1, Role::Prefix | Role::OpenAngle | Role::Path)
        || matches!(
            before.0,
            Token::LeftParen
                | Token::LeftBracket
                | Token::Dot
                | Token::DotDotEquals
                | Token::Star
                | Token::Caret
        );
    let no_space_in_front = matches!(
        after.1,
        Role::OpenAngle | Role::CloseAngle | Role::TypeColon | Role::Path
    ) || matches!(
        after.0,
        Token::RightParen
            | Token::LeftBracket
            | Token::RightBracket
            | Token::Comma
            | Token::Semicolon
            | Token::Dot
            | Token::DotDotEquals
            | Token::Star
            | Token::Caret
    ) || (after.0 == Token::LeftParen
        && matches!(before.0, Token::Name | Token::RealType))
        || (before.1 == Role::OpenBlock && after.1 == Role::CloseBlock);
    !no_space_behind && !no_space_in_front
}
