//! Mate problems with one rule changed, as AND/OR games. The judge and the rule profiles ask them beside the plain problem.
//!
//! All variants are monotone in the limit and in the attacker's hand, as the plain problem is. So they use the same table, with other
//! keys, and everything that the table knows about dominance holds. Results of the plain problem are used where they hold, too.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_pns::{Evaluation, FastHash, Game, Knowledge, KnownValue, NodeKind, Numbers, Plan, Random};
use yomikiri_shogi::{Hand, MateInOne, Move, Undo};

use super::interposition::{Boxed, CheckLine, Interposition, Takers};
use super::table::{Shared, VariantKey};
use crate::hands;
use crate::plies::Plies;
use crate::problem::{AttackersLook, MateKey, Mover, Problem};

/// What is different from a plain problem.
#[derive(Clone, Debug)]
pub(crate) enum Variant {
    /// Nothing, but pieces may be out of the game.
    Plain,
    /// *Uncounted*: an interposition may be taken back at once, and that costs no plies. The length of this game is a lower bound of
    /// the lengths under `plus2` and `miwa`.
    Uncounted,
    /// An interposition that can be taken back at all counts as mated. A lower bound of the lengths under `basic`.
    Waived,
    /// These positions do not mate.
    Avoiding(Arc<Avoided>),
}

impl Variant {
    /// The part of a node's key that tells variants apart.
    fn salt(&self) -> u64 {
        let seed = match self {
            Variant::Plain => 0x7661_7200,
            Variant::Uncounted => 0x7661_7201,
            Variant::Waived => 0x7661_7202,
            Variant::Avoiding(avoided) => avoided.key,
        };
        Random::new(seed).next_u64()
    }
}

/// Positions that do not mate: for each board the attacker's hands. A position with a smaller hand does not mate either.
#[derive(Clone, Debug, Default)]
pub(crate) struct Avoided {
    hands: HashMap<u64, Vec<Hand>, FastHash>,
    /// A key of the whole set.
    key: u64,
}

impl Avoided {
    /// All positions of a line, its end included.
    pub fn line(problem: &Problem, line: &[Move]) -> Avoided {
        let mut problem = problem.clone();
        let mut avoided = Avoided::default();
        let _ = avoided.add(&problem);
        for &mv in line {
            let _ = problem.make(mv);
            let _ = avoided.add(&problem);
        }
        avoided
    }

    /// Adds a position. Returns whether it is new.
    pub fn add(&mut self, problem: &Problem) -> bool {
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

    /// Whether this position is avoided.
    pub fn contains(&self, problem: &Problem) -> bool {
        self.hand(problem).is_some()
    }

    /// The hand with which this position is avoided.
    fn hand(&self, problem: &Problem) -> Option<Hand> {
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
pub(crate) struct VariantProblem {
    /// Its limit has [`OFFSET`] added.
    problem: Problem,
    variant: Variant,
    /// The part of the key that tells variants apart.
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
    boxed: Boxed,
}

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VariantMove {
    pub mv: Move,
    /// Whether it captures an interposition and takes it back.
    pub takes_back: bool,
}

impl From<Move> for VariantMove {
    fn from(mv: Move) -> VariantMove {
        VariantMove { mv, takes_back: false }
    }
}

/// What [`VariantProblem::unmake`] needs.
#[derive(Debug)]
pub(crate) struct VariantUndo {
    undo: Undo,
    plies: Plies,
    around: Surroundings,
}

impl VariantProblem {
    /// A variant of `problem` without its limit.
    pub fn new(problem: Problem, variant: Variant) -> VariantProblem {
        let line = if problem.is_attackers_turn() { None } else { CheckLine::of(problem.position()) };
        let around = Surroundings { line, ..Surroundings::default() };
        let salt = variant.salt();
        VariantProblem { problem: problem.within(Plies::UNLIMITED), variant, salt, around }
    }

    /// The same node in another variant.
    #[must_use]
    pub fn as_variant(&self, variant: Variant) -> VariantProblem {
        let salt = variant.salt();
        VariantProblem { problem: self.problem.clone(), variant, salt, around: self.around }
    }

    /// The same, to be searched as one that hardly has a mate.
    #[must_use]
    pub fn expecting_no_mate(mut self) -> VariantProblem {
        self.problem = self.problem.expecting_no_mate();
        self
    }

    /// The same with a limit.
    #[must_use]
    pub fn within(mut self, plies: u32) -> VariantProblem {
        self.problem.plies = Plies::new(plies + OFFSET);
        self
    }

    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    pub fn boxed(&self) -> Boxed {
        self.around.boxed
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
        matches!(self.variant, Variant::Uncounted | Variant::Waived)
    }

    fn key_with(&self, hand: Hand, plies: Plies) -> VariantKey {
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
    ) -> VariantKey {
        let boxed = self.around.boxed;
        let salt = self.salt ^ interposition.map_or(0, |found| found.key()) ^ boxed.key();
        let own = MateKey { board: board ^ salt, hand, plies };
        let shared = match self.variant {
            Variant::Plain => Shared::All,
            Variant::Uncounted => Shared::MatesAndNone,
            Variant::Waived => Shared::Mates,
            Variant::Avoiding(_) => Shared::NoMates,
        };
        VariantKey { own, plain: (boxed == Boxed::NONE).then_some((board, shared)) }
    }

    /// Whether an attacker's node has a ply left for a check.
    fn may_check(&self) -> bool {
        self.problem.plies() > NO_PLIES
    }

    /// The captures that take back the interposition that led here.
    pub fn take_backs(&self, takers: Takers) -> Vec<Move> {
        let Some(interposition) = self.around.interposition else { return Vec::new() };
        let position = self.problem.position();
        let mut checks = position.checks();
        checks.retain(|&check| interposition.is_taken_back_by(position, check, takers));
        checks
    }

    fn settled(&self, value: bool, hand: Hand, plies: Plies) -> KnownValue<VariantKey> {
        let depth = plies.limit().unwrap_or(0).saturating_sub(OFFSET);
        KnownValue { value, scope: Some(self.key_with(hand, plies)), depth }
    }

    /// What the attacker, to move, sees at once.
    fn look_for_attacker(&self) -> AttackersLook<VariantKey> {
        let settled = |value, hand, plies| AttackersLook::KnownValue(self.settled(value, hand, plies));
        let (position, hand, plies) = (self.problem.position(), self.problem.hand(), self.problem.plies());
        if let Variant::Waived = self.variant
            && !self.take_backs(Takers::Direct).is_empty()
        {
            // Not for smaller hands, which leave more to interpose, and without any plies.
            return settled(true, hand, Plies::ZERO);
        }
        let may_take_back = matches!(self.variant, Variant::Uncounted) && self.around.interposition.is_some();
        if !self.may_check() {
            return if may_take_back { AttackersLook::Nothing } else { settled(false, Hand::FULL, plies) };
        }
        match position.look_for_mate() {
            // The end of the avoided line is a mate, too.
            MateInOne::Mate(_) if matches!(self.variant, Variant::Avoiding(_)) => AttackersLook::Nothing,
            MateInOne::Mate(mv) => settled(true, self.problem.scope_of_mate(mv).hand, Plies::new(1 + OFFSET)),
            MateInOne::NoCheck => settled(false, hands::without_new_checks(position, hand), Plies::UNLIMITED),
            MateInOne::None(survey) => AttackersLook::Checks(survey),
        }
    }

    /// That the position is an avoided one, if it is.
    #[inline]
    fn avoided(&self) -> Option<KnownValue<VariantKey>> {
        let Variant::Avoiding(avoided) = &self.variant else { return None };
        avoided.hand(&self.problem).map(|hand| self.settled(false, hand, Plies::UNLIMITED))
    }

    fn value_for_defender(&self) -> Option<KnownValue<VariantKey>> {
        let (position, hand) = (self.problem.position(), self.problem.hand());
        if !position.has_evasion() {
            let defender = position.hand(!self.problem.attacker());
            return Some(self.settled(true, hands::kept_from_defender(position, hand, defender), NO_PLIES));
        }
        let may_be_futile = self.around.line.is_some();
        (self.problem.plies() <= NO_PLIES && !may_be_futile).then(|| false.into())
    }
}

impl Game for VariantProblem {
    type Move = VariantMove;
    type Key = VariantKey;
    type Undo = VariantUndo;

    const ACYCLIC: bool = false;

    fn key(&self) -> VariantKey {
        self.key_with(self.problem.hand(), self.problem.plies())
    }

    fn kind(&self) -> NodeKind {
        self.problem.kind()
    }

    fn value(&self) -> Option<KnownValue<VariantKey>> {
        if let Some(settled) = self.avoided() {
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

    fn moves(&self, moves: &mut Vec<VariantMove>) {
        let mut plain = Vec::with_capacity(32);
        if self.problem.is_attackers_turn() {
            if let Variant::Uncounted = self.variant {
                let take_backs = self.take_backs(Takers::Direct).into_iter();
                moves.extend(take_backs.map(|mv| VariantMove { mv, takes_back: true }));
            }
            if self.may_check() {
                self.problem.position().list_checks(&mut plain);
            }
        } else {
            self.problem.position().list_evasions(&mut plain);
        }
        moves.extend(plain.into_iter().map(VariantMove::from));
    }

    fn make(&mut self, mv: VariantMove) -> VariantUndo {
        let VariantMove { mv, takes_back } = mv;
        let (plies, around) = (self.problem.plies(), self.around);
        let attacker = self.problem.attacker();
        let attacks = self.problem.is_attackers_turn();
        let undo = self.problem.position.make(mv);
        self.problem.plies = if takes_back { plies.plus_one() } else { plies.less_one() };
        self.around.interposition = None;
        self.around.line = None;
        if attacks {
            self.around.line = CheckLine::of(self.problem.position());
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
                self.around.boxed = around.boxed.with(kind);
            }
        }
        VariantUndo { undo, plies, around }
    }

    fn unmake(&mut self, mv: VariantMove, VariantUndo { undo, plies, around }: VariantUndo) {
        let VariantMove { mv, takes_back } = mv;
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

impl Knowledge for VariantProblem {
    const VALUE_IS_EXPENSIVE: bool = Problem::VALUE_IS_EXPENSIVE;
    const EXPANSION_IS_EXPENSIVE: bool = true;
    const RELOOKUP_AFTER_VISITS: u64 = Problem::RELOOKUP_AFTER_VISITS;

    fn estimate(&self) -> Numbers {
        self.problem.estimate()
    }

    fn leaf_unit(&self) -> u64 {
        self.problem.leaf_unit()
    }

    /// A piece that is taken back counts as captured here: numbers need not be exact.
    #[inline]
    fn estimate_after(&mut self, mv: VariantMove) -> Numbers {
        self.problem.estimate_after(mv.mv)
    }

    #[inline]
    fn evaluate_child(&mut self, mv: VariantMove) -> Evaluation<VariantKey> {
        if mv.takes_back || self.problem.techniques.material {
            let undo = self.make(mv);
            let value = self.value();
            self.unmake(mv, undo);
            return value.map_or_else(|| Evaluation::Leaf(self.estimate_after(mv)), Evaluation::Known);
        }
        let mover = Mover::new(self.problem.position(), mv.mv);
        let undo = self.make(mv);
        let look = if let Some(settled) = self.avoided() {
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
    fn key_after(&mut self, mv: VariantMove) -> VariantKey {
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
            return self.key_of(board, hands::after(position, mv, hand), plies, None);
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
        !matches!(self.variant, Variant::Avoiding(_))
            && self.around.interposition.is_none()
            && self.problem.plies() > Plies::new(OFFSET + 2)
            && self.problem.value_looks_ahead()
    }

    fn scope(&self, value: bool, children: impl Iterator<Item = (VariantMove, VariantKey)>) -> VariantKey {
        let (position, hand) = (self.problem.position(), self.problem.hand());
        let children = children.map(|(mv, child)| (mv, child.own));
        let before = |mv: VariantMove, child: MateKey| {
            if mv.takes_back {
                (child.hand, child.plies.less_one())
            } else {
                (hands::before(position, mv.mv, child.hand), child.plies.plus_one())
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
                    (hands::without_new_checks(position, hand), Plies::UNLIMITED)
                } else {
                    (Hand::FULL, self.problem.plies())
                };
                children.fold(all, |(hand, plies), (mv, child)| {
                    let (of_child, plies_of_child) = before(mv, child);
                    (hand.intersection(of_child), plies.min(plies_of_child))
                })
            }
            (NodeKind::And, true) => {
                let least = (hands::kept_from_defender(position, hand, defender), NO_PLIES);
                children.fold(least, |(hand, plies), (_, child)| {
                    (hand.union(child.hand), plies.max(child.plies.plus_one()))
                })
            }
            (NodeKind::And, false) => {
                // One child.
                children.fold((hand, self.problem.plies()), |_, (mv, child)| {
                    let most = match mv.mv.dropped() {
                        Some(kind) => hands::leaving_one(kind, hand, defender, child.hand),
                        None => child.hand,
                    };
                    (most, child.plies.plus_one())
                })
            }
        };
        self.key_with(hand, plies)
    }

    fn repeats(earlier: &VariantKey, key: &VariantKey) -> bool {
        Problem::repeats(&earlier.own, &key.own)
    }

    fn repetition_class(key: &VariantKey) -> u64 {
        Problem::repetition_class(&key.own)
    }

    fn plan(&self, moves: &[VariantMove], plan: &mut Plan) {
        // The plan of the plain problem is for its moves.
        if !moves.iter().any(|mv| mv.takes_back) {
            let plain: Vec<Move> = moves.iter().map(|mv| mv.mv).collect();
            self.problem.plan(&plain, plan);
        }
    }
}
