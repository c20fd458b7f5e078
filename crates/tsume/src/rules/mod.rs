//! Composers' rules: which interpositions are futile (無駄合), and lengths that do not count them.

mod adjusted;
mod interposition;
mod interposition_rules;
mod lengths;
mod modified_game;
mod modified_game_table;

pub use adjusted::{AdjustedMate, FutileInterposition, LengthBounds};
pub use interposition_rules::{InterpositionRules, ParseInterpositionRulesError};
pub use lengths::FutilityReason;
pub(crate) use lengths::KnownLengths;
pub(crate) use modified_game::{ForbiddenPositions, ModifiedGame, RuleChange};
pub(crate) use modified_game_table::ModifiedGameTable;
