//! Searches on 6×6 Othello, shared by several tables and figures.

use std::time::{Duration, Instant};

use serde_json::json;
use yomikiri_othello::{Color, MarginGame, MoveOrder, Position, Six, Solver};
use yomikiri_pns::{Algorithm, Limits, Search, StopReason, Verdict};

use super::plain_search::plain_search;
use crate::cell::{Cell, Task, done};

/// A search on Othello: an algorithm and the settings of the game.
#[derive(Clone, Copy, Debug)]
pub struct SearchVariant {
    /// The name in tables.
    pub label: &'static str,
    /// The algorithm as for `solve --algorithm`.
    pub algorithm: &'static str,
    /// The order of moves.
    pub order: MoveOrder,
    /// The number of vacant squares from which alpha-beta solves the leaves; 0 for never.
    pub leaf_empties: u32,
    /// The bytes for the table of alpha-beta; 0 for no table.
    pub leaf_table: usize,
    /// The plies of look-ahead for the numbers of new nodes; 0 takes them from mobility.
    pub look_ahead: u32,
    /// Whether mirror images and rotations count as one position.
    pub symmetry: bool,
    /// Whether the count is of created nodes, as in PN search, not of table entries.
    pub generated: bool,
    /// The largest number of vacant squares that is practical in time and memory.
    pub most_vacant: u32,
}

/// The paper's PN*, which reproduces its counts; see `research/docs/recovering-sakuta.md`.
pub const PN_STAR: SearchVariant = SearchVariant {
    label: "PN*",
    algorithm: "pn-star",
    order: MoveOrder::MobilityQuicksort,
    leaf_empties: 0,
    leaf_table: 0,
    look_ahead: 0,
    symmetry: false,
    generated: false,
    most_vacant: 21,
};

/// The paper's PDS, which reproduces its counts too.
pub const PDS: SearchVariant = SearchVariant { label: "PDS", algorithm: "pds", most_vacant: 23, ..PN_STAR };

/// The paper's PN search, with moves in file order and a count of all created nodes.
pub const PN: SearchVariant = SearchVariant {
    label: "PN",
    algorithm: "pn",
    order: MoveOrder::FileFirst,
    generated: true,
    most_vacant: 21,
    ..PN_STAR
};

/// The algorithms that the paper leaves to future work (PDS with a second level, PDS*), with the order of moves of PDS.
pub const FUTURE: [SearchVariant; 2] = [
    SearchVariant { label: "PDS-PN", algorithm: "pds-pn", most_vacant: 21, ..PN_STAR },
    SearchVariant { label: "PDS*", algorithm: "pds-star", most_vacant: 19, ..PN_STAR },
];

/// Later algorithms. Their tables keep every entry, so the number of entries is the number of visited nodes, and the solution
/// is the one that the search found.
pub const LATER: [SearchVariant; 4] = [
    SearchVariant {
        label: "df-pn",
        algorithm: "dfpn+delayed+exact",
        order: MoveOrder::FileFirst,
        most_vacant: 21,
        ..PN_STAR
    },
    SearchVariant {
        label: "df-pn+ (mobility)",
        algorithm: "dfpn-plus+exact",
        order: MoveOrder::FileFirst,
        most_vacant: 21,
        ..PN_STAR
    },
    SearchVariant {
        label: "df-pn + TCA + 1+ε",
        algorithm: "dfpn+tca+epsilon=0.25+exact",
        order: MoveOrder::FileFirst,
        most_vacant: 21,
        ..PN_STAR
    },
    BEST,
];

/// The fastest proof-number search here: alpha-beta without a table solves the leaves.
pub const BEST: SearchVariant = SearchVariant {
    label: "best, with leaf solving",
    algorithm: "dfpn+estimate+epsilon=0.5+delayed+exact",
    order: MoveOrder::FileFirst,
    leaf_empties: 14,
    most_vacant: 23,
    ..PN_STAR
};

/// The whole game: proof-number search for the first ten moves, our alpha-beta solver for the rest.
///
/// Three plies of look-ahead cost little beside the leaves, and save three quarters of the expansions. A larger table saves no
/// nodes, but the system takes seconds to clear it.
pub const WHOLE_GAME: SearchVariant = SearchVariant {
    label: "best above the alpha-beta solver",
    leaf_empties: 22,
    leaf_table: 512 << 20,
    look_ahead: 3,
    symmetry: true,
    ..BEST
};

/// The memory limit in bytes. PN search at 21 vacant squares needs 2 GB.
const MEMORY: usize = 4 << 30;

/// Searches shorter than this are repeated, and the shortest time is taken.
const SHORT: Duration = Duration::from_millis(5);

impl SearchVariant {
    /// The question whether White wins by at least `margin`, with the settings of this variant.
    pub fn goal(&self, position: Position<Six>, margin: i32) -> MarginGame<Six> {
        let goal = MarginGame::new(position, Color::White, margin)
            .with_order(self.order)
            .with_symmetry(self.symmetry)
            .with_look_ahead(self.look_ahead)
            .with_leaf_empties(self.leaf_empties);
        if self.leaf_table > 0 { goal.with_leaf_solver(Solver::new(self.leaf_table)) } else { goal }
    }

    /// The name of the task for a position and a margin.
    pub fn id(&self, vacant: u32, margin: i32) -> String {
        let order =
            MoveOrder::ALL.iter().find(|(_, order)| *order == self.order).map_or("", |(name, _)| name);
        format!(
            "othello6 vacant={vacant} at-least={margin} {} order={order} leaf={}",
            self.algorithm, self.leaf_empties
        )
    }

    /// The task for a position and a margin. The values are `proven`, `count`, `seconds`, `tree` and `depth` of the solution,
    /// and counters.
    pub fn task(self, vacant: u32, position: Position<Six>, margin: i32) -> Task {
        Task::new(self.id(vacant, margin), move |limits| self.measure(position, margin, limits))
    }

    fn measure(&self, position: Position<Six>, margin: i32, limits: &Limits) -> Cell {
        let algorithm: Algorithm = match self.algorithm.parse() {
            Ok(algorithm) => algorithm,
            Err(error) => return Cell::Failed { reason: format!("{error}") },
        };
        let limits = Limits { memory: MEMORY, ..limits.clone() };
        let goal = self.goal(position, margin);
        let search = || Search::new(goal.clone()).algorithm(algorithm).limits(limits.clone());
        let (outcome, solution) = search().run_with_solution();
        if let Verdict::Unknown(reason) = outcome.verdict {
            return Cell::unsolved(reason, &limits);
        }
        let mut time = outcome.elapsed;
        if time < SHORT {
            for _ in 0..10 {
                time = time.min(search().run().elapsed);
            }
        }
        let counters = outcome.counters;
        let size = solution.ok().map(|solution| solution.size());
        // PN search has the solution in the tree that it built; the others in their tables, where equal positions are one.
        let tree = outcome.tree.map(|tree| (tree.nodes, tree.depth));
        let tree = tree.or(size.map(|size| (size.tree_nodes, size.depth)));
        done(json!({
            "proven": outcome.verdict.value(),
            "count": if self.generated { counters.generated } else { counters.table_entries },
            "seconds": time.as_secs_f64(),
            "tree": tree.map(|(nodes, _)| nodes),
            "positions": size.map(|size| size.nodes),
            "depth": tree.map(|(_, depth)| depth),
            "generated": counters.generated,
            "expanded": counters.expanded,
            "visits": counters.visits,
            "table_entries": counters.table_entries,
        }))
    }
}

/// Limits and a stop flag for searches with a callback.
#[derive(Clone)]
pub struct LimitWatch {
    limits: Limits,
    start: Instant,
}

impl LimitWatch {
    /// Starts the watch now.
    pub fn start(limits: &Limits) -> LimitWatch {
        LimitWatch { limits: limits.clone(), start: Instant::now() }
    }

    /// The reason to stop a search that has visited `nodes` nodes, or `None` if it may continue.
    pub fn reason(&self, nodes: u64) -> Option<StopReason> {
        if self.limits.visits.is_some_and(|limit| nodes > limit) {
            return Some(StopReason::VisitLimit);
        }
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed)) {
            return Some(StopReason::Stopped);
        }
        self.limits.time.filter(|time| self.start.elapsed() >= *time).map(|_| StopReason::TimeLimit)
    }

    /// Whether a search that has visited `nodes` nodes may continue.
    pub fn may_continue(&self, nodes: u64) -> bool {
        self.reason(nodes).is_none()
    }

    /// The cell of a search that was stopped after `nodes` nodes.
    pub fn cell(&self, nodes: u64) -> Cell {
        Cell::unsolved(self.reason(nodes).unwrap_or(StopReason::MemoryLimit), &self.limits)
    }

    /// The seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// The alpha-beta searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlphaBeta {
    /// The paper's principal variation search.
    Pvs,
    /// Alpha-beta without null windows.
    Plain,
    /// Our exact solver.
    Solver,
}

impl AlphaBeta {
    /// All alpha-beta searches.
    pub const ALL: [AlphaBeta; 3] = [AlphaBeta::Pvs, AlphaBeta::Plain, AlphaBeta::Solver];

    /// The name in tables.
    pub fn label(self) -> &'static str {
        match self {
            AlphaBeta::Pvs => "PVS",
            AlphaBeta::Plain => "alpha-beta",
            AlphaBeta::Solver => "alpha-beta solver",
        }
    }

    /// The name of the task for a position.
    pub fn id(self, vacant: u32) -> String {
        format!("othello6 vacant={vacant} score {}", self.label())
    }

    /// The task for a position. The values are `score`, `nodes`, `seconds` and `depth`, the length of the best line.
    pub fn task(self, vacant: u32, position: Position<Six>) -> Task {
        Task::new(self.id(vacant), move |limits| {
            let watch = LimitWatch::start(limits);
            let order = MoveOrder::MobilityQuicksort;
            let mut visited = 0;
            let result = if self == AlphaBeta::Solver {
                let poll = watch.clone();
                let mut solver =
                    Solver::<Six>::new(256 << 20).with_poll(move |nodes| poll.may_continue(nodes));
                // Allocating the table is not part of the measured time.
                let watch = LimitWatch::start(limits);
                let score = solver.score(&position);
                let (nodes, seconds) = (solver.nodes(), watch.seconds());
                visited = nodes;
                let line = score.and_then(|_| solver.best_line(&position));
                score.map(|score| (score, nodes, seconds, line.map(|line| line.len())))
            } else {
                let go_on = |nodes| {
                    visited = nodes;
                    watch.may_continue(nodes)
                };
                let found = plain_search(&position, order, self == AlphaBeta::Pvs, go_on);
                found.map(|found| (found.score, found.nodes, watch.seconds(), Some(found.depth as usize)))
            };
            match result {
                None => watch.cell(visited),
                Some((score, nodes, seconds, depth)) => {
                    done(json!({ "score": score, "nodes": nodes, "seconds": seconds, "depth": depth }))
                }
            }
        })
    }
}
