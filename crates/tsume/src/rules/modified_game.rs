//! Mate problems with one rule changed, as AND/OR games. The judge and the rule profiles ask them beside the plain problem.
//!
//! All of them are monotone in the limit and in the attacker's hand, as the plain problem is. So
//! they use the same table, with other keys, and everything that the table knows about dominance
//! holds. Results of the plain problem are used where they hold, too.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_pns::{Evaluation, FastHash, Game, Knowledge, KnownValue, NodeKind, Numbers, Plan, Random};
use yomikiri_shogi::{Hand, MateInOne, Move, Undo};

use super::interposition::{CheckLine, Interposition, RemovedPieces, TakeBackBy};
use super::modified_game_table::{InheritedResults, ModifiedKey};
use crate::mate_game::{AttackersLook, MateGame, MateKey, Mover};
use crate::plies::Plies;
use crate::proof_hands;

/// What is different from a plain problem.
#[derive(Clone, Debug)]
pub(crate) enum RuleChange {
    /// Nothing, but pieces may be out of the game.
    None,
    /// *Uncounted*: an interposition may be taken back at once, and that costs no plies. The length of this game is a lower bound of
    /// the lengths under `plus2` and `miwa`.
    Uncounted,
    /// An interposition that can be taken back at all counts as mated. A lower bound of the lengths under `basic`.
    Waived,
    /// These positions do not mate.
    Forbidding(Arc<ForbiddenPositions>),
}

impl RuleChange {
    /// The part of a node's key that tells changes apart.
    fn salt(&self) -> u64 {
        let seed = match self {
            RuleChange::None => 0x7661_7200,
            RuleChange::Uncounted => 0x7661_7201,
            RuleChange::Waived => 0x7661_7202,
            RuleChange::Forbidding(forbidden) => forbidden.key,
        };
        Random::new(seed).next_u64()
    }
}

/// Positions that do not mate: for each board the attacker's hands. A position with a smaller hand does not mate either.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForbiddenPositions {
    hands: HashMap<u64, Vec<Hand>, FastHash>,
    /// A key of the whole set.
    key: u64,
}

impl ForbiddenPositions {
    /// All positions of a line, its end included.
    pub fn line(problem: &MateGame, line: &[Move]) -> ForbiddenPositions {
        let mut problem = problem.clone();
        let mut forbidden = ForbiddenPositions::default();
        let _ = forbidden.add(&problem);
        for &mv in line {
            let _ = problem.make(mv);
            let _ = forbidden.add(&problem);
        }
        forbidden
    }

    /// Adds a position. Returns whether it is new.
    pub fn add(&mut self, problem: &MateGame) -> bool {
        let (board, hand) = (problem.position().board_key(), problem.hand());
        let hands = self.hands.entry(board).or_default();
        if hands.contains(&hand) {
            return false;
        }
        hands.push(hand);
        self.key ^= Random::new(board ^ u64::from(hand.to_bits()).rotate_left(32)).next_u64();
        true
    }

    /// A key of the whole set.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether this position is forbidden.
    pub fn contains(&self, problem: &MateGame) -> bool {
        self.hand(problem).is_some()
    }

    /// The hand with which this position is forbidden.
    fn hand(&self, problem: &MateGame) -> Option<Hand> {
        let hands = self.hands.get(&problem.position().board_key())?;
        hands.iter().copied().find(|hand| hand.contains(problem.hand()))
    }
}

/// Limits are kept with this much added: in the uncounted game a node of the attacker can have one ply less than none, where he may
/// only take back.
pub(super) const OFFSET: u32 = 2;
/// The limit of a defender's node without plies left.
const NO_PLIES: Plies = Plies::new(OFFSET);

/// A mate problem with one rule changed.
#[derive(Clone, Debug)]
pub(crate) struct ModifiedGame {
    /// Its limit has [`OFFSET`] added.
    problem: MateGame,
    change: RuleChange,
    /// The part of the key that tells changes apart.
    salt: u64,
    around: Surroundings,
}

/// What a node has beside its position.
#[derive(Clone, Copy, Debug, Default)]
struct Surroundings {
    /// At an attacker's node: the interposition that led to it.
    interposition: Option<Interposition>,
    /// At a defender's node: where he can interpose.
    line: Option<CheckLine>,
    removed: RemovedPieces,
}

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModifiedMove {
    pub mv: Move,
    /// Whether it captures an interposition and takes it back.
    pub takes_back: bool,
}

impl From<Move> for ModifiedMove {
    fn from(mv: Move) -> ModifiedMove {
        ModifiedMove { mv, takes_back: false }
    }
}

/// What [`ModifiedGame::unmake`] needs.
#[derive(Debug)]
pub(crate) struct ModifiedUndo {
    undo: Undo,
    plies: Plies,
    around: Surroundings,
}

impl ModifiedGame {
    /// `problem` with this change and without its limit.
    pub fn new(problem: MateGame, change: RuleChange) -> ModifiedGame {
        let line = if problem.is_attackers_turn() { None } else { CheckLine::new(problem.position()) };
        let around = Surroundings { line, ..Surroundings::default() };
        let salt = change.salt();
        ModifiedGame { problem: problem.within(Plies::UNLIMITED), change, salt, around }
    }

    /// The same node with another change.
    #[must_use]
    pub fn with_change(&self, change: RuleChange) -> ModifiedGame {
        let salt = change.salt();
        ModifiedGame { problem: self.problem.clone(), change, salt, around: self.around }
    }

    /// The same, to be searched as one that hardly has a mate.
    #[must_use]
    pub fn expecting_no_mate(mut self) -> ModifiedGame {
        self.problem = self.problem.expecting_no_mate();
        self
    }

    /// The same with a limit.
    #[must_use]
    pub fn within(mut self, plies: u32) -> ModifiedGame {
        self.problem.plies = Plies::new(plies + OFFSET);
        self
    }

    pub fn problem(&self) -> &MateGame {
        &self.problem
    }

    pub fn removed(&self) -> RemovedPieces {
        self.around.removed
    }

    /// At a defender's node: where he can interpose.
    pub fn line(&self) -> Option<CheckLine> {
        self.around.line
    }

    /// Forgets that an interposition led to this node, so that it cannot be taken back.
    pub fn forget_interposition(&mut self) {
        self.around.interposition = None;
    }

    /// The interpositions that can be taken back are part of a node.
    #[inline]
    fn knows_interpositions(&self) -> bool {
        matches!(self.change, RuleChange::Uncounted | RuleChange::Waived)
    }

    fn key_with(&self, hand: Hand, plies: Plies) -> ModifiedKey {
        let board = self.problem.position().board_key();
        self.key_of(board, self.problem.stated(hand), plies, self.around.interposition)
    }

    /// The key of a node on this board, with the same pieces out of the game.
    #[inline]
    fn key_of(
        &self,
        board: u64,
        hand: Hand,
        plies: Plies,
        interposition: Option<Interposition>,
    ) -> ModifiedKey {
        let removed = self.around.removed;
        let salt = self.salt ^ interposition.map_or(0, |found| found.key()) ^ removed.key();
        let own = MateKey { board: board ^ salt, hand, plies };
        let inherited = match self.change {
            RuleChange::None => InheritedResults::All,
            RuleChange::Uncounted => InheritedResults::MatesAndNone,
            RuleChange::Waived => InheritedResults::Mates,
            RuleChange::Forbidding(_) => InheritedResults::NoMates,
        };
        ModifiedKey { own, plain: (removed == RemovedPieces::NONE).then_some((board, inherited)) }
    }

    /// Whether an attacker's node has a ply left for a check.
    fn may_check(&self) -> bool {
        self.problem.plies() > NO_PLIES
    }

    /// The captures that take back the interposition that led here.
    pub fn take_backs(&self, by: TakeBackBy) -> Vec<Move> {
        let Some(interposition) = self.around.interposition else { return Vec::new() };
        let position = self.problem.position();
        let mut checks = position.checks();
        checks.retain(|&check| interposition.is_taken_back_by(position, check, by));
        checks
    }

    fn settled(&self, value: bool, hand: Hand, plies: Plies) -> KnownValue<ModifiedKey> {
        let depth = plies.limit().unwrap_or(0).saturating_sub(OFFSET);
        KnownValue { value, scope: Some(self.key_with(hand, plies)), depth }
    }

    /// What the attacker, to move, sees at once.
    fn look_for_attacker(&self) -> AttackersLook<ModifiedKey> {
        let settled = |value, hand, plies| AttackersLook::KnownValue(self.settled(value, hand, plies));
        let (position, hand, plies) = (self.problem.position(), self.problem.hand(), self.problem.plies());
        if let RuleChange::Waived = self.change
            && !self.take_backs(TakeBackBy::Direct).is_empty()
        {
            // Not for smaller hands, which leave more to interpose, and without any plies.
            return settled(true, hand, Plies::ZERO);
        }
        let may_take_back =
            matches!(self.change, RuleChange::Uncounted) && self.around.interposition.is_some();
        if !self.may_check() {
            return if may_take_back { AttackersLook::Nothing } else { settled(false, Hand::FULL, plies) };
        }
        match position.find_mate_in_one() {
            // The end of the forbidden line is a mate, too.
            MateInOne::Mate(_) if matches!(self.change, RuleChange::Forbidding(_)) => AttackersLook::Nothing,
            MateInOne::Mate(mv) => settled(true, self.problem.scope_of_mate(mv).hand, Plies::new(1 + OFFSET)),
            MateInOne::NoCheck => {
                settled(false, proof_hands::without_new_checks(position, hand), Plies::UNLIMITED)
            }
            MateInOne::None(survey) => AttackersLook::Checks(survey),
        }
    }

    /// That the position is a forbidden one, if it is.
    #[inline]
    fn forbidden(&self) -> Option<KnownValue<ModifiedKey>> {
        let RuleChange::Forbidding(forbidden) = &self.change else { return None };
        forbidden.hand(&self.problem).map(|hand| self.settled(false, hand, Plies::UNLIMITED))
    }

    fn value_for_defender(&self) -> Option<KnownValue<ModifiedKey>> {
        let (position, hand) = (self.problem.position(), self.problem.hand());
        if !position.has_evasion() {
            let defender = position.hand(!self.problem.attacker());
            return Some(self.settled(
                true,
                proof_hands::kept_from_defender(position, hand, defender),
                NO_PLIES,
            ));
        }
        let may_be_futile = self.around.line.is_some();
        (self.problem.plies() <= NO_PLIES && !may_be_futile).then(|| false.into())
    }
}

impl Game for ModifiedGame {
    type Move = ModifiedMove;
    type Key = ModifiedKey;
    type Undo = ModifiedUndo;

    const ACYCLIC: bool = false;

    fn key(&self) -> ModifiedKey {
        self.key_with(self.problem.hand(), self.problem.plies())
    }

    fn kind(&self) -> NodeKind {
        self.problem.kind()
    }

    fn value(&self) -> Option<KnownValue<ModifiedKey>> {
        if let Some(settled) = self.forbidden() {
            return Some(settled);
        }
        if !self.problem.is_attackers_turn() {
            return self.value_for_defender();
        }
        match self.look_for_attacker() {
            AttackersLook::KnownValue(settled) => Some(settled),
            AttackersLook::Checks(_) | AttackersLook::Nothing => None,
        }
    }

    fn moves(&self, moves: &mut Vec<ModifiedMove>) {
        let mut plain = Vec::with_capacity(32);
        if self.problem.is_attackers_turn() {
            if let RuleChange::Uncounted = self.change {
                let take_backs = self.take_backs(TakeBackBy::Direct).into_iter();
                moves.extend(take_backs.map(|mv| ModifiedMove { mv, takes_back: true }));
            }
            if self.may_check() {
                self.problem.position().list_checks(&mut plain);
            }
        } else {
            self.problem.position().list_evasions(&mut plain);
        }
        moves.extend(plain.into_iter().map(ModifiedMove::from));
    }

    fn make(&mut self, mv: ModifiedMove) -> ModifiedUndo {
        let ModifiedMove { mv, takes_back } = mv;
        let (plies, around) = (self.problem.plies(), self.around);
        let attacker = self.problem.attacker();
        let attacks = self.problem.is_attackers_turn();
        let undo = self.problem.position.make(mv);
        self.problem.plies = if takes_back { plies.plus_one() } else { plies.less_one() };
        self.around.interposition = None;
        self.around.line = None;
        if attacks {
            self.around.line = CheckLine::new(self.problem.position());
        } else if self.knows_interpositions() {
            self.around.interposition = around.line.and_then(|line| line.interposition(mv));
        }
        if takes_back
            && let Some(interposition) = around.interposition
            && let Some(captured) = undo.captured()
        {
            let kind = captured.kind().unpromoted();
            let position = &mut self.problem.position;
            position.set_hand(attacker, position.hand(attacker).one_less(kind));
            if interposition.dropped {
                position.set_hand(!attacker, position.hand(!attacker).one_more(kind));
            } else {
                self.around.removed = around.removed.with(kind);
            }
        }
        ModifiedUndo { undo, plies, around }
    }

    fn unmake(&mut self, mv: ModifiedMove, ModifiedUndo { undo, plies, around }: ModifiedUndo) {
        let ModifiedMove { mv, takes_back } = mv;
        if takes_back
            && let Some(interposition) = around.interposition
            && let Some(captured) = undo.captured()
        {
            let kind = captured.kind().unpromoted();
            let attacker = self.problem.attacker();
            let position = &mut self.problem.position;
            position.set_hand(attacker, position.hand(attacker).one_more(kind));
            if interposition.dropped {
                position.set_hand(!attacker, position.hand(!attacker).one_less(kind));
            }
        }
        self.problem.position.unmake(mv, undo);
        self.problem.plies = plies;
        self.around = around;
    }
}

impl Knowledge for ModifiedGame {
    const VALUE_IS_EXPENSIVE: bool = MateGame::VALUE_IS_EXPENSIVE;
    const EXPANSION_IS_EXPENSIVE: bool = true;
    const RELOOKUP_AFTER_VISITS: u64 = MateGame::RELOOKUP_AFTER_VISITS;

    fn estimate(&self) -> Numbers {
        self.problem.estimate()
    }

    fn leaf_unit(&self) -> u64 {
        self.problem.leaf_unit()
    }

    /// A piece that is taken back counts as captured here: numbers need not be exact.
    #[inline]
    fn estimate_after(&mut self, mv: ModifiedMove) -> Numbers {
        self.problem.estimate_after(mv.mv)
    }

    #[inline]
    fn evaluate_child(&mut self, mv: ModifiedMove) -> Evaluation<ModifiedKey> {
        if mv.takes_back {
            let undo = self.make(mv);
            let value = self.value();
            self.unmake(mv, undo);
            return value.map_or_else(|| Evaluation::Leaf(self.estimate_after(mv)), Evaluation::Known);
        }
        let mover = Mover::new(self.problem.position(), mv.mv);
        let undo = self.make(mv);
        let look = if let Some(settled) = self.forbidden() {
            Evaluation::Known(settled)
        } else if self.problem.is_attackers_turn() {
            match self.look_for_attacker() {
                AttackersLook::KnownValue(settled) => Evaluation::Known(settled),
                AttackersLook::Checks(survey) => {
                    Evaluation::Leaf(self.problem.leaf_after_answer(survey, &mover))
                }
                AttackersLook::Nothing => {
                    let survey = self.problem.position().survey_checks();
                    Evaluation::Leaf(self.problem.leaf_after_answer(survey, &mover))
                }
            }
        } else {
            match self.value_for_defender() {
                Some(settled) => Evaluation::Known(settled),
                None => Evaluation::Leaf(self.problem.leaf_after_check(&mover)),
            }
        };
        self.unmake(mv, undo);
        look
    }

    #[inline]
    fn key_after(&mut self, mv: ModifiedMove) -> ModifiedKey {
        if mv.takes_back {
            let undo = self.make(mv);
            let key = self.key();
            self.unmake(mv, undo);
            return key;
        }
        let mv = mv.mv;
        let (position, hand) = (self.problem.position(), self.problem.hand());
        let (board, plies) = (position.board_key_after(mv), self.problem.plies().less_one());
        if self.problem.is_attackers_turn() {
            return self.key_of(board, proof_hands::after(position, mv, hand), plies, None);
        }
        let line = self.around.line.filter(|_| self.knows_interpositions());
        self.key_of(board, hand, plies, line.and_then(|line| line.interposition(mv)))
    }

    #[inline]
    fn keeps_expansions(&self) -> bool {
        self.problem.keeps_expansions()
    }

    fn value_looks_ahead(&self) -> bool {
        // Where the last plies are at stake, or a piece can be taken back, a child may have a value that the look does not see.
        !matches!(self.change, RuleChange::Forbidding(_))
            && self.around.interposition.is_none()
            && self.problem.plies() > Plies::new(OFFSET + 2)
            && self.problem.value_looks_ahead()
    }

    fn scope(&self, value: bool, children: impl Iterator<Item = (ModifiedMove, ModifiedKey)>) -> ModifiedKey {
        let (position, hand) = (self.problem.position(), self.problem.hand());
        let children = children.map(|(mv, child)| (mv, child.own));
        let before = |mv: ModifiedMove, child: MateKey| {
            if mv.takes_back {
                (child.hand, child.plies.less_one())
            } else {
                (proof_hands::before(position, mv.mv, child.hand), child.plies.plus_one())
            }
        };
        let defender = position.hand(!self.problem.attacker());
        let (hand, plies) = match (self.kind(), value) {
            (NodeKind::Or, true) => {
                // One child.
                children.fold((hand, self.problem.plies()), |_, (mv, child)| before(mv, child))
            }
            (NodeKind::Or, false) => {
                let all = if self.may_check() {
                    (proof_hands::without_new_checks(position, hand), Plies::UNLIMITED)
                } else {
                    (Hand::FULL, self.problem.plies())
                };
                children.fold(all, |(hand, plies), (mv, child)| {
                    let (of_child, plies_of_child) = before(mv, child);
                    (hand.intersection(of_child), plies.min(plies_of_child))
                })
            }
            (NodeKind::And, true) => {
                let least = (proof_hands::kept_from_defender(position, hand, defender), NO_PLIES);
                children.fold(least, |(hand, plies), (_, child)| {
                    (hand.union(child.hand), plies.max(child.plies.plus_one()))
                })
            }
            (NodeKind::And, false) => {
                // One child.
                children.fold((hand, self.problem.plies()), |_, (mv, child)| {
                    let most = match mv.mv.dropped() {
                        Some(kind) => proof_hands::leaving_one(kind, hand, defender, child.hand),
                        None => child.hand,
                    };
                    (most, child.plies.plus_one())
                })
            }
        };
        self.key_with(hand, plies)
    }

    fn repeats(earlier: &ModifiedKey, key: &ModifiedKey) -> bool {
        MateGame::repeats(&earlier.own, &key.own)
    }

    fn repetition_class(key: &ModifiedKey) -> u64 {
        MateGame::repetition_class(&key.own)
    }

    fn plan(&self, moves: &[ModifiedMove], plan: &mut Plan) {
        // The plan of the plain problem is for its moves.
        if !moves.iter().any(|mv| mv.takes_back) {
            let plain: Vec<Move> = moves.iter().map(|mv| mv.mv).collect();
            self.problem.plan(&plain, plan);
        }
    }
}
