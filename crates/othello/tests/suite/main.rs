//! The integration tests of this crate, in one binary because each link takes seconds.

mod certificate;
mod common;
mod forgeries;
mod paper_counts;
mod rules;
mod solver;
