//! Certificates of scores in Othello: strategies for one side or both.

mod board;
mod check;
mod endings;

pub(crate) use check::check;

use std::fmt;

use crate::Side;

/// The most vacant squares of positions that the checker solves itself.
pub const MAX_LEAVES: u32 = 14;

/// What is claimed about the end of a game: the discs of a side minus those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloClaim {
    /// Which bound.
    pub bound: Bound,
    /// The difference of discs.
    pub discs: i32,
    /// Whose discs count as positive.
    pub side: Side,
}

/// A bound on a score, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The side can get at least this many discs more than the other.
    AtLeast,
    /// The other side can keep it at this difference or below.
    AtMost,
    /// Both.
    Exactly,
}

impl Bound {
    const ALL: [Bound; 3] = [Bound::AtLeast, Bound::AtMost, Bound::Exactly];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Bound::AtLeast => "at-least",
            Bound::AtMost => "at-most",
            Bound::Exactly => "exactly",
        }
    }
}

impl fmt::Display for OthelloClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.bound.name(), self.discs, self.side.name())
    }
}

/// The header of a certificate of Othello after the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthelloHeader {
    /// Squares a side: 4, 6 or 8.
    pub size: usize,
    /// What is claimed.
    pub claim: OthelloClaim,
    /// The position: the squares rank by rank from the lowest, and the side to move, as in `-----OX--XO----- X`.
    pub root: String,
    /// Positions with at most this many vacant squares have no nodes, at most [`MAX_LEAVES`].
    pub leaves: u32,
}
