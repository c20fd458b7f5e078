//! Certificates: checks them by the rules alone.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use yomikiri_certificate::{CheckError, CheckOptions, CheckProgress, check};
use yomikiri_service::verify_json;

use crate::host::{POLL, StopFlag, Watch};
use crate::source::file_error;

/// A certificate: a file, or its bytes.
#[derive(FromPyObject)]
pub enum CertificateSource {
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
    source: CertificateSource,
    memory: u64,
    on_progress: Option<Py<PyAny>>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<String> {
    let mut watch = Watch::new(stop.as_deref());
    let answer = py.detach(|| {
        let mut next = Instant::now() + POLL;
        let mut show = |progress: CheckProgress| {
            if let Some(callback) = &on_progress
                && Instant::now() >= next
            {
                next = Instant::now() + POLL;
                let (done, all) = match progress {
                    CheckProgress::Read(nodes) => (nodes, None),
                    CheckProgress::Checked(nodes, all) => (nodes, Some(all)),
                };
                watch.attempt(|py| callback.call1(py, (done, all)).map(|_| ()));
            }
            if watch.poll() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = CheckOptions { max_memory: memory, on_progress: Some(&mut show) };
        match &source {
            CertificateSource::Bytes(bytes) => check(io::Cursor::new(&bytes[..]), options),
            CertificateSource::File(path) => match File::open(path) {
                Ok(file) => check(Box::new(file) as Box<dyn Read>, options),
                Err(error) => Err(CheckError::Io(error)),
            },
        }
    });
    watch.finish()?;
    let name = match &source {
        CertificateSource::Bytes(_) => "-".to_owned(),
        CertificateSource::File(path) => path.display().to_string(),
    };
    match answer {
        Err(CheckError::Io(error)) if error.raw_os_error().is_some() => Err(match &source {
            CertificateSource::Bytes(_) => error.into(),
            CertificateSource::File(path) => file_error(&error, path),
        }),
        answer => Ok(verify_json(&name, &answer).to_string()),
    }
}
