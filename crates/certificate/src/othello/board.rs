//! Boards of Othello and their rules, as sets of squares in one word.

/// Boards with `N` squares a side: 4, 6 or 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size<const N: usize>;

/// The discs of both sides. Bit `row · n + column` is a square; rows count from the lowest, columns from the left, as in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Discs {
    pub black: u64,
    pub white: u64,
}

impl Discs {
    /// The discs of the side to move and of the other.
    pub fn of(self, black_to_move: bool) -> (u64, u64) {
        if black_to_move { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// Both sets changed in one way.
    fn map(self, change: impl Fn(u64) -> u64) -> Discs {
        Discs { black: change(self.black), white: change(self.white) }
    }

    /// Whether the text of this board is smaller. `-` is smaller than `O`, and `O` than `X`.
    fn precedes(self, other: Discs) -> bool {
        let differs = self.black ^ other.black | self.white ^ other.white;
        let first = differs & differs.wrapping_neg();
        let disc = |board: Discs| (board.black & first, board.white & first);
        disc(self) < disc(other)
    }

    /// The board with these discs of the side to move and of the other.
    pub fn with(mine: u64, theirs: u64, black_to_move: bool) -> Discs {
        if black_to_move {
            Discs { black: mine, white: theirs }
        } else {
            Discs { black: theirs, white: mine }
        }
    }
}

impl<const N: usize> Size<N> {
    /// All squares.
    pub const ALL: u64 = u64::MAX >> (64 - N * N);
    /// The lowest row.
    const ROW: u64 = (1 << N) - 1;
    /// The leftmost column.
    const COLUMN: u64 = Self::ALL / Self::ROW;
    /// The squares whose row is their column.
    const DIAGONAL: u64 = {
        let (mut squares, mut row) = (0, 0);
        while row < N {
            squares |= 1 << (row * (N + 1));
            row += 1;
        }
        squares
    };
    /// The four corners.
    pub const CORNERS: u64 = (1 | 1 << (N - 1)) * (1 | 1 << (N * (N - 1)));
    /// All columns but the first and the last.
    const INNER: u64 = Self::ALL & !(Self::COLUMN | Self::COLUMN << (N - 1));
    /// For each of the four lines through a square: the difference of neighbours on it, and the squares that may have one on both sides.
    /// Beyond the lowest and the highest row are no squares, so these rows need not be left out.
    const LINES: [(usize, u64); 4] =
        [(1, Self::INNER), (N, Self::ALL), (N - 1, Self::INNER), (N + 1, Self::INNER)];

    /// For each square the squares beyond it on each of the four lines, both ways: up leads to higher bits, down to lower ones.
    const RAYS: [[(u64, u64); 4]; 64] = {
        let mut rays = [[(0, 0); 4]; 64];
        let mut square = 0;
        while square < N * N {
            let mut line = 0;
            while line < 4 {
                let (dx, dy) = [(1, 0), (0, 1), (-1, 1), (1, 1)][line];
                rays[square][line] = (Self::ray(square, dx, dy), Self::ray(square, -dx, -dy));
                line += 1;
            }
            square += 1;
        }
        rays
    };

    /// The squares beyond a square in one direction.
    const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
        let n = N as i32;
        let (mut x, mut y) = (square as i32 % n + dx, square as i32 / n + dy);
        let mut ray = 0;
        while 0 <= x && x < n && 0 <= y && y < n {
            ray |= 1 << (y * n + x);
            x += dx;
            y += dy;
        }
        ray
    }

    pub fn squares(self) -> u32 {
        (N * N) as u32
    }

    pub fn vacant(self, board: Discs) -> u32 {
        self.squares() - (board.black | board.white).count_ones()
    }

    /// Reads a board: one character a square.
    pub fn parse(self, text: &str) -> Option<Discs> {
        if text.len() != self.squares() as usize {
            return None;
        }
        let mut board = Discs::default();
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
        let rim = (8 - N) / 2;
        let &[file, rank] = name.as_bytes() else { return None };
        let (column, row) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
        let column = usize::from(column).checked_sub(rim).filter(|&column| column < N)?;
        let row = usize::from(row).checked_sub(rim).filter(|&row| row < N)?;
        Some(row * N + column)
    }

    pub fn name(self, square: usize) -> String {
        let rim = (8 - N) / 2;
        let (column, row) = (square % N + rim, square / N + rim);
        [char::from(b'a' + column as u8), char::from(b'1' + row as u8)].into_iter().collect()
    }

    /// The quarters of the board that have an odd number of these squares.
    pub fn odd_quarters(self, set: u64) -> u64 {
        let half = N / 2;
        let quarter = (Self::COLUMN * ((1 << half) - 1)) & (Self::ALL >> (N * half));
        [0, half, N * half, N * half + half].iter().fold(0, |odd, by| {
            let quarter = quarter << by;
            if (set & quarter).count_ones() % 2 == 1 { odd | quarter } else { odd }
        })
    }

    /// The squares with left and right exchanged.
    fn mirrored(set: u64) -> u64 {
        (0..N).fold(0, |image, column| image | (set >> column & Self::COLUMN) << (N - 1 - column))
    }

    /// The squares with low and high exchanged.
    fn flipped(set: u64) -> u64 {
        (0..N).fold(0, |image, row| image | (set >> (N * row) & Self::ROW) << (N * (N - 1 - row)))
    }

    /// The squares with rows and columns exchanged: those to the right of the diagonal with those above it.
    fn transposed(set: u64) -> u64 {
        (1..N).fold(set & Self::DIAGONAL, |image, columns| {
            let right = Self::DIAGONAL << columns & Self::ALL >> (N * columns);
            let by = (N - 1) * columns;
            image | (set & right) << by | set >> by & right
        })
    }

    /// The image of the board (rotations and reflections) whose text is the smallest.
    pub fn canonical(self, board: Discs) -> Discs {
        let mut least = board;
        for image in [board, board.map(Self::transposed)] {
            for image in [image, image.map(Self::flipped)] {
                for image in [image, image.map(Self::mirrored)] {
                    if image.precedes(least) {
                        least = image;
                    }
                }
            }
        }
        least
    }

    /// The discs that a move to a vacant square turns over; none if the move is not legal.
    pub fn turned(self, mine: u64, theirs: u64, square: usize) -> u64 {
        // On each ray the first square that the other side does not hold ends the run of its discs.
        let if_mine = |end: u64, run: u64| if end & mine != 0 { run } else { 0 };
        let turned_up = |ray: u64| {
            let beyond_run = ray & !theirs;
            let end = beyond_run & beyond_run.wrapping_neg();
            if_mine(end, ray & end.wrapping_sub(1))
        };
        let turned_down = |ray: u64| {
            // If there is no such square this is the highest bit, which is on no ray downwards.
            let end = (1 << 63) >> ((ray & !theirs).leading_zeros() % 64);
            if_mine(end & ray, ray & !(end | (end - 1)))
        };
        let [row, column, falling, rising] =
            Self::RAYS[square].map(|(up, down)| turned_up(up) | turned_down(down));
        row | column | falling | rising
    }

    /// The legal moves of a side.
    pub fn moves(self, mine: u64, theirs: u64) -> u64 {
        let [rows, columns, falling, rising] = Self::LINES.map(|(by, between)| {
            let between = between & theirs;
            let (mut up, mut down) = (mine << by & between, mine >> by & between);
            for _ in 0..N - 3 {
                up |= up << by & between;
                down |= down >> by & between;
            }
            up << by | down >> by
        });
        (rows | columns | falling | rising) & Self::ALL & !(mine | theirs)
    }
}

pub(super) fn difference(mine: u64, theirs: u64) -> i32 {
    mine.count_ones() as i32 - theirs.count_ones() as i32
}

/// The squares of a set.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known numbers of positions after a number of moves from the start, passes counted as moves.
    #[test]
    fn perft() {
        fn count<const N: usize>(mine: u64, theirs: u64, depth: u32) -> u64 {
            let size = Size::<N>;
            let moves = size.moves(mine, theirs);
            if depth == 0 || moves == 0 && size.moves(theirs, mine) == 0 {
                return 1;
            }
            if moves == 0 {
                return count::<N>(theirs, mine, depth - 1);
            }
            let after = |square| {
                let turned = size.turned(mine, theirs, square);
                count::<N>(theirs & !turned, mine | turned | 1 << square, depth - 1)
            };
            squares(moves).map(after).sum()
        }
        let text = "---------------------------OX------XO---------------------------";
        let (mine, theirs) = Size::<8>.parse(text).unwrap().of(true);
        let counts = [1, 2, 3, 4, 5, 6, 7].map(|depth| count::<8>(mine, theirs, depth));
        assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55092]);
        let (mine, theirs) = Size::<6>.parse("--------------OX----XO--------------").unwrap().of(true);
        assert_eq!(count::<6>(mine, theirs, 1), 4);
    }

    /// The moves are those found by the rules' own words: from each vacant square, walk in each direction over discs of the other side.
    #[test]
    fn moves_by_the_rules() {
        fn compare<const N: usize>(random: u64) {
            let size = Size::<N>;
            let mix = |by: u64| (random ^ random >> 31).wrapping_mul(by | 1).rotate_left(23) & Size::<N>::ALL;
            // Few vacant squares, and about as many discs of both sides.
            let vacant = mix(0x9e37_79b9_7f4a_7c15) & mix(0xbf58_476d_1ce4_e5b9);
            let mine = mix(0x94d0_49bb_1331_11eb) & !vacant;
            let theirs = Size::<N>::ALL & !(mine | vacant);
            let mut moves = 0;
            for square in squares(vacant) {
                let mut turned = 0;
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let at = |steps: i32| -> Option<u64> {
                        let (x, y) = ((square % N) as i32 + dx * steps, (square / N) as i32 + dy * steps);
                        let inside = 0..N as i32;
                        (inside.contains(&x) && inside.contains(&y)).then(|| 1 << (y * N as i32 + x))
                    };
                    let run: Vec<u64> = (1..).map_while(at).take_while(|&disc| theirs & disc != 0).collect();
                    if at(run.len() as i32 + 1).is_some_and(|end| mine & end != 0) {
                        turned |= run.into_iter().fold(0, |all, disc| all | disc);
                    }
                }
                assert_eq!(size.turned(mine, theirs, square), turned, "{mine:x} {theirs:x} {square}");
                moves |= u64::from(turned != 0) << square;
            }
            assert_eq!(size.moves(mine, theirs), moves, "{mine:x} {theirs:x}");
        }
        let mut random = 1u64;
        for _ in 0..3_000 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            compare::<4>(random);
            compare::<6>(random);
            compare::<8>(random);
        }
    }

    #[test]
    fn canonical_images() {
        let size = Size::<6>;
        let board = size.parse("-XXX---OXX---OOXXX-OXOXO--XX-----X--").unwrap();
        let image = |square: usize, number: usize| {
            let (x, y) = (square % 6, square / 6);
            let (u, v) = (5 - x, 5 - y);
            let (x, y) = [(x, y), (u, y), (x, v), (u, v), (y, x), (v, x), (y, u), (v, u)][number];
            6 * y + x
        };
        let mut seen = Vec::new();
        for number in 0..8 {
            let turned =
                board.map(|set| squares(set).fold(0, |turned, square| turned | 1 << image(square, number)));
            assert_eq!(size.canonical(turned), size.canonical(board));
            seen.push(turned);
        }
        let text = |board: Discs| {
            let disc = |at: usize| (board.black >> at & 1 != 0, board.white >> at & 1 != 0);
            (0..36).map(disc).collect::<Vec<_>>()
        };
        seen.sort_by_key(|&board| text(board));
        assert_eq!(seen[0], size.canonical(board));
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }
}
