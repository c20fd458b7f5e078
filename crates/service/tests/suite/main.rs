//! Requests and their events, and lists.

mod bilingual;
mod certificates;
mod lists;
mod parity;
mod requests;
mod tasks;
