//! Composing tsume-shogi: what makes a problem beautiful, in numbers, and strategies that make problems which are sound.

mod features;
pub mod measure;
mod setup;

pub use features::{Features, IllegalLine, NonPromotion, Sacrifice};
pub use setup::Setup;
