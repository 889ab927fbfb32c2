//! Where lines start, and how far they are indented.

use super::WIDTH;
use super::roles::{Role, spaced};
use crate::Span;
use crate::lexer::{Lexed, Lexeme, Token};

/// What is planned for a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    /// Whether the token starts a line.
    pub(super) starts_line: bool,
    /// The indentation of the line that the token starts or would start.
    pub(super) indent: usize,
    /// The indentation of comments in front of it.
    pub(super) comment_indent: usize,
    /// Whether the token is left out: a comma behind the last variant on one line.
    pub(super) dropped: bool,
}

/// What is planned for each token, and for the end of the text behind the last one.
pub(super) fn plan(text: &str, lexed: &Lexed, roles: &[Role]) -> Vec<Planned> {
    let tokens = &lexed.tokens;
    let surroundings = Surroundings { text, lexed };
    let mut plan = Vec::with_capacity(tokens.len() + 1);
    let mut indent = 0_usize;
    // The layout of the enumeration or claim at hand.
    let mut broken = false;
    let mut in_claim = false;
    for (position, lexeme) in tokens.iter().enumerate() {
        let role = roles[position];
        let before = position
            .checked_sub(1)
            .map(|before| (tokens[before].token, roles[before]));
        match (lexeme.token, role) {
            (Token::Claim, _) => {
                in_claim = true;
                broken = surroundings.breaks_claim(position, roles);
            }
            (_, Role::OpenEnum) => broken = surroundings.breaks_enum(position, roles),
            _ => {}
        }
        let comment_indent = indent;
        let closes = role == Role::CloseBlock || (role == Role::CloseEnum && broken);
        indent -= usize::from(closes && indent > 0);
        let clause = in_claim && surroundings.starts_clause(position);
        let empty_block = role == Role::CloseBlock
            && before.is_some_and(|(_, role)| role == Role::OpenBlock)
            && !surroundings.has_comment(tokens[position - 1].span, lexeme.span);
        let starts_line = match before {
            None => true,
            Some((Token::Semicolon, _)) => true,
            Some((_, Role::OpenBlock)) => !empty_block,
            Some((_, Role::CloseBlock)) => {
                !matches!(lexeme.token, Token::Else | Token::Or) && role != Role::ParSeparator
            }
            Some((_, Role::CloseEnum)) => true,
            Some((_, Role::OpenEnum | Role::EnumComma)) => broken,
            _ => {
                role == Role::CloseBlock
                    || (role == Role::CloseEnum && broken)
                    || (clause && broken)
            }
        };
        let extra = usize::from(clause);
        plan.push(Planned {
            starts_line,
            indent: indent + extra,
            comment_indent: if closes {
                comment_indent
            } else {
                indent + extra
            },
            dropped: role == Role::EnumComma
                && !broken
                && roles.get(position + 1) == Some(&Role::CloseEnum),
        });
        let opens = role == Role::OpenBlock || (role == Role::OpenEnum && broken);
        indent += usize::from(opens);
        if lexeme.token == Token::Semicolon {
            in_claim = false;
        }
    }
    plan.push(Planned {
        starts_line: true,
        indent: 0,
        comment_indent: 0,
        dropped: false,
    });
    plan
}

struct Surroundings<'a> {
    text: &'a str,
    lexed: &'a Lexed,
}

impl Surroundings<'_> {
    fn has_comment(&self, after: Span, before: Span) -> bool {
        let comments = &self.lexed.comments;
        let next = comments.partition_point(|comment| comment.start < after.end);
        comments
            .get(next)
            .is_some_and(|comment| comment.end <= before.start)
    }

    /// Whether a clause of a claim starts at a token, be it with a word of the language or with two
    /// names in a row, which stand nowhere else in a claim's formulas.
    fn starts_clause(&self, position: usize) -> bool {
        let token = |position: usize| self.lexed.tokens.get(position).map(|next| next.token);
        match token(position) {
            Some(Token::Requires | Token::Ensures | Token::Expect) => true,
            Some(Token::Name) => {
                let word = self.lexed.tokens[position].span.of(self.text);
                match (word, token(position + 1)) {
                    ("matching" | "augmented" | "losing" | "keeping", Some(Token::Name)) => true,
                    ("losing", Some(Token::LeftParen)) => {
                        token(position + 2) == Some(Token::RightParen)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a line ends in front of a token.
    fn has_line_break(&self, position: usize) -> bool {
        let before = self.lexed.tokens[position - 1].span.end;
        let between = before as usize..self.lexed.tokens[position].span.start as usize;
        self.text[between].contains('\n')
    }

    /// Whether a claim gets a line for each clause: it has a comment inside, it was written so, or
    /// it is too long.
    fn breaks_claim(&self, start: usize, roles: &[Role]) -> bool {
        let tokens = &self.lexed.tokens;
        let rest = &tokens[start..];
        let length = rest
            .iter()
            .position(|lexeme| lexeme.token == Token::Semicolon);
        let end = start + length.unwrap_or(rest.len() - 1);
        let written_so = (start + 1..=end)
            .any(|position| self.starts_clause(position) && self.has_line_break(position));
        written_so
            || self.has_comment(tokens[start].span, tokens[end].span)
            || self.width(&tokens[start..=end], &roles[start..=end]) > WIDTH
    }

    /// Whether an enumeration gets a line for each variant, for the same reasons.
    fn breaks_enum(&self, open: usize, roles: &[Role]) -> bool {
        let tokens = &self.lexed.tokens;
        let length = roles[open..]
            .iter()
            .position(|role| *role == Role::CloseEnum);
        let end = open + length.unwrap_or(roles.len() - 1 - open);
        let start = open.saturating_sub(2);
        (end > open && self.has_line_break(open + 1))
            || self.has_comment(tokens[open].span, tokens[end].span)
            || self.width(&tokens[start..=end], &roles[start..=end]) > WIDTH
    }

    fn width(&self, tokens: &[Lexeme], roles: &[Role]) -> usize {
        let mut width = 0;
        for (position, lexeme) in tokens.iter().enumerate() {
            width += lexeme.span.range().len();
            if position > 0 {
                let before = (tokens[position - 1].token, roles[position - 1]);
                width += usize::from(spaced(before, (lexeme.token, roles[position])));
            }
        }
        width
    }
}
