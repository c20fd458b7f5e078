//! The options of the engine. Options that KomoringHeights also has have the same names and meanings.

use std::fmt::Write as _;
use std::time::Duration;

use yomikiri_shogi::quote;
use yomikiri_tsume::{InterpositionRules, MateTable};

/// The options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `USI_Hash`: the size of the table in MiB.
    pub hash: usize,
    /// `Threads`: how many threads search.
    pub threads: usize,
    /// `NodesLimit`: the largest number of visits of a search. 0 is no limit.
    pub nodes_limit: u64,
    /// `PvInterval`: milliseconds between two `info` lines of a search. With 0, only mates are reported.
    pub pv_interval: u64,
    /// `PostSearchLevel`: what follows the first mate.
    pub post_search: PostSearch,
    /// `RootIsAndNodeIfChecked`: whether a side to move that is in check counts as the defender. Otherwise the side to move is
    /// the defender only if the other side has no king.
    pub checked_root_defends: bool,
    /// `MultiPV`: how many first moves that mate are reported. `go mate` reports one.
    pub multi_pv: usize,
    /// `InterpositionRules`: which interpositions count in the length that an `info string` gives,
    /// and for the defender's best answer. Scores and lines count all of them.
    pub rules: InterpositionRules,
}

/// What follows the first mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostSearch {
    /// `None`: nothing.
    Nothing,
    /// `MinLength`: a search for the shortest mate and its main line.
    Shortest,
}

/// The size of the largest possible table, in MiB.
const MAX_HASH: usize = (MateTable::MAX_BYTES >> 20) as usize;
const MAX_NODES: u64 = 1 << 62;
const MAX_INTERVAL: u64 = 1_000_000;
const MAX_LINES: u64 = 64;
const MAX_THREADS: u64 = 256;

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 1024,
            threads: std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS as usize),
            nodes_limit: 0,
            pv_interval: 1000,
            post_search: PostSearch::Shortest,
            checked_root_defends: false,
            multi_pv: 1,
            rules: InterpositionRules::TRADITIONAL,
        }
    }
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("unknown option `{0}`")]
    Unknown(String),
    /// The option does not accept this value.
    #[error("{name}: bad value `{value}`")]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
    },
}

impl Options {
    /// The `option` lines of the answer to `usi`.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        let check = self.checked_root_defends;
        let _ = writeln!(text, "option name USI_Hash type spin default {} min 1 max {MAX_HASH}", self.hash);
        let _ =
            writeln!(text, "option name Threads type spin default {} min 1 max {MAX_THREADS}", self.threads);
        let _ = writeln!(
            text,
            "option name NodesLimit type spin default {} min 0 max {MAX_NODES}",
            self.nodes_limit
        );
        let _ = writeln!(
            text,
            "option name PvInterval type spin default {} min 0 max {MAX_INTERVAL}",
            self.pv_interval
        );
        let _ =
            writeln!(text, "option name PostSearchLevel type combo default MinLength var None var MinLength");
        let _ = writeln!(text, "option name RootIsAndNodeIfChecked type check default {check}");
        let _ =
            writeln!(text, "option name MultiPV type spin default {} min 1 max {MAX_LINES}", self.multi_pv);
        let profiles: String = InterpositionRules::ALL.iter().map(|rules| format!(" var {rules}")).collect();
        let _ = writeln!(text, "option name Rules type combo default {}{profiles}", self.rules);
        text
    }

    /// Sets an option. Names are compared without regard to case, as interfaces change it.
    ///
    /// # Errors
    /// If there is no such option, or it does not accept the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let bad = |name| OptionError::BadValue { name, value: quote(value) };
        let number = |name, least: u64, most: u64| {
            value.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| bad(name))
        };
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" => self.hash = number("USI_Hash", 1, MAX_HASH as u64)? as usize,
            "threads" => self.threads = number("Threads", 1, MAX_THREADS)? as usize,
            "nodeslimit" => self.nodes_limit = number("NodesLimit", 0, MAX_NODES)?,
            "pvinterval" => self.pv_interval = number("PvInterval", 0, MAX_INTERVAL)?,
            "postsearchlevel" => {
                self.post_search = match value.to_ascii_lowercase().as_str() {
                    "none" => PostSearch::Nothing,
                    "minlength" => PostSearch::Shortest,
                    _ => return Err(bad("PostSearchLevel")),
                };
            }
            "rootisandnodeifchecked" => {
                self.checked_root_defends = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(bad("RootIsAndNodeIfChecked")),
                };
            }
            "multipv" => self.multi_pv = number("MultiPV", 1, MAX_LINES)? as usize,
            "rules" => self.rules = value.to_ascii_lowercase().parse().map_err(|_| bad("Rules"))?,
            // Every interface sets this option. It has no effect here.
            "usi_ponder" => {}
            _ => return Err(OptionError::Unknown(quote(name))),
        }
        Ok(())
    }

    /// The size of the table in bytes.
    pub fn memory(&self) -> usize {
        self.hash.saturating_mul(1 << 20)
    }

    /// The time between two `info` lines. `None` for no such lines.
    pub fn interval(&self) -> Option<Duration> {
        (self.pv_interval > 0).then(|| Duration::from_millis(self.pv_interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused() {
        let mut options = Options::default();
        for (name, value) in [
            ("USI_Hash", "64"),
            ("Threads", "2"),
            ("nodeslimit", "100"),
            ("PvInterval", "0"),
            ("PostSearchLevel", "None"),
            ("RootIsAndNodeIfChecked", "true"),
            ("MultiPV", "3"),
            ("Rules", "Miwa"),
            ("USI_Ponder", "true"),
        ] {
            assert_eq!(options.set(name, value), Ok(()), "{name}");
        }
        let set = Options {
            hash: 64,
            threads: 2,
            nodes_limit: 100,
            pv_interval: 0,
            post_search: PostSearch::Nothing,
            checked_root_defends: true,
            multi_pv: 3,
            rules: InterpositionRules::Miwa,
        };
        assert_eq!(options, set);
        assert_eq!((options.memory(), options.interval()), (64 << 20, None));
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", "-1"),
            ("USI_Hash", "16385"),
            ("USI_Hash", "99999999999999999999"),
            ("Threads", "0"),
            ("Threads", "257"),
            ("NodesLimit", ""),
            ("PostSearchLevel", "UpperBound"),
            ("RootIsAndNodeIfChecked", "yes"),
            ("MultiPV", "0"),
            ("MultiPV", "65"),
            ("Rules", "plus3"),
            ("Rules", ""),
        ] {
            assert!(matches!(options.set(name, value), Err(OptionError::BadValue { .. })), "{name} {value}");
        }
        assert!(matches!(options.set("SlowMover", "2"), Err(OptionError::Unknown(_))));
        let endless = "x".repeat(1 << 20);
        for (name, value) in [(endless.as_str(), ""), ("USI_Hash", endless.as_str())] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.len() < 100, "an error of {} bytes", error.len());
        }
        assert_eq!(options, set, "a refused value changes nothing");
    }
}
