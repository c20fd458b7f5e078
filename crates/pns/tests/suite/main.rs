//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod common;
mod deep;
mod deepening;
#[cfg(feature = "distributed")]
mod exchange;
mod expansions;
mod failing;
mod figures;
mod graphs;
mod lambda;
mod shared;
mod solutions;
#[cfg(feature = "distributed")]
mod subsearches;
mod threads;
mod trees;
