//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod common;
mod data;
mod properties;
mod rules;
