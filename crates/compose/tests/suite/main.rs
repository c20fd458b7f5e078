//! The integration tests of this crate, in one binary because each link takes seconds.

mod gallery;
mod measure;
mod repair;
mod sessions;
mod shape_keeping;
mod strong;
