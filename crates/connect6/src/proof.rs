//! Proofs with relevance zones: winning trees that hold wherever else the defender places stones.
//!
//! A proof is a tree of *hypothetical* positions. In them the defender may have stones that he does not have in the game, and
//! he may lack stones that he placed where they do not matter. The tree is a proof of the game because of the following claim
//! about every node *n* of the tree, with its zone *Z* and its number *m* of spare stones:
//!
//! > The attacker wins every position that has the attacker's stones of *n*, and whose defender's stones are some of those
//! > of *n* and at most *m* others, none of them in *Z*.
//!
//! The claim follows from conditions that a [checker](crate::Proof::check) can verify at each node:
//!
//! - *A row*: the missing cells of the window are in *Z*.
//! - *An attacker's move*: its cells are in *Z*.
//! - *A defender's turn*, two conditions. First, the defender cannot make a row: consider a window without attacker's stones
//!   in which he has *d* stones. At most *m* spare stones, none of them in *Z*, can be in it as well. Together they must be
//!   fewer than a threat has. Second, one of the [refutations](Refutation) covers each of his moves. A refutation assumes
//!   that he has placed `stones`. It covers a move if at most `spare` stones of the move are not among them and none of
//!   these is in the zone of the refutation. Its tree has `m + spare` spare stones and a zone within *Z*.
//!
//! A null move is a refutation with no assumed stones and two spare ones; a semi-null move has one assumed and one spare
//! stone; a move that was searched has two assumed stones and no spare one.

use std::rc::Rc;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::rules::Window;

/// The places where additional stones of the defender could disturb a win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Cells that must have no additional stone.
    pub cells: CellSet,
    /// Windows that must not have two additional stones, because the defender would threaten with them.
    pub pairs: Vec<Window>,
}

/// The attacker's win at a node where he is to move.
#[derive(Clone, Debug)]
pub enum Win {
    /// The attacker completes a window.
    Row(Window),
    /// The attacker plays a move, after which every answer is refuted.
    Play(Move, Rc<Answers>),
}

/// The refutations of all moves at a node where the defender is to move.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Each move of the defender is covered by one of these.
    pub refutations: Vec<Refutation>,
}

/// The refutation of a family of the defender's moves.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The stones that the defender is assumed to have placed.
    pub stones: CellSet,
    /// The number of stones that he may place outside the zone instead.
    pub spare: usize,
    /// The zone that spare stones must avoid. Empty if there are none.
    pub zone: Zone,
    /// The attacker's win after these moves.
    pub win: Rc<Win>,
}

impl Refutation {
    /// The refutation of a single move by a win.
    pub fn new(mv: Move, win: Rc<Win>) -> Refutation {
        Refutation { stones: mv.set(), spare: 0, zone: Zone::default(), win }
    }

    /// The bytes that this value takes without its win, roughly.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Refutation>() + self.zone.pairs.capacity() * size_of::<Window>()
    }

    /// The refutation of all moves that do not stop a threat: the attacker completes its window.
    pub(crate) fn row(board: &Board, window: Window, attacker: Color) -> Refutation {
        let cells = board.cells_of(window) & !board.stones(attacker);
        Refutation {
            stones: CellSet::EMPTY,
            spare: board.rules().stones(),
            zone: Zone { cells, pairs: Vec::new() },
            win: Rc::new(Win::Row(window)),
        }
    }

    /// The second stones that make, together with `first`, a move that this refutation covers.
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

/// The zone of a win: the smallest that satisfies the conditions of the module page.
///
/// The win starts at `board`, with the attacker to move. `outer` spare stones come from earlier moves and `own` from this
/// one. Zones of null moves within the win are used as they are, so they must have been made for `outer + own` spare stones.
pub(crate) fn zone(board: &mut Board, win: &Win, outer: usize, own: usize) -> Zone {
    let mut zone = Zone::default();
    // With spare stones from earlier moves, two stones in a window may come from two moves. Then only cells are safe.
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
                retract(board, &refutation.stones, attacker);
            }
            prevent_rows(board, attacker, spare, pairs, zone);
            board.unmake(*mv);
        }
    }
}

/// Places any number of defender's stones, after which the attacker is to move.
pub(crate) fn assume(board: &mut Board, stones: &CellSet, attacker: Color) {
    stones.iter().for_each(|cell| board.place(cell, !attacker));
    board.set_side(attacker);
}

/// Takes back [`assume`].
pub(crate) fn retract(board: &mut Board, stones: &CellSet, attacker: Color) {
    board.set_side(!attacker);
    stones.iter().for_each(|cell| board.remove(cell, !attacker));
}

/// Enlarges the zone so that spare stones outside it give the defender no row at this turn.
fn prevent_rows(board: &Board, attacker: Color, spare: usize, pairs: bool, zone: &mut Zone) {
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
