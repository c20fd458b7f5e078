//! What a run of a suite came to: totals, ratios, a signature.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use serde_json::{Value, json};
use yomikiri_console::csv;
use yomikiri_pns::FastHash;

use crate::measure::MateRow;
use crate::suite::{Reference, Took};

/// The columns of [`MateRow::line`].
pub const HEADING: &str = "\
---- to the first mate ----  ------------ in all ----------------  KH s   OSL s
CPU s           nodes plies      CPU s       nodes plies status\n";

/// A run.
pub struct Report {
    pub suite: String,
    pub algorithm: String,
    pub first: bool,
    pub time: Duration,
    pub memory: usize,
    pub rows: Vec<MateRow>,
}

/// Our time beside another solver's, over the problems that both solve.
struct Ratio {
    problems: usize,
    /// Problems that the other solves and we do not: with many of them the ratio flatters.
    missed: usize,
    ours: f64,
    theirs: f64,
}

impl Ratio {
    /// How many times theirs ours is.
    fn value(&self) -> Option<f64> {
        (self.problems > 0 && self.theirs > 0.0).then(|| self.ours / self.theirs)
    }

    fn object(&self) -> Value {
        json!({ "problems": self.problems, "missed": self.missed, "cpu_seconds": self.ours, "reference_seconds": self.theirs, "ratio": self.value() })
    }
}

impl Report {
    fn mates(&self) -> usize {
        self.rows.iter().filter(|row| row.verdict == "mate").count()
    }

    fn minimal(&self) -> usize {
        self.rows.iter().filter(|row| row.minimal).count()
    }

    fn no_mates(&self) -> usize {
        self.rows.iter().filter(|row| row.verdict == "nomate").count()
    }

    /// To the first mates, where there are any.
    fn first(&self) -> Took {
        sum(self.rows.iter().filter_map(|row| row.first))
    }

    fn all(&self) -> Took {
        sum(self.rows.iter().map(|row| row.all))
    }

    fn ratio(&self, theirs: impl Fn(&Reference) -> Option<Took>) -> Ratio {
        let mut ratio = Ratio { problems: 0, missed: 0, ours: 0.0, theirs: 0.0 };
        for (row, theirs) in self.rows.iter().filter_map(|row| Some((row, theirs(&row.reference)?))) {
            let Some(ours) = row.first else {
                ratio.missed += 1;
                continue;
            };
            ratio.problems += 1;
            ratio.ours += ours.cpu_seconds;
            ratio.theirs += theirs.cpu_seconds;
        }
        ratio
    }

    fn komoring_heights(&self) -> Ratio {
        self.ratio(|reference| reference.komoring_heights)
    }

    fn osl(&self) -> Ratio {
        self.ratio(|reference| reference.osl)
    }

    /// Changes whenever the behaviour does: a hash over verdict, length and nodes of every row that the clock did not stop.
    fn signature(&self) -> String {
        let mut hash = FastHash.build_hasher();
        for (verdict, length, nodes) in self.rows.iter().filter_map(MateRow::behaviour) {
            hash.write(verdict.as_bytes());
            hash.write_u64(length);
            hash.write_u64(nodes);
        }
        format!("{:016x}", hash.finish())
    }

    /// How many rows the signature covers.
    fn signed(&self) -> usize {
        self.rows.iter().filter_map(MateRow::behaviour).count()
    }

    /// For people, after the rows.
    pub fn summary(&self) -> String {
        let (first, all) = (self.first(), self.all());
        let mut text = format!(
            "\n{} problems: {} mate ({} proved minimal), {} no mate, {} unknown\n",
            self.rows.len(),
            self.mates(),
            self.minimal(),
            self.no_mates(),
            self.rows.len() - self.mates() - self.no_mates()
        );
        let _ = writeln!(text, "first mate  CPU {:.3} s, {} nodes", first.cpu_seconds, first.nodes);
        let _ = writeln!(text, "in all      CPU {:.3} s, {} nodes", all.cpu_seconds, all.nodes);
        for (name, ratio) in [("KomoringHeights", self.komoring_heights()), ("OSL", self.osl())] {
            if let Some(value) = ratio.value() {
                let _ = writeln!(
                    text,
                    "reference   {:.3} s beside {:.2} s of {name}, over {} problems that both solve: {value:.3} ({} that only it solves)",
                    ratio.ours, ratio.theirs, ratio.problems, ratio.missed
                );
            }
        }
        let _ = writeln!(text, "signature   {} (over {} problems)", self.signature(), self.signed());
        text
    }

    /// For programs.
    pub fn object(&self) -> Value {
        json!({
            "suite": self.suite,
            "algorithm": self.algorithm,
            "first_only": self.first,
            "time_limit": self.time.as_secs_f64(),
            "memory": self.memory,
            "rows": self.rows.iter().map(MateRow::object).collect::<Vec<Value>>(),
            "totals": {
                "problems": self.rows.len(),
                "mate": self.mates(),
                "minimal": self.minimal(),
                "nomate": self.no_mates(),
                "first": self.first(),
                "cpu_seconds": self.all().cpu_seconds,
                "nodes": self.all().nodes,
            },
            "reference": { "komoring_heights": self.komoring_heights().object(), "osl": self.osl().object() },
            "signature": self.signature(),
            "signature_rows": self.signed(),
        })
    }

    /// Appends a row to a CSV file; a new one gets a heading.
    pub fn append(&self, path: &Path) -> anyhow::Result<()> {
        let name = || format!("--csv: {}", path.display());
        let mut file = OpenOptions::new().append(true).create(true).open(path).with_context(name)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let (first, all) = (self.first(), self.all());
        let row = json!({
            "unix_time": now,
            "version": env!("CARGO_PKG_VERSION"),
            "suite": self.suite,
            "algorithm": self.algorithm,
            "first_only": self.first,
            "time_limit": self.time.as_secs_f64(),
            "memory": self.memory,
            "problems": self.rows.len(),
            "mate": self.mates(),
            "minimal": self.minimal(),
            "nomate": self.no_mates(),
            "first_cpu_seconds": first.cpu_seconds,
            "first_nodes": first.nodes,
            "cpu_seconds": all.cpu_seconds,
            "nodes": all.nodes,
            "komoring_heights_ratio": self.komoring_heights().value(),
            "osl_ratio": self.osl().value(),
            "signature": self.signature(),
        });
        let csv = csv::table(row.as_object().map_or(&[][..], std::slice::from_ref));
        let is_new = file.metadata().with_context(name)?.len() == 0;
        let text = if is_new { csv.as_str() } else { csv.split_once('\n').map_or("", |(_, row)| row) };
        file.write_all(text.as_bytes()).with_context(name)
    }
}

fn sum(all: impl Iterator<Item = Took>) -> Took {
    all.fold(Took { cpu_seconds: 0.0, nodes: 0 }, |sum, took| Took {
        cpu_seconds: sum.cpu_seconds + took.cpu_seconds,
        nodes: sum.nodes + took.nodes,
    })
}
