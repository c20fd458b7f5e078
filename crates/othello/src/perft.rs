//! Perft: counts of the leaves of the game tree, to test the rules.

use crate::bits::squares;
use crate::{Move, Position, Size};

/// The number of sequences of `depth` plies. A pass is a ply, and a game that ends earlier counts once.
pub fn perft<S: Size>(position: &Position<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let targets = position.mobility();
    if targets == 0 {
        return if position.their_mobility() == 0 {
            1
        } else {
            perft(&position.after(Move::PASS), depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(targets.count_ones());
    }
    squares(targets).map(|square| perft(&position.after(Move::to(square)), depth - 1)).sum()
}
