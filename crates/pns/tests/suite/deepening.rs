//! PN*, PDS and their relatives: figure 1 of Sakuta and Iida, the second level of PDS-PN, and shared nodes.

use crate::common::random_graph;
use yomikiri_pns::{Counters, Graph, Limits, Search, StopReason, Verdict};

fn run(graph: &Graph, algorithm: &str) -> Counters {
    let outcome = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).run();
    assert_eq!(outcome.verdict.value(), Some(graph.truth()[0]), "{algorithm}");
    outcome.counters
}

/// The example search tree of the paper. The root is won by the right-hand branch. The left-hand branch is lost because of its
/// subtree B; its subtree A is won, but after `depth` moves. In A every reply is forced, so that its proof number stays 1, while
/// its disproof number grows with the choices of the prover.
fn figure_1(depth: usize) -> Graph {
    let mut lines = vec![
        "root or left right".to_string(),
        "left and A B".to_string(),
        "B or b".to_string(),
        "b and b1- b2-".to_string(),
        "right and r1 r2 r3 r4".to_string(),
    ];
    lines.extend((1..=4).map(|n| format!("r{n} or w{n}+")));
    let mut level = vec!["A".to_string()];
    for ply in 0..depth {
        let mut next = Vec::new();
        for name in &level {
            lines.push(format!("{name} or {name}x {name}y"));
            for side in ["x", "y"] {
                // The prover wins after the last choice of the last line.
                let reply = match (ply + 1 == depth, name.contains('x') || side == "x") {
                    (false, _) => format!("{name}{side}o"),
                    (true, true) => format!("{name}{side}-"),
                    (true, false) => format!("{name}{side}+"),
                };
                lines.push(format!("{name}{side} and {reply}"));
                next.push(format!("{name}{side}o"));
            }
        }
        level = next;
    }
    Graph::parse(&lines.join("\n"))
}

#[test]
fn figure_1_of_sakuta_and_iida() {
    let [pn_star, pds] = ["pn-star", "pds"].map(|algorithm| {
        [4, 7].map(|depth| {
            let graph = figure_1(depth);
            assert!(graph.truth()[0]);
            run(&graph, algorithm).table_entries
        })
    });
    // PN* searches A to its end: three plies more are eight times as many nodes.
    assert!(pn_star[0] > 40 && pn_star[1] > 6 * pn_star[0], "{pn_star:?}");
    // PDS sees by the disproof numbers that B is lost, and never comes to the end of A.
    assert!(pds[1] == pds[0] && pds[0] < 30, "{pds:?}");
}

#[test]
fn a_second_level_of_no_expansions_is_pds() {
    for seed in 0..60 {
        for acyclic in [true, false] {
            let graph = random_graph(seed, 40, acyclic);
            assert_eq!(run(&graph, "pds-pn:y=0"), run(&graph, "pds"), "graph {seed}");
        }
    }
}

/// A second level that may expand everything decides at the root; the first level has one entry.
#[test]
fn a_second_level_without_bound_is_pn_search() {
    for seed in 0..60 {
        let graph = random_graph(seed, 40, true);
        let two_levels = run(&graph, "pds-pn:y=1000000");
        let pn = run(&graph, "pn");
        assert_eq!((two_levels.table_entries, two_levels.expanded), (1, pn.expanded), "graph {seed}");
    }
}

/// The node limit covers both levels, and a search that it stops claims nothing.
#[test]
fn the_second_level_keeps_the_limits() {
    let graph = figure_1(8);
    for algorithm in ["pds-pn:y=100000", "pds-pn:y=7", "pds-star", "pn-star"] {
        let limits = Limits { nodes: Some(5), ..Limits::default() };
        let outcome = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).limits(limits).run();
        assert_eq!(outcome.verdict, Verdict::Unknown(StopReason::Nodes), "{algorithm}");
        assert!(outcome.counters.visits <= 7, "{algorithm}: {}", outcome.counters.visits);
    }
}
