//! Makes `data/connect6_suite.tsv` from `data/connect6_games.tsv`:
//!
//! ```text
//! cargo run --release -p yomikiri-connect6 --example suite > data/connect6_suite.tsv
//! ```
//!
//! It goes back from the end of every decided game over the winner's turns. A position that the solver proves within a limit
//! of nodes, with a proof that the checker accepts, becomes a problem. Nothing depends on time, so every run writes the same
//! file.

use std::collections::BTreeMap;
use std::time::Instant;

use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, AttackVerdict, Color, GameRecord, LeafLimits, Rules, solve,
};
use yomikiri_pns::Limits;

const GAMES: &str = yomikiri_data::CONNECT6_GAMES;

/// The node limit for each position, without leaf searches.
const NODES: u64 = 40;
/// A game is left after this many positions in a row without a proof.
const FAILURES: usize = 1;
/// The largest number of problems of one length, since short ones are all alike.
const MOST_OF_A_LENGTH: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::connect6(19)?;
    let mut problems: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for line in GAMES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [moves, result, name, ..] = fields[..] else { continue };
        let winner = match result {
            "BWin" => Color::Black,
            "WWin" => Color::White,
            _ => continue,
        };
        let id = name.split_whitespace().nth(2).unwrap_or(name);
        let game = GameRecord::parse(moves, rules)?;
        let mut failures = 0;
        for ply in (0..=game.moves().len()).rev() {
            let board = game.after(ply);
            if board.side_to_move() != winner || Color::ALL.into_iter().any(|color| board.has_row(color)) {
                continue;
            }
            let start = Instant::now();
            let problem = AttackProblem::new(board.clone(), winner, Attack::Best(20))
                .with_leaf_limits(LeafLimits::default().without_null_moves());
            let limits = Limits { visits: Some(NODES), ..Limits::default() };
            let solved = solve(problem, ALGORITHM, limits, |_| {});
            eprintln!(
                "{id}@{ply}: {:?}, length {}, {} + {} nodes, {} turns, {:.2} s",
                solved.verdict,
                solved.size.length,
                solved.outcome.counters.visits,
                solved.leaf_visits,
                solved.size.turns,
                start.elapsed().as_secs_f64()
            );
            if solved.verdict != AttackVerdict::Win {
                failures += 1;
                if failures == FAILURES {
                    break;
                }
                continue;
            }
            failures = 0;
            let best = solved.line.first().map_or(String::new(), |mv| mv.name(rules));
            let length = solved.size.length;
            let row = format!(
                "{board}\t{length}\tLG{id}@{ply}\twins with {best}; {} defender's turns in the proof",
                solved.size.turns
            );
            problems.entry(length).or_default().push(row);
        }
    }
    for rows in problems.values() {
        for row in rows.iter().take(MOST_OF_A_LENGTH) {
            println!("{row}");
        }
    }
    Ok(())
}
