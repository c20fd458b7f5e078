//! Mates in one and in three moves, without search nodes: leaf knowledge for a mate search.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::movegen::MoveSink;
use crate::{Bitboard, Move, PieceKind, Position, Square};

/// Tries each check for mate and keeps the first that is one.
struct FindMate<'a> {
    position: &'a Position,
    found: Option<Move>,
}

impl FindMate<'_> {
    #[inline(always)]
    fn try_move(&mut self, mv: Move) -> ControlFlow<()> {
        let mut next = self.position.clone();
        let _ = next.make(mv);
        if next.has_evasion() {
            return Continue(());
        }
        self.found = Some(mv);
        Break(())
    }
}

impl MoveSink for FindMate<'_> {
    #[inline(always)]
    fn moves(&mut self, from: Square, _: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()> {
        to.into_iter().try_for_each(|square| self.try_move(Move::new(from, square, promotes)))
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()> {
        to.into_iter().try_for_each(|square| self.try_move(Move::drop(kind, square)))
    }
}

impl Position {
    /// A move that mates at once, if there is one.
    pub fn mate_in_one(&self) -> Option<Move> {
        let mut find = FindMate { position: self, found: None };
        let _ = self.generate_checks(&mut find);
        find.found
    }
}
