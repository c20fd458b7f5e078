//! What the techniques of the mate solver are worth: nodes and time with each one off or changed.

use std::time::Duration;

use crate::cell::{Cell, Cells, Task};
use crate::experiment::Experiment;
use crate::mates::{CLOCK, HOW, MateProblem, MateSearch, ZUKO, is_solved, ratio, search, tasks, verdicts};
use crate::plot::{Bars, Drawing};
use crate::report::{Report, Table, grouped, seconds};

/// Each technique off, over a suite.
#[derive(Clone, Copy, Debug)]
pub struct MateTechniques {
    /// At most so many problems.
    pub most: usize,
}

/// The solver as it is, then one change a line.
const TECHNIQUES: [MateSearch; 12] = [
    search("default", "default"),
    search("no TCA", "dfpn-plus+epsilon=0.25"),
    search("df-pn(r) instead of TCA", "dfpn-plus+r+epsilon=0.25"),
    search("ε = 0 (thresholds +1)", "dfpn-plus+tca"),
    search("ε = 0.125", "default+epsilon=0.125"),
    search("ε = 0.5", "default+epsilon=0.5"),
    search("with WPNS", "default+wpns"),
    search("with WPNS, leaf numbers (1, 1)", "default+wpns+unit"),
    search("with SNDA", "default+snda"),
    search("with NAGAI", "default+nagai"),
    search("leaf numbers (1, 1)", "default+unit"),
    // Terminal nodes are recognised when entered.
    search("no mate in one at new leaves", "default+delayed"),
];

/// Problems of 将棋図巧 for which KomoringHeights took 0.12 to 0.7 s (data/reference_times.tsv): chosen by another solver, so
/// that none of ours is favoured.
const SUITE: [usize; 29] = [
    3, 6, 9, 12, 17, 25, 27, 31, 32, 41, 43, 44, 48, 50, 52, 53, 55, 57, 59, 60, 61, 62, 67, 75, 78, 86, 93,
    96, 97,
];

/// Longest time of a search, unless the user names another.
const TIME: Duration = Duration::from_secs(10);

impl MateTechniques {
    fn problems(&self) -> Vec<MateProblem> {
        let in_suite = |problem: &MateProblem| SUITE.contains(&problem.number);
        ZUKO.problems().into_iter().filter(in_suite).take(self.most).collect()
    }

    fn table(&self, cells: &Cells, problems: &[MateProblem]) -> Table {
        let mut table = Table::new(
            format!(
                "{} problems of 将棋図巧; ratios to the default over the problems that both solve",
                problems.len()
            ),
            &[
                "search",
                "algorithm",
                "solved",
                "unsolved",
                "nodes : default",
                "CPU : default",
                "over",
                "nodes to the solved",
                "CPU [s]",
            ],
        );
        for search in &TECHNIQUES {
            let found: Vec<&Cell> =
                problems.iter().filter_map(|problem| search.cell(cells, problem)).collect();
            let solved = found.iter().filter(|cell| is_solved(Some(cell))).count();
            let (nodes, over) = self.beside_default(cells, problems, search, "nodes");
            let (time, _) = self.beside_default(cells, problems, search, "cpu_seconds");
            let printed = |ratio: Option<f64>| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
            table.rows.push(vec![
                search.label.to_owned(),
                format!("`{}`", search.algorithm),
                solved.to_string(),
                (found.len() - solved).to_string(),
                printed(nodes),
                printed(time),
                over.to_string(),
                grouped(found.iter().filter_map(|cell| cell.count("nodes")).sum()),
                seconds(found.iter().filter_map(|cell| cell.number("cpu_seconds")).sum()),
            ]);
        }
        table
    }

    /// The geometric mean of a search's figures to those of the default, and over how many problems.
    fn beside_default(
        &self,
        cells: &Cells,
        problems: &[MateProblem],
        search: &MateSearch,
        key: &str,
    ) -> (Option<f64>, usize) {
        let pair = |problem: &MateProblem| (search.cell(cells, problem), TECHNIQUES[0].cell(cells, problem));
        ratio(problems.iter().map(pair), key)
    }
}

impl Experiment for MateTechniques {
    fn name(&self) -> &'static str {
        "mate-techniques"
    }

    fn summary(&self) -> &'static str {
        "what the techniques of the mate solver are worth: nodes and CPU time with each one off or changed"
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&TECHNIQUES, self.problems())
    }

    fn time(&self) -> Option<Duration> {
        Some(TIME)
    }

    fn clock(&self) -> &'static str {
        CLOCK
    }

    fn report(&self, cells: &Cells) -> Report {
        let problems = self.problems();
        let drawing = |(key, title): (&str, &str)| {
            let bar = |search: &MateSearch| {
                let (mean, _) = self.beside_default(cells, &problems, search, key);
                (search.label.to_owned(), vec![mean.unwrap_or(0.0)])
            };
            Drawing::Bars(Bars {
                title: title.to_owned(),
                label: "for each one of the default, geometric mean".to_owned(),
                parts: vec![key.replace('_', " ")],
                bars: TECHNIQUES.iter().map(bar).collect(),
            })
        };
        let records = problems
            .iter()
            .flat_map(|problem| TECHNIQUES.iter().map(move |search| search.record(cells, problem)));
        Report {
            title: "What the techniques of the mate solver are worth".to_owned(),
            notes: vec![
                "A ratio above 1 is what a technique saves, or what a change costs. Problems that only one of the two solves are \
                 not in the ratio: look at the unsolved ones first."
                    .to_owned(),
                "The suite was chosen by another solver: KomoringHeights took 0.12 to 0.7 s for each problem.".to_owned(),
                HOW.to_owned(),
                verdicts(&TECHNIQUES, cells, &problems),
            ],
            tables: vec![self.table(cells, &problems)],
            records: records.collect(),
            drawings: [("nodes", "Nodes beside the default"), ("cpu_seconds", "CPU time beside the default")]
                .map(drawing)
                .to_vec(),
        }
    }
}
