//! Quoting input in error messages.

/// The most characters of input that a message quotes.
const MAX_QUOTATION_LENGTH: usize = 40;

/// A text as an error message quotes it: [`shortened`] to 40 characters.
///
/// Input may be a line of many megabytes, so every error quotes it through this function.
pub fn quote(text: &str) -> String {
    shortened(text, MAX_QUOTATION_LENGTH)
}

/// The first `longest` characters of a text without blanks around them, `…` for the rest.
///
/// Control characters are written out.
pub fn shortened(text: &str, longest: usize) -> String {
    let text = text.trim();
    let end = text.char_indices().nth(longest).map_or(text.len(), |(end, _)| end);
    let mut short = escaped(&text[..end]);
    if end < text.len() {
        short.push('…');
    }
    short
}

/// A text whose control characters are written out, as in `\n` and `\u{1b}`, so that printing it cannot start a new line or
/// send a command to a terminal. Marks that change the direction of writing count as control characters.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2028}'
            | '\u{2029}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                safe.extend(c.escape_unicode());
            }
            c if c.is_control() => safe.extend(c.escape_default()),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_printable() {
        assert_eq!(quote("  ７六歩\n"), "７六歩");
        assert_eq!(quote(&"歩".repeat(40)), "歩".repeat(40));
        assert_eq!(quote(&"歩".repeat(41)), format!("{}…", "歩".repeat(40)));
        assert_eq!(quote("a\tb\u{1b}[31m\u{202e}c"), "a\\tb\\u{1b}[31m\\u{202e}c");
        assert_eq!(quote(""), "");
    }
}
