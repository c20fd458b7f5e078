//! The question "does this side win by at least N discs?" as an AND/OR graph.
//!
//! Passes are moves of the graph, as in the literature, so that node counts can be compared with published ones.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Numbers};

use crate::endgame::solve_without_table;
use crate::eval::look_ahead_score;
use crate::numbers::leaf_numbers;
use crate::{BoardSize, Color, Move, MoveOrder, Position, Solver};

/// Leaves with more vacant squares than this are solved with a table, if there is a leaf solver.
const TABLE_EMPTIES: u32 = 12;

/// The question whether a side, the prover, ends the game at least `margin` discs ahead.
///
/// OR nodes are those where the prover is to move. A pass is a move, and a node is terminal if neither side can place a
/// disc. Every move except a pass adds a disc, and two passes end the game, so the graph has no cycles.
///
/// ```
/// use yomikiri_othello::{Color, MarginGame, Position, Six};
/// use yomikiri_pns::{Game, NodeKind};
///
/// let position: Position<Six> = "OXXX--OOXXXOXXOXXOXXXOXOOOXXXXXXXXX- O".parse().unwrap();
/// let mut game = MarginGame::new(position, Color::White, 4);
/// assert_eq!(game.kind(), NodeKind::Or);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert_eq!(format!("{moves:?}"), "[f2, g2, g7]");
/// ```
#[derive(Clone)]
pub struct MarginGame<S: BoardSize> {
    position: Position<S>,
    /// The legal moves, computed at the first use. Nearly every method needs them, but many nodes are only looked up by key.
    mobility: Cell<Option<u64>>,
    prover: Color,
    margin: i32,
    order: MoveOrder,
    symmetry: bool,
    look_ahead: u32,
    leaf_empties: u32,
    leaf_solver: Option<Rc<RefCell<Solver<S>>>>,
    leaf_nodes: Cell<u64>,
}

/// The information that [`MarginGame`] needs to take back a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo<S: BoardSize> {
    position: Position<S>,
    mobility: Option<u64>,
}

impl<S: BoardSize> MarginGame<S> {
    /// Asks whether the prover wins by at least `margin` discs. With a negative margin it may lose by that many.
    pub fn new(position: Position<S>, prover: Color, margin: i32) -> MarginGame<S> {
        MarginGame {
            position,
            mobility: Cell::new(None),
            prover,
            margin: clamp_margin::<S>(margin),
            order: MoveOrder::default(),
            symmetry: false,
            look_ahead: 0,
            leaf_empties: 0,
            leaf_solver: None,
            leaf_nodes: Cell::new(0),
        }
    }

    /// Sets the order of moves; the default is file by file.
    #[must_use]
    pub fn with_order(mut self, order: MoveOrder) -> MarginGame<S> {
        self.order = order;
        self
    }

    /// Replaces the position after every move by its canonical image, so that mirror images and rotations become one node.
    ///
    /// Moves below the root then refer to the turned board. The values of nodes do not change.
    #[must_use]
    pub fn with_symmetry(mut self, symmetry: bool) -> MarginGame<S> {
        self.symmetry = symmetry;
        self
    }

    /// Solves positions with at most this many vacant squares by alpha-beta, so that they are terminal nodes of the search.
    ///
    /// The default is 0: everything is left to the search. This alpha-beta has no table, so it is slow beyond ten or twelve
    /// vacant squares; see [`with_leaf_solver`](MarginGame::with_leaf_solver).
    #[must_use]
    pub fn with_leaf_empties(mut self, empties: u32) -> MarginGame<S> {
        self.leaf_empties = empties;
        self
    }

    /// Solves leaves with more than twelve vacant squares with this solver, whose table makes larger leaves affordable.
    ///
    /// Clones of the game share the solver. If a callback stops the solver, the leaf is solved
    /// without a table instead.
    #[must_use]
    pub fn with_leaf_solver(mut self, solver: Solver<S>) -> MarginGame<S> {
        self.leaf_solver = Some(Rc::new(RefCell::new(solver)));
        self
    }

    /// The same question with another margin. Both games share the leaf solver, whose table holds
    /// bounds on scores, so what it has found for one margin serves the other.
    #[must_use]
    pub fn with_margin(mut self, margin: i32) -> MarginGame<S> {
        self.margin = clamp_margin::<S>(margin);
        self
    }

    /// Takes the numbers of new nodes from an estimate of the score, after a look-ahead of this many plies (df-pn+).
    ///
    /// With the default, 0, they are taken from mobility, which costs far less. Look-ahead pays where every expansion is
    /// followed by long work, as with a leaf solver.
    #[must_use]
    pub fn with_look_ahead(mut self, plies: u32) -> MarginGame<S> {
        self.look_ahead = plies;
        self
    }

    /// The number of positions that alpha-beta has visited in leaves so far.
    pub fn leaf_nodes(&self) -> u64 {
        self.leaf_nodes.get() + self.leaf_solver.as_ref().map_or(0, |solver| solver.borrow().nodes())
    }

    /// The position of the current node.
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// The value of the current node by alpha-beta.
    #[inline(never)]
    fn solve(&self) -> bool {
        let mut nodes = self.leaf_nodes.get();
        // The opponent gets more than −margin exactly if the prover does not get the margin.
        let prover_moves = self.kind() == NodeKind::Or;
        let alpha = if prover_moves { self.margin - 1 } else { -self.margin };
        if let Some(solver) = &self.leaf_solver
            && self.position.empties() > TABLE_EMPTIES
            && let Some(reached) = solver.borrow_mut().at_least(&self.position, alpha + 1)
        {
            return reached == prover_moves;
        }
        let score = solve_without_table::<S>(self.position.mine(), self.position.theirs(), alpha, &mut nodes);
        self.leaf_nodes.set(nodes);
        (score > alpha) == prover_moves
    }

    #[inline]
    fn mobility(&self) -> u64 {
        self.mobility.get().unwrap_or_else(|| {
            let mobility = self.position.mobility();
            self.mobility.set(Some(mobility));
            mobility
        })
    }
}

impl<S: BoardSize> fmt::Debug for MarginGame<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MarginGame({:?} by {} from {})", self.prover, self.margin, self.position)
    }
}

impl<S: BoardSize> Game for MarginGame<S> {
    type Move = Move;
    type Key = S::Key;
    type Undo = Undo<S>;

    const ACYCLIC: bool = true;

    #[inline]
    fn key(&self) -> S::Key {
        self.position.key()
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.position.side_to_move() == self.prover { NodeKind::Or } else { NodeKind::And }
    }

    #[inline]
    fn value(&self) -> Option<KnownValue<S::Key>> {
        if self.mobility() == 0 && self.position.their_mobility() == 0 {
            Some((self.position.difference(self.prover) >= self.margin).into())
        } else if self.position.empties() <= self.leaf_empties {
            Some(self.solve().into())
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let mobility = self.mobility();
        if mobility != 0 {
            self.order.append(&self.position, mobility, moves);
        } else if self.position.their_mobility() != 0 {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo<S> {
        let undo = Undo { position: self.position, mobility: self.mobility.take() };
        let next = self.position.after(mv);
        self.position = if self.symmetry { next.canonical() } else { next };
        undo
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo<S>) {
        self.position = undo.position;
        self.mobility.set(undo.mobility);
    }
}

impl<S: BoardSize> Knowledge for MarginGame<S> {
    /// By look-ahead if the game has one. Otherwise by mobility: an OR node is disproven by
    /// refuting all its moves, and dually.
    #[inline]
    fn estimate(&self) -> Numbers {
        let prover_moves = self.kind() == NodeKind::Or;
        if self.look_ahead > 0 {
            let estimate = look_ahead_score(&self.position, self.look_ahead);
            return leaf_numbers(if prover_moves { estimate } else { -estimate }, self.margin);
        }
        let moves = u64::from(self.mobility().count_ones().max(1));
        if prover_moves { Numbers::new(1, moves) } else { Numbers::new(moves, 1) }
    }
}

/// No score exceeds the number of squares. The limits prevent overflow in later arithmetic.
fn clamp_margin<S: BoardSize>(margin: i32) -> i32 {
    margin.clamp(-(S::CELLS as i32), S::CELLS as i32 + 1)
}
