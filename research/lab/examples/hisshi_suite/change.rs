//! How positions are made of others: changed a little, taken back by moves, weakened, or thrown together.

use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};
use yomikiri_tsume::attacker;

pub fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

fn with_one_more(hand: Hand, kind: PieceKind) -> Option<Hand> {
    hand.with(kind, 1)
}

fn with_one_less(hand: Hand, kind: PieceKind) -> Option<Hand> {
    hand.has(kind).then(|| hand.one_less(kind))
}

/// The position with one to three small changes, or nothing if that is no legal position with something to defend.
pub fn mutated(position: &Position, random: &mut Random) -> Option<Position> {
    let attacker = attacker(position);
    let mut builder = PositionBuilder::from(position);
    let king = position.king(!attacker)?;
    for _ in 0..1 + random.below(3) {
        let near = || Square::all().filter(|&square| distance(square, king) <= 3 && square != king);
        let pieces: Vec<Square> = near().filter(|&square| builder.board[square.index()].is_some()).collect();
        let empty: Vec<Square> = near().filter(|&square| builder.board[square.index()].is_none()).collect();
        let kind = random.of(&PieceKind::HAND)?;
        let side = random.below(2);
        match random.below(5) {
            // Out of a hand, and into one.
            0 => builder.hands[side] = with_one_less(builder.hands[side], kind)?,
            1 => builder.hands[side] = with_one_more(builder.hands[side], kind)?,
            // Off the board.
            2 => {
                let square = random.of(&pieces)?;
                let gone = builder.board[square.index()].filter(|piece| piece.kind() != PieceKind::King)?;
                builder.set(square, None);
                if random.one_in(2) {
                    builder.hands[side] = with_one_more(builder.hands[side], gone.kind().unpromoted())?;
                }
            }
            // On to it.
            3 => {
                let square = random.of(&empty)?;
                builder.set(square, Some(Piece::new(kind, random.of(&Color::ALL)?)));
            }
            // By a square.
            _ => {
                let (from, to) = (random.of(&pieces)?, random.of(&empty)?);
                if distance(from, to) > 1 {
                    return None;
                }
                let piece = builder.board[from.index()];
                builder.set(from, None);
                builder.set(to, piece);
            }
        }
    }
    let position = builder.build(Strictness::Strict).ok()?;
    (position.side_to_move() == attacker && position.king(!attacker).is_some()).then_some(position)
}

/// The position with one piece out of the attacker's hand, into the defender's or away; often the defender has less in hand too, or
/// nothing: a brinkmate against a full hand is rare.
pub fn weakened(position: &Position, random: &mut Random) -> Option<Position> {
    let attacker = attacker(position);
    let mut builder = PositionBuilder::from(position);
    let held = |hand: Hand| -> Vec<PieceKind> { hand.iter().map(|(kind, _)| kind).collect() };
    let kind = random.of(&held(position.hand(attacker)))?;
    let [own, other] = [attacker.index(), (!attacker).index()];
    builder.hands[own] = with_one_less(builder.hands[own], kind)?;
    if random.one_in(2) {
        builder.hands[other] = Hand::default();
    } else if random.one_in(3) {
        builder.hands[other] = with_one_more(builder.hands[other], kind)?;
    } else if let Some(kind) = random.of(&held(builder.hands[other])) {
        builder.hands[other] = with_one_less(builder.hands[other], kind)?;
    }
    builder.build(Strictness::Strict).ok()
}

/// The position before the last move, for one of the moves that may have been it, near a king.
fn taken_back(position: &Position, king: Square, random: &mut Random) -> Option<Position> {
    let mover = !position.side_to_move();
    let moved: Vec<(Square, PieceKind)> = Square::all()
        .filter(|&square| distance(square, king) <= 2)
        .filter_map(|square| {
            Some((square, position.piece_at(square).filter(|piece| piece.color() == mover)?))
        })
        .map(|(square, piece)| (square, piece.kind()))
        .collect();
    // A king moves more often than its share.
    let moved_king = moved.iter().find(|(_, kind)| *kind == PieceKind::King && random.one_in(2)).copied();
    let (to, kind) = moved_king.or_else(|| random.of(&moved))?;
    let mut builder = PositionBuilder::from(position);
    builder.side_to_move = mover;
    let held: Vec<PieceKind> = builder.hands[mover.index()].iter().map(|(kind, _)| kind).collect();
    let taken = if random.one_in(2) { random.of(&held) } else { None };
    if let Some(taken) = taken {
        builder.hands[mover.index()] = with_one_less(builder.hands[mover.index()], taken)?;
    }
    builder.set(to, taken.map(|taken| Piece::new(taken, !mover)));
    let built = |builder: &PositionBuilder, mv: Move| {
        let before = builder.build(Strictness::Strict).ok()?;
        before.is_legal(mv).then_some(before)
    };
    let droppable = taken.is_none() && !kind.is_promoted() && kind != PieceKind::King;
    if droppable && random.one_in(2) {
        builder.hands[mover.index()] = with_one_more(builder.hands[mover.index()], kind)?;
        return built(&builder, Move::drop(kind, to));
    }
    let promotes = kind.is_promoted() && random.one_in(2);
    let piece = Piece::new(if promotes { kind.unpromoted() } else { kind }, mover);
    let mut before = Vec::new();
    for from in Square::all().filter(|&from| position.piece_at(from).is_none() && distance(from, to) <= 3) {
        builder.set(from, Some(piece));
        before.extend(built(&builder, Move::new(from, to, promotes)));
        builder.set(from, None);
    }
    (!before.is_empty()).then(|| before.swap_remove(random.below(before.len())))
}

/// A position from which a move of the attacker and an answer lead to this one; mostly a check with few answers.
pub fn led_up_to(position: &Position, random: &mut Random) -> Option<Position> {
    let attacker = attacker(position);
    let answered = taken_back(position, position.king(!attacker)?, random)?;
    if !random.one_in(8) && (!answered.in_check() || answered.legal_moves().len() > 6) {
        return None;
    }
    taken_back(&answered, answered.king(!attacker)?, random)
}

/// A king in his camp, pieces of both sides around him, and a few in hand; one time in three the defender holds the rest.
pub fn scattered(random: &mut Random) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let king = Square::new(random.below(9), random.below(3))?;
    builder.set(king, Some(Piece::new(PieceKind::King, Color::White)));
    let near: Vec<Square> =
        Square::all().filter(|&square| distance(square, king) <= 3 && square != king).collect();
    for (color, least, more) in [(Color::White, 2, 5), (Color::Black, 1, 4)] {
        for _ in 0..least + random.below(more) {
            let kind = random.of(&PieceKind::HAND)?;
            let promoted = kind.promoted().filter(|_| color == Color::Black && random.one_in(3));
            builder.set(random.of(&near)?, Some(Piece::new(promoted.unwrap_or(kind), color)));
        }
        for _ in 0..1 + random.below(3) {
            let hand = &mut builder.hands[color.index()];
            *hand = with_one_more(*hand, random.of(&PieceKind::HAND)?)?;
        }
    }
    let mut position = builder.build(Strictness::Strict).ok()?;
    if random.one_in(3) {
        position.give_missing_pieces_to(Color::White);
    }
    Some(position)
}
