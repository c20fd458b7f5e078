//! Solves a mate problem: `cargo run --release -p yomikiri-tsume --example solve`.

use std::time::Duration;

use yomikiri_pns::Limits;
use yomikiri_shogi::Position;
use yomikiri_tsume::{MateVerdict, SolveOptions, Solver, attacker, with_defenders_hand};

/// Solves the problem and prints its line.
#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Problem 92 of 将棋図巧, as it is printed: without the defender's hand, which is everything that is missing.
    let position = Position::from_sfen("6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b - 1")?;
    let attacker = attacker(&position);
    let position = with_defenders_hand(position, attacker);

    let mut solver = Solver::new(64 << 20)?; // bytes of memory
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let options = SolveOptions { limits, ..SolveOptions::default() };
    let answer = solver.solve(&position, attacker, &options, &mut |_| {})?;

    let mate = match answer.verdict {
        MateVerdict::Mate(mate) => mate,
        MateVerdict::NoMate => return Err("no mate".into()),
        MateVerdict::Unknown(reason) => return Err(format!("unknown: {reason}").into()),
    };
    let status = if mate.minimal { "proved minimal" } else { "at most" };
    println!("mate in {} plies, {status}", mate.length());
    println!("{}", mate.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    assert_eq!((mate.length(), mate.minimal), (13, true));
    Ok(())
}
