//! The strategies, behind one interface.

use std::fmt;
use std::str::FromStr;

use yomikiri_pns::Random;

use crate::change::thrown;
use crate::repair::repaired;
use crate::reverse::lengthened;
use crate::setup::Setup;
use crate::workshop::{Interrupted, Workshop};

/// A way to compose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Small changes until the judge says sound.
    Repair,
    /// Moves taken back from a short problem to a longer one.
    Reverse,
    /// Pieces thrown together, then repaired.
    Random,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 3] = [Strategy::Repair, Strategy::Reverse, Strategy::Random];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Repair => "repair",
            Strategy::Reverse => "reverse",
            Strategy::Random => "random",
        }
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::Repair => "small changes to the start until it is sound",
            Strategy::Reverse => "moves taken back from the start, which gets longer and stays sound",
            Strategy::Random => "pieces thrown together, then repaired",
        }
    }

    /// Whether it cannot begin without a start.
    pub fn needs_start(self) -> bool {
        self == Strategy::Repair
    }

    /// One attempt: a problem that is sound and as long as wanted, or none. What it does follows from the numbers that `random` gives and from
    /// nothing else.
    pub(crate) fn attempt(
        self,
        start: Option<&Setup>,
        random: &mut Random,
        shop: &mut Workshop<'_>,
    ) -> Result<Option<Setup>, Interrupted> {
        match self {
            Strategy::Repair => repaired(start.unwrap(), 2000, random, shop),
            Strategy::Reverse => lengthened(start, random, shop),
            Strategy::Random => match thrown(random) {
                Some(setup) => repaired(&setup, 2000, random, shop),
                None => Ok(None),
            },
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No strategy has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no strategy is called {name:?}; there are {}", Strategy::ALL.map(Strategy::name).join(", "))]
pub struct UnknownStrategy {
    name: String,
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Strategy, UnknownStrategy> {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| UnknownStrategy { name: name.to_owned() })
    }
}
