//! Makes `data/endings.tsv`: mates of many lengths from a few game endings, as plain problems to compare composed ones with.
//!
//! `cargo run --release -p yomikiri-lab --example endings > ../data/endings.tsv`. Each ending of
//! `data/yo_testmate.sfen` with two kings is solved, and so is every position of the line on the
//! attacker's turns; of each length the first position whose length is proved minimal is kept.
//! Searches are limited by nodes, so that the file is the same on every machine.

use std::collections::BTreeSet;

use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{Goal, Mate, MateVerdict, SolveOptions, Solver};

const NODES: u64 = 4_000_000;
const MEMORY: usize = 512 << 20;
const LONGEST: usize = 25;

fn mate(position: &Position) -> Option<Mate> {
    let limits = Limits { visits: Some(NODES), ..Limits::default() };
    let options = SolveOptions { limits, goal: Goal::Shortest, ..SolveOptions::default() };
    let mut solver = Solver::new(MEMORY).ok()?;
    let answer = solver.solve(position, position.side_to_move(), &options, &mut |_| {}).ok()?;
    match answer.verdict {
        MateVerdict::Mate(mate) => Some(mate),
        MateVerdict::NoMate | MateVerdict::Unknown(_) => None,
    }
}

fn main() {
    for (row, number) in yomikiri_data::YO_TESTMATE.lines().zip(1..) {
        let Ok(mut position) = Position::from_sfen(row.trim()) else { continue };
        if Color::ALL.iter().any(|&color| position.king(color).is_none()) {
            continue;
        }
        let Some(whole) = mate(&position) else { continue };
        let mut lengths = BTreeSet::new();
        for (&mv, ply) in whole.line.iter().zip(0..) {
            if ply % 2 == 0
                && let Some(found) = mate(&position)
                && found.minimal
                && (3..=LONGEST).contains(&found.length())
                && lengths.insert(found.length())
            {
                let (sfen, length) = (position.to_sfen(), found.length());
                println!(
                    "{sfen}\t{length}\tending {number} after {ply}\tyo_testmate row {number}, ply {ply} of a mate"
                );
            }
            let _ = position.make(mv);
        }
    }
}
