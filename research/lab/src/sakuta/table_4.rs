//! Table 4: principal variation search and other alpha-beta searches.

use serde_json::json;

use super::claims::sign;
use super::measure::AlphaBeta;
use super::{paper, positions};
use crate::cell::{Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Claim, Holds, Report, Table, grouped, record, seconds};

/// Table 4: principal variation search.
#[derive(Clone, Copy, Debug)]
pub struct SakutaTable4 {
    /// The largest number of vacant squares.
    pub most_vacant: u32,
}

impl Experiment for SakutaTable4 {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "sakuta-table-4",
            "principal variation search on 6×6 Othello: nodes, time and line, 3 to 23 vacant squares",
        )
        .taking("1 min")
    }

    fn tasks(&self) -> Vec<Task> {
        let tasks = |(vacant, position)| AlphaBeta::ALL.map(move |search| search.task(vacant, position));
        positions(self.most_vacant).flat_map(tasks).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let heading = "vacant | PVS nodes: paper | ours | equal | time [s]: paper | ours | alpha-beta: nodes | \
            time [s] | alpha-beta solver: nodes | time [s] | score | line of PVS: paper | ours | equal";
        let mut table = Table::new("Nodes and times", heading);
        let (mut records, mut equal, mut equal_lines, mut all) = (Vec::new(), 0, 0, 0);
        for row in paper::TABLE_4.iter().filter(|row| row.vacant <= self.most_vacant) {
            let cell = |search: AlphaBeta| cells.get(&search.id(row.vacant));
            let pvs = cell(AlphaBeta::Pvs);
            let nodes = pvs.and_then(|cell| cell.count("nodes"));
            let same = nodes.map(|nodes| row.agrees(nodes));
            equal += usize::from(same == Some(true));
            let same_line = pvs.and_then(|cell| cell.count("depth")).map(|depth| depth == row.depth);
            equal_lines += usize::from(same_line == Some(true));
            all += 1;
            let text = |search: AlphaBeta, key: &str| match cell(search) {
                None => "–".to_owned(),
                Some(cell) => match cell.missing_reason() {
                    Some(reason) => reason,
                    None if key == "seconds" => cell.number(key).map_or(String::new(), seconds),
                    None if key == "score" => {
                        cell.number(key).map_or(String::new(), |score| format!("{score:+}"))
                    }
                    None => cell.count(key).map_or(String::new(), grouped),
                },
            };
            let about = if row.exact { "" } else { "≈ " };
            table.rows.push(vec![
                row.vacant.to_string(),
                format!("{about}{}", grouped(row.nodes)),
                text(AlphaBeta::Pvs, "nodes"),
                sign(same).to_owned(),
                seconds(row.seconds),
                text(AlphaBeta::Pvs, "seconds"),
                text(AlphaBeta::Plain, "nodes"),
                text(AlphaBeta::Plain, "seconds"),
                text(AlphaBeta::Solver, "nodes"),
                text(AlphaBeta::Solver, "seconds"),
                text(AlphaBeta::Solver, "score"),
                row.depth.to_string(),
                text(AlphaBeta::Pvs, "depth"),
                sign(same_line).to_owned(),
            ]);
            for search in AlphaBeta::ALL {
                let of_paper = search == AlphaBeta::Pvs;
                let get = |key: &str| cell(search).and_then(|cell| cell.get(key));
                let values = json!({
                    "vacant": row.vacant,
                    "search": search.label(),
                    "paper_nodes": of_paper.then_some(row.nodes),
                    "nodes": get("nodes"),
                    "equal": same.filter(|_| of_paper),
                    "paper_seconds": of_paper.then_some(row.seconds),
                    "seconds": get("seconds"),
                    "score": get("score"),
                    "paper_depth": of_paper.then_some(row.depth),
                });
                records.push(record(values, cell(search), &["depth"]));
            }
        }
        let paper_points = paper::TABLE_4.iter().map(|row| (f64::from(row.vacant), row.nodes as f64));
        let mut series = vec![Series::new("PVS, paper", LineStyle::Dashed, 0, paper_points)];
        for (color, search) in AlphaBeta::ALL.into_iter().enumerate() {
            let points = paper::TABLE_4.iter().filter_map(|row| {
                Some((f64::from(row.vacant), cells.get(&search.id(row.vacant))?.number("nodes")?))
            });
            let line = if search == AlphaBeta::Pvs { LineStyle::Dots } else { LineStyle::Solid };
            series.push(Series::new(format!("{}, ours", search.label()), line, color, points));
        }
        let plot = Drawing::plot(
            "Alpha-beta on 6×6 Othello (Sakuta and Iida, table 4)",
            ("vacant squares", Scale::Linear),
            ("nodes", Scale::Log),
            series,
        );
        Report {
            title: "Sakuta and Iida, table 4: principal variation search".to_owned(),
            notes: vec![
                "PVS with full window, without a table, moves sorted by mobility with the unstable sort of the paper's \
                 C library; alpha-beta is the same without null windows. The alpha-beta solver, ours, has a table, null windows and better \
                 move ordering. From 19 vacant squares on, the paper prints three digits."
                    .to_owned(),
                format!(
                    "Equal to the paper's: **{equal} of {all}** counts of PVS, **{equal_lines} of {all}** lengths of its line."
                ),
            ],
            tables: vec![table],
            records,
            drawings: vec![plot],
            claims: vec![
                Claim::new(
                    "Table 4: visited nodes of PVS, in all printed digits",
                    format!("{equal} of {all} are equal"),
                    Holds::known((all > 0).then_some(equal == all)),
                ),
                Claim::new(
                    "Table 4: length of the line that PVS finds",
                    format!("{equal_lines} of {all} are equal"),
                    Holds::known((all > 0).then_some(equal_lines == all)),
                ),
            ],
        }
    }
}
