//! Tokens and comments.

use logos::{Lexer, Logos};

use crate::Span;
use crate::diagnostic::{Diagnostic, Sink, quote};

/// The kinds of tokens. Comments are tokens for the generated lexer only; [`lex`] separates them.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\x0C]+")]
pub(crate) enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex(r"[0-9]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]+")]
    Decimal,
    /// The path of a file, or the name of a function in one.
    #[regex(r#""[^"\n]*""#)]
    Text,
    /// Digits with letters behind them: an error of its own, because `2x` is easily written.
    #[regex(r"[0-9]+[A-Za-z_][A-Za-z0-9_]*")]
    Malformed,

    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    #[token("/*", block_comment)]
    BlockComment(Terminated),

    #[token("enum")]
    Enum,
    #[token("const")]
    Const,
    #[token("fn")]
    Fn,
    #[token("program")]
    Program,
    #[token("claim")]
    Claim,
    #[token("var")]
    Var,
    #[token("shared")]
    Shared,
    #[token("justice")]
    Justice,
    #[token("compassion")]
    Compassion,
    #[token("observe")]
    Observe,
    #[token("open")]
    Open,
    #[token("havoc")]
    Havoc,
    #[token("where")]
    Where,
    #[token("send")]
    Send,
    #[token("receive")]
    Receive,
    #[token("on")]
    On,
    #[token("assume")]
    Assume,
    #[token("assert")]
    Assert,
    #[token("skip")]
    Skip,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("loop")]
    Loop,
    #[token("choose")]
    Choose,
    #[token("or")]
    Or,
    #[token("par")]
    Par,
    #[token("parfor")]
    Parfor,
    #[token("in")]
    In,
    #[token("atomic")]
    Atomic,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("forall")]
    Forall,
    #[token("exists")]
    Exists,
    #[token("int")]
    IntType,
    #[token("bool")]
    BoolType,
    #[token("real")]
    RealType,
    #[token("array")]
    Array,
    #[token("requires")]
    Requires,
    #[token("ensures")]
    Ensures,
    #[token("expect")]
    Expect,

    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token(":=")]
    ColonEquals,
    #[token(".")]
    Dot,
    #[token("..=")]
    DotDotEquals,
    #[token("->")]
    Arrow,
    #[token("=")]
    Equals,
    #[token("==")]
    EqualsEquals,
    #[token("!=")]
    NotEquals,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEquals,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEquals,
    #[token("==>")]
    Implies,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("|||")]
    OrOrOr,
    #[token("!")]
    Bang,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("?")]
    Question,
    #[token("^")]
    Caret,
    #[token("∘")]
    Compose,

    /// What the parser sees behind the last token; never made by the lexer.
    End,
}

/// Whether a block comment has an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Terminated {
    Yes,
    No,
}

impl Token {
    /// Whether the token is a word that cannot be a name.
    pub(crate) fn is_keyword(self, text: &str) -> bool {
        self != Token::Name && text.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Whether an item starts here. These words start nothing else, so recovery relies on them.
    pub(crate) fn starts_item(self) -> bool {
        matches!(
            self,
            Token::Enum | Token::Const | Token::Fn | Token::Program | Token::Claim
        )
    }

    /// Whether a statement or declaration starts here, one that starts with a name excepted.
    pub(crate) fn starts_statement(self) -> bool {
        use Token::{
            Assert, Assume, Atomic, Choose, Compassion, Havoc, If, Justice, LeftBrace, Loop,
            Observe, Open, Par, Parfor, Receive, Send, Shared, Skip, Var, While,
        };
        matches!(
            self,
            Var | Shared
                | Justice
                | Compassion
                | Observe
                | Open
                | Havoc
                | Send
                | Receive
                | Assume
                | Assert
                | Skip
                | If
                | While
                | Loop
                | Choose
                | Par
                | Parfor
                | Atomic
                | LeftBrace
        )
    }
}

/// Goes behind the end of a comment that has just been opened; comments nest.
fn block_comment(lexer: &mut Lexer<'_, Token>) -> Terminated {
    let rest = lexer.remainder().as_bytes();
    let (mut depth, mut at) = (1_usize, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    lexer.bump(at);
                    return Terminated::Yes;
                }
            }
            _ => at += 1,
        }
    }
    lexer.bump(rest.len());
    Terminated::No
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) span: Span,
}

/// A text cut into tokens and comments, both in their order.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Lexeme>,
    pub(crate) comments: Vec<Span>,
}

/// Cuts a text into tokens. What is no token is reported and left out.
pub(crate) fn lex(text: &str, sink: &mut Sink) -> Lexed {
    const BYTE_ORDER_MARK: &str = "\u{feff}";
    let mut lexed = Lexed {
        tokens: Vec::new(),
        comments: Vec::new(),
    };
    if u32::try_from(text.len()).is_err() {
        sink.push(Diagnostic::error(
            Span::default(),
            "the text is longer than four gigabytes",
        ));
        return lexed;
    }
    let start = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    // The end of the last run of characters that belong to no token.
    let mut end_of_run = None;
    for (token, range) in Token::lexer(&text[start..]).spanned() {
        let span = Span::new(range.start + start..range.end + start);
        match token {
            Ok(Token::LineComment) => lexed.comments.push(span),
            Ok(Token::BlockComment(terminated)) => {
                if terminated == Terminated::No {
                    let opening = Span {
                        start: span.start,
                        end: span.start + 2,
                    };
                    sink.push(
                        Diagnostic::error(opening, "this comment has no end")
                            .label("starts here")
                            .hint("close it with `*/`; comments nest, so every `/*` needs its own"),
                    );
                }
                lexed.comments.push(span);
            }
            Ok(Token::Malformed) => {
                sink.push(malformed(span, text));
                lexed.tokens.push(Lexeme {
                    token: Token::Int,
                    span,
                });
            }
            Ok(token) => lexed.tokens.push(Lexeme { token, span }),
            Err(()) => {
                if end_of_run != Some(span.start) {
                    sink.push(invalid(span, text));
                }
                end_of_run = Some(span.end);
            }
        }
    }
    lexed
}

fn malformed(span: Span, text: &str) -> Diagnostic {
    let word = span.of(text);
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - letters.len()];
    let hint = if letters.starts_with('_') || word.len() > 40 {
        "numbers are written with digits only".to_owned()
    } else {
        format!("for a product write `{digits}*{letters}`")
    };
    Diagnostic::error(
        span,
        format!("{} is neither a number nor a name", quote(word)),
    )
    .hint(hint)
}

fn invalid(span: Span, text: &str) -> Diagnostic {
    let character = span.of(text).chars().next().unwrap_or('\0');
    let shown = if character.is_control() || character == '\u{feff}' {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("`{character}`")
    };
    let hint = match character {
        '&' => Some("\"and\" is written `&&`"),
        '|' => Some("\"or\" is written `||`"),
        '≤' => Some("write `<=`"),
        '≥' => Some("write `>=`"),
        '≠' => Some("write `!=`"),
        '"' => Some("a text between quotes ends on its line"),
        '\'' => Some("there are no characters in the language; an `enum` names values"),
        '#' => Some("comments are written `// …` or `/* … */`"),
        _ => None,
    };
    Diagnostic::error(span, format!("the character {shown} has no meaning here"))
        .maybe_hint(hint.map(str::to_owned))
}
