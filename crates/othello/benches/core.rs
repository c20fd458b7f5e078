//! The cost of the generic search: df-pn from `yomikiri_pns` compared with df-pn written by hand for Othello.
//!
//! `cargo bench -p yomikiri-othello --bench core`. Both visit the same nodes in the same order, with the same hash maps. The
//! programs take turns, and the fastest round of each counts, in CPU time.

use std::collections::HashMap;

use cpu_time::ProcessTime;
use yomikiri_othello::{Color, MarginGame, Position, Six};
use yomikiri_pns::{FastHash, Search};

const POSITION: &str = "-XXX---OXX---OOXXX-OXOXO--XX-----X-- O"; // 17 vacant squares
const ROUNDS: usize = 15;

fn main() {
    println!("| question | visits | by hand, s | generic, s | generic / by hand |");
    println!("|---|--:|--:|--:|--:|");
    for margin in [1, 4, 5] {
        let (mut by_hand, mut generic, mut visits) = (f64::INFINITY, f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            let start = ProcessTime::now();
            let mut search = ByHand { prover: Color::White, margin, table: HashMap::default(), visits: 0 };
            let position: Position<Six> = POSITION.parse().expect("valid");
            search.visit(position, u64::MAX, u64::MAX);
            by_hand = by_hand.min(start.elapsed().as_secs_f64());

            let game = MarginGame::new(position, Color::White, margin);
            let algorithm = "dfpn+exact+delayed".parse().expect("listed");
            let start = ProcessTime::now();
            let outcome = Search::new(game).algorithm(algorithm).run();
            generic = generic.min(start.elapsed().as_secs_f64());
            visits = outcome.counters.visits;
            assert_eq!(search.visits, visits, "the two must do the same work");
            assert_eq!(search.table.len() as u64, outcome.counters.table_entries);
        }
        println!("| ≥ {margin} | {visits} | {by_hand:.3} | {generic:.3} | {:.2} |", generic / by_hand);
    }
}

/// Plain df-pn without rules or traits, by recursion.
struct ByHand {
    prover: Color,
    margin: i32,
    table: HashMap<<Position<Six> as KeyOf>::Key, (u64, u64), FastHash>,
    visits: u64,
}

/// Names the key type without naming the size's internals.
trait KeyOf {
    type Key: Copy + Eq + std::hash::Hash;
}

impl KeyOf for Position<Six> {
    type Key = <MarginGame<Six> as yomikiri_pns::Game>::Key;
}

const INFINITE: u64 = u64::MAX;

fn add(a: u64, b: u64) -> u64 {
    if a == INFINITE || b == INFINITE { INFINITE } else { (a + b).min(INFINITE - 1) }
}

impl ByHand {
    /// Visits a node with thresholds for its own number φ and the other δ, both seen by the side to move.
    fn visit(&mut self, position: Position<Six>, phi_limit: u64, delta_limit: u64) {
        self.visits += 1;
        let key = position.key();
        if !self.table.contains_key(&key) && position.is_over() {
            let proven = position.difference(self.prover) >= self.margin;
            let mine = (position.side_to_move() == self.prover) == proven;
            self.table.insert(key, if mine { (0, INFINITE) } else { (INFINITE, 0) });
            return;
        }
        let children: Vec<_> = position
            .moves()
            .into_iter()
            .filter_map(|mv| position.play(mv))
            .map(|child| (child, child.key()))
            .collect();
        loop {
            let (mut best, mut lowest, mut second, mut sum, mut best_phi) = (0, INFINITE, INFINITE, 0, 1);
            for (index, (_, key)) in children.iter().enumerate() {
                let (phi, delta) = self.table.get(key).copied().unwrap_or((1, 1));
                sum = add(sum, phi);
                if delta < lowest || index == 0 {
                    (second, lowest, best, best_phi) = (lowest.min(second), delta, index, phi);
                } else {
                    second = second.min(delta);
                }
            }
            if lowest >= phi_limit || sum >= delta_limit || lowest == 0 || sum == 0 {
                self.table.insert(key, (lowest, sum));
                return;
            }
            let rest = sum - best_phi;
            let child_phi = if delta_limit == INFINITE { INFINITE } else { delta_limit.saturating_sub(rest) };
            let child_delta = phi_limit.min(add(second, 1));
            self.visit(children[best].0, child_phi, child_delta);
        }
    }
}
