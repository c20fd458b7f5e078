//! The report on measures and difficulty.

use serde_json::json;
use yomikiri_compose::measure::Measurement;

use super::super::KEYS;
use super::super::classes::{ProblemOrigin, names};
use super::wrong_checks::{ANSWER_NODES, LATE};
use super::{CLASSES, COUNTS, Difficulty, MeasuredProblem};
use crate::bootstrap::{RankCorrelation, RankedPair};
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Claim, Holds, Report, ReportRecord, Table, grouped, object, or_dash};

/// What stands for the difficulty of a problem for people.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proxy {
    Length,
    WrongChecks,
    NearMisses,
    LateRefutations,
    UnusualMoves,
}

impl Proxy {
    /// The proxies besides the length.
    const ALL: [Proxy; 4] =
        [Proxy::NearMisses, Proxy::LateRefutations, Proxy::WrongChecks, Proxy::UnusualMoves];

    fn name(self) -> &'static str {
        match self {
            Proxy::Length => "length",
            Proxy::WrongChecks => "wrong checks",
            Proxy::NearMisses => "near-misses",
            Proxy::LateRefutations => "late refutations",
            Proxy::UnusualMoves => "unusual moves",
        }
    }

    fn of(self, problem: &MeasuredProblem) -> u64 {
        let [length, _, unusual, wrong, near_misses, late] = problem.counts;
        match self {
            Proxy::Length => length,
            Proxy::WrongChecks => wrong,
            Proxy::NearMisses => near_misses,
            Proxy::LateRefutations => late,
            Proxy::UnusualMoves => unusual,
        }
    }
}

/// The problems among which values are ranked.
#[derive(Clone, Copy)]
enum Among {
    All,
    SameLength,
    SameClass,
    SameLengthAndClass,
}

impl Among {
    fn name(self) -> &'static str {
        match self {
            Among::All => "all problems",
            Among::SameLength => "equal length",
            Among::SameClass => "same class",
            Among::SameLengthAndClass => "equal length, same class",
        }
    }

    fn stratum(self, problem: &MeasuredProblem) -> u64 {
        /// More than any length.
        const CLASS: u64 = 1000;
        let class = CLASSES.iter().position(|class| class.name == problem.member.class.name);
        let class = class.unwrap_or(0) as u64 * CLASS;
        match self {
            Among::All => 0,
            Among::SameLength => problem.length(),
            Among::SameClass => class,
            Among::SameLengthAndClass => class + problem.length(),
        }
    }
}

/// The rank correlations of a value with MAX PN, MAX DN and iterations. A lower bound counts as the value.
fn correlations<'a>(
    problems: impl Iterator<Item = &'a MeasuredProblem> + Clone,
    among: Among,
    value: impl Fn(&MeasuredProblem) -> u64,
) -> [Option<RankCorrelation>; 3] {
    [0, 1, 2].map(|at| {
        let pair = |problem: &MeasuredProblem| RankedPair {
            cluster: problem.member.source(),
            stratum: among.stratum(problem),
            values: [problem.numbers[at].least() as f64, value(problem) as f64],
        };
        RankCorrelation::new(&problems.clone().map(pair).collect::<Vec<_>>())
    })
}

fn text(found: Option<RankCorrelation>) -> String {
    or_dash(found.map(|found| found.text()))
}

fn row(name: &str, among: Among, found: [Option<RankCorrelation>; 3]) -> Vec<String> {
    let count = found[0].map_or(0, |found| found.count);
    let mut row = vec![name.to_owned(), among.name().to_owned(), count.to_string()];
    row.extend(found.map(text));
    row
}

/// The first three columns, and one for each measure.
const HEADING: &str = "| ranked among | problems | MAX PN | MAX DN | iterations";

impl Difficulty {
    /// The report on these problems.
    pub(super) fn report_on(&self, problems: &[MeasuredProblem]) -> Report {
        Report {
            title: "Ishitobi, Cincotti and Iida: do the measures follow the difficulty for people?"
                .to_owned(),
            notes: self.notes(problems),
            tables: vec![proxies(problems), comparison(problems), order_in_zuko(problems), classes(problems)],
            records: problems.iter().map(record).collect(),
            drawings: [0, 1].map(|at| plot(problems, at)).to_vec(),
            claims: claims(problems),
        }
    }

    fn notes(&self, problems: &[MeasuredProblem]) -> Vec<String> {
        let cut = problems.iter().filter(|problem| problem.numbers[0].exact().is_none()).count();
        let what = "The paper takes MAX PN for the difficulty of a problem and MAX DN for its scale, and finds that award-winning \
            problems have a larger MAX PN than others. No ratings by people are at hand, so the measures are compared with what stands for difficulty in \
            the data. Along the main line, at each of the attacker's moves but the last:";
        let list = format!(
            "- *near-misses*: wrong checks that only a single answer refutes;\n\
             - *late refutations*: wrong checks whose easiest refutation takes the solver more than {LATE} nodes;\n\
             - *wrong checks*: all checks that do not mate;\n\
             - *unusual moves*: sacrifices, moves that could promote but do not, and interpositions."
        );
        let how = format!(
            "An answer that does not lose within {} nodes counts as a refutation. Near-misses and unusual moves are counted without any search numbers; \
             late refutations come from a search, so a correlation with another search is partly one of searches. Lengths are exact; problems whose \
             length is not proved within {} nodes are left out. The measures are those of PN search on a tree, leaves (1, 1), moves as generated, with up to {} \
             nodes; {cut} of {} problems reach that limit, and their lower bounds count as values.",
            grouped(ANSWER_NODES),
            grouped(self.solving),
            grouped(self.nodes),
            problems.len()
        );
        let statistics = "The correlations are Spearman's, with 95 % bootstrap intervals in which problems of one source are \
            drawn together. *Equal length* ranks a problem only among problems of the same length, which removes the effect of the length; *same \
            class* likewise removes that of the origin. 0 means that a measure says nothing, 1 that it gives the same order."
            .to_owned();
        vec![what.to_owned(), list, how, statistics, conclusion(problems)]
    }
}

/// Whether an interval lies above or below zero, in words.
fn said(found: [Option<RankCorrelation>; 3]) -> String {
    let said = [0, 1, 2].map(|at| format!("{} {}", Measurement::NAMES[at], text(found[at])));
    said.join(", ")
}

fn conclusion(problems: &[MeasuredProblem]) -> String {
    let lines = Proxy::ALL.map(|proxy| {
        let found = correlations(problems.iter(), Among::SameLengthAndClass, |problem| proxy.of(problem));
        format!("- {}: {}", proxy.name(), said(found))
    });
    let length = correlations(problems.iter(), Among::SameClass, |problem| Proxy::Length.of(problem));
    format!(
        "**Among problems of the same class, the measures follow the length: {}. Among problems of the same class and length:**\n\n{}",
        said(length),
        lines.join("\n")
    )
}

fn proxies(problems: &[MeasuredProblem]) -> Table {
    let mut table = Table::new("Rank correlations of the measures with the difficulty for people", HEADING);
    for among in [Among::All, Among::SameClass] {
        let found = correlations(problems.iter(), among, |problem| Proxy::Length.of(problem));
        table.rows.push(row(Proxy::Length.name(), among, found));
    }
    for proxy in Proxy::ALL {
        for among in [Among::All, Among::SameLength, Among::SameLengthAndClass] {
            let found = correlations(problems.iter(), among, |problem| proxy.of(problem));
            table.rows.push(row(proxy.name(), among, found));
        }
    }
    table
}

fn comparison(problems: &[MeasuredProblem]) -> Table {
    let title = "For comparison: rank correlations of the measures with the number of pieces";
    let mut table = Table::new(title, HEADING);
    for among in [Among::All, Among::SameLength, Among::SameLengthAndClass] {
        let found = correlations(problems.iter(), among, |problem| problem.counts[1]);
        table.rows.push(row("pieces", among, found));
    }
    table
}

fn order_in_zuko(problems: &[MeasuredProblem]) -> Table {
    let title = "Rank correlations of the measures with the number of a problem in 将棋図巧";
    let mut table = Table::new(title, HEADING);
    let classics = || problems.iter().filter(|problem| problem.member.class.origin == ProblemOrigin::Classic);
    for among in [Among::All, Among::SameLength] {
        let found = correlations(classics(), among, |problem| problem.member.problem.number as u64);
        table.rows.push(row("number", among, found));
    }
    table
}

/// The correlations within each class.
fn classes(problems: &[MeasuredProblem]) -> Table {
    let title = "Rank correlations of the measures with near-misses at equal length, class by class";
    let mut table = Table::new(title, HEADING);
    for name in names(&CLASSES) {
        let of = problems.iter().filter(|problem| problem.member.class.name == name);
        let found = correlations(of, Among::SameLength, |problem| Proxy::NearMisses.of(problem));
        table.rows.push(row(name, Among::SameLength, found));
    }
    table
}

fn claims(problems: &[MeasuredProblem]) -> Vec<Claim> {
    let among = Among::SameLengthAndClass;
    let found: Vec<(Proxy, [Option<RankCorrelation>; 3])> = Proxy::ALL
        .into_iter()
        .map(|proxy| (proxy, correlations(problems.iter(), among, |problem| proxy.of(problem))))
        .collect();
    let listed = |at: usize| {
        let texts: Vec<String> =
            found.iter().map(|(proxy, found)| format!("{} {}", proxy.name(), text(found[at]))).collect();
        format!("{}, {}: {}", Measurement::NAMES[at], among.name(), texts.join(", "))
    };
    // All intervals above 0, or some, or none.
    let above = |found: &mut dyn Iterator<Item = Option<RankCorrelation>>| {
        let found: Option<Vec<RankCorrelation>> = found.collect();
        let Some(found) = found else { return Holds::Open };
        let above = found.iter().filter(|found| found.low > 0.0).count();
        match above {
            _ if above == found.len() => Holds::Yes,
            0 if found.iter().all(|found| found.high < 0.1) => Holds::No,
            0 => Holds::Open,
            _ => Holds::Partly,
        }
    };
    let scale = found.iter().filter(|(proxy, _)| *proxy == Proxy::WrongChecks);
    let best = found.iter().filter(|(_, found)| {
        let value = |at: usize| found[at].map_or(f64::MIN, |found| found.value);
        value(0) >= value(1).max(value(2))
    });
    let best: Vec<&str> = best.map(|(proxy, _)| proxy.name()).collect();
    let listed_best = if best.is_empty() { "none of them".to_owned() } else { best.join(", ") };
    let length = correlations(problems.iter(), Among::SameClass, |problem| Proxy::Length.of(problem));
    vec![
        Claim::new(
            "Aesthetics: the proof number is a measure of a problem's difficulty (after Ishitobi and Iida 2012)",
            listed(0),
            above(&mut found.iter().map(|(_, found)| found[0])),
        ),
        Claim::new(
            "Aesthetics: the disproof number is a measure of a problem's scale",
            format!(
                "MAX DN and {}",
                scale
                    .clone()
                    .map(|(proxy, found)| format!("{} {}", proxy.name(), text(found[1])))
                    .collect::<String>()
            ),
            above(&mut scale.map(|(_, found)| found[1])),
        ),
        Claim::new(
            "Experiments: the proof number, more than the disproof number, is important for judging a problem",
            format!("of {} proxies, MAX PN follows best of the three measures: {listed_best}", found.len()),
            if problems.is_empty() { Holds::Open } else { Holds::share(best.len(), found.len()) },
        ),
        Claim::new(
            "Tables 1 and 2: general problems of 15 plies measure more than those of 7 (MAX PN 19 → 32, MAX DN 1720 → 5528, iterations 62136 → 173553)",
            format!("correlation with the length within a class: {}", said(length)),
            above(&mut length.into_iter()),
        ),
    ]
}

fn plot(problems: &[MeasuredProblem], at: usize) -> Drawing {
    let series = names(&CLASSES).into_iter().enumerate().map(|(color, name)| {
        let of = problems.iter().filter(|problem| problem.member.class.name == name);
        // Classes are shifted sideways, so that their points do not cover each other.
        let point = |problem: &MeasuredProblem| {
            let near_misses = Proxy::NearMisses.of(problem) as f64 + 0.15 * color as f64 - 0.3;
            (near_misses, problem.numbers[at].least() as f64)
        };
        Series::new(name, LineStyle::Dots, color, of.map(point).collect::<Vec<_>>())
    });
    let name = Measurement::NAMES[at];
    Drawing::plot(
        format!("{name} over the number of near-misses (what was cut off: at least)"),
        ("near-misses", Scale::Linear),
        (name, Scale::Log),
        series,
    )
}

fn record(problem: &MeasuredProblem) -> ReportRecord {
    let mut record = object(json!({
        "class": problem.member.class.name,
        "collection": problem.member.problem.collection,
        "problem": problem.member.problem.name,
    }));
    for (name, count) in COUNTS.into_iter().zip(problem.counts) {
        record.insert(name.to_owned(), json!(count));
    }
    for (key, number) in KEYS.into_iter().zip(problem.numbers) {
        record.insert(key.to_owned(), json!(number.least()));
    }
    record.insert("at_least".to_owned(), json!(problem.numbers[0].exact().is_none()));
    record
}
