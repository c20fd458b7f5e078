//! Tsume-shogi: mate problems and a solver for them.

mod hands;
mod plies;
mod problem;
mod table;

pub use plies::Plies;
pub use problem::{MateKey, Problem};
pub use table::MateTable;
