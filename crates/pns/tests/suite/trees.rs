//! On trees, algorithms that are the same in theory must expand the same nodes in the same order.

use proptest::prelude::*;
use yomikiri_pns::{Game, Graph, GraphNode, NodeKind, Outcome, Search, Verdict};

/// A random tree of alternating OR and AND nodes whose leaves are terminal.
fn tree() -> impl Strategy<Value = Graph> {
    (prop::collection::vec(0u8..5, 1..200), any::<u64>()).prop_map(|(arities, values)| {
        let mut nodes = vec![(0usize, Vec::new())];
        let mut open = std::collections::VecDeque::from([0usize]);
        for arity in arities {
            let Some(parent) = open.pop_front() else { break };
            for _ in 0..arity {
                let (depth, child) = (nodes[parent].0 + 1, nodes.len());
                nodes[parent].1.push(child);
                nodes.push((depth, Vec::new()));
                open.push_back(child);
            }
        }
        let kinds = nodes.iter().map(|(depth, children)| {
            (if depth % 2 == 0 { NodeKind::Or } else { NodeKind::And }, children.clone())
        });
        let mut graph = Graph::new(kinds);
        let mut bits = values | 1;
        for leaf in (0..nodes.len()).filter(|&n| nodes[n].1.is_empty()) {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            graph.set_value(leaf, bits >> 60 < 8);
        }
        graph
    })
}

fn trace(graph: &Graph, algorithm: &str) -> (Verdict, Vec<usize>) {
    let mut expanded = Vec::new();
    let mut note = |key| expanded.push(key);
    let outcome = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).on_expand(&mut note).run();
    (outcome.verdict, expanded)
}

/// The order of first expansions: df-pn enters nodes again and again.
fn first_expansions((verdict, trace): (Verdict, Vec<usize>)) -> (Verdict, Vec<usize>) {
    let mut seen = std::collections::HashSet::new();
    (verdict, trace.into_iter().filter(|&key| seen.insert(key)).collect())
}

/// Plain depth-first search, children from left to right until one settles it: the value, and the nodes it expands.
fn depth_first(node: GraphNode<'_>, expanded: &mut Vec<usize>) -> bool {
    if let Some(settled) = node.value() {
        return settled.value;
    }
    expanded.push(node.key());
    let wanted = node.kind().goal();
    let mut moves = Vec::new();
    node.moves(&mut moves);
    let mut settles = |mv| {
        let mut child = node;
        child.make(mv);
        depth_first(child, expanded) == wanted
    };
    if moves.into_iter().any(&mut settles) { wanted } else { !wanted }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dfpn_is_pn_search_under_each_pairing_of_ties(graph in tree()) {
        let value = graph.truth()[0];
        for (pn, dfpn) in [("pn+leftmost", "dfpn+exact+leftmost"), ("pn+sticky", "dfpn+exact")] {
            let (pn, dfpn) = (trace(&graph, pn), first_expansions(trace(&graph, dfpn)));
            prop_assert_eq!(&pn, &dfpn);
            prop_assert_eq!(pn.0.value(), Some(value));
        }
    }

    /// The largest root numbers and how often they were renewed, which is what Ishitobi's measures of beauty are.
    #[test]
    fn dfpn_that_follows_its_root_sees_the_root_of_pn_search(graph in tree()) {
        prop_assume!(graph.root().value().is_none());
        for leaf in ["unit", "mobility"] {
            for (pn, dfpn) in [("pn+leftmost", "dfpn+exact+leftmost"), ("pn+sticky", "dfpn+exact"), ("pn+sticky", "dfpn+exact+stall-guard")] {
                let search = |name: &str| {
                    Search::new(graph.root()).algorithm(format!("{name}+{leaf}").parse().unwrap())
                };
                let (pn, unwatched) = (search(pn).run(), search(dfpn).run());
                let dfpn = search(dfpn).track_root().run();
                let largest = |outcome: &Outcome| (outcome.counters.max_root_pn, outcome.counters.max_root_dn);
                prop_assert_eq!(largest(&pn), largest(&dfpn));
                prop_assert_eq!(pn.counters.expanded, dfpn.counters.root_updates);
                // Looking on changes nothing.
                let search = |outcome: &Outcome| (outcome.verdict, outcome.root, outcome.counters.visits, outcome.counters.expanded);
                prop_assert_eq!(search(&unwatched), search(&dfpn));
                prop_assert!(unwatched.counters.root_updates <= dfpn.counters.root_updates);
            }
        }
    }

    #[test]
    fn degenerate_parameters_are_the_base_algorithm(graph in tree()) {
        for (base, same) in [
            ("dfpn+exact", "deep-dfpn:E=1,D=8+exact"),
            ("dfpn+exact", "deep-dfpn:E=3,D=0+exact"),
            ("dfpn+exact", "dfpn-plus+exact"),
            ("dfpn+exact", "dfpn"),
            ("dfpn+exact", "dfpn+tca+exact"),
            ("dfpn+exact", "dfpn+r+exact"),
            ("dfpn+exact", "dfpn+snda+exact"),
            ("dfpn+exact", "dfpn+nagai+exact"),
            ("pn", "pn2:y=1"),
            ("pn", "deep-pn:R=1"),
        ] {
            prop_assert_eq!(trace(&graph, base), trace(&graph, same), "{} and {}", base, same);
        }
    }

    #[test]
    fn deep_dfpn_without_e_is_depth_first(graph in tree(), d in 0u32..9) {
        let mut expected = Vec::new();
        let value = depth_first(graph.root(), &mut expected);
        let (verdict, expanded) = trace(&graph, &format!("deep-dfpn:E=0,D={d}+delayed"));
        prop_assert_eq!((verdict.value(), expanded), (Some(value), expected));
        let outcome = Search::new(graph.root()).algorithm("deep-dfpn:E=0".parse().unwrap()).run();
        prop_assert_eq!((outcome.verdict.value(), outcome.counters.re_entries), (Some(value), 0));
    }

    /// E^D is beyond any integer here.
    #[test]
    fn deep_dfpn_never_overflows(graph in tree()) {
        let outcome = Search::new(graph.root()).algorithm("deep-dfpn:E=1000,D=1000".parse().unwrap()).run();
        prop_assert_eq!((outcome.verdict.value(), outcome.counters.clamped_sums), (Some(graph.truth()[0]), 0));
    }

    #[test]
    fn every_algorithm_finds_the_value(graph in tree()) {
        let value = graph.truth()[0];
        for algorithm in [
            "pn", "pn+delayed", "pn+mobility", "pn+mobility+delayed", "pn2:y=7", "pn2", "deep-pn:R=0", "deep-pn:R=0.3", "pn-star",
            "pn-star+immediate", "pds", "pds+immediate", "pds+smaller-sum", "pds+sticky", "pds-pn", "pds-pn:y=3", "pds-star", "pds-star+immediate", "pn+smaller-sum", "iterative", "iterative:step=2", "dfpn+delayed",
            "dfpn+mobility", "dfpn+mobility+delayed", "dfpn+wpns", "dfpn+epsilon=0.5", "deep-dfpn:E=4,D=9", "default",
        ] {
            let search = Search::new(graph.root()).algorithm(algorithm.parse().unwrap());
            let (outcome, solution) = search.run_with_solution();
            prop_assert_eq!(outcome.verdict.value(), Some(value), "{}", algorithm);
            let solution = solution.unwrap();
            prop_assert_eq!(solution.check(graph.root()), Ok(solution.size()));
            prop_assert_eq!(solution.size().nodes, solution.size().tree_nodes, "a tree has no shared nodes");
        }
    }
}
