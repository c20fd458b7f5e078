//! The checker: believes nothing but the rules, and re-derives every condition of a [proof](crate::proof).
//!
//! It shares no code with the search: windows are walked cell by cell, stones are counted anew at every node.

use std::collections::HashMap;
use std::rc::Rc;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::proof::{Answers, Refutation, Win, Zone};
use crate::rules::{Rules, Window};

/// A proof that the attacker wins from a position.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Who wins.
    pub attacker: Color,
    /// How.
    pub root: Root,
}

/// The root of a proof.
#[derive(Clone, Debug)]
pub enum Root {
    /// The attacker is to move.
    Attacker(Rc<Win>),
    /// The defender is to move.
    Defender(Rc<Answers>),
}

/// How large a proof is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofSize {
    /// Turns of the defender that were looked at.
    pub turns: u64,
    /// Refutations with stones to spare: null and semi-null moves, and rows.
    pub null_moves: u64,
    /// Longest line, in moves of both sides.
    pub length: u64,
}

/// Why a proof is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum ProofError {
    #[error("the proof is of another side's turn")]
    OtherTurn,
    #[error("the game is over already")]
    Over,
    #[error("the window of {0} can not be completed")]
    NoRow(String),
    #[error("{0} is not a move")]
    NotAMove(String),
    #[error("{0} matters, but is not in the zone")]
    OutsideZone(String),
    #[error("the zone of an inner null move is not within the outer one: {0}")]
    WiderZone(String),
    #[error("the defender makes a row in the window of {0}")]
    DefenderWins(String),
    #[error("nothing meets {0}")]
    Unmet(String),
    #[error("{0} is assumed, but not free")]
    NotFree(String),
}

impl Proof {
    /// Re-derives everything from a position.
    pub fn check(&self, board: &Board) -> Result<ProofSize, ProofError> {
        let mut checker = Checker::new(board, self.attacker);
        if Color::ALL.into_iter().any(|color| checker.has_row(board.stones(color))) {
            return Err(ProofError::Over);
        }
        let none = Zone::default();
        match &self.root {
            Root::Attacker(win) if board.side_to_move() == self.attacker => {
                checker.size.length = checker.win(win, 0, &none)?;
            }
            Root::Defender(answers) if board.side_to_move() != self.attacker => {
                checker.size.length = checker.answers(answers, 0, &none)?;
            }
            _ => return Err(ProofError::OtherTurn),
        }
        Ok(checker.size)
    }
}

struct Checker {
    rules: Rules,
    attacker: CellSet,
    defender: CellSet,
    /// Every window's cells, in the order of [`Window`].
    windows: Vec<CellSet>,
    board: CellSet,
    /// Turns without spare stones that hold, and their lengths. Nothing enters into them but the node and the stones.
    done: HashMap<(*const Answers, CellSet, CellSet), u64>,
    size: ProofSize,
}

impl Checker {
    fn new(board: &Board, attacker: Color) -> Checker {
        let rules = board.rules();
        Checker {
            rules,
            attacker: board.stones(attacker),
            defender: board.stones(!attacker),
            windows: windows(rules),
            board: cells(rules, (0..rules.size()).flat_map(|y| (0..rules.size()).map(move |x| (x, y)))),
            done: HashMap::new(),
            size: ProofSize::default(),
        }
    }

    fn has_row(&self, stones: CellSet) -> bool {
        self.windows.iter().any(|window| window.is_subset(&stones))
    }

    fn free(&self) -> CellSet {
        self.board & !(self.attacker | self.defender)
    }

    fn names(&self, cells: &CellSet) -> String {
        cells.iter().map(|cell| self.rules.name(cell)).collect::<Vec<_>>().join(" ")
    }

    fn window(&self, window: Window) -> CellSet {
        self.windows.get(window.index()).copied().unwrap_or(CellSet::EMPTY)
    }

    /// Cells that matter must be in the zone, if anything is to spare.
    fn in_zone(&self, cells: &CellSet, spare: usize, zone: &Zone) -> Result<(), ProofError> {
        let outside = *cells & !zone.cells;
        if spare > 0 && !outside.is_empty() {
            return Err(ProofError::OutsideZone(self.names(&outside)));
        }
        Ok(())
    }

    /// The attacker's turn: moves to the end of the longest line.
    fn win(&mut self, win: &Win, spare: usize, zone: &Zone) -> Result<u64, ProofError> {
        match win {
            Win::Row(window) => {
                let cells = self.window(*window);
                let missing = cells & !self.attacker;
                if cells.is_empty()
                    || !missing.is_subset(&self.free())
                    || missing.len() as usize > self.rules.stones()
                {
                    return Err(ProofError::NoRow(self.names(&cells)));
                }
                self.in_zone(&missing, spare, zone)?;
                Ok(1)
            }
            Win::Play(mv, answers) => {
                let cells = mv.set();
                let stones = self.rules.stones().min(self.free().len() as usize);
                // One stone at the start of a game.
                let expected = if self.free() == self.board { 1 } else { stones };
                if !cells.is_subset(&self.free()) || cells.len() as usize != expected {
                    return Err(ProofError::NotAMove(mv.name(self.rules)));
                }
                self.in_zone(&cells, spare, zone)?;
                self.attacker |= cells;
                let length = self.answers(answers, spare, zone);
                self.attacker &= !cells;
                Ok(1 + length?)
            }
        }
    }

    /// The defender's turn.
    fn answers(&mut self, answers: &Rc<Answers>, spare: usize, zone: &Zone) -> Result<u64, ProofError> {
        let node = (Rc::as_ptr(answers), self.attacker, self.defender);
        if spare == 0
            && let Some(&length) = self.done.get(&node)
        {
            return Ok(length);
        }
        self.size.turns += 1;
        self.no_row(spare, zone)?;
        let mut length = 0;
        for refutation in &answers.refutations {
            length = length.max(1 + self.refutation(refutation, spare, zone)?);
        }
        self.all_met(answers)?;
        if spare == 0 {
            self.done.insert(node, length);
        }
        Ok(length)
    }

    /// The defender makes no row, wherever outside the zone his spare stones are.
    fn no_row(&self, spare: usize, zone: &Zone) -> Result<(), ProofError> {
        for (index, window) in self.windows.iter().enumerate() {
            if !window.is_disjoint(&self.attacker) {
                continue;
            }
            let placed = (*window & self.defender).len() as usize;
            let outside = *window & !self.defender & !zone.cells;
            let mut spared = spare.min(outside.len() as usize);
            if zone.pairs.contains(&Window(index as u16)) {
                spared = spared.min(1);
            }
            if placed + spared + self.rules.stones() >= self.rules.row() {
                return Err(ProofError::DefenderWins(self.names(window)));
            }
        }
        Ok(())
    }

    fn refutation(&mut self, refutation: &Refutation, spare: usize, zone: &Zone) -> Result<u64, ProofError> {
        let Refutation { stones, spare: own, zone: inner, win } = refutation;
        if !stones.is_subset(&self.free()) {
            return Err(ProofError::NotFree(self.names(stones)));
        }
        let inner = if *own == 0 {
            zone
        } else {
            self.size.null_moves += 1;
            // Stones that are outside the outer zone must be outside the inner one, too.
            let wider = inner.cells & self.free() & !zone.cells;
            if spare > 0 && (!wider.is_empty() || !inner.pairs.is_empty()) {
                return Err(ProofError::WiderZone(self.names(&wider)));
            }
            inner
        };
        self.defender |= *stones;
        let length = self.win(win, spare + own, inner);
        self.defender &= !*stones;
        length
    }

    /// Every move of the defender is met.
    fn all_met(&self, answers: &Answers) -> Result<(), ProofError> {
        let free = self.free();
        let unmet = |cells: &CellSet| Err(ProofError::Unmet(self.names(cells)));
        if free.is_empty() {
            return unmet(&free);
        }
        if free.len() == 1 || self.rules.stones() == 1 {
            for cell in free.iter() {
                if !answers.refutations.iter().any(|refutation| self.meets(refutation, Move::one(cell))) {
                    return unmet(&CellSet::of(cell));
                }
            }
            return Ok(());
        }
        for first in free.iter() {
            let mut open = free;
            open.remove(first);
            for refutation in &answers.refutations {
                open &= !self.seconds(refutation, first);
            }
            if let Some(second) = open.iter().next() {
                return unmet(&Move::two(first, second).set());
            }
        }
        Ok(())
    }

    /// Whether a refutation meets a move: the definition.
    fn meets(&self, refutation: &Refutation, mv: Move) -> bool {
        let outside = mv.set() & !refutation.stones;
        let twice = |window: &Window| (self.window(*window) & outside).len() > 1;
        outside.len() as usize <= refutation.spare
            && outside.is_disjoint(&refutation.zone.cells)
            && !refutation.zone.pairs.iter().any(twice)
    }

    /// The second stones with which a refutation meets a move: the definition, for all of them at once.
    fn seconds(&self, refutation: &Refutation, first: Cell) -> CellSet {
        let Refutation { stones, spare, zone, .. } = refutation;
        let outside = !stones.contains(first);
        let left = spare.saturating_sub(usize::from(outside));
        if outside && (*spare == 0 || zone.cells.contains(first)) {
            return CellSet::EMPTY;
        }
        let mut met = *stones;
        if left > 0 {
            let mut elsewhere = !zone.cells;
            for cells in zone.pairs.iter().map(|&window| self.window(window)) {
                if outside && cells.contains(first) {
                    elsewhere &= !cells;
                }
            }
            met |= elsewhere;
        }
        met
    }
}

/// Cells by column and row.
fn cells(rules: Rules, places: impl Iterator<Item = (usize, usize)>) -> CellSet {
    places.filter_map(|(x, y)| rules.cell(x, y)).collect()
}

/// The windows in the order of the board's: to the right, upwards, up to the right, down to the right; rows of starting
/// cells from the lowest.
fn windows(rules: Rules) -> Vec<CellSet> {
    let (size, row) = (rules.size() as isize, rules.row() as isize);
    let mut windows = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for start in 0..size * size {
            let places = (0..row).map(|at| (start % size + at * dx, start / size + at * dy));
            let inside = places.clone().all(|(x, y)| (0..size).contains(&x) && (0..size).contains(&y));
            if inside {
                windows.push(cells(rules, places.map(|(x, y)| (x as usize, y as usize))));
            }
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_those_of_the_board() {
        for (size, row) in [(5, 4), (7, 6), (19, 6)] {
            let rules = Rules::new(size, row, 2).unwrap();
            let board = Board::new(rules);
            let expected: Vec<CellSet> = board.windows().map(|window| board.cells_of(window)).collect();
            assert_eq!(windows(rules), expected);
        }
    }
}
