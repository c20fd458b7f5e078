//! Mate problems with strong pieces as an AND/OR game.

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind};
use yomikiri_shogi::{Color, Hand, Move};

use super::position::{StrongPosition, StrongUndo};

/// The key of a position with strong pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrongKey {
    /// The Zobrist key of the board and the side to move.
    pub board: u64,
    /// Both hands. Captured strong pieces leave the game, so one hand does not follow from the other and the board.
    pub hands: [Hand; 2],
}

/// A mate problem with strong pieces.
#[derive(Clone, Debug)]
pub struct StrongProblem {
    position: StrongPosition,
    attacker: Color,
}

impl StrongProblem {
    /// Asks whether `attacker`, who is to move, can mate.
    pub fn new(position: StrongPosition, attacker: Color) -> StrongProblem {
        StrongProblem { position, attacker }
    }

    /// The position of the current node.
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
    fn value(&self) -> Option<KnownValue<StrongKey>> {
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
