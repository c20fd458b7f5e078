//! The order in which threats of different orders are searched.

use std::fmt;
use std::str::FromStr;

use super::Order;

/// Which orders of threats are searched when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Widening {
    /// All threats up to the order, together.
    Fixed,
    /// Lower orders first, each until it is refuted (Thomsen; Cazenave's generalized widening).
    StrongerFirst,
    /// The attacker's node is a family of nodes, one for each order: its proof number is the least of theirs, its disproof
    /// number that of the highest order (Soeda).
    ProofNumbers,
}

/// How a λ-search is conducted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LambdaScheme {
    /// Which orders are searched when.
    pub widening: Widening,
    /// Whether the defender's other moves wait until it is known that the pass does not save him: that the attacker's
    /// move was a threat at all.
    pub pass_first: bool,
}

impl Default for LambdaScheme {
    /// What Soeda proposes.
    fn default() -> Self {
        LambdaScheme { widening: Widening::ProofNumbers, pass_first: true }
    }
}

impl LambdaScheme {
    /// Every scheme that has a name, with a line about it.
    pub const ALL: [(&str, LambdaScheme, &str); 4] = [
        (
            "nagai",
            LambdaScheme { widening: Widening::Fixed, pass_first: false },
            "all threats up to the order together, the pass among the other defences",
        ),
        (
            "nagai+",
            LambdaScheme { widening: Widening::Fixed, pass_first: true },
            "all threats up to the order together, the pass strictly first",
        ),
        (
            "stronger-first",
            LambdaScheme { widening: Widening::StrongerFirst, pass_first: true },
            "lower orders first, each until it is refuted",
        ),
        (
            "widening",
            LambdaScheme { widening: Widening::ProofNumbers, pass_first: true },
            "proof numbers choose among the orders (Soeda)",
        ),
    ];

    /// Whether the attacker has a choice of orders where threats up to `order` are allowed. Where there is but one, the search
    /// is a plain one.
    pub(super) fn chooses(self, order: Order) -> bool {
        order > Order::ONE && self.widening != Widening::Fixed
    }
}

impl fmt::Display for LambdaScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = LambdaScheme::ALL.iter().find(|(_, scheme, _)| scheme == self);
        match named {
            Some((name, ..)) => f.write_str(name),
            None => write!(f, "{:?} without the pass first", self.widening),
        }
    }
}

/// A scheme by that name does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no scheme is called {name:?}; there are {}", LambdaScheme::ALL.map(|(name, ..)| name).join(", "))]
pub struct ParseSchemeError {
    name: String,
}

impl FromStr for LambdaScheme {
    type Err = ParseSchemeError;

    fn from_str(name: &str) -> Result<Self, ParseSchemeError> {
        let named = LambdaScheme::ALL.iter().find(|(known, ..)| *known == name);
        named.map(|(_, scheme, _)| *scheme).ok_or_else(|| ParseSchemeError { name: name.to_owned() })
    }
}
