//! Random graphs with cycles and shared nodes: every algorithm that claims a value claims the true one.

use crate::common::random_graph;
use yomikiri_pns::{GhiMethod, Graph, Limits, Search, StopReason, SumRule, Verdict};

/// With TCA, early or late, every combination must decide every graph, and rightly; and so do df-pn(r) and depth-first search.
fn sure() -> Vec<String> {
    let mut all =
        vec!["default".into(), "deep-dfpn:E=0".into(), "dfpn+r".into(), "dfpn+r+epsilon=0.25".into()];
    for leaf in ["dfpn", "dfpn+mobility", "deep-dfpn:E=3,D=6"] {
        for (_, sum, _) in SumRule::ALL {
            for slack in ["", "+leftmost", "+epsilon=0.25"] {
                for others in ["", "+delayed", "+exact", "+exact+delayed"] {
                    for guard in ["tca", "tca-distance", "stall-guard"] {
                        all.push(format!("{leaf}+{guard}+{sum}{slack}{others}"));
                    }
                }
            }
        }
    }
    all
}

/// These have no guard against circles. Their claims must be true all the same, and on graphs of this size they decide nearly
/// all.
const UNGUARDED: [&str; 15] = [
    "dfpn",
    "dfpn+epsilon=0.25",
    "dfpn+r+snda",
    "dfpn+wpns",
    "dfpn+snda",
    "dfpn+nagai",
    "deep-dfpn:E=2,D=4",
    "pds",
    "pds-pn",
    "pds-pn:y=5",
    "pds-star",
    "pn-star",
    "iterative",
    "pn",
    "deep-pn",
];

/// Iterative deepening leaves one of 200 cyclic graphs undecided, the others none.
const MAX_UNDECIDED: usize = 1;

/// How often an algorithm did not decide.
fn undecided(algorithm: &str, graphs: impl Iterator<Item = (u64, Graph)>, memory: usize) -> usize {
    let limits = Limits { visits: Some(30_000), memory, ..Limits::default() };
    let parsed = algorithm.parse().unwrap();
    let mut undecided = 0;
    for (seed, graph) in graphs {
        let search = Search::new(graph.root()).algorithm(parsed).limits(limits.clone());
        let (outcome, solution) = search.run_with_solution();
        match outcome.verdict {
            Verdict::Unknown(StopReason::VisitLimit | StopReason::DepthLimit | StopReason::Inconclusive) => {
                undecided += 1
            }
            verdict => {
                assert_eq!(verdict.value(), Some(graph.truth()[0]), "{algorithm}, graph {seed}");
                let solution = solution.unwrap_or_else(|why| panic!("{algorithm}, graph {seed}: {why}"));
                assert_eq!(solution.check(graph.root()), Ok(solution.size()), "{algorithm}, graph {seed}");
            }
        }
    }
    undecided
}

fn check(seeds: std::ops::Range<u64>, most_nodes: usize, acyclic: bool) {
    let graphs = || seeds.clone().map(|seed| (seed, random_graph(seed, most_nodes, acyclic)));
    for algorithm in &sure() {
        // From a table that loses entries all the time to one that never does.
        for memory in [1 << 10, 1 << 24] {
            assert_eq!(undecided(algorithm, graphs(), memory), 0, "{algorithm} with {memory} bytes");
        }
    }
    for algorithm in UNGUARDED {
        let most = if acyclic || algorithm != "iterative" { 0 } else { MAX_UNDECIDED };
        let undecided = undecided(algorithm, graphs().take(200), 1 << 24);
        assert!(undecided <= most, "{algorithm} leaves {undecided} of these graphs undecided");
    }
}

#[test]
fn cyclic_graphs() {
    check(0..60, 40, false);
}

#[test]
fn acyclic_graphs() {
    check(0..60, 60, true);
}

/// Wherever disproofs by repetition are kept, no value is wrong, and TCA decides every graph.
#[test]
fn every_history_finds_the_value() {
    for history in [GhiMethod::DependenceSets, GhiMethod::PathKeys, GhiMethod::Twins] {
        for seed in 0..400 {
            let graph = random_graph(seed, 40, false);
            for algorithm in ["dfpn+tca", "dfpn+r+delayed"] {
                let limits = Limits { visits: Some(30_000), memory: 1 << 20, ..Limits::default() };
                let search = Search::new(graph.root()).algorithm(algorithm.parse().unwrap());
                let verdict = search.limits(limits).ghi_method(history).run().verdict;
                assert_eq!(verdict.value(), Some(graph.truth()[0]), "{history:?}, {algorithm}, graph {seed}");
            }
        }
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-pns --test suite graphs -- --ignored"]
fn many_graphs() {
    check(1_000..21_000, 40, false);
    check(1_000..11_000, 160, false);
    check(1_000..11_000, 120, true);
}
