//! Composing tsume-shogi: what makes a problem beautiful, in numbers, and strategies that make problems which are sound.

mod change;
pub mod gallery;
mod repair;
mod reverse;
mod session;
mod setup;
mod strategy;
mod workshop;

pub use session::{Commission, CommissionError, Session, Work, start};
pub use setup::Setup;
pub use strategy::{Strategy, UnknownStrategy};
pub use workshop::{Interrupted, Workshop};
