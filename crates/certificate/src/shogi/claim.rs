//! What a certificate of shogi claims: the header lines.

use std::fmt;

use crate::Side;

/// The claim of a certificate of shogi, without the lines that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShogiClaim {
    /// The attacker mates within this many plies.
    MateWithin(u32),
    /// The attacker cannot mate.
    NoMate,
    /// The attacker cannot mate within this many plies.
    NoMateWithin(u32),
    /// The shortest mate takes this many plies.
    Exactly(u32),
    /// There is no mate, but the attacker wins by threats; the last move that is no check is played within this many plies.
    Brinkmate(u32),
    /// The shortest mate takes this many plies, and no other check along the line mates.
    Sound(u32),
    /// The same but for the checks that are listed.
    SoundWithFlaws(u32),
    /// The problem has this fault.
    Unsound(Fault),
}

/// A fault of a mate problem, as far as a certificate shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no mate.
    NoMate,
    /// Two checks at an attacker's turn mate.
    Cook,
    /// The shortest mate takes this many plies, and the line leaves pieces in the attacker's hand.
    Leftover(u32),
    /// There is a mate shorter than this intended length.
    ShorterMate(u32),
    /// There is no mate within this intended length.
    LongerVariation(u32),
}

impl ShogiClaim {
    /// The claim as a checker states it. Rules other than `raw` are named, as in
    /// `sound 11 by plus2, line as given`: by these rules a line may end before the mate does, and
    /// nothing shows that it is the solution.
    pub(crate) fn stated(self, rules: InterpositionRules) -> String {
        match rules {
            InterpositionRules::Raw => self.to_string(),
            _ => format!("{self} by {}, line as given", rules.name()),
        }
    }
}

impl fmt::Display for ShogiClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShogiClaim::MateWithin(plies) => write!(f, "mate-within {plies}"),
            ShogiClaim::NoMate => f.write_str("no-mate"),
            ShogiClaim::NoMateWithin(plies) => write!(f, "no-mate-within {plies}"),
            ShogiClaim::Exactly(plies) => write!(f, "exactly {plies}"),
            ShogiClaim::Brinkmate(plies) => write!(f, "brinkmate {plies}"),
            ShogiClaim::Sound(plies) => write!(f, "sound {plies}"),
            ShogiClaim::SoundWithFlaws(plies) => write!(f, "sound-with-flaws {plies}"),
            ShogiClaim::Unsound(Fault::NoMate) => f.write_str("unsound no-mate"),
            ShogiClaim::Unsound(Fault::Cook) => f.write_str("unsound cook"),
            ShogiClaim::Unsound(Fault::Leftover(plies)) => write!(f, "unsound leftover {plies}"),
            ShogiClaim::Unsound(Fault::ShorterMate(plies)) => write!(f, "unsound shorter-mate {plies}"),
            ShogiClaim::Unsound(Fault::LongerVariation(plies)) => {
                write!(f, "unsound longer-variation {plies}")
            }
        }
    }
}

/// Which interpositions count, by the names of the judge. The checker only distinguishes `raw` (all) from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpositionRules {
    /// Every interposition counts.
    Raw,
    /// An interposition counts if it adds more than its own two plies.
    Plus2,
    /// After Miwa.
    Miwa,
    /// An interposition never counts if the mate is still there after it was taken.
    Basic,
}

impl InterpositionRules {
    /// All profiles.
    pub const ALL: [InterpositionRules; 4] = [
        InterpositionRules::Raw,
        InterpositionRules::Plus2,
        InterpositionRules::Miwa,
        InterpositionRules::Basic,
    ];

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            InterpositionRules::Raw => "raw",
            InterpositionRules::Plus2 => "plus2",
            InterpositionRules::Miwa => "miwa",
            InterpositionRules::Basic => "basic",
        }
    }

    /// The profile of a name.
    pub fn from_name(name: &str) -> Option<InterpositionRules> {
        InterpositionRules::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// What a check is that mates beside the one of the line, as the judge grades it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// The mirror image of the line's move in a position that is its own mirror image.
    Mirror,
    /// The same play up to the square of a drop or a promotion.
    FreeChoice,
    /// It mates only by coming back to the line.
    Detour,
    /// Another last move.
    LastMove,
    /// A second solution.
    Cook,
}

impl OtherKind {
    /// All kinds.
    pub const ALL: [OtherKind; 5] =
        [OtherKind::Mirror, OtherKind::FreeChoice, OtherKind::Detour, OtherKind::LastMove, OtherKind::Cook];

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            OtherKind::Mirror => "mirror",
            OtherKind::FreeChoice => "free-choice",
            OtherKind::Detour => "detour",
            OtherKind::LastMove => "last-move",
            OtherKind::Cook => "cook",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<OtherKind> {
        OtherKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A check beside the one of the line: a line `other PLY MOVE KIND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherCheck {
    /// The ply of the check, from 1.
    pub ply: u32,
    /// The check, as in USI.
    pub check: String,
    /// What the judge says it is.
    pub kind: OtherKind,
}

/// The header of a certificate of shogi after the version and the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShogiHeader {
    /// What is claimed.
    pub claim: ShogiClaim,
    /// The side that mates.
    pub attacker: Side,
    /// The root as SFEN, with both hands.
    pub root: String,
    /// The rules of the judgement: for `sound`, `sound-with-flaws` and `unsound leftover`, otherwise `None`.
    pub rules: Option<InterpositionRules>,
    /// The line, as in USI: for those and `unsound cook`, otherwise empty.
    pub line: Vec<String>,
    /// Other checks that mate: for `sound` (mirror images only), `sound-with-flaws` and `unsound cook` (one), otherwise empty.
    pub others: Vec<OtherCheck>,
}

impl ShogiHeader {
    /// The header of a claim that needs no further lines.
    pub fn new(claim: ShogiClaim, attacker: Side, root: impl Into<String>) -> ShogiHeader {
        ShogiHeader { claim, attacker, root: root.into(), rules: None, line: Vec::new(), others: Vec::new() }
    }

    /// The claim as [`CheckReport::claim`](crate::CheckReport::claim) has it.
    pub fn stated_claim(&self) -> String {
        self.claim.stated(self.rules.unwrap_or(InterpositionRules::Raw))
    }
}
