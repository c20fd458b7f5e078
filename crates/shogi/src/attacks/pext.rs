//! Slider attacks by table lookup with PEXT (BMI2).
//!
//! PEXT gathers the bits of the squares that can block a slider into a small number, the index of a table.
//!
//! * **Rank:** shifted to rank `a`, the seven inner squares of a rank all fall into the low 64 bits (9, 18, … 63), so one
//!   PEXT with a constant mask numbers the 128 ways to occupy them. The table (18 KiB) is indexed by file and that number.
//! * **File:** its nine squares are neighbouring bits, so a shift and a mask suffice. The table has 2 KiB.
//! * **Bishop:** the inner squares of both diagonals, from the two 64-bit halves, numbered by two PEXTs. 316 KiB, of which
//!   a search touches little.

use std::arch::x86_64::_pext_u64;

use crate::attacks::lines::ray;
use crate::{Bitboard, Square};

#[inline(always)]
fn pext(source: u64, mask: u64) -> u64 {
    // SAFETY: this module is compiled only where BMI2 is a target feature.
    unsafe { _pext_u64(source, mask) }
}

/// The inverse of PEXT for table building.
const fn deposit(mut index: u64, mask: u128) -> u128 {
    let (mut rest, mut bits) = (mask, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        if index & 1 != 0 {
            bits |= lowest;
        }
        index >>= 1;
        rest ^= lowest;
    }
    bits
}

/// The squares from `square` in one direction, up to and including the first occupied one.
const fn walk(square: Square, occupied: u128, (files, ranks): (i32, i32)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        set = set.union(Bitboard::from_square(next));
        if occupied >> next.index() & 1 != 0 {
            break;
        }
        at = next;
    }
    set
}

/// The seven inner squares of rank `a`.
const RANK_INNER: u64 = (Bitboard::rank(0).to_bits() & !(1 | 1 << 72)) as u64;

static RANK_ATTACKS: [[Bitboard; 128]; 9] = {
    let mut table = [[Bitboard::EMPTY; 128]; 9];
    let mut file = 0;
    while let Some(square) = Square::new(file, 0) {
        let mut index = 0;
        while index < 128 {
            let occupied = deposit(index, RANK_INNER as u128);
            table[file][index as usize] =
                walk(square, occupied, (1, 0)).union(walk(square, occupied, (-1, 0)));
            index += 1;
        }
        file += 1;
    }
    table
};

/// By rank and the occupancy of the seven inner squares of a file: the attacked squares as nine bits.
static FILE_ATTACKS: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut rank = 0;
    while let Some(square) = Square::new(0, rank) {
        let mut index = 0;
        while index < 128 {
            let occupied = (index as u128) << 1;
            let set = walk(square, occupied, (0, 1)).union(walk(square, occupied, (0, -1)));
            table[rank][index] = set.to_bits() as u16;
            index += 1;
        }
        rank += 1;
    }
    table
};

/// The squares that a rook attacks.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let on_rank_a = (occupied.to_bits() >> rank) as u64;
    let across = RANK_ATTACKS[file][pext(on_rank_a, RANK_INNER) as usize & 127].to_bits() << rank;
    let on_file_1 = (occupied.to_bits() >> (file * 9)) as usize;
    let along = u128::from(FILE_ATTACKS[rank][on_file_1 >> 1 & 127]) << (file * 9);
    Bitboard::from_bits(across | along)
}

#[derive(Clone, Copy)]
struct BishopSquare {
    low: u64,
    high: u64,
    /// Number of bits in `low`: where the bits of `high` go.
    shift: u32,
    /// First entry in [`BISHOP_ATTACKS`].
    offset: u32,
}

const BISHOP_ENTRIES: usize = 20_224;

static BISHOP_SQUARES: [BishopSquare; Square::COUNT] = {
    let mut table = [BishopSquare { low: 0, high: 0, shift: 0, offset: 0 }; Square::COUNT];
    let inner = !(Bitboard::rank(0).to_bits()
        | Bitboard::rank(8).to_bits()
        | Bitboard::file(0).to_bits()
        | Bitboard::file(8).to_bits());
    let mut offset = 0;
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let rays = ray(square, (1, 1)).union(ray(square, (-1, -1))).union(ray(square, (1, -1)));
        let mask = rays.union(ray(square, (-1, 1))).to_bits() & inner;
        let (low, high) = (mask as u64, (mask >> 64) as u64);
        table[index] = BishopSquare { low, high, shift: low.count_ones(), offset };
        offset += 1 << mask.count_ones();
        index += 1;
    }
    assert!(offset as usize == BISHOP_ENTRIES);
    table
};

static BISHOP_ATTACKS: [Bitboard; BISHOP_ENTRIES] = {
    // Const evaluation is slow and part of every build, so this saves operations: to subtract the ray behind the first piece
    // from a ray takes a few, to follow the ray square by square takes dozens.
    let up = [diagonals((1, -1)), diagonals((1, 1))];
    let down = [diagonals((-1, -1)), diagonals((-1, 1))];
    let mut table = [Bitboard::EMPTY; BISHOP_ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let BishopSquare { low, high, offset, .. } = BISHOP_SQUARES[index];
        let mask = (high as u128) << 64 | low as u128;
        let mut entry = offset as usize;
        let mut occupied = 0;
        loop {
            let mut set = 0;
            let mut side = 0;
            while side < 2 {
                let (above, below) = (up[side][index], down[side][index]);
                set |= above | below;
                if occupied & above != 0 {
                    set ^= up[side][(occupied & above).trailing_zeros() as usize];
                }
                if occupied & below != 0 {
                    set ^= down[side][127 - (occupied & below).leading_zeros() as usize];
                }
                side += 1;
            }
            table[entry] = Bitboard::from_bits(set);
            entry += 1;
            // The next subset of the mask, in the order in which PEXT numbers them.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        index += 1;
    }
    table
};

/// The rays in one direction, as bits.
const fn diagonals(direction: (i32, i32)) -> [u128; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        table[index] = ray(square, direction).to_bits();
        index += 1;
    }
    table
}

/// The squares that a bishop attacks.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &BISHOP_SQUARES[square.index()];
    let (low, high) = (occupied.to_bits() as u64, (occupied.to_bits() >> 64) as u64);
    let number = pext(low, entry.low) | pext(high, entry.high) << entry.shift;
    BISHOP_ATTACKS[entry.offset as usize + number as usize]
}
