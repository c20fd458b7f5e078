//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod common;
mod deep;
mod deepening;
mod exchange;
mod expansions;
mod failing;
mod figures;
mod graphs;
mod lambda;
mod parts;
mod shared;
mod solutions;
mod threads;
mod trees;
