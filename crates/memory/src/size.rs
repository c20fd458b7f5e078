//! Sizes for people.

use std::fmt;

/// A number of bytes, written as `4 KiB`, `1.5 GiB`, `16 GiB`: at most two decimals, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        let Some((shift, unit)) = units.into_iter().find(|&(shift, _)| self.0 >> shift > 0) else {
            return write!(f, "{} bytes", self.0);
        };
        let hundredths = (u128::from(self.0) * 100 + (1 << (shift - 1))) >> shift;
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => write!(f, "{whole} {unit}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{} {unit}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02} {unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1 << 10, "1 KiB"),
            (3 << 29, "1.5 GiB"),
            (16 << 30, "16 GiB"),
            ((16 << 30) + 512, "16 GiB"),
            (5_300_000, "5.05 MiB"),
            (900 << 40, "900 TiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
