//! Principal variation search as in textbooks: full window, no table, moves in a fixed order.
//!
//! With [`MoveOrder::MobilityQuicksort`] this is the search of Sakuta & Iida's Table 4, node for node. It is simple and slow
//! on purpose; [`Solver`](crate::Solver) is the fast one.

use crate::{Move, MoveOrder, Position, Size};

/// The result of [`plain_search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlainResult {
    /// The number of discs by which the side to move ends ahead; negative if it ends behind.
    pub score: i32,
    /// Nodes visited, the root included; a node that is searched again counts again.
    pub nodes: u64,
    /// The length of the principal variation to the end of the game, passes included.
    pub depth: u32,
}

/// Computes the score of a position by principal variation search (`null_windows`) or by plain alpha-beta.
pub fn plain_search<S: Size>(position: &Position<S>, order: MoveOrder, null_windows: bool) -> PlainResult {
    // Without a limit there is always a result.
    plain_search_while(position, order, null_windows, |_| true).unwrap_or(PlainResult {
        score: 0,
        nodes: 0,
        depth: 0,
    })
}

/// Like [`plain_search`], with a callback that can stop the search. It is called regularly with the number of nodes; if it
/// returns `false`, the result is `None`.
pub fn plain_search_while<S: Size>(
    position: &Position<S>,
    order: MoveOrder,
    null_windows: bool,
    go_on: impl FnMut(u64) -> bool,
) -> Option<PlainResult> {
    let mut search = PlainSearch { order, null_windows, nodes: 0, stopped: false, go_on };
    let cells = S::CELLS as i32;
    let line = search.node(position, -cells - 1, cells + 1);
    (!search.stopped).then_some(PlainResult { score: line.score, nodes: search.nodes, depth: line.depth })
}

/// The number of nodes between two calls of the callback.
const POLL_INTERVAL: u64 = 1 << 16;

struct PlainSearch<F> {
    order: MoveOrder,
    null_windows: bool,
    nodes: u64,
    stopped: bool,
    go_on: F,
}

/// The best line from a node: its score and its length.
#[derive(Clone, Copy)]
struct Line {
    score: i32,
    depth: u32,
}

impl Line {
    /// The same line from the parent.
    fn seen_by_parent(self) -> Line {
        Line { score: -self.score, depth: self.depth + 1 }
    }
}

impl<F: FnMut(u64) -> bool> PlainSearch<F> {
    /// The best line. Its score is exact if it is inside the window, else a bound. Meaningless after a stop.
    fn node<S: Size>(&mut self, position: &Position<S>, mut alpha: i32, beta: i32) -> Line {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.stopped |= !(self.go_on)(self.nodes);
        }
        if self.stopped {
            return Line { score: 0, depth: 0 };
        }
        let targets = position.mobility();
        if targets == 0 {
            if position.their_mobility() == 0 {
                return Line { score: position.difference(position.side_to_move()), depth: 0 };
            }
            return self.node(&position.after(Move::PASS), -beta, -alpha).seen_by_parent();
        }
        let mut moves = Vec::with_capacity(targets.count_ones() as usize);
        self.order.append(position, targets, &mut moves);
        let mut best = Line { score: i32::MIN, depth: 0 };
        for (at, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let mut line;
            if at == 0 || !self.null_windows {
                line = self.node(&child, -beta, -alpha).seen_by_parent();
            } else {
                line = self.node(&child, -alpha - 1, -alpha).seen_by_parent();
                if alpha < line.score && line.score < beta {
                    line = self.node(&child, -beta, -line.score).seen_by_parent();
                }
            }
            if line.score > best.score {
                best = line;
            }
            alpha = alpha.max(line.score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
