//! The position: board, hands and side to move, with moves made and unmade in place.
//!
//! Pieces that move alike share one bitboard (see [`movement`]), so that the attack code looks at ten sets, not fourteen.
//! Besides these sets, the squares and the key nothing is kept up to date: pins and checks are computed by the code that
//! needs them, because a mate search asks for them at some nodes only.

use std::fmt;

use crate::attacks::{
    between, bishop_attacks, bishop_rays, bishop_zone, gold_steps, king_steps, knight_steps, lance_attacks,
    lance_rays, lance_zone, near, pawn_steps, rook_attacks, rook_rays, rook_zone, silver_steps, steps_of,
};
use crate::zobrist::{WHITE_TO_MOVE, hand_key, piece_key};
use crate::{Bitboard, Color, Hand, Move, Piece, PieceKind, Square};

/// Numbers for the ten ways in which pieces move. The four kinds that promote to a gold count as golds.
pub(crate) mod movement {
    use crate::PieceKind;

    pub const PAWN: usize = 0;
    pub const LANCE: usize = 1;
    pub const KNIGHT: usize = 2;
    pub const SILVER: usize = 3;
    pub const GOLD: usize = 4;
    pub const BISHOP: usize = 5;
    pub const ROOK: usize = 6;
    pub const KING: usize = 7;
    pub const HORSE: usize = 8;
    pub const DRAGON: usize = 9;
    pub const COUNT: usize = 10;

    /// The number of the way in which `kind` moves.
    #[inline(always)]
    pub const fn of(kind: PieceKind) -> usize {
        const MOVEMENTS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 4, 4, 4, 8, 9, 4];
        MOVEMENTS[kind as usize] as usize
    }
}

/// A shogi position with zero, one or two kings.
///
/// Every position is consistent: the bitboards, the squares and the key agree, no unpromoted piece stands where it could
/// never move, no side has two kings or two pawns on a file, and the side that just moved is not in check.
/// Positions come from [SFEN](Position::from_sfen) or a [`PositionBuilder`](crate::PositionBuilder).
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    by_movement: [Bitboard; movement::COUNT],
    colors: [Bitboard; 2],
    board_key: u64,
    hands: [Hand; 2],
    move_number: u32,
    kings: [Option<Square>; 2],
    side: Color,
    board: [Option<Piece>; Square::COUNT],
}

/// The information that [`Position::unmake`] needs besides the move.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move can only be taken back with its undo record"]
pub struct Undo {
    board_key: u64,
    captured: Option<Piece>,
}

impl Undo {
    /// The piece that the move captured, or `None`.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

/// The attacks of one side on a king and on the squares around it.
///
/// The sets are exact for the king's square and its neighbours and incomplete elsewhere. The king blocks no line, since it
/// cannot flee along the line of its checker. A square with a piece of the attacking side is in the sets if that piece is protected.
#[derive(Clone, Copy, Default)]
pub(crate) struct KingAttacks {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Squares attacked by steps, which cannot be blocked.
    pub steps: Bitboard,
    /// Squares attacked more than once; the near squares of a dragon or horse may count as such.
    pub twice: Bitboard,
    /// Squares attacked along lines, by all sliders that would attack the king or a neighbour of it on an empty board.
    pub lines: Bitboard,
}

impl KingAttacks {
    /// All attacked squares, by steps or along lines.
    #[inline(always)]
    pub fn covered(&self) -> Bitboard {
        self.steps | self.lines
    }
}

impl Position {
    /// An empty board with Black to move, for [`PositionBuilder`](crate::PositionBuilder).
    pub(crate) fn empty() -> Position {
        Position {
            by_movement: [Bitboard::EMPTY; movement::COUNT],
            colors: [Bitboard::EMPTY; 2],
            board_key: 0,
            hands: [Hand::EMPTY; 2],
            move_number: 1,
            kings: [None; 2],
            side: Color::Black,
            board: [None; Square::COUNT],
        }
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The number of the next move as SFEN counts it, from 1.
    #[inline]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The piece on a square, or `None` if the square is empty.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The hand of a side.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The square of a side's king, or `None` if the side has no king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares occupied by one side.
    #[inline(always)]
    pub fn pieces_of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares on which `piece` stands.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        let alike = self.by_movement[movement::of(piece.kind())] & self.pieces_of(piece.color());
        alike.into_iter().filter(|&square| self.piece_at(square) == Some(piece)).collect()
    }

    /// The pieces of one side that move in the given way, a number from [`movement`].
    #[inline(always)]
    pub(crate) fn movers(&self, color: Color, movement: usize) -> Bitboard {
        self.by_movement[movement] & self.colors[color.index()]
    }

    /// Zobrist key of the board and the side to move, *without* the hands: positions that differ only in the hands share it.
    #[inline(always)]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Zobrist key of the whole position: board, side to move and both hands. The move number is not part of it.
    #[inline]
    pub fn key(&self) -> u64 {
        let [black, white] = self.hands;
        self.board_key ^ hand_key(black.to_bits(), 1 << 40) ^ hand_key(white.to_bits(), 1 << 41)
    }

    /// The pieces of a full set, without kings, that are neither on the board nor in a hand.
    pub fn missing_pieces(&self) -> Hand {
        let mut missing = Hand::EMPTY;
        for kind in PieceKind::HAND {
            let on_board =
                self.board.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind).count() as u32;
            let held = self.hands[0].count(kind) + self.hands[1].count(kind);
            let left = u32::from(kind.set_size()).saturating_sub(on_board + held);
            missing = missing.with(kind, left).unwrap_or(missing);
        }
        missing
    }

    /// Gives `defender` every piece that is missing from the set.
    ///
    /// This is the convention of mate problems: only the attacker's hand is written, and the defender holds all the rest.
    pub fn give_missing_pieces_to(&mut self, defender: Color) {
        let missing = self.missing_pieces();
        let hand = &mut self.hands[defender.index()];
        for (kind, count) in missing.iter() {
            *hand = hand.with(kind, count).unwrap_or(*hand);
        }
    }

    /// The same position with the board turned by 180° and the colours exchanged.
    pub fn flipped(&self) -> Position {
        let mut flipped = Position::empty();
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                flipped.put(piece.with_other_owner(), square.rotated());
            }
        }
        flipped.hands = [self.hands[1], self.hands[0]];
        flipped.set_turn(!self.side, self.move_number);
        flipped
    }

    // ---- changing the board ------------------------------------------------------------------------------------

    /// Places a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_at(square).is_none());
        let bit = Bitboard::from_square(square);
        self.by_movement[movement::of(piece.kind())] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.board[square.index()] = Some(piece);
        self.board_key ^= piece_key(piece, square);
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = Some(square);
        }
    }

    /// Lifts the piece that stands on `square`.
    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        let bit = Bitboard::from_square(square);
        self.by_movement[movement::of(piece.kind())] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.board[square.index()] = None;
        self.board_key ^= piece_key(piece, square);
    }

    /// Replaces the hand of a side. Nothing else of the position depends on it.
    pub fn set_hand(&mut self, color: Color, hand: Hand) {
        self.hands[color.index()] = hand;
    }

    pub(crate) fn set_turn(&mut self, side: Color, move_number: u32) {
        if side != self.side {
            self.board_key ^= WHITE_TO_MOVE;
        }
        self.side = side;
        self.move_number = move_number;
    }

    /// Plays a move and returns what [`unmake`](Position::unmake) needs to take it back.
    ///
    /// The move must be [legal](Position::is_legal). Any other move panics or leaves the position inconsistent.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let us = self.side;
        let to = mv.to();
        let undo = Undo { board_key: self.board_key, captured: self.piece_at(to) };
        if let Some(from) = mv.from() {
            let piece = self.piece_at(from).expect("a move starts from a piece");
            self.lift(piece, from);
            if let Some(captured) = undo.captured {
                self.lift(captured, to);
                self.hands[us.index()].add(captured.kind().unpromoted());
            }
            self.put(if mv.promotes() { promoted(piece) } else { piece }, to);
        } else if let Some(kind) = mv.dropped() {
            self.hands[us.index()].remove(kind);
            self.put(Piece::new(kind, us), to);
        }
        self.side = !us;
        self.board_key ^= WHITE_TO_MOVE;
        self.move_number += 1;
        undo
    }

    /// The [board key](Position::board_key) after `mv`, which must be legal, without playing it.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        let to = mv.to();
        let mut key = self.board_key ^ WHITE_TO_MOVE;
        if let Some(from) = mv.from() {
            let piece = self.piece_at(from).expect("a move starts from a piece");
            let landing = if mv.promotes() { promoted(piece) } else { piece };
            key ^= piece_key(piece, from) ^ piece_key(landing, to);
            if let Some(captured) = self.piece_at(to) {
                key ^= piece_key(captured, to);
            }
        } else if let Some(kind) = mv.dropped() {
            key ^= piece_key(Piece::new(kind, self.side), to);
        }
        key
    }

    /// Takes back `mv`, the last move played, whose [`make`](Position::make) returned `undo`.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let us = !self.side;
        let to = mv.to();
        let piece = self.piece_at(to).expect("a move ends on its piece");
        self.lift(piece, to);
        if let Some(from) = mv.from() {
            let before = if mv.promotes() { Piece::new(piece.kind().unpromoted(), us) } else { piece };
            if let Some(captured) = undo.captured {
                self.hands[us.index()].remove(captured.kind().unpromoted());
                self.put(captured, to);
            }
            self.put(before, from);
        } else if let Some(kind) = mv.dropped() {
            self.hands[us.index()].add(kind);
        }
        self.side = us;
        self.move_number -= 1;
        self.board_key = undo.board_key;
    }

    /// Lets the side to move pass; it must not be in check.
    ///
    /// A pass is not a legal move. The search uses it to ask what the other side threatens.
    #[inline]
    pub fn make_pass(&mut self) {
        debug_assert!(!self.in_check());
        self.set_turn(!self.side, self.move_number + 1);
    }

    /// Takes back a pass made by [`make_pass`](Position::make_pass).
    #[inline]
    pub fn unmake_pass(&mut self) {
        self.set_turn(!self.side, self.move_number - 1);
    }

    // ---- attacks -----------------------------------------------------------------------------------------------

    /// The pieces of `color` that attack `square`, with lines blocked by the squares in `occupied`.
    #[inline]
    pub fn attackers_to(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let g = &self.by_movement;
        let other = !color;
        let steps = (pawn_steps(other, square) & g[movement::PAWN])
            | (knight_steps(other, square) & g[movement::KNIGHT])
            | (silver_steps(other, square) & g[movement::SILVER])
            | (gold_steps(other, square) & g[movement::GOLD])
            | (king_steps(square) & (g[movement::KING] | g[movement::HORSE] | g[movement::DRAGON]));
        (steps & self.colors[color.index()]) | self.sliders_to(square, color, occupied)
    }

    /// The lances, bishops and rooks (promoted or not) of `color` that attack `square` along a line.
    #[inline(always)]
    fn sliders_to(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let (straight, lances, diagonal) = self.sliders_on_lines(square, color);
        let mut found = Bitboard::EMPTY;
        // Most squares share no line with a slider, and the tests cost less than the lookups they save.
        if straight.any() {
            found |= straight & rook_attacks(square, occupied);
        }
        if lances.any() {
            found |= lances & lance_attacks(!color, square, occupied);
        }
        if diagonal.any() {
            found |= diagonal & bishop_attacks(square, occupied);
        }
        found
    }

    /// The rooks, lances and bishops (promoted or not) of `color` that would attack `square` on an empty board.
    #[inline(always)]
    fn sliders_on_lines(&self, square: Square, color: Color) -> (Bitboard, Bitboard, Bitboard) {
        let g = &self.by_movement;
        let own = self.colors[color.index()];
        (
            (g[movement::ROOK] | g[movement::DRAGON]) & own & rook_rays(square),
            g[movement::LANCE] & own & lance_rays(!color, square),
            (g[movement::BISHOP] | g[movement::HORSE]) & own & bishop_rays(square),
        )
    }

    /// The attacks of `color` on a king that stands on `king`, and on the squares around it.
    #[inline(always)]
    pub(crate) fn attacks_on_king(&self, king: Square, color: Color) -> KingAttacks {
        let own = self.colors[color.index()];
        let g = &self.by_movement;
        // A king cannot flee along the line of its checker, so it does not block that line.
        let king_bit = Bitboard::from_square(king);
        let occupied = self.occupied().without(king_bit);
        let mut found = KingAttacks::default();
        for square in own & near(king) {
            if let Some(piece) = self.piece_at(square) {
                let steps = steps_of(piece, square);
                found.twice |= found.steps & steps;
                found.steps |= steps;
                found.checkers |= Bitboard::from_square(square).only_if(steps.meets(king_bit));
            }
        }
        let mut slider = |square: Square, attacked: Bitboard| {
            found.twice |= found.covered() & attacked;
            found.lines |= attacked;
            found.checkers |= Bitboard::from_square(square).only_if(attacked.meets(king_bit));
        };
        for square in g[movement::LANCE] & own & lance_zone(color, king) {
            slider(square, lance_attacks(color, square, occupied));
        }
        for square in (g[movement::BISHOP] | g[movement::HORSE]) & own & bishop_zone(king) {
            slider(square, bishop_attacks(square, occupied));
        }
        for square in (g[movement::ROOK] | g[movement::DRAGON]) & own & rook_zone(king) {
            slider(square, rook_attacks(square, occupied));
        }
        found
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.side) {
            Some(king) => self.attackers_to(king, !self.side, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// The only checker and the squares between it and the king of the side to move, on which a piece could be interposed. `None`
    /// if nothing can be: no check, a double check, or a checker without distance.
    #[inline]
    pub fn check_line(&self) -> Option<(Square, Bitboard)> {
        let checkers = self.checkers();
        let checker = checkers.first().filter(|_| checkers.is_single())?;
        let inside = between(self.king(self.side)?, checker);
        inside.any().then_some((checker, inside))
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The squares whose piece, of either side, alone blocks the line from a slider of `attacker` to `king`.
    #[inline]
    pub(crate) fn blockers(&self, king: Square, attacker: Color) -> Bitboard {
        let (straight, lances, diagonal) = self.sliders_on_lines(king, attacker);
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in straight | lances | diagonal {
            let inside = between(king, sniper) & occupied;
            if inside.is_single() {
                blockers |= inside;
            }
        }
        blockers
    }

    /// The pieces of `color` that are pinned to their own king.
    #[inline]
    pub(crate) fn pinned(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.blockers(king, !color) & self.pieces_of(color),
            None => Bitboard::EMPTY,
        }
    }
}

#[inline(always)]
fn promoted(piece: Piece) -> Piece {
    match piece.kind().promoted() {
        Some(kind) => Piece::new(kind, piece.color()),
        None => panic!("{piece} does not promote"),
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_sfen())
    }
}
