//! Boards of Othello and their rules, as sets of squares in one word, and an exhaustive search of small endings.

/// A board size: 4, 6 or 8 squares a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    n: usize,
    /// All squares.
    all: u64,
    /// For each direction the squares from which a step stays on the board, and the difference of squares.
    steps: [(u64, i32); 8],
}

/// With at most this many vacant squares, moves are searched in any order: to look for a good one takes longer than it saves.
const ANY_ORDER: u32 = 5;

/// The discs of both sides. Bit `row · n + column` is a square; rows count from the lowest, columns from the left, as in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Board {
    pub black: u64,
    pub white: u64,
}

impl Board {
    /// The discs of the side to move and of the other.
    pub fn of(self, black_to_move: bool) -> (u64, u64) {
        if black_to_move { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// The board with these discs of the side to move and of the other.
    pub fn with(mine: u64, theirs: u64, black_to_move: bool) -> Board {
        if black_to_move {
            Board { black: mine, white: theirs }
        } else {
            Board { black: theirs, white: mine }
        }
    }
}

impl Size {
    /// A board with `n` squares a side, at most 8.
    pub const fn new(n: usize) -> Size {
        let all = u64::MAX >> (64 - n * n);
        let mut left = 0;
        let mut row = 0;
        while row < n {
            left |= 1 << (row * n);
            row += 1;
        }
        let (lowest, up) = ((1 << n) - 1, n as i32);
        let (not_left, not_right) = (all & !left, all & !(left << (n - 1)));
        let (not_lowest, not_highest) = (all & !lowest, all & !(lowest << (n * (n - 1))));
        let steps = [
            (not_left, -1),
            (not_right, 1),
            (not_highest, up),
            (not_lowest, -up),
            (not_highest & not_left, up - 1),
            (not_lowest & not_left, -up - 1),
            (not_highest & not_right, up + 1),
            (not_lowest & not_right, -up + 1),
        ];
        Size { n, all, steps }
    }

    pub fn squares(self) -> u32 {
        (self.n * self.n) as u32
    }

    pub fn vacant(self, board: Board) -> u32 {
        self.squares() - (board.black | board.white).count_ones()
    }

    /// Reads a board: one character a square.
    pub fn parse(self, text: &str) -> Option<Board> {
        if text.len() != self.squares() as usize {
            return None;
        }
        let mut board = Board::default();
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'X' => board.black |= 1 << at,
                b'O' => board.white |= 1 << at,
                b'-' => {}
                _ => return None,
            }
        }
        Some(board)
    }

    /// The square of a name. Smaller boards are the middle of 8×8: 6×6 is b2 to g7.
    pub fn square(self, name: &str) -> Option<usize> {
        let rim = (8 - self.n) / 2;
        let &[file, rank] = name.as_bytes() else { return None };
        let (column, row) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
        let column = usize::from(column).checked_sub(rim).filter(|&column| column < self.n)?;
        let row = usize::from(row).checked_sub(rim).filter(|&row| row < self.n)?;
        Some(row * self.n + column)
    }

    pub fn name(self, square: usize) -> String {
        let rim = (8 - self.n) / 2;
        let (column, row) = (square % self.n + rim, square / self.n + rim);
        [char::from(b'a' + column as u8), char::from(b'1' + row as u8)].into_iter().collect()
    }

    /// The eight images of a square, the square itself first.
    fn images(self, square: usize) -> [usize; 8] {
        let n = self.n;
        let (x, y) = (square % n, square / n);
        let (u, v) = (n - 1 - x, n - 1 - y);
        [(x, y), (u, y), (x, v), (u, v), (y, x), (v, x), (y, u), (v, u)].map(|(x, y)| y * n + x)
    }

    /// The image of the board whose text is the smallest. `-` is smaller than `O`, and `O` than `X`.
    pub fn canonical(self, board: Board) -> Board {
        let mut images = [[0u8; 64]; 8];
        for square in 0..self.squares() as usize {
            let disc = (board.white >> square & 1) as u8 + 2 * (board.black >> square & 1) as u8;
            for (image, to) in images.iter_mut().zip(self.images(square)) {
                image[to] = disc;
            }
        }
        let [first, ..] = images;
        let least = images.into_iter().fold(first, |least, image| least.min(image));
        let set = |disc: u8| (0..64).filter(|&at| least[at] == disc).fold(0, |set, at| set | 1 << at);
        Board { black: set(2), white: set(1) }
    }

    /// The squares one step from a set in a direction.
    fn step(self, direction: usize, set: u64) -> u64 {
        let (from, by) = self.steps[direction];
        // No bit leaves the word, so this shifts to the left or to the right.
        (set & from).rotate_left(by.rem_euclid(64) as u32)
    }

    /// The discs that a move turns over; none if the move is not legal.
    pub fn turned(self, mine: u64, theirs: u64, square: usize) -> u64 {
        let mut turned = 0;
        for direction in 0..8 {
            let mut run = 0;
            let mut at = self.step(direction, 1 << square);
            while at & theirs != 0 {
                run |= at;
                at = self.step(direction, at);
            }
            if at & mine != 0 {
                turned |= run;
            }
        }
        turned
    }

    /// The legal moves of a side.
    pub fn moves(self, mine: u64, theirs: u64) -> u64 {
        let vacant = self.all & !(mine | theirs);
        let mut moves = 0;
        for direction in 0..8 {
            let mut run = self.step(direction, mine) & theirs;
            while run != 0 {
                let next = self.step(direction, run);
                moves |= next & vacant;
                run = next & theirs;
            }
        }
        moves
    }

    /// Whether the side to move can end the game at least `goal` discs ahead, by exhaustive search.
    pub fn reaches(self, mine: u64, theirs: u64, goal: i32) -> bool {
        self.search(mine, theirs, self.moves(mine, theirs), goal)
    }

    fn search(self, mine: u64, theirs: u64, moves: u64, goal: i32) -> bool {
        if moves == 0 {
            let answers = self.moves(theirs, mine);
            if answers == 0 {
                return difference(mine, theirs) >= goal;
            }
            return !self.search(theirs, mine, answers, 1 - goal);
        }
        let after = |square: usize| {
            let turned = self.turned(mine, theirs, square);
            let (after, others) = (mine | turned | 1 << square, theirs & !turned);
            (after, others, self.moves(others, after))
        };
        let vacant = self.squares() - (mine | theirs).count_ones();
        if vacant <= ANY_ORDER {
            return squares(moves).any(|square| {
                let (after, others, answers) = after(square);
                !self.search(others, after, answers, 1 - goal)
            });
        }
        // Moves that leave the other side few answers go first. The order changes only the time. More than 32 moves are very rare, and
        // those beyond are searched at once.
        let mut next = [(0, 0, 0, 0); 32];
        let mut count = 0;
        for square in squares(moves) {
            let (after, others, answers) = after(square);
            if count < next.len() {
                next[count] = (answers.count_ones(), after, others, answers);
                count += 1;
            } else if !self.search(others, after, answers, 1 - goal) {
                return true;
            }
        }
        next[..count].sort_unstable();
        next[..count]
            .iter()
            .any(|&(_, after, others, answers)| !self.search(others, after, answers, 1 - goal))
    }
}

pub(super) fn difference(mine: u64, theirs: u64) -> i32 {
    mine.count_ones() as i32 - theirs.count_ones() as i32
}

/// The squares of a set.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known numbers of positions after a number of moves from the start, passes counted as moves.
    #[test]
    fn perft() {
        fn count(size: Size, mine: u64, theirs: u64, depth: u32) -> u64 {
            let moves = size.moves(mine, theirs);
            if depth == 0 || moves == 0 && size.moves(theirs, mine) == 0 {
                return 1;
            }
            if moves == 0 {
                return count(size, theirs, mine, depth - 1);
            }
            let after = |square| {
                let turned = size.turned(mine, theirs, square);
                count(size, theirs & !turned, mine | turned | 1 << square, depth - 1)
            };
            squares(moves).map(after).sum()
        }
        let start = |size: Size, text: &str| size.parse(text).unwrap().of(true);
        let (mine, theirs) =
            start(Size::new(8), "---------------------------OX------XO---------------------------");
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|depth| count(Size::new(8), mine, theirs, depth)),
            [4, 12, 56, 244, 1396, 8200]
        );
        let (mine, theirs) = start(Size::new(6), "--------------OX----XO--------------");
        assert_eq!(count(Size::new(6), mine, theirs, 1), 4);
        assert!(!Size::new(4).reaches(1 << 6 | 1 << 9, 1 << 5 | 1 << 10, -7));
        assert!(Size::new(4).reaches(1 << 6 | 1 << 9, 1 << 5 | 1 << 10, -8));
    }

    #[test]
    fn canonical_images() {
        let size = Size::new(6);
        let board = size.parse("-XXX---OXX---OOXXX-OXOXO--XX-----X--").unwrap();
        let mut seen = Vec::new();
        for image in 0..8 {
            let turn =
                |set: u64| squares(set).fold(0, |turned, square| turned | 1 << size.images(square)[image]);
            let turned = Board { black: turn(board.black), white: turn(board.white) };
            assert_eq!(size.canonical(turned), size.canonical(board));
            seen.push(turned);
        }
        assert!(seen.contains(&size.canonical(board)));
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }
}
