//! Requests: what is asked, as a JSON object, and how it is answered.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;
use yomikiri_memory::Size;
use yomikiri_pns::Limits;

use crate::event::{Event, Sink};
use crate::fields::Fields;
use crate::questions::{self, Question};
use crate::reporter::Reporter;

/// A request cannot be followed: why, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BadRequest(pub String);

/// The most characters of an error: enough for a message, whatever the request holds.
const LONGEST_ERROR: usize = 400;

impl BadRequest {
    pub(crate) fn new(text: &str) -> BadRequest {
        BadRequest(text.to_owned())
    }
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.0.split(['\n', '\r']).next().unwrap_or_default();
        match line.char_indices().nth(LONGEST_ERROR) {
            Some((at, _)) => write!(f, "{}…", &line[..at]),
            None => f.write_str(line),
        }
    }
}

/// The most that a request may use, whatever it asks for. Where it does not ask, time and nodes are these as well.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Time.
    pub time: Option<Duration>,
    /// Visits of nodes.
    pub nodes: Option<u64>,
    /// Bytes for tables and trees, also where a request does not ask for memory.
    pub memory: usize,
}

/// The limits that a request asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<usize>,
}

/// A number of bytes, or a text such as `256MiB`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bytes {
    Number(u64),
    Text(String),
}

/// What is asked, and with which limits. The positions and options in it have been read, so nothing can be wrong with it any more but
/// that a position is not a problem of the kind.
pub struct Request {
    command: String,
    asked: Asked,
    question: Box<dyn Question>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("command", &self.command).field("asked", &self.asked).finish()
    }
}

impl Request {
    /// Reads a request: a JSON object with the `command` and its options, named as on the command line.
    ///
    /// # Errors
    ///
    /// If the text is not such an object, an option is unknown, or a position cannot be read.
    pub fn parse(text: &[u8]) -> Result<Request, BadRequest> {
        let mut fields = Fields::of(text)?;
        let command: String =
            fields.take("command")?.ok_or_else(|| BadRequest::new("`command` is missing"))?;
        // Which language the reader prefers. Answers have no sentences, so there is nothing to choose yet.
        let _: Option<String> = fields.take("lang")?;
        let asked = Asked::take(&mut fields)?;
        let question = questions::parse(&command, &mut fields)?;
        fields.finish(&command)?;
        Ok(Request { command, asked, question })
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Whether it searches: otherwise it is answered at once and needs no memory to speak of.
    pub fn is_search(&self) -> bool {
        self.question.is_search()
    }

    /// The bytes that it uses for tables and trees within some caps.
    pub fn memory(&self, caps: &Caps) -> usize {
        let least = |asked: usize| asked.min(caps.memory);
        if self.is_search() {
            self.asked.memory.or(self.question.memory()).map_or(caps.memory, least)
        } else {
            0
        }
    }

    /// Answers it: events, the last of which is [`Event::Done`] or [`Event::Error`]. `stop` ends the search with what is known.
    pub fn run(self, caps: &Caps, stop: Arc<AtomicBool>, sink: &mut dyn Sink) {
        let limits = Limits {
            time: smaller(self.asked.time, caps.time),
            nodes: smaller(self.asked.nodes, caps.nodes),
            memory: self.memory(caps),
            stop: Some(stop),
        };
        let mut reporter = Reporter::new(limits, sink);
        let event = match self.question.run(&mut reporter) {
            Ok(answer) => Event::Done { answer },
            Err(error) => Event::Error { error: error.to_string() },
        };
        sink.send(event);
    }
}

impl Asked {
    fn take(fields: &mut Fields) -> Result<Asked, BadRequest> {
        let time = match fields.take::<f64>("time")? {
            Some(seconds) => {
                let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
                Some(time.ok_or_else(|| BadRequest::new("`time`: expected a number of seconds above 0"))?)
            }
            None => None,
        };
        let memory = match fields.take::<Bytes>("memory")? {
            Some(Bytes::Number(bytes)) => Some(bytes),
            Some(Bytes::Text(text)) => {
                let Size(bytes) = text.parse().map_err(|error| BadRequest(format!("`memory`: {error}")))?;
                Some(bytes)
            }
            None => None,
        };
        let memory = memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Ok(Asked { time, nodes: fields.take("nodes")?, memory })
    }
}

fn smaller<T: Ord>(asked: Option<T>, cap: Option<T>) -> Option<T> {
    match (asked, cap) {
        (Some(asked), Some(cap)) => Some(asked.min(cap)),
        (asked, cap) => asked.or(cap),
    }
}
