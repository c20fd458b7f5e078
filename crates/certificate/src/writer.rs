//! Writes certificates: the one place that knows how lines look.

use std::fmt;
use std::io::{self, Write};

use flate2::write::GzEncoder;

use crate::connect6::Connect6Header;
use crate::othello::{Bound, OthelloHeader};
use crate::shogi::ShogiHeader;

/// On the certificate of ミクロコスモス level 6 is 14 % smaller than 4, and 9 takes two and a half times as long to gain 6 % more (measured with zlib).
const GZIP_LEVEL: u32 = 6;

/// Whether the file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Plain text.
    None,
    /// gzip.
    Gzip,
}

impl Compression {
    /// The compression that a file name asks for: gzip if it ends with `.gz`.
    pub fn from_file_name(name: &str) -> Compression {
        if name.ends_with(".gz") { Compression::Gzip } else { Compression::None }
    }
}

/// The rank of a no-mate node: the plies within which there is no mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMateLimit {
    /// No mate within this many plies, an odd number.
    Plies(u32),
    /// No mate at all.
    Never,
}

impl fmt::Display for NoMateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMateLimit::Plies(plies) => write!(f, "{plies}"),
            NoMateLimit::Never => f.write_str("*"),
        }
    }
}

/// Writes one certificate: a header, sections, nodes, and the end.
///
/// It does not check what it writes. A certificate is complete after [`finish`](CertificateWriter::finish); without it the file has no
/// last line and no checker accepts it.
pub struct CertificateWriter<W: Write> {
    out: Output<W>,
    /// Lines that are not written yet. To pack them one by one takes several times as long as to pack many.
    waiting: Vec<u8>,
    nodes: u64,
}

/// Bytes of lines that are written together.
const AT_ONCE: usize = 1 << 15;

enum Output<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
}

impl<W: Write> Output<W> {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Plain(out) => out,
            Output::Gzip(out) => out,
        }
    }
}

impl<W: Write> CertificateWriter<W> {
    /// Starts a certificate of a mate problem. `out` should be buffered.
    pub fn shogi(out: W, compression: Compression, header: &ShogiHeader) -> io::Result<Self> {
        let mut writer = CertificateWriter::new(out, compression, "shogi", header.claim)?;
        writer.header("attacker", header.attacker.name())?;
        writer.header("root", &header.root)?;
        if let Some(rules) = header.rules {
            writer.header("rules", rules.name())?;
        }
        if !header.line.is_empty() {
            writer.header("line", header.line.join(" "))?;
        }
        for other in &header.others {
            writer.header("other", format_args!("{} {} {}", other.ply, other.check, other.kind.name()))?;
        }
        Ok(writer)
    }

    /// Starts a certificate of Othello. `out` should be buffered.
    pub fn othello(out: W, compression: Compression, header: &OthelloHeader) -> io::Result<Self> {
        let game = format!("othello{}", header.size);
        let mut writer = CertificateWriter::new(out, compression, &game, header.claim)?;
        writer.header("root", &header.root)?;
        writer.header("leaves", header.leaves)?;
        Ok(writer)
    }

    /// Starts the strategy that shows one bound of a score in Othello: not `Exactly`, which has both.
    pub fn othello_section(&mut self, bound: Bound) -> io::Result<()> {
        self.line(format_args!("nodes {}", bound.name()))
    }

    /// A node of the sections `at-least` and `at-most`: the side whose strategy it is plays `mv`.
    pub fn othello_node(&mut self, board: &str, mv: &str) -> io::Result<()> {
        self.node(format_args!("{board} {mv}"))
    }

    /// Starts a certificate of Connect6. `out` should be buffered.
    pub fn connect6(out: W, compression: Compression, header: &Connect6Header) -> io::Result<Self> {
        let claim = format!("win {}", header.attacker.name());
        let mut writer = CertificateWriter::new(out, compression, "connect6", claim)?;
        let (size, row, stones) = header.rules;
        writer.header("board", format_args!("{size} {row} {stones}"))?;
        writer.header("black", &header.black)?;
        writer.header("white", &header.white)?;
        writer.header("turn", header.turn.name())?;
        writer.line(format_args!("nodes proof"))?;
        Ok(writer)
    }

    /// A node of a proof of Connect6: the attacker completes the window from `first_and_last` cell.
    pub fn row_node(&mut self, first_and_last: &str) -> io::Result<u64> {
        self.node(format_args!("row {first_and_last}"))?;
        Ok(self.nodes)
    }

    /// The attacker plays a move, whose answers are node number `answers`. This and the other nodes of Connect6 return their number.
    pub fn play_node(&mut self, mv: &str, answers: u64) -> io::Result<u64> {
        self.node(format_args!("play {mv} {answers}"))?;
        Ok(self.nodes)
    }

    /// A turn of the defender with its refutations.
    pub fn answers_node(&mut self, refutations: &[u64]) -> io::Result<u64> {
        let numbers: Vec<String> = refutations.iter().map(ToString::to_string).collect();
        self.node(format_args!("answers {}", numbers.join(" ")))?;
        Ok(self.nodes)
    }

    /// A refutation: the stones that are assumed, the spare stones, the cells of the zone, its pairs (windows with commas between), and the
    /// number of the win; `-` for nothing.
    pub fn refutation_node(
        &mut self,
        stones: &str,
        spare: usize,
        zone: &str,
        pairs: &str,
        win: u64,
    ) -> io::Result<u64> {
        self.node(format_args!("refute {stones} {spare} {zone} {pairs} {win}"))?;
        Ok(self.nodes)
    }

    /// Starts a certificate: version, game and claim.
    pub(crate) fn new(
        out: W,
        compression: Compression,
        game: &str,
        claim: impl fmt::Display,
    ) -> io::Result<Self> {
        let out = match compression {
            Compression::None => Output::Plain(out),
            Compression::Gzip => Output::Gzip(GzEncoder::new(out, flate2::Compression::new(GZIP_LEVEL))),
        };
        let mut writer = CertificateWriter { out, waiting: Vec::with_capacity(2 * AT_ONCE), nodes: 0 };
        writer.line(format_args!("yomikiri-certificate 1"))?;
        writer.header("game", game)?;
        writer.header("claim", claim)?;
        Ok(writer)
    }

    /// A line of the header.
    pub(crate) fn header(&mut self, key: &str, value: impl fmt::Display) -> io::Result<()> {
        self.line(format_args!("{key} {value}"))
    }

    fn line(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        self.waiting.write_fmt(line)?;
        self.waiting.push(b'\n');
        if self.waiting.len() >= AT_ONCE { self.write_waiting() } else { Ok(()) }
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        self.out.writer().write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Starts a section of nodes of shogi.
    pub fn section(&mut self, section: Section) -> io::Result<()> {
        self.line(format_args!("nodes {}", section.name()))
    }

    /// A node of the section `mate`: with this hand or a larger one the attacker mates within `rank` plies, and plays `mv`.
    pub fn mate_node(&mut self, board: &str, hand: &str, rank: u32, mv: &str) -> io::Result<()> {
        self.node(format_args!("{board} {hand} {rank} {mv}"))
    }

    /// A node of the section `no-mate`: with this hand or a smaller one the attacker cannot mate within the limit.
    pub fn no_mate_node(&mut self, board: &str, hand: &str, limit: NoMateLimit) -> io::Result<()> {
        self.node(format_args!("{board} {hand} {limit}"))
    }

    /// A node of the section `brinkmate`: with exactly this hand the attacker plays `mv` and wins by threats.
    pub fn brinkmate_node(&mut self, board: &str, hand: &str, rank: u32, mv: &str) -> io::Result<()> {
        self.node(format_args!("{board} {hand} {rank} {mv}"))
    }

    /// A node of any section.
    pub(crate) fn node(&mut self, node: fmt::Arguments<'_>) -> io::Result<()> {
        self.nodes += 1;
        self.line(node)
    }

    /// The nodes written so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Writes the last line, flushes, and returns what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        let nodes = self.nodes;
        self.line(format_args!("end {nodes}"))?;
        self.write_waiting()?;
        let mut out = match self.out {
            Output::Plain(out) => out,
            Output::Gzip(out) => out.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// A section of nodes of shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Positions in which the attacker mates.
    Mate,
    /// Positions in which he does not.
    NoMate,
    /// Positions in which he wins by threats.
    Brinkmate,
}

impl Section {
    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Section::Mate => "mate",
            Section::NoMate => "no-mate",
            Section::Brinkmate => "brinkmate",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::shogi::{InterpositionRules, OtherCheck, OtherKind, ShogiClaim};
    use std::io::Read;

    #[test]
    fn a_certificate_with_every_kind_of_line() {
        let mut header = ShogiHeader::new(
            ShogiClaim::SoundWithFlaws(1),
            Side::Black,
            "8k/9/7+P1/9/9/9/9/9/9 b G 2r2b3g4s4n4l17p 1",
        );
        header.rules = Some(InterpositionRules::Plus2);
        header.line = vec!["G*1b".into()];
        header.others = vec![OtherCheck { ply: 1, check: "G*2b".into(), kind: OtherKind::FreeChoice }];
        let write = |compression| -> io::Result<Vec<u8>> {
            let mut writer = CertificateWriter::shogi(Vec::new(), compression, &header)?;
            writer.section(Section::Mate)?;
            writer.mate_node("8k/9/7+P1/9/9/9/9/9/9", "G", 1, "G*1b")?;
            writer.section(Section::NoMate)?;
            writer.no_mate_node("8k/9/7+P1/9/9/9/9/9/9", "-", NoMateLimit::Never)?;
            writer.no_mate_node("8k/9/9/9/9/9/9/9/9", "2G", NoMateLimit::Plies(3))?;
            assert_eq!(writer.nodes(), 3);
            writer.finish()
        };
        let plain = write(Compression::None).unwrap();
        let expected = "yomikiri-certificate 1\n\
            game shogi\n\
            claim sound-with-flaws 1\n\
            attacker black\n\
            root 8k/9/7+P1/9/9/9/9/9/9 b G 2r2b3g4s4n4l17p 1\n\
            rules plus2\n\
            line G*1b\n\
            other 1 G*2b free-choice\n\
            nodes mate\n\
            8k/9/7+P1/9/9/9/9/9/9 G 1 G*1b\n\
            nodes no-mate\n\
            8k/9/7+P1/9/9/9/9/9/9 - *\n\
            8k/9/9/9/9/9/9/9/9 2G 3\n\
            end 3\n";
        assert_eq!(String::from_utf8(plain).unwrap(), expected);
        let packed = write(Compression::Gzip).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, expected);
    }
}
