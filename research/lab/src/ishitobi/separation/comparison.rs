//! How often classics have larger measures than other problems, over the pairs that may be compared.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use yomikiri_compose::measure::{Bound, MeasureSettings};

use super::super::FEW;
use super::super::classes::{self, CLASSES, Class, ProblemOrigin};
use super::{Separation, SolvedProblem, settings};
use crate::bootstrap::{Median, Superiority};
use crate::cell::Cells;
use crate::report::{Table, or_dash};

/// The condition under which two problems are compared.
#[derive(Clone, Copy)]
pub(super) struct Near {
    label: &'static str,
    plies: u64,
    pieces: u64,
}

impl Near {
    const EQUAL: Near = Near { label: "equal length", plies: 0, pieces: u64::MAX };
    const EQUAL_AND_PIECES: Near = Near { label: "equal length, pieces within 5", plies: 0, pieces: 5 };
    pub(super) const WITHIN_2: Near = Near { label: "length within 2", plies: 2, pieces: u64::MAX };
    const WITHIN_2_AND_PIECES: Near = Near { label: "length within 2, pieces within 5", plies: 2, pieces: 5 };
    const ALL: [Near; 4] = [Near::EQUAL, Near::EQUAL_AND_PIECES, Near::WITHIN_2, Near::WITHIN_2_AND_PIECES];

    fn are(self, one: &SolvedProblem, other: &SolvedProblem) -> bool {
        one.length.abs_diff(other.length) <= self.plies && one.pieces.abs_diff(other.pieces) <= self.pieces
    }
}

/// A test whether classics are compared with a class.
pub(super) type Others<'a> = &'a dyn Fn(&Class) -> bool;

pub(super) const PLAIN: Others<'_> = &|class| class.origin == ProblemOrigin::Plain;
const COMPOSED: Others<'_> = &|class| class.origin == ProblemOrigin::Composed;

/// The value that is compared, if it is known.
type ComparedValue<'a> = &'a dyn Fn(&SolvedProblem) -> Option<Bound<u64>>;

const PIECES: ComparedValue<'_> = &|problem| Some(Bound::Exact(problem.pieces));
const SACRIFICES: ComparedValue<'_> = &|problem| Some(Bound::Exact(problem.sacrifices));

/// How often a classic has the larger value, over the pairs that satisfy the condition `near`.
fn superiority(
    problems: &[SolvedProblem],
    others: Others<'_>,
    near: Near,
    value: ComparedValue<'_>,
) -> Option<Superiority> {
    let clusters = |which: Others<'_>| {
        let mut clusters: BTreeMap<String, Vec<&SolvedProblem>> = BTreeMap::new();
        for problem in problems.iter().filter(|problem| which(&problem.member.class)) {
            clusters.entry(problem.member.source()).or_default().push(problem);
        }
        clusters.into_values().collect::<Vec<_>>()
    };
    let classics = clusters(&|class| class.origin == ProblemOrigin::Classic);
    Superiority::new(&classics, &clusters(others), |&one, &other| {
        near.are(one, other).then(|| Some((value(one)?, value(other)?))).flatten().map(order)
    })
}

impl Separation {
    /// The superiority of classics in MAX PN, MAX DN and iterations.
    pub(super) fn superiorities(
        &self,
        cells: &Cells,
        problems: &[SolvedProblem],
        others: Others<'_>,
        near: Near,
        settings: MeasureSettings,
    ) -> [Option<Superiority>; 3] {
        [0, 1, 2].map(|at| {
            superiority(problems, others, near, &|problem| {
                self.numbers(cells, problem, settings).map(|numbers| numbers[at])
            })
        })
    }

    /// The table for plain problems.
    pub(super) fn separations(&self, cells: &Cells, problems: &[SolvedProblem]) -> Table {
        let title =
            "How often a problem of Zukō measures more than a plain one (0.5: they cannot be told apart)";
        let mut table = Table::new(title, &heading("classics : sources"));
        table.rows = self.rows(cells, problems, PLAIN);
        for name in classes::names(CLASSES.iter().filter(|class| PLAIN(class))) {
            let (near, settings) = (Near::WITHIN_2, MeasureSettings::default());
            let found =
                self.superiorities(cells, problems, &|class: &Class| class.name == name, near, settings);
            table.rows.push(row(&format!("{}, against {name}", near.label), settings, found));
        }
        table
    }

    /// The table for composed problems.
    pub(super) fn composed(&self, cells: &Cells, problems: &[SolvedProblem]) -> Table {
        let title = "How often a problem of Zukō measures more than a composed one";
        let mut table = Table::new(title, &heading("classics : composed"));
        table.rows = self.rows(cells, problems, COMPOSED);
        table
    }

    /// The rows for every setting and every condition that some pair satisfies.
    fn rows(&self, cells: &Cells, problems: &[SolvedProblem], others: Others<'_>) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for near in Near::ALL {
            for settings in settings() {
                let found = self.superiorities(cells, problems, others, near, settings);
                if found.iter().any(Option::is_some) {
                    rows.push(row(near.label, settings, found));
                }
            }
        }
        rows
    }

    /// The same for values that need no search, for comparison.
    pub(super) fn counts(&self, problems: &[SolvedProblem]) -> Table {
        let title = "The same of what can be counted in the solution";
        let mut table = Table::new(title, "pairs compared | pieces | sacrifices | pairs");
        for (others, suffix) in [(PLAIN, ""), (COMPOSED, ", against composed")] {
            for near in Near::ALL {
                let found = [PIECES, SACRIFICES].map(|count| superiority(problems, others, near, count));
                let pairs = found[0].map_or(0, |found| found.pairs);
                let [pieces, sacrifices] = found.map(text);
                let label = format!("{}{suffix}", near.label);
                table.rows.push(vec![label, pieces, sacrifices, pairs.to_string()]);
            }
        }
        table
    }

    /// The conclusion on plain problems with the paper's settings, in a few sentences.
    pub(super) fn conclusion(&self, cells: &Cells, problems: &[SolvedProblem]) -> String {
        let found = self.superiorities(cells, problems, PLAIN, Near::WITHIN_2, MeasureSettings::default());
        let (classics, plain) = clusters(&found);
        let Some(said) = said(&found) else {
            return format!(
                "**Too few to conclude from: {classics} of Zukō are compared with problems from {plain} sources.** The \
                    numbers below hold for these problems; a bootstrap interval over so few says almost nothing \
                    about others. Besides, the plain problems within two plies are mostly shorter."
            );
        };
        format!(
            "**Within two plies of each other, in the paper's setting: {said}.** This compares {classics} problems \
                of Zukō with plain problems from {plain} sources. Intervals are 95 % bootstrap intervals in which \
                problems of one source are drawn together. An interval around 0.5 does not prove that a measure says \
                nothing, only that its effect is too small to be seen here."
        )
    }

    /// The conclusion on composed problems with the paper's settings, in a few sentences.
    pub(super) fn conclusion_on_composed(&self, cells: &Cells, problems: &[SolvedProblem]) -> String {
        let item = |near: Near| {
            let found = self.superiorities(cells, problems, COMPOSED, near, MeasureSettings::default());
            let (classics, composed) = clusters(&found);
            let said = said(&found).unwrap_or_else(|| "too few to conclude from".to_owned());
            let pieces = superiority(problems, COMPOSED, near, PIECES);
            format!(
                "- {} ({classics} of Zukō, {composed} composed): {said}. Zukō has more pieces: {}.",
                near.label,
                text(pieces)
            )
        };
        let median = |origin: ProblemOrigin| {
            let of = problems.iter().filter(|problem| problem.member.class.origin == origin);
            let median = Median::new(of.map(|problem| problem.pieces as f64));
            or_dash(median.map(|median| median.value))
        };
        let items = [Near::EQUAL, Near::EQUAL_AND_PIECES, Near::WITHIN_2_AND_PIECES].map(item).join("\n");
        format!(
            "**Against composed problems, in the paper's setting:**\n\n{items}\n\nThe median number of pieces is {} \
                for composed problems and {} for Zukō. Where Zukō has more pieces in nearly every pair, a measure \
                that is larger for Zukō may reflect only that.",
            median(ProblemOrigin::Composed),
            median(ProblemOrigin::Classic)
        )
    }
}

/// The number of classics and of other sources that take part in the comparison.
fn clusters(found: &[Option<Superiority>; 3]) -> (usize, usize) {
    found[0].map_or((0, 0), |found| found.clusters)
}

/// Whether there are too few problems for a conclusion.
pub(super) fn are_few(found: &[Option<Superiority>; 3]) -> bool {
    let (classics, others) = clusters(found);
    classics < FEW || others < FEW
}

/// The result in words, or `None` if there are too few problems.
fn said(found: &[Option<Superiority>; 3]) -> Option<String> {
    if are_few(found) {
        return None;
    }
    let said = [0, 1, 2].map(|at| {
        let name = ["MAX PN", "MAX DN", "the number of iterations"][at];
        match found[at] {
            None => format!("{name} cannot be compared"),
            Some(found) if found.low > 0.5 => format!("{name} is larger for Zukō ({})", found.text()),
            Some(found) if found.high < 0.5 => format!("{name} is smaller for Zukō ({})", found.text()),
            Some(found) => format!("{name} does not tell them apart ({})", found.text()),
        }
    });
    Some(said.join("; "))
}

/// The order of two numbers, if it is known.
fn order((one, other): (Bound<u64>, Bound<u64>)) -> Option<Ordering> {
    match (one, other) {
        (Bound::Exact(one), Bound::Exact(other)) => Some(one.cmp(&other)),
        (Bound::AtLeast(one), Bound::Exact(other)) if one > other => Some(Ordering::Greater),
        (Bound::Exact(one), Bound::AtLeast(other)) if one < other => Some(Ordering::Less),
        _ => None,
    }
}

fn text(found: Option<Superiority>) -> String {
    or_dash(found.map(|found| found.text()))
}

fn heading(clusters: &str) -> String {
    format!("pairs compared | search | MAX PN | MAX DN | iterations | {clusters} | pairs | unknown")
}

/// A row below this [`heading`].
fn row(label: &str, settings: MeasureSettings, found: [Option<Superiority>; 3]) -> Vec<String> {
    let mut row = vec![label.to_owned(), settings.to_string()];
    row.extend(found.map(text));
    let (classics, others) = clusters(&found);
    row.push(format!("{classics} : {others}"));
    row.push(found[0].map_or(0, |found| found.pairs).to_string());
    // The number of unknown pairs may differ between the measures.
    let unknown = found.map(|found| found.map_or(0, |found| found.unknown).to_string());
    row.push(if unknown[0] == unknown[1] && unknown[1] == unknown[2] {
        unknown[0].clone()
    } else {
        unknown.join(" / ")
    });
    row
}
