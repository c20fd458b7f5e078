//! The rules as numbers: Connect(m, m, k, p, q). Connect6 is k = 6 with two stones a move, the first move one stone.

use std::sync::Arc;

use crate::cells::{Cell, CellSet, MAX_SIZE};

/// Board size, stones in a row that win, stones a move.
///
/// Connect6 is [`Rules::connect6`]. Its relatives on tiny boards can be searched to the end: how the solver is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    row: u8,
    stones: u8,
}

/// Numbers that are no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum RulesError {
    #[error("a Connect6 board has 7 to 19 lines, not {0}")]
    Connect6Size(usize),
    #[error("a board has 3 to 19 lines, not {0}")]
    Size(usize),
    #[error("{0} in a row do not fit: expected 3 to 6, and no more than the board has lines")]
    Row(usize),
    #[error("{0} stones a move: expected 1 or 2, and at least two fewer than a row needs")]
    Stones(usize),
}

impl Rules {
    /// Connect6 on a board of 7 to 19 lines.
    pub fn connect6(size: usize) -> Result<Rules, RulesError> {
        if !(7..=MAX_SIZE).contains(&size) {
            return Err(RulesError::Connect6Size(size));
        }
        Rules::new(size, 6, 2)
    }

    /// A board of `size` lines, `row` or more in a row win, `stones` a move (one at the first).
    pub fn new(size: usize, row: usize, stones: usize) -> Result<Rules, RulesError> {
        if !(3..=MAX_SIZE).contains(&size) {
            return Err(RulesError::Size(size));
        }
        if !(3..=6).contains(&row) || row > size {
            return Err(RulesError::Row(row));
        }
        // With one fewer missing than a move has stones, an empty row would be a threat.
        if !(1..=2).contains(&stones) || stones + 2 > row {
            return Err(RulesError::Stones(stones));
        }
        Ok(Rules { size: size as u8, row: row as u8, stones: stones as u8 })
    }

    /// Lines of the board, each way.
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// Stones in a row that win.
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Stones a move, but for the first.
    #[inline(always)]
    pub const fn stones(self) -> usize {
        self.stones as usize
    }

    /// Own stones from which on a window is a threat: the rest fits into one move.
    #[inline(always)]
    pub const fn threat(self) -> usize {
        self.row() - self.stones()
    }

    /// Number of cells.
    #[inline(always)]
    pub const fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The cell in a column and a row, both from 0.
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < self.size() && row < self.size()).then(|| Cell((row * self.size() + column) as u16))
    }

    /// Column and row of a cell, both from 0.
    pub fn place(self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.size(), cell.index() / self.size())
    }

    /// The name of a cell, such as `j10`: columns are letters, `i` among them, rows are numbers.
    pub fn name(self, cell: Cell) -> String {
        let (column, row) = self.place(cell);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

/// A window: as many neighbouring cells on a line as win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window(pub(crate) u16);

impl Window {
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All windows of a board.
#[derive(Debug)]
pub(crate) struct Lines {
    pub rules: Rules,
    /// The cells of each window.
    pub cells: Vec<CellSet>,
    /// The windows through each cell.
    pub through: Vec<Vec<Window>>,
    /// Every cell.
    pub board: CellSet,
}

impl Lines {
    pub fn new(rules: Rules) -> Arc<Lines> {
        let (size, row) = (rules.size() as i32, rules.row() as i32);
        let mut lines = Lines {
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
        let lines = Lines::new(Rules::connect6(19).unwrap());
        assert_eq!(lines.cells.len(), 2 * 19 * 14 + 2 * 14 * 14);
        assert!(lines.cells.iter().all(|cells| cells.len() == 6));
        assert_eq!(lines.through[9 * 19 + 9].len(), 24, "the centre");
        assert_eq!(lines.through[0].len(), 3, "a corner");
        assert_eq!(Rules::connect6(19).unwrap().name(Cell(9 * 19 + 8)), "i10");
    }

    #[test]
    fn faulty_rules() {
        assert_eq!(Rules::connect6(6), Err(RulesError::Connect6Size(6)));
        assert_eq!(Rules::new(20, 6, 2), Err(RulesError::Size(20)));
        assert_eq!(Rules::new(4, 5, 2), Err(RulesError::Row(5)));
        assert_eq!(Rules::new(5, 3, 2), Err(RulesError::Stones(2)));
    }
}
