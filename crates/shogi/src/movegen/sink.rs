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
        push_all(self, to, |square| Move::new(from, square, promotes));
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()> {
        push_all(self, to, |square| Move::drop(kind, square));
        Continue(())
    }
}

/// Appends one move per square: room is made once, then the moves are written without asking for room again.
#[inline(always)]
fn push_all(moves: &mut Vec<Move>, to: Bitboard, name: impl Fn(Square) -> Move) {
    let (len, more) = (moves.len(), to.len() as usize);
    moves.reserve(more);
    let room = &mut moves.spare_capacity_mut()[..more];
    let written = to.into_iter().fold(0, |next, square| {
        room[next].write(name(square));
        next + 1
    });
    debug_assert_eq!(written, more);
    // SAFETY: `reserve` made room for `more` moves, and the loop has written one for each square of the set.
    unsafe { moves.set_len(len + more) };
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
