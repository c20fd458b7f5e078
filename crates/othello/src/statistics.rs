//! How games end from a position: the terminal nodes of the whole tree, counted by result.
//!
//! Sakuta & Iida's Table 1. Transpositions are not merged: a position that is reached in two ways counts twice. The counts
//! below a position do not depend on how it was reached, so they are computed once and remembered.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::bits::squares;
use crate::key::KeyHasher;
use crate::{Color, Move, Position, Size};

/// Below this many vacant squares, counting again is cheaper than remembering.
const REMEMBERED_EMPTIES: u32 = 5;

/// Counts of nodes of a game tree. They stop at `u64::MAX` instead of wrapping round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerminalStatistics<const M: usize> {
    /// All nodes, the root, passes and terminal nodes included.
    pub nodes: u64,
    /// Nodes where neither side can move.
    pub terminals: u64,
    /// Terminal nodes that Black wins.
    pub black: u64,
    /// Terminal nodes that are draws.
    pub draw: u64,
    /// Terminal nodes that White wins.
    pub white: u64,
    /// Terminal nodes that White wins by at least each of the margins asked for.
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

/// Counts the nodes of the whole tree below a position, and its ends by result.
///
/// Time and memory grow with the number of distinct positions: 3.4 million of them for 15 vacant squares of the 6×6
/// principal variation.
pub fn terminal_statistics<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
) -> TerminalStatistics<M> {
    // Without a limit there is always a result.
    terminal_statistics_while(position, margins, |_| true).unwrap_or(TerminalStatistics::NONE)
}

/// The same, as long as a callback allows: it is asked now and then with the number of positions remembered (which take
/// about 100 bytes each). `None` if it said no.
pub fn terminal_statistics_while<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
    go_on: impl FnMut(usize) -> bool,
) -> Option<TerminalStatistics<M>> {
    Counter { margins, known: HashMap::default(), go_on }.count(position)
}

/// Positions that are remembered between two questions whether to go on.
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
        let remembered = position.empties() >= REMEMBERED_EMPTIES;
        if remembered && let Some(known) = self.known.get(&position.key()) {
            return Some(*known);
        }
        let mut total = TerminalStatistics { nodes: 1, ..TerminalStatistics::NONE };
        if targets == 0 {
            total.add(&self.count(&position.after(Move::PASS))?);
        }
        for square in squares(targets) {
            total.add(&self.count(&position.after(Move::to(square)))?);
        }
        if remembered {
            self.known.insert(position.key(), total);
            if self.known.len().is_multiple_of(POLL_INTERVAL) && !(self.go_on)(self.known.len()) {
                return None;
            }
        }
        Some(total)
    }
}
