//! Receivers of generated moves: list them, count them, or stop at the first.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::{Bitboard, Move, PieceKind, Square};

/// A receiver of generated moves. Returning [`Break`] stops the generator.
///
/// Moves arrive as sets of destinations, which may be empty.
pub trait MoveSink {
    /// Receives moves of the piece of this kind on `from` to each square of `to`, all promoting or all not.
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()>;

    /// Receives drops of a piece of this kind on each square of `to`.
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()>;

    /// Receives, before the drops against a check, the squares of its line that a piece of the side to move protects.
    #[inline(always)]
    fn protected(&mut self, squares: Bitboard) {
        let _ = squares;
    }
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

/// Appends one move per square of `to`. Capacity is reserved once, so the loop checks none.
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
    // SAFETY: `reserve` made room for `more` moves, and the fold wrote one for each square of the set.
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

/// Stops at the first move: the generator returns [`Break`] exactly if there is a move.
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
