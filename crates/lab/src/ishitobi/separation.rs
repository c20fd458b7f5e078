//! Tables 1 and 2: do the measures tell classics from plain problems of the same length?

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, Measurement, Order, Settings, Store, bare};
use yomikiri_pns::{Leaf, Limits, StopReason, Verdict};
use yomikiri_tsume::{Query, Solver, Verdict as MateVerdict};

use super::classes::{self, Member};
use super::paper::{self, Printed};
use super::{KEYS, numbers, numbers_json, printed, shown};
use crate::bootstrap::{Median, Superiority};
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::Experiment;
use crate::mates::{CLOCK, MEMORY};
use crate::plot::{Drawing, Line, Plot, Scale, Series};
use crate::report::{Record, Report, Table, grouped};

/// The measures on problems of some lengths.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    name: &'static str,
    title: &'static str,
    printed: &'static [Printed],
    /// Shortest and longest mates, by the length that is proved.
    lengths: (u64, u64),
    /// At most so many problems of each collection.
    most: usize,
    /// Nodes of a measurement.
    nodes: u64,
    /// Nodes for finding the exact length.
    solving: u64,
}

const FULL: Separation = Separation {
    name: "",
    title: "",
    printed: &[],
    lengths: (0, 0),
    most: usize::MAX,
    nodes: 300_000,
    solving: 2_000_000,
};

impl Separation {
    /// Short problems.
    pub const TABLE_1: Separation = Separation {
        name: "ishitobi-table-1",
        title: "Ishitobi, Cincotti and Iida, table 1: measures of short problems",
        printed: &paper::TABLE_1,
        lengths: (7, 13),
        ..FULL
    };

    /// Longer ones.
    pub const TABLE_2: Separation = Separation {
        name: "ishitobi-table-2",
        title: "Ishitobi, Cincotti and Iida, table 2: measures of longer problems",
        printed: &paper::TABLE_2,
        lengths: (13, 25),
        ..FULL
    };

    /// A small version: few problems of each collection, small searches.
    #[must_use]
    pub const fn small(self, most: usize, nodes: u64) -> Separation {
        Separation { most, nodes, solving: nodes, ..self }
    }
}

/// The ways to measure: the paper's as far as it tells, the same in other orders, and one thing changed at a time.
fn settings() -> [Settings; 5] {
    let paper = Settings::default();
    [
        paper,
        Settings { order: Order::Shuffled(1), ..paper },
        Settings { order: Order::Shuffled(2), ..paper },
        Settings { leaf: Leaf::Mobility, ..paper },
        Settings { store: Store::Table, ..paper },
    ]
}

/// A problem whose length is proved, with its cells.
struct Solved {
    member: Member,
    length: u64,
    pieces: u64,
    sacrifices: u64,
}

impl Separation {
    fn members(&self) -> Vec<Member> {
        let (shortest, longest) = self.lengths;
        let may_fit = |member: &Member| {
            // Books do not count futile interpositions: a classic may be longer than published.
            let plies = member.problem.plies.map_or(0, u64::from);
            plies <= longest && (member.class.classic || plies >= shortest)
        };
        classes::members(self.most).into_iter().filter(may_fit).collect()
    }

    fn id(&self, member: &Member, what: &str) -> String {
        format!("beauty {} {}: {what}", member.problem.collection, member.problem.number)
    }

    fn solving_id(&self, member: &Member) -> String {
        self.id(member, &format!("length, {} nodes", self.solving))
    }

    fn measuring_id(&self, member: &Member, settings: Settings) -> String {
        self.id(member, &format!("{settings}, {} nodes", self.nodes))
    }

    fn solve(&self, member: &Member, limits: &Limits) -> Cell {
        let limits = Limits { nodes: Some(self.solving), memory: MEMORY, ..limits.clone() };
        let query = Query { limits: limits.clone(), ..Query::default() };
        let problem = &member.problem;
        let answer = match Solver::new(MEMORY).solve(&problem.position, problem.attacker, &query, &mut |_| {})
        {
            Ok(answer) => answer,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        match (answer.verdict, answer.stopped) {
            (_, Some(StopReason::Interrupted)) => Cell::Stopped,
            (MateVerdict::Mate(mate), None) if mate.minimal => {
                let features = Features::of(&problem.position, &mate.line).ok();
                done(json!({
                    "length": mate.length(),
                    "pieces": features.as_ref().map(Features::pieces),
                    "sacrifices": features.as_ref().map(|features| features.sacrifices.len()),
                }))
            }
            (MateVerdict::NoMate, _) => Cell::Failed { reason: "no mate".to_owned() },
            (_, Some(reason)) => Cell::Failed { reason: format!("length not proved: {reason}") },
            _ => Cell::Failed { reason: "length not proved".to_owned() },
        }
    }

    fn measure(&self, member: &Member, settings: Settings, limits: &Limits) -> Cell {
        let limits = Limits { nodes: Some(self.nodes), memory: MEMORY, ..limits.clone() };
        let game = bare(&member.problem.position, member.problem.attacker);
        let measurement = settings.measure(game, limits, None);
        match measurement.verdict {
            Verdict::Unknown(StopReason::Interrupted) => Cell::Stopped,
            Verdict::Disproven => Cell::Failed { reason: "no mate".to_owned() },
            _ => done(json!({ "numbers": numbers_json(&measurement) })),
        }
    }

    /// The problems whose length is proved and within bounds.
    fn solved(&self, cells: &Cells) -> Vec<Solved> {
        let solved = |member: Member| {
            let cell = cells.get(&self.solving_id(&member))?;
            let [length, pieces, sacrifices] = ["length", "pieces", "sacrifices"].map(|key| cell.count(key));
            Some(Solved { member, length: length?, pieces: pieces?, sacrifices: sacrifices? })
        };
        let fits = |solved: &Solved| (self.lengths.0..=self.lengths.1).contains(&solved.length);
        self.members().into_iter().filter_map(solved).filter(fits).collect()
    }

    fn numbers(&self, cells: &Cells, problem: &Solved, settings: Settings) -> Option<[Bound<u64>; 3]> {
        numbers(cells.get(&self.measuring_id(&problem.member, settings))?, "numbers")
    }

    /// Medians of each class at each length, in the paper's setting.
    fn medians(&self, cells: &Cells, problems: &[Solved]) -> Table {
        let title = format!("Medians by exact length: {}", Settings::default());
        let columns = ["class", "plies", "problems", "pieces", "MAX PN", "MAX DN", "iterations", "cut off"];
        let mut table = Table::new(title, &columns);
        for name in classes::names() {
            for length in self.lengths.0..=self.lengths.1 {
                let of: Vec<&Solved> = problems
                    .iter()
                    .filter(|problem| problem.member.class.name == name && problem.length == length)
                    .collect();
                if of.is_empty() {
                    continue;
                }
                let measured: Vec<[Bound<u64>; 3]> = of
                    .iter()
                    .filter_map(|problem| self.numbers(cells, problem, Settings::default()))
                    .collect();
                let median = |values: Vec<f64>| {
                    Median::of(values)
                        .map_or("–".to_owned(), |median| median.text(|value| grouped(value.round() as u64)))
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

    /// How often a classic has the larger value, over the pairs that `near` lets through.
    fn superiority(
        &self,
        problems: &[Solved],
        against: Option<&str>,
        near: impl Fn(&Solved, &Solved) -> bool,
        value: impl Fn(&Solved) -> Option<Bound<u64>>,
    ) -> Option<Superiority> {
        let clusters = |classic: bool| {
            let mut clusters: BTreeMap<String, Vec<&Solved>> = BTreeMap::new();
            for problem in problems {
                let class = &problem.member.class;
                if class.classic == classic && (classic || against.is_none_or(|name| name == class.name)) {
                    clusters.entry(problem.member.source()).or_default().push(problem);
                }
            }
            clusters.into_values().collect::<Vec<_>>()
        };
        Superiority::of(&clusters(true), &clusters(false), |&one, &other| {
            (near(one, other)).then(|| Some((value(one)?, value(other)?))).flatten().map(order)
        })
    }

    /// The statistic for every setting and every notion of *the same length*.
    fn separations(&self, cells: &Cells, problems: &[Solved]) -> Table {
        let title =
            "How often a problem of Zukō measures more than a plain one (0.5: they cannot be told apart)";
        let columns = [
            "pairs compared",
            "search",
            "MAX PN",
            "MAX DN",
            "iterations",
            "classics : sources",
            "pairs",
            "unknown",
        ];
        let mut table = Table::new(title, &columns);
        for (label, near) in NEAR {
            for settings in settings() {
                let found = [0, 1, 2].map(|at| {
                    self.superiority(problems, None, near, |problem| {
                        self.numbers(cells, problem, settings).map(|numbers| numbers[at])
                    })
                });
                table.rows.push(row(label, &settings.to_string(), found));
            }
        }
        for name in classes::names().into_iter().skip(1) {
            let (label, near) = NEAR[1];
            let found = [0, 1, 2].map(|at| {
                self.superiority(problems, Some(name), near, |problem| {
                    self.numbers(cells, problem, Settings::default()).map(|numbers| numbers[at])
                })
            });
            table.rows.push(row(
                &format!("{label}, against {name}"),
                &Settings::default().to_string(),
                found,
            ));
        }
        table
    }

    /// What can be counted without a search, for comparison.
    fn counts(&self, problems: &[Solved]) -> Table {
        let title = "The same of what can be counted in the solution";
        let mut table = Table::new(title, &["pairs compared", "pieces", "sacrifices", "pairs"]);
        for (label, near) in NEAR {
            let counts: [fn(&Solved) -> u64; 2] = [|problem| problem.pieces, |problem| problem.sacrifices];
            let found = counts.map(|count| {
                self.superiority(problems, None, near, |problem| Some(Bound::Exact(count(problem))))
            });
            let text = |found: Option<Superiority>| found.map_or("–".to_owned(), |found| found.text());
            let pairs = found[0].map_or(0, |found| found.pairs);
            let [pieces, sacrifices] = found.map(text);
            table.rows.push(vec![label.to_owned(), pieces, sacrifices, pairs.to_string()]);
        }
        table
    }

    /// What the first setting says, in a sentence.
    fn conclusion(&self, cells: &Cells, problems: &[Solved]) -> String {
        let found = [0, 1, 2].map(|at| {
            self.superiority(problems, None, NEAR[1].1, |problem| {
                self.numbers(cells, problem, Settings::default()).map(|numbers| numbers[at])
            })
        });
        let (classics, plain) = found[0].map_or((0, 0), |found| found.clusters);
        if classics < FEW || plain < FEW {
            return format!(
                "**Too few to conclude from: {classics} of Zukō are compared with problems from {plain} sources.** The numbers below are what \
                 they are for these; an interval that resampling gives for so few says next to nothing about others. Plain problems within two plies are \
                 mostly shorter ones, besides."
            );
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
        format!(
            "**Within two plies of each other, in the paper's setting: {}.** So it is for {classics} problems of Zukō and plain ones from {plain} sources; \
             intervals are 95 % bootstrap intervals, problems of one source drawn together. An interval around 0.5 is no proof that a measure \
             tells nothing, only that it tells too little to be seen here.",
            said.join("; ")
        )
    }

    fn plot(&self, cells: &Cells, problems: &[Solved], at: usize) -> Drawing {
        let series = classes::names().into_iter().enumerate().map(|(color, name)| {
            let of = problems.iter().filter(|problem| problem.member.class.name == name);
            let points = of.filter_map(|problem| {
                let number = self.numbers(cells, problem, Settings::default())?[at].least();
                // Side by side, so that they do not cover each other.
                Some((problem.length as f64 + 0.3 * color as f64 - 0.4, number as f64))
            });
            Series::new(name, Line::Dots, color, points.collect::<Vec<_>>())
        });
        Drawing::Plot(Plot {
            title: format!("{} over the exact length (what was cut off: at least)", Measurement::NAMES[at]),
            x_label: "plies".to_owned(),
            y_label: Measurement::NAMES[at].to_owned(),
            x: Scale::Linear,
            y: Scale::Log,
            series: series.collect(),
        })
    }

    fn records(&self, cells: &Cells, problems: &[Solved]) -> Vec<Record> {
        let of = |problem: &Solved| {
            let problem_record = [
                ("class".to_owned(), json!(problem.member.class.name)),
                ("collection".to_owned(), json!(problem.member.problem.collection)),
                ("problem".to_owned(), json!(problem.member.problem.name)),
                ("plies".to_owned(), json!(problem.length)),
                ("pieces".to_owned(), json!(problem.pieces)),
                ("sacrifices".to_owned(), json!(problem.sacrifices)),
            ];
            settings().map(|settings| {
                let mut record = Record::from_iter(problem_record.clone());
                record.insert("search".to_owned(), json!(settings.to_string()));
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

    /// The classics, one by one.
    fn classics(&self, cells: &Cells, problems: &[Solved]) -> Table {
        let columns =
            ["problem", "plies", "published", "pieces", "sacrifices", "MAX PN", "MAX DN", "iterations"];
        let mut table = Table::new("The problems of Zukō", &columns);
        for problem in problems.iter().filter(|problem| problem.member.class.classic) {
            let numbers = self.numbers(cells, problem, Settings::default());
            let mut row = vec![
                problem.member.problem.name.clone(),
                problem.length.to_string(),
                problem.member.problem.plies.map_or("–".to_owned(), |plies| plies.to_string()),
                problem.pieces.to_string(),
                problem.sacrifices.to_string(),
            ];
            row.extend([0, 1, 2].map(|at| numbers.map_or("–".to_owned(), |numbers| shown(numbers[at]))));
            table.rows.push(row);
        }
        table
    }
}

/// With fewer independent problems on a side nothing is concluded.
const FEW: usize = 5;

/// Which two problems may be compared.
type Near = fn(&Solved, &Solved) -> bool;

const NEAR: [(&str, Near); 3] = [
    ("equal length", |one, other| one.length == other.length),
    ("length within 2", |one, other| one.length.abs_diff(other.length) <= 2),
    ("length within 2, pieces within 5", |one, other| {
        one.length.abs_diff(other.length) <= 2 && one.pieces.abs_diff(other.pieces) <= 5
    }),
];

/// Which is larger, if that is known.
fn order((one, other): (Bound<u64>, Bound<u64>)) -> Option<Ordering> {
    match (one, other) {
        (Bound::Exact(one), Bound::Exact(other)) => Some(one.cmp(&other)),
        (Bound::AtLeast(one), Bound::Exact(other)) if one > other => Some(Ordering::Greater),
        (Bound::Exact(one), Bound::AtLeast(other)) if one < other => Some(Ordering::Less),
        _ => None,
    }
}

fn row(label: &str, search: &str, found: [Option<Superiority>; 3]) -> Vec<String> {
    let mut row = vec![label.to_owned(), search.to_owned()];
    row.extend(found.map(|found| found.map_or("–".to_owned(), |found| found.text())));
    let (classics, sources) = found[0].map_or((0, 0), |found| found.clusters);
    row.push(format!("{classics} : {sources}"));
    row.push(found[0].map_or(0, |found| found.pairs).to_string());
    // The pairs whose order is not known may differ from number to number.
    let unknown = found.map(|found| found.map_or(0, |found| found.unknown).to_string());
    row.push(if unknown[0] == unknown[1] && unknown[1] == unknown[2] {
        unknown[0].clone()
    } else {
        unknown.join(" / ")
    });
    row
}

const PROBLEMS: &str = "The paper's problems (contest and award winners, general ones from books) are not available in machine form, and its settings \
    (order of moves, leaf numbers, tree or table) are not told. Ours: 将棋図巧 (Zukō, 1755), whose problems are classics without exception, held \
    against plain ones: mates from games, positions along the mates of a few game endings (`data/endings.tsv`), and generated problems. Zukō has \
    nothing shorter than 13 plies, and plain problems with as few pieces as its own are the generated ones alone. Composed problems of other hands would be the better comparison: between Zukō and mates from games there is more than beauty.";

const HOW: &str = "Lengths are exact, proved by the solver, with every interposition counted, which books do not do: many problems of Zukō are longer here. A problem whose \
    length could not be proved with the nodes allowed is left out, which leaves out hard ones of every class. The measures are those of a plain proof-number search without any of the solver's \
    techniques; one that reaches its limit of nodes gives lower bounds, which medians count as ∞ and pairs as known only where they decide. *Equal \
    or unknown* counts one half.";

impl Experiment for Separation {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        if self.lengths.0 < 13 {
            "MAX PN, MAX DN and iterations of classics and plain problems, 7 to 13 plies"
        } else {
            "MAX PN, MAX DN and iterations of classics and plain problems, 13 to 25 plies"
        }
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |member: Member| {
            let (this, solved) = (*self, member.clone());
            let solve = Task::new(self.solving_id(&member), move |limits| this.solve(&solved, limits));
            let measures = settings().map(|settings| {
                let member = member.clone();
                Task::new(self.measuring_id(&member, settings), move |limits| {
                    this.measure(&member, settings, limits)
                })
            });
            [solve].into_iter().chain(measures)
        };
        self.members().into_iter().flat_map(of).collect()
    }

    fn time(&self) -> Option<Duration> {
        None
    }

    fn clock(&self) -> &'static str {
        CLOCK
    }

    fn report(&self, cells: &Cells) -> Report {
        let problems = self.solved(cells);
        let limits = format!(
            "Limits: {} nodes for a measurement, {} nodes for the exact length. {} of {} problems have a proved length between {} and {} plies.",
            grouped(self.nodes),
            grouped(self.solving),
            problems.len(),
            self.members().len(),
            self.lengths.0,
            self.lengths.1
        );
        Report {
            title: self.title.to_owned(),
            notes: vec![PROBLEMS.to_owned(), HOW.to_owned(), limits, self.conclusion(cells, &problems)],
            tables: vec![
                printed("The paper", self.printed),
                self.separations(cells, &problems),
                self.counts(&problems),
                self.medians(cells, &problems),
                self.classics(cells, &problems),
            ],
            records: self.records(cells, &problems),
            drawings: [0, 1, 2].map(|at| self.plot(cells, &problems, at)).to_vec(),
        }
    }
}
