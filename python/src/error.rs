//! Errors in what was given.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(
    yomikiri,
    InputError,
    PyValueError,
    "A position, an option or a file that cannot be read: the message says what and where, in one line."
);

/// The error for a bad input, of which `fault` says what is wrong.
pub fn input_error(fault: impl Display) -> PyErr {
    InputError::new_err(fault.to_string())
}
