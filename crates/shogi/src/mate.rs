//! Mates in one, for the leaves of a mate search.
//!
//! A mate search asks at every leaf whether there is a mate in one. So the answer is found without a search node: most
//! checks are refuted by sets of squares that are computed once per position, and only the rest are played.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::attacks::{attacks, king_steps};
use crate::movegen::MoveSink;
use crate::position::KingAttacks;
use crate::{Bitboard, CheckCounts, Move, PieceKind, Position, Square};

/// The result of [`Position::find_mate_in_one`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateInOne {
    /// This move mates.
    Mate(Move),
    /// The side to move has no check.
    NoCheck,
    /// There are checks, but none of them mates.
    None(CheckCounts),
}

impl Position {
    /// Looks for a mate in one. The result also says how many checks and liberties there are, which costs next to nothing.
    pub fn find_mate_in_one(&self) -> MateInOne {
        let Some(mut search) = MateInOneSearch::new(self) else { return MateInOne::NoCheck };
        let _ = self.generate_checks(&mut search);
        match (search.found, search.checks) {
            (Some(mv), _) => MateInOne::Mate(mv),
            (None, 0) => MateInOne::NoCheck,
            (None, checks) => MateInOne::None(CheckCounts { checks, liberties: search.flights.len() }),
        }
    }

    /// The number of squares to which the other side's king could move if it were its turn; zero without a king.
    pub fn liberties(&self) -> u32 {
        let us = self.side_to_move();
        self.king(!us).map_or(0, |king| self.flights(king, &self.attacks_on_king(king, us)).len())
    }

    /// The squares to which the other side's king, on `king`, could move if it were its turn.
    #[inline(always)]
    fn flights(&self, king: Square, king_attacks: &KingAttacks) -> Bitboard {
        king_steps(king).without(self.pieces_of(!self.side_to_move()) | king_attacks.covered())
    }

    /// A move that mates at once, or `None` if there is none.
    pub fn mate_in_one(&self) -> Option<Move> {
        match self.find_mate_in_one() {
            MateInOne::Mate(mv) => Some(mv),
            MateInOne::NoCheck | MateInOne::None(_) => None,
        }
    }
}

/// Tries each check for mate and keeps the first that is one.
///
/// Most checks fail because the king can step to a square that was safe before the move and that the moved piece does not
/// attack. The sets below, computed once per position, show this. Only the other checks are played to look for an evasion.
struct MateInOneSearch<'a> {
    position: &'a Position,
    king: Square,
    /// All occupied squares except the king's, since the king does not block the line of its checker.
    occupied: Bitboard,
    /// The squares to which the king could move if it were its turn.
    flights: Bitboard,
    /// Squares that the side to move attacks: complete among the king's neighbours.
    covered: Bitboard,
    /// The king's neighbours that the side to move attacks once at most: what moves there, the king takes.
    exposed: Bitboard,
    /// Squares on lines of sliders that point at the king's neighbours: a piece that leaves one may open the line.
    behind_sliders: Bitboard,
    /// Squares from which a slider's check can mate: only the king's neighbours if the defender holds a piece that he can
    /// drop on any square, because he interposes it against a check from farther away.
    slider_mates: Bitboard,
    /// The checks so far; all of them if none mates.
    checks: u32,
    found: Option<Move>,
}

impl<'a> MateInOneSearch<'a> {
    #[inline(always)]
    fn new(position: &'a Position) -> Option<Self> {
        let us = position.side_to_move();
        let king = position.king(!us)?;
        let occupied = position.occupied().without(Bitboard::from_square(king));
        let king_attacks = position.attacks_on_king(king, us);
        let (covered, behind_sliders) = (king_attacks.covered(), king_attacks.lines);
        let flights = position.flights(king, &king_attacks);
        let exposed = king_steps(king).without(king_attacks.twice);
        let held = position.hand(!us);
        let interposes = [PieceKind::Gold, PieceKind::Silver, PieceKind::Bishop, PieceKind::Rook]
            .into_iter()
            .any(|kind| held.has(kind));
        let slider_mates = if interposes { king_steps(king) } else { Bitboard::ALL };
        Some(MateInOneSearch {
            position,
            king,
            occupied,
            flights,
            covered,
            exposed,
            behind_sliders,
            slider_mates,
            checks: 0,
            found: None,
        })
    }

    /// Whether the king keeps a safe square when a piece of this kind lands on `to`. Holds only if the move opens no line.
    #[inline(always)]
    fn flight_left(&self, kind: PieceKind, to: Square, occupied: Bitboard) -> bool {
        let us = self.position.side_to_move();
        let newly = attacks(kind, us, to, occupied) | Bitboard::from_square(to);
        self.flights.without(newly).any()
    }

    /// The squares from which a direct check by a piece of this kind can mate.
    #[inline(always)]
    fn mating_squares(&self, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon => {
                self.slider_mates
            }
            _ => Bitboard::ALL,
        }
    }

    /// Plays `mv`, a check, and keeps it if it mates.
    ///
    /// Not inlined: few moves get this far, and copies at each call would only fill the instruction cache.
    #[inline(never)]
    fn try_move(&mut self, mv: Move) -> ControlFlow<()> {
        let mut next = self.position.clone();
        let _ = next.make(mv);
        if next.has_evasion() {
            return Continue(());
        }
        self.found = Some(mv);
        Break(())
    }
}

impl MoveSink for MateInOneSearch<'_> {
    #[inline(always)]
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()> {
        self.checks += to.len();
        let landing = if promotes { kind.promoted().unwrap_or(kind) } else { kind };
        let occupied = self.occupied.without(Bitboard::from_square(from));
        // A piece that leaves a slider's line may add attacked squares or a second check. Then the sets decide nothing.
        let opens_a_line = self.behind_sliders.contains(from);
        let to = if opens_a_line { to } else { (to & self.mating_squares(landing)).without(self.exposed) };
        for square in to {
            if opens_a_line || !self.flight_left(landing, square, occupied | Bitboard::from_square(square)) {
                self.try_move(Move::new(from, square, promotes))?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()> {
        self.checks += to.len();
        // A drop does not change who protects its square, so the king takes a piece dropped beside it unprotected.
        let to = to & self.mating_squares(kind);
        for square in to.without(king_steps(self.king).without(self.covered)) {
            if !self.flight_left(kind, square, self.occupied | Bitboard::from_square(square)) {
                self.try_move(Move::drop(kind, square))?;
            }
        }
        Continue(())
    }
}
