//! The tests of this crate that see it from outside, in one binary.

mod dialogue;
mod program;
