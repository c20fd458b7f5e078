//! Move generation: legal moves, checks, evasions.
//!
//! Every generator hands *sets* of destinations to a [`MoveSink`]. What becomes of them is the sink's affair: a `Vec`
//! lists moves, a [`MoveCount`] adds up set sizes without making moves of them, [`AnyMove`] stops at the first. So one
//! generator serves listing, counting and "is there any?", and each use is compiled on its own.
//!
//! All moves are exact: pins, discovered and double checks, two pawns, dead pieces and drops, pawn-drop mate. Promotion is
//! optional wherever the rules leave it so; nothing is left out as "never useful".

mod check_info;
mod checks;
mod drops;
mod evasions;
mod legal;
mod sink;

pub use check_info::CheckInfo;
pub use sink::{AnyMove, MoveCount, MoveSink};

use std::ops::ControlFlow;

use crate::attacks::between;
use crate::position::Threats;
use crate::{Hand, Move, Position};

/// A generator's result: whether the sink stopped it early.
pub(crate) type Flow = ControlFlow<()>;

impl Position {
    /// Hands all legal moves to `sink`.
    #[inline]
    pub fn generate_legal<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let threats = self.threats();
        if threats.checkers.any() {
            evasions::generate(self, &threats, sink)
        } else {
            legal::generate(self, &threats, sink)
        }
    }

    /// Hands all legal moves that give check to `sink`.
    ///
    /// A side in check itself may only check back with an evasion (逆王手); there are none if the other side has no king.
    #[inline]
    pub fn generate_checks<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        checks::generate(self, sink)
    }

    /// Hands all legal answers to a check to `sink`; nothing if the side to move is not in check.
    #[inline]
    pub fn generate_evasions<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let threats = self.threats();
        if threats.checkers.any() {
            evasions::generate(self, &threats, sink)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// What the king of the side to move faces; nothing if it has none.
    #[inline(always)]
    fn threats(&self) -> Threats {
        let us = self.side_to_move();
        match self.king(us) {
            Some(king) => self.threats_to(king, !us),
            None => Threats::default(),
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        let _ = self.generate_legal(&mut moves);
        moves
    }

    /// All legal moves that give check.
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.generate_checks(&mut moves);
        moves
    }

    /// All legal answers to a check; none if the side to move is not in check.
    pub fn evasions(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.generate_evasions(&mut moves);
        moves
    }

    /// Whether the side to move, which is in check, has an answer. Stops at the first one found.
    #[inline]
    pub fn has_evasion(&self) -> bool {
        self.generate_evasions(&mut AnyMove).is_break()
    }

    /// Whether the side to move has a legal move. Stops at the first one found.
    pub fn has_legal_move(&self) -> bool {
        self.generate_legal(&mut AnyMove).is_break()
    }

    /// Whether the side to move is mated: in check and without an answer.
    #[inline]
    pub fn is_mate(&self) -> bool {
        let threats = self.threats();
        threats.checkers.any() && evasions::generate(self, &threats, &mut AnyMove).is_continue()
    }

    /// The kinds of pieces that could be interposed by a drop against the check, were they in hand: one of each.
    pub fn interposing_kinds(&self) -> Hand {
        let checkers = self.checkers();
        match (self.king(self.side_to_move()), checkers.first()) {
            (Some(king), Some(checker)) if checkers.is_single() => {
                let inside = between(king, checker);
                if inside.is_empty() { Hand::EMPTY } else { drops::kinds(self, |_| inside) }
            }
            _ => Hand::EMPTY,
        }
    }

    /// The kinds of pieces that could be dropped with check, were they in hand: one of each. Whether the drop answers a
    /// check to the own king, or is a pawn-drop mate, is not considered.
    pub fn checking_kinds(&self) -> Hand {
        let Some(info) = CheckInfo::new(self) else { return Hand::EMPTY };
        let empty = !self.occupied();
        drops::kinds(self, |kind| info.direct(kind) & empty)
    }

    /// Whether `mv` is a legal move here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
}
