//! The rules of shogi, as plainly as they can be written: a piece's moves are steps and walks in eight directions and knight's jumps,
//! and a king is in check if a walk from it meets a piece that moves along that walk.

use super::board::{
    BISHOP, Board, EMPTY, GOLD, HAND_ORDER, Hand, KING, KNIGHT, LANCE, MAILBOX, Move, PAWN, PROMOTED, ROOK,
    SILVER, WALL, WHITE, hand_kind, in_promotion_zone, may_stand, row_and_column, side_bit, side_of, square,
};
use super::claim::Side;

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

impl Board {
    /// Calls `found` with the square of each piece of a side that attacks a square, until it returns true.
    fn any_attacker(&self, target: usize, by: Side, mut found: impl FnMut(usize) -> bool) -> bool {
        for (number, direction) in DIRECTIONS.into_iter().enumerate() {
            let towards_target = 1 << (7 - number);
            let mut at = shifted(target, direction);
            let is_next = self.squares[at] != EMPTY;
            while self.squares[at] == EMPTY {
                at = shifted(at, direction);
            }
            let piece = self.squares[at];
            if piece == WALL || side_of(piece) != by {
                continue;
            }
            let (steps, walks) = MOVEMENTS[usize::from(piece)];
            let moves = if is_next { steps | walks } else { walks };
            if moves & towards_target != 0 && found(at) {
                return true;
            }
        }
        let knight = KNIGHT | side_bit(by);
        jumps(by).into_iter().any(|jump| {
            let at = shifted(target, -jump);
            self.squares[at] == knight && found(at)
        })
    }

    /// Whether a side attacks a square.
    pub fn is_attacked(&self, target: usize, by: Side) -> bool {
        self.any_attacker(target, by, |_| true)
    }

    /// Whether a side has a king that is in check.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.is_attacked(king, side.other()))
    }
}

/// Where a side's moves may end so that its king is not in check by what gives check now.
enum Targets {
    /// The king is not in check: anywhere.
    All,
    /// It is, and these squares of the mailbox stop it: the piece that gives check and the squares between.
    Only(u64, u128),
    /// By two pieces: only the king may move.
    None,
}

/// A set of squares of the mailbox, which has more than 128.
fn insert(set: &mut (u64, u128), at: usize) {
    if at < 128 { set.1 |= 1 << at } else { set.0 |= 1 << (at - 128) }
}

impl Targets {
    fn contain(&self, at: usize) -> bool {
        match *self {
            Targets::All => true,
            Targets::Only(high, low) => {
                if at < 128 {
                    low >> at & 1 != 0
                } else {
                    high >> (at - 128) & 1 != 0
                }
            }
            Targets::None => false,
        }
    }
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
            && let Some(kind) = hand_kind(self.board.squares[to])
        {
            *hand = hand.with(kind);
        }
        let from = usize::from(mv.from);
        let piece = self.board.squares[from];
        self.board.squares[from] = EMPTY;
        self.board.put(to, piece | if mv.promotes { PROMOTED } else { 0 });
    }

    /// The position after a move.
    pub fn after(&self, side: Side, mv: Move) -> Position {
        let mut next = self.clone();
        next.play(side, mv);
        next
    }

    /// Whether the king of `side` is attacked if the piece on `from` (0 for none: a drop) is on `to`, as `piece`.
    fn king_attacked_after(&mut self, of: Side, from: usize, to: usize, piece: u8) -> bool {
        let board = &mut self.board;
        let before = (board.squares[from], board.squares[to], board.kings);
        if from != 0 {
            board.squares[from] = EMPTY;
        }
        board.put(to, piece);
        let attacked = board.in_check(of);
        board.squares[to] = before.1;
        if from != 0 {
            board.squares[from] = before.0;
        }
        board.kings = before.2;
        attacked
    }

    /// Calls `each` with all squares to which the pieces of a side on the board can go, whether or not that leaves the king in check.
    fn for_each_step(&self, side: Side, mut each: impl FnMut(usize, usize)) {
        for row in 0..9 {
            for column in 0..9 {
                let from = square(row, column);
                let piece = self.board.squares[from];
                if piece == EMPTY || side_of(piece) != side {
                    continue;
                }
                let may_go = |to: usize| {
                    let there = self.board.squares[to];
                    there == EMPTY || there != WALL && side_of(there) != side
                };
                if piece & !WHITE == KNIGHT {
                    let ends = jumps(side).map(|jump| shifted(from, jump));
                    ends.into_iter().filter(|&to| may_go(to)).for_each(|to| each(from, to));
                    continue;
                }
                let (steps, walks) = MOVEMENTS[usize::from(piece)];
                for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                    if (steps | walks) >> number & 1 == 0 {
                        continue;
                    }
                    let mut to = shifted(from, direction);
                    while may_go(to) {
                        each(from, to);
                        if walks >> number & 1 == 0 || self.board.squares[to] != EMPTY {
                            break;
                        }
                        to = shifted(to, direction);
                    }
                }
            }
        }
    }

    /// Adds the moves from one square to another, with and without promotion as the rules allow.
    fn add_promotions(&self, side: Side, from: usize, to: usize, moves: &mut Vec<Move>) {
        let piece = self.board.squares[from];
        let kind = piece & !WHITE;
        let mv = Move { from: from as u8, to: to as u8, dropped: 0, promotes: false };
        if kind < GOLD && (in_promotion_zone(side, from) || in_promotion_zone(side, to)) {
            moves.push(Move { promotes: true, ..mv });
        }
        if may_stand(piece, to) {
            moves.push(mv);
        }
    }

    /// The squares where a move stops every check against a side.
    fn targets(&self, side: Side) -> Targets {
        let Some(king) = self.board.king(side) else { return Targets::All };
        let mut checkers = [0; 2];
        let mut count = 0;
        self.board.any_attacker(king, side.other(), |at| {
            checkers[count] = at;
            count += 1;
            count == 2
        });
        match count {
            0 => return Targets::All,
            1 => {}
            _ => return Targets::None,
        }
        let mut set = (0, 0);
        insert(&mut set, checkers[0]);
        let (king_at, checker_at) = (row_and_column(king), row_and_column(checkers[0]));
        let rows = checker_at.0 as isize - king_at.0 as isize;
        let columns = checker_at.1 as isize - king_at.1 as isize;
        // A knight's check has nothing between; others come along a row, a column or a diagonal.
        if rows == 0 || columns == 0 || rows.abs() == columns.abs() {
            let step = rows.signum() * 11 + columns.signum();
            let mut at = shifted(king, step);
            while at != checkers[0] {
                insert(&mut set, at);
                at = shifted(at, step);
            }
        }
        Targets::Only(set.0, set.1)
    }

    /// Whether a side may drop a piece of a kind on an empty square, its own king's safety aside.
    fn may_drop(&mut self, side: Side, kind: u8, to: usize) -> bool {
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
        if self.board.king(side.other()) != Some(ahead) {
            return false;
        }
        let drop = Move { from: 0, to: to as u8, dropped: PAWN, promotes: false };
        !self.after(side, drop).has_legal_move(side.other())
    }

    /// All legal moves of a side that is to move.
    pub fn legal_moves(&mut self, side: Side, moves: &mut Vec<Move>) {
        moves.clear();
        let targets = self.targets(side);
        let king = self.board.king(side).unwrap_or(0);
        let mut steps = Vec::with_capacity(64);
        self.for_each_step(side, |from, to| {
            if from == king || targets.contain(to) {
                steps.push((from, to));
            }
        });
        for (from, to) in steps {
            let piece = self.board.squares[from];
            if !self.king_attacked_after(side, from, to, piece) {
                self.add_promotions(side, from, to, moves);
            }
        }
        if matches!(targets, Targets::None) || self.hand(side) == Hand::default() {
            return;
        }
        for row in 0..9 {
            for column in 0..9 {
                let to = square(row, column);
                if self.board.squares[to] != EMPTY || !targets.contain(to) {
                    continue;
                }
                for (kind, _) in HAND_ORDER {
                    if self.hand(side).count(kind) > 0 && self.may_drop(side, kind, to) {
                        moves.push(Move { from: 0, to: to as u8, dropped: kind, promotes: false });
                    }
                }
            }
        }
    }

    fn has_legal_move(&mut self, side: Side) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(side, &mut moves);
        !moves.is_empty()
    }

    /// All legal moves of a side that give check.
    pub fn legal_checks(&mut self, side: Side, moves: &mut Vec<Move>) {
        self.add_checks(side, None, moves);
    }

    /// Whether a move is legal and gives check.
    pub fn is_legal_check(&mut self, side: Side, mv: Move) -> bool {
        let mut moves = Vec::new();
        self.add_checks(side, Some(mv), &mut moves);
        moves.contains(&mv)
    }

    /// Lists the legal moves that give check: all, or only those from and to the squares of one move, or of its kind for a drop.
    fn add_checks(&mut self, side: Side, only: Option<Move>, moves: &mut Vec<Move>) {
        moves.clear();
        let Some(king) = self.board.king(side.other()) else { return };
        let mut steps = Vec::with_capacity(64);
        self.for_each_step(side, |from, to| {
            if only.is_none_or(|mv| usize::from(mv.from) == from && usize::from(mv.to) == to) {
                steps.push((from, to));
            }
        });
        let mut variants = Vec::new();
        for (from, to) in steps {
            variants.clear();
            self.add_promotions(side, from, to, &mut variants);
            for &mv in &variants {
                let piece = self.board.squares[from] | if mv.promotes { PROMOTED } else { 0 };
                if self.king_attacked_after(side.other(), from, to, piece)
                    && !self.king_attacked_after(side, from, to, piece)
                {
                    moves.push(mv);
                }
            }
        }
        // A drop gives check only by the dropped piece: look at the squares from which it would attack the king.
        let in_check = self.board.in_check(side);
        for (kind, _) in HAND_ORDER {
            if self.hand(side).count(kind) == 0 || only.is_some_and(|mv| mv.dropped != kind) {
                continue;
            }
            let piece = kind | side_bit(side);
            for to in self.squares_that_attack(king, piece) {
                let stays_in_check = in_check && self.king_attacked_after(side, 0, to, piece);
                if !stays_in_check && self.may_drop(side, kind, to) {
                    moves.push(Move { from: 0, to: to as u8, dropped: kind, promotes: false });
                }
            }
        }
    }

    /// The empty squares from which a piece would attack a square.
    fn squares_that_attack(&self, target: usize, piece: u8) -> Vec<usize> {
        let mut found = Vec::with_capacity(8);
        if piece & !WHITE == KNIGHT {
            let starts = jumps(side_of(piece)).map(|jump| shifted(target, -jump));
            found.extend(starts.into_iter().filter(|&at| self.board.squares[at] == EMPTY));
            return found;
        }
        let (steps, walks) = MOVEMENTS[usize::from(piece)];
        for (number, direction) in DIRECTIONS.into_iter().enumerate() {
            let towards_target = 7 - number;
            if (steps | walks) >> towards_target & 1 == 0 {
                continue;
            }
            let mut at = shifted(target, direction);
            while self.board.squares[at] == EMPTY {
                found.push(at);
                if walks >> towards_target & 1 == 0 {
                    break;
                }
                at = shifted(at, direction);
            }
        }
        found
    }

    /// Whether a move is legal for the side to move.
    pub fn is_legal(&mut self, side: Side, mv: Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(side, &mut moves);
        moves.contains(&mv)
    }
}

/// The mailbox is as large as the set of squares.
const _: () = assert!(MAILBOX <= 192);
