//! Keys of positions: numbers in base 3 with one digit per square.
//!
//! The key is exact, so tables need not verify it: 36 squares and the side to move fit into 59 bits, one word for a 6×6
//! position. Files are translated as a whole, with a table from bits to base 3.

use std::ops::Range;

use crate::BoardSize;

/// `BASE_3[bits]` reads the binary digits of `bits` as digits of base 3.
pub(crate) static BASE_3: [u16; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut digit, mut power) = (0, 1u16);
        while digit < 9 {
            if bits >> digit & 1 == 1 {
                table[bits] += power;
            }
            power *= 3;
            digit += 1;
        }
        bits += 1;
    }
    table
};

/// The given files of the board as one number in base 3, with the digit 1 for `first` and 2 for `second`. Files are counted
/// from the first file of the board.
#[inline]
pub(crate) fn ternary<S: BoardSize>(first: u64, second: u64, files: Range<usize>) -> u64 {
    let power = 3u64.pow(S::N as u32);
    let file = |set: u64, file: usize| {
        let bits = (set >> (8 * (file + S::RIM) + S::RIM)) & ((1 << S::N) - 1);
        u64::from(BASE_3[(bits & 0xff) as usize])
    };
    files.fold(0, |number, at| number * power + file(first, at) + 2 * file(second, at))
}
