//! One mate problem and its answer.

use cpu_time::ThreadTime;
use yomikiri_notation::{diagram, japanese};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Event, Mate, MateVerdict, NotAProblem, Solver, attacker};

use super::Settings;
use crate::commands::solve::answer::Answer;
use crate::hands::{Hands, HandsUsed};
use crate::input::{Problem, Unreadable};

/// The game's name in answers.
pub const GAME: &str = "tsume";

/// A problem that could be read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position, with the hands that it was solved with.
    pub position: Position,
    /// How these hands came about.
    pub hands: HandsUsed,
    /// Who is to mate.
    pub attacker: Color,
}

/// A problem that could not be read.
#[derive(Debug)]
pub struct Faulty {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its position as it was written.
    pub text: String,
    /// What is wrong.
    pub fault: String,
}

impl Case {
    /// The problem that a position stands for.
    pub fn read(problem: Problem, hands: Hands) -> Result<Case, Faulty> {
        let Problem { name, position, .. } = problem;
        match position {
            Ok(position) => {
                let attacker = attacker(&position);
                let (position, hands) = hands.of(position, attacker);
                Ok(Case { name, position, hands, attacker })
            }
            Err(Unreadable { text, fault }) => Err(Faulty { name, text, fault }),
        }
    }

    /// Solves it.
    pub fn solve(
        self,
        settings: &Settings,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Solved, NotAProblem> {
        let cpu = ThreadTime::now();
        let found = solver.solve(&self.position, self.attacker, &settings.query, on_event)?;
        let cpu_seconds = cpu.elapsed().as_secs_f64();
        let mut answer = self.answer(settings);
        answer.nodes = found.counters.visits;
        answer.cpu_seconds = cpu_seconds;
        answer.wall_seconds = found.elapsed.as_secs_f64();
        answer.counters = found.counters.into();
        answer.stop_reason = found.stopped.map(|reason| reason.to_string());
        let mate = match found.verdict {
            MateVerdict::Mate(mate) => {
                answer.take_mate(&mate);
                Some(mate)
            }
            MateVerdict::NoMate => {
                answer.verdict = Some("nomate");
                None
            }
            MateVerdict::Unknown(_) => {
                answer.verdict = Some("unknown");
                None
            }
        };
        Ok(Solved { answer, mate, case: self })
    }

    /// The answer before anything is known.
    pub fn answer(&self, settings: &Settings) -> Answer {
        let name = self.name.clone();
        let answer = Answer::new(name, self.position.to_sfen(), GAME, settings.algorithm_name.clone());
        Answer { hands: Some(Some(self.hands.name())), ..answer }
    }
}

impl Faulty {
    /// The row of a problem that could not be read.
    pub fn answer(self, settings: &Settings) -> Answer {
        let answer = Answer::new(self.name, self.text, GAME, settings.algorithm_name.clone());
        Answer { error: Some(self.fault), hands: Some(None), ..answer }
    }
}

/// A problem after the search.
#[derive(Debug)]
pub struct Solved {
    /// What is known.
    pub answer: Answer,
    /// The mate, if there is one.
    pub mate: Option<Mate>,
    /// The problem.
    pub case: Case,
}

impl Solved {
    /// All there is to show, for people. `capacity` is the number of entries that the table can hold.
    pub fn page(&self, capacity: u64) -> String {
        let Case { name, position, hands, attacker } = &self.case;
        let side = if *attacker == Color::Black { "Black" } else { "White" };
        let (meaning, mut details) = match &self.mate {
            Some(mate) => (
                format!("{side} mates {}", self.answer.length_text().unwrap_or_default()),
                vec![
                    ("line", line_text(position, &mate.line)),
                    ("USI", self.answer.moves.join(" ")),
                    ("left over", diagram::hand_text(mate.leftover)),
                ],
            ),
            None if self.answer.verdict == Some("nomate") => (format!("{side} cannot mate"), Vec::new()),
            None => (format!("nobody knows whether {side} can mate"), Vec::new()),
        };
        details.extend(hands.remark().map(|remark| ("hands", remark)));
        let title = name.as_ref().map(|name| format!("{}\n", crate::exit::one_line(name)));
        let table = self.answer.counters.table_entries * 100 / capacity.max(1);
        format!(
            "{}{}\n{}table       {table} % used\n",
            title.unwrap_or_default(),
            diagram::text(position),
            self.answer.text(&meaning, &details)
        )
    }
}

/// A line by the names of its moves.
pub fn line_text(position: &Position, line: &[Move]) -> String {
    japanese::line_names(position, line).join(" ")
}
