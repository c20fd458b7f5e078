//! Values of options, which JSON and command lines read with the same faults.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::bilingual::BilingualText;

/// Separates the English and the Japanese text of an error that serde carries.
const SEPARATOR: char = '\u{1e}';

/// The error of a fault: both languages in one text, because serde carries only one.
fn carry<E: serde::de::Error>(fault: &BilingualText) -> E {
    E::custom(format_args!("{}{SEPARATOR}{}", fault.english, fault.japanese))
}

/// The fault in the text of an error that was made by [`carry`], or `None` for another error.
pub(crate) fn carried(text: &str) -> Option<BilingualText> {
    text.split_once(SEPARATOR).map(|(english, japanese)| BilingualText::new(english, japanese))
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Between<const MIN: i64, const MAX: i64>(i64);

impl<const MIN: i64, const MAX: i64> Between<MIN, MAX> {
    /// The number, or the fault that it is outside the range.
    ///
    /// # Errors
    ///
    /// If it is outside.
    pub fn new(number: i64) -> Result<Between<MIN, MAX>, BilingualText> {
        if (MIN..=MAX).contains(&number) { Ok(Between(number)) } else { Err(Self::fault()) }
    }

    /// The number that is nearest to another one.
    pub const fn nearest(number: i64) -> Between<MIN, MAX> {
        Between(if number < MIN {
            MIN
        } else if number > MAX {
            MAX
        } else {
            number
        })
    }

    /// The number.
    pub fn get(self) -> i64 {
        self.0
    }

    /// The number, if `MIN` is not negative.
    pub fn as_u32(self) -> u32 {
        const { assert!(MIN >= 0 && MAX <= u32::MAX as i64) };
        self.0 as u32
    }

    fn fault() -> BilingualText {
        BilingualText::new(
            format!("expected a number from {MIN} to {MAX}"),
            format!("{MIN}から{MAX}までの数が必要です"),
        )
    }
}

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for Between<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(i64::deserialize(from)?).map_err(|fault| carry(&fault))
    }
}

impl<const MIN: i64, const MAX: i64> FromStr for Between<MIN, MAX> {
    type Err = BilingualText;

    fn from_str(text: &str) -> Result<Self, BilingualText> {
        text.parse().map_err(|_| Self::fault()).and_then(Self::new)
    }
}

impl<const MIN: i64, const MAX: i64> fmt::Display for Between<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many first moves that mate are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct All(pub u16);

impl All {
    /// More first moves than there can be.
    const EVERY: u16 = 600;

    /// Reads `true` or how many; `false` is `None`.
    pub(crate) fn or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<All>, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected true, false or a number")]
        enum Value {
            Switch(bool),
            Count(u64),
        }
        Ok(match Value::deserialize(from)? {
            Value::Switch(false) => None,
            Value::Switch(true) => Some(All(All::EVERY)),
            Value::Count(count) => Some(All(count.clamp(1, u64::from(All::EVERY)) as u16)),
        })
    }
}

impl FromStr for All {
    type Err = BilingualText;

    fn from_str(text: &str) -> Result<All, BilingualText> {
        let count: Between<1, 65_535> = text.parse()?;
        Ok(All(count.as_u32() as u16))
    }
}

/// Values of other crates as texts: their `FromStr` and `Display`.
pub(crate) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer};
    use yomikiri_shogi::quote;

    use super::carry;
    use crate::bilingual::BilingualText;

    pub fn deserialize<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|error: T::Err| {
            let japanese = format!("「{}」という指定はありません", quote(&text));
            carry(&BilingualText::new(error.to_string(), japanese))
        })
    }

    pub fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }
}
