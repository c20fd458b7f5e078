//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod common;
mod paper_counts;
mod reference;
mod rules;
mod solver;
mod statistics;
