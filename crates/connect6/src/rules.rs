//! The rules as numbers: the size of the board, the length of a winning row, the stones per move.
//!
//! In the literature this family is Connect(m, n, k, p, q). Connect6 has k = 6 with two stones per move and one for the first
//! move. The solver handles the whole family, because small members of it can be searched exhaustively, and that is how it
//! is tested.

use std::sync::Arc;

use crate::cells::{Cell, CellSet, MAX_SIZE};

/// The size of the board, the number of stones in a row that wins, and the number of stones per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRules {
    size: u8,
    row: u8,
    stones: u8,
}

/// The ending of a noun after this number.
pub(crate) fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The error for numbers that make no playable rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum RulesError {
    #[error("a Connect6 board has 7 to 19 lines, not {0}")]
    Connect6Size(usize),
    #[error("a board has 3 to 19 lines, not {0}")]
    Size(usize),
    #[error("{} stone{} in a row cannot win: expected 3 to 6, and no more than the board has lines", .0, s(*.0))]
    Row(usize),
    #[error("{} stone{} per move: expected 1 or 2, and at least two fewer than the stones in a row that win", .0, s(*.0))]
    Stones(usize),
}

impl GameRules {
    /// Connect6 on a board of 7 to 19 lines. Fails for other sizes.
    pub fn connect6(size: usize) -> Result<GameRules, RulesError> {
        if !(7..=MAX_SIZE).contains(&size) {
            return Err(RulesError::Connect6Size(size));
        }
        GameRules::new(size, 6, 2)
    }

    /// A board of `size` lines on which `row` or more stones in a row win, with `stones` stones per move and one for the first.
    /// Fails if the numbers do not fit together.
    pub fn new(size: usize, row: usize, stones: usize) -> Result<GameRules, RulesError> {
        if !(3..=MAX_SIZE).contains(&size) {
            return Err(RulesError::Size(size));
        }
        if !(3..=6).contains(&row) || row > size {
            return Err(RulesError::Row(row));
        }
        // A threat must need at least two stones of its own: with fewer, nearly every stone would threaten.
        if !(1..=2).contains(&stones) || stones + 2 > row {
            return Err(RulesError::Stones(stones));
        }
        Ok(GameRules { size: size as u8, row: row as u8, stones: stones as u8 })
    }

    /// The number of lines of the board in each direction.
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// The number of stones in a row that wins.
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The number of stones per move, except for the first move.
    #[inline(always)]
    pub const fn stones(self) -> usize {
        self.stones as usize
    }

    /// The least number of stones in a window that is a threat: one move can place the rest.
    #[inline(always)]
    pub const fn threat(self) -> usize {
        self.row() - self.stones()
    }

    /// The number of cells.
    #[inline(always)]
    pub const fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The cell in a column and a row, both counted from 0, or `None` outside the board.
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < self.size() && row < self.size()).then(|| Cell((row * self.size() + column) as u16))
    }

    /// The column and the row of a cell, both counted from 0.
    pub fn coordinates(self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.size(), cell.index() / self.size())
    }

    /// The name of a cell, such as `j10`: a letter for the column (`i` is used) and a number for the row.
    pub fn name(self, cell: Cell) -> String {
        let (column, row) = self.coordinates(cell);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

/// A window: neighbouring cells on a line, as many as the stones in a row that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window(pub(crate) u16);

impl Window {
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Tables of all windows of a board.
#[derive(Debug)]
pub(crate) struct WindowTables {
    pub rules: GameRules,
    /// The cells of each window.
    pub cells: Vec<CellSet>,
    /// The windows through each cell.
    pub through: Vec<Vec<Window>>,
    /// Every cell.
    pub board: CellSet,
}

impl WindowTables {
    pub fn new(rules: GameRules) -> Arc<WindowTables> {
        let (size, row) = (rules.size() as i32, rules.row() as i32);
        let mut lines = WindowTables {
            rules,
            cells: Vec::new(),
            through: vec![Vec::new(); rules.cells()],
            board: (0..rules.cells()).map(|index| Cell(index as u16)).collect(),
        };
        for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for y in 0..size {
                for x in 0..size {
                    let (end_x, end_y) = (x + across * (row - 1), y + up * (row - 1));
                    if end_x >= size || !(0..size).contains(&end_y) {
                        continue;
                    }
                    let window = Window(lines.cells.len() as u16);
                    let cells = (0..row).map(|at| Cell(((y + up * at) * size + x + across * at) as u16));
                    for cell in cells.clone() {
                        lines.through[cell.index()].push(window);
                    }
                    lines.cells.push(cells.collect());
                }
            }
        }
        Arc::new(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_a_board() {
        let lines = WindowTables::new(GameRules::connect6(19).unwrap());
        assert_eq!(lines.cells.len(), 2 * 19 * 14 + 2 * 14 * 14);
        assert!(lines.cells.iter().all(|cells| cells.len() == 6));
        assert_eq!(lines.through[9 * 19 + 9].len(), 24, "the centre");
        assert_eq!(lines.through[0].len(), 3, "a corner");
        assert_eq!(GameRules::connect6(19).unwrap().name(Cell(9 * 19 + 8)), "i10");
    }

    #[test]
    fn faulty_rules() {
        assert_eq!(GameRules::connect6(6), Err(RulesError::Connect6Size(6)));
        assert_eq!(GameRules::new(20, 6, 2), Err(RulesError::Size(20)));
        assert_eq!(GameRules::new(4, 5, 2), Err(RulesError::Row(5)));
        assert_eq!(GameRules::new(5, 3, 2), Err(RulesError::Stones(2)));
    }
}
