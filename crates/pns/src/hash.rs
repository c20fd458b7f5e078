//! A fast hash for keys that are already well spread or small integers.

use std::hash::{BuildHasher, Hash, Hasher};

/// Builds [`FastHasher`]s. Deterministic: the same run twice does the same work twice.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastHash;

impl BuildHasher for FastHash {
    type Hasher = FastHasher;

    #[inline]
    fn build_hasher(&self) -> FastHasher {
        FastHasher(0)
    }
}

/// Folds 64-bit words by multiplication; each word's high half is folded back, so that all its bits reach all places.
#[derive(Clone, Copy, Debug)]
pub struct FastHasher(u64);

impl FastHasher {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    /// The same as [`write`](Self::write) of its two bytes.
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word) ^ 2 << 56);
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
}

/// Two 64-bit digests of a key that have nothing to do with each other: they are computed with other multipliers, and the second
/// one folds in another way, so that keys with one digest in common do not have the other in common more often than any two keys.
#[inline]
pub(crate) fn two_digests<K: Hash>(key: &K) -> (u64, u64) {
    let mut hasher = TwoHashers { first: FastHasher(0), second: 0x2545_f491_4f6c_dd1d };
    key.hash(&mut hasher);
    // The last word has not reached the upper bits of the second digest alone: spread it once more.
    let second = (hasher.second ^ hasher.second >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03);
    (hasher.first.finish(), second ^ second >> 29)
}

/// Computes two digests at once.
struct TwoHashers {
    first: FastHasher,
    second: u64,
}

impl TwoHashers {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.first.mix(word);
        let mixed = (self.second ^ word).wrapping_mul(0xa076_1d64_78bd_642f);
        // A bijection of the word: keys of one word always differ in the second digest.
        self.second = mixed ^ mixed.rotate_right(25) ^ mixed.rotate_right(50);
    }
}

impl Hasher for TwoHashers {
    fn finish(&self) -> u64 {
        self.first.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_two_digests_are_spread_and_independent() {
        let keys: Vec<(u32, u64)> = (0..60_000).map(|n| (n % 300, u64::from(n / 300) << (n % 40))).collect();
        let keys: HashSet<(u32, u64)> = keys.into_iter().collect();
        let digests: Vec<(u64, u64)> = keys.iter().map(two_digests).collect();
        // Any 32 bits taken from one or from both meet by chance only: of n keys, n²/2³³ pairs, here less than one.
        let parts: [fn((u64, u64)) -> u64; 5] = [
            |(one, _)| one >> 32,
            |(_, two)| two >> 32,
            |(_, two)| two & 0xffff_ffff,
            |(one, two)| (one ^ two) >> 32,
            |(one, two)| one >> 48 << 16 | two >> 48,
        ];
        for (number, part) in parts.into_iter().enumerate() {
            let distinct: HashSet<u64> = digests.iter().map(|&digests| part(digests)).collect();
            assert!(distinct.len() + 5 > keys.len(), "part {number}: {} of {}", distinct.len(), keys.len());
        }
    }
}
