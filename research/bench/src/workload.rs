//! The work that `yomikiri-bench connect6` repeats.

use std::hint::black_box;

use yomikiri_connect6::{Board, Color, GameRecord};

/// Counts the threats of both sides in each position.
pub fn count_threats(boards: &[Board]) {
    let number = |board: &Board| Color::ALL.map(|color| board.threats(color).number()).iter().sum::<usize>();
    black_box(boards.iter().map(number).sum::<usize>());
}

/// Makes each move of a game with its threats counted, takes it back, and makes it again. Returns the number of moves made or taken back
/// that were counted.
pub fn replay(game: &GameRecord) -> u64 {
    let mut board = game.start().clone();
    for &mv in game.moves() {
        let side = board.side_to_move();
        board.make(mv);
        black_box(board.threats(side).number());
        board.unmake(mv);
        board.make(mv);
    }
    2 * game.moves().len() as u64
}
