//! The eight symmetries of the square.
//!
//! Every board is in the middle of 8×8, so the symmetries of 8×8 serve all sizes.

/// The set with its files reversed.
#[inline(always)]
pub(crate) const fn mirror(set: u64) -> u64 {
    set.swap_bytes()
}

/// The set with files and ranks exchanged.
#[inline(always)]
pub(crate) const fn transpose(set: u64) -> u64 {
    // Exchange the off-diagonal quarters of 2×2, 4×4 and 8×8 blocks.
    let swap = (set ^ (set >> 7)) & 0x00aa_00aa_00aa_00aa;
    let set = set ^ swap ^ (swap << 7);
    let swap = (set ^ (set >> 14)) & 0x0000_cccc_0000_cccc;
    let set = set ^ swap ^ (swap << 14);
    let swap = (set ^ (set >> 28)) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ (swap << 28)
}

/// The set with files and ranks reversed.
#[inline(always)]
pub(crate) const fn half_turn(set: u64) -> u64 {
    set.reverse_bits()
}

/// The images of a pair of sets under all eight symmetries, the identity first.
#[inline]
pub(crate) const fn images(first: u64, second: u64) -> [(u64, u64); 8] {
    let turned = (transpose(first), transpose(second));
    let half = (half_turn(first), half_turn(second));
    let turned_half = (half_turn(turned.0), half_turn(turned.1));
    [
        (first, second),
        (mirror(first), mirror(second)),
        half,
        (mirror(half.0), mirror(half.1)),
        turned,
        (mirror(turned.0), mirror(turned.1)),
        turned_half,
        (mirror(turned_half.0), mirror(turned_half.1)),
    ]
}

/// The least of the eight images of a pair of sets, which is the same for all of them.
#[inline]
pub(crate) fn canonical(first: u64, second: u64) -> (u64, u64) {
    let images = images(first, second);
    let mut least = images[0];
    for image in images {
        if image < least {
            least = image;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_images_of_one_square() {
        for square in 0..64u32 {
            let (file, rank) = (square / 8, square % 8);
            let mut expected = Vec::new();
            for (f, r) in [(file, rank), (rank, file)] {
                for (f, r) in [(f, r), (7 - f, r), (f, 7 - r), (7 - f, 7 - r)] {
                    expected.push((1u64 << (8 * f + r), 0));
                }
            }
            let mut found = images(1 << square, 0).to_vec();
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        let (first, second) = (0x0102_0308_1002_4000, 0x8000_1000_0410_0203);
        for (first_image, second_image) in images(first, second) {
            assert_eq!(canonical(first_image, second_image), canonical(first, second));
        }
    }
}
