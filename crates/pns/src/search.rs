//! The one way to run a search.

use crate::algorithm::{Algorithm, LoopRule, SumRule, TableKind};
use crate::best_first::PnSearch;
use crate::control::{Budget, Counters, Limits, OnProgress, Progress, StopReason};
use crate::deepening::{Ended, iterative, pds, pn_star};
use crate::dfpn::combine::{Combine, Nagai, Snda, Sum, Weak};
use crate::dfpn::loops::{DfPnR, Loops, Tca, Unguarded};
use crate::dfpn::{DfPn, Rules};
use crate::game::Game;
use crate::number::Numbers;
use crate::table::{ExactTable, FixedTable, Table};
use std::time::Duration;

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover wins.
    Proven,
    /// The prover does not win.
    Disproven,
    /// Not decided, and why.
    Unknown(StopReason),
}

impl Verdict {
    /// The value, if decided.
    pub fn value(self) -> Option<bool> {
        match self {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Proven, disproven, or unknown for a reason.
    pub verdict: Verdict,
    /// The root's numbers at the end.
    pub root: Numbers,
    /// What it took.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
}

/// A search to be run: a game, an algorithm, limits.
///
/// ```
/// use yomikiri_pns::{Graph, Limits, Search, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let graph = Graph::parse("a or b c\n b and a x+\n c and d x+\n d or x+ y-");
/// let outcome = Search::new(graph.root()).algorithm("dfpn+tca+snda".parse()?).run();
/// assert_eq!(outcome.verdict, Verdict::Proven);
/// # Ok(())
/// # }
/// ```
pub struct Search<'a, G: Game> {
    game: G,
    algorithm: Algorithm,
    limits: Limits,
    on_progress: Option<OnProgress<'a>>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
}

impl<'a, G: Game> Search<'a, G> {
    /// A search from this node with the default algorithm and limits.
    pub fn new(game: G) -> Self {
        Search {
            game,
            algorithm: Algorithm::default(),
            limits: Limits::default(),
            on_progress: None,
            on_expand: None,
        }
    }

    /// Chooses the algorithm.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Calls back every thousand visits or so.
    pub fn on_progress(mut self, report: impl FnMut(Progress<'_>) + 'a) -> Self {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Calls back at each expansion of a node, in order: how algorithms are compared step by step.
    pub fn on_expand(mut self, report: &'a mut dyn FnMut(G::Key)) -> Self {
        self.on_expand = Some(report);
        self
    }

    /// Runs the search.
    pub fn run(self) -> Outcome {
        let budget = Budget::new(self.limits, self.on_progress);
        let start = std::time::Instant::now();
        let (result, root, counters) = match self.algorithm {
            Algorithm::Pn(rules) => {
                let mut search = PnSearch::new(self.game, rules, budget, self.on_expand);
                let result = search.run();
                (result.map(|_| ()), search.numbers(), search.counters)
            }
            Algorithm::DfPn { sum, loops, rules, table } => {
                dfpn(self.game, sum, loops, rules, table, budget, self.on_expand)
            }
            Algorithm::PnStar { immediate } => pn_star(self.game, immediate, budget),
            Algorithm::Pds { immediate } => pds(self.game, immediate, budget),
            Algorithm::Iterative { step } => iterative(self.game, step, budget),
        };
        let verdict = match (root.value(), result) {
            (Some(true), _) => Verdict::Proven,
            (Some(false), _) => Verdict::Disproven,
            (None, Err(reason)) => Verdict::Unknown(reason),
            (None, Ok(())) => Verdict::Unknown(StopReason::Stuck),
        };
        Outcome { verdict, root, counters, elapsed: start.elapsed() }
    }
}

/// From values to types: each combination of rules is compiled on its own.
fn dfpn<'a, G: Game>(
    game: G,
    sum: SumRule,
    loops: LoopRule,
    rules: Rules,
    table: TableKind,
    budget: Budget<'a>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
) -> Ended {
    fn run<'a, G: Game, C: Combine, L: Loops, T: Table<G::Key>>(
        game: G,
        rules: Rules,
        budget: Budget<'a>,
        on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    ) -> Ended {
        let mut search = DfPn::<G, C, L, T>::new(game, rules, budget, on_expand);
        let result = search.run();
        (result, search.root(), search.counters)
    }
    macro_rules! choose {
        ($($sum:ident => $c:ty),*; $($loops:ident => $l:ty),*) => {
            choose!(@sums [$($sum => $c),*] [$($loops => $l),*])
        };
        (@sums [$($sum:ident => $c:ty),*] $all:tt) => {
            match sum { $(SumRule::$sum => choose!(@loops $c, $all)),* }
        };
        (@loops $c:ty, [$($loops:ident => $l:ty),*]) => {
            match (loops, table) {
                $(
                    (LoopRule::$loops, TableKind::Exact) => {
                        run::<G, $c, $l, ExactTable<G::Key>>(game, rules, budget, on_expand)
                    }
                    (LoopRule::$loops, TableKind::Fixed) => {
                        run::<G, $c, $l, FixedTable<G::Key>>(game, rules, budget, on_expand)
                    }
                )*
            }
        };
    }
    choose!(
        Sum => Sum, Weak => Weak, Nagai => Nagai, Snda => Snda;
        Unguarded => Unguarded, DfPnR => DfPnR, Tca => Tca
    )
}
