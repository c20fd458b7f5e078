//! Othello problems: does a side win by at least a given number of discs?

use yomikiri_othello::{BoardSize, Color, MarginGame, MoveOrder, Position};
use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Algorithm, Limits, Progress, Search};

use crate::answer::Answer;
use crate::clock::CpuClock;
use crate::sought::{Side, Sought};

/// What is asked of an Othello problem.
#[derive(Clone, Copy, Debug)]
pub struct OthelloTask<'a> {
    /// The name of the game in answers.
    pub game: &'static str,
    /// The algorithm as it was asked for.
    pub algorithm_name: &'a str,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Win by at least this many discs.
    pub at_least: i32,
    /// Who is to win; the side to move if not given.
    pub prover: Option<Side>,
    /// The order in which moves are tried.
    pub move_order: MoveOrder,
    /// Positions with at most this many vacant squares are solved by alpha-beta.
    pub leaf_empties: u32,
    /// How many threads search.
    pub threads: usize,
}

/// An Othello problem after the search.
#[derive(Debug)]
pub struct SolvedOthello<S: BoardSize> {
    /// What is known.
    pub answer: Answer,
    /// The problem.
    pub position: Position<S>,
    /// The side whose win was asked for.
    pub prover: Color,
}

impl OthelloTask<'_> {
    /// Searches a position.
    pub fn solve<S: BoardSize>(
        &self,
        name: Option<String>,
        position: Position<S>,
        limits: Limits,
        on_progress: &mut dyn FnMut(Progress<'_>),
    ) -> SolvedOthello<S> {
        let prover = match self.prover {
            Some(Side::Black) => Color::Black,
            Some(Side::White) => Color::White,
            None => position.side_to_move(),
        };
        let OthelloTask { at_least, move_order, leaf_empties, .. } = *self;
        // The smallest board is solved in milliseconds.
        let threads = if S::N == 4 { 1 } else { self.threads };
        let game = move || {
            MarginGame::new(position, prover, at_least).with_order(move_order).with_leaf_empties(leaf_empties)
        };
        let (wall, cpu) = (Instant::now(), CpuClock::start(threads));
        let search = Search::new(game()).algorithm(self.algorithm).limits(limits);
        let (outcome, solution) = search.on_progress(on_progress).run_with_solution_on_threads(threads, game);
        let (wall, cpu) = (wall.elapsed(), cpu.seconds());
        let sought = Sought::Discs { side: othello_side(prover), margin: self.at_least };
        let answer =
            Answer::new(name, position.to_string(), self.game, self.algorithm_name.to_owned(), sought);
        let answer = answer.found(game(), &outcome, solution.as_ref().ok(), cpu, wall.as_secs_f64());
        SolvedOthello { answer, position, prover }
    }
}

/// A side of Othello.
pub fn othello_side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
