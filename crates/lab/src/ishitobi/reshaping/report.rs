//! The report on shape keeping and repair.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use yomikiri_compose::measure::{Bound, Measurement};

use super::super::{FEW, KEYS, numbers, shown};
use super::Reshaping;
use super::examined::{Examined, Made};
use crate::bootstrap::Median;
use crate::cell::Cells;
use crate::mates::MateProblem;
use crate::plot::{Drawing, LineStyle, Plot, Scale, Series};
use crate::report::{ReportRecord, Table};

/// MAX PN, MAX DN and iterations.
type Measures = [Bound<u64>; 3];

/// A new problem, with all orders of pieces that led to it.
struct Distinct<'a> {
    from: String,
    orders: Vec<u64>,
    made: Made<'a>,
}

impl Reshaping {
    /// The orders that led to a new problem, each with its run.
    fn made<'a>(&self, cells: &'a Cells, problem: &MateProblem) -> Vec<(u64, Made<'a>)> {
        let made = |order| Some((order, cells.get(&self.id(problem, order)).and_then(Made::of)?));
        (0..self.orders).filter_map(made).collect()
    }

    fn all_made<'a>(&self, cells: &'a Cells) -> Vec<Made<'a>> {
        let problems = self.collection.problems();
        problems.iter().flat_map(|problem| self.made(cells, problem)).map(|(_, made)| made).collect()
    }

    /// The distinct new problems.
    fn distinct<'a>(&self, cells: &'a Cells) -> Vec<Distinct<'a>> {
        let mut distinct: Vec<Distinct<'a>> = Vec::new();
        for problem in self.collection.problems() {
            for (order, made) in self.made(cells, &problem) {
                let same = |known: &&mut Distinct<'_>| known.made.after.position == made.after.position;
                match distinct.iter_mut().find(same) {
                    Some(known) => known.orders.push(order),
                    None => distinct.push(Distinct { from: problem.name.clone(), orders: vec![order], made }),
                }
            }
        }
        distinct
    }

    /// A table of the original, the result in the order of squares, and the best result of all orders.
    pub(super) fn table(&self, cells: &Cells) -> Table {
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
            row.extend(figures(first.and_then(|cell| numbers(cell, "before"))));
            let mut show = |made: Option<&Made<'_>>, otherwise: String| {
                row.push(made.map_or(otherwise, |made| made.after.plies()));
                row.extend(figures(made.map(|made| made.after.numbers)));
            };
            let strong =
                first.and_then(|cell| cell.get("strong")).and_then(Value::as_array).map_or(0, Vec::len);
            let made = self.made(cells, &problem);
            show(first.and_then(Made::of).as_ref(), format!("{strong} stay strong"));
            // Of equals the first.
            let best = made.iter().rev().max_by_key(|(_, made)| made.after.numbers[1].least());
            show(best.map(|(_, made)| made), "none".to_owned());
            row.push(format!("{} of {}", made.len(), self.orders));
            table.rows.push(row);
        }
        table
    }

    /// A table of the new problems.
    pub(super) fn positions(&self, cells: &Cells) -> Table {
        let mut table = Table::new(
            "The problems that were made",
            &["from", "order", "position", "plies", "soundness, first fault", "rounds", "candidates"],
        );
        for problem in self.collection.problems() {
            for (order, made) in self.made(cells, &problem) {
                let count = |key| made.cell.text(key).unwrap_or_default();
                table.rows.push(vec![
                    problem.name.clone(),
                    order.to_string(),
                    format!("`{}`", made.after.position),
                    made.after.plies(),
                    made.after.verdict(),
                    count("rounds"),
                    count("trials"),
                ]);
            }
        }
        table
    }

    /// A table of the repaired problems.
    pub(super) fn repairs(&self, cells: &Cells) -> Table {
        let columns = [
            "from",
            "orders",
            "plies",
            "MAX PN",
            "MAX DN",
            "iterations",
            "soundness",
            "repaired: plies",
            "MAX PN",
            "MAX DN",
            "iterations",
            "position",
        ];
        let mut table = Table::new("The different problems that were made; after repair", &columns);
        for Distinct { from, orders, made } in self.distinct(cells) {
            let orders: Vec<String> = orders.iter().map(u64::to_string).collect();
            let mut row = vec![from, orders.join(", "), made.after.plies()];
            row.extend(figures(Some(made.after.numbers)));
            row.push(made.after.verdict());
            let repaired = made.repaired.as_ref();
            let none = if made.after.is_sound() { "–" } else { "none" };
            row.push(repaired.map_or(none.to_owned(), Examined::plies));
            row.extend(figures(repaired.map(|repaired| repaired.numbers)));
            row.push(repaired.map_or("–".to_owned(), |repaired| format!("`{}`", repaired.position)));
            table.rows.push(row);
        }
        table
    }

    /// The conclusion on shape keeping, in a few sentences.
    pub(super) fn conclusion(&self, cells: &Cells) -> String {
        let runs = self.collection.problems().len() as u64 * self.orders;
        let made = self.all_made(cells);
        let pairs: Vec<(Measures, Measures)> =
            made.iter().map(|made| (made.before, made.after.numbers)).collect();
        format!(
            "**{} of {runs} runs ended with a problem of shogi; in the others a piece stayed strong, because every \
                candidate for its square was rejected: no mate, not solved, or PN above DN. Of the problems made, which are often the same in several orders: {}.**",
            made.len(),
            [0, 1, 2].map(|at| change(&pairs, at)).join("; ")
        )
    }

    /// The conclusion on soundness and repair, in a few sentences.
    pub(super) fn conclusion_on_soundness(&self, cells: &Cells) -> String {
        let distinct = self.distinct(cells);
        let made = || distinct.iter().map(|distinct| &distinct.made);
        let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
        for made in made() {
            *verdicts.entry(made.after.verdict()).or_default() += 1;
        }
        let verdicts: Vec<String> =
            verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        let not_sound: Vec<&Made<'_>> = made().filter(|made| !made.after.is_sound()).collect();
        let repaired: Vec<(&Made<'_>, &Examined)> =
            not_sound.iter().filter_map(|made| Some((*made, made.repaired.as_ref()?))).collect();
        let reshaped: Vec<(Measures, Measures)> =
            repaired.iter().map(|(made, repaired)| (made.after.numbers, repaired.numbers)).collect();
        let before: Vec<(Measures, Measures)> =
            repaired.iter().map(|(made, repaired)| (made.before, repaired.numbers)).collect();
        let both = |pairs: &[(Measures, Measures)]| [0, 1].map(|at| change(pairs, at)).join("; ");
        format!(
            "**{} different problems were made: {}. Repair made sound problems of {} of the {} that are not known to be sound.** {} Against what shape \
             keeping had made, the repaired ones: {}. Against the problems it started from: {}.",
            distinct.len(),
            if verdicts.is_empty() { "–".to_owned() } else { verdicts.join(", ") },
            repaired.len(),
            not_sound.len(),
            self.printed_soundness,
            both(&reshaped),
            both(&before)
        )
    }

    pub(super) fn plot(&self, cells: &Cells, at: usize) -> Drawing {
        let made = self.all_made(cells);
        let point =
            |made: &Made<'_>, after: &Measures| (made.before[at].least() as f64, after[at].least() as f64);
        let points: Vec<(f64, f64)> = made.iter().map(|made| point(made, &made.after.numbers)).collect();
        let repaired = made.iter().filter_map(|made| Some(point(made, &made.repaired.as_ref()?.numbers)));
        let most = points.iter().map(|&(before, _)| before).fold(1.0, f64::max);
        Drawing::Plot(Plot {
            title: format!("{} before and after shape keeping", Measurement::NAMES[at]),
            x_label: "before".to_owned(),
            y_label: "after".to_owned(),
            x: Scale::Log,
            y: Scale::Log,
            series: vec![
                Series::new("a problem, an order", LineStyle::Dots, 0, points),
                Series::new("repaired", LineStyle::Dots, 1, repaired.collect::<Vec<_>>()),
                Series::new("unchanged", LineStyle::Dashed, 7, [(1.0, 1.0), (most, most)]),
            ],
        })
    }

    pub(super) fn records(&self, cells: &Cells) -> Vec<ReportRecord> {
        let mut records = Vec::new();
        for problem in self.collection.problems() {
            for order in 0..self.orders {
                let cell = cells.get(&self.id(&problem, order));
                let mut record = ReportRecord::from_iter([
                    ("problem".to_owned(), json!(problem.name)),
                    ("from".to_owned(), json!(problem.position.to_sfen())),
                    ("order".to_owned(), json!(order)),
                ]);
                for when in ["before", "after", "repaired"] {
                    let numbers = cell.and_then(|cell| numbers(cell, when));
                    for (key, at) in KEYS.into_iter().zip(0..) {
                        let number = numbers.map(|numbers| numbers[at]);
                        record.insert(format!("{when}_{key}"), json!(number.map(Bound::least)));
                    }
                    let cut = numbers.map(|numbers| numbers[0].exact().is_none());
                    record.insert(format!("{when}_at_least"), json!(cut));
                }
                for when in ["after", "repaired"] {
                    let outcome = cell.and_then(|cell| cell.get(when));
                    for key in ["position", "length", "minimal", "soundness", "fault"] {
                        record.insert(format!("{when}_{key}"), json!(outcome.map(|outcome| &outcome[key])));
                    }
                }
                for key in ["rounds", "trials", "end"] {
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

/// Three numbers as tables show them.
fn figures(numbers: Option<Measures>) -> [String; 3] {
    numbers.map_or_else(|| ["–"; 3].map(str::to_owned), |numbers| numbers.map(shown))
}

/// The change of a measure from the first to the second of each pair, in words. Lower bounds are left out.
fn change(pairs: &[(Measures, Measures)], at: usize) -> String {
    let known: Vec<(u64, u64)> =
        pairs.iter().filter_map(|(one, other)| one[at].exact().zip(other[at].exact())).collect();
    let ratios: Vec<f64> = known.iter().map(|&(one, other)| other as f64 / one as f64).collect();
    let show = |value: f64| if value < 0.1 { format!("{value:.3}") } else { format!("{value:.1}") };
    let factors = match Median::of(ratios.iter().copied()) {
        Some(median) if ratios.len() >= FEW => format!(", median factor {}", median.text(show)),
        Some(_) => format!(", factors {}", ratios.into_iter().map(show).collect::<Vec<_>>().join(", ")),
        None => String::new(),
    };
    let rose = known.iter().filter(|(one, other)| other > one).count();
    let fell = known.iter().filter(|(one, other)| other < one).count();
    let name = Measurement::NAMES[at];
    format!("{name} rose in {rose} of {}, fell in {fell}{factors}", known.len())
}
