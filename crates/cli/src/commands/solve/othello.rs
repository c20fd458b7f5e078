//! Othello problems: does a side win by at least so many discs?

use std::time::Instant;

use clap::ValueEnum;
use cpu_time::ProcessTime;
use yomikiri_othello::{Color, Goal, MoveOrder, Position, Size};
use yomikiri_pns::{Algorithm, Limits, Search};

use super::answer::Answer;
use crate::progress::SearchLine;

/// The options of Othello games
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Othello")]
pub struct OthelloArgs {
    /// Win by at least this many discs; 0 is a draw or better
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true)]
    at_least: i32,
    /// Who is to win; the side to move if not given
    #[arg(long, value_enum)]
    prover: Option<Prover>,
    /// The order in which moves are tried
    #[arg(long, value_name = "ORDER", default_value = "file", value_parser = order)]
    move_order: MoveOrder,
    /// Solve positions with at most this many vacant squares by alpha-beta
    ///
    /// A dozen or so make a search faster; alpha-beta has no table here and cannot be stopped, so 20 is the most.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=20))]
    leaf_empties: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Prover {
    /// Black, X
    Black,
    /// White, O
    White,
}

fn order(name: &str) -> Result<MoveOrder, String> {
    let found = MoveOrder::ALL.iter().find(|(known, _)| *known == name);
    found.map(|&(_, order)| order).ok_or_else(|| {
        let names: Vec<&str> = MoveOrder::ALL.iter().map(|(known, _)| *known).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// An answer with what people want to see around it.
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// The board, and the question.
    pub heading: String,
    /// What the verdict means.
    pub meaning: String,
}

impl OthelloArgs {
    /// Reads a position and searches it. `new` makes the answer from the position's text.
    pub fn solve<S: Size>(
        &self,
        text: &str,
        algorithm: Algorithm,
        limits: Limits,
        new: impl FnOnce(String) -> Answer,
    ) -> Result<Solved, yomikiri_othello::TextError> {
        let position: Position<S> = text.parse()?;
        let prover = match self.prover {
            Some(Prover::Black) => Color::Black,
            Some(Prover::White) => Color::White,
            None => position.side_to_move(),
        };
        let goal = Goal::new(position, prover, self.at_least)
            .with_order(self.move_order)
            .with_leaf_empties(self.leaf_empties);
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let line = SearchLine::start();
        let search = Search::new(goal.clone()).algorithm(algorithm).limits(limits);
        let (outcome, solution) = search.on_progress(|progress| line.update(progress)).run_with_solution();
        drop(line);
        let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
        let answer = new(position.to_string()).found(goal, &outcome, solution.as_ref(), cpu, wall);
        let side = |color| if color == Color::Black { "Black (X)" } else { "White (O)" };
        let goal = match self.at_least {
            1 => "wins".to_owned(),
            0 => "does not lose".to_owned(),
            margin if margin < 0 => format!("loses by at most {}", margin.unsigned_abs()),
            margin => format!("wins by at least {margin}"),
        };
        let heading = format!("{}\n{} to move\n", position.diagram(), side(position.side_to_move()));
        let meaning = match outcome.verdict.value() {
            Some(true) => format!("{} {goal}", side(prover)),
            Some(false) => format!("it is not so that {} {goal}", side(prover)),
            None => format!("nobody knows whether {} {goal}", side(prover)),
        };
        Ok(Solved { answer, heading, meaning })
    }
}
