//! Composing tsume-shogi: what makes a problem beautiful, in numbers, and strategies that make problems which are sound.

pub mod measure;
mod setup;

pub use setup::Setup;
