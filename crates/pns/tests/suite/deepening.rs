//! PN*, PDS and their relatives: figure 1 of Sakuta and Iida, the second level of PDS-PN, and shared nodes.

use crate::common::random_graph;
use yomikiri_pns::{Counters, Graph, Limits, Search, StopReason, Verdict};

fn run(graph: &Graph, algorithm: &str) -> Counters {
    let outcome = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).run();
    assert_eq!(outcome.verdict.value(), Some(graph.truth()[0]), "{algorithm}");
    outcome.counters
}

/// The example search tree of the paper. The root is won by the right-hand branch, which has `width` replies. The left-hand
/// branch is lost because of its subtree B. Its subtree A is won, but deep; it is narrow, with two replies each, of which one
/// loses at once, so that its proof number grows slowly.
fn figure_1(width: usize) -> Graph {
    let names = |letter: char| (0..width).map(|n| format!(" {letter}{n}")).collect::<String>();
    let mut lines = vec![
        "root or left right".to_string(),
        "left and A B".to_string(),
        "B or b".to_string(),
        "b and lost- B1 B2".to_string(),
        format!("right and{}", names('R')),
    ];
    lines.extend((0..width).map(|n| format!("R{n} or W{n}+")));
    lines.extend(["B1 or won+", "B2 or won+"].map(str::to_string));
    let mut level = vec!["A".to_string()];
    for _ in 0..width + 2 {
        let mut next = Vec::new();
        for name in &level {
            lines.push(format!("{name} or {name}x {name}y"));
            for side in ["x", "y"] {
                lines.push(format!("{name}{side} and {name}{side}w+ {name}{side}o"));
                next.push(format!("{name}{side}o"));
            }
        }
        level = next;
    }
    // One line of A wins: the last.
    let ends = level.iter().map(|name| if name.contains('x') { "lost-" } else { "won+" });
    lines.extend(level.iter().zip(ends).map(|(name, end)| format!("{name} or {end}")));
    Graph::parse(&lines.join("\n"))
}

#[test]
fn figure_1_of_sakuta_and_iida() {
    let [pn_star, pds] = ["pn-star", "pds"].map(|algorithm| {
        [5, 8].map(|width| {
            let graph = figure_1(width);
            assert!(graph.truth()[0]);
            run(&graph, algorithm).table_entries
        })
    });
    // PN* gives precedence to A and searches it ever deeper before the right-hand branch is within its threshold.
    assert!(pn_star[0] > 100 && pn_star[1] > 6 * pn_star[0], "{pn_star:?}");
    // PDS sees by the disproof numbers that B is lost, and turns to the right-hand branch: one node more for each reply.
    assert!(pds[0] < 40 && pds[1] < pds[0] + 12, "{pds:?}");
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
        let limits = Limits { visits: Some(5), ..Limits::default() };
        let outcome = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).limits(limits).run();
        assert_eq!(outcome.verdict, Verdict::Unknown(StopReason::VisitLimit), "{algorithm}");
        assert!(outcome.counters.visits <= 7, "{algorithm}: {}", outcome.counters.visits);
    }
}
