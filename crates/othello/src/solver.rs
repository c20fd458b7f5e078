//! The exact solver: alpha-beta with null windows, a transposition table and move ordering by look-ahead.
//!
//! It serves as a reference for proof-number search and is the fastest way to a score in this crate.

use crate::bits::mobility;
use crate::endgame::{WORST, difference, solve_sorted};
use crate::sort::{Candidate, Candidates};
use crate::table::{Bounds, Table};
use crate::{BoardSize, Move, Position};

/// The table is used from this many vacant squares on. Below, it costs more than it saves.
const TABLE_EMPTIES: u32 = 9;

/// From this many vacant squares on, all children are looked up before one is searched (enhanced transposition cutoff).
const ETC_EMPTIES: u32 = 11;

/// The number of nodes between two calls of the callback.
const POLL_INTERVAL: u64 = 1 << 16;

/// An exact solver with its table.
pub struct Solver<S: BoardSize> {
    table: Table<S>,
    nodes: u64,
    next_poll: u64,
    stopped: bool,
    poll: Option<Box<dyn FnMut(u64) -> bool + Send>>,
}

impl<S: BoardSize> Solver<S> {
    /// A solver with a table of at most `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> Solver<S> {
        Solver { table: Table::new(table_bytes), nodes: 0, next_poll: u64::MAX, stopped: false, poll: None }
    }

    /// Sets a callback that can stop a search. It is called every few milliseconds with the number of nodes; if it returns
    /// `false`, the search ends with `None`.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use yomikiri_othello::{Position, Six, Solver};
    ///
    /// let deadline = Instant::now() + Duration::from_millis(50);
    /// let mut solver = Solver::<Six>::new(1 << 20).with_poll(move |_| Instant::now() < deadline);
    /// assert_eq!(solver.score(&Position::start()), None);
    /// ```
    #[must_use]
    pub fn with_poll(mut self, poll: impl FnMut(u64) -> bool + Send + 'static) -> Solver<S> {
        self.poll = Some(Box::new(poll));
        self
    }

    /// The number of nodes visited by all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move ends at least `margin` discs ahead, or `None` if the callback stopped the search.
    pub fn at_least(&mut self, position: &Position<S>, margin: i32) -> Option<bool> {
        let cells = S::CELLS as i32;
        let margin = margin.clamp(-cells, cells + 1);
        self.search(position, margin - 1).map(|score| score >= margin)
    }

    /// The number of discs by which the side to move ends ahead, or `None` if the callback stopped the search.
    pub fn score(&mut self, position: &Position<S>) -> Option<i32> {
        let (mut lower, mut upper) = (-(S::CELLS as i32), S::CELLS as i32);
        let mut guess = 0;
        while lower < upper {
            // The next null window is at the last result, which is a bound on the score.
            let alpha = guess.clamp(lower, upper - 1);
            let score = self.search(position, alpha)?;
            if score > alpha {
                lower = score;
                guess = score;
            } else {
                upper = score;
                guess = score - 1;
            }
        }
        Some(lower)
    }

    /// A line of best moves to the end of the game, or `None` if the callback stopped the search. Of equal moves the first,
    /// file by file, is chosen.
    pub fn best_line(&mut self, position: &Position<S>) -> Option<Vec<Move>> {
        let mut score = self.score(position)?;
        let (mut position, mut line) = (*position, Vec::new());
        loop {
            let mut found = None;
            for mv in position.moves() {
                let child = position.after(mv);
                // No move is better than the score, so a move after which the opponent gets no more than `-score` is best.
                if !self.at_least(&child, 1 - score)? {
                    found = Some((mv, child));
                    break;
                }
            }
            let Some((mv, child)) = found else { return Some(line) };
            line.push(mv);
            position = child;
            score = -score;
        }
    }

    /// The best move that the table has for a position.
    pub(crate) fn table_move(&self, position: &Position<S>) -> Option<Move> {
        self.table.get(S::pack(position.mine(), position.theirs(), false)).map(|bounds| bounds.best)
    }

    fn search(&mut self, position: &Position<S>, alpha: i32) -> Option<i32> {
        self.stopped = false;
        self.next_poll = if self.poll.is_some() { self.nodes } else { u64::MAX };
        let score = self.node(position.mine(), position.theirs(), position.mobility(), alpha);
        (!self.stopped).then_some(score)
    }

    fn check_limits(&mut self) {
        if let Some(poll) = &mut self.poll {
            self.stopped |= !poll(self.nodes);
            self.next_poll = self.nodes + POLL_INTERVAL;
        }
    }

    /// A bound on the score that is above `alpha` exactly if the score is; `targets` are the legal moves. Meaningless after a
    /// stop.
    fn node(&mut self, mine: u64, theirs: u64, targets: u64, alpha: i32) -> i32 {
        let empties = S::CELLS - (mine | theirs).count_ones();
        if empties < TABLE_EMPTIES {
            return solve_sorted::<S, { TABLE_EMPTIES as usize }>(
                mine,
                theirs,
                targets,
                alpha,
                &mut self.nodes,
            );
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.check_limits();
        }
        if self.stopped {
            return 0;
        }
        if targets == 0 {
            let targets = mobility::<S>(theirs, mine);
            return if targets == 0 {
                difference(mine, theirs)
            } else {
                -self.node(theirs, mine, targets, !alpha)
            };
        }

        let key = S::pack(mine, theirs, false);
        let cells = S::CELLS as i8;
        let mut bounds = Bounds { lower: -cells, upper: cells, best: Move::PASS };
        if let Some(known) = self.table.get(key) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
            bounds = known;
        }
        let mut moves = Candidates::<64>::new::<S>(mine, theirs, targets);
        if empties >= ETC_EMPTIES
            && let Some(bound) = self.known_cut(moves.all(), alpha)
        {
            return bound;
        }
        let before = self.nodes;
        let mut best = WORST;
        moves.rank_by_look_ahead::<S>(empties, bounds.best);
        for next in moves.by_ref() {
            let score = -self.node(next.mine, next.theirs, next.replies, !alpha);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                bounds.best = Move::to(next.square);
                if score > alpha {
                    break;
                }
            }
        }
        if best > alpha {
            bounds.lower = bounds.lower.max(best as i8);
        } else {
            bounds.upper = bounds.upper.min(best as i8);
        }
        self.table.put(key, bounds, self.nodes - before);
        best
    }

    /// A bound above `alpha` from a child that is in the table, if there is one.
    fn known_cut(&self, moves: &[Candidate], alpha: i32) -> Option<i32> {
        let mut keys = [S::pack(0, 0, false); 64];
        for (key, next) in keys.iter_mut().zip(moves) {
            *key = S::pack(next.mine, next.theirs, false);
            self.table.prefetch(*key);
        }
        keys[..moves.len()].iter().find_map(|&key| {
            let bound = -i32::from(self.table.get(key)?.upper);
            (bound > alpha).then_some(bound)
        })
    }
}
