//! Tables 1 and 2: do the measures tell classics from plain problems of the same length?

mod comparison;
mod listing;

use std::time::Duration;

use serde_json::json;
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, MeasureSettings, MoveOrdering, Store, bare};
use yomikiri_pns::{Leaf, Limits, StopReason, Verdict};
use yomikiri_tsume::{Query, Solver, Verdict as MateVerdict};

use super::classes::{self, Member, Origin};
use super::paper::{self, Printed};
use super::{numbers, numbers_json, printed};
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::Experiment;
use crate::mates::{CLOCK, MEMORY};
use crate::report::{Report, grouped};

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
fn settings() -> [MeasureSettings; 5] {
    let paper = MeasureSettings::default();
    [
        paper,
        MeasureSettings { order: MoveOrdering::Shuffled(1), ..paper },
        MeasureSettings { order: MoveOrdering::Shuffled(2), ..paper },
        MeasureSettings { leaf: Leaf::Mobility, ..paper },
        MeasureSettings { store: Store::Table, ..paper },
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
            plies <= longest && (member.class.origin == Origin::Classic || plies >= shortest)
        };
        classes::members(self.most).into_iter().filter(may_fit).collect()
    }

    fn id(&self, member: &Member, what: &str) -> String {
        format!("beauty {} {}: {what}", member.problem.collection, member.problem.number)
    }

    fn solving_id(&self, member: &Member) -> String {
        self.id(member, &format!("length, {} nodes", self.solving))
    }

    fn measuring_id(&self, member: &Member, settings: MeasureSettings) -> String {
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

    fn measure(&self, member: &Member, settings: MeasureSettings, limits: &Limits) -> Cell {
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

    fn numbers(&self, cells: &Cells, problem: &Solved, settings: MeasureSettings) -> Option<[Bound<u64>; 3]> {
        numbers(cells.get(&self.measuring_id(&problem.member, settings))?, "numbers")
    }
}

const PROBLEMS: &str = "The paper's problems (contest and award winners, general ones from books) are not available in machine form, and its settings \
    (order of moves, leaf numbers, tree or table) are not told. Ours: 将棋図巧 (Zukō, 1755), whose problems are classics without exception, held \
    against plain ones: mates from games, positions along the mates of a few game endings (`data/endings.tsv`), and generated problems. Zukō has \
    nothing shorter than 13 plies, and plain problems with as few pieces as its own are the generated ones alone. Between Zukō and mates from games there is \
    more than beauty, so problems that `yomikiri compose` made (`data/composed.tsv`) are compared as well, apart from the plain ones: they are sound, and what the \
    composer prefers among sound problems are length, sacrifices and few pieces, not these measures.";

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
            "MAX PN, MAX DN and iterations of classics, plain and composed problems, 7 to 13 plies"
        } else {
            "MAX PN, MAX DN and iterations of classics, plain and composed problems, 13 to 25 plies"
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
            notes: vec![
                PROBLEMS.to_owned(),
                HOW.to_owned(),
                limits,
                self.conclusion(cells, &problems),
                self.conclusion_on_composed(cells, &problems),
            ],
            tables: vec![
                printed("The paper", self.printed),
                self.separations(cells, &problems),
                self.composed(cells, &problems),
                self.counts(&problems),
                self.medians(cells, &problems),
                self.classics(cells, &problems),
            ],
            records: self.records(cells, &problems),
            drawings: [0, 1, 2].map(|at| self.plot(cells, &problems, at)).to_vec(),
        }
    }
}
