//! Mates in one and in three plies, found without search nodes: leaf knowledge for a mate search.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::attacks::{attacks, king_steps};
use crate::movegen::MoveSink;
use crate::position::Threats;
use crate::{Bitboard, Move, PieceKind, Position, Square};

/// What a look at the checks of a position tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// This check mates.
    Mate(Move),
    /// There is no check at all.
    NoCheck,
    /// There are checks, and none of them mates.
    Open,
}

impl Position {
    /// Looks for a mate in one, and tells on the way whether there is any check.
    #[inline]
    pub fn glance(&self) -> Glance {
        let Some(mut search) = MateInOne::new(self) else { return Glance::NoCheck };
        let _ = self.generate_checks(&mut search);
        match search.found {
            Some(mv) => Glance::Mate(mv),
            None if search.any_check => Glance::Open,
            None => Glance::NoCheck,
        }
    }

    /// How many squares the other side's king could step to if it were its turn now.
    pub fn liberties(&self) -> u32 {
        let us = self.side_to_move();
        self.king(!us).map_or(0, |king| self.flights(king, &self.threats_to(king, us)).len())
    }

    /// Where the king on `king`, not of the side to move, could go if it were its turn now.
    #[inline(always)]
    fn flights(&self, king: Square, threats: &Threats) -> Bitboard {
        king_steps(king).without(self.pieces_of(!self.side_to_move()) | threats.covered())
    }

    /// A move that mates at once, if there is one.
    pub fn mate_in_one(&self) -> Option<Move> {
        match self.glance() {
            Glance::Mate(mv) => Some(mv),
            Glance::NoCheck | Glance::Open => None,
        }
    }

    /// The first move of a mate within three plies, if there is one.
    pub fn mate_in_three(&self) -> Option<Move> {
        if let Some(mv) = self.mate_in_one() {
            return Some(mv);
        }
        let mut position = self.clone();
        let mut replies = Vec::with_capacity(64);
        self.checks().into_iter().find(|&check| {
            let undo = position.make(check);
            replies.clear();
            let _ = position.generate_evasions(&mut replies);
            let mates = replies.iter().all(|&reply| {
                let undo = position.make(reply);
                let mates = position.mate_in_one().is_some();
                position.unmake(reply, undo);
                mates
            });
            position.unmake(check, undo);
            mates
        })
    }
}

/// Tries each check for mate and keeps the first that is one.
///
/// Most checks fail because the king steps to a square that was open before the move and is not covered by the piece that
/// moved. That is seen from sets computed once per position; only what passes is played and asked for an evasion.
struct MateInOne<'a> {
    position: &'a Position,
    king: Square,
    /// All occupied squares but the king's: a slider sees through the king it chases.
    occupied: Bitboard,
    /// Where the king could go if it were its turn now.
    flights: Bitboard,
    /// Neighbours of the king that the side to move attacks, and other squares.
    covered: Bitboard,
    /// Squares attacked by sliders that point at the king's neighbours: a piece leaving one may open a line to them.
    behind_sliders: Bitboard,
    /// From where a slider's check may mate: if the defender holds a piece that can be dropped on any square, he interposes
    /// it against a single check from afar.
    slider_mates: Bitboard,
    any_check: bool,
    found: Option<Move>,
}

impl<'a> MateInOne<'a> {
    #[inline(always)]
    fn new(position: &'a Position) -> Option<Self> {
        let us = position.side_to_move();
        let king = position.king(!us)?;
        let occupied = position.occupied().without(Bitboard::of(king));
        let threats = position.threats_to(king, us);
        let (covered, behind_sliders) = (threats.covered(), threats.lines);
        let flights = position.flights(king, &threats);
        let held = position.hand(!us);
        let interposes = [PieceKind::Gold, PieceKind::Silver, PieceKind::Bishop, PieceKind::Rook]
            .into_iter()
            .any(|kind| held.has(kind));
        let slider_mates = if interposes { king_steps(king) } else { Bitboard::ALL };
        Some(MateInOne {
            position,
            king,
            occupied,
            flights,
            covered,
            behind_sliders,
            slider_mates,
            any_check: false,
            found: None,
        })
    }

    /// Whether some flight surely stays open when a piece of this kind arrives on `to`, as long as nothing but that piece
    /// adds to what is covered.
    #[inline(always)]
    fn flight_left(&self, kind: PieceKind, to: Square, occupied: Bitboard) -> bool {
        let us = self.position.side_to_move();
        let newly = attacks(kind, us, to, occupied) | Bitboard::of(to);
        self.flights.without(newly).any()
    }

    /// From where a piece of this kind may mate by a check of its own alone.
    #[inline(always)]
    fn mating_squares(&self, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon => {
                self.slider_mates
            }
            _ => Bitboard::ALL,
        }
    }

    /// Few moves get here: inlined at each place that emits moves, it would only fill the instruction cache.
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

impl MoveSink for MateInOne<'_> {
    #[inline(always)]
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) -> ControlFlow<()> {
        self.any_check |= to.any();
        let landing = if promotes { kind.promoted().unwrap_or(kind) } else { kind };
        let occupied = self.occupied.without(Bitboard::of(from));
        // A piece that leaves a slider's line may let it cover more, or check as well: then the sets tell nothing.
        let opens_a_line = self.behind_sliders.contains(from);
        let to = if opens_a_line { to } else { to & self.mating_squares(landing) };
        for square in to {
            if opens_a_line || !self.flight_left(landing, square, occupied | Bitboard::of(square)) {
                self.try_move(Move::new(from, square, promotes))?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> ControlFlow<()> {
        self.any_check |= to.any();
        // The king takes an unprotected piece beside it: a drop changes nothing in who protects its square.
        let to = to & self.mating_squares(kind);
        for square in to.without(king_steps(self.king).without(self.covered)) {
            if !self.flight_left(kind, square, self.occupied | Bitboard::of(square)) {
                self.try_move(Move::drop(kind, square))?;
            }
        }
        Continue(())
    }
}
