//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod command;
mod common;
mod ishitobi;
mod lab;
mod mates;
