//! Certificates: checks them by the rules alone.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use yomikiri_certificate::{CheckError, Options, Progress, check};
use yomikiri_service::verify_json;

use crate::host::{POLL, StopFlag, Watch};
use crate::source::file_error;

/// A certificate: a file, or its bytes.
#[derive(FromPyObject)]
pub enum Source {
    /// Its bytes.
    Bytes(PyBackedBytes),
    /// The file's name.
    File(PathBuf),
}

/// Checks a certificate, plain or compressed with gzip. Returns the object of `yomikiri verify --json` as JSON.
#[pyfunction]
#[pyo3(signature = (source, memory, on_progress=None, stop=None))]
pub fn verify_file(
    py: Python<'_>,
    source: Source,
    memory: u64,
    on_progress: Option<Py<PyAny>>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<String> {
    let mut watch = Watch::new(stop.as_deref());
    let answer = py.detach(|| {
        let mut next = Instant::now() + POLL;
        let mut show = |progress: Progress| {
            if let Some(callback) = &on_progress
                && Instant::now() >= next
            {
                next = Instant::now() + POLL;
                let (done, all) = match progress {
                    Progress::Read(nodes) => (nodes, None),
                    Progress::Checked(nodes, all) => (nodes, Some(all)),
                };
                watch.attempt(|py| callback.call1(py, (done, all)).map(|_| ()));
            }
            if watch.poll() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = Options { max_memory: memory, on_progress: Some(&mut show) };
        match &source {
            Source::Bytes(bytes) => check(io::Cursor::new(&bytes[..]), options),
            Source::File(path) => match File::open(path) {
                Ok(file) => check(Box::new(file) as Box<dyn Read>, options),
                Err(error) => Err(CheckError::Io(error)),
            },
        }
    });
    watch.finish()?;
    let name = match &source {
        Source::Bytes(_) => "-".to_owned(),
        Source::File(path) => path.display().to_string(),
    };
    match answer {
        Err(CheckError::Io(error)) if error.raw_os_error().is_some() => Err(match &source {
            Source::Bytes(_) => error.into(),
            Source::File(path) => file_error(&error, path),
        }),
        answer => Ok(verify_json(&name, &answer).to_string()),
    }
}
