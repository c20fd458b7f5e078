//! The board, with a count of the stones in every window.
//!
//! A *window* is a set of neighbouring cells on a line, as many as win. Threats are windows that are nearly full, so the
//! board keeps the windows sorted by their counts. A stone changes at most 24 of them.

use std::fmt;
use std::sync::Arc;

use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::rules::{GameRules, Window, WindowTables};

/// Enough words for the largest number of windows, on 19 lines with 3 in a row: 2 · 19 · 17 + 2 · 17 · 17.
const WORDS: usize = 20;
/// The number of possible counts of stones in a window, 0 to 6.
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

/// The stones on a board and the side to move.
///
/// For each side and each count *n*, the board keeps the set of windows that hold *n* stones of that side and none of the
/// other. The threats of a side are two of these sets.
#[derive(Clone)]
pub struct Board {
    lines: Arc<WindowTables>,
    stones: [CellSet; 2],
    counts: Vec<[u8; 2]>,
    open: [[WindowSet; COUNTS]; 2],
    side: Color,
    key: u128,
}

/// The part of the key for one cell and colour, from splitmix64.
fn word(index: u64) -> u128 {
    let mix = |seed: u64| {
        let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(z ^ z >> 31)
    };
    mix(2 * index + 1) << 64 | mix(2 * index + 2)
}

/// The part of the key that is present if White is to move.
const WHITE_TO_MOVE: u128 = 0x5bd1_e995_7a3c_4f21_c2b2_ae35_27d4_eb2f;

impl Board {
    /// An empty board, Black to move.
    pub fn new(rules: GameRules) -> Board {
        let lines = WindowTables::new(rules);
        let counts = vec![[0; 2]; lines.cells.len()];
        let mut open = [[WindowSet::EMPTY; COUNTS]; 2];
        for window in 0..counts.len() {
            open[0][0].flip(Window(window as u16));
        }
        open[1] = open[0];
        Board { lines, stones: [CellSet::EMPTY; 2], counts, open, side: Color::Black, key: 0 }
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> GameRules {
        self.lines.rules
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Sets the side to move.
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

    /// The Zobrist key of the position, of 128 bits.
    #[inline(always)]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The key after a move of the side to move, without playing it.
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

    /// The number of stones of a side in a window.
    #[inline(always)]
    pub fn count(&self, window: Window, color: Color) -> usize {
        usize::from(self.counts[window.index()][color.index()])
    }

    /// The windows that hold exactly `stones` stones of a side and none of the other.
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

    /// Removes a stone of this colour.
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

    /// Plays a move on free cells; then the other side is to move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        mv.cells().for_each(|cell| self.place(cell, self.side));
        self.set_side(!self.side);
    }

    /// Takes back the last move, made by [`make`](Board::make).
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        self.set_side(!self.side);
        mv.cells().for_each(|cell| self.remove(cell, self.side));
    }

    /// Whether a side has enough stones in a row to win.
    pub fn has_row(&self, color: Color) -> bool {
        !self.open(color, self.rules().row()).is_empty()
    }

    /// The number of stones that the side to move must place: one on the empty board and on the last free cell, else as many
    /// as the rules say.
    pub fn stones_to_place(&self) -> usize {
        match (self.rules().cells(), self.free().len() as usize) {
            (cells, free) if cells == free => 1,
            (_, free) => free.min(self.rules().stones()),
        }
    }

    /// Whether a move places the right number of stones on free cells.
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.len() == self.stones_to_place() && mv.set().is_subset(&self.free())
    }

    /// Appends all legal moves in the order of cells. Does not check whether the game is over.
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
