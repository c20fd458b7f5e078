//! Requests: what is asked, as a JSON object, and how it is answered.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;
use yomikiri_memory::Size;
use yomikiri_pns::Limits;

use crate::bilingual::{Bilingual, Words};
use crate::event::{Event, Sink};
use crate::fields::Fields;
use crate::questions::{self, Question};
use crate::reporter::Reporter;

/// A request cannot be followed: why, in one line of both languages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadRequest(Words);

impl BadRequest {
    /// Why, in both languages.
    pub(crate) fn new(english: impl Into<String>, japanese: impl Into<String>) -> BadRequest {
        BadRequest(Words::new(english, japanese))
    }

    /// What is wrong with an option.
    pub(crate) fn option(name: &str, error: impl Bilingual) -> BadRequest {
        BadRequest::new(format!("`{name}`: {error}"), format!("`{name}`：{}", error.japanese()))
    }

    /// An option is missing.
    pub(crate) fn missing(name: &str) -> BadRequest {
        BadRequest::new(format!("`{name}` is missing"), format!("`{name}` がありません"))
    }

    /// What is wrong with the position.
    pub(crate) fn position(error: impl Bilingual) -> BadRequest {
        BadRequest::new(format!("position: {error}"), format!("局面：{}", error.japanese()))
    }

    /// What is wrong with the moves.
    pub(crate) fn moves(error: impl Bilingual) -> BadRequest {
        BadRequest::new(format!("moves: {error}"), format!("手順：{}", error.japanese()))
    }
}

impl Bilingual for BadRequest {
    fn japanese(&self) -> String {
        self.0.japanese()
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
    /// Threads of one search. A request that does not ask has one.
    pub threads: usize,
}

/// The limits that a request asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    time: Option<Duration>,
    nodes: Option<u64>,
    pub memory: Option<usize>,
    threads: Option<u16>,
}

/// A number of bytes, or a text such as `256MiB`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number of bytes, or a text such as 256MiB")]
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
        let command: String = fields.take("command")?.ok_or_else(|| BadRequest::missing("command"))?;
        // Which language the reader prefers. Answers have no sentences and errors have both, so there is nothing to choose yet.
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

    /// The bytes for tables and trees that it asks for itself.
    pub fn asked_memory(&self) -> Option<usize> {
        self.asked.memory
    }

    /// Answers it: events, the last of which is [`Event::Done`] or [`Event::Error`]. `stop` ends the search with what is known.
    pub fn run(self, caps: &Caps, stop: Arc<AtomicBool>, sink: &mut dyn Sink) {
        let limits = self.asked.limits(caps, self.memory(caps), stop);
        let mut reporter = Reporter::new(limits, self.asked.threads(caps), sink);
        let event = match self.question.run(&mut reporter) {
            Ok(answer) => Event::Done { answer },
            Err(error) => Event::error(&error),
        };
        sink.send(event);
    }
}

impl Asked {
    pub fn take(fields: &mut Fields) -> Result<Asked, BadRequest> {
        let time = match fields.take::<f64>("time")? {
            Some(seconds) => {
                let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
                Some(time.ok_or_else(|| {
                    BadRequest::new(
                        "`time`: expected a number of seconds above 0",
                        "`time`：0より大きい秒数が必要です",
                    )
                })?)
            }
            None => None,
        };
        let memory = match fields.take::<Bytes>("memory")? {
            Some(Bytes::Number(bytes)) => Some(bytes),
            Some(Bytes::Text(text)) => {
                let Size(bytes) = text
                    .parse()
                    .map_err(|error: yomikiri_memory::NotASize| BadRequest::option("memory", error))?;
                Some(bytes)
            }
            None => None,
        };
        let memory = memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Ok(Asked { time, nodes: fields.take("nodes")?, memory, threads: fields.number("threads", 1..=256)? })
    }
}

impl Asked {
    /// The limits of a search within some caps.
    pub fn limits(&self, caps: &Caps, memory: usize, stop: Arc<AtomicBool>) -> Limits {
        Limits {
            time: smaller(self.time, caps.time),
            visits: smaller(self.nodes, caps.nodes),
            memory,
            stop: Some(stop),
        }
    }

    /// The threads of a search within some caps.
    pub fn threads(&self, caps: &Caps) -> usize {
        usize::from(self.threads.unwrap_or(1)).min(caps.threads)
    }
}

fn smaller<T: Ord>(asked: Option<T>, cap: Option<T>) -> Option<T> {
    match (asked, cap) {
        (Some(asked), Some(cap)) => Some(asked.min(cap)),
        (asked, cap) => asked.or(cap),
    }
}
