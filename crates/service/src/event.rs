//! Events: what a request says while it is answered, one JSON object each.

use serde::Serialize;
use serde_json::Value;

use crate::bilingual::Bilingual;

/// News about a request. The last one is [`Done`](Event::Done) or [`Error`](Event::Error).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// It waits for this many others.
    Queued {
        /// The requests before it, those that are being answered included.
        ahead: usize,
        /// The name by which it can be stopped.
        id: String,
    },
    /// It is being answered.
    Started {
        /// The name by which it can be stopped.
        id: String,
    },
    /// How far the search is, a few times a second.
    Progress(ProgressFigures),
    /// Something was found, and something better may follow: a mate, as the object of `solve`, or a composed problem.
    Found(Discovery),
    /// What the judge knows so far: the object of `judge`.
    Report {
        /// The object.
        answer: Value,
    },
    /// The answer.
    Done {
        /// The object of the command line's `--json`.
        answer: Value,
    },
    /// There is no answer.
    Error {
        /// What is wrong, in one line.
        error: String,
        /// The same in Japanese.
        error_ja: String,
    },
}

/// The most characters of an error: enough for a message, whatever the request holds.
const MAX_ERROR_LENGTH: usize = 400;

impl Event {
    /// What is wrong, as one line of reasonable length.
    pub fn error(fault: &impl Bilingual) -> Event {
        Event::Error { error: one_line(&fault.to_string()), error_ja: one_line(&fault.japanese()) }
    }
}

fn one_line(text: &str) -> String {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    match line.char_indices().nth(MAX_ERROR_LENGTH) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Discovery {
    /// A mate: the object of `solve`.
    Answer(Value),
    /// A composed problem.
    Problem(Value),
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ProgressFigures {
    /// Visits of nodes; of `compose`, positions that were judged.
    pub nodes: u64,
    /// The time since the start.
    pub seconds: f64,
    /// The proof number of the root; nothing if it is infinite or there is none.
    pub pn: Option<u64>,
    /// The disproof number of the root.
    pub dn: Option<u64>,
    /// The part of the table that is in use, for tables of limited size.
    pub table: Option<f64>,
    /// Nodes a second.
    pub rate: u64,
    /// While a certificate is made, the nodes that it has by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<u64>,
}

/// Where events go.
pub trait Sink {
    /// Takes an event.
    fn send(&mut self, event: Event);

    /// Whether the request is to be stopped. This is asked often while a search runs, beside the stop flag of its limits: it is for hosts
    /// without threads, where no other thread could set the flag.
    fn asks_to_stop(&mut self) -> bool {
        false
    }
}

impl<F: FnMut(Event)> Sink for F {
    fn send(&mut self, event: Event) {
        self(event);
    }
}
