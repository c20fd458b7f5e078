//! Groups that several tasks have.

use serde::{Deserialize, Serialize};
use yomikiri_pns::{Algorithm, ParseAlgorithmError};
use yomikiri_shogi::quote;
use yomikiri_tsume::{Goal, InterpositionRules, Techniques};

use super::OptionError;
use super::values::text;
use crate::bilingual::BilingualText;
use crate::defender_hand::DefenderHand;

/// `algorithm`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct AlgorithmArgs {
    /// How to search: a name, with parts joined by +; see `yomikiri algorithms`
    #[cfg_attr(feature = "clap", arg(long = "algorithm", value_name = "NAME", default_value = "default"))]
    #[serde(rename = "algorithm")]
    pub name: String,
}

impl Default for AlgorithmArgs {
    fn default() -> AlgorithmArgs {
        AlgorithmArgs { name: "default".to_owned() }
    }
}

impl AlgorithmArgs {
    /// The algorithm of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn algorithm(&self) -> Result<Algorithm, OptionError> {
        self.name.parse().map_err(|error: ParseAlgorithmError| OptionError {
            option: "algorithm",
            fault: BilingualText::from_error(error),
        })
    }
}

/// `rules`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct RulesArgs {
    /// Which interpositions count in the length: raw (all of them), plus2, miwa or basic
    ///
    /// Futile interpositions (無駄合) do not count. plus2, also called traditional, is the usual rule:
    /// a piece that is taken at once and makes the mate no longer is futile. miwa: only the
    /// checking piece may take, and the king may get no new way out. basic: futile if there is
    /// still a mate, however long. Whether there is a mate never depends on this.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "traditional"))]
    #[serde(with = "text")]
    pub rules: InterpositionRules,
}

impl Default for RulesArgs {
    fn default() -> RulesArgs {
        RulesArgs { rules: InterpositionRules::TRADITIONAL }
    }
}

/// `first`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct FirstArgs {
    /// Stop at the first mate (or brinkmate), whatever its length
    #[cfg_attr(feature = "clap", arg(long))]
    pub first: bool,
}

impl FirstArgs {
    /// When the problem counts as solved.
    pub fn goal(self) -> Goal {
        if self.first { Goal::AnyMate } else { Goal::MainLine }
    }
}

/// `compare_rules`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct CompareArgs {
    /// Also find the lengths by the other rules, and say whether they differ (contested)
    ///
    /// Done anyway for a single problem that is shown to people.
    #[cfg_attr(feature = "clap", arg(long))]
    pub compare_rules: bool,
}

/// `without`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Mate problems"))]
pub struct TechniqueArgs {
    /// Switch techniques of the solver off, to see what they are worth: delay, dominance,
    /// proof-hands, borrowing, mate-in-one, fine-leaves, liberties, move-counts, captures
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "NAME,…", default_value = "", hide_default_value = true)
    )]
    pub without: String,
}

impl TechniqueArgs {
    /// The techniques that stay.
    ///
    /// # Errors
    ///
    /// If a name is not that of a technique.
    pub fn techniques(&self) -> Result<Techniques, OptionError> {
        Techniques::default().without(&self.without).map_err(|error| OptionError {
            option: "without",
            fault: BilingualText::new(
                error.to_string(),
                format!("「{}」という指定はありません", quote(&self.without)),
            ),
        })
    }
}

/// `hands`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct HandsArgs {
    /// What a defender holds whose hand is empty
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHICH"))]
    pub hands: Option<DefenderHand>,
}
