//! λ-search, for wins by threats: `cargo run -p yomikiri-pns --example threats`.
//!
//! The attacker wants three stones in a row on a board of 5 × 5 cells, the defender only hinders him. A stone that makes two
//! in a row with a free end is a threat of order 1: if the defender passes, the attacker wins at once. A stone is a threat of
//! order 2 if the attacker, after a pass, wins by threats of order 1.

use yomikiri_pns::{
    Game, Knowledge, KnownValue, Lambda, LambdaKey, LambdaMove, LambdaScheme, NodeKind, Order, Search,
    ThreatGame, ThreatLevel, Verdict,
};

const SIZE: i32 = 5;

/// The cells of both sides, one bit each, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    attacker: u32,
    defender: u32,
    attacker_to_move: bool,
}

#[derive(Clone)]
struct ThreeInARow {
    board: Board,
    level: ThreatLevel,
}

/// All rows of three cells.
fn rows() -> impl Iterator<Item = u32> {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    (0..SIZE * SIZE).flat_map(move |cell| {
        directions.into_iter().filter_map(move |(down, right)| {
            let cells = [0, 1, 2].map(|step| (cell / SIZE + step * down, cell % SIZE + step * right));
            let inside = |&(row, column): &(i32, i32)| row < SIZE && (0..SIZE).contains(&column);
            let bit = |(row, column)| 1_u32 << (row * SIZE + column);
            cells.iter().all(inside).then(|| cells.map(bit).iter().sum())
        })
    })
}

impl Game for ThreeInARow {
    type Move = LambdaMove<u32>; // a stone on the cell with this bit, or a pass
    type Key = LambdaKey<Board>;
    type Undo = Board;

    const ACYCLIC: bool = true;

    fn key(&self) -> LambdaKey<Board> {
        LambdaKey { node: self.board, level: self.level }
    }

    fn kind(&self) -> NodeKind {
        if self.board.attacker_to_move { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<KnownValue<Self::Key>> {
        let Board { attacker, defender, attacker_to_move } = self.board;
        let missing = |row: u32| (row & !attacker).count_ones() + 9 * (row & defender).count_ones();
        let wins_within = u32::from(attacker_to_move);
        let wins = rows().any(|row| missing(row) <= wins_within);
        // At order 0 only an immediate win counts.
        (wins || self.level.max_order == Order::ZERO).then_some(wins.into())
    }

    fn moves(&self, moves: &mut Vec<Self::Move>) {
        let taken = self.board.attacker | self.board.defender;
        moves.extend(
            (0..SIZE * SIZE).map(|cell| 1_u32 << cell).filter(|bit| taken & bit == 0).map(LambdaMove::Play),
        );
    }

    fn make(&mut self, mv: Self::Move) -> Board {
        let before = self.board;
        match mv {
            LambdaMove::Restrict(_) => return before, // the attacker chooses an order, and it is still his turn
            LambdaMove::Pass => {}
            LambdaMove::Play(bit) if before.attacker_to_move => self.board.attacker |= bit,
            LambdaMove::Play(bit) => self.board.defender |= bit,
        }
        self.board.attacker_to_move = !before.attacker_to_move;
        before
    }

    fn unmake(&mut self, _: Self::Move, before: Board) {
        self.board = before;
    }
}

impl Knowledge for ThreeInARow {}

impl ThreatGame for ThreeInARow {
    type Play = u32;
    type Node = Board;

    fn level(&self) -> ThreatLevel {
        self.level
    }

    fn set_level(&mut self, level: ThreatLevel) {
        self.level = level;
    }

    fn may_pass(&self) -> bool {
        true
    }
}

/// Whether an attacker who has played one stone, in the middle, wins by threats up to this order.
fn wins(order: Order) -> bool {
    let board = Board { attacker: 1 << (SIZE * SIZE / 2), defender: 0, attacker_to_move: false };
    let game = ThreeInARow { board, level: ThreatLevel::BASE };
    Search::new(Lambda::new(game, order, LambdaScheme::default())).run().verdict == Verdict::Proven
}

/// Asks which threats it takes to win.
#[cfg_attr(test, test)]
fn main() {
    println!("From the middle the attacker wins by threats of order 1: {}.", wins(Order::ONE));
    println!("From the middle the attacker wins by threats up to order 2: {}.", wins(Order::TWO));
    assert!(!wins(Order::ONE) && wins(Order::TWO));
}
