//! Fixed attack patterns of pawn, knight, silver, gold and king, for one square and for whole sets.

use crate::{Bitboard, Color, Square};

type Table = [Bitboard; Square::COUNT];

/// Patterns as (files to the left, ranks down) seen from Black.
const PAWN: &[(i32, i32)] = &[(0, -1)];
const KNIGHT: &[(i32, i32)] = &[(-1, -2), (1, -2)];
const SILVER: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

const fn table(pattern: &[(i32, i32)], forward: i32) -> Table {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut i = 0;
        while i < pattern.len() {
            if let Some(to) = square.offset(pattern[i].0, pattern[i].1 * forward) {
                table[index] = table[index].union(Bitboard::of(to));
            }
            i += 1;
        }
        index += 1;
    }
    table
}

const fn tables(pattern: &[(i32, i32)]) -> [Table; 2] {
    [table(pattern, 1), table(pattern, -1)]
}

static PAWN_STEPS: [Table; 2] = tables(PAWN);
static KNIGHT_STEPS: [Table; 2] = tables(KNIGHT);
static SILVER_STEPS: [Table; 2] = tables(SILVER);
static GOLD_STEPS: [Table; 2] = tables(GOLD);
static KING_STEPS: Table = table(KING, 1);

/// The square in front.
#[inline(always)]
pub const fn pawn_steps(color: Color, square: Square) -> Bitboard {
    PAWN_STEPS[color.index()][square.index()]
}

/// The two squares a knight jumps to.
#[inline(always)]
pub const fn knight_steps(color: Color, square: Square) -> Bitboard {
    KNIGHT_STEPS[color.index()][square.index()]
}

/// The five squares around a silver.
#[inline(always)]
pub const fn silver_steps(color: Color, square: Square) -> Bitboard {
    SILVER_STEPS[color.index()][square.index()]
}

/// The six squares around a gold, or a piece promoted to one.
#[inline(always)]
pub const fn gold_steps(color: Color, square: Square) -> Bitboard {
    GOLD_STEPS[color.index()][square.index()]
}

/// The eight squares around a king.
#[inline(always)]
pub const fn king_steps(square: Square) -> Bitboard {
    KING_STEPS[square.index()]
}

// The same for all pieces of a set at once. Shifting by one rank wraps into the next file, so pieces on the edge rank are
// masked off first; pawns and knights never stand where they would wrap. Files need no mask: they leave the integer.

const RANK_A: Bitboard = Bitboard::rank(0);
const RANK_I: Bitboard = Bitboard::rank(8);

/// All squares attacked by the pawns of a set.
#[inline(always)]
pub(crate) fn pawn_steps_of_set(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.down(1),
        Color::White => set.up(1),
    }
}

/// All squares attacked by the knights of a set.
#[inline(always)]
pub(crate) fn knight_steps_of_set(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.down(11) | set.up(7),
        Color::White => set.up(11) | set.down(7),
    }
}

/// All squares attacked by the silvers of a set.
#[inline(always)]
pub(crate) fn silver_steps_of_set(color: Color, set: Bitboard) -> Bitboard {
    let (up_ok, down_ok) = (set.without(RANK_A), set.without(RANK_I));
    let diagonals = up_ok.down(10) | up_ok.up(8) | down_ok.down(8) | down_ok.up(10);
    diagonals
        | match color {
            Color::Black => up_ok.down(1),
            Color::White => down_ok.up(1),
        }
}

/// All squares attacked by the golds of a set.
#[inline(always)]
pub(crate) fn gold_steps_of_set(color: Color, set: Bitboard) -> Bitboard {
    let (up_ok, down_ok) = (set.without(RANK_A), set.without(RANK_I));
    let cross = up_ok.down(1) | down_ok.up(1) | set.down(9) | set.up(9);
    cross
        | match color {
            Color::Black => up_ok.down(10) | up_ok.up(8),
            Color::White => down_ok.down(8) | down_ok.up(10),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_unions_of_single_steps() {
        for color in Color::ALL {
            let (pawns, knights) = (!Bitboard::far_ranks(color, 1), !Bitboard::far_ranks(color, 2));
            for first in Square::all() {
                for second in [Square::S1A, Square::S1I, Square::S9A, Square::S9I, Square::S5E, Square::S2H] {
                    let set = Bitboard::of(first) | Bitboard::of(second);
                    let union = |set: Bitboard, steps: fn(Color, Square) -> Bitboard| {
                        set.into_iter().fold(Bitboard::EMPTY, |all, square| all | steps(color, square))
                    };
                    assert_eq!(pawn_steps_of_set(color, set & pawns), union(set & pawns, pawn_steps));
                    assert_eq!(knight_steps_of_set(color, set & knights), union(set & knights, knight_steps));
                    assert_eq!(silver_steps_of_set(color, set), union(set, silver_steps));
                    assert_eq!(gold_steps_of_set(color, set), union(set, gold_steps));
                }
            }
        }
    }

    #[test]
    fn patterns_have_their_sizes() {
        for color in Color::ALL {
            let sizes = [pawn_steps, knight_steps, silver_steps, gold_steps]
                .map(|steps| steps(color, Square::S5E).len());
            assert_eq!(sizes, [1, 2, 5, 6]);
        }
        assert_eq!(king_steps(Square::S5E).len(), 8);
        assert_eq!(king_steps(Square::S1A).len(), 3);
        assert_eq!(pawn_steps(Color::Black, Square::S7G), Bitboard::of(Square::S7F));
        assert_eq!(knight_steps(Color::White, Square::S2A), [Square::S1C, Square::S3C].into_iter().collect());
    }
}
