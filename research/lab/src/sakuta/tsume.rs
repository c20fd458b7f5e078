//! Tables 6 and 7: PN*, PDS, PN search and iterative deepening on mates from games.

use std::time::Duration;

use super::claims_tsume::{claims_on_table_6, claims_on_table_7};
use super::paper::{self, Column, PrintedSearch};
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, MateProblem, MateSearch, TESTMATE, figure, geometric_mean, is_solved,
    ratio, search, tasks, verdicts,
};
use crate::plot::Drawing;
use crate::report::{Report, ReportRecord, Table, add_values, grouped, or_dash, seconds, two_decimals};

/// A search, and the value that the paper counts as nodes.
#[derive(Debug)]
pub(super) struct PaperSearch {
    pub search: MateSearch,
    pub count: &'static str,
}

impl PaperSearch {
    /// Returns the column of the paper, which is empty for a search that the paper does not have.
    fn column(&self) -> Column {
        let mut column = paper::column(6, self.search.label);
        column.extend(paper::column(7, self.search.label));
        column
    }
}

const fn method(label: &'static str, algorithm: &'static str) -> PaperSearch {
    PaperSearch { search: search(label, algorithm).gibibytes(8).bare(), count: "table_entries" }
}

pub(super) const PN_STAR: &PaperSearch = &method("PN*", "pn-star");
pub(super) const PDS: &PaperSearch = &method("PDS", "pds");
pub(super) const PN: &PaperSearch = &PaperSearch { count: "generated", ..method("PN", "pn") };
pub(super) const ITERATIVE: &PaperSearch = &method("iterative deepening", "iterative+delayed");
const PDS_PN: &PaperSearch = &method("PDS-PN", "pds-pn");
const PDS_STAR: &PaperSearch = &method("PDS*", "pds-star");
/// A later search, without the techniques of the mate solver.
const LATER: &PaperSearch = &PaperSearch {
    search: search("df-pn + TCA", "dfpn+tca")
        .without("delay,dominance,proof-hands,borrowing,mate-in-one,simulation,fine-leaves,liberties"),
    count: "table_entries",
};

/// The visits after which a search gives up.
const NODES: u64 = 1_000_000;
/// The time after which it gives up on a machine that is much slower than ours.
const TIME: Duration = Duration::from_secs(600);

/// One of the two tables.
#[derive(Clone, Copy, Debug)]
pub struct SakutaMates {
    number: u32,
    name: &'static str,
    summary: &'static str,
    most: usize,
}

impl SakutaMates {
    /// Table 6: PN* and PDS.
    pub const TABLE_6: SakutaMates = SakutaMates {
        number: 6,
        name: "sakuta-table-6",
        summary: "PN*, PDS, PDS-PN, PDS* and df-pn + TCA on mates from games, by the rules alone: solved, nodes, solution trees",
        most: usize::MAX,
    };

    /// Table 7: PN search and iterative deepening.
    pub const TABLE_7: SakutaMates = SakutaMates {
        number: 7,
        name: "sakuta-table-7",
        summary: "PN search, iterative deepening and df-pn + TCA on mates from games, by the rules alone: solved, nodes, solution trees",
        most: usize::MAX,
    };

    /// The table with at most `most` positions of each collection.
    pub const fn up_to(self, most: usize) -> SakutaMates {
        SakutaMates { most, ..self }
    }

    fn collections(&self) -> impl Iterator<Item = Collection> {
        let most = self.most;
        FROM_GAMES.into_iter().chain([TESTMATE]).map(move |all| all.with_sample(all.sample.min(most)))
    }

    fn problems(&self) -> Vec<MateProblem> {
        self.collections().flat_map(|collection| collection.problems()).collect()
    }

    /// The two searches of the paper's table, then others, and PDS if it is not among them.
    fn methods(&self) -> &'static [&'static PaperSearch] {
        if self.number == 6 { &[PN_STAR, PDS, PDS_PN, PDS_STAR, LATER] } else { &[PN, ITERATIVE, LATER, PDS] }
    }

    fn searches(&self) -> Vec<MateSearch> {
        self.methods().iter().map(|method| method.search).collect()
    }

    fn solved(&self, cells: &Cells) -> Table {
        let mut table = Table::new("Solved", "algorithm | paper, other positions (of 30)");
        table.columns.extend(self.collections().map(|set| format!("{} (of {})", set.name, set.sample)));
        for method in self.methods() {
            let paper = Some(method.column().len()).filter(|solved| *solved > 0);
            let mut row = vec![method.search.label.to_owned(), or_dash(paper)];
            row.extend(self.collections().map(|set| solved(method, cells, &set).to_string()));
            table.rows.push(row);
        }
        table
    }

    /// A comparison with PDS. Ratios can be compared although positions and machine differ from the paper's.
    fn beside_pds(&self, cells: &Cells) -> Table {
        let heading = "algorithm : PDS | count: paper | ours | time: paper | ours | tree size: paper | ours | \
            depth: paper | ours | positions both solve: paper | ours";
        let mut table = Table::new("Beside PDS: geometric means over the positions that both solve", heading);
        let (problems, pds) = (self.problems(), PDS.column());
        for method in self.methods().iter().filter(|method| method.search.label != PDS.search.label) {
            let column = method.column();
            let both = || column.iter().filter_map(|(position, one)| Some((one, pds.get(position)?)));
            let paper_ratio = |value: fn(&PrintedSearch) -> f64| {
                two_decimals(geometric_mean(both().map(|(one, pds)| value(one) / value(pds))).0)
            };
            let pair =
                |problem: &MateProblem| [method, &PDS].map(|method| method.search.cell(cells, problem));
            let value = |cell: Option<&Cell>, key: &str| cell?.number(key);
            let counts = problems
                .iter()
                .map(pair)
                .filter_map(|[one, pds]| Some(value(one, method.count)? / value(pds, PDS.count)?));
            let (count, solved) = geometric_mean(counts);
            let ours = |key: &str| two_decimals(ratio(problems.iter().map(pair), key).0);
            table.rows.push(vec![
                method.search.label.to_owned(),
                paper_ratio(|mate| mate.count as f64),
                two_decimals(count),
                paper_ratio(|mate| mate.seconds),
                ours("cpu_seconds"),
                paper_ratio(|mate| mate.tree as f64),
                ours("tree"),
                paper_ratio(|mate| mate.depth as f64),
                ours("depth"),
                or_dash(Some(both().count()).filter(|count| *count > 0)),
                solved.to_string(),
            ]);
        }
        table
    }

    /// The columns of the paper's table for one search on one position: solved or not, nodes, time, solution.
    fn columns(method: &PaperSearch) -> Vec<String> {
        let counted = if method.count == "generated" { "created" } else { "in the table" };
        let mut columns = vec![format!("{}: nodes {counted}", method.search.label)];
        columns.extend(["visits", "time", "tree size", "depth"].map(str::to_owned));
        if method.search.label == ITERATIVE.search.label {
            columns.push("solved at".to_owned());
        }
        columns
    }

    /// A table of our longest mates, one by one.
    fn one_by_one(&self, cells: &Cells) -> Table {
        let title = "The longest of ours, one by one (times in CPU seconds)";
        let mut table = Table::new(title, "position | plies");
        table.columns.extend(self.methods().iter().flat_map(|method| Self::columns(method)));
        for problem in self.collections().skip(4).flat_map(|collection| collection.problems()) {
            let mut row = vec![problem.name.clone(), or_dash(problem.plies)];
            for method in self.methods() {
                let cell = method.search.cell(cells, &problem);
                // The reason why a position is unsolved is shown once.
                let other = |key: &str| or_dash(cell.and_then(|cell| cell.text(key)));
                row.push(figure(cell, method.count));
                row.extend(["nodes", "cpu_seconds", "tree", "depth"].map(other));
                if method.search.label == ITERATIVE.search.label {
                    row.push(other("iterations"));
                }
            }
            table.rows.push(row);
        }
        table
    }

    /// The rows of the paper.
    fn of_the_paper(&self) -> Table {
        let columns = [0, 1].map(|at| self.methods()[at]);
        let [one, other] = columns.map(|method| method.search.label);
        let mut heading = format!(
            "no. | {one}: nodes | time [s] | tree size | depth | {other}: nodes | time [s] | tree size | depth"
        );
        if self.number == 7 {
            heading += " | solved at";
        }
        let mut table = Table::new("The paper's 30 positions (Pentium II, 450 MHz)", &heading);
        let columns = columns.map(PaperSearch::column);
        for position in 1..=30 {
            let mut row = vec![position.to_string()];
            for column in &columns {
                row.extend(match column.get(&position) {
                    None => ["unsolved", "–", "–", "–"].map(str::to_owned),
                    Some(mate) => [
                        grouped(mate.count),
                        seconds(mate.seconds),
                        grouped(mate.tree),
                        mate.depth.to_string(),
                    ],
                });
            }
            if self.number == 7 {
                row.push(or_dash(columns[1].get(&position).and_then(|mate| mate.solved_at)));
            }
            table.rows.push(row);
        }
        table
    }

    /// The record of a search on a problem, for programs.
    fn record(method: &PaperSearch, cells: &Cells, problem: &MateProblem) -> ReportRecord {
        let mut record = method.search.record(cells, problem);
        add_values(&mut record, method.search.cell(cells, problem), &["tree", "depth", "iterations"]);
        record
    }
}

/// The number of positions of a collection that a search solves.
fn solved(method: &PaperSearch, cells: &Cells, collection: &Collection) -> usize {
    collection.problems().iter().filter(|problem| is_solved(method.search.cell(cells, problem))).count()
}

impl Experiment for SakutaMates {
    fn info(&self) -> ExperimentInfo {
        let about =
            ExperimentInfo::new(self.name, self.summary).limited(TIME).limited_to(NODES).timed_by(CLOCK);
        about.taking(if self.number == 6 { "2 min" } else { "1 min" })
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&self.searches(), self.problems())
    }

    fn report(&self, cells: &Cells) -> Report {
        let (problems, searches) = (self.problems(), self.searches());
        let records = problems.iter().flat_map(|problem| {
            self.methods().iter().map(move |method| Self::record(method, cells, problem))
        });
        let bar = |method: &PaperSearch| {
            let parts = self.collections().map(|set| solved(method, cells, &set) as f64);
            (method.search.label.to_owned(), parts.collect())
        };
        let names: Vec<&str> = self.methods().iter().take(2).map(|method| method.search.label).collect();
        let claims = if self.number == 6 { claims_on_table_6 } else { claims_on_table_7 };
        Report {
            title: format!("Sakuta and Iida, table {}: {} on mates from games", self.number, names.join(" and ")),
            notes: vec![
                "The paper's 30 positions (from Hiura's collection of endings by masters) are not available in machine form. \
                 Ours are mates from games within 3 to 11 plies, and thirteen game endings, most with longer mates. As in the \
                 paper, PN*, PDS and iterative deepening count nodes in the table, PN search nodes created. As in the paper, \
                 the searches know the rules alone: no mate in one at leaves, no dominance between hands, no order of \
                 interpositions. The depth is that of the whole solution tree, which need not be the shortest mate."
                    .to_owned(),
                format!(
                    "Each search looks for a first mate of any length. *Visits* are times that a node was entered, for PN search \
                     expansions. A search that reaches {} visits is *unsolved*, never *no mate*. The time includes the extraction and \
                     the check of the solution.",
                    grouped(NODES)
                ),
                verdicts(&searches, cells, &problems),
            ],
            tables: vec![self.solved(cells), self.beside_pds(cells), self.one_by_one(cells), self.of_the_paper()],
            records: records.collect(),
            drawings: vec![Drawing::bars(
                "Solved positions",
                format!("of {}", problems.len()),
                self.collections().map(|set| set.name),
                self.methods().iter().map(|method| bar(method)),
            )],
            claims: claims(&problems, cells),
        }
    }
}
