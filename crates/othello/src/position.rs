//! Positions and the rules of Othello.
//!
//! A position is kept from the view of the side to move (`mine`, `theirs`), because search code never asks for a colour.

use std::marker::PhantomData;

use crate::bits::{flips, mobility, squares};
use crate::symmetry::canonical;
use crate::{BoardSize, Color, Move};

/// A position: the discs of the side to move, the discs of the other side, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S: BoardSize> {
    mine: u64,
    theirs: u64,
    side: Color,
    size: PhantomData<S>,
}

impl<S: BoardSize> Position<S> {
    /// The start position: Black on d5 and e4, White on d4 and e5, Black to move.
    pub fn start() -> Position<S> {
        // d4 = 27, d5 = 28, e4 = 35, e5 = 36.
        Position { mine: 1 << 28 | 1 << 35, theirs: 1 << 27 | 1 << 36, side: Color::Black, size: PhantomData }
    }

    /// A position from two sets of squares (bit `8 · file + rank`, a1 = 0); `None` if they overlap or leave the board.
    pub fn from_discs(black: u64, white: u64, side: Color) -> Option<Position<S>> {
        if black & white != 0 || (black | white) & !S::SQUARES != 0 {
            return None;
        }
        let (mine, theirs) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Some(Position { mine, theirs, side, size: PhantomData })
    }

    /// A position from two sets that are known to be disjoint and on the board.
    #[inline(always)]
    pub(crate) fn raw(mine: u64, theirs: u64, side: Color) -> Position<S> {
        Position { mine, theirs, side, size: PhantomData }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub fn mine(&self) -> u64 {
        self.mine
    }

    /// The discs of the other side.
    #[inline(always)]
    pub fn theirs(&self) -> u64 {
        self.theirs
    }

    /// The discs of a side.
    #[inline(always)]
    pub fn discs(&self, color: Color) -> u64 {
        if color == self.side { self.mine } else { self.theirs }
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The number of vacant squares.
    #[inline(always)]
    pub fn empties(&self) -> u32 {
        S::CELLS - (self.mine | self.theirs).count_ones()
    }

    /// The squares on which the side to move can place a disc.
    #[inline(always)]
    pub fn mobility(&self) -> u64 {
        mobility::<S>(self.mine, self.theirs)
    }

    /// The squares on which the other side could place a disc if it were its turn.
    #[inline(always)]
    pub fn their_mobility(&self) -> u64 {
        mobility::<S>(self.theirs, self.mine)
    }

    /// Whether neither side can place a disc.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.mobility() == 0 && self.their_mobility() == 0
    }

    /// The number of discs of a side minus that of the other. Vacant squares count for neither side, even at the end.
    #[inline(always)]
    pub fn difference(&self, color: Color) -> i32 {
        let difference = self.mine.count_ones() as i32 - self.theirs.count_ones() as i32;
        if color == self.side { difference } else { -difference }
    }

    /// The legal moves, file by file (b2, b3, … on 6×6). If there is no square, the pass; if the game is over, none.
    pub fn moves(&self) -> Vec<Move> {
        let mobility = self.mobility();
        if mobility != 0 {
            squares(mobility).map(Move::to).collect()
        } else if self.their_mobility() != 0 {
            vec![Move::PASS]
        } else {
            Vec::new()
        }
    }

    /// The position after a move, or `None` if the move is illegal.
    pub fn play(&self, mv: Move) -> Option<Position<S>> {
        let legal = match mv.square() {
            Some(square) => self.mobility() >> square & 1 == 1,
            None => self.mobility() == 0 && self.their_mobility() != 0,
        };
        legal.then(|| self.after(mv))
    }

    /// The position after a move that is known to be legal. An illegal move to a vacant square would place a disc and flip
    /// none.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Position<S> {
        let (placed, turned) = match mv.square() {
            Some(square) => (1 << square, flips::<S>(square, self.mine, self.theirs)),
            None => (0, 0),
        };
        Position::raw(self.theirs ^ turned, self.mine ^ turned ^ placed, !self.side)
    }

    /// The key of the position, which no other position of this size has.
    #[inline]
    pub fn key(&self) -> S::Key {
        S::pack(self.mine, self.theirs, self.side == Color::White)
    }

    /// The canonical image of the position, the same for all eight of its mirror images and rotations.
    #[inline]
    #[must_use]
    pub fn canonical(&self) -> Position<S> {
        let (mine, theirs) = canonical(self.mine, self.theirs);
        Position::raw(mine, theirs, self.side)
    }
}
