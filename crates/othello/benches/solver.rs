//! Time and nodes of the exact solver along the 6×6 principal variation: `cargo bench -p yomikiri-othello --bench solver`.
//!
//! Arguments: the largest number of vacant squares (23), and mebibytes of table (256).

use std::path::Path;

use cpu_time::ProcessTime;
use yomikiri_othello::{Position, Six, Solver};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let most = numbers.next().unwrap_or(23) as u32;
    let mebibytes = numbers.next().unwrap_or(256);

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/othello6_pv.tsv");
    let text = std::fs::read_to_string(path).expect("data/othello6_pv.tsv");
    let positions = text.lines().filter_map(|line| line.split('\t').next()?.parse::<Position<Six>>().ok());
    let mut positions: Vec<Position<Six>> = positions
        .filter(|position| position.to_string().ends_with('O') && (7..=most).contains(&position.empties()))
        .collect();
    positions.sort_by_key(Position::empties);

    println!("| vacant | prove ≥ 4: nodes | seconds | disprove ≥ 5: nodes | seconds | Mnodes/s |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for position in positions {
        let mut solver = Solver::<Six>::new(mebibytes << 20);
        let mut run = |margin: i32, expected: bool| {
            let (before, start) = (solver.nodes(), ProcessTime::now());
            assert_eq!(solver.at_least(&position, margin), Some(expected), "{position} by {margin}");
            (solver.nodes() - before, start.elapsed().as_secs_f64())
        };
        let (proof, proof_time) = run(4, true);
        let (disproof, disproof_time) = run(5, false);
        let rate = (proof + disproof) as f64 / (proof_time + disproof_time) / 1e6;
        println!(
            "| {} | {proof} | {proof_time:.3} | {disproof} | {disproof_time:.3} | {rate:.1} |",
            position.empties()
        );
    }
}
