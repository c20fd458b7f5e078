//! Leaf numbers from the material balance: a reading of h(n) in Kishimoto's paper, which gives no
//! formula.

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Numbers, Plan};
use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position};
use yomikiri_tsume::{MateGame, MateKey};

/// A mate problem whose leaf numbers depend on the material of both sides alone.
#[derive(Clone, Debug)]
pub(crate) struct MaterialProblem(pub MateGame);

impl Game for MaterialProblem {
    type Move = Move;
    type Key = MateKey;
    type Undo = <MateGame as Game>::Undo;

    const ACYCLIC: bool = MateGame::ACYCLIC;

    fn key(&self) -> MateKey {
        self.0.key()
    }

    fn kind(&self) -> NodeKind {
        self.0.kind()
    }

    fn value(&self) -> Option<KnownValue<MateKey>> {
        self.0.value()
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        self.0.moves(moves);
    }

    fn make(&mut self, mv: Move) -> Self::Undo {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: Move, undo: Self::Undo) {
        self.0.unmake(mv, undo);
    }
}

impl Knowledge for MaterialProblem {
    const VALUE_IS_EXPENSIVE: bool = MateGame::VALUE_IS_EXPENSIVE;
    const EXPANSION_IS_EXPENSIVE: bool = MateGame::EXPANSION_IS_EXPENSIVE;
    const RELOOKUP_AFTER_VISITS: u64 = MateGame::RELOOKUP_AFTER_VISITS;

    fn estimate(&self) -> Numbers {
        numbers(self.0.position(), self.0.attacker(), self.0.leaf_unit())
    }

    fn leaf_unit(&self) -> u64 {
        self.0.leaf_unit()
    }

    fn keeps_expansions(&self) -> bool {
        self.0.keeps_expansions()
    }

    fn key_after(&mut self, mv: Move) -> MateKey {
        self.0.key_after(mv)
    }

    fn value_looks_ahead(&self) -> bool {
        self.0.value_looks_ahead()
    }

    fn scope(&self, value: bool, children: impl Iterator<Item = (Move, MateKey)>) -> MateKey {
        self.0.scope(value, children)
    }

    fn repeats(earlier: &MateKey, key: &MateKey) -> bool {
        MateGame::repeats(earlier, key)
    }

    fn repetition_class(key: &MateKey) -> u64 {
        MateGame::repetition_class(key)
    }

    fn plan(&self, moves: &[Move], plan: &mut Plan) {
        self.0.plan(moves, plan);
    }
}

/// The values of the pieces, promoted or not, in hand or on the board, as in many programs of the
/// paper's time.
const VALUES: [(PieceKind, u64); 7] = [
    (PieceKind::Pawn, 1),
    (PieceKind::Lance, 3),
    (PieceKind::Knight, 4),
    (PieceKind::Silver, 5),
    (PieceKind::Gold, 6),
    (PieceKind::Bishop, 8),
    (PieceKind::Rook, 10),
];
/// How often the leaf number is added for the share of all material that the opponent has.
const SPREAD: u64 = 3;

/// The numbers of a leaf: the less material the attacker has, the harder a proof, and the more he
/// has, the harder a disproof.
fn numbers(position: &Position, attacker: Color, leaf: u64) -> Numbers {
    let value = |color: Color| -> u64 {
        let hand = position.hand(color);
        VALUES
            .iter()
            .map(|&(kind, value)| value * (on_board(position, color, kind) + u64::from(hand.count(kind))))
            .sum()
    };
    let (ours, theirs) = (value(attacker), value(!attacker));
    let all = (ours + theirs).max(1);
    Numbers::new(leaf + leaf * SPREAD * theirs / all, leaf + leaf * SPREAD * ours / all)
}

fn on_board(position: &Position, color: Color, kind: PieceKind) -> u64 {
    let count = |kind| u64::from(position.squares_of(Piece::new(kind, color)).len());
    count(kind) + kind.promoted().map_or(0, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_with_less_material_has_the_harder_task() {
        let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        // Gold and pawn, 7 of 126.
        let found = numbers(&position, Color::Black, 256);
        assert_eq!(
            (found.proof.get(), found.disproof.get()),
            (256 + 256 * 3 * 119 / 126, 256 + 256 * 3 * 7 / 126)
        );
        let other = numbers(&position, Color::White, 256);
        assert_eq!((other.proof, other.disproof), (found.disproof, found.proof));
        let promoted: Position = "4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        assert_eq!(numbers(&promoted, Color::Black, 256), found);
    }
}
