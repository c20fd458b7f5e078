//! What is known of a problem: the verdict, how certain its length is, and why a search ended early.
//!
//! JSON has one word for each, which never changes ([`AnswerVerdict::as_str`]); people get
//! sentences in their language from the command.

use std::fmt;

use serde::{Serialize, Serializer};
use yomikiri_pns::StopReason;
use yomikiri_tsume::Soundness;

/// The verdict on a problem of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// There is a mate.
    Mate,
    /// There is a brinkmate.
    Brinkmate,
    /// There is no mate; if brinkmates were searched, no brinkmate either.
    NoMate,
    /// The claim about a game is true.
    Proven,
    /// The claim about a game is false.
    Disproven,
    /// Nothing is wrong with the problem.
    Sound,
    /// The problem has flaws, but no fault.
    Flawed,
    /// The problem has a fault.
    Unsound,
    /// Not decided.
    Unknown,
}

impl AnswerVerdict {
    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            AnswerVerdict::Mate => "mate",
            AnswerVerdict::Brinkmate => "brinkmate",
            AnswerVerdict::NoMate => "nomate",
            AnswerVerdict::Proven => "proven",
            AnswerVerdict::Disproven => "disproven",
            // A problem with flaws is sound; that it has flaws is said by its grade.
            AnswerVerdict::Sound | AnswerVerdict::Flawed => "sound",
            AnswerVerdict::Unsound => "unsound",
            AnswerVerdict::Unknown => "unknown",
        }
    }
}

impl From<Soundness> for AnswerVerdict {
    fn from(soundness: Soundness) -> AnswerVerdict {
        match soundness {
            Soundness::Sound => AnswerVerdict::Sound,
            Soundness::Flawed => AnswerVerdict::Flawed,
            Soundness::Unsound => AnswerVerdict::Unsound,
            Soundness::Unknown(_) => AnswerVerdict::Unknown,
        }
    }
}

impl Serialize for AnswerVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// How certain a length is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LengthStatus {
    /// It is proved that there is nothing shorter.
    Minimal,
    /// There may be something shorter.
    AtMost,
}

impl LengthStatus {
    /// The status of a length that is or is not proved minimal.
    pub fn from_minimal(minimal: bool) -> LengthStatus {
        if minimal { LengthStatus::Minimal } else { LengthStatus::AtMost }
    }

    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            LengthStatus::Minimal => "minimal",
            LengthStatus::AtMost => "at-most",
        }
    }
}

/// A length and how certain it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The length.
    pub plies: u64,
    /// Whether it is minimal.
    pub status: LengthStatus,
}

/// Why a problem, or the length of its solution, was not decided. `Display` gives the text in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// The search ended early.
    Search(StopReason),
    /// There is no win in the part of the game that was searched, which has this name.
    NotInGraph(String),
    /// The proof could not be rebuilt within the limits.
    ProofNotRebuilt,
    /// The checker does not accept the proof, for this reason.
    ProofRejected(String),
}

impl From<StopReason> for UndecidedReason {
    fn from(reason: StopReason) -> UndecidedReason {
        UndecidedReason::Search(reason)
    }
}

impl fmt::Display for UndecidedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UndecidedReason::Search(reason) => reason.fmt(f),
            UndecidedReason::NotInGraph(graph) => write!(f, "disproven within the {graph}"),
            UndecidedReason::ProofNotRebuilt => {
                f.write_str("the proof could not be rebuilt within the limits")
            }
            UndecidedReason::ProofRejected(error) => write!(f, "the proof does not hold: {error}"),
        }
    }
}

impl Serialize for UndecidedReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
