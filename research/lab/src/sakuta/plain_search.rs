//! Principal variation search as in textbooks: full window, no table, moves in a fixed order.
//!
//! With [`MoveOrder::MobilityQuicksort`] this is the search of Sakuta & Iida's Table 4, node for node. It is simple and slow
//! on purpose; [`Solver`](yomikiri_othello::Solver) is the fast one.

use yomikiri_othello::{MarginGame, MoveOrder, Position, Six};
use yomikiri_pns::Game as _;

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
///
/// `go_on` is called regularly with the number of nodes. If it returns `false`, the result is
/// `None`.
pub fn plain_search(
    position: &Position<Six>,
    order: MoveOrder,
    null_windows: bool,
    go_on: impl FnMut(u64) -> bool,
) -> Option<PlainResult> {
    // The search asks for the score, so the margin does not matter.
    let game = MarginGame::new(*position, position.side_to_move(), 0).with_order(order);
    let mut search = PlainSearch { game, null_windows, nodes: 0, stopped: false, go_on };
    let line = search.node(-LIMIT, LIMIT);
    (!search.stopped).then_some(PlainResult { score: line.score, nodes: search.nodes, depth: line.depth })
}

/// The number of nodes between two calls of the callback.
const POLL_INTERVAL: u64 = 1 << 16;

/// More than every score.
const LIMIT: i32 = 37;

struct PlainSearch<F> {
    game: MarginGame<Six>,
    null_windows: bool,
    nodes: u64,
    stopped: bool,
    go_on: F,
}

/// The best line from a node: its score and its length.
#[derive(Clone, Copy)]
struct LineScore {
    score: i32,
    depth: u32,
}

impl LineScore {
    /// The same line from the parent.
    fn seen_by_parent(self) -> LineScore {
        LineScore { score: -self.score, depth: self.depth + 1 }
    }
}

impl<F: FnMut(u64) -> bool> PlainSearch<F> {
    /// The best line. Its score is exact if it is inside the window, else a bound. Meaningless after a stop.
    fn node(&mut self, mut alpha: i32, beta: i32) -> LineScore {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.stopped |= !(self.go_on)(self.nodes);
        }
        if self.stopped {
            return LineScore { score: 0, depth: 0 };
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            let position = self.game.position();
            return LineScore { score: position.difference(position.side_to_move()), depth: 0 };
        }
        let mut best = LineScore { score: i32::MIN, depth: 0 };
        for (at, &mv) in moves.iter().enumerate() {
            let undo = self.game.make(mv);
            let mut line;
            if at == 0 || !self.null_windows {
                line = self.node(-beta, -alpha).seen_by_parent();
            } else {
                line = self.node(-alpha - 1, -alpha).seen_by_parent();
                if alpha < line.score && line.score < beta {
                    line = self.node(-beta, -line.score).seen_by_parent();
                }
            }
            self.game.unmake(mv, undo);
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
