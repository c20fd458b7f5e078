//! `yomikiri._native`: what the Python package `yomikiri` is made of.
//!
//! Requests and answers cross the border as JSON text, in the form that the command, the server and WebAssembly use, so that there is one
//! contract. Nothing here holds the interpreter while it searches; whoever searches looks now and then whether the user pressed Ctrl-C.

mod batch;
mod error;
mod game;
mod host;
mod position;
mod request;
mod source;
mod verify;
mod worker;

use pyo3::prelude::*;

/// The compiled part of `yomikiri`. Use the package, not this module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::error::InputError;
    #[pymodule_export]
    use super::game::search_game;
    #[pymodule_export]
    use super::host::StopFlag;
    #[pymodule_export]
    use super::position::{Position, read_records};
    #[pymodule_export]
    use super::request::{info, parse_size, run_request};
    #[pymodule_export]
    use super::source::{rows_of, text_of};
    #[pymodule_export]
    use super::verify::verify_file;
    #[pymodule_export]
    use super::worker::Worker;
}
