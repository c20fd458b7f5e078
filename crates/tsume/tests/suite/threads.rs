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
use yomikiri_tsume::{Goal, MateGame, MateTable, MateVerdict, Plies, SolveOptions, Solver, attacker};

/// What [watched] work says from time to time: what it begins next.
type SignOfLife<'a> = &'a dyn Fn(String);

/// Fails if the work gives no sign of life, and does not end, for this long: threads that wait for each other would wait for ever.
/// However slow the machine is, one search of these tests takes seconds.
fn watched(seconds: u64, work: impl FnOnce(SignOfLife<'_>) + Send + 'static) {
    let (signs, watch) = mpsc::channel();
    let worker = std::thread::spawn(move || work(&|begun| _ = signs.send(begun)));
    let mut at_work = String::new();
    loop {
        match watch.recv_timeout(Duration::from_secs(seconds)) {
            Ok(begun) => at_work = begun,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no end after {seconds} s: {at_work}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => return worker.join().unwrap(),
        }
    }
}

/// The verdict of one thread, or of several without the visits of one before.
fn decided(game: MateGame, threads: usize, table: &mut MateTable) -> Verdict {
    table.clear();
    let search = Search::new(game);
    match threads {
        1 => search.run_with_table(table).verdict,
        _ => search.run_on_threads(&*table, threads).verdict,
    }
}

/// Whether there is a mate.
fn verdict(position: &Position, threads: usize, table: &mut MateTable) -> Verdict {
    decided(MateGame::new(position.clone(), attacker(position)), threads, table)
}

/// Visits of one thread within which a problem is small.
const SMALL: u64 = 20_000;

/// Compares runs of several threads on small problems and a table of 4 MiB with one thread and with brute force: to 5 plies, at every
/// tenth problem to 7. Returns how many were compared.
fn compare(seed: u64, runs: usize, threads: usize, alive: SignOfLife<'_>) -> usize {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    let mut compared = 0;
    for position in sliders_from_afar(seed) {
        if compared == runs {
            break;
        }
        alive(format!("one thread, {}", position.to_sfen()));
        let game = MateGame::new(position.clone(), attacker(&position));
        let limits = Limits { nodes: Some(SMALL), ..Limits::default() };
        table.clear();
        let alone = Search::new(game).limits(limits).run_with_table(&mut table).verdict;
        if matches!(alone, Verdict::Unknown(_)) {
            continue;
        }
        alive(format!("{threads} threads, {}", position.to_sfen()));
        assert_eq!(verdict(&position, threads, &mut table), alone, "{}", position.to_sfen());
        alive(format!("brute force, {}", position.to_sfen()));
        let most = if compared % 10 == 9 { 7 } else { 5 };
        if let (Verdict::Disproven, Length::Plies(plies)) =
            (alone, length(&position, Color::Black, Profile::Raw, most))
        {
            panic!("{}: mate in {plies}", position.to_sfen());
        }
        compared += 1;
    }
    compared
}

#[test]
fn small_problems_with_eight_threads() {
    watched(300, |alive| assert_eq!(compare(5, 60, 8, alive), 60));
}

/// `cargo test --release -p yomikiri-tsume --test suite threads:: -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_small_problems_with_eight_threads() {
    watched(300, |alive| assert_eq!(compare(6, 1000, 8, alive), 1000));
}

/// Whether there is a mate within these plies.
fn within(position: &Position, plies: u32, threads: usize, table: &mut MateTable) -> Verdict {
    let game = MateGame::new(position.clone(), attacker(position)).within(Plies::new(plies));
    decided(game, threads, table)
}

/// Every `every`-th mate of the data with its proved length, and positions without a mate; all of these, or those that take no
/// seconds. Proved lengths are compared with brute force elsewhere.
fn references(
    every: usize,
    all_without: bool,
    alive: SignOfLife<'_>,
) -> (Vec<(Position, u32)>, Vec<Position>) {
    let generated = [1, 3, 5, 7, 9, 11].map(|plies| format!("tanuki_mate{plies}.tsv"));
    let from_games = [3, 5, 7, 9, 11].map(|plies| format!("yaneuraou_mate{plies}_1000.tsv"));
    let mut mates = Vec::new();
    for file in generated.iter().chain(&from_games) {
        for row in rows(file).iter().step_by(every) {
            alive(format!("proof of the length, {}", row[0]));
            let position = problem(&row[0]);
            match solve(&position, &Way::default()) {
                MateVerdict::Mate(mate) if mate.minimal => mates.push((position, mate.length() as u32)),
                other => panic!("{}: {other:?}", row[0]),
            }
        }
    }
    let without = rows("nomate.tsv");
    let count = if all_without { without.len() } else { 6 };
    (mates, without.iter().take(count).map(|row| problem(&row[0])).collect())
}

/// The verdicts about these positions are the same with one thread and with several on tables of several sizes: a mate within its
/// length, none within two plies less, none at all. Returns the number of questions.
fn same_with_any_threads(
    (mates, without): (Vec<(Position, u32)>, Vec<Position>),
    sizes: &[usize],
    alive: SignOfLife<'_>,
) -> usize {
    let mut questions = 0;
    for &memory in sizes {
        let mut table = MateTable::with_memory(memory).unwrap();
        for threads in [1, 2, 8] {
            for (position, length) in &mates {
                alive(format!("{threads} threads, {memory} bytes, {}", position.to_sfen()));
                let asked = [*length, length - 1].map(|plies| within(position, plies, threads, &mut table));
                let expected = [Verdict::Proven, Verdict::Disproven];
                let sfen = position.to_sfen();
                assert_eq!(asked, expected, "{sfen}: {length}, {threads} threads, {memory} bytes");
            }
            for position in &without {
                alive(format!("{threads} threads, {memory} bytes, {}", position.to_sfen()));
                let found = verdict(position, threads, &mut table);
                let sfen = position.to_sfen();
                assert_eq!(found, Verdict::Disproven, "{sfen}, {threads} threads, {memory} bytes");
            }
            questions += 2 * mates.len() + without.len();
        }
    }
    questions
}

#[test]
fn lengths_of_the_data() {
    watched(300, |alive| {
        let references = references(80, false, alive);
        assert!(same_with_any_threads(references, &[4 << 20], alive) > 200);
    });
}

/// `cargo test --release -p yomikiri-tsume --test suite threads:: -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn all_lengths_of_the_data() {
    watched(600, |alive| {
        let references = references(1, true, alive);
        assert!(same_with_any_threads(references, &[4 << 20, 64 << 20, 2 << 30], alive) > 60_000);
    });
}

/// Length and soundness of a proof do not depend on the threads: the mate is replayed, and no shorter one exists.
#[test]
fn lengths_are_the_same() {
    watched(300, |alive| {
        for row in rows("yaneuraou_mate11_1000.tsv").into_iter().step_by(60) {
            let position = problem(&row[0]);
            let solve = |threads| {
                let options = SolveOptions { threads, goal: Goal::Shortest, ..SolveOptions::default() };
                let mut solver = Solver::new(16 << 20).unwrap();
                let answer = solver.solve(&position, attacker(&position), &options, &mut |_| {}).unwrap();
                match answer.verdict {
                    MateVerdict::Mate(mate) => Some((mate.length(), mate.minimal)),
                    _ => None,
                }
            };
            let alone = solve(1);
            for threads in [2, 8] {
                alive(format!("{threads} threads, {}", row[0]));
                assert_eq!(solve(threads), alone, "{} with {threads} threads", row[0]);
            }
        }
    });
}

/// A table of 4 MiB must make room again and again while four threads search.
#[test]
fn a_table_that_is_far_too_small() {
    watched(300, |alive| {
        let position = problem(&rows("zuko.tsv")[22][0]);
        alive(position.to_sfen());
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        let game = MateGame::new(position.clone(), attacker(&position));
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let outcome = Search::new(game).limits(limits).run_on_threads(&table, 4);
        assert!(!matches!(outcome.verdict, Verdict::Disproven), "{:?}", outcome.verdict);
        assert!(outcome.counters.table_entries > 10_000);
        table.clear();
    });
}

#[test]
fn a_stop_is_quick() {
    watched(60, |_| {
        let position = problem(&rows("zuko.tsv")[7][0]);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        let options = SolveOptions { threads: 4, limits, ..SolveOptions::default() };
        let answer =
            Solver::new(64 << 20).unwrap().solve(&position, attacker(&position), &options, &mut |_| {});
        let asked = stopper.join().unwrap();
        assert!(matches!(answer.unwrap().verdict, MateVerdict::Unknown(_)));
        // 100 ms on a machine that is not overloaded.
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    });
}
