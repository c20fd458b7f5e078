//! What the strategies strive for among problems that are sound: a taste that can be computed in no time.
//!
//! Composers like sacrifices, and of strong pieces most; they dislike pieces without end, pieces far away, captures by the attacker, and
//! a piece that chases the king. How beautiful a problem is, is measured elsewhere; this only tells which of two neighbours to keep.

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

/// How far two squares are apart, in steps of a king.
pub(crate) fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// The score of a problem with its solution; higher is better.
pub(crate) fn score(position: &Position, line: &[Move]) -> i32 {
    let Some(king) = position.king(Color::White) else { return i32::MIN };
    let pieces = || Square::all().filter(|&square| position.piece_at(square).is_some());
    let far = pieces().filter(|&square| distance(square, king) > 3).count();
    let mut score =
        -3 * pieces().count() as i32 - position.hand(Color::Black).total() as i32 - 3 * far as i32;
    let mut position = position.clone();
    let mut last_from_to = None;
    for (ply, &mv) in line.iter().enumerate() {
        let attacks = ply % 2 == 0;
        let kind =
            mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind()).or(mv.dropped());
        let captures = position.piece_at(mv.to()).is_some();
        let taken = line.get(ply + 1).is_some_and(|answer| answer.to() == mv.to());
        match kind.map(PieceKind::unpromoted) {
            Some(PieceKind::Rook | PieceKind::Bishop) if attacks && taken => score += 18,
            _ if attacks && taken => score += 10,
            _ => {}
        }
        if attacks {
            score -=
                4 * i32::from(captures) + 3 * i32::from(mv.from() == last_from_to && mv.from().is_some());
            last_from_to = Some(mv.to());
        }
        let _ = position.make(mv);
    }
    score
}
