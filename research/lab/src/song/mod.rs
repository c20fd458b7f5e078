//! Song, Iida and van den Herik: *Deep df-pn and its application to Connect6*.
//!
//! The paper has a single position; these experiments use a suite of problems. They also ask a question that the paper does
//! not: is Deep df-pn more than a large ε?

mod comparison;
mod deep;
mod figures;
mod instance;
mod tree;

pub use deep::DeepVersusEpsilon;
pub use figures::SongFigures;
