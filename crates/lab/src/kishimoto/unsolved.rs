//! Table 1: the number of problems that each variant leaves unsolved, and the pairs that the text compares.

use serde_json::json;

use super::paper::{self, DUELS};
use super::{KishimotoTable, METHODS, method_named};
use crate::cell::Cells;
use crate::mates::{Collection, is_solved, ratio};
use crate::plot::{Bars, Drawing};
use crate::report::{Report, ReportRecord, Table, grouped, seconds};

impl KishimotoTable {
    /// The report without its notes.
    pub(super) fn unsolved(&self, cells: &Cells) -> Report {
        let mut report = Report {
            title: "Kishimoto, table 1: problems that each variant of df-pn leaves unsolved".to_owned(),
            ..Report::default()
        };
        let collections: Vec<Collection> = self.collections().collect();
        let mut table =
            Table::new("Unsolved", &["algorithm", &format!("paper, another set (of {})", paper::PROBLEMS)]);
        table.columns.extend(collections.iter().map(|set| format!("{} (of {})", set.name, set.sample)));
        let all: usize = collections.iter().map(|set| set.sample).sum();
        table.columns.push(format!("ours in all (of {all})"));
        table.columns.push("nodes to the solved".to_owned());
        table.columns.push("CPU [s]".to_owned());
        let mut bars = Vec::new();
        for method in &METHODS {
            let mut left = Vec::new();
            let (mut nodes, mut time) = (0, 0.0);
            for set in &collections {
                let problems = set.problems();
                let found: Vec<_> =
                    problems.iter().map(|problem| method.search.cell(cells, problem)).collect();
                let measured = found.iter().flatten().count();
                let unsolved = measured - found.iter().filter(|cell| is_solved(**cell)).count();
                let set_nodes: u64 = found.iter().flatten().filter_map(|cell| cell.count("nodes")).sum();
                let set_time: f64 =
                    found.iter().flatten().filter_map(|cell| cell.number("cpu_seconds")).sum();
                report.records.push(ReportRecord::from_iter([
                    ("algorithm".to_owned(), json!(method.search.label)),
                    ("name".to_owned(), json!(method.search.algorithm)),
                    ("collection".to_owned(), json!(set.name)),
                    ("problems".to_owned(), json!(measured)),
                    ("unsolved".to_owned(), json!(unsolved)),
                    ("nodes_to_solved".to_owned(), json!(set_nodes)),
                    ("cpu_seconds_to_solved".to_owned(), json!(set_time)),
                    ("paper_unsolved_of_78".to_owned(), json!(method.paper)),
                ]));
                left.push(unsolved);
                nodes += set_nodes;
                time += set_time;
            }
            let mut row = vec![
                method.search.label.to_owned(),
                method.paper.map_or("–".to_owned(), |count| count.to_string()),
            ];
            row.extend(left.iter().map(ToString::to_string));
            row.push(format!("**{}**", left.iter().sum::<usize>()));
            row.extend([grouped(nodes), seconds(time)]);
            table.rows.push(row);
            bars.push((method.search.label.to_owned(), left.iter().map(|&count| count as f64).collect()));
        }
        report.tables = vec![table, self.duels(cells)];
        report.drawings.push(Drawing::Bars(Bars {
            title: "Unsolved problems".to_owned(),
            label: format!("of {all}"),
            parts: collections.iter().map(|set| set.name.to_owned()).collect(),
            bars,
        }));
        report
    }

    /// The pairs that the paper compares in its text.
    fn duels(&self, cells: &Cells) -> Table {
        let columns = [
            "pair",
            "both solve: paper",
            "ours",
            "first quicker: paper",
            "ours",
            "second quicker: paper",
            "ours",
            "nodes, second : first (geometric mean)",
            "nodes per second, second : first",
        ];
        let mut table = Table::new("Pairs of the paper's text, over the problems that both solve", &columns);
        let problems = self.problems();
        for duel in &DUELS {
            let [Some(one), Some(other)] = duel.names.map(method_named) else { continue };
            let pairs: Vec<_> = problems
                .iter()
                .map(|problem| [one, other].map(|method| method.search.cell(cells, problem)))
                .filter(|pair| pair.iter().all(|cell| is_solved(*cell)))
                .collect();
            let time = |cell: Option<&crate::cell::Cell>| cell.and_then(|cell| cell.number("cpu_seconds"));
            let first = pairs.iter().filter(|[one, other]| time(*one) < time(*other)).count();
            let mean = |key: &str| ratio(pairs.iter().map(|[one, other]| (*other, *one)), key).0;
            let rate = mean("nodes").zip(mean("cpu_seconds")).map(|(nodes, time)| nodes / time);
            let printed = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
            let count = |value: Option<u64>| value.map_or("–".to_owned(), |value| value.to_string());
            table.rows.push(vec![
                duel.names.join(" : "),
                duel.both.to_string(),
                pairs.len().to_string(),
                count(duel.quicker[0]),
                first.to_string(),
                count(duel.quicker[1]),
                (pairs.len() - first).to_string(),
                printed(mean("nodes")),
                printed(rate),
            ]);
        }
        table
    }
}
