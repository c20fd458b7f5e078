//! The board: moves, checks, mates in one.

#![allow(missing_docs, unused_qualifications, reason = "the macros generate items")]

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use std::hint::black_box;
use yomikiri_shogi::{Position, perft, tsume_perft};

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).expect("valid")
}

fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    LibraryBenchmarkConfig::default()
        .tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]))
        .clone()
}

const INTERPOSITIONS: &str = "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1";
const DROP_HEAVY: &str = "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1";
/// A game position that is mate in five: no move mates at once, so every check is tried.
const MATE_IN_FIVE: &str = "l2gkg2l/2s3s2/p1nppp1pp/2p3p2/P4P1P1/4n3P/1PPPG1N2/1BKS2+s2/LN3+r3 w RBgl3p 72";

#[library_benchmark]
#[bench::interpositions(args = (position(INTERPOSITIONS), 6), config = limit(38_600_000))]
#[bench::drop_heavy(args = (position(DROP_HEAVY), 6), config = limit(59_200_000))]
fn tsume(mut position: Position, depth: u32) -> u64 {
    let attacker = position.side_to_move();
    black_box(tsume_perft(&mut position, attacker, depth))
}

#[library_benchmark]
#[bench::startpos(args = (Position::startpos(), 4), config = limit(49_000_000))]
fn all_legal(mut position: Position, depth: u32) -> u64 {
    black_box(perft(&mut position, depth))
}

#[library_benchmark]
#[bench::one(args = (position(MATE_IN_FIVE)), config = limit(5_100))]
fn mate_in_one(position: Position) -> bool {
    black_box(position.mate_in_one()).is_some()
}

library_benchmark_group!(name = board, benchmarks = [tsume, all_legal, mate_in_one]);
main!(library_benchmark_groups = board);
