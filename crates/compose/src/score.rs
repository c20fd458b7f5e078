//! A quick score of sound problems, by which growth chooses between neighbours.
//!
//! Composers like sacrifices, of strong pieces most of all. They dislike many pieces, pieces far from the king, captures by
//! the attacker, and a piece that chases the king. [`measure`](crate::measure) has slower measures of beauty; this score only
//! decides which of two similar problems to keep.

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

use crate::features::Features;

/// The distance of two squares in king moves.
pub(crate) fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// The score of a problem with its solution; higher is better.
pub(crate) fn score(position: &Position, line: &[Move]) -> i32 {
    let (Some(king), Ok(features)) = (position.king(Color::White), Features::new(position, line)) else {
        return i32::MIN;
    };
    let pieces = Square::all().filter(|&square| position.piece_at(square).is_some());
    let far = pieces.filter(|&square| distance(square, king) > 3).count();
    let sacrifices = features.sacrifices.iter().map(|sacrifice| match sacrifice.kind.unpromoted() {
        PieceKind::Rook | PieceKind::Bishop => 18,
        _ => 10,
    });
    let attacks: Vec<Move> = line.iter().step_by(2).copied().collect();
    let chases = attacks.windows(2).filter(|pair| pair[1].from() == Some(pair[0].to())).count();
    let on_board = features.attackers + features.defenders;
    sacrifices.sum::<i32>()
        - 3 * on_board as i32
        - 3 * far as i32
        - features.hand.total() as i32
        - 4 * features.captures as i32
        - 3 * chases as i32
}
