//! Features of a problem that composers value and that can be counted: sacrifices, non-promotions, interpositions, economy.
//!
//! They are computed from a position and one line of play. Whether a move is *necessary* is left to the judge of soundness.

use yomikiri_shogi::attacks::between;
use yomikiri_shogi::{Hand, Move, PieceKind, Position};

/// Features of a problem and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The length of the line in plies.
    pub length: usize,
    /// The attacker's pieces that the defender captures right after they were moved or dropped.
    pub sacrifices: Vec<Sacrifice>,
    /// The attacker's moves that could promote but do not.
    pub non_promotions: Vec<NonPromotion>,
    /// The number of interpositions by a drop.
    pub interposed_drops: usize,
    /// The number of interpositions by a move.
    pub interposed_moves: usize,
    /// The number of the attacker's captures.
    pub captures: usize,
    /// The number of the attacker's pieces on the board, including a king.
    pub attackers: u32,
    /// The number of the defender's pieces on the board, including the king.
    pub defenders: u32,
    /// The attacker's hand at the start.
    pub hand: Hand,
    /// The attacker's hand at the end.
    pub leftover: Hand,
}

/// A sacrificed piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sacrifice {
    /// The ply that offers the piece, counted from 1.
    pub ply: usize,
    /// The kind of the piece as it is captured, promoted or not.
    pub kind: PieceKind,
    /// Whether the piece was dropped.
    pub dropped: bool,
}

/// A move that could promote but does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonPromotion {
    /// The ply of the move, counted from 1.
    pub ply: usize,
    /// The kind of the piece.
    pub kind: PieceKind,
}

/// The error for a line with an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}: {mv} is not a legal move")]
pub struct IllegalLine {
    /// The ply of the illegal move, counted from 1.
    pub ply: usize,
    /// The illegal move.
    pub mv: Move,
}

impl Features {
    /// The features of a position, with the attacker to move, and of a line from it. Fails if a move of the line is illegal.
    pub fn new(position: &Position, line: &[Move]) -> Result<Features, IllegalLine> {
        let attacker = position.side_to_move();
        let mut features = Features {
            length: line.len(),
            sacrifices: Vec::new(),
            non_promotions: Vec::new(),
            interposed_drops: 0,
            interposed_moves: 0,
            captures: 0,
            attackers: position.pieces_of(attacker).len(),
            defenders: position.pieces_of(!attacker).len(),
            hand: position.hand(attacker),
            leftover: Hand::EMPTY,
        };
        let mut position = position.clone();
        let mut previous: Option<Move> = None;
        for (&mv, ply) in line.iter().zip(1..) {
            if !position.is_legal(mv) {
                return Err(IllegalLine { ply, mv });
            }
            if position.side_to_move() == attacker {
                features.attack(&position, mv, ply);
            } else {
                features.defence(&position, mv, ply, previous);
            }
            let _ = position.make(mv);
            previous = Some(mv);
        }
        features.leftover = position.hand(attacker);
        Ok(features)
    }

    fn attack(&mut self, position: &Position, mv: Move, ply: usize) {
        self.captures += usize::from(position.piece_at(mv.to()).is_some());
        if !mv.promotes()
            && let Some(kind) = could_promote(position, mv)
        {
            self.non_promotions.push(NonPromotion { ply, kind });
        }
    }

    fn defence(&mut self, position: &Position, mv: Move, ply: usize, previous: Option<Move>) {
        if let Some(offer) = previous
            && offer.to() == mv.to()
            && let Some(piece) = position.piece_at(mv.to())
        {
            self.sacrifices.push(Sacrifice { ply: ply - 1, kind: piece.kind(), dropped: offer.is_drop() });
        }
        let Some(king) = position.king(position.side_to_move()) else { return };
        // Nothing can be interposed against a double check, so the first checker suffices.
        let line = position.checkers().first().map(|checker| between(king, checker));
        if mv.from() != Some(king) && line.is_some_and(|line| line.contains(mv.to())) {
            if mv.is_drop() {
                self.interposed_drops += 1;
            } else {
                self.interposed_moves += 1;
            }
        }
    }

    /// The number of pieces on the board and in the attacker's hand, including kings.
    pub fn pieces(&self) -> u32 {
        self.attackers + self.defenders + self.hand.total()
    }

    /// Whether the attacker's hand is empty at the end.
    pub fn uses_everything(&self) -> bool {
        self.leftover.is_empty()
    }
}

/// The kind of the moving piece if the move could promote.
fn could_promote(position: &Position, mv: Move) -> Option<PieceKind> {
    let (from, side) = (mv.from()?, position.side_to_move());
    let kind = position.piece_at(from)?.kind();
    let in_zone = from.relative_rank(side) < 3 || mv.to().relative_rank(side) < 3;
    (in_zone && kind.promoted().is_some()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZUKO_SOLUTIONS: &str = include_str!("../../../data/zuko_solutions.tsv");

    fn features(sfen: &str, line: &str) -> Features {
        let moves: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        Features::new(&Position::from_sfen(sfen).unwrap(), &moves).unwrap()
    }

    fn zuko(name: &str) -> Features {
        let row = ZUKO_SOLUTIONS.lines().find(|row| row.contains(&format!("将棋図巧 {name} "))).unwrap();
        features(row.split('\t').next().unwrap(), row.split("line=").nth(1).unwrap())
    }

    fn sacrifice(ply: usize, kind: PieceKind, dropped: bool) -> Sacrifice {
        Sacrifice { ply, kind, dropped }
    }

    /// ▲４六金 (takes a dragon) △同桂 ▲５二飛 △同馬 ▲５三飛 △４七玉 ▲５八金 △同桂成 ▲４三飛成 △同香 ▲１四角成 △５六玉 ▲５五金
    #[test]
    fn zuko_79_by_hand() {
        let features = zuko("79");
        assert_eq!((features.length, features.captures), (13, 1));
        assert_eq!(
            features.sacrifices,
            [
                sacrifice(1, PieceKind::Gold, false),
                sacrifice(3, PieceKind::Rook, true),
                sacrifice(7, PieceKind::Gold, true),
                sacrifice(9, PieceKind::Dragon, false),
            ]
        );
        assert_eq!((features.interposed_drops, features.interposed_moves), (0, 0));
        assert!(features.non_promotions.is_empty() && features.uses_everything());
        assert_eq!((features.attackers, features.defenders, features.hand.total()), (5, 10, 3));
        assert_eq!(features.pieces(), 18);
    }

    /// ▲８五飛 △９四玉 (takes a silver that had been there) ▲８三飛不成 (takes a pawn) △９五玉 ▲８五馬 △同桂 ▲９三飛不成 △同香 ▲９六歩
    /// △９四玉 ▲６一角成 △８四玉 ▲８三馬 △７五玉 (takes a knight) ▲６五と
    #[test]
    fn zuko_33_by_hand() {
        let features = zuko("33");
        let unpromoted = |ply| NonPromotion { ply, kind: PieceKind::Rook };
        assert_eq!(features.non_promotions, [unpromoted(3), unpromoted(7)]);
        assert_eq!(
            features.sacrifices,
            [sacrifice(5, PieceKind::Horse, false), sacrifice(7, PieceKind::Rook, false)]
        );
        assert_eq!((features.length, features.captures, features.hand), (15, 1, Hand::EMPTY));
        assert_eq!((features.attackers, features.defenders), (8, 6));
        assert!(features.uses_everything(), "the pawn was dropped again");
    }

    #[test]
    fn interpositions() {
        let drop = features("8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1", "1f1d P*1c G*2b");
        assert_eq!((drop.interposed_drops, drop.interposed_moves, drop.captures), (1, 0, 1));
        assert!(drop.uses_everything(), "the gold that was taken");
        let moved = features("8k/7s1/9/9/9/9/9/9/9 b R 1", "R*1i 2b1c");
        assert_eq!((moved.interposed_drops, moved.interposed_moves), (0, 1));
        // The king steps aside, or takes: no interposition. White attacks here.
        let king = features("9/9/9/9/9/9/9/9/K8 w 2g 1", "G*9h 9i9h G*9g");
        assert_eq!((king.interposed_drops, king.interposed_moves, king.sacrifices.len()), (0, 0, 1));
        assert_eq!((king.attackers, king.defenders), (0, 1));
        assert!(!features("9/9/9/9/9/9/9/9/K8 w 2g 1", "G*9h").uses_everything());
    }

    #[test]
    fn a_line_that_cannot_be_played() {
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let moves = ["G*5b", "5a5b"].map(|mv| mv.parse().unwrap());
        let error = Features::new(&position, &moves).unwrap_err();
        assert_eq!(error.to_string(), "ply 2: 5a5b is not a legal move");
    }

    #[test]
    fn every_line_of_the_book_can_be_read() {
        for row in ZUKO_SOLUTIONS.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let features = features(columns[0], row.split("line=").nth(1).unwrap());
            assert_eq!(columns[1].parse(), Ok(features.length), "{row}");
            assert!(!features.sacrifices.is_empty(), "{row}");
        }
    }
}
