//! The integration tests of this crate, in one binary because each link takes seconds.

mod certificate;
mod common;
mod data;
mod exhaustive;
mod forgeries;
mod memory;
mod null_moves;
mod zones;
