//! Brinkmates (必至): wins by checks and threatmates, found by λ-search.

mod answer;
mod game;
mod solver;
mod table;
pub(crate) mod verify;

pub use answer::{Brinkmate, BrinkmateAnswer, BrinkmateVerdict, Defence, Threat, WinBy};
pub use game::BrinkmateGame;
pub use solver::BrinkmateOptions;
pub use table::BrinkmateTable;
pub(crate) use verify::{AttackStep, BrinkmateReplay};
