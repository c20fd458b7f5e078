//! Counts of the terminal nodes of a whole game tree by result: Table 1 of Sakuta & Iida.
//!
//! The tree is not merged into a graph: a position that is reached in two ways counts twice. But equal positions have equal
//! trees below them, so the tree is counted level by level. A level has the positions with the same number of vacant squares,
//! each with the number of ways that lead to it from the root. Only two levels are in memory at a time.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::bits::squares;
use crate::key::KeyHasher;
use crate::{Color, Move, Position, Size};

/// Positions with fewer vacant squares than this are not merged: counting their trees again is cheaper.
const MERGED_EMPTIES: u32 = 5;

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

    /// Adds the counts of a tree that occurs `times` times.
    fn add(&mut self, tree: &Self, times: u64) {
        let sum = |to: &mut u64, from: u64| *to = to.saturating_add(from.saturating_mul(times));
        sum(&mut self.nodes, tree.nodes);
        sum(&mut self.terminals, tree.terminals);
        sum(&mut self.black, tree.black);
        sum(&mut self.draw, tree.draw);
        sum(&mut self.white, tree.white);
        for (to, &from) in self.white_at_least.iter_mut().zip(&tree.white_at_least) {
            sum(to, from);
        }
    }
}

/// Counts the nodes of the whole tree below a position, and its terminal nodes by result.
///
/// Time grows with the number of distinct positions, memory with that of the largest level.
pub fn terminal_statistics<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
) -> TerminalStatistics<M> {
    // Without a limit there is always a result.
    terminal_statistics_while(position, margins, |_| true).unwrap_or(TerminalStatistics::NONE)
}

/// Like [`terminal_statistics`], with a callback that can stop the count. It is called regularly with the number of
/// positions in memory, about 40 bytes each; if it returns `false`, the result is `None`.
pub fn terminal_statistics_while<S: Size, const M: usize>(
    position: &Position<S>,
    margins: [i32; M],
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<TerminalStatistics<M>> {
    let mut total = TerminalStatistics::NONE;
    let mut level = Level::from_iter([(*position, 1)]);
    let mut empties = position.empties();
    while !level.is_empty() {
        let mut next = Level::default();
        let merged = empties >= MERGED_EMPTIES;
        if merged {
            total.nodes = total.nodes.saturating_add(pass(&mut level));
        }
        let size = level.len();
        for (done, (position, ways)) in level.into_iter().enumerate() {
            if done.is_multiple_of(POLL_INTERVAL) && !go_on(size + next.len()) {
                return None;
            }
            let targets = position.mobility();
            if !merged {
                total.add(&count_tree(&position, &margins), ways);
            } else if targets == 0 {
                total.add(&TerminalStatistics::leaf(position.difference(Color::White), &margins), ways);
            } else {
                total.nodes = total.nodes.saturating_add(ways);
                for square in squares(targets) {
                    add_ways(&mut next, position.after(Move::to(square)), ways);
                }
            }
        }
        level = next;
        empties = empties.saturating_sub(1);
    }
    Some(total)
}

/// The number of positions between two calls of the callback.
const POLL_INTERVAL: usize = 1 << 12;

/// Positions with the same number of vacant squares, and the number of ways that lead to each.
type Level<S> = HashMap<Position<S>, u64, BuildHasherDefault<KeyHasher>>;

fn add_ways<S: Size>(level: &mut Level<S>, position: Position<S>, ways: u64) {
    let known = level.entry(position).or_default();
    *known = known.saturating_add(ways);
}

/// Replaces each position where the side to move must pass by the position after the pass. That one has the same number of vacant
/// squares, and its side to move has a move. Returns the number of nodes with a pass.
fn pass<S: Size>(level: &mut Level<S>) -> u64 {
    let must_pass = |position: &Position<S>| position.mobility() == 0 && position.their_mobility() != 0;
    let passing: Vec<(Position<S>, u64)> = level.extract_if(|position, _| must_pass(position)).collect();
    let mut nodes = 0u64;
    for (position, ways) in passing {
        nodes = nodes.saturating_add(ways);
        add_ways(level, position.after(Move::PASS), ways);
    }
    nodes
}

/// Counts the tree below a position node by node.
fn count_tree<S: Size, const M: usize>(position: &Position<S>, margins: &[i32; M]) -> TerminalStatistics<M> {
    let targets = position.mobility();
    if targets == 0 && position.their_mobility() == 0 {
        return TerminalStatistics::leaf(position.difference(Color::White), margins);
    }
    let mut total = TerminalStatistics { nodes: 1, ..TerminalStatistics::NONE };
    if targets == 0 {
        total.add(&count_tree(&position.after(Move::PASS), margins), 1);
    }
    for square in squares(targets) {
        total.add(&count_tree(&position.after(Move::to(square)), margins), 1);
    }
    total
}
