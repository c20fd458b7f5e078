//! Random trees of fixed branching and depth, generated during the search.

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Random};

/// A node of a random tree. All inner nodes have the same number of children, all leaves the same depth, and each leaf is won
/// with the same probability.
///
/// The probability is the fixed point of x = 1 − (1 − xᵇ)ᵇ, at which the value of the root stays uncertain at every depth.
#[derive(Clone, Debug)]
pub struct RandomTree {
    branching: u64,
    height: u32,
    chance: f64,
    node: u64,
    depth: u32,
}

impl RandomTree {
    /// The root of a tree, an OR node.
    pub fn new(branching: u64, height: u32, seed: u64) -> RandomTree {
        RandomTree {
            branching,
            height,
            chance: balanced(branching as f64),
            node: Random::new(seed).next_u64(),
            depth: 0,
        }
    }
}

/// The fixed point for branching `b`, found by bisection.
fn balanced(b: f64) -> f64 {
    let (mut low, mut high) = (0.05_f64, 0.95_f64);
    for _ in 0..60 {
        let x = (low + high) / 2.0;
        if 1.0 - (1.0 - x.powf(b)).powf(b) < x { low = x } else { high = x }
    }
    low
}

impl Game for RandomTree {
    type Move = u64;
    type Key = u64;
    type Undo = u64;

    const ACYCLIC: bool = true;

    fn key(&self) -> u64 {
        self.node
    }

    fn kind(&self) -> NodeKind {
        if self.depth.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<KnownValue<u64>> {
        let share = Random::new(self.node ^ 0x5851_f42d_4c95_7f2d).next_u64() as f64 / u64::MAX as f64;
        (self.depth == self.height).then_some((share < self.chance).into())
    }

    fn moves(&self, moves: &mut Vec<u64>) {
        moves.extend(0..self.branching);
    }

    fn make(&mut self, mv: u64) -> u64 {
        let undo = self.node;
        self.node =
            Random::new(self.node.wrapping_mul(0x9fb2_1c65_1e98_df25).wrapping_add(mv + 1)).next_u64();
        self.depth += 1;
        undo
    }

    fn unmake(&mut self, _: u64, undo: u64) {
        self.node = undo;
        self.depth -= 1;
    }
}

impl Knowledge for RandomTree {}

#[cfg(test)]
mod tests {
    use yomikiri_pns::Search;

    use super::*;

    #[test]
    fn trees_are_balanced_and_solved_alike() {
        assert!((balanced(2.0) - 0.618).abs() < 0.001);
        let mut proven = 0;
        for seed in 0..40 {
            let tree = RandomTree::new(3, 6, seed);
            let values = ["dfpn", "deep-dfpn:E=3,D=6", "pn"]
                .map(|name| Search::new(tree.clone()).algorithm(name.parse().unwrap()).run().verdict.value());
            assert!(values[0].is_some() && values.iter().all(|value| *value == values[0]));
            proven += usize::from(values[0] == Some(true));
        }
        assert!((8..=34).contains(&proven), "{proven} of 40");
    }
}
