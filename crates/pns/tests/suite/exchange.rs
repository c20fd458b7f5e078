//! Searches of several processes that exchange what they learn: whatever arrives, late, twice or never, the value is right.

use std::sync::Mutex;
use std::time::Duration;

use yomikiri_pns::distributed::{PathMarkCounts, PeerExchange, RemoteMarker, ReplicatedTable};
use yomikiri_pns::slots::{BatchError, JournalThresholds, batch_len, join_batches};
use yomikiri_pns::{ConcurrentTable, GraphNode, Limits, Random, Search, StopReason, Verdict};

use crate::common::random_graph;

const ALGORITHMS: [&str; 4] = ["default", "dfpn+tca", "dfpn+tca+snda", "dfpn+epsilon=0.5+stall-guard"];

fn table() -> ConcurrentTable<usize> {
    let mut table = ConcurrentTable::with_memory(4 << 20).unwrap();
    table.keep_journal(JournalThresholds { solved: 1, unsolved: 1 });
    table
}

fn search<'a>(node: GraphNode<'a>, algorithm: &str) -> Search<'a, GraphNode<'a>> {
    let limits = Limits { visits: Some(3_000_000), memory: 4 << 20, ..Limits::default() };
    Search::new(node).algorithm(algorithm.parse().unwrap()).limits(limits)
}

fn expected(truth: bool) -> Verdict {
    if truth { Verdict::Proven } else { Verdict::Disproven }
}

#[test]
fn simulated_processes_find_the_value() {
    let (mut taken, mut lost) = (0, 0);
    for seed in 0..400 {
        let graph = random_graph(seed, 300, seed % 3 == 0);
        let truth = graph.truth();
        for (processes, visits) in [(1, 10), (2, 1), (2, 20), (5, 7)] {
            let algorithm = ALGORITHMS[seed as usize % ALGORITHMS.len()];
            let tables: Vec<_> = (0..processes).map(|_| table()).collect();
            let mut inboxes: Vec<Vec<Vec<u8>>> = vec![Vec::new(); processes];
            let mut random = Random::new(seed);
            let outcome =
                search(graph.root(), algorithm).interleave_processes(&tables, visits, |process, table| {
                    let (batch, _) = table.drain_journal(1000, 1);
                    for other in (0..processes).filter(|&other| other != process) {
                        // A message can be lost or come twice.
                        let times = [1, 1, 1, 2, 0][random.below(5)];
                        lost += usize::from(times == 0);
                        inboxes[other].extend(std::iter::repeat_n(batch.clone(), times));
                    }
                    // Or late, or in another order.
                    while !inboxes[process].is_empty() && !random.one_in(4) {
                        let at = random.below(inboxes[process].len());
                        let batch = inboxes[process].swap_remove(at);
                        taken += table.merge_batch_shared(&batch).unwrap();
                    }
                });
            assert_eq!(
                outcome.verdict,
                expected(truth[0]),
                "seed {seed}, {algorithm}, {processes} processes, {visits} visits"
            );
        }
    }
    assert!(taken > 1000 && lost > 500, "{taken} {lost}");
}

/// Who wrote it, a batch, and where the writer is.
type Letter = (usize, Vec<u8>, PathMarkCounts);

/// The processes of one computer, for a test: what each sends is in the other's box at once.
struct Boxes {
    boxes: Mutex<Vec<Vec<Letter>>>,
    decided: Mutex<Option<usize>>,
}

struct Post<'a> {
    boxes: &'a Boxes,
    process: usize,
    count: usize,
}

impl PeerExchange for Post<'_> {
    fn exchange(
        &mut self,
        table: &dyn ReplicatedTable,
        own: PathMarkCounts,
        mark: RemoteMarker<'_>,
    ) -> Option<Duration> {
        let (batch, _) = table.drain_journal(1 << 20, 1);
        let mut boxes = self.boxes.boxes.lock().unwrap();
        for other in (0..self.count).filter(|&other| other != self.process) {
            boxes[other].push((self.process, batch.clone(), own.clone()));
        }
        for (from, batch, counts) in std::mem::take(&mut boxes[self.process]) {
            table.merge_batch_shared(&batch).unwrap();
            mark((from - usize::from(from > self.process), self.count - 1), counts);
        }
        self.boxes.decided.lock().unwrap().is_none().then_some(Duration::from_micros(50))
    }
}

#[test]
fn real_processes_find_the_value_and_end_each_other() {
    let mut interrupted = 0;
    for seed in 0..200 {
        let graph = &random_graph(seed, 400, false);
        let truth = graph.truth();
        let count = 3;
        let boxes = &Boxes { boxes: Mutex::new(vec![Vec::new(); count]), decided: Mutex::new(None) };
        let verdicts: Vec<Verdict> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..count)
                .map(|process| {
                    scope.spawn(move || {
                        let mut post = Post { boxes, process, count };
                        let table = table();
                        let search = search(graph.root(), ALGORITHMS[seed as usize % ALGORITHMS.len()]);
                        // The last one has two threads.
                        let outcome = if process + 1 == count {
                            search.run_on_threads_exchanging(&table, 2, &mut post)
                        } else {
                            search.run_exchanging(&table, &mut post)
                        };
                        if outcome.verdict.value().is_some() {
                            boxes.decided.lock().unwrap().get_or_insert(process);
                        }
                        outcome.verdict
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let decided = verdicts.iter().filter(|verdict| verdict.value().is_some()).count();
        assert!(decided > 0, "seed {seed}: {verdicts:?}");
        for verdict in verdicts {
            match verdict {
                Verdict::Unknown(reason) => {
                    assert_eq!(reason, StopReason::Stopped, "seed {seed}");
                    interrupted += 1;
                }
                decided => assert_eq!(decided, expected(truth[0]), "seed {seed}"),
            }
        }
    }
    println!("{interrupted} interrupted");
}

#[test]
fn limits_end_a_search_that_exchanges() {
    let graph = random_graph(3, 400, false);
    let boxes = Boxes { boxes: Mutex::new(vec![Vec::new()]), decided: Mutex::new(None) };
    let limits = Limits { visits: Some(1), ..Limits::default() };
    let search = Search::new(graph.root()).limits(limits);
    let outcome = search.run_exchanging(&table(), &mut Post { boxes: &boxes, process: 0, count: 1 });
    assert_eq!(outcome.verdict, Verdict::Unknown(StopReason::VisitLimit));
}

#[test]
fn batches_are_joined_to_the_latest_entries() {
    let mut batches = Vec::new();
    // Graphs have the same nodes with other numbers, so that entries of one node are in several batches.
    for seed in 0..20 {
        let (graph, table) = (random_graph(seed, 200, true), table());
        let _ = search(graph.root(), "dfpn").run_on_threads(&table, 1);
        batches.push(table.drain_journal(1000, 1).0);
    }
    let all: usize = batches.iter().map(|batch| batch_len(batch)).sum();
    let joined = join_batches(&batches, usize::MAX).unwrap();
    assert!(batch_len(&joined) > 0 && batch_len(&joined) < all, "{} of {all}", batch_len(&joined));
    // A table into which the joined batch is merged knows what one knows that got all of them.
    let (mut by_one, mut by_all) = (table(), table());
    assert_eq!(by_one.merge_batch(&joined).unwrap(), batch_len(&joined));
    batches.iter().for_each(|batch| assert!(by_all.merge_batch(batch).is_ok()));
    assert_eq!(yomikiri_pns::SharedTable::len(&by_one), yomikiri_pns::SharedTable::len(&by_all));
    assert_eq!(batch_len(&join_batches(&batches, 3).unwrap()), 3);
    assert_eq!(join_batches(&[vec![1, 2, 3]], 3), Err(BatchError::NotABatch));
}
