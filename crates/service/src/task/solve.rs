//! `solve`: is there a mate, and how long is it?

use serde::{Deserialize, Serialize};
use yomikiri_tsume::{RefutationSize, SolveOptions};

use super::key::Key;
use super::values::All;
use super::{Between, OptionError, Solve};
use crate::case::MateTask;
use crate::defender_hand::DefenderHand;

/// The options of searches for mates
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Mate problems"))]
pub struct SolveArgs {
    /// List every first move that mates, with its length and line; with a number, at most that many
    ///
    /// All first moves are searched together, by rounds of effort, after the problem is solved.
    /// Those that the limits leave open are listed as well. In a list, only JSON has them.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "600")
    )]
    #[serde(deserialize_with = "All::or_none")]
    pub all: Option<All>,
}

/// The options of a single position in JSON, which lists and the command do not have
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct ReasonArgs {
    /// The side to move, which must be in check, defends; needed only if both sides have a king
    pub defend: bool,
    /// Plies of a refutation that are shown after the refuted move
    pub depth: Between<1, 99>,
    /// Continuations of the attacker that a refutation shows; one less after each further answer
    pub width: Between<1, 600>,
}

impl Default for ReasonArgs {
    fn default() -> ReasonArgs {
        let RefutationSize { depth, width } = MateTask::SHORT;
        ReasonArgs {
            defend: false,
            depth: Between::nearest(i64::from(depth)),
            width: Between::nearest(i64::from(width)),
        }
    }
}

impl ReasonArgs {
    /// How much of a refutation is shown.
    pub fn tree(self) -> RefutationSize {
        RefutationSize { depth: self.depth.as_u32(), width: self.width.as_u32() }
    }
}

impl Solve {
    /// What a defender holds whose hand is empty.
    pub fn hands(&self) -> DefenderHand {
        self.hands.hands.unwrap_or(DefenderHand::Rest)
    }

    /// How many first moves that mate are asked for.
    pub fn all(&self) -> Option<usize> {
        self.solve.all.map(|All(most)| usize::from(most))
    }

    /// The options of the solver, but for limits, threads and the checkpoint.
    ///
    /// # Errors
    ///
    /// If an option has a wrong value.
    pub fn query(&self) -> Result<SolveOptions, OptionError> {
        let Solve { algorithm, hands: _, rules, compare, first, solve, techniques } = self;
        let SolveArgs { all: _ } = solve;
        Ok(SolveOptions {
            algorithm: algorithm.algorithm()?,
            goal: first.goal(),
            techniques: techniques.techniques()?,
            rules: rules.rules,
            compare_rules: compare.compare_rules,
            ..SolveOptions::default()
        })
    }

    /// The command and those of its options that change rows, beside the algorithm and `first`.
    pub fn key(&self) -> String {
        let Solve { algorithm: _, hands: _, rules, compare, first: _, solve, techniques } = self;
        let SolveArgs { all } = solve;
        let key = Key::new("solve").changed(techniques).changed(rules).changed(compare).finish();
        // The command takes the number after `=` only.
        key + &all.map(|All(most)| format!(" --all={most}")).unwrap_or_default()
    }
}
