//! Threats: windows that a side completes at its next move unless they are stopped.

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::rules::Window;

/// The threats of a side: for every window that one move completes, the missing cells.
///
/// The strength of threats is not their count but the [number](Threats::number) of stones needed to stop all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    completions: Vec<Move>,
    /// The number of stones per move.
    stones: usize,
}

impl Board {
    /// The threats of a side, whichever side is to move.
    pub fn threats(&self, color: Color) -> Threats {
        let rules = self.rules();
        let mut completions = Vec::new();
        for stones in rules.threat()..rules.row() {
            for window in self.open(color, stones).iter() {
                completions.extend(self.missing(window, color));
            }
        }
        Threats { completions, stones: rules.stones() }
    }

    /// The move that completes an open window.
    fn missing(&self, window: Window, color: Color) -> Option<Move> {
        let mut cells = (self.cells_of(window) & !self.stones(color)).iter();
        let first = cells.next()?;
        Some(cells.next().map_or(Move::one(first), |second| Move::two(first, second)))
    }

    /// A window that a side can complete in one move, or `None` if there is none.
    pub fn completion(&self, color: Color) -> Option<Window> {
        let rules = self.rules();
        (rules.threat()..rules.row()).rev().find_map(|stones| self.open(color, stones).iter().next())
    }

    /// A move that wins at once for the side to move, or `None` if there is none.
    pub fn winning_move(&self) -> Option<Move> {
        let mv = self.missing(self.completion(self.side_to_move())?, self.side_to_move())?;
        // A stone that is not needed goes anywhere.
        let spare = self.free().iter().find(|&cell| !mv.set().contains(cell));
        match spare {
            Some(spare) if mv.len() < self.stones_to_place() => {
                mv.cells().next().map(|cell| Move::two(cell, spare))
            }
            _ => Some(mv),
        }
    }
}

impl Threats {
    /// The number of stones needed to stop all threats. If one move cannot stop them, the number of stones per move plus 1.
    pub fn number(&self) -> usize {
        let Some(first) = self.completions.first() else { return 0 };
        if first.cells().any(|cell| self.left_by(cell).next().is_none()) {
            1
        } else if self.stones > 1 && first.cells().any(|cell| !common(self.left_by(cell)).is_empty()) {
            2
        } else {
            self.stones + 1
        }
    }

    /// The cells on which a single stone stops all threats.
    pub fn blocks(&self) -> CellSet {
        common(self.completions.iter().copied())
    }

    /// The pairs of stones that stop all threats together, but not either alone.
    pub fn blocking_pairs(&self) -> Vec<Move> {
        let Some(first) = self.completions.first() else { return Vec::new() };
        let blocks = self.blocks();
        let mut pairs = Vec::new();
        for cell in first.cells().filter(|&cell| !blocks.contains(cell)) {
            let others = common(self.left_by(cell)) & !blocks;
            pairs.extend(others.iter().map(|other| Move::two(cell, other)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Whether a move stops all threats.
    pub fn stopped_by(&self, mv: Move) -> bool {
        let stones = mv.cells();
        self.completions.iter().all(|missing| missing.cells().any(|cell| stones.clone().any(|s| s == cell)))
    }

    /// The threats that a stone on a cell does not stop.
    fn left_by(&self, cell: Cell) -> impl Iterator<Item = Move> + '_ {
        self.completions.iter().copied().filter(move |missing| missing.cells().all(|c| c != cell))
    }
}

/// The cells that all of these moves share; empty if there are no moves.
fn common(mut moves: impl Iterator<Item = Move>) -> CellSet {
    let Some(first) = moves.next() else { return CellSet::EMPTY };
    moves.fold(first.set(), |cells, mv| cells & mv.set())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;

    /// A row of a 19×19 board: `X` the attacker, `o` the other, `.` free.
    fn threats(row: &str) -> Threats {
        let rules = GameRules::connect6(19).unwrap();
        let mut board = Board::new(rules);
        for (column, c) in row.chars().enumerate() {
            let cell = rules.cell(column, 9).unwrap();
            match c {
                'X' => board.place(cell, Color::Black),
                'o' => board.place(cell, Color::White),
                _ => {}
            }
        }
        board.threats(Color::Black)
    }

    #[test]
    fn the_number_of_threats_is_what_stops_them() {
        for (row, windows, number) in [
            ("...................", 0, 0),
            ("......XXX..........", 0, 0),
            ("o.XXXXo............", 0, 0),
            // Two free cells beside four.
            ("o.XXXX.o...........", 1, 1),
            ("oXX.XX.o...........", 1, 1),
            // An open four is stopped by two stones only, one on each side.
            ("..XXXX.............", 3, 2),
            ("o..XXXX.o..........", 2, 1),
            ("o..XXXX..o.........", 3, 2),
            // The gap of a broken five is in all its windows.
            ("...XXX.XX..........", 3, 1),
            (".XXXXX.............", 3, 2),
            ("oXXXX..XXXXo.......", 5, 1),
            ("oXXXX..o.XXXX..o...", 3, 2),
            ("..XXXX....XXXX.....", 6, 3),
        ] {
            let found = threats(row);
            assert_eq!((found.completions.len(), found.number()), (windows, number), "{row}");
        }
    }
}
