//! The mate problem as an AND/OR game.
//!
//! The attacker must give check with every move. The defender has all legal answers. A position
//! that repeats on the path is lost for the attacker, and so is one that repeats with fewer pieces
//! in his hand. A problem may have a limit on the plies that are left.

use std::sync::Arc;

use yomikiri_pns::{Evaluation, Game, Knowledge, KnownValue, NodeKind, Numbers, Plan};
use yomikiri_shogi::{CheckCounts, Color, Hand, MateInOne, Move, PieceKind, Position, Undo};

use crate::leaf_numbers::{DefenderMove, LeafTables, LeafWeights};
use crate::move_delay::{delay_checks, delay_interpositions};
use crate::plies::Plies;
use crate::proof_hands;
use crate::techniques::Techniques;

/// The identity of a node: the board with the side to move, the attacker's hand, and the plies that
/// are left.
///
/// The defender's hand follows: he has all pieces that are neither on the board nor in the
/// attacker's hand. A *proof* under a key holds for every larger hand and every longer limit, a
/// *disproof* for every smaller hand and every shorter limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MateKey {
    /// Key of the board and the side to move.
    pub board: u64,
    /// The attacker's hand.
    pub hand: Hand,
    /// The plies that are left.
    pub plies: Plies,
}

/// A node without its limit: the board with the side to move, and the attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoardAndHand {
    pub board: u64,
    pub hand: Hand,
}

/// A mate problem: a position, the attacker, and the plies that are left.
#[derive(Clone, Debug)]
pub struct MateGame {
    pub(crate) position: Position,
    attacker: Color,
    pub(crate) plies: Plies,
    pub(crate) techniques: Techniques,
    leaves: Arc<LeafTables>,
    /// Whether it is searched as one that hardly has a mate.
    expects_no_mate: bool,
}

impl MateGame {
    /// The question whether `attacker` mates from here. Either side may be to move. The defender
    /// must be in check if he is.
    pub fn new(position: Position, attacker: Color) -> MateGame {
        let techniques = Techniques::default();
        let leaves = LeafTables::shared(&techniques.leaves);
        MateGame { position, attacker, plies: Plies::UNLIMITED, techniques, leaves, expects_no_mate: false }
    }

    /// The question whether he mates within this limit.
    #[must_use]
    pub fn within(mut self, plies: Plies) -> MateGame {
        self.plies = plies;
        self
    }

    /// The same problem, to be searched with these techniques.
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> MateGame {
        self.techniques = techniques;
        self.leaves = LeafTables::shared(&techniques.leaves);
        self
    }

    /// The same problem, to be searched as one that hardly has a mate: checks wait for similar
    /// ones, and the leaf numbers are others, unless they were chosen.
    #[must_use]
    pub(crate) fn expecting_no_mate(mut self) -> MateGame {
        self.expects_no_mate = true;
        let mut techniques = self.techniques;
        if techniques.leaves != LeafWeights::FITTED {
            return self;
        }
        techniques.leaves = LeafWeights::REFUTING;
        self.with_techniques(techniques)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The attacker.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The plies that are left.
    pub fn plies(&self) -> Plies {
        self.plies
    }

    pub(crate) fn hand(&self) -> Hand {
        self.position.hand(self.attacker)
    }

    /// Gives pieces in the attacker's hand to the defender, so that the attacker has `hand`, which
    /// he must have.
    pub(crate) fn reduce_hand(&mut self, hand: Hand) {
        let (attacker, before) = (self.attacker, self.hand());
        if before == hand {
            return;
        }
        let mut defender = self.position.hand(!attacker);
        for (kind, count) in before.iter() {
            defender = (hand.count(kind)..count).fold(defender, |all, _| all.one_more(kind));
        }
        self.position.set_hand(attacker, hand);
        self.position.set_hand(!attacker, defender);
    }

    pub(crate) fn board_and_hand(&self) -> BoardAndHand {
        BoardAndHand { board: self.position.board_key(), hand: self.hand() }
    }

    pub(crate) fn is_attackers_turn(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// The hand in the scope of a result that holds for `hand`: the present one if proof hands are
    /// switched off.
    pub(crate) fn stated(&self, hand: Hand) -> Hand {
        if self.techniques.proof_hands && self.techniques.dominance { hand } else { self.hand() }
    }

    /// This node's key with another hand and limit.
    pub(crate) fn key_with(&self, hand: Hand, plies: Plies) -> MateKey {
        MateKey { board: self.position.board_key(), hand, plies }
    }
}

impl Game for MateGame {
    type Move = Move;
    type Key = MateKey;
    type Undo = (Undo, Plies);

    const ACYCLIC: bool = false;

    #[inline]
    fn key(&self) -> MateKey {
        self.key_with(self.hand(), self.plies)
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.is_attackers_turn() { NodeKind::Or } else { NodeKind::And }
    }

    #[inline]
    fn value(&self) -> Option<KnownValue<MateKey>> {
        if self.is_attackers_turn() { self.value_for_attacker() } else { self.value_for_defender() }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        if !self.is_attackers_turn() {
            self.position.list_evasions(moves);
        } else if self.plies != Plies::ZERO {
            // Checked again here: a node with numbers from a longer limit is entered without a call
            // of `value`.
            self.position.list_checks(moves);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> (Undo, Plies) {
        let undo = (self.position.make(mv), self.plies);
        self.plies = self.plies.less_one();
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, (undo, plies): (Undo, Plies)) {
        self.position.unmake(mv, undo);
        self.plies = plies;
    }
}

impl Knowledge for MateGame {
    const VALUE_IS_EXPENSIVE: bool = true;
    const EXPANSION_IS_EXPENSIVE: bool = true;
    const RELOOKUP_AFTER_VISITS: u64 = 16;

    #[inline]
    fn estimate(&self) -> Numbers {
        if self.is_attackers_turn() {
            return self.leaves.after_answer(
                self.position.survey_checks(),
                self.hand(),
                DefenderMove::default(),
            );
        }
        match self.position.checkers().first().and_then(|square| self.position.piece_at(square)) {
            Some(checker) => self.leaves.after_check(&self.position, checker.kind(), None),
            None => self.leaves.plain(),
        }
    }

    fn leaf_unit(&self) -> u64 {
        self.techniques.leaves.unit.into()
    }

    #[inline]
    fn estimate_after(&mut self, mv: Move) -> Numbers {
        let mover = Mover::new(&self.position, mv);
        let undo = self.make(mv);
        let numbers = if self.is_attackers_turn() {
            self.leaf_after_answer(self.position.survey_checks(), &mover)
        } else {
            self.leaf_after_check(&mover)
        };
        self.unmake(mv, undo);
        numbers
    }

    #[inline]
    fn evaluate_child(&mut self, mv: Move) -> Evaluation<MateKey> {
        let mover = Mover::new(&self.position, mv);
        let undo = self.make(mv);
        let look = if self.is_attackers_turn() {
            match self.look_for_attacker() {
                AttackersLook::KnownValue(settled) => Evaluation::Known(settled),
                AttackersLook::Checks(survey) => Evaluation::Leaf(self.leaf_after_answer(survey, &mover)),
                AttackersLook::Nothing => Evaluation::Leaf(self.estimate()),
            }
        } else {
            match self.value_for_defender() {
                Some(settled) => Evaluation::Known(settled),
                None => Evaluation::Leaf(self.leaf_after_check(&mover)),
            }
        };
        self.unmake(mv, undo);
        look
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> MateKey {
        let hand = if self.is_attackers_turn() {
            proof_hands::after(&self.position, mv, self.hand())
        } else {
            self.hand()
        };
        MateKey { board: self.position.board_key_after(mv), hand, plies: self.plies.less_one() }
    }

    /// Without the look for a mate in one, the number of a new leaf leaves out what the answer was.
    #[inline]
    fn keeps_expansions(&self) -> bool {
        self.techniques.mate_in_one
    }

    #[inline]
    fn value_looks_ahead(&self) -> bool {
        self.techniques.mate_in_one && self.is_attackers_turn()
    }

    fn scope(&self, value: bool, children: impl Iterator<Item = (Move, MateKey)>) -> MateKey {
        let key = self.widest(value, children);
        MateKey { hand: self.stated(key.hand), ..key }
    }

    #[inline]
    fn repeats(earlier: &MateKey, key: &MateKey) -> bool {
        earlier.board == key.board && earlier.hand.contains(key.hand)
    }

    #[inline]
    fn repetition_class(key: &MateKey) -> u64 {
        key.board
    }

    fn plan(&self, moves: &[Move], plan: &mut Plan) {
        if !self.techniques.delay {
            return;
        }
        if !self.is_attackers_turn() {
            delay_interpositions(&self.position, moves, plan);
        } else if self.expects_no_mate {
            delay_checks(&self.position, moves, plan);
        }
    }
}

impl MateGame {
    /// The widest scope of a result that the scopes of the children's results allow.
    fn widest(&self, value: bool, children: impl Iterator<Item = (Move, MateKey)>) -> MateKey {
        let position = &self.position;
        let hand = self.hand();
        match (self.kind(), value) {
            (NodeKind::Or, true) => {
                // One child.
                let mut key = self.key();
                for (mv, child) in children {
                    key.hand = proof_hands::before(position, mv, child.hand);
                    key.plies = child.plies.plus_one();
                }
                key
            }
            (NodeKind::And, true) => {
                let defender = position.hand(!self.attacker);
                let mut key =
                    self.key_with(proof_hands::kept_from_defender(position, hand, defender), Plies::ZERO);
                for (_, child) in children {
                    key.hand = key.hand.union(child.hand);
                    key.plies = key.plies.max(child.plies.plus_one());
                }
                key
            }
            (NodeKind::Or, false) if self.plies == Plies::ZERO => self.key_with(Hand::FULL, Plies::ZERO),
            (NodeKind::Or, false) => {
                let mut key =
                    self.key_with(proof_hands::without_new_checks(position, hand), Plies::UNLIMITED);
                for (mv, child) in children {
                    key.hand = key.hand.intersection(proof_hands::before(position, mv, child.hand));
                    key.plies = key.plies.min(child.plies.plus_one());
                }
                key
            }
            (NodeKind::And, false) => {
                // One child.
                let mut key = self.key();
                for (mv, child) in children {
                    key.hand = child.hand;
                    if let Some(kind) = mv.dropped() {
                        key.hand =
                            proof_hands::leaving_one(kind, hand, position.hand(!self.attacker), key.hand);
                    }
                    key.plies = child.plies.plus_one();
                }
                key
            }
        }
    }

    #[inline]
    fn value_for_attacker(&self) -> Option<KnownValue<MateKey>> {
        match self.look_for_attacker() {
            AttackersLook::KnownValue(settled) => Some(settled),
            AttackersLook::Checks(_) | AttackersLook::Nothing => None,
        }
    }

    /// What the attacker, to move, sees at once.
    #[inline]
    fn look_for_attacker(&self) -> AttackersLook<MateKey> {
        let settled = |value, hand, plies: Plies| {
            let scope = Some(self.key_with(self.stated(hand), plies));
            AttackersLook::KnownValue(KnownValue { value, scope, depth: plies.limit().unwrap_or(0) })
        };
        if self.plies == Plies::ZERO {
            return settled(false, Hand::FULL, Plies::ZERO);
        }
        if !self.techniques.mate_in_one {
            return AttackersLook::Nothing;
        }
        match self.position.find_mate_in_one() {
            MateInOne::Mate(mv) => {
                let scope = Some(self.scope_of_mate(mv));
                AttackersLook::KnownValue(KnownValue { value: true, scope, depth: 1 })
            }
            MateInOne::NoCheck => {
                settled(false, proof_hands::without_new_checks(&self.position, self.hand()), Plies::UNLIMITED)
            }
            // The next check would be the last, and none mates; or two plies are left, of which the
            // second is not his.
            MateInOne::None(_) if self.plies <= Plies::new(2) => settled(false, self.hand(), self.plies),
            MateInOne::None(survey) => AttackersLook::Checks(survey),
        }
    }

    /// The numbers of this node as a leaf, with the attacker to move after an answer.
    #[inline]
    pub(crate) fn leaf_after_answer(&self, survey: CheckCounts, mover: &Mover) -> Numbers {
        self.leaves.after_answer(survey, self.hand(), mover.answer())
    }

    /// The numbers of this node as a leaf, with the defender to move after a check.
    #[inline]
    pub(crate) fn leaf_after_check(&self, mover: &Mover) -> Numbers {
        self.leaves.after_check(&self.position, mover.kind, mover.captured)
    }

    /// The scope of a mate in one by `mv`.
    pub(crate) fn scope_of_mate(&self, mv: Move) -> MateKey {
        let mut position = self.position.clone();
        let _ = position.make(mv);
        let hand = position.hand(self.attacker);
        let kept = proof_hands::kept_from_defender(&position, hand, position.hand(!self.attacker));
        self.key_with(self.stated(proof_hands::before(&self.position, mv, kept)), Plies::new(1))
    }

    #[inline]
    fn value_for_defender(&self) -> Option<KnownValue<MateKey>> {
        if !self.position.has_evasion() {
            let defender = self.position.hand(!self.attacker);
            let hand = proof_hands::kept_from_defender(&self.position, self.hand(), defender);
            return Some(KnownValue {
                value: true,
                scope: Some(self.key_with(self.stated(hand), Plies::ZERO)),
                depth: 0,
            });
        }
        if self.plies <= Plies::new(1) {
            return Some(false.into());
        }
        None
    }
}

/// What the attacker sees at once.
pub(crate) enum AttackersLook<K> {
    /// The value of the node.
    KnownValue(KnownValue<K>),
    /// Checks, none of which mates.
    Checks(CheckCounts),
    /// He did not look.
    Nothing,
}

/// What a leaf number depends on of the move that led to the leaf.
pub(crate) struct Mover {
    kind: PieceKind,
    captured: Option<PieceKind>,
}

impl Mover {
    /// `mv` is a move in `position`.
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Mover {
        let kind_at = |square| position.piece_at(square).map(|piece| piece.kind());
        let kind = mv.dropped().or_else(|| mv.from().and_then(kind_at)).unwrap_or(PieceKind::Pawn);
        Mover { kind, captured: kind_at(mv.to()) }
    }

    fn answer(&self) -> DefenderMove {
        DefenderMove { captures: self.captured.is_some(), moves_king: self.kind == PieceKind::King }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::MateTable;
    use yomikiri_pns::{Entry, Search, Table, Verdict};

    /// Numbers are shared by all limits, so a node may be entered that has numbers and no plies
    /// left.
    #[test]
    fn numbers_from_a_longer_limit_do_not_lengthen_a_shorter_one() {
        // A gold drop mates at once.
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let problem = MateGame::new(position, Color::Black).within(Plies::ZERO);
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        let unsolved = Entry {
            numbers: Numbers::new(7, 7),
            min_distance: 0,
            visits: 1,
            solution_depth: 0,
            has_path_disproof: false,
        };
        table.put(problem.key(), unsolved);
        let outcome = Search::new(problem.clone()).run_with_table(&mut table);
        assert_eq!(outcome.verdict, Verdict::Disproven);
        let outcome = Search::new(problem.within(Plies::new(1))).run_with_table(&mut table);
        assert_eq!(outcome.verdict, Verdict::Proven);
    }
}
