//! The measures by class and by problem.

use serde_json::json;
use yomikiri_compose::measure::{Bound, MeasureSettings, Measurement};

use super::super::classes::{self, CLASSES, ProblemOrigin};
use super::super::{KEYS, shown};
use super::{Separation, SolvedProblem, settings};
use crate::bootstrap::Median;
use crate::cell::Cells;
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{ReportRecord, Table, grouped, object, or_dash};

impl Separation {
    /// The medians of each class at each length, with the paper's settings.
    pub(super) fn medians(&self, cells: &Cells, problems: &[SolvedProblem]) -> Table {
        let title = format!("Medians by exact length: {}", MeasureSettings::default());
        let heading = "class | plies | problems | pieces | MAX PN | MAX DN | iterations | cut off";
        let mut table = Table::new(title, heading);
        for name in classes::names(&CLASSES) {
            for length in self.lengths.0..=self.lengths.1 {
                let of: Vec<&SolvedProblem> = problems
                    .iter()
                    .filter(|problem| problem.member.class.name == name && problem.length == length)
                    .collect();
                if of.is_empty() {
                    continue;
                }
                let measured: Vec<[Bound<u64>; 3]> = of
                    .iter()
                    .filter_map(|problem| self.numbers(cells, problem, MeasureSettings::default()))
                    .collect();
                let median = |values: Vec<f64>| {
                    let show = |value: f64| grouped(value.round() as u64);
                    or_dash(Median::new(values).map(|median| median.text(show)))
                };
                let number = |at: usize| {
                    let value = |numbers: &[Bound<u64>; 3]| match numbers[at] {
                        Bound::Exact(value) => value as f64,
                        Bound::AtLeast(_) => f64::INFINITY,
                    };
                    median(measured.iter().map(value).collect())
                };
                let cut = measured.iter().filter(|numbers| numbers[0].exact().is_none()).count();
                table.rows.push(vec![
                    name.to_owned(),
                    length.to_string(),
                    of.len().to_string(),
                    median(of.iter().map(|problem| problem.pieces as f64).collect()),
                    number(0),
                    number(1),
                    number(2),
                    cut.to_string(),
                ]);
            }
        }
        table
    }

    /// A table of the classics, one by one.
    pub(super) fn classics(&self, cells: &Cells, problems: &[SolvedProblem]) -> Table {
        let heading = "problem | plies | published | pieces | sacrifices | MAX PN | MAX DN | iterations";
        let mut table = Table::new("The problems of Zukō", heading);
        for problem in problems.iter().filter(|problem| problem.member.class.origin == ProblemOrigin::Classic)
        {
            let numbers = self.numbers(cells, problem, MeasureSettings::default());
            let mut row = vec![
                problem.member.problem.name.clone(),
                problem.length.to_string(),
                or_dash(problem.member.problem.plies),
                problem.pieces.to_string(),
                problem.sacrifices.to_string(),
            ];
            row.extend([0, 1, 2].map(|at| or_dash(numbers.map(|numbers| shown(numbers[at])))));
            table.rows.push(row);
        }
        table
    }

    pub(super) fn plot(&self, cells: &Cells, problems: &[SolvedProblem], at: usize) -> Drawing {
        let series = classes::names(&CLASSES).into_iter().enumerate().map(|(color, name)| {
            let of = problems.iter().filter(|problem| problem.member.class.name == name);
            let points = of.filter_map(|problem| {
                let number = self.numbers(cells, problem, MeasureSettings::default())?[at].least();
                // Classes are shifted sideways, so that their points do not cover each other.
                Some((problem.length as f64 + 0.3 * color as f64 - 0.4, number as f64))
            });
            Series::new(name, LineStyle::Dots, color, points.collect::<Vec<_>>())
        });
        let name = Measurement::NAMES[at];
        Drawing::plot(
            format!("{name} over the exact length (what was cut off: at least)"),
            ("plies", Scale::Linear),
            (name, Scale::Log),
            series,
        )
    }

    pub(super) fn records(&self, cells: &Cells, problems: &[SolvedProblem]) -> Vec<ReportRecord> {
        let of = |problem: &SolvedProblem| {
            settings().map(|settings| {
                let mut record = object(json!({
                    "class": problem.member.class.name,
                    "collection": problem.member.problem.collection,
                    "problem": problem.member.problem.name,
                    "plies": problem.length,
                    "pieces": problem.pieces,
                    "sacrifices": problem.sacrifices,
                    "search": settings.to_string(),
                }));
                let numbers = self.numbers(cells, problem, settings);
                for (key, at) in KEYS.into_iter().zip(0..) {
                    record.insert(key.to_owned(), json!(numbers.map(|numbers| numbers[at].least())));
                }
                let cut = numbers.map(|numbers| numbers[0].exact().is_none());
                record.insert("at_least".to_owned(), json!(cut));
                record
            })
        };
        problems.iter().flat_map(of).collect()
    }
}
