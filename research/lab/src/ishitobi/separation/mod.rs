//! Tables 1 and 2: do the measures separate classics from plain problems of the same length?

mod claims;
mod comparison;
mod listing;

use serde_json::json;
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, MeasureSettings, MoveOrdering, NodeStore, rules_only};
use yomikiri_pns::{LeafRule, Limits, StopReason, Verdict};
use yomikiri_tsume::{MateVerdict, SolveOptions, Solver};

use super::classes::{self, Member, ProblemOrigin};
use super::paper::{self, PrintedProblem};
use super::{CLOCK, numbers, numbers_json, printed};
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::MEMORY;
use crate::report::{Report, grouped};

/// The measures of problems within a range of lengths.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    takes: &'static str,
    /// The number of the paper's table.
    number: u32,
    printed: &'static [PrintedProblem],
    /// The smallest and the largest proved length.
    lengths: (u64, u64),
    /// The largest number of problems of each collection.
    most: usize,
    /// The node limit of a measurement.
    nodes: u64,
    /// The node limit for proving the exact length.
    solving: u64,
}

const FULL: Separation = Separation {
    name: "",
    title: "",
    summary: "",
    takes: "",
    number: 0,
    printed: &[],
    lengths: (0, 0),
    most: usize::MAX,
    nodes: 300_000,
    solving: 2_000_000,
};

impl Separation {
    /// Table 1: short problems.
    pub const TABLE_1: Separation = Separation {
        name: "ishitobi-table-1",
        title: "Ishitobi, Cincotti and Iida, table 1: measures of short problems",
        summary: "MAX PN, MAX DN and iterations of classics, plain and composed problems, 7 to 13 plies",
        takes: "1 min",
        number: 1,
        printed: &paper::TABLE_1,
        lengths: (7, 13),
        ..FULL
    };

    /// Table 2: longer problems.
    pub const TABLE_2: Separation = Separation {
        name: "ishitobi-table-2",
        title: "Ishitobi, Cincotti and Iida, table 2: measures of longer problems",
        summary: "MAX PN, MAX DN and iterations of classics, plain and composed problems, 13 to 25 plies",
        takes: "3 min",
        number: 2,
        printed: &paper::TABLE_2,
        lengths: (13, 25),
        ..FULL
    };

    /// A small version with at most `most` problems of each collection and small searches.
    #[must_use]
    pub const fn small(self, most: usize, nodes: u64) -> Separation {
        Separation { most, nodes, solving: nodes, ..self }
    }
}

/// The settings of the measurements: the paper's as far as it states them, the same with other orders of moves, and with one
/// other change each.
fn settings() -> [MeasureSettings; 5] {
    let paper = MeasureSettings::default();
    [
        paper,
        MeasureSettings { order: MoveOrdering::Shuffled(1), ..paper },
        MeasureSettings { order: MoveOrdering::Shuffled(2), ..paper },
        MeasureSettings { leaf: LeafRule::Mobility, ..paper },
        MeasureSettings { store: NodeStore::Table, ..paper },
    ]
}

/// A problem whose length is proved.
struct SolvedProblem {
    member: Member,
    length: u64,
    pieces: u64,
    sacrifices: u64,
}

impl Separation {
    fn members(&self) -> Vec<Member> {
        let (shortest, longest) = self.lengths;
        let may_fit = |member: &Member| {
            // Books do not count futile interpositions, so a classic may be longer than published.
            let plies = member.problem.plies.map_or(0, u64::from);
            plies <= longest && (member.class.origin == ProblemOrigin::Classic || plies >= shortest)
        };
        classes::members(&classes::CLASSES, self.most).into_iter().filter(may_fit).collect()
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
        let limits = Limits { visits: Some(self.solving), memory: MEMORY, ..limits.clone() };
        let options = SolveOptions { limits: limits.clone(), ..SolveOptions::default() };
        let problem = &member.problem;
        let mut solver = match Solver::new(MEMORY) {
            Ok(solver) => solver,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let answer = match solver.solve(&problem.position, problem.attacker, &options, &mut |_| {}) {
            Ok(answer) => answer,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        match (answer.verdict, answer.stopped) {
            (_, Some(StopReason::Stopped)) => Cell::Stopped,
            (MateVerdict::Mate(mate), None) if mate.minimal => {
                let features = Features::new(&problem.position, &mate.line).ok();
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
        let limits = Limits { visits: Some(self.nodes), memory: MEMORY, ..limits.clone() };
        let game = rules_only(&member.problem.position, member.problem.attacker);
        let measurement = settings.measure(game, limits, None);
        match measurement.verdict {
            Verdict::Unknown(StopReason::Stopped) => Cell::Stopped,
            Verdict::Disproven => Cell::Failed { reason: "no mate".to_owned() },
            _ => done(json!({ "numbers": numbers_json(&measurement) })),
        }
    }

    /// The problems whose length is proved and within the range.
    fn solved(&self, cells: &Cells) -> Vec<SolvedProblem> {
        let solved = |member: Member| {
            let cell = cells.get(&self.solving_id(&member))?;
            let [length, pieces, sacrifices] = ["length", "pieces", "sacrifices"].map(|key| cell.count(key));
            Some(SolvedProblem { member, length: length?, pieces: pieces?, sacrifices: sacrifices? })
        };
        let fits = |solved: &SolvedProblem| (self.lengths.0..=self.lengths.1).contains(&solved.length);
        self.members().into_iter().filter_map(solved).filter(fits).collect()
    }

    fn numbers(
        &self,
        cells: &Cells,
        problem: &SolvedProblem,
        settings: MeasureSettings,
    ) -> Option<[Bound<u64>; 3]> {
        numbers(cells.get(&self.measuring_id(&problem.member, settings))?, "numbers")
    }
}

const PROBLEMS: &str = "The paper's problems (contest and award winners, general ones from books) are not available in machine form, and its settings \
    (order of moves, leaf numbers, tree or table) are not stated. Here 将棋図巧 (Zukō, 1755), whose problems are all \
    classics, is compared with plain problems: mates from games, positions along the mates of a few game endings (`data/endings.tsv`), and generated problems. Zukō \
        has no problem shorter than 13 plies, and only the generated plain problems have as few pieces as Zukō. Zukō \
        and mates from games differ in more than beauty. So problems composed by `yomikiri compose` \
        (`data/composed.tsv`) are compared as well, in tables of their own. They are sound, and the composer chose \
        them for length, sacrifices and few pieces, not for these measures.";

const HOW: &str = "Lengths are exact and proved by the solver. Every interposition counts, unlike in books, which makes \
    many problems of Zukō longer here. A problem whose length could not be proved within the node limit is left out, \
    so hard problems of every class are missing. The measures are those of a plain proof-number search without any of the solver's \
    techniques; a search that reaches its node limit gives lower bounds. Medians count these as ∞, and a pair counts \
        as known only where the bound decides it. *Equal or unknown* counts one half.";

impl Experiment for Separation {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(self.name, self.summary).taking(self.takes).timed_by(CLOCK)
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
            claims: self.claims(cells, &problems),
        }
    }
}
