//! Tables 6 and 7: PN*, PDS, PN search and iterative deepening on mates from games.

use super::paper_tsume::{self as paper, Column};
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{About, Experiment};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, HOW, MateProblem, MateSearch, TESTMATE, TIME, figure, geometric_mean,
    is_solved, ratio, search, tasks, verdicts,
};
use crate::plot::{Bars, Drawing};
use crate::report::{Report, Table, grouped, seconds};

/// A search, the value that the paper counts as nodes, and the column of the paper.
struct PaperSearch {
    search: MateSearch,
    count: &'static str,
    paper: Option<&'static Column>,
}

const fn method(label: &'static str, algorithm: &'static str, paper: Option<&'static Column>) -> PaperSearch {
    PaperSearch { search: search(label, algorithm), count: "table_entries", paper }
}

/// The searches of table 6, of table 7, and a later one.
const METHODS: [PaperSearch; 5] = [
    method("PN*", "pn-star", Some(&paper::PN_STAR)),
    method("PDS", "pds+leftmost", Some(&paper::PDS)),
    PaperSearch { count: "generated", ..method("PN", "pn", Some(&paper::PN)) },
    method("iterative deepening", "iterative", Some(&paper::ITERATIVE)),
    method("df-pn + TCA", "dfpn+tca", None),
];

/// The paper's best search, with which the others are compared.
const PDS: &PaperSearch = &METHODS[1];

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
        summary: "PN*, PDS and df-pn + TCA on mates from games: solved, nodes, time",
        most: usize::MAX,
    };

    /// Table 7: PN search and iterative deepening.
    pub const TABLE_7: SakutaMates = SakutaMates {
        number: 7,
        name: "sakuta-table-7",
        summary: "PN search, iterative deepening and df-pn + TCA on mates from games: solved, nodes, time",
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

    /// The two searches of the paper's table, then ours, and PDS if it is not among them.
    fn methods(&self) -> Vec<&'static PaperSearch> {
        let shown = if self.number == 6 { [0, 1, 4, 4] } else { [2, 3, 4, 1] };
        let count = if self.number == 6 { 3 } else { 4 };
        shown.into_iter().take(count).map(|at| &METHODS[at]).collect()
    }

    fn searches(&self) -> Vec<MateSearch> {
        self.methods().into_iter().map(|method| method.search).collect()
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
            "positions both solve: paper",
            "ours",
        ];
        let mut table =
            Table::new("Beside PDS: geometric means over the positions that both solve", &columns);
        let problems = self.problems();
        let printed = |ratio: Option<f64>| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        for method in self.methods().into_iter().filter(|method| method.search.label != PDS.search.label) {
            let both = || method.paper.into_iter().flatten().zip(&paper::PDS).filter_map(|(a, b)| a.zip(*b));
            let (paper_count, paper_both) = geometric_mean(both().map(|(a, b)| a.0 as f64 / b.0 as f64));
            let (paper_time, _) = geometric_mean(both().map(|(a, b)| a.1 / b.1));
            let pair = |problem: &MateProblem| [method, PDS].map(|method| method.search.cell(cells, problem));
            let value = |cell: Option<&Cell>, key: &str| cell?.number(key);
            let counts = problems
                .iter()
                .map(pair)
                .filter_map(|[one, pds]| Some(value(one, method.count)? / value(pds, PDS.count)?));
            let (count, both) = geometric_mean(counts);
            let (time, _) = ratio(problems.iter().map(pair).map(|[one, pds]| (one, pds)), "cpu_seconds");
            table.rows.push(vec![
                method.search.label.to_owned(),
                printed(paper_count),
                printed(count),
                printed(paper_time),
                printed(time),
                if paper_both > 0 { paper_both.to_string() } else { "–".to_owned() },
                both.to_string(),
            ]);
        }
        table
    }

    /// A table of our longest mates, one by one.
    fn one_by_one(&self, cells: &Cells) -> Table {
        let mut table =
            Table::new("The longest of ours, one by one (times in CPU seconds)", &["position", "plies"]);
        for method in self.methods() {
            let counted = if method.count == "generated" { "created" } else { "in the table" };
            table.columns.extend([
                format!("{}: nodes {counted}", method.search.label),
                "visits".to_owned(),
                "time".to_owned(),
            ]);
        }
        for problem in self.collections().skip(4).flat_map(|collection| collection.problems()) {
            let plies = problem.plies.map_or("–".to_owned(), |plies| plies.to_string());
            let mut row = vec![problem.name.clone(), plies];
            for method in self.methods() {
                let cell = method.search.cell(cells, &problem);
                let keys = [method.count, "nodes", "cpu_seconds"];
                row.extend(keys.map(|key| match key {
                    "nodes" => cell.and_then(|cell| cell.text(key)).unwrap_or_else(|| "–".to_owned()),
                    _ => figure(cell, key),
                }));
            }
            table.rows.push(row);
        }
        table
    }

    /// The rows of the paper.
    fn of_the_paper(&self) -> Table {
        let mut table = Table::new("The paper's 30 positions (Pentium II, 450 MHz)", &["no."]);
        let columns: Vec<_> =
            self.methods().into_iter().take(2).filter_map(|m| Some((m.search.label, m.paper?))).collect();
        for (label, _) in &columns {
            table.columns.extend([format!("{label}: nodes"), "time [s]".to_owned()]);
        }
        for number in 0..30 {
            let mut row = vec![(number + 1).to_string()];
            for (_, column) in &columns {
                let unsolved = || ["unsolved".to_owned(), "–".to_owned()];
                row.extend(
                    column[number].map_or_else(unsolved, |(count, time)| [grouped(count), seconds(time)]),
                );
            }
            table.rows.push(row);
        }
        table
    }
}

/// The number of positions of a collection that a search solves.
fn solved(method: &PaperSearch, cells: &Cells, collection: &Collection) -> usize {
    collection.problems().iter().filter(|problem| is_solved(method.search.cell(cells, problem))).count()
}

impl Experiment for SakutaMates {
    fn about(&self) -> About {
        About::new(self.name, self.summary).limited(TIME).timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&self.searches(), self.problems())
    }

    fn report(&self, cells: &Cells) -> Report {
        let (problems, searches) = (self.problems(), self.searches());
        let records = problems
            .iter()
            .flat_map(|problem| searches.iter().map(move |search| search.record(cells, problem)));
        let bar = |method: &'static PaperSearch| {
            let parts = self.collections().map(|set| solved(method, cells, &set) as f64);
            (method.search.label.to_owned(), parts.collect())
        };
        let names: Vec<&str> = self.methods().iter().take(2).map(|method| method.search.label).collect();
        Report {
            title: format!("Sakuta and Iida, table {}: {} on mates from games", self.number, names.join(" and ")),
            notes: vec![
                "The paper's 30 positions (from Hiura's collection of endings by masters) are not available in machine form. \
                 Ours are mates from games within 3 to 11 plies, and thirteen game endings, most with longer mates. As in the \
                 paper, PN*, PDS and iterative deepening count nodes in the table, PN search nodes created. Unlike the paper's, \
                 our mate problem recognises mates in one and positions without a check at once, and df-pn + TCA, \
                 which was published later, has a table with dominance between hands."
                    .to_owned(),
                HOW.to_owned(),
                verdicts(&searches, cells, &problems),
            ],
            tables: vec![self.solved(cells), self.beside_pds(cells), self.one_by_one(cells), self.of_the_paper()],
            records: records.collect(),
            drawings: vec![Drawing::Bars(Bars {
                title: "Solved positions".to_owned(),
                label: format!("of {}", problems.len()),
                parts: self.collections().map(|set| set.name.to_owned()).collect(),
                bars: self.methods().into_iter().map(bar).collect(),
            })],
            ..Report::default()
        }
    }
}
