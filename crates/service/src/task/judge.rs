//! `judge`: is a mate problem sound?

use serde::{Deserialize, Serialize};
use yomikiri_tsume::{Goal, JudgeOptions, SolveOptions};

use super::key::Key;
use super::{Between, Judge, OptionError};
use crate::bilingual::BilingualText;
use crate::defender_hand::DefenderHand;

/// The options of the judge
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct JudgeArgs {
    /// As in contests: a problem with flaws is unsound
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict: bool,
    /// Once a fault is known, go on until every other check is settled or a limit is reached, not
    /// only as far as is easy
    #[cfg_attr(feature = "clap", arg(long))]
    pub thorough: bool,
    /// A defence that holds out two plies longer and leaves a piece in hand (2手変長駒余り) is a flaw,
    /// not a fault
    #[cfg_attr(feature = "clap", arg(long))]
    pub allow_two_plies: bool,
    /// The length that the composer has in mind, whatever the list or the record says
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES", allow_negative_numbers = true))]
    pub intended: Option<Between<1, 9999>>,
}

impl JudgeArgs {
    /// The intended length, which is odd because the attacker moves first and last.
    fn odd_length(&self) -> Result<Option<u32>, OptionError> {
        let Some(plies) = self.intended.map(Between::as_u32) else { return Ok(None) };
        if plies % 2 == 1 {
            return Ok(Some(plies));
        }
        let english =
            format!("{plies} is even, but the attacker moves first and last: expected an odd number");
        let fault = BilingualText::new(english, format!("{plies}手は偶数です（詰みの手数は奇数です）"));
        Err(OptionError { option: "intended", fault })
    }
}

impl Judge {
    /// What a defender holds whose hand is empty.
    pub fn hands(&self) -> DefenderHand {
        self.hands.hands.unwrap_or(DefenderHand::Rest)
    }

    /// The options of the solver, but for limits and threads.
    ///
    /// # Errors
    ///
    /// If an option has a wrong value.
    pub fn query(&self) -> Result<JudgeOptions, OptionError> {
        let Judge { algorithm, judge, hands: _, rules, compare, techniques } = self;
        let &JudgeArgs { strict: _, thorough, allow_two_plies, intended: _ } = judge;
        let solve = SolveOptions {
            algorithm: algorithm.algorithm()?,
            goal: Goal::MainLine,
            techniques: techniques.techniques()?,
            rules: rules.rules,
            compare_rules: compare.compare_rules,
            ..SolveOptions::default()
        };
        Ok(JudgeOptions {
            solve,
            first_fault: false,
            thorough,
            intended: judge.odd_length()?,
            tolerates_two_plies: allow_two_plies,
        })
    }

    /// The command and those of its options that change rows, beside the algorithm.
    pub fn key(&self) -> String {
        let Judge { algorithm: _, judge, hands: _, rules, compare, techniques } = self;
        Key::new("judge").changed(techniques).changed(rules).changed(compare).changed(judge).finish()
    }
}
