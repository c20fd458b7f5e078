//! Move generation: legal moves, checks, evasions.
//!
//! Every generator passes *sets* of destinations to a [`MoveSink`], and the sink decides what to do with them: a `Vec`
//! lists the moves, a [`MoveCount`] adds up the sizes of the sets, [`AnyMove`] stops at the first move. So one generator
//! serves to list, to count and to ask whether there is any move, and the compiler specializes it for each use.
//!
//! The moves are exactly the legal ones: pins, discovered and double checks, two pawns, pieces that could never move and
//! pawn-drop mate are all observed. No legal move is left out as "never useful": where the rules let a piece promote or
//! not, both moves are generated.

mod check_info;
mod checks;
mod drops;
mod evasions;
mod legal;
mod sink;

pub use check_info::CheckInfo;
pub use sink::{AnyMove, MoveCount, MoveSink};

use std::ops::ControlFlow;

use crate::position::KingAttacks;
use crate::{Hand, Move, Position};

/// The result of a generator: `Break` if the sink stopped it early.
pub(crate) type Flow = ControlFlow<()>;

impl Position {
    /// Passes all legal moves to `sink`. Returns `Break` if the sink stopped the generator.
    #[inline]
    pub fn generate_legal<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let king_attacks = self.attacks_on_own_king();
        if king_attacks.checkers.any() {
            evasions::generate(self, &king_attacks, sink)
        } else {
            legal::generate(self, &king_attacks, sink)
        }
    }

    /// Passes all legal moves that give check to `sink`. Returns `Break` if the sink stopped the generator.
    ///
    /// If the side to move is in check itself, these are the evasions that give check (逆王手). If the other side has no king,
    /// there are none.
    #[inline]
    pub fn generate_checks<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        checks::generate(self, sink)
    }

    /// Passes all legal evasions to `sink`; none if the side to move is not in check. Returns `Break` if the sink stopped the
    /// generator.
    #[inline]
    pub fn generate_evasions<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        let king_attacks = self.attacks_on_own_king();
        if king_attacks.checkers.any() {
            evasions::generate(self, &king_attacks, sink)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Passes all legal evasions to `sink`, from attacks that are known and among which there is a check.
    #[inline(always)]
    pub(crate) fn generate_evasions_from<S: MoveSink>(
        &self,
        king_attacks: &KingAttacks,
        sink: &mut S,
    ) -> ControlFlow<()> {
        evasions::generate(self, king_attacks, sink)
    }

    /// The other side's attacks on the king of the side to move; empty if it has no king.
    #[inline(always)]
    pub(crate) fn attacks_on_own_king(&self) -> KingAttacks {
        let us = self.side_to_move();
        match self.king(us) {
            Some(king) => self.attacks_on_king(king, !us),
            None => KingAttacks::default(),
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.list_legal(&mut moves);
        moves
    }

    /// All legal moves that give check.
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.list_checks(&mut moves);
        moves
    }

    /// All legal evasions: the answers to a check. Empty if the side to move is not in check.
    pub fn evasions(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.list_evasions(&mut moves);
        moves
    }

    /// Appends all [legal moves](Self::legal_moves). A generator is 20 KiB of code for every sink and every place that it is called from; these
    /// three are compiled once.
    #[inline(never)]
    pub fn list_legal(&self, moves: &mut Vec<Move>) {
        let _ = self.generate_legal(moves);
    }

    /// Appends all [checks](Self::checks).
    #[inline(never)]
    pub fn list_checks(&self, moves: &mut Vec<Move>) {
        let _ = self.generate_checks(moves);
    }

    /// Appends all [evasions](Self::evasions).
    #[inline(never)]
    pub fn list_evasions(&self, moves: &mut Vec<Move>) {
        let _ = self.generate_evasions(moves);
    }

    /// Whether the side to move is in check and has an evasion. Stops at the first one found.
    #[inline]
    pub fn has_evasion(&self) -> bool {
        self.generate_evasions(&mut AnyMove).is_break()
    }

    /// Whether the side to move is mated: in check and without an evasion.
    #[inline]
    pub fn is_mate(&self) -> bool {
        let king_attacks = self.attacks_on_own_king();
        king_attacks.checkers.any() && evasions::generate(self, &king_attacks, &mut AnyMove).is_continue()
    }

    /// The kinds of pieces that the side to move could drop between its king and the checker if it held them, one of each.
    pub fn interposing_kinds(&self) -> Hand {
        match self.check_line() {
            Some((_, inside)) => drops::kinds(self, |_| inside),
            None => Hand::EMPTY,
        }
    }

    /// The kinds of pieces that the side to move could drop with check if it held them, one of each.
    ///
    /// This is a superset: a drop counts even if it leaves the own king in check or is a pawn-drop mate.
    pub fn checking_kinds(&self) -> Hand {
        let Some(info) = CheckInfo::new(self) else { return Hand::EMPTY };
        let empty = !self.occupied();
        drops::kinds(self, |kind| info.direct(kind) & empty)
    }

    /// Whether `mv` is a legal move in this position.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
}
