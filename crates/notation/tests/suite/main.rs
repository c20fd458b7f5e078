//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod common;
mod csa;
mod format;
mod japanese;
mod jkf;
mod kakinoki;
mod kif_samples;
mod sfen_list;
