//! Figures 2 and 3: nodes and time over vacant squares, White to win by 4.

use serde_json::json;

use super::claims::figure_claims;
use super::measure::AlphaBeta;
use super::tables::SakutaTable;
use super::{paper, positions};
use crate::cell::{Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Report, Table, grouped, object, or_dash, seconds};

/// Table 3 and the alpha-beta of table 4, as curves.
#[derive(Clone, Copy, Debug)]
pub struct SakutaFigures {
    /// The largest number of vacant squares.
    pub most_vacant: u32,
}

impl SakutaFigures {
    fn table(&self) -> SakutaTable {
        SakutaTable::TABLE_3.up_to(self.most_vacant)
    }

    /// The curves of one figure.
    fn curves(&self, cells: &Cells, time: bool) -> Vec<Series> {
        let mut series = if time {
            self.table().curves(cells, "seconds", |row| row.seconds)
        } else {
            self.table().curves(cells, "count", |row| row.count as f64)
        };
        let rows = || paper::TABLE_4.iter().filter(|row| row.vacant <= self.most_vacant);
        let points =
            rows().map(|row| (f64::from(row.vacant), if time { row.seconds } else { row.nodes as f64 }));
        series.push(Series::new("PVS, paper", LineStyle::Dashed, 7, points));
        for (color, search) in [(7, AlphaBeta::Pvs), (8, AlphaBeta::Solver)] {
            let key = if time { "seconds" } else { "nodes" };
            let points = rows().filter_map(|row| {
                Some((f64::from(row.vacant), cells.get(&search.id(row.vacant))?.number(key)?))
            });
            series.push(Series::new(format!("{}, ours", search.label()), LineStyle::Solid, color, points));
        }
        series
    }
}

impl Experiment for SakutaFigures {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "sakuta-figures",
            "figures 2 and 3: nodes and time over vacant squares on log scales, all algorithms (White wins by 4)",
        )
        .taking("2 min, less after tables 3 and 4")
    }

    fn tasks(&self) -> Vec<Task> {
        let alpha_beta = positions(self.most_vacant).flat_map(|(vacant, position)| {
            [AlphaBeta::Pvs, AlphaBeta::Solver].map(|search| search.task(vacant, position))
        });
        self.table().tasks().into_iter().chain(alpha_beta).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let mut report = Report {
            title: "Sakuta and Iida, figures 2 and 3: nodes and time over vacant squares".to_owned(),
            notes: vec![
                "6×6 Othello, White to win by 4 discs or more; PVS and our alpha-beta solver find the score instead. \
                 Dashed curves are the paper's (Pentium II, 450 MHz)."
                    .to_owned(),
            ],
            ..Report::default()
        };
        let pvs = |vacant: u32, key: &str| cells.get(&AlphaBeta::Pvs.id(vacant))?.number(key);
        report.claims = figure_claims(&self.table(), cells, pvs);
        for (number, time, label) in [(2, false, "nodes"), (3, true, "time [s]")] {
            let series = self.curves(cells, time);
            let vacant: Vec<u32> = positions(self.most_vacant).map(|(vacant, _)| vacant).collect();
            let mut table = Table::new(format!("Figure {number}: {label}"), "vacant");
            table.columns.extend(series.iter().map(|series| series.name.clone()));
            for &x in &vacant {
                let mut row = vec![x.to_string()];
                for series in &series {
                    let y = series.points.iter().find(|point| point.0 == f64::from(x)).map(|point| point.1);
                    row.push(or_dash(y.map(|y| if time { seconds(y) } else { grouped(y as u64) })));
                    let values = json!({ "figure": number, "curve": series.name, "vacant": x, "value": y });
                    report.records.push(object(values));
                }
                table.rows.push(row);
            }
            report.tables.push(table);
            let what = if time { "time" } else { "nodes" };
            report.drawings.push(Drawing::plot(
                format!("Figure {number}: {what} of solving 6×6 Othello positions (by 4 discs)"),
                ("vacant squares", Scale::Linear),
                (label, Scale::Log),
                series,
            ));
        }
        report
    }
}
