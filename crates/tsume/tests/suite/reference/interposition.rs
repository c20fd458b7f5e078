//! Interpositions, their captures and the take-back.

use yomikiri_shogi::{Move, PieceKind, Position, PositionBuilder, Square, Strictness};

/// A check by one piece from afar.
pub struct CheckLine {
    pub checker: Square,
    /// The squares between, from the king outwards: never empty.
    pub squares: Vec<Square>,
}

impl CheckLine {
    /// The line of the check in which the side to move stands. `None` in a double check, in a check from a neighbouring square or by a
    /// knight, and without a check.
    pub fn of(position: &Position) -> Option<CheckLine> {
        let king = position.king(position.side_to_move())?;
        let checkers: Vec<Square> = position.checkers().into_iter().collect();
        let &[checker] = checkers.as_slice() else { return None };
        let files = checker.file() as i32 - king.file() as i32;
        let ranks = checker.rank() as i32 - king.rank() as i32;
        if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
            return None;
        }
        let step = |n: i32| king.offset(n * files.signum(), n * ranks.signum());
        let squares: Vec<Square> = (1..files.abs().max(ranks.abs())).filter_map(step).collect();
        (!squares.is_empty()).then_some(CheckLine { checker, squares })
    }

    /// Whether this legal reply is an interposition.
    pub fn is_interposition(&self, position: &Position, reply: Move) -> bool {
        let moved = reply.from().and_then(|from| position.piece_at(from));
        self.squares.contains(&reply.to()) && moved.is_none_or(|piece| piece.kind() != PieceKind::King)
    }
}

/// The pieces that may take an interposed piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takers {
    /// The piece that gave the check.
    Checker,
    /// That piece, or any other that then gives check from the square and alone.
    Direct,
}

/// The permitted captures of `interposition`, played in `position`.
pub fn captures(position: &Position, line: &CheckLine, interposition: Move, takers: Takers) -> Vec<Move> {
    let mut interposed = position.clone();
    let _ = interposed.make(interposition);
    let square = interposition.to();
    let mut captures = interposed.legal_moves();
    captures.retain(|&capture| {
        let mut taken = interposed.clone();
        let _ = taken.make(capture);
        let checkers: Vec<Square> = taken.checkers().into_iter().collect();
        let by_checker = capture.from() == Some(line.checker) && !checkers.is_empty();
        let direct = checkers.as_slice() == [square];
        capture.to() == square && (by_checker || takers == Takers::Direct && direct)
    });
    captures
}

/// The position after `interposition` and `capture` in which the attacker did not get the piece: a dropped one is back in the
/// defender's hand, a moved one is out of the game.
pub fn take_back(position: &Position, interposition: Move, capture: Move) -> Position {
    let defender = position.side_to_move();
    let mut taken = position.clone();
    let _ = taken.make(interposition);
    let captured =
        taken.make(capture).captured().expect("an interposed piece is captured").kind().unpromoted();
    let mut builder = PositionBuilder::from(&taken);
    let attackers = &mut builder.hands[(!defender).index()];
    *attackers = attackers.one_less(captured);
    if interposition.is_drop() {
        let defenders = &mut builder.hands[defender.index()];
        *defenders = defenders.one_more(captured);
    }
    builder.build(Strictness::Lax).expect("a take-back is a position")
}

/// Whether the defender can do something in `ret`, where the checker stands on `square`, that he could not do in `position`: move the
/// king to a square, or capture the checker with a piece.
pub fn has_new_option(position: &Position, line: &CheckLine, ret: &Position, square: Square) -> bool {
    let king = position.king(position.side_to_move());
    let replies = position.legal_moves();
    ret.legal_moves().into_iter().filter(|reply| !reply.is_drop()).any(|reply| {
        let new_king_move = reply.from() == king && !replies.contains(&reply);
        let could_capture =
            || replies.iter().any(|before| before.from() == reply.from() && before.to() == line.checker);
        new_king_move || reply.to() == square && !could_capture()
    })
}
