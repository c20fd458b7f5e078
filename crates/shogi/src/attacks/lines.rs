//! Files, ranks and diagonals: the squares between two squares, and the whole line through them.
//!
//! Pins and interpositions need nothing else. Tables for all pairs of squares make both a lookup.

use crate::{Bitboard, Color, Square};

const DIRECTIONS: [(i32, i32); 8] = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// All squares from `square` to the edge in one direction.
pub(super) const fn ray(square: Square, (files, ranks): (i32, i32)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        set = set.union(Bitboard::from_square(next));
        at = next;
    }
    set
}

const fn rays(from: usize, to: usize) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut d = from;
        while d < to {
            table[index] = table[index].union(ray(square, DIRECTIONS[d]));
            d += 1;
        }
        index += 1;
    }
    table
}

static ROOK_RAYS: [Bitboard; Square::COUNT] = rays(0, 4);
static BISHOP_RAYS: [Bitboard; Square::COUNT] = rays(4, 8);
static LANCE_RAYS: [[Bitboard; Square::COUNT]; 2] = [rays(0, 1), rays(1, 2)];

type Pairs = [[Bitboard; Square::COUNT]; Square::COUNT];

/// For every pair of squares on a common line: the squares strictly between them or, with `whole`, the line from edge to edge.
const fn pairs(whole: bool) -> Pairs {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = DIRECTIONS[d];
            let full = ray(square, (files, ranks))
                .union(ray(square, (-files, -ranks)))
                .union(Bitboard::from_square(square));
            let mut passed = Bitboard::EMPTY;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                table[index][next.index()] = if whole { full } else { passed };
                passed = passed.union(Bitboard::from_square(next));
                at = next;
            }
            d += 1;
        }
        index += 1;
    }
    table
}

static BETWEEN: Pairs = pairs(false);
static LINE: Pairs = pairs(true);

/// The squares strictly between two squares of a common file, rank or diagonal; empty for all other pairs.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole file, rank or diagonal through two squares, from edge to edge; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub(crate) const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub(crate) const fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The squares that a lance attacks on an empty board.
#[inline(always)]
pub(crate) const fn lance_rays(color: Color, square: Square) -> Bitboard {
    LANCE_RAYS[color.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_and_line() {
        assert_eq!(between(Square::S5A, Square::S5D), [Square::S5B, Square::S5C].into_iter().collect());
        assert_eq!(between(Square::S9I, Square::S7G), Bitboard::from_square(Square::S8H));
        assert!(between(Square::S9I, Square::S7H).is_empty());
        assert!(line(Square::S9I, Square::S7H).is_empty());
        assert_eq!(line(Square::S2B, Square::S8H).len(), 9);
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert!(between(a, b).without(line(a, b)).is_empty());
                assert_eq!(line(a, b).any(), a != b && (rook_rays(a) | bishop_rays(a)).contains(b));
            }
        }
    }
}
