//! Small random changes of a setup, and random setups.
//!
//! A change moves, exchanges, adds, removes or replaces a piece, or changes the hand. Changes may break the rules; the judge
//! rejects such setups.

use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Piece, PieceKind, Position, Square};

use crate::setup::Setup;

/// The kinds that composers usually place on the board. Of promoted kinds only the pawn, the bishop and the rook are usual.
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

/// The largest distance from the king at which pieces are placed.
const REACH: i32 = 3;

/// Whether composers usually place this piece. The defender has no promoted pieces.
pub fn is_usual(piece: Piece) -> bool {
    let defends = piece.color() == Color::White && piece.kind() != PieceKind::King;
    KINDS.contains(&piece.kind()) && !(defends && piece.kind().is_promoted())
        || piece.kind() == PieceKind::King
}

/// A random usual piece, two times in three the attacker's.
fn any_piece(random: &mut Random) -> Option<Piece> {
    let color = if random.one_in(3) { Color::White } else { Color::Black };
    let kinds: Vec<PieceKind> = KINDS.into_iter().filter(|&kind| is_usual(Piece::new(kind, color))).collect();
    Some(Piece::new(random.of(&kinds)?, color))
}

/// A random square near the king, or `None` if it is off the board.
fn around(setup: &Setup, random: &mut Random) -> Option<Square> {
    let step = |random: &mut Random| random.below(2 * REACH as usize + 1) as i32 - REACH;
    let (files, ranks) = (step(random), step(random) + 1);
    setup.king()?.offset(files, ranks)
}

/// The setup after a small random change, or `None` if the chosen change is impossible. The result may break the rules.
pub fn change(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    let pieces: Vec<(Square, Piece)> =
        setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King).collect();
    let one = |random: &mut Random| random.of(&pieces);
    match random.below(12) {
        // Moves a piece by a step, or to any square near the king.
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
        // Exchanges two pieces.
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
        // Replaces a piece.
        7..9 => setup.set(one(random)?.0, any_piece(random)),
        // Adds a piece to the hand, removes one, or replaces one.
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
        // Moves the king by a step.
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

/// Changes what is on one square: a piece goes or becomes another one, an empty square gets a piece. `None` if a king is there.
pub fn change_at(setup: &Setup, square: Square, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    let there = setup.at(square);
    if there.is_some_and(|piece| piece.kind() == PieceKind::King) {
        return None;
    }
    let goes = there.is_some() && random.one_in(2);
    setup.set(square, if goes { None } else { any_piece(random) });
    Some(setup)
}

/// A random setup: a king, pieces around it, and pieces in the attacker's hand. `None` if a random square is unusable.
pub fn random_setup(random: &mut Random) -> Option<Setup> {
    let mut setup = random_board(random)?;
    for _ in 0..random.below(4) {
        setup.set_hand(setup.hand().with(random.of(&PieceKind::HAND)?, 1)?);
    }
    Some(setup)
}

/// A random setup with an empty hand.
fn random_board(random: &mut Random) -> Option<Setup> {
    let mut setup = Setup::with_king(Square::new(random.below(5), random.below(3))?);
    for _ in 0..3 + random.below(4) {
        let square = around(&setup, random).filter(|&square| setup.at(square).is_none())?;
        setup.set(square, any_piece(random));
    }
    Some(setup)
}

/// A random position in which the king is mated and the attacker's hand is empty, or `None` after many tries.
pub fn random_mate(random: &mut Random) -> Option<Position> {
    const TRIES: usize = 100_000;
    (0..TRIES).find_map(|_| {
        let position = random_board(random)?.position_with_turn(Color::White).ok()?;
        position.is_mate().then_some(position)
    })
}
