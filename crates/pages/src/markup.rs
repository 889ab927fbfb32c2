//! Markup, and the only way in which text gets into it.

use std::fmt::Write;

/// A piece of HTML.
///
/// It grows by markup that is written in this crate, by numbers, and by text that is escaped. Markup is
/// `&'static str`: what comes from a report lives shorter, so that the compiler rejects it there.
#[derive(Clone, Debug)]
pub(crate) struct Html(String);

impl Html {
    pub(crate) fn new() -> Self {
        Html(String::new())
    }

    /// Markup as it is.
    pub(crate) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text, fit for an element as well as for an attribute in quotes.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            self.character(character);
        }
        self
    }

    /// The first characters of a text; what is left out is counted.
    pub(crate) fn cut(&mut self, text: &str, most: usize) -> &mut Self {
        match text.char_indices().nth(most) {
            None => self.text(text),
            Some((end, _)) => {
                let more = text[end..].chars().count();
                self.text(&text[..end])
                    .raw("<span class=\"more\">… ")
                    .number(more)
                    .raw(" more characters</span>")
            }
        }
    }

    /// A number for people: `12,345`.
    pub(crate) fn number(&mut self, number: usize) -> &mut Self {
        let digits = number.to_string();
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) {
                self.0.push(',');
            }
            self.0.push(digit);
        }
        self
    }

    /// A number for an attribute: `12345`.
    pub(crate) fn index(&mut self, number: usize) -> &mut Self {
        self.0.push_str(&number.to_string());
        self
    }

    /// `12 steps`, `1 step`.
    pub(crate) fn count(&mut self, number: usize, one: &'static str) -> &mut Self {
        self.number(number).raw(" ").raw(one);
        if number != 1 {
            self.raw("s");
        }
        self
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    fn character(&mut self, character: char) {
        match character {
            '&' => self.0.push_str("&amp;"),
            '<' => self.0.push_str("&lt;"),
            '>' => self.0.push_str("&gt;"),
            '"' => self.0.push_str("&quot;"),
            '\'' => self.0.push_str("&#39;"),
            // Nothing in the page looks like an address to a program that makes links of them.
            '/' if self.0.ends_with(":/") => self.0.push_str("&#47;"),
            other if is_treacherous(other) => {
                write!(self.0, "\\u{{{:x}}}", u32::from(other)).expect("a string takes all text");
            }
            other => self.0.push(other),
        }
    }
}

/// Whether a character does something, or hides something, instead of being seen.
fn is_treacherous(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Marks and spaces without width, and what turns the direction of the text.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    fn text(text: &str) -> String {
        let mut html = Html::new();
        html.text(text);
        html.into_string()
    }

    #[test]
    fn markup_in_a_text_is_text() {
        assert_eq!(
            text("<b a=\"1\" c='2'>&amp;"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"
        );
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(
            text("\u{1b}[31m\0\r\u{9b}"),
            "\\u{1b}[31m\\u{0}\\u{d}\\u{9b}"
        );
        for hidden in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            let shown = format!("a\\u{{{:x}}}b", u32::from(hidden));
            assert_eq!(text(&format!("a{hidden}b")), shown);
        }
    }

    #[test]
    fn lines_letters_and_symbols_stay() {
        assert_eq!(text("a\n\tß → 中 🙂"), "a\n\tß → 中 🙂");
    }

    #[test]
    fn addresses_do_not_look_like_addresses() {
        assert_eq!(text("http://a//b"), "http:/&#47;a//b");
    }

    #[test]
    fn what_is_cut_is_counted() {
        let mut html = Html::new();
        html.cut("äöü<", 2)
            .cut("ab", 2)
            .number(1_234_567)
            .number(999);
        assert_eq!(
            html.into_string(),
            "äö<span class=\"more\">… 2 more characters</span>ab1,234,567999"
        );
    }
}
