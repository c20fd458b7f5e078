//! The table for several threads, used by one: it decides what the others decide.

use crate::common::random_graph;
use yomikiri_pns::{
    Algorithm, ConcurrentTable, Entry, Game, Graph, Limits, NodeKind, PathDisproofs, ProofNumber, Search,
    SharedTable, StopReason, Table, TableHit, Verdict,
};

/// A table for several threads in the hands of one.
struct Alone<T>(T);

impl<K, T: SharedTable<K>> Table<K> for Alone<T> {
    fn max_number(&self) -> ProofNumber {
        self.0.max_number()
    }

    fn get(&self, key: &K) -> Option<TableHit<K>> {
        self.0.get(key)
    }

    fn put(&mut self, key: K, entry: Entry) {
        if self.0.needs_maintenance() {
            self.0.maintain(1);
        }
        self.0.put(key, entry);
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn garbage_collections(&self) -> u64 {
        self.0.garbage_collections()
    }
}

#[test]
fn random_graphs_have_the_same_verdicts() {
    let mut table = Alone(ConcurrentTable::with_memory(4 << 20).unwrap());
    for algorithm in ["default", "dfpn", "dfpn+r+epsilon=0.25"] {
        for seed in 0..100 {
            let graph = random_graph(seed, 60, seed % 4 == 0);
            let algorithm: Algorithm = algorithm.parse().unwrap();
            let limits = Limits { visits: Some(30_000), ..Limits::default() };
            let search = || Search::new(graph.root()).algorithm(algorithm).limits(limits.clone());
            table.0.clear();
            let outcome = search().run_with_table(&mut table);
            let reference = search().run();
            assert_eq!(outcome.verdict, reference.verdict, "graph {seed}");
            assert_eq!(outcome.counters.visits, reference.counters.visits, "graph {seed}: the same search");
            match outcome.verdict {
                Verdict::Unknown(reason) => assert_eq!(reason, StopReason::VisitLimit),
                verdict => assert_eq!(verdict.value(), Some(graph.truth()[0]), "graph {seed}"),
            }
        }
    }
}

/// A terminal root may list moves, which are not played, and a table that already has it changes nothing.
#[test]
fn a_terminal_root_keeps_its_value_when_it_is_asked_again() {
    let mut graph = Graph::new([(NodeKind::Or, vec![1]), (NodeKind::And, vec![])]);
    graph.set_value(0, true);
    graph.set_value(1, false);
    let mut table = Alone(ConcurrentTable::with_memory(4 << 20).unwrap());
    for time in ["first", "second"] {
        let outcome = Search::new(graph.root()).run_with_table(&mut table);
        assert_eq!(outcome.verdict.value(), Some(true), "the {time} time");
    }
}

/// What one search learned of repetitions holds in the next, from whichever node, and after a limit ended the first.
#[test]
fn searches_from_other_nodes_share_what_is_known_of_repetitions() {
    let mut table = Alone(ConcurrentTable::with_memory(4 << 20).unwrap());
    for seed in 0..200 {
        let graph = random_graph(seed, 60, false);
        let truth = graph.truth();
        table.0.clear();
        let mut paths = PathDisproofs::with_limit(1 << 20);
        for visits in [3, 20, 30_000] {
            let mut node = graph.root();
            for step in 0..12 {
                // The edges of a terminal node are no moves.
                if node.value().is_some() {
                    break;
                }
                let limits = Limits { visits: Some(visits), ..Limits::default() };
                let search = Search::new(node).limits(limits).path_disproofs(&mut paths);
                match search.run_with_table(&mut table).verdict {
                    Verdict::Unknown(reason) => assert!(visits < 30_000 && reason == StopReason::VisitLimit),
                    verdict => assert_eq!(verdict.value(), Some(truth[node.key()]), "graph {seed}, {visits}"),
                }
                let mut moves = Vec::new();
                node.moves(&mut moves);
                let Some(&mv) = moves.get((seed as usize + step) % moves.len().max(1)) else { break };
                let _ = node.make(mv);
            }
        }
    }
}
