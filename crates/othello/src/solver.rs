//! The exact solver: alpha-beta with null windows, a transposition table and good move ordering.
//!
//! It is the reference for proof-number search, and the fastest way to a score here.

use crate::bits::{flips, mobility, squares};
use crate::endgame::{WORST, difference, solve_without_table};
use crate::eval::look_ahead;
use crate::sort::Sorted;
use crate::table::{Bounds, Table};
use crate::{Move, Position, Size};

/// Below this many vacant squares the table costs more than it saves.
const TABLE_EMPTIES: u32 = 8;

/// How often the callback is asked, in nodes.
const POLL_INTERVAL: u64 = 1 << 16;

/// An exact solver with its table.
pub struct Solver<S: Size> {
    table: Table<S>,
    nodes: u64,
    next_poll: u64,
    stopped: bool,
    poll: Option<Box<dyn FnMut(u64) -> bool + Send>>,
}

impl<S: Size> Solver<S> {
    /// A solver with a table of at most this many bytes.
    pub fn new(table_bytes: usize) -> Solver<S> {
        Solver { table: Table::new(table_bytes), nodes: 0, next_poll: u64::MAX, stopped: false, poll: None }
    }

    /// Asks a callback every few milliseconds, with the number of nodes, whether to go on.
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

    /// Nodes visited so far, by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move ends at least this many discs ahead. `None` if the callback stopped the search.
    pub fn at_least(&mut self, position: &Position<S>, margin: i32) -> Option<bool> {
        let cells = S::CELLS as i32;
        let margin = margin.clamp(-cells, cells + 1);
        self.search(position, margin - 1).map(|score| score >= margin)
    }

    /// How many discs the side to move ends ahead. `None` if the callback stopped the search.
    pub fn score(&mut self, position: &Position<S>) -> Option<i32> {
        let (mut lower, mut upper) = (-(S::CELLS as i32), S::CELLS as i32);
        let mut guess = 0;
        while lower < upper {
            // Each null window is placed at the last answer, which is a bound on one side.
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

    fn search(&mut self, position: &Position<S>, alpha: i32) -> Option<i32> {
        self.stopped = false;
        self.next_poll = if self.poll.is_some() { self.nodes } else { u64::MAX };
        let score = self.node(position.mine(), position.theirs(), alpha);
        (!self.stopped).then_some(score)
    }

    fn check_limits(&mut self) {
        if let Some(poll) = &mut self.poll {
            self.stopped |= !poll(self.nodes);
            self.next_poll = self.nodes + POLL_INTERVAL;
        }
    }

    /// A bound on the score: above `alpha` iff the score is. Meaningless once stopped.
    fn node(&mut self, mine: u64, theirs: u64, alpha: i32) -> i32 {
        let empties = S::CELLS - (mine | theirs).count_ones();
        if empties < TABLE_EMPTIES {
            return solve_without_table::<S>(mine, theirs, alpha, &mut self.nodes);
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.check_limits();
        }
        if self.stopped {
            return 0;
        }
        let targets = mobility::<S>(mine, theirs);
        if targets == 0 {
            if mobility::<S>(theirs, mine) == 0 {
                return difference(mine, theirs);
            }
            return -self.node(theirs, mine, !alpha);
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
        let before = self.nodes;
        let mut best = WORST;
        for square in self.sorted(mine, theirs, targets, alpha, empties, bounds.best) {
            let turned = flips(square, mine, theirs);
            let score = -self.node(theirs ^ turned, mine ^ turned ^ 1 << square, !alpha);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                bounds.best = Move::to(square);
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

    fn sorted(
        &mut self,
        mine: u64,
        theirs: u64,
        targets: u64,
        alpha: i32,
        empties: u32,
        first: Move,
    ) -> Sorted {
        let _ = alpha;
        let env = |n: &str, d: i32| std::env::var(n).ok().and_then(|v| v.parse().ok()).unwrap_or(d);
        static D: std::sync::OnceLock<[u32; 40]> = std::sync::OnceLock::new();
        let depths = D.get_or_init(|| {
            let (e0, e1, e2, e3, e4) =
                (env("E0", 11), env("E1", 15), env("E2", 19), env("E3", 23), env("E4", 27));
            std::array::from_fn(|n| {
                let n = n as i32;
                if n >= e4 {
                    5
                } else if n >= e3 {
                    4
                } else if n >= e2 {
                    3
                } else if n >= e1 {
                    2
                } else if n >= e0 {
                    1
                } else {
                    0
                }
            })
        });
        let depth = depths[empties.min(39) as usize];
        let mut sorted = Sorted::new();
        for square in squares(targets) {
            if first.square() == Some(square) {
                sorted.push(square, -100_000);
                continue;
            }
            let turned = flips(square, mine, theirs);
            let (next, other) = (theirs ^ turned, mine ^ turned ^ 1 << square);
            let cost = if depth > 0 {
                look_ahead::<S>(next, other, depth - 1, -100_000, 100_000)
            } else {
                let replies = mobility::<S>(next, other);
                4 * replies.count_ones() as i32 + 4 * (replies & S::CORNERS).count_ones() as i32
            };
            sorted.push(square, cost);
        }
        sorted
    }
}
