//! The position: board, hands, side to move; making and undoing moves; who attacks what.

use std::fmt;

use crate::attacks::{
    between, bishop_attacks, bishop_rays, bishop_zone, gold_steps, king_steps, knight_steps, lance_attacks,
    lance_rays, lance_zone, near, pawn_steps, rook_attacks, rook_rays, rook_zone, silver_steps, steps_of,
};
use crate::zobrist::{WHITE_TO_MOVE, hand_key, piece_key};
use crate::{Bitboard, Color, Hand, Move, Piece, PieceKind, Square};

/// Kinds that move alike share one bitboard: all four gold-like promotions live with the golds.
pub(crate) mod gait {
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

    /// The gait of a kind.
    #[inline(always)]
    pub const fn of(kind: PieceKind) -> usize {
        const GAITS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 4, 4, 4, 8, 9, 4];
        GAITS[kind as usize] as usize
    }
}

/// A shogi position with zero, one or two kings.
///
/// Any position that can be built is consistent: the bitboards, the squares and the key tell the same story, no unpromoted
/// piece stands where it could never move, no side has two kings or two pawns on a file, and the side that just moved is
/// not in check. Positions come from [SFEN](Position::from_sfen) or a [`PositionBuilder`](crate::PositionBuilder).
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    gaits: [Bitboard; gait::COUNT],
    colors: [Bitboard; 2],
    board_key: u64,
    hands: [Hand; 2],
    move_number: u32,
    kings: [Option<Square>; 2],
    side: Color,
    board: [Option<Piece>; Square::COUNT],
}

/// What [`Position::unmake`] needs besides the move itself.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move can only be taken back with its undo record"]
pub struct Undo {
    board_key: u64,
    captured: Option<Piece>,
}

impl Undo {
    /// The piece that the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

/// What one side does to a king and to the squares around it, the king itself shielding none of them: exact there, partial
/// elsewhere. Squares of that side's own pieces count when protected.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threats {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Squares reached by steps, which nothing can block.
    pub steps: Bitboard,
    /// Squares reached along lines: the full attacks of every slider that could reach the king or a neighbour of it if
    /// nothing stood in its way.
    pub lines: Bitboard,
}

impl Threats {
    /// The squares around the king that are attacked, and others.
    #[inline(always)]
    pub fn covered(&self) -> Bitboard {
        self.steps | self.lines
    }
}

impl Position {
    /// An empty board with Black to move, for [`PositionBuilder`](crate::PositionBuilder).
    pub(crate) fn empty() -> Position {
        Position {
            gaits: [Bitboard::EMPTY; gait::COUNT],
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

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The hand of a side.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Where the king of a side stands, if it has one.
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
        let alike = self.gaits[gait::of(piece.kind())] & self.pieces_of(piece.color());
        alike.into_iter().filter(|&square| self.piece_at(square) == Some(piece)).collect()
    }

    /// The pieces of one side that move alike.
    #[inline(always)]
    pub(crate) fn gait(&self, color: Color, gait: usize) -> Bitboard {
        self.gaits[gait] & self.colors[color.index()]
    }

    /// Key of the board and the side to move, *without* the hands: all hands of a board share it.
    #[inline(always)]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Key of the whole position: board, side to move and both hands. The move number is not part of it.
    #[inline]
    pub fn key(&self) -> u64 {
        let [black, white] = self.hands;
        self.board_key ^ hand_key(black.to_bits(), 1 << 40) ^ hand_key(white.to_bits(), 1 << 41)
    }

    /// Pieces of a full set that are neither on the board nor in a hand, kings left out.
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

    /// The mate-problem convention: gives `defender` every piece that is missing from the set.
    ///
    /// Problems are often written with the attacker's hand only; the defender then holds all the rest.
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
        let bit = Bitboard::of(square);
        self.gaits[gait::of(piece.kind())] ^= bit;
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
        let bit = Bitboard::of(square);
        self.gaits[gait::of(piece.kind())] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.board[square.index()] = None;
        self.board_key ^= piece_key(piece, square);
    }

    pub(crate) fn set_hand(&mut self, color: Color, hand: Hand) {
        self.hands[color.index()] = hand;
    }

    pub(crate) fn set_turn(&mut self, side: Color, move_number: u32) {
        if side != self.side {
            self.board_key ^= WHITE_TO_MOVE;
        }
        self.side = side;
        self.move_number = move_number;
    }

    /// Plays a move.
    ///
    /// The move must be [legal](Position::is_legal) here; anything else leaves an inconsistent position or panics.
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

    /// The [board key](Position::board_key) that playing `mv`, a legal move, would lead to.
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

    /// Takes back the move that returned `undo`; moves are taken back in reverse order.
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

    /// Lets the side to move pass, which must not be in check. No move of shogi: a question about threats.
    #[inline]
    pub fn make_pass(&mut self) {
        debug_assert!(!self.in_check());
        self.set_turn(!self.side, self.move_number + 1);
    }

    /// Takes back a pass.
    #[inline]
    pub fn unmake_pass(&mut self) {
        self.set_turn(!self.side, self.move_number - 1);
    }

    // ---- attacks -----------------------------------------------------------------------------------------------

    /// The pieces of `color` that attack `square` when `occupied` squares block.
    #[inline]
    pub fn attackers_to(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let g = &self.gaits;
        let other = !color;
        let steps = (pawn_steps(other, square) & g[gait::PAWN])
            | (knight_steps(other, square) & g[gait::KNIGHT])
            | (silver_steps(other, square) & g[gait::SILVER])
            | (gold_steps(other, square) & g[gait::GOLD])
            | (king_steps(square) & (g[gait::KING] | g[gait::HORSE] | g[gait::DRAGON]));
        (steps & self.colors[color.index()]) | self.sliders_to(square, color, occupied)
    }

    /// The lances, bishops and rooks (promoted or not) of `color` that attack `square` along a line.
    #[inline(always)]
    fn sliders_to(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let (straight, lances, diagonal) = self.sliders_on_lines(square, color);
        let mut found = Bitboard::EMPTY;
        // Most squares share no line with a slider: the tests are cheaper than the lookups they save.
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

    /// The sliders of `color` that would attack `square` on an empty board: rooks, lances, bishops.
    #[inline(always)]
    fn sliders_on_lines(&self, square: Square, color: Color) -> (Bitboard, Bitboard, Bitboard) {
        let g = &self.gaits;
        let own = self.colors[color.index()];
        (
            (g[gait::ROOK] | g[gait::DRAGON]) & own & rook_rays(square),
            g[gait::LANCE] & own & lance_rays(!color, square),
            (g[gait::BISHOP] | g[gait::HORSE]) & own & bishop_rays(square),
        )
    }

    /// What `color` does to a king on `king` and to the squares around it.
    #[inline(always)]
    pub(crate) fn threats_to(&self, king: Square, color: Color) -> Threats {
        let own = self.colors[color.index()];
        let g = &self.gaits;
        // The king does not shield the squares behind it from the slider it runs from.
        let king_bit = Bitboard::of(king);
        let occupied = self.occupied().without(king_bit);
        let mut threats = Threats::default();
        for square in own & near(king) {
            if let Some(piece) = self.piece_at(square) {
                let steps = steps_of(piece, square);
                threats.steps |= steps;
                threats.checkers |= Bitboard::of(square).only_if(steps.meets(king_bit));
            }
        }
        let mut slider = |square: Square, attacked: Bitboard| {
            threats.lines |= attacked;
            threats.checkers |= Bitboard::of(square).only_if(attacked.meets(king_bit));
        };
        for square in g[gait::LANCE] & own & lance_zone(color, king) {
            slider(square, lance_attacks(color, square, occupied));
        }
        for square in (g[gait::BISHOP] | g[gait::HORSE]) & own & bishop_zone(king) {
            slider(square, bishop_attacks(square, occupied));
        }
        for square in (g[gait::ROOK] | g[gait::DRAGON]) & own & rook_zone(king) {
            slider(square, rook_attacks(square, occupied));
        }
        threats
    }

    /// The pieces giving check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.side) {
            Some(king) => self.attackers_to(king, !self.side, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The squares whose piece, of either side, is all that stands between a slider of `attacker` and `king`.
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

    /// The pieces of `color` that shield their own king from a slider.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
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
