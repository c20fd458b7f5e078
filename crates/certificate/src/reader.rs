//! The lines of a certificate: unpacked, counted, bounded.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::GzDecoder;

use crate::error::{Checked, malformed, quote};

/// The most bytes of a line.
const LONGEST_LINE: usize = 1_000_000;
/// The largest number of the format.
const LARGEST_NUMBER: u32 = 999_999_999;

type Source<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

enum Input<R: Read> {
    Plain(Source<R>),
    Gzip(BufReader<GzDecoder<Source<R>>>),
}

/// Reads lines, from gzip or plain text.
pub(crate) struct Lines<R: Read> {
    input: Input<R>,
    line: Vec<u8>,
    /// The number of the line that was read last, from 1.
    number: u64,
}

impl<R: Read> Lines<R> {
    pub fn new(mut source: R) -> io::Result<Self> {
        let mut start = Vec::new();
        source.by_ref().take(2).read_to_end(&mut start)?;
        let is_gzip = start == [0x1f, 0x8b];
        let source = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(source));
        let input = if is_gzip {
            Input::Gzip(BufReader::with_capacity(1 << 16, GzDecoder::new(source)))
        } else {
            Input::Plain(source)
        };
        Ok(Lines { input, line: Vec::new(), number: 0 })
    }

    /// The number of the line that was read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its line feed, or `None` at the end of the file.
    pub fn next(&mut self) -> Checked<Option<&str>> {
        self.line.clear();
        self.number += 1;
        let number = self.number;
        let is_gzip = matches!(self.input, Input::Gzip(_));
        loop {
            let buffer = match &mut self.input {
                Input::Plain(source) => source.fill_buf(),
                Input::Gzip(source) => source.fill_buf(),
            };
            let buffer = match buffer {
                Ok(buffer) => buffer,
                // What the unpacker says about bytes that are no gzip.
                Err(error)
                    if is_gzip
                        && matches!(
                            error.kind(),
                            io::ErrorKind::InvalidInput
                                | io::ErrorKind::InvalidData
                                | io::ErrorKind::UnexpectedEof
                        ) =>
                {
                    return malformed(number, "the gzip data is damaged or cut off");
                }
                Err(error) => return Err(error.into()),
            };
            if buffer.is_empty() {
                if let Input::Gzip(source) = &mut self.input
                    && !source.get_mut().get_mut().fill_buf()?.is_empty()
                {
                    return malformed(number, "something follows the gzip data");
                }
                return if self.line.is_empty() {
                    Ok(None)
                } else {
                    malformed(number, "the last line has no line feed: the file was cut off")
                };
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = end.unwrap_or(buffer.len());
            if self.line.len() + part > LONGEST_LINE {
                return malformed(number, format!("longer than {LONGEST_LINE} bytes"));
            }
            self.line.extend_from_slice(&buffer[..part]);
            let used = part + usize::from(end.is_some());
            match &mut self.input {
                Input::Plain(source) => source.consume(used),
                Input::Gzip(source) => source.consume(used),
            }
            if end.is_some() {
                break;
            }
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) if line.is_ascii() => Ok(Some(line)),
            _ => malformed(number, "not ASCII text"),
        }
    }

    /// The next line, which must be there.
    pub fn required(&mut self) -> Checked<&str> {
        let number = self.number + 1;
        match self.next()? {
            // The borrow checker does not see that the line may be returned from inside the match.
            Some(_) => Ok(std::str::from_utf8(&self.line).unwrap_or_default()),
            None => malformed(number, "the file ends here, without a line \"end\""),
        }
    }

    /// The value of the next line, which must start with this key.
    pub fn value(&mut self, key: &str) -> Checked<&str> {
        let number = self.number + 1;
        let line = self.required()?;
        match line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => Ok(value),
            None => malformed(number, format!("expected \"{key} …\", found {}", quote(line))),
        }
    }
}

/// A line after the header.
pub(crate) enum NodeLine {
    /// The start of a section, by its number.
    Section(usize),
    /// A node of a section.
    Node(usize, String),
}

/// Reads the lines after the header: sections, nodes, and the end.
pub(crate) struct NodeLines {
    /// A line that was read already.
    next: Option<String>,
    section: Option<usize>,
    /// The sections that were there, as a set of bits.
    seen: u32,
    count: u32,
}

impl NodeLines {
    pub fn new(next: Option<String>) -> NodeLines {
        NodeLines { next, section: None, seen: 0, count: 0 }
    }

    /// The nodes that were read.
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// The next line, or `None` after the end. `sections` are the names of sections that may occur.
    pub fn next<R: Read>(&mut self, lines: &mut Lines<R>, sections: &[&str]) -> Checked<Option<NodeLine>> {
        let line = match self.next.take() {
            Some(line) => line,
            None => lines.required()?.to_string(),
        };
        if let Some(count) = line.strip_prefix("end ") {
            if number(count) != Some(self.count) {
                let why = format!("the file has {} nodes, the last line says {}", self.count, quote(count));
                return malformed(lines.number(), why);
            }
            return match lines.next()? {
                None => Ok(None),
                Some(_) => malformed(lines.number(), "a line after the line \"end\""),
            };
        }
        if let Some(kind) = line.strip_prefix("nodes ") {
            let Some(section) = sections.iter().position(|&name| name == kind) else {
                return malformed(lines.number(), format!("no section of this claim: {}", quote(kind)));
            };
            if self.seen >> section & 1 != 0 {
                return malformed(lines.number(), "the same section twice");
            }
            self.seen |= 1 << section;
            self.section = Some(section);
            return Ok(Some(NodeLine::Section(section)));
        }
        let Some(section) = self.section else {
            let why = format!("expected \"nodes …\" or \"end …\", found {}", quote(&line));
            return malformed(lines.number(), why);
        };
        self.count += 1;
        Ok(Some(NodeLine::Node(section, line)))
    }
}

/// The fields of a line, if there are exactly this many.
pub(crate) fn fields<const N: usize>(line: &str) -> Option<[&str; N]> {
    let mut parts = line.split(' ');
    let mut fields = [""; N];
    for field in &mut fields {
        *field = parts.next()?;
    }
    parts.next().is_none().then_some(fields)
}

/// A number in its one form: decimal digits, no leading zero, not too large.
pub(crate) fn number(text: &str) -> Option<u32> {
    let is_canonical = text == "0" || !text.starts_with('0');
    if text.is_empty() || text.len() > 9 || !is_canonical || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&number| number <= LARGEST_NUMBER)
}
