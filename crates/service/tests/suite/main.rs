//! Requests and their events, and lists.

mod certificates;
mod lists;
mod requests;
