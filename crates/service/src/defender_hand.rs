//! Which pieces the defender of a mate problem holds.
//!
//! Problem books print the attacker's hand only, and the defender holds all other pieces. A position in which the defender's
//! hand is empty may mean that, or that the defender holds nothing. No format distinguishes the two reliably. So the user can
//! choose, and the output says what was chosen where it makes a difference.

use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::with_defenders_hand;

/// What a defender holds whose hand is empty
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum DefenderHand {
    /// All pieces that are missing from the set, as in mate problems; a hand that is not empty stays as it is
    Rest,
    /// Nothing: hands are those that are written
    Written,
}

/// How the hands of a problem came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenderHandUsed {
    /// They are those that were written, and the choice makes no difference.
    Certain,
    /// The defender holds nothing, as written, although pieces are missing.
    Written,
    /// The defender's empty hand got the missing pieces.
    Rest,
}

impl DefenderHand {
    /// The problem that a position stands for.
    pub fn complete(self, position: Position, attacker: Color) -> (Position, DefenderHandUsed) {
        if !position.hand(!attacker).is_empty() || position.missing_pieces().is_empty() {
            return (position, DefenderHandUsed::Certain);
        }
        match self {
            DefenderHand::Rest => (with_defenders_hand(position, attacker), DefenderHandUsed::Rest),
            DefenderHand::Written => (position, DefenderHandUsed::Written),
        }
    }
}

impl DefenderHandUsed {
    /// The value in JSON: `rest` if pieces were added, else `written`.
    pub fn name(self) -> &'static str {
        match self {
            DefenderHandUsed::Rest => "rest",
            DefenderHandUsed::Certain | DefenderHandUsed::Written => "written",
        }
    }
}
