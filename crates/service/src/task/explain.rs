//! `explain` and `threats`: questions about the moves of a position.

use serde::{Deserialize, Serialize};
use yomikiri_tsume::{BrinkmateOptions, ExplainOptions, RefutationSize, SolveOptions};

use super::{Between, Explain, OptionError, Threats};
use crate::defender_hand::DefenderHand;

/// The options of explanations
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ExplainArgs {
    /// The side to move, which must be in check, defends; needed only if both sides have a king
    #[cfg_attr(feature = "clap", arg(long))]
    pub defend: bool,
    /// Plies of a refutation that are shown after the refuted move
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = ExplainArgs::default().depth, allow_negative_numbers = true)
    )]
    pub depth: Between<1, 99>,
    /// Continuations of the attacker that a refutation shows; one less after each further answer
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = ExplainArgs::default().width, allow_negative_numbers = true)
    )]
    pub width: Between<1, 600>,
}

impl Default for ExplainArgs {
    fn default() -> ExplainArgs {
        let RefutationSize { depth, width } = RefutationSize::default();
        ExplainArgs {
            defend: false,
            depth: Between::nearest(i64::from(depth)),
            width: Between::nearest(i64::from(width)),
        }
    }
}

impl Explain {
    /// What a defender holds whose hand is empty.
    pub fn hands(&self) -> DefenderHand {
        self.hands.hands.unwrap_or(DefenderHand::Rest)
    }

    /// How much of a refutation is shown.
    pub fn tree(&self) -> RefutationSize {
        RefutationSize { depth: self.explain.depth.as_u32(), width: self.explain.width.as_u32() }
    }

    /// The options of the solver, but for limits and threads.
    ///
    /// # Errors
    ///
    /// If an option has a wrong value.
    pub fn query(&self) -> Result<ExplainOptions, OptionError> {
        let Explain { algorithm, explain: _, hands: _, rules, techniques } = self;
        let solve = SolveOptions {
            algorithm: algorithm.algorithm()?,
            techniques: techniques.techniques()?,
            rules: rules.rules,
            ..SolveOptions::default()
        };
        Ok(ExplainOptions { solve, tree: Some(self.tree()), solutions: None, visits: None })
    }
}

/// The options of threats
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ThreatsArgs {
    /// The side to move defends: is it lost?
    #[cfg_attr(feature = "clap", arg(long))]
    pub defend: bool,
}

impl Threats {
    /// What a defender holds whose hand is empty.
    pub fn hands(&self) -> DefenderHand {
        self.hands.hands.unwrap_or(DefenderHand::Written)
    }

    /// The options of the solver, but for limits and threads.
    pub fn query(&self) -> BrinkmateOptions {
        BrinkmateOptions::default()
    }
}
