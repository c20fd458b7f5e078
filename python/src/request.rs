//! One request of `yomikiri_service`: JSON in, JSON out, events in between.

use std::sync::Arc;

use pyo3::prelude::*;
use yomikiri_memory::Size;
use yomikiri_service::{Event, LimitCaps, Request, Sink, info as service_info};

use crate::error::input_error;
use crate::host::{StopFlag, Watch};

/// The bytes for tables where a request does not say, as on the command line.
pub const MEMORY: usize = 1 << 30;

/// The interpreter as the place where events go.
struct Host {
    watch: Watch,
    on_event: Option<Py<PyAny>>,
    /// The answer as JSON, or what is wrong.
    outcome: Option<Result<String, String>>,
}

impl Sink for Host {
    fn send(&mut self, event: Event) {
        match event {
            Event::Done { answer } => self.outcome = Some(Ok(answer.to_string())),
            Event::Error { error, .. } => self.outcome = Some(Err(error)),
            event => {
                if let Some(on_event) = &self.on_event {
                    let text = serde_json::to_string(&event).unwrap_or_default();
                    self.watch.call(on_event, &text);
                }
            }
        }
    }

    fn asks_to_stop(&mut self) -> bool {
        self.watch.poll()
    }
}

/// Answers a request: JSON in, JSON out. `on_event` gets the JSON of each event but the last.
#[pyfunction]
#[pyo3(signature = (request, on_event=None, stop=None))]
pub fn run_request(
    py: Python<'_>,
    request: &str,
    on_event: Option<Py<PyAny>>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<String> {
    let request = Request::parse(request.as_bytes()).map_err(input_error)?;
    let memory = request.asked_memory().unwrap_or(MEMORY);
    let caps = LimitCaps { time: None, nodes: None, memory, threads: usize::MAX };
    let watch = Watch::new(stop.as_deref());
    let host = py.detach(|| {
        let mut host = Host { watch, on_event, outcome: None };
        let stop = Arc::clone(&host.watch.stop);
        request.run(&caps, stop, &mut host);
        host
    });
    host.watch.finish()?;
    match host.outcome {
        Some(Ok(answer)) => Ok(answer),
        Some(Err(error)) => Err(input_error(error)),
        None => Err(input_error("the request was not answered: this is a bug")),
    }
}

/// The version, and what can be asked: JSON.
#[pyfunction]
pub fn info() -> String {
    service_info().to_string()
}

/// The bytes of a size such as `512MiB`.
#[pyfunction]
pub fn parse_size(text: &str) -> PyResult<u64> {
    text.parse().map(|Size(bytes)| bytes).map_err(input_error)
}
