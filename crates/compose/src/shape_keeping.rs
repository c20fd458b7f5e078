//! Shape keeping (Ishitobi, Cincotti and Iida, 2013): replaces the pieces of a problem on the same squares.
//!
//! First all pieces except the kings become [strong](crate::strong) pieces. Then each piece in turn is replaced by the kind of
//! shogi piece with which the problem still has a mate and measures highest, until a round changes nothing. Owners and the
//! attacker's hand stay as they are. This is pseudo-code 3 of the paper. What the paper leaves open is decided here:
//!
//! - *Every possible piece*: the thirteen kinds other than the king, as far as the rules allow them on the square. The piece
//!   must be able to move, must not be a second pawn on its file, must exist in the set, and must not attack the defender's
//!   king, which may not be in check on the attacker's turn.
//! - *DFPN*: df-pn on a table, see [`MeasureSettings`]. A candidate is rejected if it has no mate, if it is not solved within
//!   the node limit, or if its MAX PN is larger than its MAX DN.
//! - *choose*: the highest MAX PN while other pieces are strong, otherwise the highest MAX DN; ties by the order of
//!   [`PieceKind::ALL`]. If every candidate is rejected, the piece stays as it is, strong or not.
//! - *The end*: when a round changes nothing, when a round ends with the position of an earlier round (a cycle), or after a
//!   number of rounds.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::{Limits, Verdict};
use yomikiri_shogi::{Bitboard, Color, Hand, Piece, PieceKind, Square};

use crate::measure::{MeasureSettings, Measurement, Store, bare};
use crate::setup::Setup;
use crate::strong::{StrongKind, StrongPiece, StrongPosition, StrongProblem, is_dead};

/// The parameters of shape keeping. The result depends only on them and on the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeKeeping {
    /// The node limit for each candidate.
    pub nodes: u64,
    /// The squares in the order in which their pieces are replaced. All other squares follow in numeric order.
    pub order: Vec<Square>,
    /// The largest number of rounds.
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
    /// The round, counted from 1.
    pub round: u32,
    /// The square of the piece.
    pub square: Square,
    /// The kind that was tried.
    pub kind: PieceKind,
    /// The measurement with that kind.
    pub measurement: Measurement,
}

/// A piece that was replaced.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// The chosen candidate.
    pub chosen: Trial,
    /// The kind before.
    pub was: StrongKind,
}

/// The reason why shape keeping ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReshapeEnd {
    /// A round changed nothing.
    Settled,
    /// A round ended with the position of an earlier round.
    Repeated,
    /// All rounds were used.
    Rounds,
    /// The stop flag was set.
    Stopped,
}

/// The result of shape keeping.
#[derive(Clone, Debug)]
pub struct Reshaped {
    /// The new problem, or `None` if a piece stayed strong.
    pub setup: Option<Setup>,
    /// The squares on which pieces stayed strong.
    pub strong: Vec<Square>,
    /// The number of rounds, including an unfinished one.
    pub rounds: u32,
    /// The number of measured candidates.
    pub trials: u64,
    /// The reason for the end.
    pub end: ReshapeEnd,
    /// All replacements in order.
    pub replacements: Vec<Replacement>,
}

impl ShapeKeeping {
    /// Reshapes a problem until the end or until `stop` is set. `on_trial` is called with each measured candidate.
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
            end: ReshapeEnd::Rounds,
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
                    candidate.put(square, StrongKind::Shogi(kind));
                    let measurement = self.measure(&candidate, stop.cloned());
                    if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                        reshaped.end = ReshapeEnd::Stopped;
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
                    && StrongKind::Shogi(chosen.kind) != piece.kind
                {
                    shape.put(square, StrongKind::Shogi(chosen.kind));
                    reshaped.replacements.push(Replacement { chosen, was: piece.kind });
                }
            }
            if shape == before {
                reshaped.end = ReshapeEnd::Settled;
                break;
            }
            if !seen.insert(shape.clone()) {
                reshaped.end = ReshapeEnd::Repeated;
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
        let settings = MeasureSettings { store: Store::Table, ..MeasureSettings::default() };
        let limits = Limits { visits: Some(self.nodes), stop, ..Limits::default() };
        let game = match shape.setup().and_then(|setup| setup.position().ok()) {
            // Without strong pieces the game is shogi, and `yomikiri-shogi` is faster.
            Some(position) => bare(&position, Color::Black),
            None => StrongProblem::new(shape.position(), Color::Black).into(),
        };
        settings.measure(game, limits, None)
    }
}

/// The value of a candidate, or `None` if it is rejected.
fn rank(measurement: &Measurement, by_pn: bool) -> Option<u64> {
    let (pn, dn) = (measurement.max_pn.exact()?, measurement.max_dn.exact()?);
    (measurement.verdict == Verdict::Proven && pn <= dn).then_some(if by_pn { pn } else { dn })
}

/// A problem in which some pieces are strong, with Black as the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    board: [Option<StrongPiece>; Square::COUNT],
    hand: Hand,
}

impl Shape {
    /// The setup with all pieces except the kings made strong.
    fn strong(setup: &Setup) -> Shape {
        let mut shape = Shape { board: [None; Square::COUNT], hand: setup.hand() };
        for (square, piece) in setup.pieces() {
            let kind = if piece.kind() == PieceKind::King {
                StrongKind::Shogi(PieceKind::King)
            } else {
                StrongKind::Strong
            };
            shape.board[square.index()] = Some(StrongPiece { kind, color: piece.color() });
        }
        shape
    }

    fn at(&self, square: Square) -> Option<StrongPiece> {
        self.board[square.index()]
    }

    /// Changes the kind of the piece on a square.
    fn put(&mut self, square: Square, kind: StrongKind) {
        if let Some(piece) = &mut self.board[square.index()] {
            piece.kind = kind;
        }
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, StrongPiece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    fn strong_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.pieces().filter(|(_, piece)| piece.kind == StrongKind::Strong).map(|(square, _)| square)
    }

    /// The number of pieces of `kind`, unpromoted, that are neither in the attacker's hand nor on the board outside the square
    /// `except`.
    fn missing(&self, kind: PieceKind, except: Option<Square>) -> u32 {
        let is = |(square, piece): &(Square, StrongPiece)| {
            Some(*square) != except && matches!(piece.kind, StrongKind::Shogi(on) if on.unpromoted() == kind)
        };
        let used = self.pieces().filter(is).count() as u32 + self.hand.count(kind);
        u32::from(kind.set_size()).saturating_sub(used)
    }

    /// The kinds that the rules allow for the piece of `color` on a square.
    fn possible_kinds(&self, square: Square, color: Color) -> impl Iterator<Item = PieceKind> + use<> {
        let occupied: Bitboard = self.pieces().map(|(square, _)| square).collect();
        let piece = |kind| StrongPiece { kind: StrongKind::Shogi(kind), color };
        let second_pawn = Bitboard::file(square.file())
            .into_iter()
            .any(|other| other != square && self.at(other) == Some(piece(PieceKind::Pawn)));
        let king = self.pieces().find(|(_, other)| {
            other.color == Color::White && other.kind == StrongKind::Shogi(PieceKind::King)
        });
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

    /// The position, in which White holds all other pieces.
    fn position(&self) -> StrongPosition {
        let hand = |hand: Hand, kind| hand.with(kind, self.missing(kind, None)).unwrap_or(hand);
        let rest = PieceKind::HAND.into_iter().fold(Hand::EMPTY, hand);
        let mut position = StrongPosition::empty([self.hand, rest], Color::Black);
        for (square, piece) in self.pieces() {
            position.put(square, Some(piece));
        }
        position
    }

    /// The setup, or `None` if there is a strong piece.
    fn setup(&self) -> Option<Setup> {
        let king = self.pieces().find(|(_, piece)| {
            *piece == StrongPiece { kind: StrongKind::Shogi(PieceKind::King), color: Color::White }
        });
        let mut setup = Setup::with_king(king?.0);
        setup.set_hand(self.hand);
        for (square, piece) in self.pieces() {
            let StrongKind::Shogi(kind) = piece.kind else { return None };
            setup.set(square, Some(Piece::new(kind, piece.color)));
        }
        Some(setup)
    }
}
