//! What the tests of several crates share: programs that run, the two checkers of certificates, and
//! the requests that every host answers alike.

pub mod checkers;
pub mod forged;
pub mod parity;
mod program;

pub use program::*;
