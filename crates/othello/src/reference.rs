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
}

/// Computes the score of a position by principal variation search (`null_windows`) or by plain alpha-beta.
pub fn plain_search<S: Size>(position: &Position<S>, order: MoveOrder, null_windows: bool) -> PlainResult {
    // Without a limit there is always a result.
    plain_search_while(position, order, null_windows, |_| true).unwrap_or(PlainResult { score: 0, nodes: 0 })
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
    let score = search.node(position, -cells - 1, cells + 1);
    (!search.stopped).then_some(PlainResult { score, nodes: search.nodes })
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

impl<F: FnMut(u64) -> bool> PlainSearch<F> {
    /// The score if it is inside the window, else a bound on it. Meaningless after a stop.
    fn node<S: Size>(&mut self, position: &Position<S>, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.stopped |= !(self.go_on)(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let targets = position.mobility();
        if targets == 0 {
            if position.their_mobility() == 0 {
                return position.difference(position.side_to_move());
            }
            return -self.node(&position.after(Move::PASS), -beta, -alpha);
        }
        let mut moves = Vec::with_capacity(targets.count_ones() as usize);
        self.order.append(position, targets, &mut moves);
        let mut best = i32::MIN;
        for (at, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let mut score;
            if at == 0 || !self.null_windows {
                score = -self.node(&child, -beta, -alpha);
            } else {
                score = -self.node(&child, -alpha - 1, -alpha);
                if alpha < score && score < beta {
                    score = -self.node(&child, -beta, -score);
                }
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
