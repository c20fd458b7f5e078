//! Composing tsume-shogi: what makes a problem beautiful, in numbers, and strategies that make problems which are sound.

mod features;
pub mod measure;
mod setup;
mod shape_keeping;
pub mod strong;

pub use features::{Features, IllegalLine, NonPromotion, Sacrifice};
pub use setup::Setup;
pub use shape_keeping::{End, Replacement, Reshaped, ShapeKeeping, Trial};
