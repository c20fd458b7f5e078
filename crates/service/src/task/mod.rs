//! What can be asked.
//!
//! An option is a field of a *group*: a plain struct that requests fill through serde, and command
//! lines through clap if the feature `clap` is on. A *task* is a command and its groups. An option
//! belongs to a task if it can change the answer.

mod explain;
mod groups;
mod hisshi;
mod judge;
mod key;
mod solve;
mod values;

pub use explain::{ExplainArgs, ThreatsArgs};
pub use groups::{AlgorithmArgs, CompareArgs, FirstArgs, HandsArgs, RulesArgs, TechniqueArgs};
pub use hisshi::{BrinkmateArgs, OrderArgs};
pub use judge::JudgeArgs;
pub(crate) use solve::ReasonArgs;
pub use solve::SolveArgs;
pub(crate) use values::carried;
pub use values::{All, Between};

use crate::bilingual::BilingualText;
use crate::fields::Fields;
use crate::request::BadRequest;

/// What is wrong with an option whose value can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The name of the option in requests.
    pub option: &'static str,
    /// What is wrong.
    pub fault: BilingualText,
}

impl From<OptionError> for BadRequest {
    fn from(error: OptionError) -> BadRequest {
        BadRequest::option(error.option, error.fault)
    }
}

/// Defines tasks: structs that have a group in every field.
macro_rules! tasks {
    ($($(#[$doc:meta])* $task:ident { $($name:ident: $group:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
        #[allow(missing_docs)]
        pub struct $task {
            $(#[cfg_attr(feature = "clap", command(flatten))] pub $name: $group,)*
        }

        impl $task {
            /// Takes the options out of the fields of a request.
            ///
            /// # Errors
            ///
            /// If the value of an option is wrong.
            pub fn take(fields: &mut Fields) -> Result<$task, BadRequest> {
                Ok($task { $($name: fields.group()?,)* })
            }
        }
    )*};
}

tasks! {
    /// `solve`: is there a mate, and how long is it?
    Solve {
        algorithm: AlgorithmArgs,
        hands: HandsArgs,
        rules: RulesArgs,
        compare: CompareArgs,
        first: FirstArgs,
        solve: SolveArgs,
        techniques: TechniqueArgs,
    }
    /// `judge`: is a mate problem sound?
    Judge {
        algorithm: AlgorithmArgs,
        judge: JudgeArgs,
        hands: HandsArgs,
        rules: RulesArgs,
        compare: CompareArgs,
        techniques: TechniqueArgs,
    }
    /// `hisshi`: is there a mate or a brinkmate?
    Hisshi {
        algorithm: AlgorithmArgs,
        order: OrderArgs,
        first: FirstArgs,
        hands: HandsArgs,
        rules: RulesArgs,
        brinkmate: BrinkmateArgs,
    }
    /// `explain`: what becomes of every move of a position, and why?
    Explain {
        explain: ExplainArgs,
        algorithm: AlgorithmArgs,
        hands: HandsArgs,
        rules: RulesArgs,
        techniques: TechniqueArgs,
    }
    /// `threats`: which moves threaten a mate? Or, if the side to move defends: is it lost?
    Threats {
        threats: ThreatsArgs,
        hands: HandsArgs,
    }
}
