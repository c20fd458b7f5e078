//! The games that are measured: mate problems by their rules alone, with and without strong pieces.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind};
use yomikiri_shogi::{Color, Hand, Move, Position};
use yomikiri_tsume::{MateKey, Plies, Problem, Techniques};

use crate::strong::{StrongKey, StrongProblem, StrongUndo};

/// A mate problem without any of the solver's techniques. Even mates in one are not recognised before they are played.
pub fn bare(position: &Position, attacker: Color) -> Bare {
    Bare(Kind::Shogi(Problem::new(position.clone(), attacker).with_techniques(Techniques::NONE)))
}

/// A mate problem, with or without strong pieces. One game for both: a search takes seconds to compile for a game.
#[derive(Clone, Debug)]
pub struct Bare(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Shogi(Problem),
    Strong(StrongProblem),
}

impl From<StrongProblem> for Bare {
    fn from(problem: StrongProblem) -> Bare {
        Bare(Kind::Strong(problem))
    }
}

/// The key of a position. All keys of one problem are of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BareKey {
    board: u64,
    hand: Hand,
    /// The other hand of a position with strong pieces, as the complement of its bits: no hand has all bits.
    other: Option<NonZeroU32>,
}

impl From<MateKey> for BareKey {
    fn from(key: MateKey) -> BareKey {
        debug_assert_eq!(key.plies, Plies::UNLIMITED);
        BareKey { board: key.board, hand: key.hand, other: None }
    }
}

impl From<StrongKey> for BareKey {
    fn from(StrongKey { board, hands: [hand, other] }: StrongKey) -> BareKey {
        BareKey { board, hand, other: NonZeroU32::new(!other.to_bits()) }
    }
}

/// The hash of the kind's own key: shuffled orders of moves depend on it.
impl Hash for BareKey {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.other {
            None => MateKey { board: self.board, hand: self.hand, plies: Plies::UNLIMITED }.hash(state),
            Some(other) => {
                let other = Hand::from_bits(!other.get()).unwrap_or_default();
                StrongKey { board: self.board, hands: [self.hand, other] }.hash(state);
            }
        }
    }
}

/// What it takes to take a move back.
#[derive(Debug)]
pub enum BareUndo {
    /// In shogi.
    Shogi(<Problem as Game>::Undo),
    /// With strong pieces.
    Strong(StrongUndo),
}

impl Game for Bare {
    type Move = Move;
    type Key = BareKey;
    type Undo = BareUndo;

    const ACYCLIC: bool = Problem::ACYCLIC && StrongProblem::ACYCLIC;

    fn key(&self) -> BareKey {
        match &self.0 {
            Kind::Shogi(problem) => problem.key().into(),
            Kind::Strong(problem) => problem.key().into(),
        }
    }

    fn kind(&self) -> NodeKind {
        match &self.0 {
            Kind::Shogi(problem) => problem.kind(),
            Kind::Strong(problem) => problem.kind(),
        }
    }

    fn value(&self) -> Option<KnownValue<BareKey>> {
        let value = match &self.0 {
            Kind::Shogi(problem) => problem.value()?.value,
            Kind::Strong(problem) => problem.value()?.value,
        };
        Some(value.into())
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        match &self.0 {
            Kind::Shogi(problem) => problem.moves(moves),
            Kind::Strong(problem) => problem.moves(moves),
        }
    }

    fn make(&mut self, mv: Move) -> BareUndo {
        match &mut self.0 {
            Kind::Shogi(problem) => BareUndo::Shogi(problem.make(mv)),
            Kind::Strong(problem) => BareUndo::Strong(problem.make(mv)),
        }
    }

    fn unmake(&mut self, mv: Move, undo: BareUndo) {
        match (&mut self.0, undo) {
            (Kind::Shogi(problem), BareUndo::Shogi(undo)) => problem.unmake(mv, undo),
            (Kind::Strong(problem), BareUndo::Strong(undo)) => problem.unmake(mv, undo),
            _ => unreachable!("the undo of another game"),
        }
    }
}

impl Knowledge for Bare {
    fn key_after(&mut self, mv: Move) -> BareKey {
        match &mut self.0 {
            Kind::Shogi(problem) => problem.key_after(mv).into(),
            Kind::Strong(problem) => problem.key_after(mv).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher as _;

    use super::*;
    use crate::strong::StrongPosition;
    use yomikiri_pns::FastHash;

    /// Two keys are equal if those of the games are, and each has the hash of the key of its game.
    #[test]
    fn keys_have_the_hashes_of_the_games() {
        for sfen in ["9/5R3/8k/8N/6S2/9/9/9/9 b - 1", "4k4/9/4P4/9/9/9/9/9/9 b 2G17p4l 1"] {
            let position = Position::from_sfen(sfen).unwrap();
            let shogi = Problem::new(position.clone(), Color::Black).key();
            assert_eq!(FastHash.hash_one(BareKey::from(shogi)), FastHash.hash_one(shogi));
            let strong = StrongProblem::new(StrongPosition::from(&position), Color::Black).key();
            assert_eq!(FastHash.hash_one(BareKey::from(strong)), FastHash.hash_one(strong));
            let [black, white] = strong.hands;
            let swapped = StrongKey { hands: [white, black], ..strong };
            assert_eq!(BareKey::from(swapped) == BareKey::from(strong), black == white);
        }
    }
}
