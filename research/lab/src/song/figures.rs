//! Figures 4 to 6: time, tree size and seesaw count over D, for E = 3; and E = 0.

use std::time::Duration;

use serde_json::json;

use super::comparison::Comparison;
use super::instance::{
    CONNECT6_NODES, Instance, LEAF_EFFORT, MIN_PLIES, VALUES, connect6, cost, decided, ratio,
};
use crate::bootstrap::{Median, ratio_text};
use crate::cell::{Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Report, Table, grouped, or_dash, record, seconds};

/// The three curves of the paper, on a suite of problems.
#[derive(Clone, Copy, Debug)]
pub struct SongFigures {
    /// The number of problems.
    pub problems: usize,
}

/// The values of D with E = 3; 0 is df-pn.
const DEPTHS: [u32; 9] = [0, 1, 2, 3, 4, 6, 8, 10, 12];

/// A problem is *hard* if its known proof has at least this many turns of the defender.
const HARD: u64 = 60;

/// A figure of the paper.
pub(super) struct Figure {
    pub number: u32,
    /// The name of the value in a cell.
    pub key: &'static str,
    pub label: &'static str,
    /// What it shows, for sentences.
    pub what: &'static str,
}

pub(super) const FIGURES: [Figure; 3] = [
    Figure { number: 4, key: "seconds", label: "time [s]", what: "time" },
    Figure { number: 5, key: "generated", label: "tree size [nodes]", what: "tree size" },
    Figure { number: 6, key: "seesaw", label: "seesaw count", what: "seesaw count" },
];

impl Figure {
    fn show(&self, value: f64) -> String {
        if self.key == "seconds" { seconds(value) } else { grouped(value.round() as u64) }
    }
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deep {
    pub e: u32,
    pub d: u32,
}

/// E = 0: depth-first search, whatever D is.
pub(super) const DEPTH_FIRST: Deep = Deep { e: 0, d: 0 };
pub(super) const DFPN: Deep = Deep { e: 3, d: 0 };

impl Deep {
    /// All searches, those of the figures first.
    pub fn all() -> impl Iterator<Item = Deep> {
        Deep::of_figures().chain([DEPTH_FIRST])
    }

    pub fn of_figures() -> impl Iterator<Item = Deep> {
        DEPTHS.into_iter().map(|d| Deep { e: 3, d })
    }

    pub fn algorithm(self) -> String {
        format!("deep-dfpn:E={},D={}+delayed", self.e, self.d)
    }

    pub fn name(self) -> String {
        if self == DEPTH_FIRST { "E = 0".to_owned() } else { self.d.to_string() }
    }
}

/// The measurements of some of the problems.
pub(super) struct Results<'a> {
    pub cells: &'a Cells,
    pub instances: Vec<Instance>,
}

impl Results<'_> {
    pub fn cost(&self, instance: &Instance, deep: Deep, key: &str) -> Option<f64> {
        cost(self.cells, instance, &deep.algorithm(), key)
    }

    fn median(&self, deep: Deep, key: &str) -> Option<Median> {
        Median::new(self.instances.iter().filter_map(|instance| self.cost(instance, deep, key)))
    }

    /// The median ratio to df-pn.
    pub fn ratio(&self, deep: Deep, key: &str) -> Option<Median> {
        ratio(self.cells, &self.instances, &deep.algorithm(), &DFPN.algorithm(), key)
    }

    pub fn decided(&self, deep: Deep) -> usize {
        decided(self.cells, &self.instances, &deep.algorithm())
    }

    /// The numbers of problems that cost less, the same and more than with df-pn. Those that neither decides are left out.
    fn against_dfpn(&self, deep: Deep, key: &str) -> [usize; 3] {
        let mut numbers = [0; 3];
        for instance in &self.instances {
            let costs = (self.cost(instance, deep, key), self.cost(instance, DFPN, key));
            if let (Some(ours), Some(dfpn)) = costs
                && (ours.is_finite() || dfpn.is_finite())
            {
                numbers[if ours < dfpn { 0 } else { 1 + usize::from(ours > dfpn) }] += 1;
            }
        }
        numbers
    }

    pub fn hard(&self) -> Results<'_> {
        let hard = self.instances.iter().filter(|instance| instance.turns() >= Some(HARD));
        Results { cells: self.cells, instances: hard.cloned().collect() }
    }

    /// The values of D above 1 whose median ratio to df-pn satisfies a condition. With D = 1 only the root has another number,
    /// which no search looks at.
    pub fn depths(&self, key: &str, wanted: fn(Median) -> bool) -> Vec<Deep> {
        let depths = Deep::of_figures().filter(|deep| deep.d > 1);
        depths.filter(|&deep| self.ratio(deep, key).is_some_and(wanted)).collect()
    }

    fn table(&self, figure: &Figure) -> Table {
        let mut table = Table::new(
            format!("Figure {}: {}, {} hard problems", figure.number, figure.label, self.instances.len()),
            "D | decided | median | median ratio to D = 0 | less / same / more than D = 0",
        );
        for deep in Deep::all() {
            let median = self.median(deep, figure.key).map(|median| median.text(|value| figure.show(value)));
            let [less, same, more] = self.against_dfpn(deep, figure.key);
            table.rows.push(vec![
                deep.name(),
                self.decided(deep).to_string(),
                or_dash(median),
                ratio_text(self.ratio(deep, figure.key)),
                format!("{less} / {same} / {more}"),
            ]);
        }
        table
    }

    fn plot(&self, figure: &Figure) -> Drawing {
        let curve = |name: &str, line: LineStyle, of: fn(Median) -> f64| {
            let points = Deep::of_figures()
                .filter_map(|deep| Some((f64::from(deep.d), of(self.ratio(deep, figure.key)?))));
            Series::new(name, line, 0, points)
        };
        Drawing::plot(
            format!("Figure {}: {}, ratio to df-pn (E = 3, hard problems)", figure.number, figure.label),
            ("D (0 is df-pn)", Scale::Linear),
            ("median ratio", Scale::Linear),
            [
                curve("median", LineStyle::Solid, |median| median.value),
                curve("95 % from", LineStyle::Dashed, |median| median.low),
                curve("to", LineStyle::Dashed, |median| median.high),
            ],
        )
    }
}

impl Experiment for SongFigures {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new("song-figures", "Deep df-pn's paper, figures 4–6: time, tree size and seesaw count over D (E = 3, and E = 0), on a suite of Connect6 problems")
            .limited(Duration::from_secs(300))
            .limited_to(CONNECT6_NODES)
            .taking("2 min")
            .timed_by("CPU seconds of the search")
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |instance: Instance| Deep::all().map(move |deep| instance.task(&deep.algorithm()));
        connect6(self.problems).into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let all = Results { cells, instances: connect6(self.problems) };
        let hard = all.hard();
        let comparison = Comparison { all: &all, hard: &hard };
        let mut report = Report {
            title: "Song, Iida and van den Herik, figures 4–6: Deep df-pn over D on Connect6, E = 3"
                .to_owned(),
            notes: vec![
                format!(
                    "{} problems of `data/connect6_suite.tsv` (wins of {MIN_PLIES} plies or more), the winner to move, in the paper's \
                     setting: the attacker has his best 10 moves, the defender the moves that relevance zones leave. Leaf searches \
                     have the effort {LEAF_EFFORT} (`--leaf-effort`; the solver's own is 400), so that the work is done by the search \
                     that is measured, and null moves are refuted by leaf searches alone. D = 0 is df-pn. The paper has one position \
                     and one run; here are medians with 95 % bootstrap intervals in brackets. A search is given {} visits; one that \
                     reaches them counts as more than any other (∞), and a ratio is taken wherever one of the two searches decides. \
                     *Seesaw* is the paper's count: a node that was visited before is traced again.",
                    all.instances.len(),
                    grouped(CONNECT6_NODES)
                ),
                format!(
                    "The figures are over the {} *hard* problems: those whose proof in the suite has {HARD} turns of the defender or more. \
                     That proof is of another search on a larger graph, so the choice favours no D. df-pn needs {} visits for \
                     them in the median.",
                    hard.instances.len(),
                    or_dash(
                        hard.median(DFPN, "visits").map(|visits| visits.text(|value| grouped(value as u64)))
                    )
                ),
                comparison.conclusion(),
            ],
            ..Report::default()
        };
        for figure in &FIGURES {
            report.tables.push(hard.table(figure));
            report.drawings.push(hard.plot(figure));
        }
        report.tables.push(comparison.table());
        report.claims = comparison.claims();
        for instance in &all.instances {
            for deep in Deep::all() {
                let cell = cells.get(&instance.id(&deep.algorithm()));
                let values = json!({
                    "problem": instance.name(),
                    "length": instance.length(),
                    "turns": instance.turns(),
                    "E": deep.e,
                    "D": deep.d,
                });
                report.records.push(record(values, cell, &VALUES));
            }
        }
        report
    }
}
