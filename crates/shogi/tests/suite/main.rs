//! The integration tests of this crate, in one binary because each link takes seconds.

mod common;
mod data;
mod properties;
mod rules;
