//! The tests of the public interface, in one binary because each binary takes seconds to link.

mod common;
mod csa;
mod format;
mod glyphs;
mod japanese;
mod jkf;
mod kakinoki;
mod kif_samples;
mod sfen_list;
