//! The rule profiles for futile interpositions (無駄合).

use std::fmt;
use std::str::FromStr;

/// Which interpositions count in the length of a mate.
///
/// The defender can nearly always delay a check along a line by interposing pieces that are simply taken. Composers do not count
/// such *futile* interpositions, but no two of them draw the line in the same place. A profile is one exact rule. Whether there is a
/// mate never depends on the profile, only its length does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InterpositionRules {
    /// Every interposition counts.
    #[default]
    Raw,
    /// The traditional rule: an interposition does not count if it is taken, with check from its square, and the mate without it
    /// is then no longer than against the other answers. So it adds only its own two plies.
    Plus2,
    /// Miwa's rule: as [`Plus2`](InterpositionRules::Plus2), but only the checking piece may take,
    /// and the defender may get no new option by it.
    Miwa,
    /// An interposition does not count if there is still a mate after it was taken back, however long that is.
    Basic,
}

impl InterpositionRules {
    /// All profiles.
    pub const ALL: [InterpositionRules; 4] = [
        InterpositionRules::Raw,
        InterpositionRules::Plus2,
        InterpositionRules::Miwa,
        InterpositionRules::Basic,
    ];

    /// The rule that most composers mean.
    pub const TRADITIONAL: InterpositionRules = InterpositionRules::Plus2;

    /// The name, as [`from_str`](InterpositionRules::from_str) reads it.
    pub const fn name(self) -> &'static str {
        match self {
            InterpositionRules::Raw => "raw",
            InterpositionRules::Plus2 => "plus2",
            InterpositionRules::Miwa => "miwa",
            InterpositionRules::Basic => "basic",
        }
    }
}

impl fmt::Display for InterpositionRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no rule profile of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules {name:?}: expected raw, plus2, miwa, basic or traditional (another name of plus2)")]
pub struct ParseInterpositionRulesError {
    name: String,
}

impl FromStr for InterpositionRules {
    type Err = ParseInterpositionRulesError;

    fn from_str(name: &str) -> Result<InterpositionRules, ParseInterpositionRulesError> {
        if name == "traditional" {
            return Ok(InterpositionRules::TRADITIONAL);
        }
        let known = InterpositionRules::ALL.into_iter().find(|rules| rules.name() == name);
        known.ok_or_else(|| ParseInterpositionRulesError { name: name.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for rules in InterpositionRules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("traditional".parse(), Ok(InterpositionRules::Plus2));
        let error = "plus3".parse::<InterpositionRules>().unwrap_err().to_string();
        assert!(error.starts_with("unknown rules \"plus3\": expected raw, plus2"), "{error}");
    }
}
