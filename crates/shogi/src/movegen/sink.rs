//! Where generated moves go.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::{Bitboard, Move, PieceKind, Square};

/// Receives moves from a generator, as sets of destinations. Returning [`Break`] stops the generator.
///
/// Sets may be empty.
pub trait MoveSink {
    /// The piece of this kind on `from` can move to each square of `to`, promoting or not as told.
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()>;

    /// A piece of this kind can be dropped on each square of `to`.
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()>;
}

impl MoveSink for Vec<Move> {
    #[inline(always)]
    fn moves(&mut self, from: Square, _: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()> {
        for square in to {
            self.push(Move::new(from, square, promotes));
        }
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()> {
        for square in to {
            self.push(Move::drop(kind, square));
        }
        Continue(())
    }
}

/// Counts moves without listing them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveCount(pub u64);

impl MoveSink for MoveCount {
    #[inline(always)]
    fn moves(&mut self, _: Square, _: PieceKind, to: Bitboard, _: bool) -> ControlFlow<()> {
        self.0 += u64::from(to.len());
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceKind, to: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(to.len());
        Continue(())
    }
}

/// Stops at the first move: the generator returns [`Break`] iff there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyMove;

impl MoveSink for AnyMove {
    #[inline(always)]
    fn moves(&mut self, _: Square, _: PieceKind, to: Bitboard, _: bool) -> ControlFlow<()> {
        if to.any() { Break(()) } else { Continue(()) }
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceKind, to: Bitboard) -> ControlFlow<()> {
        if to.any() { Break(()) } else { Continue(()) }
    }
}
