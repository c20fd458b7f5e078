//! Proof-number search on 6×6 Othello, on one core, in CPU time: `cargo bench -p yomikiri-lab --bench othello`.
//!
//! Names of parts as arguments run those alone: `speed`, nodes per second of every algorithm; `targets`, the best variant
//! at 21 and 23 vacant squares. Two parts take long and run only by name: `limit`, more and more vacant squares with ten
//! minutes and 16 GiB each, starting from an optional number; `game`, the whole game from the start position with the
//! alpha-beta solver at the leaves, and a check of both proofs (1 GiB).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ProcessTime;
use yomikiri_lab::{BEST, SearchVariant, WHOLE_GAME, positions};
use yomikiri_othello::{MarginGame, Position, Six};
use yomikiri_pns::{ALGORITHMS, Limits, Outcome, Progress, Search, Verdict};

/// Algorithms to measure besides the base algorithms.
const COMBINATIONS: [&str; 8] = [
    "dfpn+exact",
    "dfpn+epsilon=0.25",
    "dfpn+r",
    "dfpn+tca",
    "dfpn+wpns",
    "dfpn+nagai",
    "dfpn+snda",
    "dfpn+tca+snda+epsilon=0.25",
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let wanted = |name: &str, by_default: bool| {
        if asked.is_empty() { by_default } else { asked.iter().any(|asked| asked == name) }
    };
    let from: u32 = asked.iter().find_map(|number| number.parse().ok()).unwrap_or(25);
    if wanted("speed", true) {
        speed();
    }
    if wanted("targets", true) {
        heading();
        for (vacant, margin, seconds) in [(21, 4, 1.0), (23, 4, 5.0), (23, 5, 5.0)] {
            let taken = question(&BEST, vacant, margin, &Limits { memory: 4 << 30, ..Limits::default() });
            assert!(taken.is_some_and(|taken| taken < seconds), "the target is {seconds} s");
        }
    }
    if wanted("limit", false) {
        heading();
        let limits = Limits { memory: 16 << 30, ..Limits::default() };
        for vacant in (from..=31).step_by(2) {
            if [4, 5].map(|margin| question(&BEST, vacant, margin, &limits)).contains(&None) {
                break;
            }
        }
    }
    if wanted("game", false) {
        whole_game();
    }
}

fn position(vacant: u32) -> Position<Six> {
    let found = positions(vacant).find(|(known, _)| *known == vacant);
    found.expect("a position of the principal variation").1
}

/// Nodes per second at 17 vacant squares. Searches are repeated until they have taken half a second together.
fn speed() {
    println!("| algorithm | visits | generated | CPU s | visits / s | generated / s |");
    println!("|---|--:|--:|--:|--:|--:|");
    let bases = ALGORITHMS.iter().map(|listed| listed.name);
    for algorithm in bases.chain(COMBINATIONS) {
        let variant = SearchVariant { algorithm, leaf_empties: 0, ..BEST };
        let limits = Limits { visits: Some(1 << 24), memory: 4 << 30, ..Limits::default() };
        let (mut rounds, start) = (0, ProcessTime::now());
        let outcome = loop {
            let outcome = search(&variant, 17, 4, &limits);
            rounds += 1;
            if start.elapsed() > Duration::from_millis(500) {
                break outcome;
            }
        };
        let seconds = start.elapsed().as_secs_f64() / f64::from(rounds);
        let counters = outcome.counters;
        let rate = |count: u64| count as f64 / seconds / 1e6;
        println!(
            "| `{algorithm}`{} | {} | {} | {seconds:.3} | {:.2} M | {:.2} M |",
            if outcome.verdict == Verdict::Proven { "" } else { " (not solved)" },
            counters.visits,
            counters.generated,
            rate(counters.visits),
            rate(counters.generated),
        );
    }
    println!();
}

/// The limit of a search in CPU time, which does not depend on what else the machine does.
const LONGEST: Duration = Duration::from_secs(600);

fn search(variant: &SearchVariant, vacant: u32, margin: i32, limits: &Limits) -> Outcome {
    watched(variant, variant.goal(position(vacant), margin), limits).run()
}

/// A search that stops after [`LONGEST`].
fn watched(
    variant: &SearchVariant,
    goal: MarginGame<Six>,
    limits: &Limits,
) -> Search<'static, MarginGame<Six>> {
    let algorithm = variant.algorithm.parse().expect("a listed name");
    let (start, stop) = (ProcessTime::now(), Arc::new(AtomicBool::new(false)));
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..limits.clone() };
    let watch = move |_: Progress<'_>| stop.store(start.elapsed() > LONGEST, Ordering::Relaxed);
    Search::new(goal).algorithm(algorithm).limits(limits).on_progress(watch)
}

/// The whole game from the start position: both questions, then a check of both proofs.
///
/// The two searches share the table of the alpha-beta solver, which holds bounds on scores. The checks share another one, which
/// is empty at first, so they take nothing from the searches but the moves of the proofs.
fn whole_game() {
    println!(
        "| question | answer | CPU s | expanded | alpha-beta nodes | positions of the proof | check: CPU s |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    let [searched, checked] = [(); 2].map(|()| WHOLE_GAME.goal(Position::start(), 0));
    let mut totals = [0.0; 2];
    for (margin, expected) in [(4, true), (5, false)] {
        let (start, goal) = (ProcessTime::now(), searched.clone().with_margin(margin));
        let nodes_before = goal.leaf_nodes();
        let (outcome, solution) = watched(&WHOLE_GAME, goal, &limits).run_with_solution();
        let seconds = start.elapsed().as_secs_f64();
        let nodes = searched.leaf_nodes() - nodes_before;
        assert_eq!(outcome.verdict.value(), Some(expected), "White wins by exactly 4");

        let start = ProcessTime::now();
        let solution = solution.expect("a decided question has a solution");
        let size = solution.check(checked.clone().with_margin(margin)).expect("the solution is right");
        let check = start.elapsed().as_secs_f64();
        println!(
            "| White wins by ≥ {margin} | {} | {seconds:.1} | {} | {nodes} | {} | {check:.1} |",
            if expected { "yes" } else { "no" },
            outcome.counters.expanded,
            size.nodes
        );
        totals = [totals[0] + seconds, totals[1] + check];
    }
    println!("| both | | {:.1} | | | | {:.1} |", totals[0], totals[1]);
}

fn heading() {
    println!(
        "| vacant | question | answer | algorithm | alpha-beta from | CPU s | expanded | table entries |"
    );
    println!("|--:|---|---|---|--:|--:|--:|--:|");
}

/// Searches whether White wins by at least `margin`. Returns the CPU time, or `None` if the search was not decided.
fn question(variant: &SearchVariant, vacant: u32, margin: i32, limits: &Limits) -> Option<f64> {
    let start = ProcessTime::now();
    let outcome = search(variant, vacant, margin, limits);
    let seconds = start.elapsed().as_secs_f64();
    let answer = match outcome.verdict {
        Verdict::Proven => "yes".to_owned(),
        Verdict::Disproven => "no".to_owned(),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    };
    let value = outcome.verdict.value();
    assert!(value.is_none_or(|value| value == (margin <= 4)), "White wins by 4 in the principal variation");
    println!(
        "| {vacant} | ≥ {margin} | {answer} | `{}` | {} | {seconds:.2} | {} | {} |",
        variant.algorithm, variant.leaf_empties, outcome.counters.expanded, outcome.counters.table_entries
    );
    value.map(|_| seconds)
}
