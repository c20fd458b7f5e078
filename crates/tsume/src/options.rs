//! How to solve a problem.

use yomikiri_pns::{Algorithm, Limits};

use crate::checkpoint::Checkpoint;
use crate::rules::InterpositionRules;
use crate::techniques::Techniques;

/// How to solve a problem.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// When to give up. `memory` has no effect here: the solver has a table of its own.
    pub limits: Limits,
    /// When the problem counts as solved.
    pub goal: Goal,
    /// The techniques of the solver.
    pub techniques: Techniques,
    /// Which interpositions count in lengths and in the main line.
    pub rules: InterpositionRules,
    /// Whether to find the lengths under the other profiles as well.
    pub compare_rules: bool,
    /// The file in which the table is saved while the search runs. Only for depth-first
    /// algorithms: the others do not use the table, and start again after each saving.
    pub checkpoint: Option<Checkpoint>,
    /// How many threads search for a mate. 0 and 1 are one. More find the same, in less time, by
    /// ways that differ from run to run.
    pub threads: usize,
}

/// When a problem counts as solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// When there is a mate, whatever its length.
    AnyMate,
    /// When there is a mate and the proof that no mate is shorter.
    Shortest,
    /// When the main line is known, too: see [`Mate::line`](crate::Mate::line). This can take as
    /// many visits again as the search.
    #[default]
    MainLine,
}
