//! "This side wins by at least so many discs", as an AND/OR graph.

use yomikiri_pns::{Game, NodeKind, Numbers};

use crate::{Color, Move, MoveOrder, Position, Size};

/// The question whether a side, the prover, ends the game at least `margin` discs ahead.
///
/// OR nodes are those where the prover moves. A pass is a move of its own; a node is a leaf if neither side can move. The
/// number of discs grows with every move but a pass, and two passes end the game, so the graph has no cycles.
///
/// ```
/// use yomikiri_othello::{Color, Goal, Position, Six};
/// use yomikiri_pns::{Game, NodeKind};
///
/// let position: Position<Six> = "OXXX--OOXXXOXXOXXOXXXOXOOOXXXXXXXXX- O".parse().unwrap();
/// let mut goal = Goal::new(position, Color::White, 4);
/// assert_eq!(goal.kind(), NodeKind::Or);
/// let mut moves = Vec::new();
/// goal.moves(&mut moves);
/// assert_eq!(format!("{moves:?}"), "[f2, g2, g7]");
/// ```
#[derive(Clone, Debug)]
pub struct Goal<S: Size> {
    position: Position<S>,
    /// Moves of the side to move: nearly every question about a node starts with them.
    mobility: u64,
    prover: Color,
    margin: i32,
    order: MoveOrder,
    symmetric_keys: bool,
}

/// What [`Goal`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<S: Size> {
    position: Position<S>,
    mobility: u64,
}

impl<S: Size> Goal<S> {
    /// The question whether the prover wins by at least `margin` discs; a negative margin lets it lose by that much.
    pub fn new(position: Position<S>, prover: Color, margin: i32) -> Goal<S> {
        Goal {
            position,
            mobility: position.mobility(),
            prover,
            margin,
            order: MoveOrder::default(),
            symmetric_keys: false,
        }
    }

    /// Tries moves in another order than file by file.
    #[must_use]
    pub fn with_order(mut self, order: MoveOrder) -> Goal<S> {
        self.order = order;
        self
    }

    /// Gives mirror images and rotations of a position the same key.
    ///
    /// Nodes with equal keys then have the same value, and the same moves *up to symmetry*: a search may remember numbers
    /// by key, but not moves or child indices.
    #[must_use]
    pub fn with_symmetric_keys(mut self, symmetric: bool) -> Goal<S> {
        self.symmetric_keys = symmetric;
        self
    }

    /// The position of the current node.
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// The side that is to win.
    pub fn prover(&self) -> Color {
        self.prover
    }

    /// By how many discs.
    pub fn margin(&self) -> i32 {
        self.margin
    }

    fn go_to(&mut self, position: Position<S>) {
        self.position = position;
        self.mobility = position.mobility();
    }
}

impl<S: Size> Game for Goal<S> {
    type Move = Move;
    type Key = S::Key;
    type Undo = Undo<S>;

    const ACYCLIC: bool = true;

    #[inline]
    fn key(&self) -> S::Key {
        if self.symmetric_keys { self.position.canonical_key() } else { self.position.key() }
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.position.side_to_move() == self.prover { NodeKind::Or } else { NodeKind::And }
    }

    #[inline]
    fn value(&self) -> Option<bool> {
        if self.mobility == 0 && self.position.their_mobility() == 0 {
            return Some(self.position.difference(self.prover) >= self.margin);
        }
        None
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        if self.mobility != 0 {
            self.order.append(&self.position, self.mobility, moves);
        } else if self.position.their_mobility() != 0 {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo<S> {
        let undo = Undo { position: self.position, mobility: self.mobility };
        self.go_to(self.position.after(mv));
        undo
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo<S>) {
        self.position = undo.position;
        self.mobility = undo.mobility;
    }

    /// Mobility: an OR node is disproven by refuting all its moves, and dually.
    #[inline]
    fn estimate(&self) -> Numbers {
        let moves = u64::from(self.mobility.count_ones().max(1));
        match self.kind() {
            NodeKind::Or => Numbers::new(1, moves),
            NodeKind::And => Numbers::new(moves, 1),
        }
    }
}
