//! All legal checks.
//!
//! A mate search spends much of its time here, so the generator skips pieces that cannot give check: for each square of the
//! king, a table holds the squares from which a pawn, lance, knight, silver or gold reaches a checking square in one move.
//! Bishops and rooks have no table, because there are at most four of them.

use std::ops::ControlFlow::Continue;

use super::check_info::OnlyChecks;
use super::{CheckInfo, Flow, MoveSink, drops, evasions, legal};
use crate::attacks::{attacks, gold_steps, knight_steps, lance_rays, line, pawn_steps, silver_steps};
use crate::position::movement;
use crate::{Bitboard, Color, Position, Square};

#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, sink: &mut S) -> Flow {
    let Some(info) = CheckInfo::new(position) else { return Continue(()) };
    let us = position.side_to_move();
    if let Some(own_king) = position.king(us) {
        if position.in_check() {
            let king_attacks = position.attacks_on_king(own_king, !us);
            return evasions::generate(position, &king_attacks, &mut OnlyChecks { info: &info, sink });
        }
        if info.discoverers().contains(own_king) {
            let king_attacks = position.attacks_on_king(own_king, !us);
            legal::king_moves(position, sink, own_king, &king_attacks, !line(info.king(), own_king))?;
        }
    }

    let pins = legal::Pins::new(position);
    let own = position.pieces_of(us);
    let occupied = position.occupied();
    let zone = legal::ZONE[us.index()];
    let reach = &REACH[us.index()][info.king().index()];
    legal::for_each_piece(
        #[inline(always)]
        |movement| {
            let pieces = position.movers(us, movement);
            if movement < TABLED { pieces & (reach[movement] | info.discoverers()) } else { pieces }
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

/// How many movements have a table: pawn, lance, knight, silver and gold, which are numbered first.
const TABLED: usize = movement::GOLD + 1;

/// By colour, king square and movement: the squares from which one move, promoting or not, gives check on an empty board.
static REACH: [[[Bitboard; TABLED]; Square::COUNT]; 2] = {
    let mut table = [[[Bitboard::EMPTY; TABLED]; Square::COUNT]; 2];
    let mut index = 0;
    while let Some(king) = Square::from_index(index) {
        let mut movement = 0;
        while movement < TABLED {
            table[0][index][movement] = reach(Color::Black, movement, king);
            table[1][index][movement] = reach(Color::White, movement, king);
            movement += 1;
        }
        index += 1;
    }
    table
};

/// The squares from which a piece with this movement attacks `square`: those that the other side's piece attacks from there.
const fn moves_back(us: Color, movement: usize, square: Square) -> Bitboard {
    match movement {
        movement::PAWN => pawn_steps(us.other(), square),
        movement::LANCE => lance_rays(us.other(), square),
        movement::KNIGHT => knight_steps(us.other(), square),
        movement::SILVER => silver_steps(us.other(), square),
        movement::GOLD => gold_steps(us.other(), square),
        _ => Bitboard::EMPTY,
    }
}

/// One entry of [`REACH`].
const fn reach(us: Color, movement: usize, king: Square) -> Bitboard {
    let zone = legal::ZONE[us.index()];
    let mut from = Bitboard::EMPTY;
    let mut checking = moves_back(us, movement, king);
    while let Some(square) = checking.first() {
        from = from.union(moves_back(us, movement, square));
        checking = checking.without(Bitboard::from_square(square));
    }
    if movement != movement::GOLD {
        let mut checking = moves_back(us, movement::GOLD, king);
        while let Some(square) = checking.first() {
            let back = moves_back(us, movement, square);
            from = from.union(if zone.contains(square) {
                back
            } else {
                back.without(Bitboard::ALL.without(zone))
            });
            checking = checking.without(Bitboard::from_square(square));
        }
    }
    from
}
