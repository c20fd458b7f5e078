//! Figures 4 to 6: time, tree size and seesaw count over D, for E = 3.

use std::time::Duration;

use serde_json::json;

use super::instance::{CONNECT6_NODES, Instance, connect6, is_decided, ratio};
use crate::bootstrap::Median;
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{About, Experiment};
use crate::mates::CLOCK;
use crate::plot::{Drawing, LineStyle, Plot, Scale, Series};
use crate::report::{Report, ReportRecord, Table, grouped, seconds};

/// The three curves of the paper, on a suite of problems.
#[derive(Clone, Copy, Debug)]
pub struct SongFigures {
    /// The number of problems.
    pub problems: usize,
}

/// The values of D; 0 is df-pn.
const DEPTHS: [u32; 9] = [0, 1, 2, 3, 4, 6, 8, 10, 12];

/// For each figure its number, the name of the value in a cell, and the label.
const FIGURES: [(u32, &str, &str); 3] =
    [(4, "seconds", "time [s]"), (5, "generated", "tree size [nodes]"), (6, "seesaw", "seesaw count")];

fn algorithm(d: u32) -> String {
    format!("deep-dfpn:E=3,D={d}+delayed")
}

impl SongFigures {
    fn instances(&self) -> Vec<Instance> {
        connect6(self.problems)
    }
}

impl Experiment for SongFigures {
    fn about(&self) -> About {
        About::new("song-figures", "Deep df-pn's paper, figures 4–6: time, tree size and seesaw count over D (E = 3), on a suite of Connect6 problems").limited(Duration::from_secs(20)).timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |instance: Instance| DEPTHS.map(move |d| instance.task(&algorithm(d)));
        self.instances().into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let instances = self.instances();
        let mut report = Report {
            title: "Song, Iida and van den Herik, figures 4–6: Deep df-pn over D on Connect6, E = 3"
                .to_owned(),
            notes: vec![format!(
                "{} problems of `data/connect6_suite.tsv` (wins of seven plies or more), the winner to move, in the paper's \
                 setting: the attacker has his best 10 moves, the defender the moves that relevance zones leave. D = 0 is df-pn. \
                 The paper has one position and one run; here are medians with 95 % bootstrap intervals in brackets. A search is given \
                 {} visits; one that reaches them counts as more than any other (∞), and a ratio is taken wherever one of the two \
                 searches decides. A decision is of the 10-move attack graph: it may be a disproof there of a problem that is won \
                 with other moves. *Seesaw* is the paper's count: a node that was visited before is traced \
                 again.",
                instances.len(),
                grouped(CONNECT6_NODES)
            )],
            ..Report::default()
        };
        let median = |d: u32, key: &str| {
            Median::of(instances.iter().filter_map(|instance| {
                let cell = cells.get(&instance.id(&algorithm(d)))?;
                Some(cell.number(key).unwrap_or(f64::INFINITY))
            }))
        };
        let beside = |d: u32, key: &str| ratio(cells, &instances, &algorithm(d), &algorithm(0), key);
        let decided =
            |d: u32| instances.iter().filter(|instance| is_decided(cells, instance, &algorithm(d))).count();
        let counts: Vec<String> = DEPTHS.iter().map(|&d| format!("{} with D = {d}", decided(d))).collect();
        let below = DEPTHS.iter().filter(|&&d| beside(d, "generated").is_some_and(|ratio| ratio.high < 1.0));
        let below: Vec<String> = below.map(u32::to_string).collect();
        report.notes.push(format!(
            "Decided: {}. The tree is smaller than df-pn's, its interval below 1, for {}. Problems that a D leaves undecided within the \
             limit raise its median ratio, but not by how much they would have taken.",
            counts.join(", "),
            if below.is_empty() { "no D".to_owned() } else { format!("D = {}", below.join(", ")) }
        ));
        for (figure, key, label) in FIGURES {
            let show =
                |value: f64| if key == "seconds" { seconds(value) } else { grouped(value.round() as u64) };
            let mut table = Table::new(
                format!("Figure {figure}: {label}"),
                &["D", "decided", "median", "median ratio to D = 0"],
            );
            for d in DEPTHS {
                let text = |median: Option<Median>, show: &dyn Fn(f64) -> String| {
                    median.map_or("–".to_owned(), |median| median.text(show))
                };
                table.rows.push(vec![
                    d.to_string(),
                    decided(d).to_string(),
                    text(median(d, key), &show),
                    text(beside(d, key), &|value| format!("{value:.2}")),
                ]);
            }
            report.tables.push(table);
            let curve = |name: &str, line: LineStyle, of: fn(Median) -> f64| {
                let points = DEPTHS.iter().filter_map(|&d| Some((f64::from(d), of(beside(d, key)?))));
                Series::new(name, line, 0, points)
            };
            report.drawings.push(Drawing::Plot(Plot {
                title: format!("Figure {figure}: {label}, ratio to df-pn (E = 3)"),
                x_label: "D (0 is df-pn)".to_owned(),
                y_label: "median ratio".to_owned(),
                x: Scale::Linear,
                y: Scale::Linear,
                series: vec![
                    curve("median", LineStyle::Solid, |median| median.value),
                    curve("95 % from", LineStyle::Dashed, |median| median.low),
                    curve("to", LineStyle::Dashed, |median| median.high),
                ],
            }));
        }
        for instance in &instances {
            for d in DEPTHS {
                let cell = cells.get(&instance.id(&algorithm(d)));
                let get = |key: &str| json!(cell.and_then(|cell| cell.get(key)));
                let mut record = ReportRecord::from_iter([
                    ("problem".to_owned(), json!(instance.name())),
                    ("length".to_owned(), json!(instance.length())),
                    ("E".to_owned(), json!(3)),
                    ("D".to_owned(), json!(d)),
                ]);
                let keys = ["proven", "seconds", "generated", "expanded", "visits", "seesaw"];
                record.extend(keys.map(|key| (key.to_owned(), get(key))));
                record.insert("state".to_owned(), json!(cell.and_then(Cell::missing_reason)));
                report.records.push(record);
            }
        }
        report
    }
}
