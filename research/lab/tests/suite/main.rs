//! The integration tests of this crate, in one binary because each link takes seconds.

mod command;
mod common;
mod ishitobi;
mod lab;
mod mates;
mod papers;
mod plain_search;
mod stored;
mod terminal_statistics;
