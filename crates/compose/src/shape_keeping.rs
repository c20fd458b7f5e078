//! Shape keeping (Ishitobi, Cincotti and Iida, 2013): a problem keeps its squares, its sides and its hand, and gets other pieces.
//!
//! All pieces but the kings become [strong](crate::strong) ones. Then each piece in turn is replaced by the kind of shogi piece with
//! which the problem is still a mate and measures highest, until a round changes nothing. This is pseudo-code 3 of the paper; what it
//! leaves open is settled here:
//!
//! - *Every possible piece*: the thirteen kinds other than the king that may stand there by the rules: not dead, no second
//!   pawn on a file, no more of a kind than a set has on the board and in the attacker's hand, and not attacking the
//!   defender's king, which on the attacker's turn may not be in check. As the squares stay as they are, that depends on no other piece's kind.
//! - *DFPN*: df-pn on a table, see [`Settings`]. A candidate that is no mate, or that is not decided within the nodes allowed, is out, and so
//!   is one whose MAX PN is larger than its MAX DN.
//! - *choose*: the highest MAX PN while other pieces are strong, and otherwise the highest MAX DN; of equals the first in the order of
//!   [`PieceKind::ALL`]. If no candidate is left, the piece stays what it is, strong or not.
//! - *The end*: when a round changes nothing, when a position comes again at the end of a round, which would go on for ever, or
//!   after a number of rounds.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::{Limits, Verdict};
use yomikiri_shogi::{Bitboard, Color, Hand, Piece, PieceKind, Square};

use crate::measure::{Measurement, Settings, Store, bare};
use crate::setup::Setup;
use crate::strong::{Kind, StrongPiece, StrongPosition, StrongProblem, is_dead};

/// The technique with its parameters. The same parameters make the same problem of the same problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeKeeping {
    /// Nodes that the search of a candidate may visit.
    pub nodes: u64,
    /// The order in which pieces are replaced; those on other squares follow, in the order of squares.
    pub order: Vec<Square>,
    /// At most so many rounds.
    pub rounds: u32,
}

impl Default for ShapeKeeping {
    fn default() -> Self {
        ShapeKeeping { nodes: 20_000, order: Vec::new(), rounds: 20 }
    }
}

/// A candidate that was measured.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The round, from 1.
    pub round: u32,
    /// Where the piece stands.
    pub square: Square,
    /// What it was tried as.
    pub kind: PieceKind,
    /// What came out.
    pub measurement: Measurement,
}

/// A piece that was replaced.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// The chosen candidate.
    pub chosen: Trial,
    /// What it was before.
    pub was: Kind,
}

/// Why shape keeping ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A round changed nothing.
    Settled,
    /// A round ended where an earlier one had ended.
    Repeated,
    /// All rounds were used.
    Rounds,
    /// It was stopped.
    Stopped,
}

/// What became of a problem.
#[derive(Clone, Debug)]
pub struct Reshaped {
    /// The new problem; nothing if a piece had to stay strong.
    pub setup: Option<Setup>,
    /// Where pieces stayed strong.
    pub strong: Vec<Square>,
    /// Rounds that were begun.
    pub rounds: u32,
    /// Candidates that were measured.
    pub trials: u64,
    /// Why it ended.
    pub end: End,
    /// Every replacement, one after the other.
    pub replacements: Vec<Replacement>,
}

impl ShapeKeeping {
    /// Reshapes a problem. `stop` ends it from outside, `on_trial` is told of each candidate.
    pub fn run(
        &self,
        setup: &Setup,
        stop: Option<&Arc<AtomicBool>>,
        on_trial: &mut dyn FnMut(&Trial),
    ) -> Reshaped {
        let mut shape = Shape::strong(setup);
        let mut reshaped = Reshaped {
            setup: None,
            strong: Vec::new(),
            rounds: 0,
            trials: 0,
            end: End::Rounds,
            replacements: Vec::new(),
        };
        let mut seen = HashSet::from([shape.clone()]);
        let squares = self.squares(setup);
        'rounds: for round in 1..=self.rounds {
            reshaped.rounds = round;
            let before = shape.clone();
            for &square in &squares {
                let Some(piece) = shape.at(square) else { continue };
                let mut best: Option<Trial> = None;
                let by_pn = shape.strong_squares().any(|other| other != square);
                for kind in shape.possible_kinds(square, piece.color) {
                    let mut candidate = shape.clone();
                    candidate.put(square, Kind::Shogi(kind));
                    let measurement = self.measure(&candidate, stop.cloned());
                    if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                        reshaped.end = End::Stopped;
                        break 'rounds;
                    }
                    let trial = Trial { round, square, kind, measurement };
                    reshaped.trials += 1;
                    on_trial(&trial);
                    let rank = |trial: &Trial| rank(&trial.measurement, by_pn);
                    if rank(&trial) > best.as_ref().and_then(rank) {
                        best = Some(trial);
                    }
                }
                if let Some(chosen) = best
                    && Kind::Shogi(chosen.kind) != piece.kind
                {
                    shape.put(square, Kind::Shogi(chosen.kind));
                    reshaped.replacements.push(Replacement { chosen, was: piece.kind });
                }
            }
            if shape == before {
                reshaped.end = End::Settled;
                break;
            }
            if !seen.insert(shape.clone()) {
                reshaped.end = End::Repeated;
                break;
            }
        }
        reshaped.strong = shape.strong_squares().collect();
        reshaped.setup = shape.setup();
        reshaped
    }

    /// The squares of the pieces to be replaced, in order.
    fn squares(&self, setup: &Setup) -> Vec<Square> {
        let mut squares: Vec<Square> = Vec::new();
        for square in self.order.iter().copied().chain(Square::all()) {
            let replaceable = setup.at(square).is_some_and(|piece| piece.kind() != PieceKind::King);
            if replaceable && !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }

    fn measure(&self, shape: &Shape, stop: Option<Arc<AtomicBool>>) -> Measurement {
        let settings = Settings { store: Store::Table, ..Settings::default() };
        let limits = Limits { nodes: Some(self.nodes), stop, ..Limits::default() };
        match shape.setup().and_then(|setup| setup.position().ok()) {
            // The same game, faster.
            Some(position) => settings.measure(bare(&position, Color::Black), limits, None),
            None => settings.measure(StrongProblem::new(shape.position(), Color::Black), limits, None),
        }
    }
}

/// What a candidate counts; nothing if it is out.
fn rank(measurement: &Measurement, by_pn: bool) -> Option<u64> {
    let (pn, dn) = (measurement.max_pn.exact()?, measurement.max_dn.exact()?);
    (measurement.verdict == Verdict::Proven && pn <= dn).then_some(if by_pn { pn } else { dn })
}

/// A problem in which some pieces are strong: White's pieces, and Black's, who attacks and whose hand stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    board: [Option<StrongPiece>; Square::COUNT],
    hand: Hand,
}

impl Shape {
    /// All pieces but the kings made strong.
    fn strong(setup: &Setup) -> Shape {
        let mut shape = Shape { board: [None; Square::COUNT], hand: setup.hand() };
        for (square, piece) in setup.pieces() {
            let kind =
                if piece.kind() == PieceKind::King { Kind::Shogi(PieceKind::King) } else { Kind::Strong };
            shape.board[square.index()] = Some(StrongPiece { kind, color: piece.color() });
        }
        shape
    }

    fn at(&self, square: Square) -> Option<StrongPiece> {
        self.board[square.index()]
    }

    /// Makes the piece on a square another.
    fn put(&mut self, square: Square, kind: Kind) {
        if let Some(piece) = &mut self.board[square.index()] {
            piece.kind = kind;
        }
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, StrongPiece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    fn strong_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.pieces().filter(|(_, piece)| piece.kind == Kind::Strong).map(|(square, _)| square)
    }

    /// How many pieces of a hand's kind are neither on the board, `except` one square, nor in the attacker's hand.
    fn missing(&self, kind: PieceKind, except: Option<Square>) -> u32 {
        let is = |(square, piece): &(Square, StrongPiece)| {
            Some(*square) != except && matches!(piece.kind, Kind::Shogi(on) if on.unpromoted() == kind)
        };
        let used = self.pieces().filter(is).count() as u32 + self.hand.count(kind);
        u32::from(kind.set_size()).saturating_sub(used)
    }

    /// What the piece of `color` on a square may be by the rules.
    fn possible_kinds(&self, square: Square, color: Color) -> impl Iterator<Item = PieceKind> + use<> {
        let occupied: Bitboard = self.pieces().map(|(square, _)| square).collect();
        let piece = |kind| StrongPiece { kind: Kind::Shogi(kind), color };
        let second_pawn = Bitboard::file(square.file())
            .into_iter()
            .any(|other| other != square && self.at(other) == Some(piece(PieceKind::Pawn)));
        let king = self
            .pieces()
            .find(|(_, other)| other.color == Color::White && other.kind == Kind::Shogi(PieceKind::King));
        let allowed = |kind: PieceKind| {
            let gives_check = color == Color::Black
                && king.is_some_and(|(king, _)| piece(kind).attacks(square, occupied).contains(king));
            kind != PieceKind::King
                && self.missing(kind.unpromoted(), Some(square)) > 0
                && !is_dead(piece(kind), square)
                && !(kind == PieceKind::Pawn && second_pawn)
                && !gives_check
        };
        let kinds: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|&kind| allowed(kind)).collect();
        kinds.into_iter()
    }

    /// The position: White holds whatever is nowhere else.
    fn position(&self) -> StrongPosition {
        let hand = |hand: Hand, kind| hand.with(kind, self.missing(kind, None)).unwrap_or(hand);
        let rest = PieceKind::HAND.into_iter().fold(Hand::EMPTY, hand);
        let mut position = StrongPosition::empty([self.hand, rest], Color::Black);
        for (square, piece) in self.pieces() {
            position.put(square, Some(piece));
        }
        position
    }

    /// As a problem of shogi; nothing if there is a strong piece.
    fn setup(&self) -> Option<Setup> {
        let king = self.pieces().find(|(_, piece)| {
            *piece == StrongPiece { kind: Kind::Shogi(PieceKind::King), color: Color::White }
        });
        let mut setup = Setup::with_king(king?.0);
        setup.set_hand(self.hand);
        for (square, piece) in self.pieces() {
            let Kind::Shogi(kind) = piece.kind else { return None };
            setup.set(square, Some(Piece::new(kind, piece.color)));
        }
        Some(setup)
    }
}
