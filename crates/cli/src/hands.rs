//! `--hands`: which pieces the defender of a mate problem holds.

use clap::Args;
pub use yomikiri_service::{DefenderHand, DefenderHandUsed};

/// `[--hands rest|written]`
#[derive(Args, Clone, Copy, Debug)]
pub struct HandsArgs {
    /// What a defender holds whose hand is empty
    #[arg(long, value_enum, value_name = "WHICH")]
    hands: Option<DefenderHand>,
    /// The former name of `--hands rest`
    #[arg(long, hide = true, conflicts_with = "hands")]
    rest: bool,
}

impl HandsArgs {
    /// The choice, which is `default` unless the user made one.
    pub fn or(self, default: DefenderHand) -> DefenderHand {
        if self.rest { DefenderHand::Rest } else { self.hands.unwrap_or(default) }
    }
}
