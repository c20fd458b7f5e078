//! Sizes as people write and read them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes, written as `4 KiB`, `1.5 GiB`, `16 GiB`: at most two decimals, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub u64);

impl fmt::Display for ByteSize {
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

/// The text is not a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a size such as 4096, 512MiB, 2GiB or 2G")]
pub struct ParseByteSizeError;

impl FromStr for ByteSize {
    type Err = ParseByteSizeError;

    /// Reads `4096`, `512MiB`, `1.5G`. As in GNU coreutils, `G` and `GiB` are 1024³ bytes and `GB` is 1000³. 0 is not a size.
    fn from_str(text: &str) -> Result<ByteSize, ParseByteSizeError> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let size = unit(&text[digits.len()..].to_ascii_lowercase()).and_then(|unit| {
            let size = match digits.parse::<u64>() {
                Ok(whole) => whole.checked_mul(unit)?,
                // Beyond what a float holds exactly, single bytes do not matter.
                Err(_) => Some(digits.parse::<f64>().ok()? * unit as f64)
                    .filter(|size| (0.0..1e19).contains(size))? as u64,
            };
            Some(ByteSize(size)).filter(|size| size.0 > 0)
        });
        size.ok_or(ParseByteSizeError)
    }
}

/// The bytes of a unit in lower case.
fn unit(name: &str) -> Option<u64> {
    let mut letters = name.chars();
    let power = match letters.next() {
        None => return Some(1),
        Some('b') => 0,
        Some('k') => 1,
        Some('m') => 2,
        Some('g') => 3,
        Some('t') => 4,
        Some(_) => return None,
    };
    match (power, letters.as_str()) {
        (0, "") => Some(1),
        (1.., "" | "ib") => 1024_u64.checked_pow(power),
        (1.., "b") => 1000_u64.checked_pow(power),
        _ => None,
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
            assert_eq!(ByteSize(bytes).to_string(), text);
        }
    }
}
