//! Positions and records as Python gives them: texts, bytes and files.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use yomikiri_notation::{Format, format, sfen_list, text};
use yomikiri_service::{ParsedText, read_text};

use crate::error::input_error;
use crate::position::Position;

/// A text in any notation, and the file that it comes from.
pub struct Source {
    /// The text.
    pub text: String,
    file: Option<PathBuf>,
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    /// Reads a text, the bytes of a file in UTF-8, UTF-16 or Shift-JIS, a path to such a file, or a
    /// `Position`.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        if object.is_instance_of::<PyString>() {
            return Ok(Source { text: object.extract()?, file: None });
        }
        if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>() {
            let bytes: PyBackedBytes = object.extract()?;
            return Ok(Source { text: text::decode(&bytes).map_err(input_error)?, file: None });
        }
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Source { text: position.get().sfen(), file: None });
        }
        let Ok(path) = object.extract::<PathBuf>() else {
            let given = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "expected a position as str, bytes, Path or Position, not {given}"
            )));
        };
        let bytes = fs::read(&path).map_err(|error| file_error(&error, &path))?;
        let mut source = Source { text: String::new(), file: Some(path) };
        source.text = text::decode(&bytes).map_err(|error| source.error(error))?;
        Ok(source)
    }
}

impl Source {
    /// A text that was given as such.
    pub fn of(text: &str) -> Source {
        Source { text: text.to_owned(), file: None }
    }

    /// The error for a fault in the text, which names the file.
    pub fn error(&self, fault: impl Display) -> PyErr {
        let Some(file) = &self.file else { return input_error(fault) };
        let fault = fault.to_string();
        let fault = fault.strip_prefix("position: ").unwrap_or(&fault);
        input_error(format_args!("{}: {fault}", file.display()))
    }

    /// The position or the records.
    pub fn read(&self) -> PyResult<ParsedText> {
        read_text(&self.text).map_err(|error| self.error(error))
    }
}

/// The text of one position. The position of a file is read here, so that the error names the file.
#[pyfunction]
pub fn text_of(source: Source) -> PyResult<String> {
    if source.file.is_some() {
        Position::of(&source)?;
    }
    Ok(source.text)
}

/// The problems of a list, or the records of a file: each as a line of a list, with its number.
#[pyfunction]
pub fn rows_of(source: Source) -> PyResult<Vec<(usize, String)>> {
    if let Ok(Format::Sfen) = Format::of_text(&source.text) {
        let rows = sfen_list::unread_rows(&source.text);
        return Ok(rows.map(|(line, row)| (line, row.to_owned())).collect());
    }
    let records = format::read(source.text.as_bytes(), None).map_err(|error| source.error(error))?;
    let rows = records.into_iter().map(|mut record| {
        record.line.clear();
        format::write(&[record], Format::Sfen).map_err(|error| source.error(error))
    });
    (1..).zip(rows).map(|(number, row)| Ok((number, row?))).collect()
}

/// The `OSError` of a file, with its name.
pub fn file_error(error: &io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text).to_owned();
    // The last one is the code of Windows, which the others ignore.
    PyOSError::new_err((code, text, path.as_os_str().to_owned(), code))
}
