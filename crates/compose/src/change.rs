//! Small changes: a piece moved, exchanged, added, taken away, turned over, or given to the other side; a hand changed.

use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Piece, PieceKind, Position, Square};

use crate::setup::Setup;

/// What composers use: of promoted pieces only those that move unlike a gold, and the pawn, of which there are enough.
const KINDS: [PieceKind; 10] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// How far from the king pieces are put.
const REACH: i32 = 3;

/// Whether composers would put that piece there: the defender has no promoted pieces.
pub fn is_usual(piece: Piece) -> bool {
    let defends = piece.color() == Color::White && piece.kind() != PieceKind::King;
    KINDS.contains(&piece.kind()) && !(defends && piece.kind().is_promoted())
        || piece.kind() == PieceKind::King
}

/// Any piece that is usual: the attacker's twice in three times, strong ones seldom.
fn any_piece(random: &mut Random) -> Option<Piece> {
    let color = if random.one_in(3) { Color::White } else { Color::Black };
    let kinds: Vec<PieceKind> = KINDS.into_iter().filter(|&kind| is_usual(Piece::new(kind, color))).collect();
    Some(Piece::new(random.of(&kinds)?, color))
}

/// A square around the king: two files or ranks away mostly.
fn around(setup: &Setup, random: &mut Random) -> Option<Square> {
    let step = |random: &mut Random| random.below(2 * REACH as usize + 1) as i32 - REACH;
    let (files, ranks) = (step(random), step(random) + 1);
    setup.king()?.offset(files, ranks)
}

/// The setup after a small change, or nothing if that change is not possible. Whether the rules allow it is not asked.
pub fn changed(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    let pieces: Vec<(Square, Piece)> =
        setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King).collect();
    let one = |random: &mut Random| random.of(&pieces);
    match random.below(12) {
        // Moved by a step, or anywhere.
        0..3 => {
            let (from, piece) = one(random)?;
            let step = |random: &mut Random| random.below(3) as i32 - 1;
            let to = if random.one_in(4) {
                around(&setup, random)?
            } else {
                let (files, ranks) = (step(random), step(random));
                from.offset(files, ranks)?
            };
            if setup.at(to).is_some() {
                return None;
            }
            setup.set(from, None);
            setup.set(to, Some(piece));
        }
        // Two exchanged.
        3 => {
            let ((here, this), (there, that)) = (one(random)?, one(random)?);
            setup.set(here, Some(that));
            setup.set(there, Some(this));
        }
        4..6 => {
            let to = around(&setup, random).filter(|&to| setup.at(to).is_none())?;
            setup.set(to, any_piece(random));
        }
        6 => setup.set(one(random)?.0, None),
        // Another piece.
        7..9 => setup.set(one(random)?.0, any_piece(random)),
        // Into the hand, out of it, or one for another.
        9 => setup.set_hand(setup.hand().with(random.of(&PieceKind::HAND)?, 1)?),
        10 => {
            let held: Vec<PieceKind> = setup.hand().iter().map(|(kind, _)| kind).collect();
            let kind = random.of(&held)?;
            let mut hand = setup.hand().one_less(kind);
            if random.one_in(2) {
                hand = hand.with(random.of(&PieceKind::HAND)?, 1)?;
            }
            setup.set_hand(hand);
        }
        // The king steps.
        _ => {
            let from = setup.king()?;
            let to = from.offset(random.below(3) as i32 - 1, random.below(3) as i32 - 1)?;
            if setup.at(to).is_some() {
                return None;
            }
            let king = setup.at(from);
            setup.set(from, None);
            setup.set(to, king);
        }
    }
    Some(setup)
}

/// A king and pieces around him, thrown together, and pieces in the attacker's hand.
pub fn thrown(random: &mut Random) -> Option<Setup> {
    let mut setup = thrown_on_board(random)?;
    for _ in 0..random.below(4) {
        setup.set_hand(setup.hand().with(random.of(&PieceKind::HAND)?, 1)?);
    }
    Some(setup)
}

fn thrown_on_board(random: &mut Random) -> Option<Setup> {
    let mut setup = Setup::with_king(Square::new(random.below(5), random.below(3))?);
    for _ in 0..3 + random.below(4) {
        let square = around(&setup, random).filter(|&square| setup.at(square).is_none())?;
        setup.set(square, any_piece(random));
    }
    Some(setup)
}

/// Pieces thrown together until the king is mated, the attacker with nothing in hand.
pub fn thrown_until_mate(random: &mut Random) -> Option<Position> {
    const THROWS: usize = 100_000;
    (0..THROWS).find_map(|_| {
        let position = thrown_on_board(random)?.position_with_turn(Color::White).ok()?;
        position.is_mate().then_some(position)
    })
}
