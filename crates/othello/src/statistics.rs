//! Counts of the terminal nodes of a whole game tree by result: Table 1 of Sakuta & Iida.
//!
//! The tree is not merged into a graph: a position that is reached in two ways counts twice. But the counts below a position
//! do not depend on the way to it, so they are computed once and kept.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::bits::squares;
use crate::key::KeyHasher;
use crate::{Color, Move, Position, Size};

/// Positions with at least this many vacant squares are kept. With fewer, counting again is cheaper.
const KEPT_EMPTIES: u32 = 5;

/// Counts of the nodes of a game tree. They saturate at `u64::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerminalStatistics<const M: usize> {
    /// All nodes, including the root, passes and terminal nodes.
    pub nodes: u64,
    /// Nodes where neither side can move.
    pub terminals: u64,
    /// Terminal nodes that Black wins.
    pub black: u64,
    /// Terminal nodes that are draws.
    pub draw: u64,
    /// Terminal nodes that White wins.
    pub white: u64,
    /// Terminal nodes that White wins by at least each of the given margins.
    pub white_at_least: [u64; M],
}

impl<const M: usize> TerminalStatistics<M> {
    const NONE: Self =
        TerminalStatistics { nodes: 0, terminals: 0, black: 0, draw: 0, white: 0, white_at_least: [0; M] };

    fn leaf(difference: i32, margins: &[i32; M]) -> Self {
        TerminalStatistics {
            nodes: 1,
            terminals: 1,
            black: u64::from(difference < 0),
            draw: u64::from(difference == 0),
            white: u64::from(difference > 0),
            white_at_least: margins.map(|margin| u64::from(difference >= margin)),
        }
    }

    fn add(&mut self, child: &Self) {
        let sum = |to: &mut u64, from: u64| *to = to.saturating_add(from);
        sum(&mut self.nodes, child.nodes);
        sum(&mut self.terminals, child.terminals);
        sum(&mut self.black, child.black);
        sum(&mut self.draw, child.draw);
        sum(&mut self.white, child.white);
        for (to, &from) in self.white_at_least.iter_mut().zip(&child.white_at_least) {
            sum(to, from);
        }
    }
}

/// Counts the nodes of the whole tree below a position, and its terminal nodes by result.
///
/// Time and memory grow with the number of distinct positions, which is 3.4 million for the 6×6 principal variation with
/// 15 vacant squares.
pub fn terminal_statistics<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
) -> TerminalStatistics<M> {
    // Without a limit there is always a result.
    terminal_statistics_while(position, margins, |_| true).unwrap_or(TerminalStatistics::NONE)
}

/// Like [`terminal_statistics`], with a callback that can stop the count. It is called regularly with the number of
/// positions kept, about 100 bytes each; if it returns `false`, the result is `None`.
pub fn terminal_statistics_while<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
    go_on: impl FnMut(usize) -> bool,
) -> Option<TerminalStatistics<M>> {
    Counter { margins, known: HashMap::default(), go_on }.count(position)
}

/// The number of new positions kept between two calls of the callback.
const POLL_INTERVAL: usize = 1 << 12;

struct Counter<S: Size, F, const M: usize> {
    margins: [i32; M],
    go_on: F,
    known: HashMap<S::Key, TerminalStatistics<M>, BuildHasherDefault<KeyHasher>>,
}

impl<S: Size, F: FnMut(usize) -> bool, const M: usize> Counter<S, F, M> {
    fn count(&mut self, position: &Position<S>) -> Option<TerminalStatistics<M>> {
        let targets = position.mobility();
        if targets == 0 && position.their_mobility() == 0 {
            return Some(TerminalStatistics::leaf(position.difference(Color::White), &self.margins));
        }
        let keep = position.empties() >= KEPT_EMPTIES;
        if keep && let Some(known) = self.known.get(&position.key()) {
            return Some(*known);
        }
        let mut total = TerminalStatistics { nodes: 1, ..TerminalStatistics::NONE };
        if targets == 0 {
            total.add(&self.count(&position.after(Move::PASS))?);
        }
        for square in squares(targets) {
            total.add(&self.count(&position.after(Move::to(square)))?);
        }
        if keep {
            self.known.insert(position.key(), total);
            if self.known.len().is_multiple_of(POLL_INTERVAL) && !(self.go_on)(self.known.len()) {
                return None;
            }
        }
        Some(total)
    }
}
