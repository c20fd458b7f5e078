//! `--hands`: which pieces the defender of a mate problem holds.
//!
//! Problem books print the attacker's hand only, and the defender holds all other pieces. A position in which the defender's
//! hand is empty may mean that, or that the defender holds nothing. No format distinguishes the two reliably. So the user can
//! choose, and the output says what was chosen where it makes a difference.

use clap::{Args, ValueEnum};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::with_defenders_hand;

/// `[--hands rest|written]`
#[derive(Args, Clone, Copy, Debug)]
pub struct HandsArgs {
    /// What a defender holds whose hand is empty
    #[arg(long, value_enum, value_name = "WHICH")]
    hands: Option<Hands>,
    /// The former name of `--hands rest`
    #[arg(long, hide = true, conflicts_with = "hands")]
    rest: bool,
}

/// What a defender holds whose hand is empty
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hands {
    /// All pieces that are missing from the set, as in mate problems; a hand that is not empty stays as it is
    Rest,
    /// Nothing: hands are those that are written
    Written,
}

/// How the hands of a problem came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandsUsed {
    /// They are those that were written, and `--hands` makes no difference.
    Certain,
    /// The defender holds nothing, as written, although pieces are missing.
    Written,
    /// The defender's empty hand got the missing pieces.
    Rest,
}

impl HandsArgs {
    /// The choice, which is `default` unless the user made one.
    pub fn or(self, default: Hands) -> Hands {
        if self.rest { Hands::Rest } else { self.hands.unwrap_or(default) }
    }
}

impl Hands {
    /// The problem that a position stands for.
    pub fn of(self, position: Position, attacker: Color) -> (Position, HandsUsed) {
        if !position.hand(!attacker).is_empty() || position.missing_pieces().is_empty() {
            return (position, HandsUsed::Certain);
        }
        match self {
            Hands::Rest => (with_defenders_hand(position, attacker), HandsUsed::Rest),
            Hands::Written => (position, HandsUsed::Written),
        }
    }
}

impl HandsUsed {
    /// The value in JSON: `rest` if pieces were added, else `written`.
    pub fn name(self) -> &'static str {
        match self {
            HandsUsed::Rest => "rest",
            HandsUsed::Certain | HandsUsed::Written => "written",
        }
    }
}
