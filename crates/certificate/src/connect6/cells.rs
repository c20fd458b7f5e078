//! Sets of cells, and the names of cells and windows.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// The most lines of a board.
pub(super) const MAX_LINES: usize = 19;
const WORDS: usize = (MAX_LINES * MAX_LINES).div_ceil(64);

/// A set of cells, numbered row by row from the lowest: a1 is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cells([u64; WORDS]);

impl Cells {
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn is_subset(&self, other: &Cells) -> bool {
        (*self & !*other).is_empty()
    }

    pub fn is_disjoint(&self, other: &Cells) -> bool {
        (*self & *other).is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(number, word)| {
            // Each step takes the lowest bit away.
            let rests = std::iter::successors(Some(word), |&rest| (rest != 0).then(|| rest & (rest - 1)));
            rests.take_while(|&rest| rest != 0).map(move |rest| 64 * number + rest.trailing_zeros() as usize)
        })
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::default(), |mut set, cell| {
            set.insert(cell);
            set
        })
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    fn bitand(mut self, other: Cells) -> Cells {
        self &= other;
        self
    }
}

impl BitAndAssign for Cells {
    fn bitand_assign(&mut self, other: Cells) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl BitOr for Cells {
    type Output = Cells;

    fn bitor(mut self, other: Cells) -> Cells {
        self |= other;
        self
    }
}

impl BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Cells) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl Not for Cells {
    type Output = Cells;

    /// Everything else; cells outside the board too.
    fn not(mut self) -> Cells {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// The numbers of the game: lines of the board, stones of a winning row, stones of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub size: usize,
    pub row: usize,
    pub stones: usize,
}

impl Rules {
    /// Rules whose numbers fit together.
    pub fn new(size: usize, row: usize, stones: usize) -> Option<Rules> {
        let fits = (3..=MAX_LINES).contains(&size)
            && (3..=6).contains(&row)
            && row <= size
            && (1..=2).contains(&stones)
            && stones + 2 <= row;
        fits.then_some(Rules { size, row, stones })
    }

    /// All cells of the board.
    pub fn board(self) -> Cells {
        (0..self.size * self.size).collect()
    }

    /// The names of cells.
    pub fn names(self, cells: &Cells) -> String {
        let name =
            |cell: usize| format!("{}{}", char::from(b'a' + (cell % self.size) as u8), cell / self.size + 1);
        cells.iter().map(name).collect()
    }

    /// Reads cells that are written one after the other, as in `i9k10`, in their order.
    fn read(self, text: &str) -> Option<Vec<usize>> {
        let bytes = text.as_bytes();
        let mut cells = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let column = usize::from(bytes[at].checked_sub(b'a')?);
            let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = text.get(at + 1..at + 1 + digits)?;
            let row = crate::reader::number(digits)? as usize;
            if column >= self.size || row == 0 || row > self.size {
                return None;
            }
            cells.push((row - 1) * self.size + column);
            at += 1 + digits.len();
        }
        Some(cells)
    }

    /// Reads a set of cells; `-` is the empty set, and no cell may be there twice.
    pub fn parse(self, text: &str) -> Option<Cells> {
        if text == "-" {
            return Some(Cells::default());
        }
        let cells = self.read(text)?;
        let set: Cells = cells.iter().copied().collect();
        (!cells.is_empty() && set.len() == cells.len()).then_some(set)
    }

    /// Reads a window by its first and last cell.
    pub fn parse_window(self, text: &str) -> Option<Cells> {
        let [first, last] = self.read(text)?[..] else { return None };
        let n = self.size as isize;
        let (x, y) = (first as isize % n, first as isize / n);
        let (dx, dy) = (last as isize % n - x, last as isize / n - y);
        let steps = self.row as isize - 1;
        let is_line = [0, steps].contains(&dx.abs()) && [0, steps].contains(&dy.abs()) && (dx, dy) != (0, 0);
        is_line.then(|| {
            (0..=steps).map(|k| ((y + dy.signum() * k) * n + x + dx.signum() * k) as usize).collect()
        })
    }

    /// All windows: the cells of every possible row.
    pub fn windows(self) -> Vec<Cells> {
        let (n, row) = (self.size as isize, self.row as isize);
        let mut windows = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for start in 0..n * n {
                let (x, y) = (start % n, start / n);
                let (last_x, last_y) = (x + (row - 1) * dx, y + (row - 1) * dy);
                if (0..n).contains(&last_x) && (0..n).contains(&last_y) {
                    windows.push((0..row).map(|k| ((y + k * dy) * n + x + k * dx) as usize).collect());
                }
            }
        }
        windows
    }
}
