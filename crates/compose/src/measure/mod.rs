//! Measures of a proof-number search, which Ishitobi, Cincotti and Iida (2013) read as measures of a problem's beauty: the
//! largest proof number of the root (MAX PN, difficulty), its largest disproof number (MAX DN, scale), and how often the root
//! was renewed (iterations).
//!
//! The numbers belong to a search as much as to a problem: to the order in which moves are generated, to what a leaf counts, to
//! whether positions that several lines reach are one node. So each comes with its [`Settings`], a [`Survey`] takes it in
//! several orders, and a search that was cut off gives a [lower bound](Bound::AtLeast) and nothing else.

mod bound;
mod plain;
mod survey;

pub use bound::{Bound, Spread};
pub use plain::{Order, Plain, bare};
pub use survey::Survey;

use std::fmt;

use yomikiri_pns::{
    Algorithm, Game, Leaf, Limits, LoopRule, OnProgress, PnRules, Rules, Search, Slack, SumRule, TableKind,
    Verdict,
};

/// Where a search keeps its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Store {
    /// Best-first PN search on a tree: a position is another node for each line that reaches it.
    #[default]
    Tree,
    /// df-pn on a table that forgets nothing: a position is one node. On a tree it measures the same.
    Table,
}

/// What a measurement depends on, besides the problem.
///
/// Always the same: of equally good moves the first is taken, as in the paper's pseudo-code; terminal positions are recognised
/// when they are generated, those without a check when they are expanded; a position that comes again is lost for the attacker;
/// nothing else that is known of the game is used, neither dominance nor the futility of interpositions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The order of moves.
    pub order: Order,
    /// What a new leaf counts.
    pub leaf: Leaf,
    /// Where nodes are kept.
    pub store: Store,
}

impl Default for Settings {
    /// The paper's, as far as it tells: the generator's order, (1, 1) at a leaf, a tree.
    fn default() -> Self {
        Settings { order: Order::Generated, leaf: Leaf::Unit, store: Store::Tree }
    }
}

impl Settings {
    fn algorithm(self) -> Algorithm {
        match self.store {
            Store::Tree => Algorithm::Pn(PnRules { leaf: self.leaf, ..PnRules::default() }),
            Store::Table => Algorithm::DfPn {
                sum: SumRule::Sum,
                loops: LoopRule::StallGuard,
                rules: Rules { leaf: self.leaf, slack: Slack::Leftmost, immediate: true },
                table: TableKind::Exact,
            },
        }
    }

    /// Measures a search from this node. What the game knows beyond its rules is left out; see [`Plain`].
    pub fn measure<'a, G: Game + 'a>(
        self,
        game: G,
        limits: Limits,
        on_progress: Option<OnProgress<'a>>,
    ) -> Measurement {
        let mut search = Search::new(Plain::new(game, self.order))
            .algorithm(self.algorithm())
            .limits(limits)
            .follow_root();
        if let Some(report) = on_progress {
            search = search.on_progress(report);
        }
        let outcome = search.run();
        let counters = outcome.counters;
        // Numbers that had to be clamped are lower bounds as well.
        let whole = outcome.verdict.value().is_some() && counters.overflows == 0;
        let bound = |number| if whole { Bound::Exact(number) } else { Bound::AtLeast(number) };
        let iterations = match self.store {
            // The way up ends where nothing changes; what is above is none the less renewed.
            Store::Tree => counters.expanded,
            Store::Table => counters.root_updates,
        };
        Measurement {
            settings: self,
            verdict: outcome.verdict,
            // The root is a leaf at first.
            max_pn: bound(counters.max_root_pn.max(1)),
            max_dn: bound(counters.max_root_dn.max(1)),
            iterations: bound(iterations),
        }
    }
}

impl Settings {
    /// What all orders of moves have in common, in words.
    pub fn method(&self) -> String {
        let leaf = match self.leaf {
            Leaf::Unit | Leaf::Estimate => "leaves (1, 1)".to_owned(),
            Leaf::Mobility => "leaves by mobility".to_owned(),
            Leaf::Deep { e, d } => format!("leaves {e}^({d} − depth)"),
        };
        let store = match self.store {
            Store::Tree => "PN search on a tree",
            Store::Table => "df-pn on a table",
        };
        format!("{store}, {leaf}")
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.method(), self.order)
    }
}

/// What was measured, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// How.
    pub settings: Settings,
    /// What the search came to.
    pub verdict: Verdict,
    /// Largest finite proof number of the root.
    pub max_pn: Bound<u64>,
    /// Largest finite disproof number of the root.
    pub max_dn: Bound<u64>,
    /// How often the root was renewed: once for each leaf that was expanded.
    pub iterations: Bound<u64>,
}

impl Measurement {
    /// What the numbers are called.
    pub const NAMES: [&'static str; 3] = ["MAX PN", "MAX DN", "iterations"];

    /// The numbers, in the order of their [names](Measurement::NAMES).
    pub fn numbers(&self) -> [Bound<u64>; 3] {
        [self.max_pn, self.max_dn, self.iterations]
    }
}
