//! The number of sound problems of seven plies or more that each strategy finds in an hour of CPU time.
//!
//! `cargo bench -p yomikiri-compose --bench yield -- [SECONDS] [STRATEGY…] [--seed S] [--list]`:
//! runs each strategy for SECONDS of CPU time (60), without a start and from a start of five plies. The attempts are the same on every machine, their number is not.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ProcessTime;
use yomikiri_compose::{BoundedJudge, ComposeRequest, Session, Setup, Strategy};
use yomikiri_shogi::Position;
use yomikiri_tsume::{InterpositionRules, Solver};

/// `tanuki5-40` of `data/tanuki_mate5.tsv`, which is sound.
const START: &str = "6s2/5Sk1s/9/6G2/9/9/9/9/9 b - 1";
/// The judge's node limit per position.
const NODES: u64 = 20_000;

fn main() {
    let mut seconds = 60;
    let mut strategies = Vec::new();
    let mut seed = 1;
    let mut list = false;
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seed" => seed = args.next().and_then(|seed| seed.parse().ok()).expect("a seed"),
            "--list" => list = true,
            number if number.parse::<u64>().is_ok() => seconds = number.parse().unwrap_or(seconds),
            name => strategies.push(name.parse::<Strategy>().unwrap_or_else(|error| panic!("{error}"))),
        }
    }
    if strategies.is_empty() {
        strategies.extend(Strategy::ALL);
    }
    println!("strategy       from    CPU s  attempts  judged/s  found  per hour  longest");
    for strategy in strategies {
        for from in [None, Some(START)] {
            if from.is_none() && strategy.needs_start() || from.is_some() && !strategy.takes_start() {
                continue;
            }
            run(strategy, from, Duration::from_secs(seconds), seed, list);
        }
    }
}

fn run(strategy: Strategy, from: Option<&str>, time: Duration, seed: u64, list: bool) {
    let start = ProcessTime::now();
    let stop = Arc::new(AtomicBool::new(false));
    let judged = RefCell::new(0);
    let mut on_try = |_: &Setup, count: u64| {
        *judged.borrow_mut() = count + 1;
        if start.elapsed() >= time {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let solver = Solver::new(BoundedJudge::MEMORY).expect("memory for the table");
    let mut judge = BoundedJudge::new(solver, 7..=21, NODES, stop.clone(), &mut on_try);
    let from_setup = from.map(|sfen| {
        Setup::from_position(&Position::from_sfen(sfen).expect("a position")).expect("a problem")
    });
    let request = ComposeRequest {
        strategy,
        from: from_setup,
        plies: 7..=21,
        count: usize::MAX,
        seed,
        strict: false,
        rules: InterpositionRules::TRADITIONAL,
    };
    let mut session = Session::new(request).expect("it can be carried out");
    // An attempt may end without a judgement.
    while start.elapsed() < time && session.attempt(&mut judge).is_ok() {}
    let (works, elapsed) = (session.compositions(), start.elapsed().as_secs_f64());
    let longest = works.iter().filter_map(|work| work.judgement.length()).max().unwrap_or(0);
    println!(
        "{:<14} {:<7} {elapsed:5.1} {:9} {:9.0} {:6} {:9.0} {longest:8}",
        strategy.name(),
        if from.is_some() { "5 plies" } else { "nothing" },
        session.next(),
        *judged.borrow() as f64 / elapsed,
        works.len(),
        works.len() as f64 * 3600.0 / elapsed,
    );
    if list {
        for work in works {
            let sfen = work.setup.position().map(|position| position.to_sfen()).unwrap_or_default();
            println!("    {} {sfen}", work.judgement.length().unwrap_or(0));
        }
    }
}
