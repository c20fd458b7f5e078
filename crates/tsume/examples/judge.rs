//! Judges a mate problem: `cargo run --release -p yomikiri-tsume --example judge`.

use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{Fault, JudgeOptions, Solver, Soundness, with_defenders_hand};

/// Judges the problem and prints its faults.
#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A king on 5a, a pawn on 5c, a rook and a gold in hand: the gold mates at once, and so the rook is left over.
    let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b RG 1")?;
    let position = with_defenders_hand(position, Color::Black);

    let mut solver = Solver::new(64 << 20)?; // bytes of memory
    let judgement = solver.judge(&position, Color::Black, &JudgeOptions::default(), &mut |_| {})?;

    println!("{}", judgement.verdict.name());
    for fault in &judgement.faults {
        match fault {
            Fault::Cook(cook) => println!("ply {}: {} mates as well", cook.ply, cook.check),
            Fault::Leftover { ply, last, .. } => println!("ply {ply}: pieces are left in hand after {last}"),
            other => println!("{}", other.name()),
        }
    }
    assert_eq!(judgement.verdict, Soundness::Unsound);
    assert_eq!(judgement.faults.len(), 2);
    Ok(())
}
