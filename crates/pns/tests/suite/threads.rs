//! Searches by several threads: simulated, where everything can be repeated, and real.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc;
use std::time::Duration;

use yomikiri_pns::{Algorithm, Entry, GraphNode, Limits, Search, SharedTable, StopReason, TableHit, Verdict};

use crate::common::{random_graph, random_tree};

/// A table that forgets nothing, or everything now and then.
#[derive(Default)]
struct LockedTable {
    entries: Mutex<HashMap<usize, Entry>>,
    /// How many entries make it crowded.
    most: usize,
}

impl SharedTable<usize> for LockedTable {
    fn get(&self, key: &usize) -> Option<TableHit<usize>> {
        self.entries.lock().unwrap().get(key).map(|&entry| TableHit { entry, key: *key })
    }

    fn put(&self, key: usize, entry: Entry) {
        self.entries.lock().unwrap().insert(key, entry);
    }

    fn needs_maintenance(&self) -> bool {
        self.len() > self.most
    }

    fn maintain(&self, _: usize) {
        // What is solved stays, as far as there is room.
        let mut entries = self.entries.lock().unwrap();
        entries.retain(|_, entry| entry.numbers.is_solved());
        if entries.len() > self.most / 2 {
            entries.clear();
        }
    }

    fn len(&self) -> usize {
        self.entries.lock().unwrap().len()
    }
}

fn table(most: usize) -> LockedTable {
    LockedTable { entries: Mutex::default(), most }
}

const ALGORITHMS: [&str; 4] = ["default", "dfpn+tca", "dfpn+tca+snda", "dfpn+epsilon=0.5+stall-guard"];

fn search<'a>(node: GraphNode<'a>, algorithm: &str) -> Search<'a, GraphNode<'a>> {
    let algorithm: Algorithm = algorithm.parse().unwrap();
    Search::new(node).algorithm(algorithm).limits(Limits { visits: Some(3_000_000), ..Limits::default() })
}

#[test]
fn any_interleaving_finds_the_value() {
    for seed in 0..400 {
        let graph = random_graph(seed, 60, seed % 3 == 0);
        let expected = if graph.truth()[0] { Verdict::Proven } else { Verdict::Disproven };
        for (threads, most) in [(1, 1000), (2, 1000), (5, 1000), (3, 20)] {
            let algorithm = ALGORITHMS[seed as usize % ALGORITHMS.len()];
            let outcome = search(graph.root(), algorithm).interleave_threads(&table(most), threads, seed);
            assert_eq!(
                outcome.verdict, expected,
                "seed {seed}, {algorithm}, {threads} threads, {most} entries"
            );
        }
    }
}

#[test]
fn the_same_seed_takes_the_same_turns() {
    let graph = random_graph(7, 60, false);
    let run = |seed| search(graph.root(), "default").interleave_threads(&table(1000), 4, seed).counters;
    assert_eq!(run(1), run(1));
}

/// One simulated thread visits what the search with a table of its own visits.
#[test]
fn one_thread_is_the_plain_search() {
    for seed in 0..200 {
        let graph = random_graph(seed, 60, true);
        for algorithm in ALGORITHMS {
            let plain = search(graph.root(), &format!("{algorithm}+exact")).run();
            let alone = search(graph.root(), algorithm).interleave_threads(&table(1000), 1, seed);
            assert_eq!(alone.counters.visits, plain.counters.visits, "seed {seed}, {algorithm}");
        }
    }
}

/// Threads see where the others are and go elsewhere: without marks, four of them visit twice as many nodes as one.
#[test]
fn threads_part() {
    let (mut one, mut four) = (0, 0);
    for seed in 0..10 {
        let graph = random_tree(seed, 10);
        let visits = |threads| {
            search(graph.root(), "default").interleave_threads(&table(100_000), threads, seed).counters.visits
        };
        one += visits(1);
        four += visits(4);
    }
    assert!(four * 2 < one * 3, "{four} visits of four threads, {one} of one");
}

#[test]
fn real_threads_find_the_value() {
    let (done, watch) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        for seed in 0..300 {
            let graph = random_graph(seed, 60, seed % 3 == 0);
            let expected = if graph.truth()[0] { Verdict::Proven } else { Verdict::Disproven };
            for (threads, most) in [(2, 1000), (8, 20)] {
                let outcome = search(graph.root(), "default").run_on_threads(&table(most), threads);
                assert_eq!(outcome.verdict, expected, "seed {seed}, {threads} threads, {most} entries");
            }
        }
        done.send(()).unwrap();
    });
    match watch.recv_timeout(Duration::from_secs(120)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("the threads wait for each other"),
        _ => worker.join().unwrap(),
    }
}

#[test]
fn no_threads_are_one() {
    for seed in 0..20 {
        let graph = random_graph(seed, 60, false);
        let search = || search(graph.root(), "default");
        let (with_solution, solution) = search().run_with_solution_on_threads(0, || graph.root());
        let outcomes = [
            search().run_on_threads(&table(1000), 0),
            search().interleave_threads(&table(1000), 0, seed),
            with_solution,
        ];
        for outcome in outcomes {
            assert_eq!(outcome.verdict.value(), Some(graph.truth()[0]), "seed {seed}");
        }
        assert!(solution.is_ok(), "seed {seed}");
    }
}

/// A quarter of the searches must end in time. Other programs may delay the rest.
#[test]
fn a_limit_of_time_is_kept_to_a_few_milliseconds() {
    let graph = random_tree(1, 13);
    let time = Duration::from_millis(2);
    let mut elapsed = [0; 21].map(|_| {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let outcome = search(graph.root(), "default").limits(limits).run_on_threads(&table(1 << 20), 2);
        assert_eq!(outcome.verdict, Verdict::Unknown(StopReason::TimeLimit));
        outcome.elapsed
    });
    elapsed.sort();
    assert!(elapsed[5] < Duration::from_millis(18), "{elapsed:?}");
}

#[test]
fn limits_stop_all_threads() {
    let graph = random_graph(3, 60, false);
    let limits = Limits { visits: Some(1), ..Limits::default() };
    let outcome = Search::new(graph.root()).limits(limits).run_on_threads(&table(1000), 3);
    assert!(matches!(outcome.verdict, Verdict::Unknown(StopReason::VisitLimit)), "{:?}", outcome.verdict);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let outcome = Search::new(graph.root()).limits(limits).run_on_threads(&table(1000), 3);
    assert!(!matches!(outcome.verdict, Verdict::Unknown(StopReason::Inconclusive | StopReason::Stopped)));
}
