//! The search loop: mates on the solver's table, Othello on the generic one, both for a fixed number of visits.

#![allow(missing_docs, unused_qualifications, reason = "the macros generate items")]

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use std::hint::black_box;
use yomikiri_othello::{Color, Goal, Position as OthelloPosition, Six};
use yomikiri_pns::{Algorithm, Limits, Search};
use yomikiri_shogi::{Color as Side, Position};
use yomikiri_tsume::{MateGame, MateTable, with_defenders_hand};

fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    LibraryBenchmarkConfig::default()
        .tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]))
        .clone()
}

const VISITS: u64 = 5_000;

/// 将棋図巧 1, which takes millions of visits.
const ZUKO_1: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
/// 17 vacant squares.
const OTHELLO: &str = "-XXX---OXX---OOXXX-OXOXO--XX-----X-- O";

fn limits() -> Limits {
    Limits { nodes: Some(VISITS), ..Limits::default() }
}

fn mate(algorithm: &str) -> (MateGame, MateTable, Algorithm) {
    let position = with_defenders_hand(Position::from_sfen(ZUKO_1).expect("valid"), Side::Black);
    let table = MateTable::with_memory(16 << 20).expect("little memory");
    (MateGame::new(position, Side::Black), table, algorithm.parse().expect("listed"))
}

#[library_benchmark]
#[bench::default(args = (mate("default")), config = limit(46_600_000))]
#[bench::tca_snda(args = (mate("dfpn+tca+snda")), config = limit(48_100_000))]
fn mates((problem, mut table, algorithm): (MateGame, MateTable, Algorithm)) -> u64 {
    let search = Search::new(problem).algorithm(algorithm).limits(limits());
    let visits = search.run_with_table(&mut table).counters.visits;
    assert!(visits >= VISITS);
    black_box(visits)
}

fn othello(algorithm: &str) -> (Goal<Six>, Algorithm) {
    let position: OthelloPosition<Six> = OTHELLO.parse().expect("valid");
    (Goal::new(position, Color::White, 4), algorithm.parse().expect("listed"))
}

#[library_benchmark]
#[bench::default(args = (othello("default")), config = limit(24_000_000))]
#[bench::plain(args = (othello("dfpn")), config = limit(27_900_000))]
fn games((goal, algorithm): (Goal<Six>, Algorithm)) -> u64 {
    let visits = Search::new(goal).algorithm(algorithm).limits(limits()).run().counters.visits;
    assert!(visits >= VISITS);
    black_box(visits)
}

library_benchmark_group!(name = search, benchmarks = [mates, games]);
main!(library_benchmark_groups = search);
