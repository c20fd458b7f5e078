//! Speed of the move generators compared with the crate `rsshogi`: `cargo bench -p yomikiri-shogi --bench board`.
//!
//! There are two jobs. *Tsume perft* lists every legal check at the attacker's nodes and every legal evasion at the
//! defender's, and plays all but the last ply. *Perft* does the same with all legal moves and only counts the last ply. The
//! two programs take turns for several rounds, measured in CPU time, and the fastest round of each counts. So a busy
//! machine slows both alike.

use std::hint::black_box;

use cpu_time::ThreadTime;
use rsshogi::board::{Move32List, Position as Rsshogi};
use rsshogi::movegen::{
    generate_checks_all_move32, generate_legal_all_move32, generate_legal_evasions_all_move32,
};
use yomikiri_shogi::{Position, perft, tsume_perft};

const ROUNDS: usize = 7;
/// The least duration of a round in seconds.
const MIN_SECONDS: f64 = 0.1;

const TSUME_PERFTS: [(&str, &str, u32); 4] = [
    ("interpositions, one king", "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1", 8),
    (
        "drop-heavy, two kings",
        "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
        8,
    ),
    ("rich hand, one king", "4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1", 4),
    ("generation festival", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 8),
];

const PERFTS: [(&str, &str, u32); 2] = [
    ("start position", yomikiri_shogi::STARTPOS, 5),
    ("generation festival", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3),
];

fn main() {
    println!("BMI2: {}\n", cfg!(target_feature = "bmi2"));
    println!("| job | position | depth | nodes | Yomikiri M/s | rsshogi M/s | ratio |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for (name, sfen, depth) in TSUME_PERFTS {
        let ours = || {
            let mut position = Position::from_sfen(sfen).expect("valid");
            let attacker = position.side_to_move();
            tsume_perft(&mut position, attacker, depth)
        };
        let theirs = || rsshogi_tsume_perft(&mut rsshogi_position(sfen), true, depth);
        compare("tsume perft", name, depth, ours, theirs);
    }
    for (name, sfen, depth) in PERFTS {
        let ours = || perft(&mut Position::from_sfen(sfen).expect("valid"), depth);
        let theirs = || rsshogi_perft(&mut rsshogi_position(sfen), depth);
        compare("perft", name, depth, ours, theirs);
    }
}

fn compare(job: &str, name: &str, depth: u32, ours: impl Fn() -> u64, theirs: impl Fn() -> u64) {
    let (mut nodes, mut best, mut best_theirs) = (0, f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let (count, seconds) = time(&ours);
        let (count_theirs, seconds_theirs) = time(&theirs);
        assert_eq!(count, count_theirs, "{job} {name}: the programs disagree");
        nodes = count;
        best = best.min(seconds);
        best_theirs = best_theirs.min(seconds_theirs);
    }
    let rate = |seconds: f64| nodes as f64 / seconds / 1e6;
    println!(
        "| {job} | {name} | {depth} | {nodes} | {:.1} | {:.2} | {:.1} |",
        rate(best),
        rate(best_theirs),
        best_theirs / best
    );
}

/// The result of a job and its CPU time in seconds, averaged over repetitions if the job is short.
fn time(job: &impl Fn() -> u64) -> (u64, f64) {
    let start = ThreadTime::now();
    let mut repetitions = 0;
    loop {
        let count = black_box(job());
        repetitions += 1;
        let seconds = start.elapsed().as_secs_f64();
        if seconds > MIN_SECONDS {
            return (count, seconds / f64::from(repetitions));
        }
    }
}

fn rsshogi_position(sfen: &str) -> Rsshogi {
    let mut position = rsshogi::board::position_from_sfen(sfen).expect("valid");
    position.init_stack();
    position
}

/// Tsume perft with the generators of `rsshogi`. Its checks are pseudo-legal, so each is tested for legality.
fn rsshogi_tsume_perft(position: &mut Rsshogi, attacks: bool, depth: u32) -> u64 {
    let mut list = Move32List::new();
    if attacks {
        generate_checks_all_move32(position, &mut list);
    } else {
        generate_legal_evasions_all_move32(position, &mut list);
    }
    let mut nodes = 1;
    for &mv in list.iter() {
        if attacks && !position.is_legal_move32(mv) {
            continue;
        }
        if depth == 1 {
            nodes += 1;
            continue;
        }
        position.apply_move32(mv);
        nodes += rsshogi_tsume_perft(position, !attacks, depth - 1);
        position.undo_move32(mv).expect("just played");
    }
    nodes
}

fn rsshogi_perft(position: &mut Rsshogi, depth: u32) -> u64 {
    let mut list = Move32List::new();
    generate_legal_all_move32(position, &mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        position.apply_move32(mv);
        nodes += rsshogi_perft(position, depth - 1);
        position.undo_move32(mv).expect("just played");
    }
    nodes
}
