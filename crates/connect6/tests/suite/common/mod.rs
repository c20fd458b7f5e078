//! Helpers of the integration tests: random positions and exhaustive search.

use std::collections::HashMap;

use yomikiri_connect6::{Board, Cell, Color, Rules};
use yomikiri_pns::Random;

/// A random position with the given number of stones and no row, either side to move.
pub fn random_board(rules: Rules, stones: usize, random: &mut Random) -> Board {
    loop {
        let mut board = Board::new(rules);
        let mut free: Vec<Cell> = board.free().iter().collect();
        for at in 0..stones {
            let cell = free.swap_remove(random.below(free.len()));
            board.place(cell, Color::ALL[at % 2]);
        }
        board.set_side(Color::ALL[random.below(2)]);
        if !Color::ALL.into_iter().any(|color| board.has_row(color)) {
            return board;
        }
    }
}

/// A random position in which neither side wins at once, so that proofs have null moves.
pub fn quiet_board(rules: Rules, stones: usize, random: &mut Random) -> Board {
    loop {
        let board = random_board(rules, stones, random);
        if Color::ALL.into_iter().all(|color| board.completion(color).is_none()) {
            return board;
        }
    }
}

/// The value of a position by exhaustive search: the definition, with a cache.
#[derive(Default)]
pub struct BruteForce(HashMap<(u128, Color), bool>);

impl BruteForce {
    /// Whether the attacker wins.
    pub fn wins(&mut self, board: &mut Board, attacker: Color) -> bool {
        if board.has_row(attacker) {
            return true;
        }
        if board.has_row(!attacker) || board.free().is_empty() {
            return false;
        }
        if let Some(&known) = self.0.get(&(board.key(), attacker)) {
            return known;
        }
        let mut moves = Vec::new();
        board.all_moves(&mut moves);
        let own = board.side_to_move() == attacker;
        let mut value = !own;
        for mv in moves {
            board.make(mv);
            let wins = self.wins(board, attacker);
            board.unmake(mv);
            if wins == own {
                value = own;
                break;
            }
        }
        self.0.insert((board.key(), attacker), value);
        value
    }
}
