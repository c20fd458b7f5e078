//! Requests and their events.

mod requests;
