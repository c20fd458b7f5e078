//! Adds to `data/hisshi_suite.tsv`: brinkmate problems, each checked by definition.
//!
//! ```text
//! cargo run --release -p yomikiri-lab --example hisshi_suite -- games SEED FIRST LAST >> ../data/hisshi_suite.tsv
//! cargo run --release -p yomikiri-lab --example hisshi_suite -- lengthen SEED >> ../data/hisshi_suite.tsv
//! cargo run --release -p yomikiri-lab --example hisshi_suite -- changes SEED TRIES >> ../data/hisshi_suite.tsv
//! ```
//!
//! *Games*: a simple engine (`engine.rs`) plays endings of real games on, and the longest brinkmate that comes up in a game is taken as it
//! is, or without the attacker's king and pieces in hand (`games.rs`). *Lengthen*: two plies are taken back from problems that came up in
//! games.
//!
//! *Changes*: positions from games, mate problems, known brinkmates, pieces thrown together and what was made of them are changed
//! (`change.rs`, `workshop.rs`): a piece goes, comes, or moves by a square; a move and its answer are taken back, which makes a brinkmate
//! longer; a mate from a game becomes a brinkmate when pieces are taken out of the attacker's hand.
//!
//! Either way, what the solver calls a brinkmate with a minimal length and no mate is checked by the exhaustive checker of the tests,
//! which shares no search with the solver, and kept if no problem with the same pattern around the king is there yet. All limits are by
//! work, so with the same file to start from the same arguments make the same rows, and each row says its own.

mod change;
mod engine;
#[path = "../../../../crates/tsume/src/exhaustive.rs"]
mod exhaustive;
mod games;
mod suite;
mod workshop;

use std::process::ExitCode;

use suite::Suite;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Result<Vec<u64>, _> = arguments.iter().skip(1).map(|argument| argument.parse()).collect();
    let mut suite = Suite::read();
    match (arguments.first().map(String::as_str), numbers.as_deref()) {
        (Some("games"), Ok(&[seed, first, last])) => games::make(seed, first, last, &mut suite),
        (Some("lengthen"), Ok(&[seed])) => games::lengthen(seed, &mut suite),
        (Some("changes"), Ok(&[seed, tries])) => workshop::make(seed, tries, &mut suite),
        _ => {
            eprintln!("usage: hisshi_suite games SEED FIRST LAST | lengthen SEED | changes SEED TRIES");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
