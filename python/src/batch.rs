//! Lists of problems: threads with a solver each, which keep it from problem to problem.
//!
//! The threads never touch the interpreter. They take positions from one queue and put rows, JSON texts, on another, so that what Python does
//! with the rows runs beside the searches.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use yomikiri_service::{LimitCaps, ListRequest};
use yomikiri_tsume::Solver;

use crate::error::input_error;
use crate::host::{POLL, StopFlag};
use crate::request::MEMORY;
use crate::source::text_of;

/// A position of a list.
struct Listed {
    /// The index of its row.
    index: usize,
    /// Its line in the list, from 1.
    line: usize,
    /// Its text, or why there is none.
    text: Result<String, String>,
}

/// Positions that wait, rows that are ready, and how many positions are in between.
#[derive(Default)]
struct Queues {
    positions: VecDeque<Listed>,
    rows: Vec<(usize, String)>,
    /// Positions that were pushed and whose rows were not pulled.
    open: usize,
    pushed: usize,
    is_closed: bool,
    /// Whether a thread has died, which is a bug.
    has_failed: bool,
}

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    /// There are positions, or the batch is closed.
    has_work: Condvar,
    /// There are rows, or a thread has died.
    has_rows: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does.
    fn work(&self, request: &ListRequest, mut solver: Solver) {
        let _guard = OnPanic(self);
        loop {
            let mut queues = self.lock();
            let Listed { index, line, text } = loop {
                if queues.is_closed {
                    return;
                }
                match queues.positions.pop_front() {
                    Some(next) => break next,
                    None => {
                        queues = self.has_work.wait(queues).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(queues);
            let row = request.row(text.as_deref().map_err(Clone::clone), line, &mut solver, &mut |_| {});
            let mut queues = self.lock();
            queues.rows.push((index, row));
            drop(queues);
            self.has_rows.notify_one();
        }
    }
}

/// Says so if its thread panics, so that nobody waits for its row.
struct OnPanic<'a>(&'a Shared);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().has_failed = true;
            self.0.has_rows.notify_all();
        }
    }
}

/// A list that is being solved. Positions are pushed and rows pulled as they are done, each with its index.
#[pyclass(frozen, module = "yomikiri._native")]
pub struct Batch {
    shared: Arc<Shared>,
    /// Ends the searches when the batch is dropped. The caller's flag may be for other searches as well, so it is passed on to this one.
    stop: Arc<AtomicBool>,
    callers_stop: Option<Py<StopFlag>>,
    threads: Vec<JoinHandle<()>>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (request, jobs, stop=None))]
    fn new(request: &str, jobs: usize, stop: Option<Py<StopFlag>>) -> PyResult<Batch> {
        let flag: Arc<AtomicBool> = Arc::default();
        // Where no memory is asked for it is that of the command line; more may be asked for.
        let caps = LimitCaps { time: None, nodes: None, memory: usize::MAX, threads: usize::MAX };
        let request =
            ListRequest::parse(request.as_bytes(), &caps, MEMORY, flag.clone()).map_err(input_error)?;
        let solvers = request.solvers(jobs).map_err(input_error)?;
        let (shared, request) = (Arc::new(Shared::default()), Arc::new(request));
        let mut batch = Batch { shared, stop: flag, callers_stop: stop, threads: Vec::new() };
        for solver in solvers {
            let (shared, request) = (batch.shared.clone(), request.clone());
            let work = move || shared.work(&request, solver);
            let started = thread::Builder::new().name("yomikiri-batch".to_owned()).spawn(work);
            batch.threads.push(started.map_err(PyErr::from)?);
        }
        Ok(batch)
    }

    /// Adds positions to the list, each with its line. Those that are none have a row with an
    /// error.
    fn push(&self, py: Python<'_>, positions: Vec<(usize, Bound<'_, PyAny>)>) {
        let positions: Vec<_> = positions
            .into_iter()
            .map(|(line, given)| {
                let text = given.extract().and_then(text_of);
                (line, text.map_err(|error| error.value(py).to_string()))
            })
            .collect();
        let mut queues = self.shared.lock();
        queues.open += positions.len();
        let first = queues.pushed;
        queues.pushed += positions.len();
        let listed = |(index, (line, text))| Listed { index, line, text };
        queues.positions.extend((first..).zip(positions).map(listed));
        drop(queues);
        self.shared.has_work.notify_all();
    }

    /// Waits for a row, and returns all that are ready; nothing if there is no open position.
    fn pull(&self, py: Python<'_>) -> PyResult<Vec<(usize, String)>> {
        loop {
            if let Some(stop) = &self.callers_stop
                && stop.get().0.load(Ordering::Relaxed)
            {
                self.stop.store(true, Ordering::Relaxed);
            }
            let rows = py.detach(|| {
                let queues = self.shared.lock();
                let waits =
                    |queues: &mut Queues| queues.rows.is_empty() && queues.open > 0 && !queues.has_failed;
                let waited = self.shared.has_rows.wait_timeout_while(queues, POLL, waits);
                let (mut queues, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                if queues.has_failed {
                    return Err(PyRuntimeError::new_err("a search has failed: this is a bug"));
                }
                if timeout.timed_out() {
                    return Ok(None);
                }
                queues.open -= queues.rows.len();
                Ok(Some(std::mem::take(&mut queues.rows)))
            })?;
            match rows {
                Some(rows) => return Ok(rows),
                None => py.check_signals()?,
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.shared.lock().is_closed = true;
        self.shared.has_work.notify_all();
        // They need no interpreter, and look at the flag several times a second.
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
