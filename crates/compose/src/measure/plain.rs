//! A game reduced to its rules, with its moves in a chosen order.

use std::fmt;
use std::hash::BuildHasher as _;

use yomikiri_pns::{FastHash, Game, Knowledge, KnownValue, NodeKind, Random};

/// The order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrdering {
    /// The order in which the game generates them.
    Generated,
    /// Shuffled at each position, depending only on the seed and the position.
    Shuffled(u64),
}

impl fmt::Display for MoveOrdering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveOrdering::Generated => write!(f, "moves as generated"),
            MoveOrdering::Shuffled(seed) => write!(f, "moves shuffled with seed {seed}"),
        }
    }
}

/// A game without its knowledge beyond the rules: leaf estimates, dominance, delayed moves, repetitions other than exact ones.
#[derive(Clone, Debug)]
pub struct Plain<G> {
    game: G,
    order: MoveOrdering,
}

impl<G: Game> Plain<G> {
    /// The game from its current node on.
    pub fn new(game: G, order: MoveOrdering) -> Plain<G> {
        Plain { game, order }
    }
}

impl<G: Game> Game for Plain<G> {
    type Move = G::Move;
    type Key = G::Key;
    type Undo = G::Undo;

    const ACYCLIC: bool = G::ACYCLIC;

    fn key(&self) -> G::Key {
        self.game.key()
    }

    fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    fn value(&self) -> Option<KnownValue<G::Key>> {
        self.game.value().map(|settled| settled.value.into())
    }

    fn moves(&self, moves: &mut Vec<G::Move>) {
        let start = moves.len();
        self.game.moves(moves);
        if let MoveOrdering::Shuffled(seed) = self.order {
            let mut random = Random::new(FastHash.hash_one((seed, self.key())));
            random.shuffle(&mut moves[start..]);
        }
    }

    fn make(&mut self, mv: G::Move) -> G::Undo {
        self.game.make(mv)
    }

    fn unmake(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.unmake(mv, undo);
    }
}

impl<G: Knowledge> Knowledge for Plain<G> {
    fn key_after(&mut self, mv: G::Move) -> G::Key {
        self.game.key_after(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::bare;
    use yomikiri_pns::Graph;
    use yomikiri_shogi::{Color, Position};

    #[test]
    fn shuffled_moves_are_the_same_moves() {
        let position = Position::from_sfen("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1").unwrap();
        let listed = |order| {
            let mut moves = Vec::new();
            Plain::new(bare(&position, Color::Black), order).moves(&mut moves);
            moves
        };
        let generated = listed(MoveOrdering::Generated);
        assert_eq!(generated, position.checks());
        let orders: Vec<_> = (1..6).map(|seed| listed(MoveOrdering::Shuffled(seed))).collect();
        for order in &orders {
            assert_eq!(order.len(), generated.len());
            assert!(generated.iter().all(|mv| order.contains(mv)));
        }
        assert_eq!(orders[0], listed(MoveOrdering::Shuffled(1)), "the same seed, the same order");
        assert!(orders[1..].iter().any(|order| *order != orders[0]), "another seed, another order");
    }

    #[test]
    fn what_is_already_in_the_list_stays_there() {
        let graph = Graph::parse("a or b c d\n b and x+\n c and x+\n d and x-");
        let mut moves = vec![7, 8, 9];
        Plain::new(graph.root(), MoveOrdering::Shuffled(5)).moves(&mut moves);
        assert_eq!((&moves[..3], moves.len()), (&[7, 8, 9][..], 6));
    }
}
