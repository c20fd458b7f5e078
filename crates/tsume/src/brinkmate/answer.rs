//! What the solver says about threats.

use std::time::Duration;

use yomikiri_pns::{Counters, Order, StopReason};
use yomikiri_shogi::Move;

use crate::answer::Mate;

/// The answer to a query about threats.
#[derive(Clone, Debug)]
pub struct BrinkmateAnswer {
    /// Mate, brinkmate, neither or unknown.
    pub verdict: BrinkmateVerdict,
    /// The sums over all searches.
    pub counters: Counters,
    /// The limit that stopped the search before the length was proved, if any.
    pub stopped: Option<StopReason>,
    /// The time from the query to the answer.
    pub elapsed: Duration,
}

/// Whether the attacker wins by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrinkmateVerdict {
    /// There is a mate. This one was replayed.
    Mate(Mate),
    /// There is a win by threats. This one was verified.
    Brinkmate(Brinkmate),
    /// There is neither.
    None,
    /// Unknown: a limit was reached.
    Unknown(StopReason),
}

/// A win by threats that was verified against every legal defence and against the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brinkmate {
    /// The line up to the brinkmate move, after which every defence is answered by a mate. The defender plays the answers against
    /// which the verified strategy takes longest.
    pub line: Vec<Move>,
    pub(super) length: u32,
    /// The highest order of threats in it: 2 for a brinkmate in the strict sense.
    pub order: Order,
    /// Whether no brinkmate is shorter. This is proved.
    pub minimal: bool,
    /// Whether there is no mate. This is proved.
    pub no_mate: bool,
    /// How the attacker would win after his first move if the defender passed. `None` if that move is a check.
    pub threat: Option<WinBy>,
    /// Every legal answer to the first move and how it loses. If the defender is to move, every legal move.
    pub defences: Vec<Defence>,
    /// The number of different positions in the proof, with those of the mates.
    pub proof_size: u64,
}

impl Brinkmate {
    /// Plies up to the brinkmate move, against every defence. 0 if the position is a brinkmate already.
    pub fn length(&self) -> usize {
        self.length as usize
    }
}

/// How the attacker wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinBy {
    /// By a mate.
    Mate(Mate),
    /// By threats up to this order. The move is the first one, if it is known.
    Threats(Order, Option<Move>),
}

/// A defence and how it loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The defender's move.
    pub defence: Move,
    /// How the attacker wins after it.
    pub answered_by: WinBy,
}

/// What a move threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// This mate: the move is a threatmate (詰めろ).
    Threatmate(Mate),
    /// No mate.
    Nothing,
    /// Unknown: a limit was reached.
    Unknown(StopReason),
}
