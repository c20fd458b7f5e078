//! Brinkmates (必至): wins by checks and threatmates, found by λ-search.

mod game;
mod query;
mod solver;
mod table;
pub(crate) mod verify;

pub use game::BrinkmateGame;
pub use query::{Brinkmate, BrinkmateAnswer, BrinkmateOptions, BrinkmateVerdict, Defence, Threat, WinBy};
pub use table::BrinkmateTable;
pub(crate) use verify::{AttackStep, BrinkmateReplay};
