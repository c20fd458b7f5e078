//! The tests of this crate that see it from outside, in one binary: each link takes seconds.

mod gallery;
mod measure;
mod repair;
mod sessions;
mod shape_keeping;
mod strong;
