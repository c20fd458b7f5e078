//! All legal checks.
//!
//! The speed of a mate search is decided here, so the generator looks at no piece that cannot check: a table tells, for
//! each king square, from where a pawn, lance, knight, silver or gold can reach a checking square in one move. Bishops and
//! rooks are few and are all looked at.

use std::ops::ControlFlow::Continue;

use super::check_info::OnlyChecks;
use super::{CheckInfo, Flow, MoveSink, drops, evasions, legal};
use crate::attacks::{attacks, gold_steps, knight_steps, lance_rays, line, pawn_steps, silver_steps};
use crate::position::gait;
use crate::{Bitboard, Color, Position, Square};

#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, sink: &mut S) -> Flow {
    let Some(info) = CheckInfo::new(position) else { return Continue(()) };
    let us = position.side_to_move();
    if let Some(own_king) = position.king(us) {
        if position.in_check() {
            let threats = position.threats_to(own_king, !us);
            return evasions::generate(position, &threats, &mut OnlyChecks { info: &info, sink });
        }
        if info.discoverers().contains(own_king) {
            let threats = position.threats_to(own_king, !us);
            legal::king_moves(position, sink, own_king, &threats, !line(info.king(), own_king))?;
        }
    }

    let pins = legal::Pins::new(position);
    let own = position.pieces_of(us);
    let occupied = position.occupied();
    let zone = legal::ZONE[us.index()];
    let reach = &REACH[us.index()][info.king().index()];
    legal::for_each_piece(
        #[inline(always)]
        |gait| {
            let pieces = position.gait(us, gait);
            if gait < TABLED { pieces & (reach[gait] | info.discoverers()) } else { pieces }
        },
        #[inline(always)]
        |from, kind| {
            let to = pins.allow(from, attacks(kind, us, from, occupied).without(own));
            if let Some(promoted) = kind.promoted() {
                let promoting = if zone.contains(from) { to } else { to & zone };
                sink.moves(from, kind, info.checking(from, promoted, promoting), true)?;
            }
            sink.moves(from, kind, info.checking(from, kind, to) & drops::alive(us, kind), false)
        },
    )?;
    let empty = !occupied;
    drops::generate(position, sink, |kind| info.direct(kind) & empty)
}

/// The gaits with a table: pawn, lance, knight, silver, gold.
const TABLED: usize = gait::GOLD + 1;

/// By colour, king square and gait: from where one move, promoting or not, reaches a checking square of the empty board.
static REACH: [[[Bitboard; TABLED]; Square::COUNT]; 2] = {
    let mut table = [[[Bitboard::EMPTY; TABLED]; Square::COUNT]; 2];
    let mut index = 0;
    while let Some(king) = Square::from_index(index) {
        let mut gait = 0;
        while gait < TABLED {
            table[0][index][gait] = reach(Color::Black, gait, king);
            table[1][index][gait] = reach(Color::White, gait, king);
            gait += 1;
        }
        index += 1;
    }
    table
};

/// The squares from which a move of `gait` leads to `square`: the other side's moves, turned round.
const fn moves_back(us: Color, gait: usize, square: Square) -> Bitboard {
    match gait {
        gait::PAWN => pawn_steps(us.other(), square),
        gait::LANCE => lance_rays(us.other(), square),
        gait::KNIGHT => knight_steps(us.other(), square),
        gait::SILVER => silver_steps(us.other(), square),
        gait::GOLD => gold_steps(us.other(), square),
        _ => Bitboard::EMPTY,
    }
}

/// One entry of [`REACH`].
const fn reach(us: Color, gait: usize, king: Square) -> Bitboard {
    let zone = legal::ZONE[us.index()];
    let mut from = Bitboard::EMPTY;
    let mut checking = moves_back(us, gait, king);
    while let Some(square) = checking.first() {
        from = from.union(moves_back(us, gait, square));
        checking = checking.without(Bitboard::of(square));
    }
    if gait != gait::GOLD {
        let mut checking = moves_back(us, gait::GOLD, king);
        while let Some(square) = checking.first() {
            let back = moves_back(us, gait, square);
            from = from.union(if zone.contains(square) {
                back
            } else {
                back.without(Bitboard::ALL.without(zone))
            });
            checking = checking.without(Bitboard::of(square));
        }
    }
    from
}
