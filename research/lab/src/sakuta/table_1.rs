//! Table 1: terminal nodes of the complete game tree by result.

use serde_json::json;

use super::claims::sign;
use super::measure::LimitWatch;
use super::terminal_statistics::terminal_statistics;
use super::{paper, positions};
use crate::cell::{Cells, Task, done};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Claim, Holds, Report, Table, grouped, object, or_dash, seconds};

/// Table 1: terminal nodes by result.
#[derive(Clone, Copy, Debug)]
pub struct SakutaTable1 {
    /// The largest number of vacant squares.
    pub most_vacant: u32,
}

/// The largest number of positions in memory, about 8 GiB.
const MAX_POSITIONS: usize = 200 << 20;

const COLUMNS: [(&str, &str); 5] = [
    ("terminals", "terminal nodes"),
    ("black", "Black wins"),
    ("draw", "draws"),
    ("white", "White wins"),
    ("white_4", "White wins by ≥ 4"),
];

fn id(vacant: u32) -> String {
    format!("othello6 vacant={vacant} terminal statistics")
}

impl SakutaTable1 {
    /// The paper's claims, with `equal` of `all` figures equal to its own.
    fn claims(&self, cells: &Cells, equal: usize, all: usize) -> Vec<Claim> {
        let share = |vacant: u32| {
            let cell = cells.get(&id(vacant))?;
            let [black, white] = ["black", "white"].map(|key| cell.number(key));
            Some(white? / (black? + white?))
        };
        let shares: Vec<(u32, f64)> =
            positions(self.most_vacant).filter_map(|(vacant, _)| Some((vacant, share(vacant)?))).collect();
        let ends = shares.first().zip(shares.last()).filter(|(first, last)| first.0 < last.0);
        let from_half = |share: f64| (share - 0.5).abs();
        let listed = shares.iter().map(|(vacant, share)| format!("{vacant}: {:.1} %", 100.0 * share));
        vec![
            Claim::new(
                "Table 1: the terminal nodes by result, in whole numbers",
                format!("{equal} of {all} figures are equal"),
                Holds::known((all > 0).then_some(equal == all)),
            ),
            Claim::new(
                "Section 3.3: the chances of both players become roughly the same as the vacant squares increase",
                format!(
                    "White's share of the games that are not drawn, by vacant squares: {}",
                    listed.collect::<Vec<_>>().join(", ")
                ),
                Holds::known(ends.map(|(first, last)| from_half(last.1) < from_half(first.1))),
            ),
        ]
    }
}

impl Experiment for SakutaTable1 {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "sakuta-table-1",
            "how games of 6×6 Othello end: terminal nodes of the complete tree, 7 to 17 vacant squares",
        )
        .taking("36 min, 8 GB")
    }

    fn tasks(&self) -> Vec<Task> {
        let task = |(vacant, position)| {
            Task::new(id(vacant), move |limits| {
                let watch = LimitWatch::start(limits);
                let go_on = |kept| watch.may_continue(0) && kept < MAX_POSITIONS;
                match terminal_statistics(&position, go_on) {
                    None => watch.cell(0),
                    Some(found) => done(json!({
                        "terminals": found.terminals,
                        "black": found.black,
                        "draw": found.draw,
                        "white": found.white,
                        "white_4": found.white_at_least[0],
                        "white_5": found.white_at_least[1],
                        "nodes": found.nodes,
                        "seconds": watch.seconds(),
                    })),
                }
            })
        };
        positions(self.most_vacant).filter(|(vacant, _)| *vacant >= 7).map(task).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let heading = "vacant | result | paper | ours | equal | share | time [s]";
        let mut table = Table::new("Terminal nodes by result", heading);
        let (mut records, mut equal, mut all) = (Vec::new(), 0, 0);
        let mut series: Vec<Series> = Vec::new();
        for (at, (key, label)) in COLUMNS.iter().enumerate() {
            let points = paper::TABLE_1.iter().map(|(vacant, row)| (f64::from(*vacant), row[at] as f64));
            series.push(Series::new(format!("{label}, paper"), LineStyle::Dashed, at, points));
            let points = paper::TABLE_1
                .iter()
                .filter_map(|(vacant, _)| Some((f64::from(*vacant), cells.get(&id(*vacant))?.number(key)?)));
            series.push(Series::new(format!("{label}, ours"), LineStyle::Dots, at, points));
        }
        for (vacant, row) in paper::TABLE_1.iter().filter(|(vacant, _)| *vacant <= self.most_vacant) {
            let cell = cells.get(&id(*vacant));
            let total = cell.and_then(|cell| cell.count("terminals"));
            for (at, (key, label)) in COLUMNS.iter().enumerate() {
                let found = cell.and_then(|cell| cell.count(key));
                let same = found.map(|found| found == row[at]);
                equal += usize::from(same == Some(true));
                all += 1;
                let time = cell.and_then(|cell| cell.number("seconds"));
                let share = found.zip(total).map(|(found, total)| found as f64 / total as f64);
                let reason = or_dash(cell.map(|cell| cell.missing_reason().unwrap_or_default()));
                table.rows.push(vec![
                    if at == 0 { vacant.to_string() } else { String::new() },
                    (*label).to_owned(),
                    grouped(row[at]),
                    found.map_or(reason, grouped),
                    sign(same).to_owned(),
                    share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share)),
                    time.filter(|_| at == 0).map_or(String::new(), seconds),
                ]);
                records.push(object(json!({
                    "vacant": vacant,
                    "result": key,
                    "paper": row[at],
                    "ours": found,
                    "equal": same,
                    "seconds": time,
                })));
            }
        }
        let plot = Drawing::plot(
            "Terminal nodes of the complete tree (Sakuta and Iida, table 1)",
            ("vacant squares", Scale::Linear),
            ("terminal nodes", Scale::Log),
            series,
        );
        Report {
            title: "Sakuta and Iida, table 1: how games of 6×6 Othello end".to_owned(),
            notes: vec![
                "Terminal nodes of the whole game tree below positions of the principal variation; a position that is \
                 reached in several ways counts several times."
                    .to_owned(),
                format!("Equal to the paper: **{equal} of {all}** figures."),
            ],
            tables: vec![table],
            records,
            drawings: vec![plot],
            claims: self.claims(cells, equal, all),
        }
    }
}
