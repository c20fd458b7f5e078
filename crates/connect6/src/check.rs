//! The checker: verifies every condition of a [proof](crate::proof) by the rules of the game.
//!
//! It shares no code with the search, so that a fault there cannot hide here: it has its own windows and counts the stones
//! again at every node.

use std::collections::HashMap;
use std::rc::Rc;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::proof::{Answers, Refutation, Win, Zone};
use crate::rules::{GameRules, Window};

/// A proof that the attacker wins from a position.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The side that wins.
    pub attacker: Color,
    /// The root of the proof tree.
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

/// The size of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofSize {
    /// The number of checked turns of the defender.
    pub turns: u64,
    /// The number of refutations with spare stones: null moves, semi-null moves, and rows.
    pub null_moves: u64,
    /// The length of the longest line, in moves of both sides.
    pub length: u64,
}

/// The reason why a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum ProofError {
    #[error("the proof is for the other side to move")]
    OtherTurn,
    #[error("the game is over already")]
    Over,
    #[error("the window {0} cannot be completed")]
    NoRow(String),
    #[error("{0} is not a move")]
    NotAMove(String),
    #[error("{0} must be in the zone but is not")]
    OutsideZone(String),
    #[error("the zone of a null move is not within the outer zone: {0}")]
    WiderZone(String),
    #[error("the defender can complete the window {0}")]
    DefenderWins(String),
    #[error("no refutation covers the move {0}")]
    Unrefuted(String),
    #[error("a stone is assumed on {0}, which is not free")]
    NotFree(String),
}

impl Proof {
    /// Checks the proof for a position. Returns its size, or the first condition that does not hold.
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
    rules: GameRules,
    attacker: CellSet,
    defender: CellSet,
    /// The cells of each window, in the order of [`Window`].
    windows: Vec<CellSet>,
    board: CellSet,
    /// Checked turns without spare stones, with the length of their longest line. The result depends only on this key.
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

    /// Fails if there are spare stones and one of the cells is outside the zone.
    fn in_zone(&self, cells: &CellSet, spare: usize, zone: &Zone) -> Result<(), ProofError> {
        let outside = *cells & !zone.cells;
        if spare > 0 && !outside.is_empty() {
            return Err(ProofError::OutsideZone(self.names(&outside)));
        }
        Ok(())
    }

    /// Checks a turn of the attacker. Returns the length of the longest line.
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
                // The first move of a game has one stone.
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

    /// Checks a turn of the defender. Returns the length of the longest line.
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
        self.all_refuted(answers)?;
        if spare == 0 {
            self.done.insert(node, length);
        }
        Ok(length)
    }

    /// Checks that the defender cannot make a row with spare stones outside the zone.
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
            // Stones outside the outer zone must also be outside the inner one.
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

    /// Checks that a refutation covers every move of the defender.
    fn all_refuted(&self, answers: &Answers) -> Result<(), ProofError> {
        let free = self.free();
        let unrefuted = |cells: &CellSet| Err(ProofError::Unrefuted(self.names(cells)));
        if free.is_empty() {
            return unrefuted(&free);
        }
        if free.len() == 1 || self.rules.stones() == 1 {
            for cell in free.iter() {
                if !answers.refutations.iter().any(|refutation| self.covers(refutation, Move::one(cell))) {
                    return unrefuted(&CellSet::from(cell));
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
                return unrefuted(&Move::two(first, second).set());
            }
        }
        Ok(())
    }

    /// Whether a refutation covers a move: the definition.
    fn covers(&self, refutation: &Refutation, mv: Move) -> bool {
        let outside = mv.set() & !refutation.stones;
        let twice = |window: &Window| (self.window(*window) & outside).len() > 1;
        outside.len() as usize <= refutation.spare
            && outside.is_disjoint(&refutation.zone.cells)
            && !refutation.zone.pairs.iter().any(twice)
    }

    /// The second stones that make, together with `first`, a move that a refutation covers: the definition for sets.
    fn seconds(&self, refutation: &Refutation, first: Cell) -> CellSet {
        let Refutation { stones, spare, zone, .. } = refutation;
        let outside = !stones.contains(first);
        let left = spare.saturating_sub(usize::from(outside));
        if outside && (*spare == 0 || zone.cells.contains(first)) {
            return CellSet::EMPTY;
        }
        let mut covered = *stones;
        if left > 0 {
            let mut elsewhere = !zone.cells;
            for cells in zone.pairs.iter().map(|&window| self.window(window)) {
                if outside && cells.contains(first) {
                    elsewhere &= !cells;
                }
            }
            covered |= elsewhere;
        }
        covered
    }
}

/// The set of cells with these columns and rows.
fn cells(rules: GameRules, places: impl Iterator<Item = (usize, usize)>) -> CellSet {
    places.filter_map(|(x, y)| rules.cell(x, y)).collect()
}

/// All windows in the order of [`Window`]: those to the right, upwards, up to the right, down to the right, each by first
/// cell, row by row from the lowest.
fn windows(rules: GameRules) -> Vec<CellSet> {
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
            let rules = GameRules::new(size, row, 2).unwrap();
            let board = Board::new(rules);
            let expected: Vec<CellSet> = board.windows().map(|window| board.cells_of(window)).collect();
            assert_eq!(windows(rules), expected);
        }
    }
}
