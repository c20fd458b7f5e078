//! Encodings and line ends.
//!
//! Records come as UTF-8, as Shift-JIS from older programs, and now and then as UTF-16 with a byte order mark, with the line
//! ends of three systems. The readers of formats get a `String` with `\n` line ends.

use encoding_rs::{DecoderResult, SHIFT_JIS};

use crate::error::{ReadError, ReadErrorKind, WriteError};

/// The text of a file, with `\n` line ends and without byte order mark.
///
/// A byte order mark decides the encoding. Without one, the text is UTF-8 if it is valid UTF-8, and Shift-JIS otherwise.
///
/// # Errors
/// [`ReadErrorKind::Encoding`] at the first line that could not be decoded.
pub fn decode(bytes: &[u8]) -> Result<String, ReadError> {
    let text = if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        utf8(rest)
    } else if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        utf16(rest, u16::from_le_bytes)
    } else if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        utf16(rest, u16::from_be_bytes)
    } else {
        // If both fail, the encoding that gets further is probably the right one.
        utf8(bytes).or_else(|line| shift_jis(bytes).map_err(|other| line.max(other)))
    };
    text.map(unix_lines).map_err(|line| ReadErrorKind::Encoding.at(line))
}

/// The bytes of a text in Shift-JIS.
///
/// # Errors
/// [`WriteError::NotShiftJis`] for the first character that Shift-JIS does not have, such as `☗`.
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (bytes, _, replaced) = SHIFT_JIS.encode(text);
    if !replaced {
        return Ok(bytes.into_owned());
    }
    let (mut line, mut column) = (1, 0);
    for character in text.chars() {
        column += 1;
        if SHIFT_JIS.encode(character.encode_utf8(&mut [0; 4])).2 {
            return Err(WriteError::NotShiftJis { line, column, character });
        }
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
    }
    // Shift-JIS has no state: a text is unmappable only because of one of its characters.
    Ok(bytes.into_owned())
}

/// Escapes a text for XML and HTML, for use between tags and in attribute values. Line ends become blanks, and characters that
/// XML forbids become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Decodes UTF-8. Like all decoders here, returns the line of the fault as its error.
fn utf8(bytes: &[u8]) -> Result<String, usize> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(line_after(bytes.get(..error.valid_up_to()).unwrap_or_default())),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, usize> {
    let (units, odd) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(units.len());
    for character in char::decode_utf16(units.iter().map(|&pair| unit(pair))) {
        match character {
            Ok(character) => text.push(character),
            Err(_) => return Err(line_after(text.as_bytes())),
        }
    }
    if odd.is_empty() { Ok(text) } else { Err(line_after(text.as_bytes())) }
}

fn shift_jis(bytes: &[u8]) -> Result<String, usize> {
    let mut decoder = SHIFT_JIS.new_decoder_without_bom_handling();
    let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(bytes.len());
    let mut text = String::with_capacity(room);
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(text),
        _ => Err(line_after(text.as_bytes())),
    }
}

/// The number of the line that follows these bytes. `\r\n` and a lone `\r` end a line, as they do in the decoded text.
fn line_after(bytes: &[u8]) -> usize {
    let ends = |(i, &byte): (usize, &u8)| {
        byte == b'\n' && (i == 0 || bytes.get(i - 1) != Some(&b'\r')) || byte == b'\r'
    };
    1 + bytes.iter().enumerate().filter(|&pair| ends(pair)).count()
}

fn unix_lines(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// A text as one line without blanks at its end, for formats that are made of lines.
pub(crate) fn one_line(text: &str) -> String {
    text.trim_end().replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings() {
        let text = "手合割：平手\n*コメント\n";
        let utf16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}手合割：平手\r\n*コメント\r".encode_utf16().flat_map(unit).collect()
        };
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        assert_eq!(decode("\u{feff}手合割：平手\r*コメント\r\n".as_bytes()).unwrap(), text);
        assert_eq!(decode(&encode_shift_jis(text).unwrap()).unwrap(), text);
        assert_eq!(decode(&utf16(u16::to_le_bytes)).unwrap(), text);
        assert_eq!(decode(&utf16(u16::to_be_bytes)).unwrap(), text);
        assert_eq!(decode(b"").unwrap(), "");
    }

    #[test]
    fn faults_name_the_line() {
        let line = |bytes: &[u8]| match decode(bytes) {
            Err(ReadError { line, kind: ReadErrorKind::Encoding, .. }) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line(b"a\r\nb\rc\n\xff\xff\n"), 4);
        assert_eq!(line(b"\xef\xbb\xbfa\n\x82\xa0\n"), 2);
        assert_eq!(line(b"\xff\xfea\0\n\0\x00\xd8"), 2);
        assert_eq!(line(b"\xff\xfea\0\n\0b"), 2);
        // Valid UTF-8 for three lines, valid Shift-JIS for none: the third is where it breaks.
        assert_eq!(
            line(
                "＃\u{80}\nあ\n".as_bytes().iter().chain(b"\xa0\xff").copied().collect::<Vec<_>>().as_slice()
            ),
            3
        );
    }

    #[test]
    fn what_shift_jis_lacks_is_an_error() {
        assert_eq!(
            encode_shift_jis("▲歩\nあ☗い"),
            Err(WriteError::NotShiftJis { line: 2, column: 2, character: '☗' })
        );
        assert_eq!(encode_shift_jis("ア&#9751;").unwrap(), b"\x83A&#9751;");
    }
}
