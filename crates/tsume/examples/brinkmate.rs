//! Finds a brinkmate (必至): `cargo run --release -p yomikiri-tsume --example brinkmate`.

use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{BrinkmateOptions, BrinkmateVerdict, Solver, WinBy};

/// Finds the brinkmate and prints what meets each defence.
#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The king is in the corner behind his gold. In brinkmate problems the hands are what is written.
    let position = Position::from_sfen("8k/8g/6P1P/9/9/9/9/9/9 b R 1")?;

    let mut solver = Solver::new(64 << 20)?; // bytes of memory
    let options = BrinkmateOptions::default(); // threats up to order 2: checks and threatmates
    let answer = solver.solve_threats(&position, Color::Black, &options, &mut |_| {})?;

    let BrinkmateVerdict::Brinkmate(brinkmate) = answer.verdict else {
        return Err(format!("expected a brinkmate, found {:?}", answer.verdict).into());
    };
    println!("brinkmate in {} ply: {}", brinkmate.length(), brinkmate.line[0]);
    for defence in &brinkmate.defences {
        if let WinBy::Mate(mate) = &defence.answered_by {
            println!("{}: mate in {}", defence.defence, mate.length());
        }
    }
    assert_eq!(brinkmate.defences.len(), 3);
    assert!(brinkmate.minimal && brinkmate.no_mate);
    Ok(())
}
