//! Soeda: *Comparison of df-pn based search algorithms on shogi brinkmate problems*.
//!
//! The paper compares three schemes: Nagai's fixed order of threats, the same with the pass strictly first, and its own
//! iteration on orders by proof numbers. Its figures were never published. This experiment measures the schemes on other
//! problems.

mod claims;
mod leaves;
mod problems;
mod search;

use std::time::Duration;

pub use leaves::BrinkmateLeafNumbers;

use crate::bootstrap::ratio_text;
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::figure;
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Report, Table, grouped, seconds};
use problems::{BrinkmateProblem, Half, ProblemSet};
use search::{BrinkmateSearch, contradictions};

/// The node limit of a search, unless the user sets another.
const NODES: u64 = 50_000;
/// A time limit that no search reaches on any machine of today.
const TIME: Duration = Duration::from_secs(300);
const CLOCK: &str = "CPU seconds of the search (limits are by nodes)";

/// The comparison of schemes on mates and brinkmates.
#[derive(Clone, Copy, Debug)]
pub struct SoedaBrinkmate {
    /// The largest number of problems of each set.
    pub most: usize,
}

/// All on the half that was held out when leaf numbers were fitted.
const SETS: [ProblemSet; 4] = [
    ProblemSet::mates(Half::HeldOut),
    ProblemSet::from_games(Half::HeldOut),
    ProblemSet::changed(Half::HeldOut),
    ProblemSet::KNOWN,
];

const NAGAI: BrinkmateSearch = BrinkmateSearch::new("Nagai (fixed order)", "nagai");
const NAGAI_PLUS: BrinkmateSearch = BrinkmateSearch::new("Nagai+ (pass first)", "nagai+");
const STRONGER_FIRST: BrinkmateSearch = BrinkmateSearch::new("stronger threats first", "stronger-first");
const PROPOSED: BrinkmateSearch = BrinkmateSearch::new("Proposed (proof numbers)", "widening");

/// The paper's three schemes, the oldest scheme, and the proposed one without simulation and with the leaf numbers of order 1.
const METHODS: [BrinkmateSearch; 6] = [
    NAGAI,
    NAGAI_PLUS,
    STRONGER_FIRST,
    PROPOSED,
    BrinkmateSearch::new("Proposed, no simulation", "widening").without("simulation"),
    BrinkmateSearch::new("Proposed, leaves as at order 1", "widening").leaves(100, 100, 0),
];

/// The number of bytes of a table entry.
const ENTRY: u64 = 32;

impl SoedaBrinkmate {
    /// The problems of all sets but the mates, if `mates` says so.
    fn problems(&self, mates: bool) -> Vec<BrinkmateProblem> {
        let sets = &SETS[usize::from(!mates)..];
        sets.iter().flat_map(|set| set.problems(self.most)).collect()
    }

    /// A table with one row for each set and method.
    fn table(&self, cells: &Cells) -> Table {
        let title = "Solved problems, and median ratios to the proposed method with 95 % bootstrap intervals";
        let heading = "set | method | solved | nodes | at order 2 | CPU s | largest table | nodes : Proposed | \
            time : Proposed | entries : Proposed";
        let mut table = Table::new(title, heading);
        for set in &SETS {
            let problems = set.problems(self.most);
            for method in &METHODS {
                let solved: Vec<&Cell> =
                    problems.iter().filter_map(|problem| method.cell(cells, problem)).collect();
                let sum = |key: &str| solved.iter().filter_map(|cell| cell.count(key)).sum::<u64>();
                let time = solved.iter().filter_map(|cell| cell.number("cpu_seconds")).sum::<f64>();
                let entries = solved.iter().filter_map(|cell| cell.count("table_entries")).max().unwrap_or(0);
                let beside = |key: &str| ratio_text(method.beside(&PROPOSED, &problems, cells, key));
                table.rows.push(vec![
                    set.name.to_owned(),
                    method.label.to_owned(),
                    format!("{} of {}", method.solved(&problems, cells), problems.len()),
                    grouped(sum("nodes")),
                    format!("{} %", 100 * sum("expanded_at_order_2") / sum("expanded").max(1)),
                    seconds(time),
                    format!("{} KiB", grouped(entries * ENTRY / 1024)),
                    beside("nodes"),
                    beside("cpu_seconds"),
                    beside("table_entries"),
                ]);
            }
        }
        table
    }

    /// A table of the problems that take the proposed method longest.
    fn hardest(&self, cells: &Cells) -> Table {
        let title = "Nodes on the problems that take the proposed method longest";
        let mut table = Table::new(title, "set | problem");
        table.columns.extend(METHODS.map(|method| method.label.to_owned()));
        let mut problems = self.problems(true);
        let nodes = |problem: &BrinkmateProblem| {
            PROPOSED.cell(cells, problem).map_or(0, |cell| cell.count("nodes").unwrap_or(u64::MAX))
        };
        problems.sort_by_key(|problem| std::cmp::Reverse(nodes(problem)));
        for problem in problems.iter().take(15) {
            let figures = METHODS.iter().map(|method| figure(method.cell(cells, problem), "nodes"));
            let names = [problem.set.to_owned(), problem.name.clone()];
            table.rows.push(names.into_iter().chain(figures).collect());
        }
        table
    }

    /// A plot of the number of problems solved within a limit.
    fn plot(&self, cells: &Cells, key: &str, label: &str) -> Drawing {
        let problems = self.problems(true);
        let series = METHODS.iter().enumerate().map(|(color, method)| {
            let mut took: Vec<f64> =
                problems.iter().filter_map(|problem| method.cell(cells, problem)?.number(key)).collect();
            took.sort_by(f64::total_cmp);
            let points =
                took.into_iter().enumerate().map(|(index, took)| (took.max(1e-5), index as f64 + 1.0));
            Series::new(method.label, LineStyle::Solid, color, points.collect::<Vec<_>>())
        });
        Drawing::plot(
            format!("Problems solved within a limit of {label}, all sets"),
            (&format!("{label} for one problem"), Scale::Log),
            ("problems solved", Scale::Linear),
            series,
        )
    }
}

const PROBLEMS: &str = "The paper's problems (100 of Mori, 55 mates and 45 brinkmates; 33 brinkmates of Kaneko) come \
    from books, and its figures were never published. Our problems are 55 mates from games, brinkmates of `data/hisshi_suite.tsv`, \
    from games and others, and the known brinkmates of `data/hisshi.tsv` and `data/hisshi_generated.tsv`, with the hands as they are \
    written. Mates and suite are the whole half that was held out when leaf numbers were fitted ([brinkmate-leaf-numbers](brinkmate-leaf-numbers.md)).";

const HOW: &str = "Every search looks for a win by threats up to order 2, with the solver's default df-pn and an \
    empty table of 256 MiB. The replay of the win and the proof that it is shortest are not included. *Nodes* are \
    visits, *at order 2* is the share of the expansions, repeated ones included, that belong to threats; a table entry has 32 bytes. In a ratio an unsolved \
    problem counts as infinite, and one that both leave unsolved does not count. Simulation reuses the mate that was found after a \
    pass, so it rarely applies in schemes that do not search the pass first.";

impl Experiment for SoedaBrinkmate {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "soeda-brinkmate",
            "fixed order, pass first, stronger threats first, proof-number widening on mates and brinkmates",
        )
        .limited(TIME)
        .limited_to(NODES)
        .taking("1 min")
        .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |problem: BrinkmateProblem| METHODS.map(|method| method.task(problem.clone()));
        self.problems(true).into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let problems = self.problems(true);
        let records = problems
            .iter()
            .flat_map(|problem| METHODS.iter().map(move |method| method.record(cells, problem)));
        Report {
            title: "Soeda: schemes of iteration on threat orders, on mates and brinkmates".to_owned(),
            notes: vec![
                PROBLEMS.to_owned(),
                HOW.to_owned(),
                self.conclusion(cells),
                contradictions(&METHODS, &problems, cells),
            ],
            tables: vec![self.table(cells), self.hardest(cells)],
            records: records.collect(),
            drawings: vec![
                self.plot(cells, "nodes", "nodes"),
                self.plot(cells, "cpu_seconds", "CPU seconds"),
                self.plot(cells, "table_entries", "table entries"),
            ],
            claims: self.claims(cells),
        }
    }
}
