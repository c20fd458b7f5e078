//! The messages: what can be said, without the words.

use std::borrow::Cow;

use yomikiri_compose::measure::MeasureSettings;
use yomikiri_notation::sfen_list::Expected;
use yomikiri_shogi::Hand;

use crate::complaint::Complaint;
use crate::hands::DefenderHandUsed;
use crate::remaining::Remaining;
use crate::verdict::UndecidedReason;

/// A text for people. Moves and positions come as text, since both languages write them in the same way.
#[derive(Clone, Copy, Debug)]
pub enum Message<'a> {
    /// A line of a list: a name, and what is said about it.
    Row {
        name: &'a str,
        text: &'a str,
    },
    /// The pieces of a hand.
    Hand(Hand),
    /// How the hands of a mate problem came about. `Certain` is never said.
    Hands(DefenderHandUsed),
    /// The source of a problem expects something else.
    OtherExpected(Expected),
    /// A text with a remark about it.
    Remarked {
        text: &'a str,
        remark: &'a str,
    },

    /// What a search did, in short.
    Effort {
        nodes: u64,
        seconds: f64,
    },
    /// The size of a solution.
    Proof {
        positions: u64,
        depth: u64,
    },
    /// What a search did.
    Search {
        algorithm: &'a str,
        visits: u64,
        generated: u64,
        entries: u64,
    },
    /// The largest numbers of the root.
    Root {
        pn: u64,
        dn: u64,
    },
    /// How long it took.
    Time {
        wall: f64,
        cpu: f64,
    },
    /// How full the table was.
    Table {
        percent: u64,
    },
    /// Connect6: what the checker of the proof saw.
    CheckedProof {
        turns: u64,
        null_moves: u64,
        zone: u32,
    },
    /// Connect6: what the leaf searches did.
    LeafSearches {
        visits: u64,
    },

    /// What a list of mate problems came to.
    MateCounts {
        problems: u64,
        mates: u64,
        /// Where brinkmates are looked for.
        brinkmates: Option<u64>,
        minimal: u64,
        none: u64,
        unknown: u64,
        bad: u64,
        skipped: u64,
    },
    /// What a list of judged problems came to.
    SoundCounts {
        problems: u64,
        sound: u64,
        flawed: u64,
        unsound: u64,
        unknown: u64,
        bad: u64,
        skipped: u64,
        /// How many problems have each kind of fault and flaw.
        kinds: &'a str,
    },
    /// An interrupted run did not reach the end of its list.
    Remaining(Remaining),
    /// What a list took.
    Total {
        nodes: u64,
        wall: f64,
        cpu: f64,
    },

    /// Progress of a search.
    SearchProgress {
        visits: u64,
        per_second: u64,
        depth: usize,
        pn: &'a str,
        dn: &'a str,
        table: Option<u64>,
    },
    /// Progress of a list.
    BatchProgress(BatchProgress<'a>),
    /// A mate was found, and a shorter one is searched for.
    MateWithin {
        plies: usize,
    },

    /// The workbench can be reached at this address.
    Serving {
        page: &'a str,
    },
    /// A warning: other machines can reach the workbench.
    Exposed {
        address: &'a str,
    },

    /// Progress of a certificate.
    Certifying {
        nodes: u64,
    },
    /// A certificate was written.
    Certificate {
        file: &'a str,
        claim: &'a str,
        nodes: u64,
        bytes: u64,
    },
    /// There is no certificate, because of this limit or because the answer is unknown.
    NoCertificate(Option<&'a UndecidedReason>),
    /// What a certificate is: it holds.
    CertificateHolds {
        claim: &'a str,
        nodes: u64,
    },
    /// It does not hold, for this reason at this line.
    CertificateFails {
        line: u64,
        why: &'a str,
    },
    /// It is no certificate, for this reason at this line.
    NotACertificate {
        line: u64,
        why: &'a str,
    },
    /// What a certificate does not show.
    NotShown(&'a str),
    /// Progress of a check: the nodes that were read, or those that were checked of all.
    Checking {
        nodes: u64,
        of: Option<u64>,
    },

    /// The number of tries at a ply, and how many of them are open.
    Tries {
        ply: u32,
        open: u32,
        tries: u32,
    },
    /// How to have more questions answered about an unsound problem.
    MoreIfThorough,
    /// From this ply on nothing is wrong and nothing open.
    SoundFrom(u32),
    /// Some moves of the solution.
    Moves {
        count: usize,
        moves: &'a str,
    },
    /// Interpositions of the solution.
    Interposed {
        drops: usize,
        moves: usize,
    },
    /// The pieces of a problem.
    Pieces {
        all: u32,
        attackers: u32,
        defenders: u32,
        hand: Hand,
    },
    /// How measures were taken.
    Method(MeasureSettings),
    /// The order in which moves are generated.
    GeneratedOrder,
    /// Measures in shuffled orders.
    ShuffledMean(usize),
    /// Parts of a distribution.
    StandardDeviation,
    Least,
    Most,

    /// How many problems a gallery has, and where.
    Gallery {
        problems: usize,
        page: &'a str,
    },
    /// A session of composing ended before it had all problems.
    Unfinished {
        attempt: u64,
        found: usize,
        wanted: usize,
    },
    /// Progress of composing; `best` is the number of the best problem and its length.
    Attempt {
        attempt: u64,
        found: usize,
        wanted: usize,
        best: Option<(usize, usize)>,
    },
    /// What composing tried.
    Tried {
        judged: u64,
        per_second: u64,
        board: &'a str,
    },

    /// The number of moves in a list of moves.
    MoveCount(usize),
    /// The files that are skipped in a folder.
    Skipped {
        folder: &'a str,
        files: &'a [Cow<'a, str>],
    },
    /// What is wrong with an input.
    Complaint(&'a Complaint),
    /// How many moves led to a position, and the last of them.
    AfterMove {
        ply: usize,
        name: &'a str,
    },
}

/// The label of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Line,
    FirstMove,
    Usi,
    LeftOver,
    Hands,
    Threat,
    Mate,
    Defences,
    Proof,
    Search,
    Root,
    Time,
    Table,
    CheckedProof,
    Leaves,
    Fault,
    Flaw,
    Open,
    Tries,
    NotCounted,
    Remark,
    Soundness,
    Sacrifices,
    Unpromoted,
    Interposed,
    Captures,
    Pieces,
    Measures,
    Certificate,
}

#[cfg(test)]
impl Label {
    /// All of them.
    pub const ALL: [Label; 29] = [
        Label::Line,
        Label::FirstMove,
        Label::Usi,
        Label::LeftOver,
        Label::Hands,
        Label::Threat,
        Label::Mate,
        Label::Defences,
        Label::Proof,
        Label::Search,
        Label::Root,
        Label::Time,
        Label::Table,
        Label::CheckedProof,
        Label::Leaves,
        Label::Fault,
        Label::Flaw,
        Label::Open,
        Label::Tries,
        Label::NotCounted,
        Label::Remark,
        Label::Soundness,
        Label::Sacrifices,
        Label::Unpromoted,
        Label::Interposed,
        Label::Captures,
        Label::Pieces,
        Label::Measures,
        Label::Certificate,
    ];
}

/// Progress of a list.
#[derive(Clone, Copy, Debug)]
pub struct BatchProgress<'a> {
    /// Problems that are done.
    pub done: u64,
    /// Problems in all, and whether that is exact or an estimate.
    pub total: Option<(u64, bool)>,
    /// Problems a second.
    pub per_second: f64,
    /// Seconds that the rest will take at this rate.
    pub left: Option<u64>,
    /// The problem at work.
    pub at_work: &'a str,
}

/// The heading of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number that names a problem of a gallery.
    Number,
    /// The name of a problem.
    Name,
    /// The length.
    Plies,
    /// The judge's verdict.
    Soundness,
    /// How many pieces.
    Pieces,
    /// How many sacrifices.
    Sacrifices,
    /// How often the root was renewed.
    Iterations,
    /// The mean of a measure.
    Mean(&'static str),
}
