//! Tables 2 and 3: time and nodes on the problems that are hardest for df-pn + TCA + WPNS.

use serde_json::json;

use super::paper::{HARDEST, Hardest};
use super::{KishimotoTable, LeafSource, Quantity, rivals};
use crate::cell::{Cell, Cells};
use crate::mates::{Collection, MateProblem, figure, ratio};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Report, ReportRecord, Table, grouped, or_dash, seconds, two_decimals};

/// The number of problems in the table.
const SHOWN: usize = 15;

/// The cells of WPNS and SNDA on a problem.
pub(super) fn pair<'a>(leaves: LeafSource, cells: &'a Cells, problem: &MateProblem) -> [Option<&'a Cell>; 2] {
    rivals(leaves).map(|search| search.cell(cells, problem))
}

/// The records of WPNS and SNDA on a problem.
fn records(leaves: LeafSource, cells: &Cells, problem: &MateProblem) -> [ReportRecord; 2] {
    rivals(leaves).map(|search| {
        let mut record = search.record(cells, problem);
        record.insert("leaves".to_owned(), json!(leaves.name()));
        record
    })
}

impl KishimotoTable {
    /// The name of the value that the table shows.
    fn key(&self) -> &'static str {
        if self.quantity == Quantity::Seconds { "cpu_seconds" } else { "nodes" }
    }

    /// The report without its notes.
    pub(super) fn hardest(&self, cells: &Cells) -> Report {
        let (number, what) =
            if self.quantity == Quantity::Seconds { (2, "CPU seconds") } else { (3, "nodes") };
        let problems = self.problems();
        let mut report = Report {
            title: format!(
                "Kishimoto, table {number}: {what} on the hardest problems for df-pn + TCA + WPNS"
            ),
            ..Report::default()
        };
        for leaves in LeafSource::ALL {
            report.tables.push(self.of_the_paper(leaves, cells, &problems));
            report.tables.push(self.of_ours(leaves, cells, &problems));
            report.records.extend(problems.iter().flat_map(|problem| records(leaves, cells, problem)));
            report.drawings.push(Drawing::plot(
                format!("{what}: TCA + SNDA over TCA + WPNS, problems that both solve, {}", leaves.name()),
                ("TCA + WPNS", Scale::Log),
                ("TCA + SNDA", Scale::Log),
                self.points(leaves, cells),
            ));
        }
        report
    }

    /// Each collection's problems that both searches solve, as points.
    fn points(&self, leaves: LeafSource, cells: &Cells) -> Vec<Series> {
        let of = |(color, set): (usize, Collection)| {
            let points = set.problems().into_iter().filter_map(|problem| {
                let [weak, snda] = pair(leaves, cells, &problem).map(|cell| cell?.number(self.key()));
                Some((weak?, snda?))
            });
            Series::new(set.name, LineStyle::Dots, color, points)
        };
        self.collections().enumerate().map(of).collect()
    }

    /// The paper's three problems, which are in our collection of long problems.
    fn of_the_paper(&self, leaves: LeafSource, cells: &Cells, problems: &[MateProblem]) -> Table {
        let title = format!("The paper's hardest (its limits were 50,000 s and 2 GB), {}", leaves.name());
        let heading = "problem | | plies | TCA + WPNS: paper | ours | TCA + SNDA: paper | ours";
        let mut table = Table::new(title, heading);
        for hardest in &HARDEST {
            let Some(problem) = problems.iter().find(|problem| problem.name == hardest.ours) else {
                continue;
            };
            let [weak, snda] = pair(leaves, cells, problem).map(|cell| figure(cell, self.key()));
            let [paper_weak, paper_snda] = self.printed(hardest);
            table.rows.push(vec![
                hardest.name.to_owned(),
                hardest.ours.to_owned(),
                or_dash(problem.plies),
                paper_weak,
                weak,
                paper_snda,
                snda,
            ]);
        }
        table
    }

    fn printed(&self, hardest: &Hardest) -> [String; 2] {
        match self.quantity {
            Quantity::Seconds => hardest.seconds.map(seconds),
            _ => hardest.nodes.map(grouped),
        }
    }

    /// Of the problems that TCA + WPNS solves here, those with the most nodes. They are the same in both tables.
    fn of_ours(&self, leaves: LeafSource, cells: &Cells, problems: &[MateProblem]) -> Table {
        let mut table = Table::new(
            format!("The {SHOWN} hardest of ours that TCA + WPNS solves, {}", leaves.name()),
            "problem | plies | TCA + WPNS | TCA + SNDA | WPNS : SNDA",
        );
        let nodes =
            |problem: &MateProblem| pair(leaves, cells, problem)[0].and_then(|cell| cell.count("nodes"));
        let mut solved: Vec<&MateProblem> =
            problems.iter().filter(|problem| nodes(problem).is_some()).collect();
        solved.sort_by_key(|problem| std::cmp::Reverse(nodes(problem)));
        for problem in solved.into_iter().take(SHOWN) {
            let [weak, snda] = pair(leaves, cells, problem);
            table.rows.push(vec![
                problem.name.clone(),
                or_dash(problem.plies),
                figure(weak, self.key()),
                figure(snda, self.key()),
                two_decimals(ratio([[weak, snda]].into_iter(), self.key()).0),
            ]);
        }
        let pairs = problems.iter().map(|problem| pair(leaves, cells, problem));
        let (mean, count) = ratio(pairs, self.key());
        let label = format!("geometric mean, {count} problems that both solve");
        table.rows.push(vec![label, String::new(), String::new(), String::new(), two_decimals(mean)]);
        table
    }
}
