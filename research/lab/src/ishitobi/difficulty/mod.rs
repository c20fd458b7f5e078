//! Do the measures follow the difficulty for people? Rank correlations with what can be counted in the data.

mod report;
mod wrong_checks;

use serde_json::json;
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, MeasureSettings, rules_only};
use yomikiri_pns::{Limits, StopReason, Verdict};
use yomikiri_tsume::{Goal, MateVerdict, SolveOptions, Solver};

use super::classes::{self, CLASSICS, COMPOSED_CLASS, Class, ENDINGS, Member, generated, plain};
use super::{CLOCK, numbers, numbers_json};
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::{FROM_GAMES, MEMORY};
use crate::report::Report;
use wrong_checks::WrongChecks;

/// Measures and proxies of difficulty of problems of all lengths up to 25 plies.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    /// The largest number of problems of each collection.
    most: usize,
    /// The node limit of a measurement.
    nodes: u64,
    /// The node limit for proving the exact length.
    solving: u64,
}

/// The number of problems of each large collection.
const SAMPLE: usize = 60;

/// The classes of problems.
const CLASSES: [Class; 13] = [
    CLASSICS,
    plain("game endings", ENDINGS),
    plain("from games", FROM_GAMES[0].with_sample(SAMPLE)),
    plain("from games", FROM_GAMES[1].with_sample(SAMPLE)),
    plain("from games", FROM_GAMES[2].with_sample(SAMPLE)),
    plain("from games", FROM_GAMES[3].with_sample(SAMPLE)),
    plain("from games", FROM_GAMES[4].with_sample(SAMPLE)),
    generated("generated, 3", yomikiri_data::TANUKI_MATE3, SAMPLE),
    generated("generated, 5", yomikiri_data::TANUKI_MATE5, SAMPLE),
    generated("generated, 7", yomikiri_data::TANUKI_MATE7, SAMPLE),
    generated("generated, 9", yomikiri_data::TANUKI_MATE9, SAMPLE),
    generated("generated, 11", yomikiri_data::TANUKI_MATE11, SAMPLE),
    COMPOSED_CLASS,
];

/// The names of the counts in cells.
const COUNTS: [&str; 6] = ["length", "pieces", "unusual", "wrong", "near_misses", "late"];

/// A problem with its measures and counts.
struct MeasuredProblem {
    member: Member,
    numbers: [Bound<u64>; 3],
    /// The values of [`COUNTS`].
    counts: [u64; 6],
}

impl MeasuredProblem {
    fn length(&self) -> u64 {
        self.counts[0]
    }
}

impl Difficulty {
    /// The experiment with all its problems.
    pub const FULL: Difficulty = Difficulty { most: usize::MAX, nodes: 100_000, solving: 500_000 };

    /// A small version with at most `most` problems of each collection and small searches.
    #[must_use]
    pub const fn small(self, most: usize, nodes: u64) -> Difficulty {
        Difficulty { most, nodes, solving: nodes }
    }

    fn members(&self) -> Vec<Member> {
        classes::members(&CLASSES, self.most)
    }

    fn id(&self, member: &Member) -> String {
        let (collection, number) = (member.problem.collection, member.problem.number);
        let (nodes, solving) = (self.nodes, self.solving);
        format!("difficulty {collection} {number}: {nodes} nodes, length with {solving} nodes")
    }

    fn measure(&self, member: &Member, limits: &Limits) -> Cell {
        let (position, attacker) = (&member.problem.position, member.problem.attacker);
        let mut solver = match Solver::new(MEMORY) {
            Ok(solver) => solver,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let allowed = |nodes| Limits { visits: Some(nodes), memory: MEMORY, ..limits.clone() };
        let options =
            SolveOptions { limits: allowed(self.solving), goal: Goal::Shortest, ..SolveOptions::default() };
        let answer = match solver.solve(position, attacker, &options, &mut |_| {}) {
            Ok(answer) => answer,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let line = match (answer.verdict, answer.stopped) {
            (_, Some(StopReason::Stopped)) => return Cell::Stopped,
            (MateVerdict::Mate(mate), None) if mate.minimal => mate.line,
            (_, reason) => {
                let reason = reason.map_or("no mate".to_owned(), |reason| reason.to_string());
                return Cell::Failed { reason: format!("length not proved: {reason}") };
            }
        };
        let measurement =
            MeasureSettings::default().measure(rules_only(position, attacker), allowed(self.nodes), None);
        if measurement.verdict == Verdict::Unknown(StopReason::Stopped) {
            return Cell::Stopped;
        }
        let wrong = WrongChecks::along(position, attacker, &line, &mut solver);
        let features = Features::new(position, &line).ok();
        let unusual = |features: &Features| {
            features.sacrifices.len()
                + features.non_promotions.len()
                + features.interposed_drops
                + features.interposed_moves
        };
        done(json!({
            "numbers": numbers_json(&measurement),
            "length": line.len(),
            "pieces": features.as_ref().map(Features::pieces),
            "unusual": features.as_ref().map(unusual),
            "wrong": wrong.all,
            "near_misses": wrong.near_misses,
            "late": wrong.late,
        }))
    }

    /// The problems whose length is proved.
    fn measured(&self, cells: &Cells) -> Vec<MeasuredProblem> {
        let measured = |member: Member| {
            let cell = cells.get(&self.id(&member))?;
            let counts = COUNTS.map(|name| cell.count(name));
            let numbers = numbers(cell, "numbers")?;
            let [length, pieces, unusual, wrong, near_misses, late] = counts;
            let counts = [length?, pieces?, unusual?, wrong?, near_misses?, late?];
            Some(MeasuredProblem { member, numbers, counts })
        };
        self.members().into_iter().filter_map(measured).collect()
    }
}

impl Experiment for Difficulty {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "ishitobi-difficulty",
            "do MAX PN, MAX DN and iterations follow the difficulty for people?",
        )
        .taking("3 min")
        .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let this = *self;
        let task = |member: Member| Task::new(this.id(&member), move |limits| this.measure(&member, limits));
        self.members().into_iter().map(task).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        self.report_on(&self.measured(cells))
    }
}
