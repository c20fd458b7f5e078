//! Composing tsume-shogi: what makes a problem beautiful, in numbers, and strategies that make problems which are sound.

mod change;
mod features;
pub mod gallery;
mod growth;
pub mod measure;
mod repair;
mod reverse;
mod session;
mod setup;
mod shape_keeping;
mod strategy;
pub mod strong;
mod taste;
mod workshop;

pub use features::{Features, IllegalLine, NonPromotion, Sacrifice};
pub use repair::repair;
pub use session::{Commission, CommissionError, Session, Work, start};
pub use setup::Setup;
pub use shape_keeping::{End, Replacement, Reshaped, ShapeKeeping, Trial};
pub use strategy::{Strategy, UnknownStrategy};
pub use workshop::{Interrupted, Workshop};
