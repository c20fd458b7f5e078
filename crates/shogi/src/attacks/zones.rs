//! The squares from which a piece can attack a king or its neighbours.
//!
//! A mate search asks at every node where the king can go. It looks only at pieces on these squares, which costs a fraction
//! of computing the attacks of the whole board.

use super::lines::{bishop_rays, lance_rays, rook_rays};
use super::steps::{Table, king_steps};
use crate::{Bitboard, Color, Square};

/// See [`near`].
static NEAR: Table = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(king) = Square::from_index(index) {
        let mut files = -2;
        while files <= 2 {
            let mut ranks = -3;
            while ranks <= 3 {
                if let Some(square) = king.offset(files, ranks) {
                    table[index] = table[index].union(Bitboard::from_square(square));
                }
                ranks += 1;
            }
            files += 1;
        }
        index += 1;
    }
    table
};

/// Makes a table by king square: the union of the rays from the king and from its neighbours.
macro_rules! zone {
    ($rays:expr) => {{
        let mut table = [Bitboard::EMPTY; Square::COUNT];
        let mut index = 0;
        while let Some(king) = Square::from_index(index) {
            table[index] = $rays(king);
            let mut neighbours = king_steps(king);
            while let Some(square) = neighbours.first() {
                table[index] = table[index].union($rays(square));
                neighbours = neighbours.without(Bitboard::from_square(square));
            }
            index += 1;
        }
        table
    }};
}

const fn white_lance_rays(square: Square) -> Bitboard {
    lance_rays(Color::White, square)
}

const fn black_lance_rays(square: Square) -> Bitboard {
    lance_rays(Color::Black, square)
}

static ROOK_ZONE: Table = zone!(rook_rays);
static BISHOP_ZONE: Table = zone!(bishop_rays);
/// By the lance's owner. A lance of one side attacks a square from where the other side's lance on that square would attack.
static LANCE_ZONE: [Table; 2] = [zone!(white_lance_rays), zone!(black_lance_rays)];

/// The squares from which one step of any piece, a knight's jump included, can reach the king or a neighbour of it.
#[inline(always)]
pub(crate) fn near(king: Square) -> Bitboard {
    NEAR[king.index()]
}

/// The squares from which a rook reaches the king or a neighbour of it on an empty board.
#[inline(always)]
pub(crate) fn rook_zone(king: Square) -> Bitboard {
    ROOK_ZONE[king.index()]
}

/// The squares from which a bishop reaches the king or a neighbour of it on an empty board.
#[inline(always)]
pub(crate) fn bishop_zone(king: Square) -> Bitboard {
    BISHOP_ZONE[king.index()]
}

/// The squares from which a lance of `color` reaches the king or a neighbour of it on an empty board.
#[inline(always)]
pub(crate) fn lance_zone(color: Color, king: Square) -> Bitboard {
    LANCE_ZONE[color.index()][king.index()]
}
