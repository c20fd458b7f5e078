//! The integration tests of this crate, in one binary because each link takes seconds.

mod certificate;
#[allow(dead_code, reason = "the suites of other crates need the rest")]
#[path = "../../../certificate/tests/suite/checkers.rs"]
mod checkers;
mod common;
#[path = "../../../certificate/tests/suite/forged.rs"]
mod forged;
mod forgeries;
mod paper_counts;
mod rules;
mod solver;
