//! Tables 2, 3 and 5: PN*, PDS and PN search, and later algorithms.

use serde_json::json;

use super::claims::{Agreement, table_claims};
use super::measure::{FUTURE, LATER, PDS, PN, PN_STAR, SearchVariant};
use super::paper::{self, Column, PrintedSearch};
use super::positions;
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Report, Table, grouped, or_dash, record, seconds};

/// One of the three tables.
#[derive(Clone, Copy, Debug)]
pub struct SakutaTable {
    number: u32,
    name: &'static str,
    summary: &'static str,
    margin: i32,
    most_vacant: u32,
}

/// The searches of the curves, the paper's first.
const VARIANTS: [SearchVariant; 7] = [PN_STAR, PDS, PN, LATER[0], LATER[1], LATER[2], LATER[3]];

impl SakutaTable {
    /// Table 2: White wins by at least 1.
    pub const TABLE_2: SakutaTable = SakutaTable {
        number: 2,
        name: "sakuta-table-2",
        summary: "PN*, PDS, PN search and later ones on 6×6 Othello: White wins, 3 to 23 vacant squares",
        margin: 1,
        most_vacant: 23,
    };

    /// Table 3: White wins by at least 4.
    pub const TABLE_3: SakutaTable = SakutaTable {
        number: 3,
        name: "sakuta-table-3",
        summary: "PN*, PDS, PN search and later ones on 6×6 Othello: White wins by 4, 3 to 23 vacant squares",
        margin: 4,
        most_vacant: 23,
    };

    /// Table 5: White does not win by at least 5.
    pub const TABLE_5: SakutaTable = SakutaTable {
        number: 5,
        name: "sakuta-table-5",
        summary: "PN*, PDS, PN search and later ones on 6×6 Othello: White does not win by 5, 3 to 23 vacant squares",
        margin: 5,
        most_vacant: 23,
    };

    /// The table with at most `most_vacant` vacant squares.
    pub const fn up_to(self, most_vacant: u32) -> SakutaTable {
        SakutaTable { most_vacant, ..self }
    }

    fn rows(&self) -> impl Iterator<Item = u32> {
        positions(self.most_vacant).map(|(vacant, _)| vacant)
    }

    fn cell<'a>(&self, cells: &'a Cells, variant: &SearchVariant, vacant: u32) -> Option<&'a Cell> {
        cells.get(&variant.id(vacant, self.margin))
    }

    /// The comparison with the paper for one algorithm, and how far they agree.
    fn compare(&self, cells: &Cells, variant: &SearchVariant, paper: &Column) -> (Table, Agreement) {
        let heading = "vacant | count: paper | ours | equal | time [s]: paper | ours | tree size: paper | ours | \
            equal | depth: paper | ours | equal";
        let counted = if variant.generated { "nodes in memory" } else { "nodes in the table" };
        let mut table = Table::new(format!("{} ({counted})", variant.label), heading);
        let mut agreement = Agreement::new(variant.label);
        for vacant in self.rows() {
            let row = paper.get(&vacant);
            let cell = self.cell(cells, variant, vacant);
            if row.is_none() && cell.is_none() {
                continue;
            }
            let ours = |key: &str| cell.and_then(|cell| cell.count(key));
            let signs = row.map(|row| {
                agreement.rows += 1;
                [
                    agreement.counts.note(row.count, ours("count")),
                    agreement.trees.note(row.tree, ours("tree")),
                    agreement.depths.note(row.depth, ours("depth")),
                ]
            });
            let [count, tree, depth] = signs.unwrap_or_default();
            table.rows.push(vec![
                vacant.to_string(),
                or_dash(row.map(|row| grouped(row.count))),
                figure(cell, "count"),
                count.to_owned(),
                or_dash(row.map(|row| seconds(row.seconds))),
                figure(cell, "seconds"),
                or_dash(row.map(|row| grouped(row.tree))),
                figure(cell, "tree"),
                tree.to_owned(),
                or_dash(row.map(|row| row.depth)),
                figure(cell, "depth"),
                depth.to_owned(),
            ]);
        }
        (table, agreement)
    }

    /// The table of searches that the paper does not have.
    fn others(&self, title: &str, variants: &[SearchVariant], cells: &Cells) -> Table {
        let mut table = Table::new(title, "vacant");
        for variant in variants {
            let names = ["count", "time", "tree size", "depth"];
            table.columns.extend(names.iter().enumerate().map(|(at, name)| {
                if at == 0 { format!("{}: {name}", variant.label) } else { (*name).to_owned() }
            }));
        }
        for vacant in self.rows() {
            let mut row = vec![vacant.to_string()];
            for variant in variants {
                let cell = self.cell(cells, variant, vacant);
                row.extend(["count", "seconds", "tree", "depth"].map(|key| figure(cell, key)));
            }
            table.rows.push(row);
        }
        table
    }

    /// The values of the paper's searches in the rows that were measured, in the order PN*, PDS, PN.
    pub(super) fn measured(&self, cells: &Cells, key: &str) -> Vec<(u32, [f64; 3])> {
        let value = |variant, vacant| self.cell(cells, variant, vacant)?.number(key);
        let row =
            |vacant| Some((vacant, [value(&PN_STAR, vacant)?, value(&PDS, vacant)?, value(&PN, vacant)?]));
        self.rows().filter_map(row).collect()
    }

    /// The paper's searches, with what it prints of them.
    fn columns_of_paper(&self) -> [(SearchVariant, Column); 3] {
        [PN_STAR, PDS, PN].map(|variant| (variant, paper::column(self.number, variant.label)))
    }

    /// The curves of a value over the vacant squares, those of the paper dashed.
    pub(super) fn curves(
        &self,
        cells: &Cells,
        key: &str,
        of_paper: impl Fn(&PrintedSearch) -> f64,
    ) -> Vec<Series> {
        let (mut series, columns) = (Vec::new(), self.columns_of_paper());
        for (color, variant) in VARIANTS.iter().enumerate() {
            if let Some((_, rows)) = columns.get(color) {
                let points = rows.range(..=self.most_vacant);
                let points = points.map(|(vacant, row)| (f64::from(*vacant), of_paper(row)));
                series.push(Series::new(
                    format!("{}, paper", variant.label),
                    LineStyle::Dashed,
                    color,
                    points,
                ));
            }
            let points = self.rows().filter_map(|vacant| {
                Some((f64::from(vacant), self.cell(cells, variant, vacant)?.number(key)?))
            });
            series.push(Series::new(format!("{}, ours", variant.label), LineStyle::Solid, color, points));
        }
        series
    }
}

/// A value as text, or the reason why there is none.
fn figure(cell: Option<&Cell>, key: &str) -> String {
    // The reason is shown once per row.
    let reason = |cell: &Cell| cell.missing_reason().filter(|_| key == "count" || key == "seconds");
    or_dash(cell.and_then(|cell| cell.text(key).or_else(|| reason(cell))))
}

impl Experiment for SakutaTable {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(self.name, self.summary).taking("1 min")
    }

    fn tasks(&self) -> Vec<Task> {
        let (mut tasks, columns) = (Vec::new(), self.columns_of_paper());
        for (vacant, position) in positions(self.most_vacant) {
            for (at, variant) in VARIANTS.into_iter().chain(FUTURE).enumerate() {
                // The paper's searches run where the paper has figures, the others as far as practical.
                let wanted = match columns.get(at) {
                    Some((_, rows)) => rows.contains_key(&vacant),
                    None => vacant <= variant.most_vacant,
                };
                if wanted {
                    tasks.push(variant.task(vacant, position, self.margin));
                }
            }
        }
        tasks
    }

    fn report(&self, cells: &Cells) -> Report {
        let goal = match self.margin {
            1 => "White wins",
            5 => "White does not win by 5 discs or more",
            _ => "White wins by 4 discs or more",
        };
        let mut report = Report {
            title: format!("Sakuta and Iida, table {}: {goal}", self.number),
            notes: vec![
                "Positions of the principal variation of 6×6 Othello, White to move. PN search tries moves file by file \
                 and counts every node it creates; PN* and PDS sort moves by the opponent's mobility and count table \
                 entries. The paper's times are those of a Pentium II with 450 MHz. Tree sizes count a position each \
                 time it occurs in the solution: for PN search the tree that it built, with all children that decide a \
                 node, for the others the first child that the table has as solved. PDS-PN searches each leaf of PDS by PN \
                 search; PDS*, which the paper names without a description, is here PDS with the order of PN*. The best \
                 variant solves positions with up to 14 vacant squares by alpha-beta: these are leaves, and the nodes \
                 within them are not counted."
                    .to_owned(),
            ],
            ..Report::default()
        };
        let (mut agreements, columns) = (Vec::new(), self.columns_of_paper());
        for (variant, paper) in &columns {
            let (table, agreement) = self.compare(cells, variant, paper);
            agreements.push(agreement);
            report.tables.push(table);
        }
        let summary: Vec<String> = agreements.iter().map(Agreement::summary).collect();
        report.notes.push(format!("Counts equal to the paper's: {}.", summary.join(", ")));
        report.claims = table_claims(self.number, &agreements, self, cells);
        report.tables.push(self.others("The paper's future work", &FUTURE, cells));
        report.tables.push(self.others(
            "Later algorithms (nodes in the table, times in seconds)",
            &LATER,
            cells,
        ));
        let value = self.margin < 5;
        let all = || VARIANTS.iter().chain(&FUTURE);
        let wrong = all().flat_map(|variant| self.rows().map(move |vacant| (variant, vacant)));
        let wrong = wrong.filter_map(|(variant, vacant)| self.cell(cells, variant, vacant));
        let wrong =
            wrong.filter(|cell| cell.get("proven").is_some_and(|found| *found != json!(value))).count();
        report.notes.push(format!("Wrong values: **{wrong}**."));
        for (at, variant) in all().enumerate() {
            for vacant in self.rows() {
                let of_paper = columns.get(at).and_then(|(_, rows)| rows.get(&vacant));
                let cell = self.cell(cells, variant, vacant);
                let get = |key: &str| cell.and_then(|cell| cell.get(key));
                let count = cell.and_then(|cell| cell.count("count"));
                let values = json!({
                    "vacant": vacant,
                    "algorithm": variant.algorithm,
                    "label": variant.label,
                    "paper_count": of_paper.map(|row| row.count),
                    "count": count,
                    "equal": of_paper.zip(count).map(|(row, count)| row.count == count),
                    "paper_seconds": of_paper.map(|row| row.seconds),
                    "seconds": get("seconds"),
                    "paper_tree": of_paper.map(|row| row.tree),
                    "tree": get("tree"),
                    "paper_depth": of_paper.map(|row| row.depth),
                });
                report.records.push(record(values, cell, &["depth", "visits"]));
            }
        }
        report.drawings.push(Drawing::plot(
            format!("Nodes until solved: {goal} (Sakuta and Iida, table {})", self.number),
            ("vacant squares", Scale::Linear),
            ("nodes in the table (PN: in memory)", Scale::Log),
            self.curves(cells, "count", |row| row.count as f64),
        ));
        report
    }
}
