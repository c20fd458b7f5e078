//! The rules of shogi, as plainly as they can be written: a piece's moves are steps and walks in eight directions and knight's jumps,
//! and a king is in check if a walk from it meets a piece that moves along that walk.
//!
//! A move on the board can open one line only: the one between the king and the square that the piece leaves. If the piece stood
//! alone between its own king and an enemy that walks along the line, it must stay on the line; if it stood between the enemy's king
//! and such a piece of its own, leaving the line gives check.

use super::board::{
    BISHOP, Board, EMPTY, GOLD, HAND_ORDER, Hand, KING, KNIGHT, LANCE, Move, PAWN, PROMOTED, ROOK, SILVER,
    Squares, WALL, WHITE, hand_kind, in_promotion_zone, may_stand, row_and_column, side_bit, side_of, square,
};
use crate::Side;

/// The eight directions as differences of squares, from the upper left to the lower right. The opposite of number i is number 7 − i.
const DIRECTIONS: [isize; 8] = [-12, -11, -10, -1, 1, 10, 11, 12];
const UP_LEFT: u8 = 1;
const UP: u8 = 1 << 1;
const UP_RIGHT: u8 = 1 << 2;
const LEFT: u8 = 1 << 3;
const RIGHT: u8 = 1 << 4;
const DOWN_LEFT: u8 = 1 << 5;
const DOWN: u8 = 1 << 6;
const DOWN_RIGHT: u8 = 1 << 7;
const DIAGONALS: u8 = UP_LEFT | UP_RIGHT | DOWN_LEFT | DOWN_RIGHT;
const ORTHOGONALS: u8 = UP | LEFT | RIGHT | DOWN;
/// A knight's jumps of Black; White's are their negatives.
const JUMPS: [isize; 2] = [-23, -21];

/// For each piece the directions in which it moves one square, and those in which it moves any number.
const MOVEMENTS: [(u8, u8); 32] = {
    let mut movements = [(0, 0); 32];
    let mut piece = 0;
    while piece < 16 {
        let (steps, walks) = match piece as u8 {
            PAWN => (UP, 0),
            LANCE => (0, UP),
            SILVER => (UP | DIAGONALS, 0),
            BISHOP => (0, DIAGONALS),
            ROOK => (0, ORTHOGONALS),
            KING => (DIAGONALS | ORTHOGONALS, 0),
            BISHOP_PROMOTED => (ORTHOGONALS, DIAGONALS),
            ROOK_PROMOTED => (DIAGONALS, ORTHOGONALS),
            0 | KNIGHT | 15.. => (0, 0),
            // Gold, and what moves like it: promoted pawns, lances, knights and silvers.
            GOLD.. => (ORTHOGONALS | UP_LEFT | UP_RIGHT, 0),
        };
        movements[piece] = (steps, walks);
        // White's directions are the opposite ones, and the opposite of number i is number 7 − i.
        movements[piece | WHITE as usize] = (steps.reverse_bits(), walks.reverse_bits());
        piece += 1;
    }
    movements
};
const BISHOP_PROMOTED: u8 = BISHOP | PROMOTED;
const ROOK_PROMOTED: u8 = ROOK | PROMOTED;

fn shifted(at: usize, by: isize) -> usize {
    // A square of the board is never so near to the ends of the mailbox that a step leaves it.
    at.wrapping_add_signed(by)
}

fn jumps(side: Side) -> [isize; 2] {
    match side {
        Side::Black => JUMPS,
        Side::White => JUMPS.map(|jump| -jump),
    }
}

/// The number of the direction from one square to another, if they are on a row, a column or a diagonal.
fn direction(from: usize, to: usize) -> Option<usize> {
    let (start, end) = (row_and_column(from), row_and_column(to));
    let rows = end.0 as isize - start.0 as isize;
    let columns = end.1 as isize - start.1 as isize;
    if rows != 0 && columns != 0 && rows.abs() != columns.abs() {
        return None;
    }
    match 3 * rows.signum() + columns.signum() {
        0 => None,
        // From −4 to 4 without 0, in the order of the directions.
        number @ ..0 => Some((number + 4) as usize),
        number => Some((number + 3) as usize),
    }
}

impl Board {
    /// The first square with a piece from a square on in a direction, or the border.
    fn first_piece(&self, from: usize, direction: isize) -> usize {
        let mut at = shifted(from, direction);
        while self.squares[at] == EMPTY {
            at = shifted(at, direction);
        }
        at
    }

    /// Whether there is a piece of a side on a square, which may be on the border.
    fn has(&self, at: usize, side: Side) -> bool {
        let piece = self.squares[at];
        piece != EMPTY && piece != WALL && side_of(piece) == side
    }

    /// Calls `found` with the square of each piece of a side that attacks a square, until it returns true. A piece on the square
    /// `gone` counts as not there.
    fn any_attacker(
        &self,
        target: usize,
        by: Side,
        gone: Option<usize>,
        mut found: impl FnMut(usize) -> bool,
    ) -> bool {
        for (number, direction) in DIRECTIONS.into_iter().enumerate() {
            let mut at = self.first_piece(target, direction);
            if Some(at) == gone {
                at = self.first_piece(at, direction);
            }
            if !self.has(at, by) {
                continue;
            }
            let (steps, walks) = MOVEMENTS[usize::from(self.squares[at])];
            let is_next = at == shifted(target, direction);
            let moves = if is_next { steps | walks } else { walks };
            let towards_target = 7 - number;
            if moves >> towards_target & 1 != 0 && found(at) {
                return true;
            }
        }
        let knight = KNIGHT | side_bit(by);
        jumps(by).into_iter().any(|jump| {
            let at = shifted(target, -jump);
            self.squares[at] == knight && found(at)
        })
    }

    /// Whether a side has a king that is in check.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.any_attacker(king, side.other(), None, |_| true))
    }

    /// Whether a piece that has gone from a square to another attacks the target from there.
    fn attacks(&self, piece: u8, gone: Option<usize>, from: usize, target: usize) -> bool {
        if piece & !WHITE == KNIGHT {
            return jumps(side_of(piece)).into_iter().any(|jump| shifted(from, jump) == target);
        }
        let Some(number) = direction(from, target) else { return false };
        let (steps, walks) = MOVEMENTS[usize::from(piece)];
        let mut at = shifted(from, DIRECTIONS[number]);
        if at == target {
            return (steps | walks) >> number & 1 != 0;
        }
        if walks >> number & 1 == 0 {
            return false;
        }
        while at != target && (self.squares[at] == EMPTY || Some(at) == gone) {
            at = shifted(at, DIRECTIONS[number]);
        }
        at == target
    }

    /// The squares of pieces of a side that stand alone between a king and a piece of `walker` that walks along that line.
    fn screens(&self, king: usize, side: Side, walker: Side) -> Squares {
        let mut screens = Squares::default();
        for (number, direction) in DIRECTIONS.into_iter().enumerate() {
            let screen = self.first_piece(king, direction);
            if !self.has(screen, side) {
                continue;
            }
            let behind = self.first_piece(screen, direction);
            let towards_king = 7 - number;
            if self.has(behind, walker)
                && MOVEMENTS[usize::from(self.squares[behind])].1 >> towards_king & 1 != 0
            {
                screens.insert(screen);
            }
        }
        screens
    }

    /// What a side must heed so that its king is not in check after its move.
    fn king_safety(&self, side: Side) -> KingSafety {
        let Some(king) = self.king(side) else {
            return KingSafety { king: 0, targets: Squares::BOARD, pinned: Squares::default() };
        };
        let (mut checkers, mut count) = ([0; 2], 0);
        self.any_attacker(king, side.other(), None, |at| {
            checkers[count] = at;
            count += 1;
            count == 2
        });
        let targets = match count {
            0 => Squares::BOARD,
            1 => line_to(king, checkers[0]),
            _ => Squares::default(),
        };
        KingSafety { king, targets, pinned: self.screens(king, side, side.other()) }
    }
}

/// The squares where a move stops the check of a piece: its own, and those between it and the king.
fn line_to(king: usize, checker: usize) -> Squares {
    let mut line = Squares::one(checker);
    // A knight's check has nothing between; others come along a row, a column or a diagonal.
    if let Some(number) = direction(king, checker) {
        let mut at = shifted(king, DIRECTIONS[number]);
        while at != checker {
            line.insert(at);
            at = shifted(at, DIRECTIONS[number]);
        }
    }
    line
}

/// What a side must heed so that its king is not in check after its move.
struct KingSafety {
    /// The square of the king, 0 if there is none.
    king: usize,
    /// Where moves of other pieces may end: anywhere, or where they stop a check. Nowhere if there are two.
    targets: Squares,
    /// Pieces that must stay on their line with the king.
    pinned: Squares,
}

/// Whether a piece that leaves its square leaves its line with a king.
fn leaves_line(king: usize, from: usize, to: usize) -> bool {
    direction(king, from) != direction(king, to)
}

/// A board with both hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub board: Board,
    /// The hands of Black and White.
    pub hands: [Hand; 2],
}

impl Position {
    pub fn hand(&self, side: Side) -> Hand {
        self.hands[side as usize]
    }

    /// Plays a move, which must be possible for the side.
    pub fn play(&mut self, side: Side, mv: Move) {
        let to = usize::from(mv.to);
        let hand = &mut self.hands[side as usize];
        if mv.dropped != 0 {
            *hand = hand.without(mv.dropped);
            self.board.put(to, mv.dropped | side_bit(side));
            return;
        }
        if self.board.squares[to] != EMPTY
            && let Some(kind) = hand_kind(self.board.take(to))
        {
            *hand = hand.with(kind);
        }
        let piece = self.board.take(usize::from(mv.from));
        self.board.put(to, piece | if mv.promotes { PROMOTED } else { 0 });
    }

    /// The position after a move.
    pub fn after(&self, side: Side, mv: Move) -> Position {
        let mut next = self.clone();
        next.play(side, mv);
        next
    }

    /// Calls `found` with every move of a side on the board, whether or not it leaves the king in check, until it returns true.
    fn any_move(&self, side: Side, mut found: impl FnMut(Move) -> bool) -> bool {
        self.board.side(side).iter().any(|from| self.any_move_from(from, &mut found))
    }

    /// The same for the piece on one square.
    fn any_move_from(&self, from: usize, mut found: impl FnMut(Move) -> bool) -> bool {
        let piece = self.board.squares[from];
        let side = side_of(piece);
        let may_go = |to: usize| self.board.squares[to] == EMPTY || self.board.has(to, side.other());
        if piece & !WHITE == KNIGHT {
            let ends = jumps(side).map(|jump| shifted(from, jump));
            return ends.into_iter().any(|to| may_go(to) && any_promotion(piece, from, to, &mut found));
        }
        let (steps, walks) = MOVEMENTS[usize::from(piece)];
        DIRECTIONS.into_iter().enumerate().any(|(number, direction)| {
            if (steps | walks) >> number & 1 == 0 {
                return false;
            }
            let mut to = shifted(from, direction);
            while may_go(to) {
                if any_promotion(piece, from, to, &mut found) {
                    return true;
                }
                if walks >> number & 1 == 0 || self.board.squares[to] != EMPTY {
                    break;
                }
                to = shifted(to, direction);
            }
            false
        })
    }

    /// Whether a move on the board leaves the king of its side safe.
    fn is_safe(&self, side: Side, mv: Move, safety: &KingSafety) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if from == safety.king {
            return !self.board.any_attacker(to, side.other(), Some(from), |_| true);
        }
        safety.targets.contains(to) && !(safety.pinned.contains(from) && leaves_line(safety.king, from, to))
    }

    /// Whether a side may drop a piece of a kind on an empty square, its own king's safety aside.
    fn may_drop(&self, side: Side, kind: u8, to: usize) -> bool {
        let piece = kind | side_bit(side);
        if !may_stand(piece, to) {
            return false;
        }
        if kind != PAWN {
            return true;
        }
        let column = row_and_column(to).1;
        if (0..9).any(|row| self.board.squares[square(row, column)] == piece) {
            return false;
        }
        !self.is_pawn_drop_mate(side, to)
    }

    /// Whether a pawn of a side dropped on a square would mate.
    fn is_pawn_drop_mate(&self, side: Side, to: usize) -> bool {
        let ahead = shifted(to, if side == Side::Black { -11 } else { 11 });
        self.board.king(side.other()) == Some(ahead)
            && !self.after(side, drop_of(PAWN, to)).any_legal_move(side.other(), |_| true)
    }

    /// Calls `found` with every legal move of a side that is to move, until it returns true.
    pub fn any_legal_move(&self, side: Side, mut found: impl FnMut(Move) -> bool) -> bool {
        let safety = self.board.king_safety(side);
        if self.any_move(side, |mv| self.is_safe(side, mv, &safety) && found(mv)) {
            return true;
        }
        let empty = Squares(safety.targets.0 & !self.board.occupied().0);
        let kinds = HAND_ORDER.map(|(kind, _)| kind).into_iter();
        kinds
            .filter(|&kind| self.hand(side).count(kind) > 0)
            .any(|kind| empty.iter().any(|to| self.may_drop(side, kind, to) && found(drop_of(kind, to))))
    }

    /// Whether a move of a side on the board gives check to the king on a square. `screens` are the side's pieces between the king and
    /// walkers of its own.
    fn gives_check(&self, mv: Move, king: usize, screens: Squares) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let piece = self.board.squares[from] | if mv.promotes { PROMOTED } else { 0 };
        self.board.attacks(piece, Some(from), to, king)
            || screens.contains(from) && leaves_line(king, from, to)
    }

    /// Calls `found` with every legal move of a side that gives check, until it returns true.
    pub fn any_legal_check(&self, side: Side, mut found: impl FnMut(Move) -> bool) -> bool {
        let Some(king) = self.board.king(side.other()) else { return false };
        let safety = self.board.king_safety(side);
        let screens = self.board.screens(king, side, side);
        let mut is_found =
            |mv| self.gives_check(mv, king, screens) && self.is_safe(side, mv, &safety) && found(mv);
        if self.any_move(side, &mut is_found) {
            return true;
        }
        // A drop gives check only by the dropped piece: look at the squares from which it would attack the king.
        let kinds = HAND_ORDER.map(|(kind, _)| kind).into_iter();
        kinds.filter(|&kind| self.hand(side).count(kind) > 0).any(|kind| {
            self.any_square_that_attacks(king, kind | side_bit(side), |to| {
                safety.targets.contains(to) && self.may_drop(side, kind, to) && found(drop_of(kind, to))
            })
        })
    }

    /// Calls `found` with every empty square from which a piece would attack a square, until it returns true.
    fn any_square_that_attacks(
        &self,
        target: usize,
        piece: u8,
        mut found: impl FnMut(usize) -> bool,
    ) -> bool {
        if piece & !WHITE == KNIGHT {
            let starts = jumps(side_of(piece)).map(|jump| shifted(target, -jump));
            return starts.into_iter().any(|at| self.board.squares[at] == EMPTY && found(at));
        }
        let (steps, walks) = MOVEMENTS[usize::from(piece)];
        DIRECTIONS.into_iter().enumerate().any(|(number, direction)| {
            let towards_target = 7 - number;
            if (steps | walks) >> towards_target & 1 == 0 {
                return false;
            }
            let mut at = shifted(target, direction);
            while self.board.squares[at] == EMPTY {
                if found(at) {
                    return true;
                }
                if walks >> towards_target & 1 == 0 {
                    break;
                }
                at = shifted(at, direction);
            }
            false
        })
    }

    /// Whether a move is legal for the side to move.
    pub fn is_legal(&self, side: Side, mv: Move) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let safety = self.board.king_safety(side);
        if mv.dropped != 0 {
            return self.hand(side).count(mv.dropped) > 0
                && self.board.squares[to] == EMPTY
                && safety.targets.contains(to)
                && self.may_drop(side, mv.dropped, to);
        }
        self.board.side(side).contains(from)
            && self.any_move_from(from, |known| known == mv)
            && self.is_safe(side, mv, &safety)
    }

    /// Whether a move is legal and gives check.
    pub fn is_legal_check(&self, side: Side, mv: Move) -> bool {
        let Some(king) = self.board.king(side.other()) else { return false };
        let gives_check = || match mv.dropped {
            0 => self.gives_check(mv, king, self.board.screens(king, side, side)),
            kind => self.board.attacks(kind | side_bit(side), None, usize::from(mv.to), king),
        };
        self.is_legal(side, mv) && gives_check()
    }

    /// All legal moves of a side that is to move.
    pub fn legal_moves(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        self.any_legal_move(side, |mv| {
            moves.push(mv);
            false
        });
        moves
    }

    /// All legal moves of a side that give check.
    pub fn legal_checks(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        self.any_legal_check(side, |mv| {
            moves.push(mv);
            false
        });
        moves
    }
}

fn drop_of(kind: u8, to: usize) -> Move {
    Move { from: 0, to: to as u8, dropped: kind, promotes: false }
}

/// Calls `found` with the moves of a piece from one square to another, with and without promotion as the rules allow, until it returns
/// true.
fn any_promotion(piece: u8, from: usize, to: usize, found: &mut impl FnMut(Move) -> bool) -> bool {
    let side = side_of(piece);
    let may_promote = piece & !WHITE < GOLD && (in_promotion_zone(side, from) || in_promotion_zone(side, to));
    let mv = Move { from: from as u8, to: to as u8, dropped: 0, promotes: false };
    may_promote && found(Move { promotes: true, ..mv }) || may_stand(piece, to) && found(mv)
}
