//! `--hands`: which pieces the defender of a mate problem holds.

use clap::Args;
use yomikiri_service::task::HandsArgs;
pub use yomikiri_service::{DefenderHand, DefenderHandUsed};

/// `[--rest]`
#[derive(Args, Clone, Copy, Debug)]
pub struct RestArgs {
    /// The former name of `--hands rest`
    #[arg(long, hide = true, conflicts_with = "hands")]
    rest: bool,
}

impl RestArgs {
    /// Sets the option that replaces this one.
    pub fn set(self, hands: &mut HandsArgs) {
        if self.rest {
            hands.hands = Some(DefenderHand::Rest);
        }
    }

    /// The choice, which is `default` unless the user made one.
    pub fn or(self, mut hands: HandsArgs, default: DefenderHand) -> DefenderHand {
        self.set(&mut hands);
        hands.hands.unwrap_or(default)
    }
}
