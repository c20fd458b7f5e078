//! Tables 6 and 7: PN*, PDS, PN search and iterative deepening on mates from games.

use std::time::Duration;

use serde_json::json;

use super::claims_tsume::{claims_on_table_6, claims_on_table_7};
use super::paper_tsume::{self as paper, Column, PrintedMate};
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{About, Experiment};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, MateProblem, MateSearch, TESTMATE, figure, geometric_mean, is_solved,
    ratio, search, tasks, verdicts,
};
use crate::plot::{Bars, Drawing};
use crate::report::{Report, ReportRecord, Table, grouped, seconds};

/// A search, the value that the paper counts as nodes, and the column of the paper.
#[derive(Debug)]
pub(super) struct PaperSearch {
    pub search: MateSearch,
    pub count: &'static str,
    pub paper: Option<&'static Column>,
}

const fn method(label: &'static str, algorithm: &'static str, paper: Option<&'static Column>) -> PaperSearch {
    PaperSearch { search: search(label, algorithm).gibibytes(8).bare(), count: "table_entries", paper }
}

pub(super) const PN_STAR: &PaperSearch = &method("PN*", "pn-star", Some(&paper::PN_STAR));
pub(super) const PDS: &PaperSearch = &method("PDS", "pds", Some(&paper::PDS));
pub(super) const PN: &PaperSearch =
    &PaperSearch { count: "generated", ..method("PN", "pn", Some(&paper::PN)) };
pub(super) const ITERATIVE: &PaperSearch =
    &method("iterative deepening", "iterative+delayed", Some(&paper::ITERATIVE));
const PDS_PN: &PaperSearch = &method("PDS-PN", "pds-pn", None);
const PDS_STAR: &PaperSearch = &method("PDS*", "pds-star", None);
/// A later search, without the techniques of the mate solver.
const LATER: &PaperSearch = &PaperSearch {
    search: search("df-pn + TCA", "dfpn+tca")
        .without("delay,dominance,proof-hands,borrowing,mate-in-one,simulation,fine-leaves,liberties"),
    count: "table_entries",
    paper: None,
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
        FROM_GAMES.into_iter().chain([TESTMATE]).map(move |all| all.of(all.sample.min(most)))
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
        let mut table = Table::new("Solved", &["algorithm", "paper, other positions (of 30)"]);
        table.columns.extend(self.collections().map(|set| format!("{} (of {})", set.name, set.sample)));
        for method in self.methods() {
            let paper = method.paper.map(|column| column.iter().flatten().count().to_string());
            let mut row = vec![method.search.label.to_owned(), paper.unwrap_or_else(|| "–".to_owned())];
            row.extend(self.collections().map(|set| solved(method, cells, &set).to_string()));
            table.rows.push(row);
        }
        table
    }

    /// A comparison with PDS. Ratios can be compared although positions and machine differ from the paper's.
    fn beside_pds(&self, cells: &Cells) -> Table {
        let columns = [
            "algorithm : PDS",
            "count: paper",
            "ours",
            "time: paper",
            "ours",
            "tree size: paper",
            "ours",
            "depth: paper",
            "ours",
            "positions both solve: paper",
            "ours",
        ];
        let mut table =
            Table::new("Beside PDS: geometric means over the positions that both solve", &columns);
        let problems = self.problems();
        let printed = |ratio: Option<f64>| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        for method in self.methods().iter().filter(|method| method.search.label != PDS.search.label) {
            let both = || method.paper.into_iter().flatten().zip(&paper::PDS).filter_map(|(a, b)| a.zip(*b));
            let paper_ratio = |value: fn(&PrintedMate) -> f64| {
                geometric_mean(both().map(|(one, pds)| value(&one) / value(&pds))).0
            };
            let pair =
                |problem: &MateProblem| [method, &PDS].map(|method| method.search.cell(cells, problem));
            let value = |cell: Option<&Cell>, key: &str| cell?.number(key);
            let counts = problems
                .iter()
                .map(pair)
                .filter_map(|[one, pds]| Some(value(one, method.count)? / value(pds, PDS.count)?));
            let (count, solved) = geometric_mean(counts);
            let ours = |key: &str| ratio(problems.iter().map(pair).map(|[one, pds]| (one, pds)), key).0;
            let in_paper = both().count();
            table.rows.push(vec![
                method.search.label.to_owned(),
                printed(paper_ratio(|mate| mate.count as f64)),
                printed(count),
                printed(paper_ratio(|mate| mate.seconds)),
                printed(ours("cpu_seconds")),
                printed(paper_ratio(|mate| mate.tree as f64)),
                printed(ours("tree")),
                printed(paper_ratio(|mate| mate.depth as f64)),
                printed(ours("depth")),
                if in_paper > 0 { in_paper.to_string() } else { "–".to_owned() },
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
        let mut table =
            Table::new("The longest of ours, one by one (times in CPU seconds)", &["position", "plies"]);
        table.columns.extend(self.methods().iter().flat_map(|method| Self::columns(method)));
        for problem in self.collections().skip(4).flat_map(|collection| collection.problems()) {
            let plies = problem.plies.map_or("–".to_owned(), |plies| plies.to_string());
            let mut row = vec![problem.name.clone(), plies];
            for method in self.methods() {
                let cell = method.search.cell(cells, &problem);
                // The reason why a position is unsolved is shown once.
                let other =
                    |key: &str| cell.and_then(|cell| cell.text(key)).unwrap_or_else(|| "–".to_owned());
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
        let mut table = Table::new("The paper's 30 positions (Pentium II, 450 MHz)", &["no."]);
        let columns: Vec<_> =
            self.methods().iter().take(2).filter_map(|m| Some((m.search.label, m.paper?))).collect();
        for (label, _) in &columns {
            table.columns.extend([
                format!("{label}: nodes"),
                "time [s]".to_owned(),
                "tree size".to_owned(),
                "depth".to_owned(),
            ]);
        }
        if self.number == 7 {
            table.columns.push("solved at".to_owned());
        }
        for (number, solved_at) in paper::ITERATIVE_SOLVED_AT.iter().enumerate() {
            let mut row = vec![(number + 1).to_string()];
            for (_, column) in &columns {
                row.extend(match column[number] {
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
                row.push(solved_at.map_or("–".to_owned(), |depth| depth.to_string()));
            }
            table.rows.push(row);
        }
        table
    }

    /// The record of a search on a problem, for programs.
    fn record(method: &PaperSearch, cells: &Cells, problem: &MateProblem) -> ReportRecord {
        let mut record = method.search.record(cells, problem);
        let cell = method.search.cell(cells, problem);
        for key in ["tree", "depth", "iterations"] {
            record.insert(key.to_owned(), json!(cell.and_then(|cell| cell.get(key))));
        }
        record
    }
}

/// The number of positions of a collection that a search solves.
fn solved(method: &PaperSearch, cells: &Cells, collection: &Collection) -> usize {
    collection.problems().iter().filter(|problem| is_solved(method.search.cell(cells, problem))).count()
}

impl Experiment for SakutaMates {
    fn about(&self) -> About {
        let about = About::new(self.name, self.summary).limited(TIME).limited_to(NODES).timed_by(CLOCK);
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
            drawings: vec![Drawing::Bars(Bars {
                title: "Solved positions".to_owned(),
                label: format!("of {}", problems.len()),
                parts: self.collections().map(|set| set.name.to_owned()).collect(),
                bars: self.methods().iter().map(|method| bar(method)).collect(),
            })],
            claims: claims(&problems, cells),
        }
    }
}
