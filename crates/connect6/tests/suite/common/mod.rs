//! Helpers of the integration tests: random positions and exhaustive search.

use std::collections::HashMap;

use yomikiri_connect6::{Board, Cell, Color, GameRules};
use yomikiri_pns::Random;

/// A random position with the given number of stones and no row, either side to move.
pub fn random_board(rules: GameRules, stones: usize, random: &mut Random) -> Board {
    loop {
        let mut board = Board::new(rules);
        let mut free: Vec<Cell> = board.free().iter().collect();
        for at in 0..stones {
            let cell = free.swap_remove(random.below(free.len()));
            board.place(cell, Color::ALL[at % 2]);
        }
        board.set_side(Color::ALL[random.below(2)]);
        if !Color::ALL.into_iter().any(|color| board.has_row(color)) {
            return board;
        }
    }
}

/// A random position in which neither side wins at once, so that proofs have null moves.
pub fn quiet_board(rules: GameRules, stones: usize, random: &mut Random) -> Board {
    loop {
        let board = random_board(rules, stones, random);
        if Color::ALL.into_iter().all(|color| board.completion(color).is_none()) {
            return board;
        }
    }
}

/// The value of positions of one game by exhaustive search: the definition, with a cache. It has its own stones and rows.
pub struct BruteForce {
    rows: Vec<u64>,
    board: u64,
    stones: u32,
    /// Values by the attacker's stones, the defender's stones, and whether the attacker is to move.
    known: HashMap<(u64, u64, bool), bool>,
}

impl BruteForce {
    /// The game with these rules, on at most 64 cells.
    pub fn new(rules: GameRules) -> BruteForce {
        let (size, row) = (rules.size() as isize, rules.row() as isize);
        assert!(size * size <= 64, "too many cells");
        let inside = |x: isize, y: isize| (0..size).contains(&x) && (0..size).contains(&y);
        let mut rows = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for start in 0..size * size {
                let (x, y) = (start % size, start / size);
                if inside(x + (row - 1) * dx, y + (row - 1) * dy) {
                    rows.push((0..row).fold(0, |set, at| set | 1 << ((y + at * dy) * size + x + at * dx)));
                }
            }
        }
        let board = u64::MAX >> (64 - size * size);
        BruteForce { rows, board, stones: rules.stones() as u32, known: HashMap::new() }
    }

    /// Whether the attacker wins.
    pub fn wins(&mut self, board: &Board, attacker: Color) -> bool {
        let (mine, others) = BruteForce::stones(board, attacker);
        self.value(mine, others, board.side_to_move() == attacker)
    }

    /// Whether the attacker wins with at most this many moves of his own, for boards on which there are too many games.
    pub fn wins_within(&self, board: &Board, attacker: Color, moves: u32) -> bool {
        let (mine, others) = BruteForce::stones(board, attacker);
        let attacks = board.side_to_move() == attacker;
        (1..=moves).any(|moves| self.forces(mine, others, attacks, moves))
    }

    /// The stones of the attacker and of the defender.
    fn stones(board: &Board, attacker: Color) -> (u64, u64) {
        let rules = board.rules();
        let set = |color: Color| {
            let at = |(x, y): (usize, usize)| {
                rules.cell(x, y).is_some_and(|cell| board.stones(color).contains(cell))
            };
            let places = (0..rules.size()).flat_map(|y| (0..rules.size()).map(move |x| (x, y)));
            places.filter(|&place| at(place)).fold(0, |set, (x, y)| set | 1 << (y * rules.size() + x))
        };
        (set(attacker), set(!attacker))
    }

    /// The same as [`wins_within`](BruteForce::wins_within). A row that can be completed is completed at once, and without one the
    /// attacker's last move wins nothing; that changes no answer.
    fn forces(&self, attacker: u64, defender: u64, attacks: bool, moves: u32) -> bool {
        let free = self.board & !(attacker | defender);
        let has_row = |stones: u64| self.rows.iter().any(|&row| row & !stones == 0);
        if has_row(attacker) || has_row(defender) || free == 0 {
            return has_row(attacker);
        }
        let stones = if free == self.board { 1 } else { self.stones };
        let completes = |mine: u64, others: u64| {
            self.rows.iter().any(|&row| row & others == 0 && (row & !mine).count_ones() <= stones)
        };
        if attacks {
            return completes(attacker, defender)
                || moves > 1
                    && self.moves(free).any(|mv| self.forces(attacker | mv, defender, false, moves - 1));
        }
        !completes(defender, attacker)
            && (moves > 1 || completes(attacker, defender))
            && self.moves(free).all(|mv| self.forces(attacker, defender | mv, true, moves))
    }

    fn value(&mut self, attacker: u64, defender: u64, attacks: bool) -> bool {
        let has_row = |stones: u64| self.rows.iter().any(|&row| row & !stones == 0);
        let free = self.board & !(attacker | defender);
        if has_row(attacker) || has_row(defender) || free == 0 {
            return has_row(attacker);
        }
        if let Some(&known) = self.known.get(&(attacker, defender, attacks)) {
            return known;
        }
        let value = self.moves(free).any(|mv| {
            let value = if attacks {
                self.value(attacker | mv, defender, false)
            } else {
                self.value(attacker, defender | mv, true)
            };
            value == attacks
        }) == attacks;
        self.known.insert((attacker, defender, attacks), value);
        value
    }

    /// The moves on these free cells.
    fn moves(&self, free: u64) -> impl Iterator<Item = u64> + use<> {
        let cells = move |set: u64| (0..64).map(|cell| 1_u64 << cell).filter(move |cell| set & cell != 0);
        let single = self.stones == 1 || free == self.board || free.count_ones() == 1;
        cells(free).flat_map(move |first| {
            let second = if single { first } else { free & !(first | (first - 1)) };
            cells(second).map(move |second| first | second)
        })
    }
}
