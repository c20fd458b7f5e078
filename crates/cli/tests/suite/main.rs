//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod batch;
mod beauty;
mod certificate;
mod checkpoint;
mod common;
mod compose;
mod connect6;
mod convert;
mod explain;
mod fuzz;
mod hisshi;
mod input;
mod judge;
mod layout;
mod manual;
mod mate;
mod memory;
mod moves;
mod parity;
mod perft;
mod program;
mod readme;
#[cfg(unix)]
mod sentences;
mod serve;
mod show;
mod solve;
mod usi;
