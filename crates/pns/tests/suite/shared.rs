//! The table for several threads, used by one: it decides what the others decide.

use crate::common::random_graph;
use yomikiri_pns::{
    Algorithm, AtomicTable, Entry, Found, Limits, ProofNumber, Search, SharedTable, StopReason, Table,
    Verdict,
};

/// A table for several threads in the hands of one.
struct Alone<T>(T);

impl<K, T: SharedTable<K>> Table<K> for Alone<T> {
    const LARGEST: ProofNumber = T::LARGEST;

    fn get(&self, key: &K) -> Option<Found<K>> {
        self.0.get(key)
    }

    fn put(&mut self, key: K, entry: Entry) {
        if self.0.is_crowded() {
            self.0.make_room();
        }
        self.0.put(key, entry);
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn collections(&self) -> u64 {
        self.0.collections()
    }
}

#[test]
fn random_graphs_have_the_same_verdicts() {
    let mut table = Alone(AtomicTable::with_memory(4 << 20).unwrap());
    for algorithm in ["default", "dfpn", "dfpn+r+epsilon=0.25"] {
        for seed in 0..100 {
            let graph = random_graph(seed, 60, seed % 4 == 0);
            let algorithm: Algorithm = algorithm.parse().unwrap();
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let search = || Search::new(graph.root()).algorithm(algorithm).limits(limits.clone());
            table.0.clear();
            let outcome = search().run_with_table(&mut table);
            let reference = search().run();
            assert_eq!(outcome.verdict, reference.verdict, "graph {seed}");
            assert_eq!(outcome.counters.visits, reference.counters.visits, "graph {seed}: the same search");
            match outcome.verdict {
                Verdict::Unknown(reason) => assert_eq!(reason, StopReason::Nodes),
                verdict => assert_eq!(verdict.value(), Some(graph.truth()[0]), "graph {seed}"),
            }
        }
    }
}
