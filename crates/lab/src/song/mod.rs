//! Song, Iida and van den Herik: "Deep df-pn and Its Application to Connect6".
//!
//! The paper has one position. Here it is a suite, and a question that the paper does not ask: is Deep df-pn more than a large ε?

mod deep;
mod figures;
mod instance;
mod tree;

pub use deep::DeepVersusEpsilon;
pub use figures::SongFigures;
