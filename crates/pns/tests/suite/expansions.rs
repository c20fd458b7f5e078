//! Every expansion is reported, by every algorithm.

use yomikiri_pns::{ALGORITHMS, ConcurrentTable, Graph, Limits, Search};

use crate::common::random_graph;

/// Runs an algorithm. Returns the expansions that it reported and those that it counted.
fn expansions(graph: &Graph, algorithm: &str, nodes: u64) -> (u64, u64) {
    let mut reported = 0;
    let mut note = |_| reported += 1;
    let limits = Limits { visits: Some(nodes), ..Limits::default() };
    let search = Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).limits(limits);
    let counters = search.on_expand(&mut note).run().counters;
    (reported, counters.expanded + counters.re_expanded)
}

#[test]
fn as_many_are_reported_as_are_counted() {
    let variants = ["pn+delayed", "pn2:y=3", "pds+immediate", "pds-pn:y=3", "dfpn+tca+snda", "dfpn+exact"];
    for algorithm in ALGORITHMS.iter().map(|listed| listed.name).chain(variants) {
        let mut any = false;
        for seed in 0..40 {
            let graph = random_graph(seed, 60, seed % 2 == 0);
            // To the end, and stopped on the way, maybe within a second level.
            for nodes in [7, 30_000] {
                let (reported, counted) = expansions(&graph, algorithm, nodes);
                assert_eq!(reported, counted, "{algorithm}, graph {seed}, {nodes} nodes");
                any |= counted > 1;
            }
        }
        assert!(any, "{algorithm} expands nothing");
    }
}

#[test]
#[should_panic(expected = "on_expand")]
fn threads_refuse_to_report() {
    let graph = random_graph(1, 60, true);
    let mut note = |_| ();
    let table = ConcurrentTable::with_memory(1 << 20).unwrap();
    Search::new(graph.root()).on_expand(&mut note).run_on_threads(&table, 2);
}
