//! The interpreter as the host of a search: Ctrl-C, stop flags, and callbacks that may fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyString;

/// How often a search looks for Ctrl-C. Looking takes the interpreter, which other threads may be using.
pub const POLL: Duration = Duration::from_millis(50);

/// A flag that stops searches from another thread: `stop.set()`.
///
/// A search that is stopped returns what it has: its verdict may be "unknown", with "stopped" as the reason.
#[pyclass(frozen, module = "yomikiri")]
#[derive(Default)]
pub struct StopFlag(pub Arc<AtomicBool>);

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Stops the searches that were started with this flag.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag usable again.
    fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __repr__(&self) -> String {
        format!("<StopFlag {}>", if self.is_set() { "set" } else { "clear" })
    }
}

/// Watches over one search that runs without the interpreter: Ctrl-C and exceptions of callbacks end it, and are raised afterwards.
pub struct Watch {
    /// The flag of the search.
    pub stop: Arc<AtomicBool>,
    /// The caller's flag, which may be for other searches as well.
    callers_stop: Option<Arc<AtomicBool>>,
    failure: Option<PyErr>,
    next: Instant,
}

impl Watch {
    /// Watches over a search, which the caller's flag can stop as well.
    pub fn new(stop: Option<&StopFlag>) -> Watch {
        let callers_stop = stop.map(|flag| flag.0.clone());
        Watch { stop: Arc::default(), callers_stop, failure: None, next: Instant::now() + POLL }
    }

    /// Whether the search is to end; its flag is then set. Cheap enough to be asked all the time.
    pub fn poll(&mut self) -> bool {
        if self.failure.is_none() && Instant::now() >= self.next {
            // Only the main thread gets signals; in others this does nothing.
            self.attempt(|py| py.check_signals());
            self.next = Instant::now() + POLL;
        }
        let asked = self.callers_stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if asked || self.failure.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs something with the interpreter. If that raises, or raised before, the search ends.
    pub fn attempt(&mut self, run: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if self.failure.is_none() {
            self.failure = Python::attach(run).err();
        }
    }

    /// Calls back with a text.
    pub fn call(&mut self, callback: &Py<PyAny>, text: &str) {
        self.attempt(|py| callback.call1(py, (PyString::new(py, text),)).map(|_| ()));
    }

    /// What was raised, if anything.
    pub fn finish(self) -> PyResult<()> {
        self.failure.map_or(Ok(()), Err)
    }
}
