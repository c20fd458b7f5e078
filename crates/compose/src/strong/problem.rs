//! Mate problems with strong pieces as an AND/OR game.

use yomikiri_pns::{Game, Knowledge, NodeKind, Settled};
use yomikiri_shogi::{Color, Hand, Move};

use super::position::{StrongPosition, StrongUndo};

/// What a position is remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrongKey {
    /// Key of the board and the side to move.
    pub board: u64,
    /// Both hands. What strong pieces there were is gone, so that neither follows from the other and the board.
    pub hands: [Hand; 2],
}

/// A position to be mated.
#[derive(Clone, Debug)]
pub struct StrongProblem {
    position: StrongPosition,
    attacker: Color,
}

impl StrongProblem {
    /// Can `attacker`, who is to move, mate from here?
    pub fn new(position: StrongPosition, attacker: Color) -> StrongProblem {
        StrongProblem { position, attacker }
    }

    /// The position.
    pub fn position(&self) -> &StrongPosition {
        &self.position
    }
}

impl Game for StrongProblem {
    type Move = Move;
    type Key = StrongKey;
    type Undo = StrongUndo;

    const ACYCLIC: bool = false;

    fn key(&self) -> StrongKey {
        self.position.key()
    }

    fn kind(&self) -> NodeKind {
        if self.position.side_to_move() == self.attacker { NodeKind::Or } else { NodeKind::And }
    }

    /// A mate is seen at once, as in mate problems without strong pieces.
    fn value(&self) -> Option<Settled<StrongKey>> {
        (self.kind() == NodeKind::And && !self.position.has_evasion()).then_some(true.into())
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(match self.kind() {
            NodeKind::Or => self.position.checks(),
            NodeKind::And => self.position.evasions(),
        });
    }

    fn make(&mut self, mv: Move) -> StrongUndo {
        self.position.make(mv)
    }

    fn unmake(&mut self, mv: Move, undo: StrongUndo) {
        self.position.unmake(mv, undo);
    }
}

impl Knowledge for StrongProblem {}
