//! What stands between quotation marks, as the bytes that it is.
//!
//! Escapes are understood before anybody looks at a string, as in C: `"\45d"` is the format `%d`, and
//! `"\4" "5"` has two characters.

/// The bytes of what stands between quotation marks; none where C leaves them open or they are not
/// understood.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    // A line goes on before escapes are looked for.
    let text = text.replace("\\\n", "");
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\\' {
            rest = escape(rest, &mut found)?;
        } else {
            found.extend(c.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    Some(found)
}

/// Reads what stands behind a backslash; gives what follows it.
fn escape<'a>(text: &'a str, found: &mut Vec<u8>) -> Option<&'a str> {
    let numeric = |digits: &str, radix| u8::from_str_radix(digits, radix).ok();
    if let Some(behind) = text.strip_prefix('x') {
        let digits = leading(behind, |c| c.is_ascii_hexdigit());
        found.push(numeric(digits, 16)?);
        return Some(&behind[digits.len()..]);
    }
    let digits = leading(text, |c| matches!(c, '0'..='7'));
    if !digits.is_empty() {
        let digits = &digits[..digits.len().min(3)];
        found.push(numeric(digits, 8)?);
        return Some(&text[digits.len()..]);
    }
    let c = text.chars().next()?;
    found.push(match c {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        // GCC's and Clang's own, for colours.
        'e' | 'E' => 27,
        '\\' => b'\\',
        '\'' => b'\'',
        '"' => b'"',
        '?' => b'?',
        _ => return None,
    });
    Some(&text[c.len_utf8()..])
}

/// The characters of a kind that a text begins with.
fn leading(text: &str, is_meant: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !is_meant(c)).unwrap_or(text.len());
    &text[..end]
}

/// A string of which each character is one byte of what stands between quotation marks.
pub(crate) fn string(text: &str) -> Option<String> {
    bytes(text).map(|all| all.into_iter().map(char::from).collect())
}

/// The one byte between quotation marks.
pub(crate) fn character(text: &str) -> Option<u8> {
    match bytes(text)?.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(bytes("\\45s\\x25\\0a").as_deref(), Some(&b"%s%\0a"[..]));
        assert_eq!(bytes("\\1234\\\\n\\n").as_deref(), Some(&b"S4\\n\n"[..]));
        assert_eq!(bytes("\\4\\\n5").as_deref(), Some(&b"%"[..]));
        for bad in ["\\400", "\\x100", "\\x", "\\q", "\\8"] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
        assert_eq!(string("\\xff").as_deref(), Some("\u{ff}"));
        assert_eq!([character("\\'"), character("ab")], [Some(b'\''), None]);
    }
}
