//! Proofs that hold whatever the defender does elsewhere: winning trees with relevance zones.
//!
//! A proof is a tree for *hypothetical* positions: in them the defender may have stones that he has not got, and may lack
//! some that he has placed where they do not matter. What makes it a proof of the real game is this claim about every node
//! *n* of the tree, with its zone *Z* and its number *m* of spare stones:
//!
//! > In every position that has the attacker's stones of *n*, and of defender's stones some of those of *n* and at most *m*
//! > others, none of which is in *Z*, the attacker wins.
//!
//! It follows from conditions that a [checker](crate::Proof::check) can see at each node:
//!
//! - *A row*: the missing cells of the window are in *Z*.
//! - *An attacker's move*: its cells are in *Z*.
//! - *A defender's turn*: first, he can not make a row. A window without attacker's stones in which he has *d* stones gets
//!   at most *m* spare ones, and none of *Z*; together they must be fewer than a threat has. Second, each of his moves
//!   is met by one of the [refutations](Refutation): it says "assume that he has placed `stones`; of the stones of his move
//!   that are not among them, at most `spare`, none is in my zone". Its tree has `m + spare` spare stones and a zone within
//!   *Z*.
//!
//! A null move is a refutation with no stones and all of a move's to spare; a semi-null move has one stone and one to
//! spare; a move that has to be searched has two and none.

use std::rc::Rc;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::rules::Window;

/// Where a defender's stone could matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Not one stone on these cells.
    pub cells: CellSet,
    /// Not two stones in one of these windows: with them, the defender would threaten.
    pub pairs: Vec<Window>,
}

/// How the attacker wins where he is to move.
#[derive(Clone, Debug)]
pub enum Win {
    /// He completes a window.
    Row(Window),
    /// He moves.
    Play(Move, Rc<Answers>),
}

/// Why the defender, who is to move, loses.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Each of his moves is met by one of these.
    pub refutations: Vec<Refutation>,
}

/// What meets a family of the defender's moves.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Stones that he is assumed to have placed.
    pub stones: CellSet,
    /// How many he may place elsewhere.
    pub spare: usize,
    /// Where elsewhere is not. Only if some are to spare.
    pub zone: Zone,
    /// How the attacker wins then.
    pub win: Rc<Win>,
}

impl Refutation {
    /// The refutation of one move by what the attacker plays after it.
    pub fn of(mv: Move, win: Rc<Win>) -> Refutation {
        Refutation { stones: mv.set(), spare: 0, zone: Zone::default(), win }
    }

    /// The refutation of everything that leaves an open window alone.
    pub(crate) fn row(board: &Board, window: Window, attacker: Color) -> Refutation {
        let cells = board.cells_of(window) & !board.stones(attacker);
        Refutation {
            stones: CellSet::EMPTY,
            spare: board.rules().stones(),
            zone: Zone { cells, pairs: Vec::new() },
            win: Rc::new(Win::Row(window)),
        }
    }

    /// The second stones with which a first one makes a move that this meets.
    pub(crate) fn partners(&self, board: &Board, first: Cell) -> CellSet {
        let outside = usize::from(!self.stones.contains(first));
        if self.spare < outside || outside == 1 && self.zone.cells.contains(first) {
            return CellSet::EMPTY;
        }
        if self.spare == outside {
            return self.stones;
        }
        let mut elsewhere = !self.zone.cells;
        if outside == 1 {
            for &window in &self.zone.pairs {
                if board.cells_of(window).contains(first) {
                    elsewhere &= !board.cells_of(window);
                }
            }
        }
        self.stones | elsewhere
    }
}

/// The zone of a win, what the conditions ask for and no more: `outer` stones were to spare before, `own` are with this move.
/// `board` is where the win starts, the attacker to move. Zones of inner null moves are as they stand: they must have been made
/// with all stones that are to spare here.
pub(crate) fn zone(board: &mut Board, win: &Win, outer: usize, own: usize) -> Zone {
    let mut zone = Zone::default();
    // With stones to spare from before, two of a window could come from two moves: then single cells must do.
    let pairs = outer == 0;
    let attacker = board.side_to_move();
    collect(board, attacker, win, outer + own, pairs, &mut zone);
    zone.pairs.sort_unstable();
    zone.pairs.dedup();
    zone
}

fn collect(board: &mut Board, attacker: Color, win: &Win, spare: usize, pairs: bool, zone: &mut Zone) {
    match win {
        Win::Row(window) => zone.cells |= board.cells_of(*window) & !board.stones(attacker),
        Win::Play(mv, answers) => {
            zone.cells |= mv.set();
            board.make(*mv);
            for refutation in &answers.refutations {
                if refutation.spare > 0 {
                    zone.cells |= refutation.zone.cells;
                    continue;
                }
                assume(board, &refutation.stones, attacker);
                collect(board, attacker, &refutation.win, spare, pairs, zone);
                forget(board, &refutation.stones, attacker);
            }
            keep_from_threats(board, attacker, spare, pairs, zone);
            board.unmake(*mv);
        }
    }
}

/// The defender places stones, as many as it may be, and it is the attacker's turn.
pub(crate) fn assume(board: &mut Board, stones: &CellSet, attacker: Color) {
    stones.iter().for_each(|cell| board.place(cell, !attacker));
    board.set_side(attacker);
}

/// Takes them back.
pub(crate) fn forget(board: &mut Board, stones: &CellSet, attacker: Color) {
    board.set_side(!attacker);
    stones.iter().for_each(|cell| board.remove(cell, !attacker));
}

/// Makes the zone large enough that spare stones outside it give the defender no row at this turn of his.
fn keep_from_threats(board: &Board, attacker: Color, spare: usize, pairs: bool, zone: &mut Zone) {
    let defender = !attacker;
    for stones in 0..board.rules().threat() {
        let allowed = board.rules().threat() - 1 - stones;
        if spare <= allowed {
            continue;
        }
        for window in board.open(defender, stones).iter() {
            let free = board.cells_of(window) & !board.stones(defender);
            let outside = free & !zone.cells;
            let excess = (outside.len() as usize).saturating_sub(allowed);
            if excess == 0 {
                continue;
            }
            if pairs && allowed == 1 {
                zone.pairs.push(window);
            } else {
                outside.iter().take(excess).for_each(|cell| zone.cells.insert(cell));
            }
        }
    }
}
