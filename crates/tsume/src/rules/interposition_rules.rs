//! The rule profiles for futile interpositions (無駄合).

use std::fmt;
use std::str::FromStr;

/// Which interpositions count in the length of a mate.
///
/// The defender can nearly always delay a check along a line by interposing pieces that are simply taken. Composers do not count
/// such *futile* interpositions, but no two of them draw the line in the same place. A profile is one exact rule. Whether there is a
/// mate never depends on the profile, only its length does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Every interposition counts.
    #[default]
    Raw,
    /// The traditional rule: an interposition does not count if it is taken, with check from its square, and the mate without it
    /// is then no longer than against the other answers. So it adds only its own two plies.
    Plus2,
    /// Miwa's rule: as [`Plus2`](Rules::Plus2), but only the checking piece may take, and the defender may get no new option by it.
    Miwa,
    /// An interposition does not count if there is still a mate after it was taken back, however long that is.
    Basic,
}

impl Rules {
    /// All profiles.
    pub const ALL: [Rules; 4] = [Rules::Raw, Rules::Plus2, Rules::Miwa, Rules::Basic];

    /// The rule that most composers mean.
    pub const TRADITIONAL: Rules = Rules::Plus2;

    /// The name, as [`from_str`](Rules::from_str) reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Raw => "raw",
            Rules::Plus2 => "plus2",
            Rules::Miwa => "miwa",
            Rules::Basic => "basic",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no rule profile of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules {name:?}: expected raw, plus2, miwa, basic or traditional (another name of plus2)")]
pub struct UnknownRules {
    name: String,
}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        if name == "traditional" {
            return Ok(Rules::TRADITIONAL);
        }
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
        known.ok_or_else(|| UnknownRules { name: name.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("traditional".parse(), Ok(Rules::Plus2));
        let error = "plus3".parse::<Rules>().unwrap_err().to_string();
        assert!(error.starts_with("unknown rules \"plus3\": expected raw, plus2"), "{error}");
    }
}
