//! Positions as small integers: a square is one digit of base 3.
//!
//! 36 squares and a flag fit in 59 bits, so a table of 6×6 positions needs no second word and no verification. Files are
//! translated whole, by a table of base-3 values of bit strings.

use std::hash::Hasher;
use std::ops::Range;

use crate::Size;

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

/// The given files of the board (counted from its own first) as one number of base 3: 1 for `first`, 2 for `second`.
#[inline]
pub(crate) fn ternary<S: Size>(first: u64, second: u64, files: Range<usize>) -> u64 {
    let power = 3u64.pow(S::N as u32);
    let file = |set: u64, file: usize| {
        let bits = (set >> (8 * (file + S::RIM) + S::RIM)) & ((1 << S::N) - 1);
        u64::from(BASE_3[(bits & 0xff) as usize])
    };
    files.fold(0, |number, at| number * power + file(first, at) + 2 * file(second, at))
}

/// Keys are exact and their digits uneven: a multiplication spreads them.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        self.write_u64(u64::from(key));
    }

    fn write_u64(&mut self, key: u64) {
        let product = u128::from(self.0 ^ key ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, key: u128) {
        self.write_u64(key as u64);
        self.write_u64((key >> 64) as u64);
    }
}
