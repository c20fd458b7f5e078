//! What searches may use, each and all together.

use std::time::Duration;

use serde_json::{Value, json};
use yomikiri_service::LimitCaps;

/// Limits of each search, and of all of them together.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time of a search, which begins when it leaves the queue.
    pub time: Option<Duration>,
    /// The nodes that a search visits.
    pub nodes: Option<u64>,
    /// The bytes of a search for tables and trees.
    pub memory: usize,
    /// The bytes of all searches that run at once.
    pub total_memory: usize,
    /// How many searches run at once.
    pub jobs: usize,
    /// How many wait at most. What comes then is refused.
    pub queue: usize,
}

impl Limits {
    /// The caps of one search: it must fit into the memory for all.
    pub(crate) fn caps(&self) -> LimitCaps {
        LimitCaps {
            time: self.time,
            nodes: self.nodes,
            memory: self.memory.min(self.total_memory),
            threads: 1,
        }
    }

    pub(crate) fn json(&self) -> Value {
        let caps = self.caps();
        json!({
            "time": caps.time.map(|time| time.as_secs_f64()),
            "nodes": caps.nodes,
            "memory": caps.memory,
            "total_memory": self.total_memory,
            "jobs": self.jobs,
            "queue": self.queue,
            "body": crate::handlers::LARGEST_BODY,
        })
    }
}
