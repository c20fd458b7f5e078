//! Soeda: *Comparison of df-pn based search algorithms on shogi brinkmate problems*.
//!
//! The paper compares three schemes: Nagai's fixed order of threats, the same with the pass strictly first, and its own
//! iteration on orders by proof numbers. Its figures were never published. This experiment measures the schemes on other
//! problems.

use cpu_time::ThreadTime;
use serde_json::json;
use yomikiri_notation::sfen_list;
use yomikiri_pns::{Algorithm, Lambda, Limits, Order, Scheme, Search, Verdict};
use yomikiri_shogi::{Position, Strictness};
use yomikiri_tsume::{MateTable, Problem, Techniques, ThreatProblem, ThreatTable, attacker};

use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::{About, Experiment};
use crate::mates::{CLOCK, FROM_GAMES, MEMORY, TIME, figure, is_solved, ratio};
use crate::plot::{Drawing, LineStyle, Plot, Scale, Series};
use crate::report::{Report, ReportRecord, Table, grouped, seconds};

/// The comparison of schemes on mates and brinkmates.
#[derive(Clone, Copy, Debug)]
pub struct SoedaBrinkmate {
    /// The largest number of problems of each set.
    pub most: usize,
}

/// A set of problems.
struct ProblemSet {
    name: &'static str,
    texts: &'static [&'static str],
    sample: usize,
}

/// As many mates and brinkmates as in the book of the paper, and known brinkmates from other sources.
const SETS: [ProblemSet; 3] = [
    ProblemSet { name: "mates", texts: &FROM_GAMES_TEXTS, sample: 55 },
    ProblemSet { name: "brinkmates", texts: &[yomikiri_data::HISSHI_SUITE], sample: 45 },
    ProblemSet {
        name: "brinkmates, known",
        texts: &[yomikiri_data::HISSHI, yomikiri_data::HISSHI_GENERATED],
        sample: 33,
    },
];

const FROM_GAMES_TEXTS: [&str; 5] =
    [FROM_GAMES[0].text, FROM_GAMES[1].text, FROM_GAMES[2].text, FROM_GAMES[3].text, FROM_GAMES[4].text];

/// A problem of a set.
#[derive(Clone)]
struct BrinkmateProblem {
    set: &'static str,
    number: usize,
    name: String,
    position: Position,
}

impl ProblemSet {
    fn problems(&self, most: usize) -> Vec<BrinkmateProblem> {
        let rows: Vec<_> =
            self.texts.iter().flat_map(|text| sfen_list::rows(text, Strictness::Strict)).collect();
        let count = self.sample.min(most).min(rows.len());
        let at = |index: usize| index * rows.len() / count;
        let problem = |index: usize| {
            let row = &rows[index];
            // In the files of brinkmates, column 2 holds the name, followed by the line.
            let name = row.columns.get(1).and_then(|name| name.split(" line=").next());
            Some(BrinkmateProblem {
                set: self.name,
                number: index + 1,
                name: name
                    .filter(|name| !name.is_empty())
                    .map_or_else(|| format!("{} {}", self.name, index + 1), str::to_owned),
                position: row.record.as_ref().ok()?.initial.clone(),
            })
        };
        (0..count).map(at).filter_map(problem).collect()
    }
}

/// A scheme, with or without some techniques.
#[derive(Clone, Copy)]
struct SchemeVariant {
    label: &'static str,
    scheme: &'static str,
    without: &'static str,
}

const fn method(label: &'static str, scheme: &'static str) -> SchemeVariant {
    SchemeVariant { label, scheme, without: "" }
}

/// The paper's three schemes, the oldest scheme, and the proposed one without simulation.
const METHODS: [SchemeVariant; 5] = [
    method("Nagai (fixed order)", "nagai"),
    method("Nagai+ (pass first)", "nagai+"),
    method("stronger threats first", "stronger-first"),
    method("Proposed (proof numbers)", "widening"),
    SchemeVariant { label: "Proposed, no simulation", scheme: "widening", without: "simulation" },
];

const PROPOSED: usize = 3;

impl SchemeVariant {
    fn id(&self, problem: &BrinkmateProblem) -> String {
        let without =
            if self.without.is_empty() { String::new() } else { format!(" --without {}", self.without) };
        format!("brinkmate {} {}: {}{without}", problem.set, problem.number, self.scheme)
    }

    fn cell<'a>(&self, cells: &'a Cells, problem: &BrinkmateProblem) -> Option<&'a Cell> {
        cells.get(&self.id(problem))
    }

    fn measure(&self, problem: &BrinkmateProblem, limits: &Limits) -> Cell {
        let failed = |reason: String| Cell::Failed { reason };
        let scheme: Scheme = match self.scheme.parse() {
            Ok(scheme) => scheme,
            Err(error) => return failed(format!("{error}")),
        };
        let techniques = match Techniques::default().without(self.without) {
            Ok(techniques) => techniques,
            Err(error) => return failed(format!("{error}")),
        };
        let limits = Limits { memory: MEMORY, ..limits.clone() };
        let game = Problem::new(problem.position.clone(), attacker(&problem.position));
        let game = Lambda::new(ThreatProblem::from(game.with_techniques(techniques)), Order::TWO, scheme);
        let mut table = match MateTable::with_memory(MEMORY) {
            Ok(table) => table,
            Err(error) => return failed(error.to_string()),
        };
        let cpu = ThreadTime::now();
        let search = Search::new(game).algorithm(Algorithm::default()).limits(limits.clone());
        let outcome = search.run_with_table(ThreatTable(&mut table));
        let cpu_seconds = cpu.elapsed().as_secs_f64();
        if let Verdict::Unknown(reason) = outcome.verdict {
            return Cell::unsolved(reason, &limits);
        }
        done(json!({
            "win": outcome.verdict.value(),
            "nodes": outcome.counters.visits,
            "generated": outcome.counters.generated,
            "table_entries": outcome.counters.table_entries,
            "cpu_seconds": cpu_seconds,
        }))
    }

    fn record(&self, cells: &Cells, problem: &BrinkmateProblem) -> ReportRecord {
        let cell = self.cell(cells, problem);
        let mut record = ReportRecord::from_iter([
            ("set".to_owned(), json!(problem.set)),
            ("number".to_owned(), json!(problem.number)),
            ("problem".to_owned(), json!(problem.name)),
            ("method".to_owned(), json!(self.label)),
        ]);
        for key in ["win", "nodes", "generated", "table_entries", "cpu_seconds"] {
            record.insert(key.to_owned(), json!(cell.and_then(|cell| cell.get(key))));
        }
        record.insert("state".to_owned(), json!(cell.and_then(Cell::missing_reason)));
        record
    }
}

impl SoedaBrinkmate {
    fn problems(&self) -> Vec<BrinkmateProblem> {
        SETS.iter().flat_map(|set| set.problems(self.most)).collect()
    }

    /// A table with one row for each set and method.
    fn table(&self, cells: &Cells) -> Table {
        let columns = [
            "set",
            "method",
            "solved",
            "nodes",
            "CPU s",
            "largest table",
            "nodes : Proposed",
            "time : Proposed",
            "entries : Proposed",
        ];
        let title = "Solved problems, and geometric mean ratios to the proposed method where both solve";
        let mut table = Table::new(title, &columns);
        for set in &SETS {
            let problems = set.problems(self.most);
            for method in &METHODS {
                let solved: Vec<&Cell> = problems
                    .iter()
                    .filter_map(|problem| method.cell(cells, problem))
                    .filter(|cell| is_solved(Some(cell)))
                    .collect();
                let sum = |key: &str| solved.iter().filter_map(|cell| cell.count(key)).sum::<u64>();
                let time = solved.iter().filter_map(|cell| cell.number("cpu_seconds")).sum::<f64>();
                let entries = solved.iter().filter_map(|cell| cell.count("table_entries")).max().unwrap_or(0);
                let beside = |key: &str| {
                    let pairs = problems
                        .iter()
                        .map(|problem| (method.cell(cells, problem), METHODS[PROPOSED].cell(cells, problem)));
                    ratio(pairs, key).0.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"))
                };
                table.rows.push(vec![
                    set.name.to_owned(),
                    method.label.to_owned(),
                    format!("{} of {}", solved.len(), problems.len()),
                    grouped(sum("nodes")),
                    seconds(time),
                    format!("{} KiB", grouped(entries * 32 / 1024)),
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
        let mut columns = vec!["set", "problem"];
        columns.extend(METHODS.iter().map(|method| method.label));
        let mut table = Table::new("Nodes on the problems that take the proposed method longest", &columns);
        let mut problems = self.problems();
        let nodes = |problem: &BrinkmateProblem| {
            METHODS[PROPOSED].cell(cells, problem).map_or(0, |cell| cell.count("nodes").unwrap_or(u64::MAX))
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
        let series = METHODS.iter().enumerate().map(|(color, method)| {
            let problems = self.problems();
            let mut took: Vec<f64> =
                problems.iter().filter_map(|problem| method.cell(cells, problem)?.number(key)).collect();
            took.sort_by(f64::total_cmp);
            let points =
                took.into_iter().enumerate().map(|(index, took)| (took.max(1e-5), index as f64 + 1.0));
            Series::new(method.label, LineStyle::Solid, color, points.collect::<Vec<_>>())
        });
        Drawing::Plot(Plot {
            title: format!("Problems solved within a limit of {label}, all sets"),
            x_label: format!("{label} for one problem"),
            y_label: "problems solved".to_owned(),
            x: Scale::Log,
            y: Scale::Linear,
            series: series.collect(),
        })
    }
}

const PROBLEMS: &str = "The paper's problems (100 of Mori, 55 mates and 45 brinkmates; 33 brinkmates of Kaneko) come \
    from books, and its figures were never published. Our problems are 55 mates from games, 45 brinkmates of `data/hisshi_suite.tsv`, and \
        the known brinkmates of `data/hisshi*.tsv`, with the hands as they are written.";

const HOW: &str = "Every search looks for a win by threats up to order 2, with the solver's default df-pn and an \
    empty table of 256 MiB. The replay of the win and the proof that it is shortest are not included. *Nodes* are \
        visits; a table entry has 32 bytes. A search that reaches a limit is *unsolved*. Simulation reuses the mate \
        that was found after a pass, so it rarely applies in schemes that do not search the pass first.";

impl Experiment for SoedaBrinkmate {
    fn about(&self) -> About {
        About::new(
            "soeda-brinkmate",
            "fixed order, pass first, stronger threats first, proof-number widening on mates and brinkmates",
        )
        .limited(TIME)
        .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |problem: BrinkmateProblem| {
            METHODS.into_iter().map(move |method| {
                let problem = problem.clone();
                Task::new(method.id(&problem), move |limits| method.measure(&problem, limits))
            })
        };
        self.problems().into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let problems = self.problems();
        let contradictions = problems
            .iter()
            .filter(|problem| {
                let some_say = |value: bool| {
                    METHODS
                        .iter()
                        .filter_map(|method| method.cell(cells, problem)?.get("win"))
                        .any(|win| *win == value)
                };
                some_say(true) && some_say(false)
            })
            .count();
        let records = problems
            .iter()
            .flat_map(|problem| METHODS.iter().map(move |method| method.record(cells, problem)));
        Report {
            title: "Soeda: schemes of iteration on threat orders, on mates and brinkmates".to_owned(),
            notes: vec![
                PROBLEMS.to_owned(),
                HOW.to_owned(),
                format!("Verdicts that contradict each other: **{contradictions}**."),
            ],
            tables: vec![self.table(cells), self.hardest(cells)],
            records: records.collect(),
            drawings: vec![
                self.plot(cells, "nodes", "nodes"),
                self.plot(cells, "cpu_seconds", "CPU seconds"),
                self.plot(cells, "table_entries", "table entries"),
            ],
            ..Report::default()
        }
    }
}
