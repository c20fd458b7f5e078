//! Tables 3 and 4: what shape keeping makes of short problems.

use serde_json::{Value, json};
use yomikiri_compose::measure::{Bound, Measurement, Settings, Store, bare};
use yomikiri_compose::{End, Setup, ShapeKeeping};
use yomikiri_pns::{Limits, Random};
use yomikiri_shogi::{Color, PieceKind, Position, Square};
use yomikiri_tsume::{Query, Solver, Verdict};

use super::paper::{self, Printed};
use super::{KEYS, numbers, numbers_json, printed, shown};
use crate::bootstrap::Median;
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::Experiment;
use crate::mates::{CLOCK, Collection, MEMORY, MateProblem};
use crate::plot::{Drawing, Line, Plot, Scale, Series};
use crate::report::{Record, Report, Table};

/// Shape keeping on generated problems of one length.
#[derive(Clone, Copy, Debug)]
pub struct Reshaping {
    name: &'static str,
    title: &'static str,
    printed: &'static [Printed],
    collection: Collection,
    /// Nodes for each candidate.
    nodes: u64,
    /// Orders of pieces: that of the squares, and shuffled ones.
    orders: u64,
}

impl Reshaping {
    /// Problems of three plies.
    pub const TABLE_3: Reshaping = Reshaping {
        name: "ishitobi-table-3",
        title: "Ishitobi, Cincotti and Iida, table 3: shape keeping on problems of 3 plies",
        printed: &paper::TABLE_3,
        collection: Collection {
            name: "tanuki_mate3",
            text: include_str!("../../../../data/tanuki_mate3.tsv"),
            sample: 10,
        },
        nodes: 50_000,
        orders: 4,
    };

    /// Problems of five plies.
    pub const TABLE_4: Reshaping = Reshaping {
        name: "ishitobi-table-4",
        title: "Ishitobi, Cincotti and Iida, table 4: shape keeping on problems of 5 plies",
        printed: &paper::TABLE_4,
        collection: Collection {
            name: "tanuki_mate5",
            text: include_str!("../../../../data/tanuki_mate5.tsv"),
            sample: 10,
        },
        ..Reshaping::TABLE_3
    };

    /// A small version.
    #[must_use]
    pub const fn small(self, problems: usize, nodes: u64) -> Reshaping {
        Reshaping { collection: self.collection.of(problems), nodes, orders: 2, ..self }
    }

    fn id(&self, problem: &MateProblem, order: u64) -> String {
        format!("reshape {} {}: order {order}, {} nodes", problem.collection, problem.number, self.nodes)
    }

    fn measure(&self, problem: &MateProblem, order: u64, limits: &Limits) -> Cell {
        let setup = match Setup::of(&problem.position) {
            Ok(setup) => setup,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let technique =
            ShapeKeeping { nodes: self.nodes, order: squares(&setup, order), ..ShapeKeeping::default() };
        let reshaped = technique.run(&setup, limits.stop.as_ref(), &mut |_| {});
        if reshaped.end == End::Stopped {
            return Cell::Stopped;
        }
        let position = reshaped.setup.and_then(|setup| setup.position().ok());
        let (before, after) = (numbers_of(&problem.position), position.as_ref().map(numbers_of));
        let solved = position.as_ref().map(length);
        done(json!({
            "before": before,
            "after": after,
            "position": position.as_ref().map(Position::to_sfen),
            "length": solved.and_then(|(length, _)| length),
            "minimal": solved.map(|(_, minimal)| minimal),
            "strong": reshaped.strong.iter().map(Square::to_string).collect::<Vec<_>>(),
            "rounds": reshaped.rounds,
            "trials": reshaped.trials,
            "end": format!("{:?}", reshaped.end).to_lowercase(),
        }))
    }
}

/// The order of pieces: 0 is that of the squares, others are shuffled.
fn squares(setup: &Setup, order: u64) -> Vec<Square> {
    let pieces = setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King);
    let mut squares: Vec<Square> = pieces.map(|(square, _)| square).collect();
    if order > 0 {
        Random::new(order).shuffle(&mut squares);
    }
    squares
}

/// Nodes for the measurement of a whole problem, and for its exact length.
const NODES: u64 = 1_000_000;

fn numbers_of(position: &Position) -> Value {
    let settings = Settings { store: Store::Table, ..Settings::default() };
    let limits = Limits { nodes: Some(NODES), memory: MEMORY, ..Limits::default() };
    numbers_json(&settings.measure(bare(position, Color::Black), limits, None))
}

/// The length of the mate and whether it is proved minimal.
fn length(position: &Position) -> (Option<usize>, bool) {
    let limits = Limits { nodes: Some(NODES), memory: MEMORY, ..Limits::default() };
    let query = Query { limits, ..Query::default() };
    let answer = Solver::new(MEMORY).solve(position, Color::Black, &query, &mut |_| {});
    match answer.map(|answer| answer.verdict) {
        Ok(Verdict::Mate(mate)) => (Some(mate.length()), mate.minimal),
        _ => (None, false),
    }
}

/// A run of shape keeping that made a problem.
struct Made<'a> {
    cell: &'a Cell,
    before: [Bound<u64>; 3],
    after: [Bound<u64>; 3],
}

impl Made<'_> {
    fn of(cell: &Cell) -> Option<Made<'_>> {
        Some(Made { cell, before: numbers(cell, "before")?, after: numbers(cell, "after")? })
    }

    fn position(&self) -> &str {
        self.cell.get("position").and_then(Value::as_str).unwrap_or_default()
    }

    fn length(&self) -> String {
        match (self.cell.count("length"), self.cell.get("minimal").and_then(Value::as_bool)) {
            (Some(length), Some(true)) => length.to_string(),
            (Some(length), _) => format!("≤ {length}"),
            _ => "–".to_owned(),
        }
    }
}

impl Reshaping {
    fn made<'a>(&self, cells: &'a Cells, problem: &MateProblem) -> Vec<Made<'a>> {
        let cells = (0..self.orders).filter_map(|order| cells.get(&self.id(problem, order)));
        cells.filter_map(Made::of).collect()
    }

    /// The problem in the order of squares, and the best of all orders.
    fn table(&self, cells: &Cells) -> Table {
        let columns = [
            "problem",
            "MAX PN",
            "MAX DN",
            "iterations",
            "→ plies",
            "MAX PN",
            "MAX DN",
            "iterations",
            "best: plies",
            "MAX PN",
            "MAX DN",
            "iterations",
            "orders that made one",
        ];
        let title =
            "Before; after, pieces in the order of squares; the order of pieces with the highest MAX DN";
        let mut table = Table::new(title, &columns);
        for problem in self.collection.problems() {
            let first = cells.get(&self.id(&problem, 0));
            let mut row = vec![problem.name.clone()];
            let before = first.and_then(|cell| numbers(cell, "before"));
            row.extend([0, 1, 2].map(|at| before.map_or("–".to_owned(), |numbers| shown(numbers[at]))));
            let mut show = |made: Option<&Made<'_>>, otherwise: String| {
                row.push(made.map_or(otherwise, Made::length));
                row.extend([0, 1, 2].map(|at| made.map_or("–".to_owned(), |made| shown(made.after[at]))));
            };
            let strong =
                first.and_then(|cell| cell.get("strong")).and_then(Value::as_array).map_or(0, Vec::len);
            let made = self.made(cells, &problem);
            show(first.and_then(Made::of).as_ref(), format!("{strong} stay strong"));
            // The first of equals.
            show(made.iter().rev().max_by_key(|made| made.after[1].least()), "none".to_owned());
            row.push(format!("{} of {}", made.len(), self.orders));
            table.rows.push(row);
        }
        table
    }

    /// What was made, to be looked at.
    fn positions(&self, cells: &Cells) -> Table {
        let mut table = Table::new(
            "The problems that were made",
            &["from", "order", "position", "plies", "rounds", "candidates"],
        );
        for problem in self.collection.problems() {
            for order in 0..self.orders {
                let Some(made) = cells.get(&self.id(&problem, order)).and_then(Made::of) else { continue };
                let count = |key| made.cell.text(key).unwrap_or_default();
                table.rows.push(vec![
                    problem.name.clone(),
                    order.to_string(),
                    format!("`{}`", made.position()),
                    made.length(),
                    count("rounds"),
                    count("trials"),
                ]);
            }
        }
        table
    }

    /// What happened, in sentences.
    fn conclusion(&self, cells: &Cells) -> String {
        let problems = self.collection.problems();
        let runs = problems.len() as u64 * self.orders;
        let made: Vec<Made<'_>> = problems.iter().flat_map(|problem| self.made(cells, problem)).collect();
        let changes = [0, 1, 2].map(|at| {
            let more = made.iter().filter(|made| made.after[at].least() > made.before[at].least()).count();
            let ratios =
                made.iter().map(|made| made.after[at].least() as f64 / made.before[at].least() as f64);
            let ratio = Median::of(ratios)
                .map_or("–".to_owned(), |ratio| ratio.text(|value| format!("{value:.1}")));
            format!("{} rose in {more}, median factor {ratio}", Measurement::NAMES[at])
        });
        format!(
            "**{} of {runs} runs ended with a problem of shogi; in the others a piece had to stay strong, because no candidate for its place was left: \
             no mate, not decided, or PN above DN. Of the problems made, which are often the same in several orders: {}.** Nothing is said here about \
             soundness.",
            made.len(),
            changes.join("; ")
        )
    }

    fn plot(&self, cells: &Cells, at: usize) -> Drawing {
        let problems = self.collection.problems();
        let made: Vec<Made<'_>> = problems.iter().flat_map(|problem| self.made(cells, problem)).collect();
        let points = made.iter().map(|made| (made.before[at].least() as f64, made.after[at].least() as f64));
        let most = points.clone().map(|(before, _)| before).fold(1.0, f64::max);
        Drawing::Plot(Plot {
            title: format!("{} before and after shape keeping", Measurement::NAMES[at]),
            x_label: "before".to_owned(),
            y_label: "after".to_owned(),
            x: Scale::Log,
            y: Scale::Log,
            series: vec![
                Series::new("a problem, an order", Line::Dots, 0, points.collect::<Vec<_>>()),
                Series::new("unchanged", Line::Dashed, 7, [(1.0, 1.0), (most, most)]),
            ],
        })
    }

    fn records(&self, cells: &Cells) -> Vec<Record> {
        let mut records = Vec::new();
        for problem in self.collection.problems() {
            for order in 0..self.orders {
                let cell = cells.get(&self.id(&problem, order));
                let mut record = Record::from_iter([
                    ("problem".to_owned(), json!(problem.name)),
                    ("from".to_owned(), json!(problem.position.to_sfen())),
                    ("order".to_owned(), json!(order)),
                ]);
                for when in ["before", "after"] {
                    let numbers = cell.and_then(|cell| numbers(cell, when));
                    for (key, at) in KEYS.into_iter().zip(0..) {
                        let number = numbers.map(|numbers| numbers[at]);
                        record.insert(format!("{when}_{key}"), json!(number.map(Bound::least)));
                    }
                    let cut = numbers.map(|numbers| numbers[0].exact().is_none());
                    record.insert(format!("{when}_at_least"), json!(cut));
                }
                for key in ["position", "length", "minimal", "rounds", "trials", "end"] {
                    record.insert(key.to_owned(), json!(cell.and_then(|cell| cell.get(key))));
                }
                let strong = cell.and_then(|cell| cell.get("strong")).and_then(Value::as_array).map(Vec::len);
                record.insert("strong".to_owned(), json!(strong));
                records.push(record);
            }
        }
        records
    }
}

const HOW: &str = "Pseudo-code 3 of the paper: all pieces but the kings become strong ones (rook, bishop and king together: the paper's figure of their moves is \
    missing), then each becomes the shogi piece with which the problem is still a mate and its MAX PN (once no other piece is strong, its MAX DN) is \
    highest, until nothing changes. The attacker's hand stays as it is. Candidates that are not decided within their nodes are out, as are those with PN / DN \
    above 1. The paper does not say in which order pieces are replaced, and much depends on it: order 0 is that of the squares (file by file from the right), the \
    others are shuffled. Measures are those of df-pn on a table, leaves (1, 1), moves as generated.";

impl Experiment for Reshaping {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        if self.name == Reshaping::TABLE_3.name {
            "shape keeping on ten problems of 3 plies: measures before and after"
        } else {
            "shape keeping on ten problems of 5 plies: measures before and after"
        }
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |problem: MateProblem| {
            let this = *self;
            (0..self.orders).map(move |order| {
                let problem = problem.clone();
                Task::new(this.id(&problem, order), move |limits| this.measure(&problem, order, limits))
            })
        };
        self.collection.problems().into_iter().flat_map(of).collect()
    }

    fn clock(&self) -> &'static str {
        CLOCK
    }

    fn report(&self, cells: &Cells) -> Report {
        let which = format!(
            "The paper shows one problem, from a book. Ours: {} of `data/{}.tsv`, evenly spread. Each candidate has {} nodes; problems are measured with up to \
             {NODES} nodes, and their lengths proved with as many.",
            self.collection.problems().len(),
            self.collection.name,
            self.nodes
        );
        Report {
            title: self.title.to_owned(),
            notes: vec![which, HOW.to_owned(), self.conclusion(cells)],
            tables: vec![printed("The paper", self.printed), self.table(cells), self.positions(cells)],
            records: self.records(cells),
            drawings: [0, 1, 2].map(|at| self.plot(cells, at)).to_vec(),
        }
    }
}
