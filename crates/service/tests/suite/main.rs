//! Requests and their events, and lists.

mod bilingual;
mod certificates;
mod lists;
mod parity;
#[path = "../parity/mod.rs"]
mod parity_corpus;
mod requests;
