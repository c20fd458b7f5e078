//! `Worker`: one problem and a table that stays, for a search that is spread over several processes.
//!
//! A [`ClusterWorker`] has a thread of its own: some games keep caches that may not change threads,
//! and the interpreter is free while it works.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use yomikiri_cluster::{ClusterWorker, PeerLink, SubsearchRequest, open_worker, parse_goal};
use yomikiri_pns::Limits;
use yomikiri_service::BadRequest;

use crate::error::input_error;
use crate::host::{POLL, StopFlag, Watch};

type Task = Box<dyn FnOnce(&mut dyn ClusterWorker, &mut Option<PeerLink>) + Send>;

/// One problem, and what was found out about it here. `yomikiri.cluster` has a class with types around it.
#[pyclass(frozen, module = "yomikiri")]
pub struct Worker {
    tasks: Sender<Task>,
}

#[pymethods]
impl Worker {
    /// Sets up a worker for the problem of a JSON object.
    #[new]
    fn new(py: Python<'_>, problem: &str) -> PyResult<Worker> {
        let (tasks, inbox) = mpsc::channel::<Task>();
        let (ready, is_ready) = mpsc::channel();
        let problem = problem.to_owned();
        thread::Builder::new().name("worker".to_owned()).spawn(move || {
            let mut worker = match open_worker(problem.as_bytes()) {
                Ok(worker) => worker,
                Err(error) => {
                    let _ = ready.send(Err(error));
                    return;
                }
            };
            let _ = ready.send(Ok(()));
            let mut link = None;
            for task in inbox {
                task(&mut *worker, &mut link);
            }
        })?;
        match py.detach(move || is_ready.recv()) {
            Ok(Ok(())) => Ok(Worker { tasks }),
            Ok(Err(error)) => Err(input_error(error)),
            Err(_) => Err(gone()),
        }
    }

    /// A node and its children, as JSON.
    fn node(&self, py: Python<'_>, path: Vec<u32>) -> PyResult<String> {
        let answer =
            self.ask(py, None, move |worker, _, _| worker.node(&path).map(|value| value.to_string()));
        answer?.map_err(input_error)
    }

    /// Searches a node as a JSON object says. Returns JSON.
    #[pyo3(signature = (request, stop=None))]
    fn search(&self, py: Python<'_>, request: &str, stop: Option<PyRef<'_, StopFlag>>) -> PyResult<String> {
        let request: SubsearchRequest = serde_json::from_str(request).map_err(input_error)?;
        let answer = self.ask(py, stop.as_deref(), move |worker, link, stop| {
            worker.search(&request, stop, link.as_mut()).map(|value| value.to_string())
        });
        answer?.map_err(input_error)
    }

    /// Listens for the other processes of a team, to which this one then belongs: they exchange
    /// what they learn while they search, and [`drain_journal`](Worker::drain_journal) returns only
    /// what has at least `lasting` visits below it. Returns the port.
    fn listen(&self, py: Python<'_>, team: u64, lasting: u32) -> PyResult<u16> {
        let port = self.ask(py, None, move |_, link, _| {
            Ok::<u16, std::io::Error>(link.insert(PeerLink::listen(team, lasting)?).port())
        });
        Ok(port??)
    }

    /// What was learned since the last call, at most this many entries; and those of them with at least `lasting` visits below them.
    fn drain_journal<'py>(
        &self,
        py: Python<'py>,
        most: usize,
        lasting: u32,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (batch, kept) = self.ask(py, None, move |worker, link, _| match link {
            Some(link) => {
                let kept = link.take_kept(most);
                (kept.clone(), kept)
            }
            None => worker.drain_journal(most, lasting),
        })?;
        Ok((PyBytes::new(py, &batch), PyBytes::new(py, &kept)))
    }

    /// Merges what another process learned. Returns the number of entries.
    fn merge_batch(&self, py: Python<'_>, batch: PyBackedBytes) -> PyResult<usize> {
        self.ask(py, None, move |worker, _, _| worker.merge_batch(&batch))?.map_err(input_error)
    }

    /// The answer to the whole problem with what is known here, as JSON, and the certificate if one is wanted and can be made.
    #[pyo3(signature = (goal, seconds=None, certificate=false, stop=None))]
    fn finish<'py>(
        &self,
        py: Python<'py>,
        goal: &str,
        seconds: Option<f64>,
        certificate: bool,
        stop: Option<PyRef<'_, StopFlag>>,
    ) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
        let goal = parse_goal(goal).map_err(input_error)?;
        let time = seconds.map(std::time::Duration::try_from_secs_f64).transpose().map_err(input_error)?;
        let answer = self.ask(py, stop.as_deref(), move |worker, _, stop| -> Result<_, BadRequest> {
            let limits = Limits { time, stop: Some(Arc::clone(stop)), ..Limits::default() };
            let mut bytes = Vec::new();
            let answer = worker.finish(goal, limits, certificate.then_some(&mut bytes))?;
            Ok((answer.to_string(), bytes))
        });
        let (answer, bytes) = answer?.map_err(input_error)?;
        Ok((answer, (!bytes.is_empty()).then(|| PyBytes::new(py, &bytes))))
    }
}

impl Worker {
    /// Has the worker do something, and waits for it without the interpreter. Ctrl-C sets the stop
    /// flag, and is raised when the worker is done.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: Option<&StopFlag>,
        task: impl FnOnce(&mut dyn ClusterWorker, &mut Option<PeerLink>, &Arc<AtomicBool>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let mut watch = Watch::new(stop);
        let flag = Arc::clone(&watch.stop);
        let (answer, answered) = mpsc::channel();
        let task: Task = Box::new(move |worker, link| {
            let _ = answer.send(task(worker, link, &flag));
        });
        self.tasks.send(task).map_err(|_| gone())?;
        let watching = &mut watch;
        let answer = py.detach(move || {
            loop {
                match answered.recv_timeout(POLL) {
                    Ok(answer) => break Some(answer),
                    Err(RecvTimeoutError::Timeout) => {
                        if watching.poll() {
                            watching.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break None,
                }
            }
        });
        watch.finish()?;
        answer.ok_or_else(gone)
    }
}

fn gone() -> PyErr {
    PyRuntimeError::new_err("the worker ended: this is a bug")
}
