//! Several threads find what one finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::common::{Way, problem, rows, solve};
use crate::reference::lengths::{Length, Profile, length};
use crate::reference::positions::sliders_from_afar;
use yomikiri_pns::{Limits, Search, Verdict};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{Goal, MateTable, MateVerdict, Plies, Problem, Query, Solver, attacker};

/// Fails if the work does not end in time: threads that wait for each other would wait for ever.
fn watched(seconds: u64, work: impl FnOnce() + Send + 'static) {
    let (done, watch) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        work();
        let _ = done.send(());
    });
    match watch.recv_timeout(Duration::from_secs(seconds)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("the threads wait for each other"),
        _ => worker.join().unwrap(),
    }
}

/// The verdict of several threads on a table of 4 MiB, without the visits of one thread before.
fn verdict(position: &Position, threads: usize, table: &mut MateTable) -> Verdict {
    table.clear();
    let game = Problem::new(position.clone(), attacker(position));
    Search::new(game).run_on_threads(&*table, threads).verdict
}

/// Compares runs of several threads with brute force to `most` plies on small positions. Returns how many were decided.
fn compare(seed: u64, runs: usize, threads: usize, most: u32) -> usize {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    let mut decided = 0;
    for position in sliders_from_afar(seed).take(runs) {
        let found = verdict(&position, threads, &mut table);
        let within = length(&position, Color::Black, Profile::Raw, most);
        match (found, within) {
            (Verdict::Disproven, Length::Plies(plies)) => panic!("{}: mate in {plies}", position.to_sfen()),
            (Verdict::Unknown(reason), _) => panic!("{}: {reason}", position.to_sfen()),
            _ => decided += 1,
        }
        let mut alone = MateTable::with_memory(4 << 20).unwrap();
        let game = Problem::new(position.clone(), Color::Black);
        assert_eq!(found, Search::new(game).run_with_table(&mut alone).verdict, "{}", position.to_sfen());
    }
    decided
}

#[test]
fn small_problems_with_eight_threads() {
    watched(300, || assert_eq!(compare(5, 60, 8, 5), 60));
}

/// `cargo test --release -p yomikiri-tsume -- --ignored threads::`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_small_problems_with_eight_threads() {
    watched(1800, || assert_eq!(compare(6, 1000, 8, 7), 1000));
}

/// Whether there is a mate within these plies, by several threads from the first visit on.
fn within(position: &Position, plies: u32, threads: usize, table: &mut MateTable) -> Verdict {
    table.clear();
    let game = Problem::new(position.clone(), attacker(position)).within(Plies::new(plies));
    Search::new(game).run_on_threads(&*table, threads).verdict
}

/// Every `every`-th problem of the data has its length, and positions without a mate have none, with several threads on tables of
/// several sizes. Lengths of one thread are compared with brute force elsewhere. Returns the number of questions.
fn reference_lengths(every: usize, sizes: &[usize]) -> usize {
    let mut questions = 0;
    for &memory in sizes {
        let mut table = MateTable::with_memory(memory).unwrap();
        for threads in [2, 8] {
            for file in [3, 5, 7, 9, 11].map(|plies| format!("tanuki_mate{plies}.tsv")) {
                for row in rows(&file).iter().step_by(every) {
                    let position = problem(&row[0]);
                    let MateVerdict::Mate(mate) = solve(&position, &Way::default()) else {
                        panic!("{}: no mate", row[0]);
                    };
                    let length = mate.length() as u32;
                    let asked =
                        [length, length - 1].map(|plies| within(&position, plies, threads, &mut table));
                    assert_eq!(
                        asked,
                        [Verdict::Proven, Verdict::Disproven],
                        "{}: {length}, {threads} threads",
                        row[0]
                    );
                    questions += 2;
                }
            }
            for row in rows("nomate.tsv").iter().take(6) {
                let found = verdict(&problem(&row[0]), threads, &mut table);
                assert_eq!(found, Verdict::Disproven, "{}, {threads} threads", row[0]);
                questions += 1;
            }
        }
    }
    questions
}

#[test]
fn lengths_of_the_data() {
    watched(600, || assert!(reference_lengths(40, &[4 << 20]) > 80));
}

/// `cargo test --release -p yomikiri-tsume -- --ignored threads::`
#[test]
#[ignore = "takes minutes"]
fn all_lengths_of_the_data() {
    watched(3600, || assert!(reference_lengths(1, &[4 << 20, 64 << 20, 2 << 30]) > 10_000));
}

/// Length and soundness of a proof do not depend on the threads: the mate is replayed, and no shorter one exists.
#[test]
fn lengths_are_the_same() {
    watched(300, || {
        for row in rows("yaneuraou_mate11_1000.tsv").into_iter().step_by(60) {
            let position = problem(&row[0]);
            let solve = |threads| {
                let query = Query { threads, goal: Goal::Shortest, ..Query::default() };
                let mut solver = Solver::new(16 << 20).unwrap();
                let answer = solver.solve(&position, attacker(&position), &query, &mut |_| {}).unwrap();
                match answer.verdict {
                    MateVerdict::Mate(mate) => Some((mate.length(), mate.minimal)),
                    _ => None,
                }
            };
            let alone = solve(1);
            for threads in [2, 8] {
                assert_eq!(solve(threads), alone, "{} with {threads} threads", row[0]);
            }
        }
    });
}

/// A table of 4 MiB must make room again and again while four threads search.
#[test]
fn a_table_that_is_far_too_small() {
    watched(300, || {
        let position = problem(&rows("zuko.tsv")[22][0]);
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        let game = Problem::new(position.clone(), attacker(&position));
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let outcome = Search::new(game).limits(limits).run_on_threads(&table, 4);
        assert!(!matches!(outcome.verdict, Verdict::Disproven), "{:?}", outcome.verdict);
        assert!(outcome.counters.table_entries > 10_000);
        table.clear();
    });
}

#[test]
fn a_stop_is_quick() {
    watched(60, || {
        let position = problem(&rows("zuko.tsv")[7][0]);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        let query = Query { threads: 4, limits, ..Query::default() };
        let answer =
            Solver::new(64 << 20).unwrap().solve(&position, attacker(&position), &query, &mut |_| {});
        let asked = stopper.join().unwrap();
        assert!(matches!(answer.unwrap().verdict, MateVerdict::Unknown(_)));
        // 100 ms on a machine that is not overloaded.
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    });
}
