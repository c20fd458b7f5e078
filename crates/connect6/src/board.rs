//! The board, with the stones of every window counted as they are placed.

use std::fmt;
use std::sync::Arc;

use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::rules::{Lines, Rules, Window};

/// Enough for every board of 19 lines and rows of 3 or more: 2 · 19 · 17 + 2 · 17 · 17 windows.
const WORDS: usize = 20;
/// Stones in a window, from none to all.
const COUNTS: usize = 7;

/// A set of windows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct WindowSet([u64; WORDS]);

impl WindowSet {
    const EMPTY: WindowSet = WindowSet([0; WORDS]);

    #[inline(always)]
    fn flip(&mut self, window: Window) {
        self.0[window.index() / 64] ^= 1 << (window.index() % 64);
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Window> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (word != 0).then(|| {
                    word &= word - 1;
                    Window((64 * at) as u16 + bit as u16)
                })
            })
        })
    }
}

/// Stones on a board and whose turn it is.
///
/// For each side and number the board knows the windows in which that side has so many stones and the other none: threats
/// are two look-ups away, and a stone changes at most 24 windows.
#[derive(Clone)]
pub struct Board {
    lines: Arc<Lines>,
    stones: [CellSet; 2],
    counts: Vec<[u8; 2]>,
    open: [[WindowSet; COUNTS]; 2],
    side: Color,
    key: u128,
}

/// Random words for keys (splitmix64), two for each cell and colour.
fn word(index: u64) -> u128 {
    let mix = |seed: u64| {
        let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(z ^ z >> 31)
    };
    mix(2 * index + 1) << 64 | mix(2 * index + 2)
}

/// The part of the key that says that White is to move.
const WHITE_TO_MOVE: u128 = 0x5bd1_e995_7a3c_4f21_c2b2_ae35_27d4_eb2f;

impl Board {
    /// An empty board, Black to move.
    pub fn new(rules: Rules) -> Board {
        let lines = Lines::new(rules);
        let counts = vec![[0; 2]; lines.cells.len()];
        let mut open = [[WindowSet::EMPTY; COUNTS]; 2];
        for window in 0..counts.len() {
            open[0][0].flip(Window(window as u16));
        }
        open[1] = open[0];
        Board { lines, stones: [CellSet::EMPTY; 2], counts, open, side: Color::Black, key: 0 }
    }

    /// The rules.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.lines.rules
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Gives the turn to a side.
    pub fn set_side(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.key ^= WHITE_TO_MOVE;
        }
    }

    /// The stones of a side.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> CellSet {
        self.stones[color.index()]
    }

    /// The cells without a stone.
    #[inline(always)]
    pub fn free(&self) -> CellSet {
        self.lines.board & !(self.stones[0] | self.stones[1])
    }

    /// What the position is remembered by: 128 random bits.
    #[inline(always)]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The key after a move of the side to move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u128 {
        let stones = mv.cells().fold(0, |key, cell| key ^ self.stone_key(cell, self.side));
        self.key ^ stones ^ WHITE_TO_MOVE
    }

    #[inline(always)]
    fn stone_key(&self, cell: Cell, color: Color) -> u128 {
        word(2 * cell.0 as u64 + color.index() as u64)
    }

    /// The cells of a window.
    #[inline(always)]
    pub fn cells_of(&self, window: Window) -> CellSet {
        self.lines.cells[window.index()]
    }

    /// All windows.
    pub fn windows(&self) -> impl Iterator<Item = Window> + use<> {
        (0..self.counts.len()).map(|index| Window(index as u16))
    }

    /// Stones of a side in a window.
    #[inline(always)]
    pub fn count(&self, window: Window, color: Color) -> usize {
        usize::from(self.counts[window.index()][color.index()])
    }

    /// The windows in which a side has exactly so many stones and the other none.
    #[inline(always)]
    pub(crate) fn open(&self, color: Color, stones: usize) -> &WindowSet {
        &self.open[color.index()][stones]
    }

    /// Places a stone on a free cell.
    #[inline]
    pub fn place(&mut self, cell: Cell, color: Color) {
        debug_assert!(self.free().contains(cell));
        let (own, other) = (color.index(), (!color).index());
        self.stones[own].insert(cell);
        self.key ^= self.stone_key(cell, color);
        let lines = &*self.lines;
        for &window in &lines.through[cell.index()] {
            let counts = &mut self.counts[window.index()];
            if counts[other] == 0 {
                let count = usize::from(counts[own]);
                self.open[own][count].flip(window);
                self.open[own][count + 1].flip(window);
            }
            if counts[own] == 0 {
                self.open[other][usize::from(counts[other])].flip(window);
            }
            counts[own] += 1;
        }
    }

    /// Takes a stone of this colour away again.
    #[inline]
    pub fn remove(&mut self, cell: Cell, color: Color) {
        debug_assert!(self.stones(color).contains(cell));
        let (own, other) = (color.index(), (!color).index());
        self.stones[own].remove(cell);
        self.key ^= self.stone_key(cell, color);
        let lines = &*self.lines;
        for &window in &lines.through[cell.index()] {
            let counts = &mut self.counts[window.index()];
            counts[own] -= 1;
            if counts[other] == 0 {
                let count = usize::from(counts[own]);
                self.open[own][count + 1].flip(window);
                self.open[own][count].flip(window);
            }
            if counts[own] == 0 {
                self.open[other][usize::from(counts[other])].flip(window);
            }
        }
    }

    /// The stones of a move, and the turn goes to the other side. The cells must be free.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        mv.cells().for_each(|cell| self.place(cell, self.side));
        self.set_side(!self.side);
    }

    /// Takes back what [`make`](Board::make) did.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        self.set_side(!self.side);
        mv.cells().for_each(|cell| self.remove(cell, self.side));
    }

    /// Whether a side has a row.
    pub fn has_row(&self, color: Color) -> bool {
        !self.open(color, self.rules().row()).is_empty()
    }

    /// Stones that the side to move must place: one at the start and on the last cell, else as many as the rules say.
    pub fn stones_to_place(&self) -> usize {
        match (self.rules().cells(), self.free().len() as usize) {
            (cells, free) if cells == free => 1,
            (_, free) => free.min(self.rules().stones()),
        }
    }

    /// Whether a move places as many stones as it must, on free cells.
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.len() == self.stones_to_place() && mv.set().is_subset(&self.free())
    }

    /// All moves with as many stones as must be placed, in the order of cells. Nobody asks who has won.
    pub fn all_moves(&self, moves: &mut Vec<Move>) {
        let free: Vec<Cell> = self.free().iter().collect();
        for (at, &first) in free.iter().enumerate() {
            match self.stones_to_place() {
                1 => moves.push(Move::one(first)),
                _ => moves.extend(free[at + 1..].iter().map(|&second| Move::two(first, second))),
            }
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.rules(), self.stones, self.side) == (other.rules(), other.stones, other.side)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
