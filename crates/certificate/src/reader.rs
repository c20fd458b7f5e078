//! The lines of a certificate: unpacked, counted, bounded.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::GzDecoder;

use crate::error::{Checked, malformed, quote};

/// The most bytes of a line.
const MAX_LINE_LENGTH: usize = 1_000_000;
/// The largest number of the format.
const MAX_NUMBER: u32 = 999_999_999;

type Source<'r> = BufReader<Chain<Cursor<Vec<u8>>, &'r mut dyn Read>>;

enum Input<'r> {
    Plain(Source<'r>),
    Gzip(BufReader<GzDecoder<Source<'r>>>),
}

/// Reads lines, from gzip or plain text.
pub(crate) struct Lines<'r> {
    input: Input<'r>,
    line: Vec<u8>,
    /// The number of the line that was read last, from 1.
    number: u64,
    /// Whether the line was put back.
    is_back: bool,
}

impl<'r> Lines<'r> {
    pub fn new(source: &'r mut dyn Read) -> io::Result<Self> {
        let mut start = Vec::new();
        source.take(2).read_to_end(&mut start)?;
        let is_gzip = start == [0x1f, 0x8b];
        let source = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(source));
        let input = if is_gzip {
            Input::Gzip(BufReader::with_capacity(1 << 16, GzDecoder::new(source)))
        } else {
            Input::Plain(source)
        };
        Ok(Lines { input, line: Vec::new(), number: 0, is_back: false })
    }

    /// The number of the line that was read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line that was read last, without its line feed.
    pub fn line(&self) -> &str {
        // Only ASCII is kept.
        std::str::from_utf8(&self.line).unwrap_or_default()
    }

    /// Lets the line that was read last be read again.
    pub fn put_back(&mut self) {
        self.number -= 1;
        self.is_back = true;
    }

    /// Reads the next line. Returns `false` at the end of the file.
    pub fn next(&mut self) -> Checked<bool> {
        self.number += 1;
        if std::mem::take(&mut self.is_back) {
            return Ok(true);
        }
        self.line.clear();
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
                    Ok(false)
                } else {
                    malformed(number, "the last line has no line feed: the file was cut off")
                };
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = end.unwrap_or(buffer.len());
            if self.line.len() + part > MAX_LINE_LENGTH {
                return malformed(number, format!("longer than {MAX_LINE_LENGTH} bytes"));
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
        if !self.line.is_ascii() {
            return malformed(number, "not ASCII text");
        }
        Ok(true)
    }

    /// The next line, which must be there.
    pub fn required(&mut self) -> Checked<&str> {
        if !self.next()? {
            return malformed(self.number, "the file ends here, without a line \"end\"");
        }
        Ok(self.line())
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

/// A line after the header: [`Lines::line`] has its text.
pub(crate) enum NodeLine {
    /// The start of a section, by its number.
    Section(usize),
    /// A node of a section.
    Node(usize),
}

/// Reads the lines after the header: sections, nodes, and the end.
#[derive(Default)]
pub(crate) struct NodeLines {
    section: Option<usize>,
    /// The sections that were there, as a set of bits.
    seen: u32,
    count: u32,
}

impl NodeLines {
    /// The nodes that were read.
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// Reads the next line, or returns `None` after the end. `sections` are the names of sections that may occur.
    pub fn next(&mut self, lines: &mut Lines<'_>, sections: &[&str]) -> Checked<Option<NodeLine>> {
        let number_of_line = lines.number() + 1;
        let line = lines.required()?;
        if let Some(count) = line.strip_prefix("end ") {
            if number(count) != Some(self.count) {
                let why = format!("the file has {} nodes, the last line says {}", self.count, quote(count));
                return malformed(number_of_line, why);
            }
            return match lines.next()? {
                false => Ok(None),
                true => malformed(lines.number(), "a line after the line \"end\""),
            };
        }
        if let Some(kind) = line.strip_prefix("nodes ") {
            let Some(section) = sections.iter().position(|&name| name == kind) else {
                return malformed(number_of_line, format!("no section of this claim: {}", quote(kind)));
            };
            if self.seen >> section & 1 != 0 {
                return malformed(number_of_line, "the same section twice");
            }
            self.seen |= 1 << section;
            self.section = Some(section);
            return Ok(Some(NodeLine::Section(section)));
        }
        let Some(section) = self.section else {
            let why = format!("expected \"nodes …\" or \"end …\", found {}", quote(line));
            return malformed(number_of_line, why);
        };
        self.count += 1;
        Ok(Some(NodeLine::Node(section)))
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
    text.parse().ok().filter(|&number| number <= MAX_NUMBER)
}
