//! Chomp, a game in which no position can come back: `cargo run -p yomikiri-pns --example chomp`.
//!
//! A bar of chocolate has 4 × 4 squares. A player bites off a square with everything below and to the right of it. The
//! square in the upper left corner is poisoned: who eats it loses.

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Search, Verdict};

const SIZE: u8 = 4;

/// The squares that are left in each row, and whether the first player is to move.
type Key = ([u8; SIZE as usize], bool);

#[derive(Clone)]
struct Chomp {
    rows: [u8; SIZE as usize],
    first_to_move: bool,
}

impl Game for Chomp {
    type Move = (u8, u8); // row and column
    type Key = Key;
    type Undo = [u8; SIZE as usize];

    const ACYCLIC: bool = true; // chocolate never comes back

    fn key(&self) -> Key {
        (self.rows, self.first_to_move)
    }

    // The first player is the prover: he moves at OR nodes.
    fn kind(&self) -> NodeKind {
        if self.first_to_move { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<KnownValue<Key>> {
        // Nothing is left: the other player has just eaten the poison, so the player to move wins.
        (self.rows[0] == 0).then_some(self.first_to_move.into())
    }

    fn moves(&self, moves: &mut Vec<(u8, u8)>) {
        for (row, &left) in (0..).zip(&self.rows) {
            moves.extend((0..left).map(|column| (row, column)));
        }
    }

    fn make(&mut self, (row, column): (u8, u8)) -> [u8; SIZE as usize] {
        let before = self.rows;
        for left in &mut self.rows[usize::from(row)..] {
            *left = (*left).min(column);
        }
        self.first_to_move = !self.first_to_move;
        before
    }

    fn unmake(&mut self, _: (u8, u8), before: [u8; SIZE as usize]) {
        self.rows = before;
        self.first_to_move = !self.first_to_move;
    }
}

// The game knows nothing beyond its rules.
impl Knowledge for Chomp {}

/// Finds the winning first bite.
#[cfg_attr(test, test)]
fn main() {
    let bar = Chomp { rows: [SIZE; SIZE as usize], first_to_move: true };
    let (outcome, solution) = Search::new(bar.clone()).run_with_solution();
    assert_eq!(outcome.verdict, Verdict::Proven);

    // The solution is a strategy. The checker follows it with the rules alone, against every move of the other player.
    let solution = solution.expect("a small game fits into memory");
    let size = solution.check(bar.clone()).expect("the strategy wins");
    let first = solution.move_at(&bar.key()).expect("the first player is to move");
    println!("The first player wins with the bite at row {}, column {}.", first.0 + 1, first.1 + 1);
    println!("The strategy has {} positions; the search visited {}.", size.nodes, outcome.counters.visits);

    // On a square bar, the only winning bite leaves one row and one column.
    assert_eq!(first, (1, 1));
}
