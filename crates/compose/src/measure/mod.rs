//! Measures of a problem's beauty, taken from a proof-number search, after Ishitobi, Cincotti and Iida (2013).
//!
//! The measures are the largest proof number of the root (MAX PN, difficulty), its largest disproof number (MAX DN, scale),
//! and the number of updates of the root (iterations).
//!
//! The numbers depend on the search as well as on the problem: on the order of moves, on the
//! numbers of a new leaf, on whether transpositions are one node. So each measurement records its
//! [`MeasureSettings`], and an [`OrderSurvey`] repeats it in several orders of moves. A search that
//! was stopped gives only a [lower bound](Bound::AtLeast).

mod bound;
mod rules_only;
mod survey;

pub use bound::{Bound, Statistics};
pub use rules_only::{MoveOrdering, RulesOnly};
pub use survey::OrderSurvey;

use std::fmt;

use yomikiri_pns::{
    Algorithm, DfPnRules, Knowledge, LeafRule, Limits, LoopRule, OnProgress, PnRules, Search, SumRule,
    TableKind, ThresholdRule, Verdict,
};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{MateGame, Techniques};

/// Returns a mate problem without any of the solver's techniques. Even mates in one are not
/// recognised before they are played.
pub fn rules_only(position: &Position, attacker: Color) -> MateGame {
    MateGame::new(position.clone(), attacker).with_techniques(Techniques::NONE)
}

/// The way in which a search keeps its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeStore {
    /// Best-first PN search on a tree: a position is a separate node for each line that reaches it.
    #[default]
    Tree,
    /// df-pn with a table that keeps every node: a position is one node. On a tree it measures the same.
    Table,
}

/// The settings on which a measurement depends, besides the problem.
///
/// The following is fixed. Of equally good moves the first is taken, as in the pseudo-code of the paper. Mates are recognised
/// when they are generated, positions without a check when they are expanded. A repetition is lost for the attacker. No other
/// knowledge of the game is used, neither dominance nor futile interpositions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasureSettings {
    /// The order of moves.
    pub order: MoveOrdering,
    /// The numbers of a new leaf.
    pub leaf: LeafRule,
    /// The way in which nodes are kept.
    pub store: NodeStore,
}

impl Default for MeasureSettings {
    /// The settings of the paper, as far as it states them: the order of the move generator, leaves (1, 1), a tree.
    fn default() -> Self {
        MeasureSettings { order: MoveOrdering::Generated, leaf: LeafRule::Unit, store: NodeStore::Tree }
    }
}

impl MeasureSettings {
    fn algorithm(self) -> Algorithm {
        match self.store {
            NodeStore::Tree => Algorithm::Pn(PnRules { leaf: self.leaf, ..PnRules::default() }),
            NodeStore::Table => Algorithm::DfPn {
                sum: SumRule::Sum,
                loops: LoopRule::StallGuard,
                rules: DfPnRules { leaf: self.leaf, threshold: ThresholdRule::Leftmost, immediate: true },
                table: TableKind::Unbounded,
            },
        }
    }

    /// Measures a search from the current node of `game`. Knowledge beyond the rules is not used;
    /// see [`RulesOnly`].
    pub fn measure<'a, G: Knowledge + 'a>(
        self,
        game: G,
        limits: Limits,
        on_progress: Option<OnProgress<'a>>,
    ) -> Measurement {
        let mut search = Search::new(RulesOnly::new(game, self.order))
            .algorithm(self.algorithm())
            .limits(limits)
            .track_root();
        if let Some(report) = on_progress {
            search = search.on_progress(report);
        }
        let outcome = search.run();
        let counters = outcome.counters;
        // Numbers that overflowed are lower bounds as well.
        let whole = outcome.verdict.value().is_some() && counters.clamped_sums == 0;
        let bound = |number| if whole { Bound::Exact(number) } else { Bound::AtLeast(number) };
        let iterations = match self.store {
            // PN search stops its updates where nothing changes, but every expansion counts as an update of the root.
            NodeStore::Tree => counters.expanded,
            NodeStore::Table => counters.root_updates,
        };
        Measurement {
            settings: self,
            verdict: outcome.verdict,
            // The root starts as a leaf with the numbers (1, 1).
            max_pn: bound(counters.max_root_pn.max(1)),
            max_dn: bound(counters.max_root_dn.max(1)),
            iterations: bound(iterations),
        }
    }
}

impl MeasureSettings {
    /// A description of the settings without the order of moves.
    pub fn method(&self) -> String {
        let leaf = match self.leaf {
            LeafRule::Unit | LeafRule::Heuristic => "leaves (1, 1)".to_owned(),
            LeafRule::Mobility => "leaves by mobility".to_owned(),
            LeafRule::Deep { e, d } => format!("leaves {e}^({d} − depth)"),
        };
        let store = match self.store {
            NodeStore::Tree => "PN search on a tree",
            NodeStore::Table => "df-pn on a table",
        };
        format!("{store}, {leaf}")
    }
}

impl fmt::Display for MeasureSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.method(), self.order)
    }
}

/// The measures of one search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The settings of the search.
    pub settings: MeasureSettings,
    /// The verdict of the search.
    pub verdict: Verdict,
    /// The largest finite proof number of the root.
    pub max_pn: Bound<u64>,
    /// The largest finite disproof number of the root.
    pub max_dn: Bound<u64>,
    /// The number of updates of the root, one for each expanded leaf.
    pub iterations: Bound<u64>,
}

impl Measurement {
    /// The names of the measures.
    pub const NAMES: [&'static str; 3] = ["MAX PN", "MAX DN", "iterations"];

    /// The measures in the order of their [names](Measurement::NAMES).
    pub fn numbers(&self) -> [Bound<u64>; 3] {
        [self.max_pn, self.max_dn, self.iterations]
    }
}
