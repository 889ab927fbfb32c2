//! Tokens and comments to lines.

use super::WIDTH;
use super::plan::Planned;
use super::roles::{Role, spaced};
use crate::Span;
use crate::lexer::{Lexed, Token};
use crate::syntax::Level;

pub(super) fn write(text: &str, lexed: &Lexed, roles: &[Role], plan: &[Planned]) -> String {
    let mut writer = Writer {
        text,
        output: String::with_capacity(text.len() + text.len() / 8),
        line: Line::default(),
        behind: None,
        last: Last::Nothing,
    };
    let mut comments = lexed.comments.iter().copied().peekable();
    for (position, lexeme) in lexed.tokens.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.start < lexeme.span.start) {
            writer.comment(comment, plan[position]);
        }
        if !plan[position].dropped {
            writer.token(lexeme.span, (lexeme.token, roles[position]), plan[position]);
        }
    }
    let end = plan.last().expect("the end of the text is planned too");
    comments.for_each(|comment| writer.comment(comment, *end));
    writer.finish()
}

/// What was written last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Token(Token, Role),
    /// A comment that ends with its line.
    LineComment,
    /// A comment behind a token on its line.
    TrailingBlock,
    /// A comment that starts a line.
    LeadingBlock,
}

struct Writer<'t> {
    text: &'t str,
    output: String,
    line: Line<'t>,
    /// Where the last token or comment ends.
    behind: Option<u32>,
    last: Last,
}

impl<'t> Writer<'t> {
    /// How many line breaks the text has between the last token or comment and this one.
    fn line_breaks(&mut self, span: Span) -> usize {
        let start = self.behind.replace(span.end).unwrap_or(0);
        self.text[start as usize..span.start as usize]
            .matches('\n')
            .count()
    }

    /// Ends the line and starts another, behind an empty one where the text has one that matters.
    fn start_line(&mut self, indent: usize, line_breaks: usize, keeps_blank: bool) {
        let opened = matches!(self.last, Last::Token(_, Role::OpenBlock | Role::OpenEnum));
        let blank = line_breaks > 1 && keeps_blank && !opened && self.last != Last::Nothing;
        self.line.write(&mut self.output);
        if blank {
            self.output.push('\n');
        }
        self.line = Line {
            indent,
            parts: Vec::new(),
        };
    }

    fn token(&mut self, span: Span, token: (Token, Role), planned: Planned) {
        let line_breaks = self.line_breaks(span);
        let closes = matches!(token.1, Role::CloseBlock | Role::CloseEnum);
        let starts_line = match self.last {
            Last::LineComment => true,
            Last::LeadingBlock => planned.starts_line && line_breaks > 0,
            _ => planned.starts_line,
        };
        let mut space = match self.last {
            Last::Token(before, role) => spaced((before, role), token),
            Last::Nothing => false,
            _ => !matches!(
                token.0,
                Token::RightParen | Token::RightBracket | Token::Comma | Token::Semicolon
            ),
        };
        if starts_line {
            // In the middle of a statement only a comment ends a line, and the rest is set off.
            let between = matches!(token.0, Token::LeftBrace | Token::Else | Token::Or)
                || token.1 == Role::ParSeparator;
            let extra = usize::from(!planned.starts_line && !between);
            self.start_line(planned.indent + extra, line_breaks, !closes);
            space = false;
        }
        let operator = match (token.0, token.1) {
            (Token::Implies, _) => Some(Level::Implies),
            (Token::OrOr, Role::Plain) => Some(Level::Or),
            (Token::AndAnd, _) => Some(Level::And),
            _ => None,
        };
        let nests = match token.0 {
            Token::LeftParen | Token::LeftBracket => 1,
            Token::RightParen | Token::RightBracket => -1,
            _ => 0,
        };
        let kind = PartKind::Token { operator, nests };
        self.line.parts.push(Part {
            space,
            text: span.of(self.text),
            kind,
        });
        self.last = Last::Token(token.0, token.1);
    }

    fn comment(&mut self, span: Span, planned: Planned) {
        let line_breaks = self.line_breaks(span);
        let text = span.of(self.text).trim_end();
        let is_line = text.starts_with("//");
        let at_start = self.last == Last::Nothing;
        let starts_line = at_start
            || (planned.starts_line && line_breaks > 0)
            || (self.last == Last::LineComment && line_breaks > 0);
        if starts_line {
            let extra = usize::from(!planned.starts_line);
            self.start_line(planned.comment_indent + extra, line_breaks, true);
        }
        let opened = matches!(
            self.last,
            Last::Token(Token::LeftParen | Token::LeftBracket, _)
        );
        let kind = PartKind::Comment;
        self.line.parts.push(Part {
            space: !starts_line && !opened,
            text,
            kind,
        });
        self.last = match (is_line, starts_line) {
            (true, _) => Last::LineComment,
            (false, true) => Last::LeadingBlock,
            (false, false) => Last::TrailingBlock,
        };
    }

    fn finish(mut self) -> String {
        self.line.write(&mut self.output);
        self.output
    }
}

struct Part<'t> {
    space: bool,
    text: &'t str,
    kind: PartKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Token {
        /// How strongly it binds, if it is an operator in front of which a line may end.
        operator: Option<Level>,
        /// What it adds to the depth of parentheses.
        nests: i32,
    },
    Comment,
}

/// A line of the output, which may be broken where it is too long.
#[derive(Default)]
struct Line<'t> {
    indent: usize,
    parts: Vec<Part<'t>>,
}

impl Line<'_> {
    fn write(&self, output: &mut String) {
        if self.parts.is_empty() {
            return;
        }
        let breaks = self.breaks();
        push_indent(output, self.indent);
        for (position, part) in self.parts.iter().enumerate() {
            if breaks.binary_search(&position).is_ok() {
                output.push('\n');
                push_indent(output, self.indent + 1);
            } else if part.space {
                output.push(' ');
            }
            part.text.lines().enumerate().for_each(|(number, line)| {
                if number > 0 {
                    output.push('\n');
                }
                output.push_str(line.trim_end_matches('\r'));
            });
        }
        output.push('\n');
    }

    /// The operators in front of which the line is broken: if it is too long, those that bind
    /// least among those that the fewest parentheses enclose.
    fn breaks(&self) -> Vec<usize> {
        let trailing = self
            .parts
            .iter()
            .rev()
            .take_while(|part| part.kind == PartKind::Comment);
        let measured = &self.parts[..self.parts.len() - trailing.count()];
        let width: usize = measured
            .iter()
            .map(|part| usize::from(part.space) + part.text.chars().count())
            .sum();
        let has_long_comment = measured.iter().any(|part| part.text.contains('\n'));
        if 4 * self.indent + width <= WIDTH || has_long_comment {
            return Vec::new();
        }
        let mut depth = 0;
        let mut operators: Vec<((i32, Level), usize)> = Vec::new();
        for (position, part) in measured.iter().enumerate() {
            if let PartKind::Token { operator, nests } = part.kind {
                depth += nests;
                operators.extend(operator.map(|level| ((depth, level), position)));
            }
        }
        // A line that starts with an operator, behind a comment, is broken there already.
        operators.retain(|(_, position)| *position > 0);
        let weakest = operators.iter().map(|(strength, _)| *strength).min();
        operators
            .into_iter()
            .filter(|(strength, _)| Some(*strength) == weakest)
            .map(|(_, position)| position)
            .collect()
    }
}

fn push_indent(output: &mut String, indent: usize) {
    output.extend(std::iter::repeat_n("    ", indent));
}
