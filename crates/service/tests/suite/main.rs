//! Requests and their events, and lists.

mod bilingual;
mod certificates;
mod lists;
mod requests;
