//! Counts of the terminal nodes of a whole game tree by result: Table 1 of Sakuta & Iida.
//!
//! The tree is not merged into a graph: a position that is reached in two ways counts twice. But equal positions have equal
//! trees below them, so the tree is counted level by level. A level has the positions with the same number of vacant squares,
//! each with the number of ways that lead to it from the root. Only two levels are in memory at a time.

use std::collections::HashMap;

use yomikiri_othello::{Color, MarginGame, Move, Position, Six};
use yomikiri_pns::{FastHash, Game as _};

/// Positions with fewer vacant squares than this are not merged: counting their trees again is cheaper.
const MERGED_EMPTIES: u32 = 5;

/// The margins of White's wins that are counted.
const MARGINS: [i32; 2] = [4, 5];

/// Counts of the nodes of a game tree. They saturate at `u64::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerminalStatistics {
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
    /// Terminal nodes that White wins by at least 4 and by at least 5.
    pub white_at_least: [u64; 2],
}

impl TerminalStatistics {
    const NONE: Self =
        TerminalStatistics { nodes: 0, terminals: 0, black: 0, draw: 0, white: 0, white_at_least: [0; 2] };

    /// The tree of a finished game.
    fn leaf(position: &Position<Six>) -> Self {
        let difference = position.difference(Color::White);
        TerminalStatistics {
            nodes: 1,
            terminals: 1,
            black: u64::from(difference < 0),
            draw: u64::from(difference == 0),
            white: u64::from(difference > 0),
            white_at_least: MARGINS.map(|margin| u64::from(difference >= margin)),
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
/// Time grows with the number of distinct positions, memory with that of the largest level. `go_on`
/// is called regularly with the number of positions in memory, about 40 bytes each. If it returns
/// `false`, the result is `None`.
pub fn terminal_statistics(
    position: &Position<Six>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<TerminalStatistics> {
    let mut total = TerminalStatistics::NONE;
    let mut level = Level::from_iter([(*position, 1)]);
    let mut empties = position.empties();
    let mut moves = Vec::new();
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
            if !merged {
                total.add(&count_tree(&mut MarginGame::new(position, Color::White, 0), &mut moves), ways);
            } else if position.is_over() {
                total.add(&TerminalStatistics::leaf(&position), ways);
            } else {
                total.nodes = total.nodes.saturating_add(ways);
                for child in position.moves().into_iter().filter_map(|mv| position.play(mv)) {
                    add_ways(&mut next, child, ways);
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
type Level = HashMap<Position<Six>, u64, FastHash>;

fn add_ways(level: &mut Level, position: Position<Six>, ways: u64) {
    let known = level.entry(position).or_default();
    *known = known.saturating_add(ways);
}

/// Replaces each position where the side to move must pass by the position after the pass. That one has the same number of vacant
/// squares, and its side to move has a move. Returns the number of nodes with a pass.
fn pass(level: &mut Level) -> u64 {
    let must_pass = |position: &Position<Six>| position.mobility() == 0 && position.their_mobility() != 0;
    let passing: Vec<(Position<Six>, u64)> = level.extract_if(|position, _| must_pass(position)).collect();
    let mut nodes = 0u64;
    for (position, ways) in passing {
        nodes = nodes.saturating_add(ways);
        if let Some(after) = position.play(Move::PASS) {
            add_ways(level, after, ways);
        }
    }
    nodes
}

/// Counts the tree below the current node of the game, node by node. `moves` is as long afterwards
/// as before.
fn count_tree(game: &mut MarginGame<Six>, moves: &mut Vec<Move>) -> TerminalStatistics {
    let first = moves.len();
    game.moves(moves);
    if moves.len() == first {
        return TerminalStatistics::leaf(game.position());
    }
    let mut total = TerminalStatistics { nodes: 1, ..TerminalStatistics::NONE };
    for at in first..moves.len() {
        let mv = moves[at];
        let undo = game.make(mv);
        total.add(&count_tree(game, moves), 1);
        game.unmake(mv, undo);
    }
    moves.truncate(first);
    total
}
