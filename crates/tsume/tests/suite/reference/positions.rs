//! Random positions for comparisons, the same ones every time, and symmetries of positions.

use yomikiri_shogi::{Color, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use PieceKind::*;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Positions with a king at an edge, sliders of the attacker anywhere and a few pieces near the king: many mates by checks from afar.
/// The attacker is Black and to move, the defender holds the rest of the set.
pub fn sliders_from_afar(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    std::iter::from_fn(move || Some(slider_position(&mut random))).flatten()
}

fn slider_position(random: &mut Random) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let mut put = |file: usize, rank: usize, kind: PieceKind, owner: Color| {
        let square = Square::new(file, rank)?;
        builder.set(square, Some(Piece::new(kind, owner)));
        Some(square)
    };
    for _ in 0..1 + random.below(3) {
        put(
            random.below(9),
            random.below(9),
            random.pick(&[Rook, Dragon, Bishop, Horse, Lance]),
            Color::Black,
        );
    }
    for _ in 0..1 + random.below(2) {
        let kind = random.pick(&[Pawn, Knight, Silver, Gold, ProPawn, Lance]);
        put(random.below(4), random.below(5), kind, Color::Black);
    }
    for _ in 0..random.below(4) {
        let kind = random.pick(&[Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, ProPawn]);
        put(random.below(4), random.below(5), kind, Color::White);
    }
    put(random.below(3), random.below(3), King, Color::White);
    for _ in 0..random.below(3) {
        let kind = random.pick(&PieceKind::HAND);
        builder.hands[0] = builder.hands[0].with(kind, 1)?;
    }
    let mut position = builder.build(Strictness::Strict).ok()?;
    position.give_missing_pieces_to(Color::White);
    Some(position)
}

/// The same position with left and right exchanged.
pub fn mirrored(position: &Position) -> Position {
    let mut builder = PositionBuilder::from(position);
    for square in Square::all() {
        builder.set(square.mirrored(), position.piece_at(square));
    }
    builder.build(Strictness::Lax).expect("a mirror image is a position")
}
