//! Certificates of mate problems.

mod board;
mod check;
mod claim;
mod parse;
mod rules;
mod store;

pub(crate) use check::check;
pub use claim::{Fault, InterpositionRules, OtherCheck, OtherKind, ShogiClaim, ShogiHeader};

use crate::Side;

/// All legal moves of the side to move of an SFEN, as in USI, sorted. Together with [`legal_checks`], for comparing the checker's rules with
/// other move generators.
///
/// # Errors
///
/// If the text is no SFEN in canonical form with both hands.
pub fn legal_moves(sfen: &str) -> Result<Vec<String>, String> {
    moves(sfen, rules::Position::legal_moves)
}

/// All legal moves of the side to move of an SFEN that give check, as in USI, sorted.
///
/// # Errors
///
/// If the text is no SFEN in canonical form with both hands.
pub fn legal_checks(sfen: &str) -> Result<Vec<String>, String> {
    moves(sfen, rules::Position::legal_checks)
}

fn moves(
    sfen: &str,
    generate: fn(&rules::Position, Side) -> Vec<board::Move>,
) -> Result<Vec<String>, String> {
    let (position, turn) = parse::read_root(sfen)?;
    let mut moves: Vec<String> = generate(&position, turn).iter().map(ToString::to_string).collect();
    moves.sort();
    Ok(moves)
}
