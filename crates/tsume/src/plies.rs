//! Lengths of mates, and limits on them.

use std::fmt;

/// A number of plies within which to mate, or no limit at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(u16);

impl Plies {
    /// No plies.
    pub const ZERO: Plies = Plies(0);
    /// No limit.
    pub const UNLIMITED: Plies = Plies(u16::MAX - 1);

    /// A limit of `plies` plies. A number that does not fit is no limit.
    pub const fn new(plies: u32) -> Plies {
        if plies < Plies::UNLIMITED.0 as u32 { Plies(plies as u16) } else { Plies::UNLIMITED }
    }

    /// The number of plies, or `None` without a limit.
    pub const fn limit(self) -> Option<u32> {
        if self.0 < Plies::UNLIMITED.0 { Some(self.0 as u32) } else { None }
    }

    /// What is left after a ply: at least zero.
    #[inline(always)]
    #[must_use]
    pub const fn less_one(self) -> Plies {
        if self.0 == Plies::UNLIMITED.0 { self } else { Plies(self.0.saturating_sub(1)) }
    }

    /// One ply more.
    #[inline(always)]
    #[must_use]
    pub const fn plus_one(self) -> Plies {
        if self.0 >= Plies::UNLIMITED.0 { Plies::UNLIMITED } else { Plies(self.0 + 1) }
    }

    /// The form in table entries.
    pub(crate) const fn to_bits(self) -> u16 {
        self.0
    }

    /// The inverse of [`to_bits`](Plies::to_bits).
    pub(crate) const fn from_bits(bits: u16) -> Plies {
        Plies(bits)
    }
}

impl fmt::Debug for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit() {
            Some(plies) => write!(f, "{plies}"),
            None => write!(f, "∞"),
        }
    }
}
