//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod brinkmate;
mod brute_force;
mod certificate;
mod checkpoint;
mod common;
mod data;
mod explain;
mod main_line;
mod reference;
mod rules;
mod soundness;
mod threads;
