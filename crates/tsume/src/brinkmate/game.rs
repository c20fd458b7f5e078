//! Mate problems with threats: what is different at orders above 1.
//!
//! At order 1 the attacker checks with every move: the mate problem as it is. At order 2 he may also play a threatmate
//! (詰めろ), a move after which he could mate if the defender passed; if that wins, it is a brinkmate (必至). The defender may
//! then play anything, a check of his own included, which the attacker must answer; he cannot pass while in check.
//!
//! The limit on plies means something else here: the plies up to the last move that is no check, the brinkmate move. Mates are
//! then of any length, and a mate at once needs none of these plies. More pieces in the attacker's hand are never worse for
//! him at any order: what he can do he still can, and the defender, who holds the rest, has fewer moves.

use yomikiri_pns::{
    Found, Game, Knowledge, LambdaKey, LambdaMove, Level, Look, NodeKind, Numbers, Order, Plan, ProofNumber,
    Settled, Threats,
};
use yomikiri_shogi::{Hand, MateInOne, Move, Position, Square, Undo};

use crate::mate_game::{MateGame, MateKey};
use crate::plies::Plies;
use crate::proof_hands;
use crate::simulation::Simulation;
use crate::techniques::Techniques;

type BrinkmateKey = LambdaKey<MateKey>;
type BrinkmateMove = LambdaMove<Move>;

/// A mate problem at a level of threats.
#[derive(Clone, Debug)]
pub struct BrinkmateGame {
    problem: MateGame,
    level: Level,
}

impl From<MateGame> for BrinkmateGame {
    /// The problem as the mate solver sees it.
    fn from(problem: MateGame) -> Self {
        BrinkmateGame { problem, level: Level::PLAIN }
    }
}

impl BrinkmateGame {
    fn keyed(&self, node: MateKey) -> BrinkmateKey {
        LambdaKey { node, level: self.level }
    }

    fn settled(&self, settled: Settled<MateKey>) -> Settled<BrinkmateKey> {
        let scope = settled.scope.map(|node| self.keyed(node));
        Settled { value: settled.value, scope, depth: settled.depth }
    }
}

/// Takes back a move, a pass or a restriction.
#[derive(Debug)]
pub struct BrinkmateUndo {
    plies: Plies,
    /// Of a move on the board.
    board: Option<Undo>,
}

impl Game for BrinkmateGame {
    type Move = BrinkmateMove;
    type Key = BrinkmateKey;
    type Undo = BrinkmateUndo;

    const ACYCLIC: bool = false;

    #[inline]
    fn key(&self) -> BrinkmateKey {
        self.keyed(self.problem.key())
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        self.problem.kind()
    }

    fn value(&self) -> Option<Settled<BrinkmateKey>> {
        let settled = match self.level {
            // No king is ever taken in shogi, so the attacker never wins at once.
            Level { order: Order::ZERO, .. } => Some(false.into()),
            Level { family: true, .. } => self.problem.mate_in_one(Plies::ZERO),
            Level::PLAIN => self.problem.value(),
            Level { order, .. } => self.problem.value_at(order),
        };
        settled.map(|settled| self.settled(settled))
    }

    fn moves(&self, moves: &mut Vec<BrinkmateMove>) {
        let mut plays = Vec::with_capacity(128);
        self.problem.moves_at(self.level.order, &mut plays);
        moves.extend(plays.into_iter().map(LambdaMove::Play));
    }

    fn make(&mut self, mv: BrinkmateMove) -> BrinkmateUndo {
        match mv {
            LambdaMove::Play(mv) => {
                let (board, plies) = self.problem.make(mv);
                BrinkmateUndo { plies, board: Some(board) }
            }
            LambdaMove::Pass => BrinkmateUndo { plies: self.problem.make_pass(), board: None },
            LambdaMove::Restrict(order) => {
                let plies = self.problem.plies;
                if order < self.level.order {
                    self.problem.plies = Plies::UNLIMITED;
                }
                BrinkmateUndo { plies, board: None }
            }
        }
    }

    fn unmake(&mut self, mv: BrinkmateMove, undo: BrinkmateUndo) {
        match (mv, undo.board) {
            (LambdaMove::Play(mv), Some(board)) => self.problem.unmake(mv, (board, undo.plies)),
            (LambdaMove::Pass, _) => self.problem.unmake_pass(undo.plies),
            _ => self.problem.plies = undo.plies,
        }
    }
}

impl Knowledge for BrinkmateGame {
    const VALUE_IS_EXPENSIVE: bool = MateGame::VALUE_IS_EXPENSIVE;
    const RELOOKUP_AFTER_VISITS: u64 = MateGame::RELOOKUP_AFTER_VISITS;

    #[inline]
    fn estimate(&self) -> Numbers {
        let plain = self.problem.estimate();
        if self.level.order <= Order::ONE { plain } else { self.problem.estimate_at(self.level, plain) }
    }

    fn leaf_unit(&self) -> u64 {
        self.problem.leaf_unit()
    }

    #[inline]
    fn estimate_after(&mut self, mv: BrinkmateMove) -> Numbers {
        if let (Level::PLAIN, LambdaMove::Play(mv)) = (self.level, mv) {
            return self.problem.estimate_after(mv);
        }
        let undo = self.make(mv);
        let numbers = self.estimate();
        self.unmake(mv, undo);
        numbers
    }

    #[inline]
    fn look_after(&mut self, mv: BrinkmateMove) -> Look<BrinkmateKey> {
        if let (Level::PLAIN, LambdaMove::Play(mv)) = (self.level, mv) {
            return match self.problem.look_after(mv) {
                Look::Settled(settled) => Look::Settled(self.settled(settled)),
                Look::Leaf(numbers) => Look::Leaf(numbers),
            };
        }
        let undo = self.make(mv);
        let look = self.value().map_or_else(|| Look::Leaf(self.estimate()), Look::Settled);
        self.unmake(mv, undo);
        look
    }

    #[inline]
    fn key_after(&mut self, mv: BrinkmateMove) -> BrinkmateKey {
        if let LambdaMove::Play(mv) = mv {
            let key = self.problem.key_after(mv);
            return self.keyed(key);
        }
        let undo = self.make(mv);
        let key = self.key();
        self.unmake(mv, undo);
        key
    }

    #[inline]
    fn value_looks_ahead(&self) -> bool {
        self.level == Level::PLAIN && self.problem.value_looks_ahead()
    }

    fn scope(
        &self,
        value: bool,
        children: impl Iterator<Item = (BrinkmateMove, BrinkmateKey)>,
    ) -> BrinkmateKey {
        if self.level.order <= Order::ONE {
            let plays = children.filter_map(|(mv, key)| Some((mv.play()?, key.node)));
            return self.keyed(self.problem.scope(value, plays));
        }
        let children = children.map(|(mv, key)| (mv, key.node));
        let key = self.problem.widest_at(self.level.order, value, children);
        self.keyed(MateKey { hand: self.problem.stated(key.hand), ..key })
    }

    #[inline]
    fn repeats(earlier: &BrinkmateKey, key: &BrinkmateKey) -> bool {
        earlier.level == key.level && MateGame::repeats(&earlier.node, &key.node)
    }

    #[inline]
    fn repetition_class(key: &BrinkmateKey) -> u64 {
        MateGame::repetition_class(&key.node)
    }

    fn plan(&self, moves: &[BrinkmateMove], plan: &mut Plan) {
        let plays: Vec<Move> = moves.iter().filter_map(|mv| mv.play()).collect();
        if self.level.order <= Order::ONE || self.problem.position.in_check() {
            self.problem.plan(&plays, plan);
        } else if self.problem.techniques.delay && !self.problem.is_attackers_turn() {
            delay_drops(&plays, plan);
        }
    }
}

impl Threats for BrinkmateGame {
    type Play = Move;
    type Node = MateKey;

    #[inline]
    fn level(&self) -> Level {
        self.level
    }

    #[inline]
    fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    fn may_pass(&self) -> bool {
        self.problem.may_pass()
    }

    /// Within a limit, a mate of any length counts at a lower order and not at this one.
    fn lower_orders_follow(&self) -> bool {
        self.problem.plies == Plies::UNLIMITED
    }

    fn simulate_pass(
        &mut self,
        play: Move,
        child: Level,
        known: &impl Fn(&BrinkmateKey) -> Option<Found<BrinkmateKey>>,
    ) -> Option<Settled<BrinkmateKey>> {
        if self.level.order != Order::TWO || !self.problem.techniques.simulation {
            return None;
        }
        let mut original = self.problem.clone();
        original.make_pass();
        let mates = |key: &MateKey| known_at(Level::PLAIN, key, known);
        mates(&original.key()).filter(|found| found.entry.numbers.value() == Some(true))?;
        let mut here = self.problem.clone().within(Plies::UNLIMITED);
        let _ = here.make(play);
        let mate = Simulation::new(&mates).mate(&mut here, Some(&mut original))?;
        // A mate needs none of the plies that count at this order, unless its checks are moves of this order themselves.
        let scope = if child.family { MateKey { plies: Plies::ZERO, ..mate } } else { mate };
        let within = self.problem.plies.less_one() >= scope.plies;
        let scope = Some(LambdaKey { node: scope, level: child });
        within.then_some(Settled { value: true, scope, depth: mate.plies.limit().unwrap_or(0) })
    }
}

/// What the table knows of a node at a level.
fn known_at(
    level: Level,
    node: &MateKey,
    known: &impl Fn(&BrinkmateKey) -> Option<Found<BrinkmateKey>>,
) -> Option<Found<MateKey>> {
    let found = known(&LambdaKey { node: *node, level })?;
    Some(Found { entry: found.entry, key: found.key.node })
}

impl MateGame {
    /// Whether the defender may pass: not while in check.
    pub(crate) fn may_pass(&self) -> bool {
        !self.position.in_check()
    }

    /// Lets the defender pass; the mate that follows may be of any length. Returns the limit that was in force.
    pub(crate) fn make_pass(&mut self) -> Plies {
        self.position.make_pass();
        std::mem::replace(&mut self.plies, Plies::UNLIMITED)
    }

    /// Takes the pass back.
    pub(crate) fn unmake_pass(&mut self, plies: Plies) {
        self.position.unmake_pass();
        self.plies = plies;
    }

    /// Appends the moves of either side with threats up to `order`.
    pub(crate) fn moves_at(&self, order: Order, moves: &mut Vec<Move>) {
        if order <= Order::ONE {
            return self.moves(moves);
        }
        if !self.is_attackers_turn() {
            self.position.list_legal(moves);
            return;
        }
        if self.plies == Plies::ZERO {
            // Checked again here: a node with numbers from a longer limit is entered without a call of `value`.
            return;
        }
        // Checks first: among equals they are tried first.
        self.position.list_checks(moves);
        let checks = moves.len();
        self.position.list_legal(moves);
        let mut kept = checks;
        for index in checks..moves.len() {
            if !moves[..checks].contains(&moves[index]) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The numbers of a leaf at a level above order 1; `plain` are those of order 1.
    fn estimate_at(&self, level: Level, plain: Numbers) -> Numbers {
        let Techniques { leaves, threat_leaves, .. } = self.techniques;
        // A number of zero would mean that the leaf is solved.
        let share = |number: ProofNumber, percent: u32| (number.get() * u64::from(percent) / 100).max(1);
        let Numbers { proof, disproof } = plain;
        if self.is_attackers_turn() {
            // The attacker may choose order 1, so the proof number of a family is that of order 1.
            let attack = if level.family { 100 } else { threat_leaves.attack };
            return Numbers::new(share(proof, attack), disproof.get());
        }
        if self.position.in_check() {
            return plain;
        }
        let liberties = match threat_leaves.quiet_liberty {
            0 => 0,
            percent => {
                u64::from(self.passed().liberties()) * u64::from(percent) * u64::from(leaves.unit) / 100
            }
        };
        Numbers::new(share(proof, threat_leaves.quiet) + liberties, disproof.get())
    }

    /// The value of a terminal node at an order above 1.
    fn value_at(&self, order: Order) -> Option<Settled<MateKey>> {
        if !self.is_attackers_turn() {
            return if self.position.in_check() { self.mated() } else { self.no_threat(order) };
        }
        if self.plies == Plies::ZERO {
            let scope = Some(self.key_with(self.stated(Hand::FULL), Plies::ZERO));
            return Some(Settled { value: false, scope, depth: 0 });
        }
        self.mate_in_one(Plies::new(1))
    }

    /// The widest scope of a result at an order above 1 that the scopes of the children's results allow.
    fn widest_at(
        &self,
        order: Order,
        value: bool,
        children: impl Iterator<Item = (BrinkmateMove, MateKey)>,
    ) -> MateKey {
        let position = &self.position;
        let (hand, defender) = (self.hand(), position.hand(!self.attacker()));
        let mut key = self.key();
        match (self.kind(), value) {
            (NodeKind::Or, true) => {
                // One child.
                for (mv, child) in children {
                    (key.hand, key.plies) = match mv {
                        LambdaMove::Play(mv) => {
                            (proof_hands::before(position, mv, child.hand), child.plies.plus_one())
                        }
                        LambdaMove::Restrict(lower) if lower < order => (child.hand, Plies::ZERO),
                        LambdaMove::Restrict(_) | LambdaMove::Pass => (child.hand, child.plies),
                    };
                }
            }
            (NodeKind::And, true) => {
                key.plies = Plies::ZERO;
                key.hand = if position.in_check() {
                    proof_hands::kept_from_defender(position, hand, defender)
                } else {
                    proof_hands::kept_from_free_defender(hand, defender)
                };
                for (mv, child) in children {
                    key.hand = key.hand.union(child.hand);
                    if mv != LambdaMove::Pass && child.plies > Plies::ZERO {
                        key.plies = key.plies.max(child.plies.plus_one());
                    }
                }
            }
            (NodeKind::Or, false) => {
                // All moves fail; or, of a choice of orders, this one, and within a limit the lower ones, too.
                let mut most = self.key_with(Hand::FULL, Plies::UNLIMITED);
                let mut by_moves = self.plies > Plies::ZERO;
                for (mv, child) in children {
                    match mv {
                        LambdaMove::Play(mv) => {
                            let before = proof_hands::before(position, mv, child.hand);
                            most.hand = most.hand.intersection(before);
                            most.plies = most.plies.min(child.plies.plus_one());
                        }
                        LambdaMove::Restrict(at) if at == order || self.plies != Plies::UNLIMITED => {
                            by_moves = false;
                            most.hand = most.hand.intersection(child.hand);
                            if at == order {
                                most.plies = most.plies.min(child.plies);
                            }
                        }
                        LambdaMove::Restrict(_) | LambdaMove::Pass => {}
                    }
                }
                if by_moves {
                    most.hand = most.hand.intersection(proof_hands::without_new_drops(hand));
                } else if self.plies == Plies::ZERO {
                    most.plies = Plies::ZERO;
                }
                key = most;
            }
            (NodeKind::And, false) => {
                // One child.
                for (mv, child) in children {
                    (key.hand, key.plies) = match mv {
                        LambdaMove::Play(mv) => match mv.dropped() {
                            Some(kind) => (
                                proof_hands::leaving_one(kind, hand, defender, child.hand),
                                child.plies.plus_one(),
                            ),
                            None => (child.hand, child.plies.plus_one()),
                        },
                        // Whatever the limit.
                        LambdaMove::Pass | LambdaMove::Restrict(_) => (child.hand, Plies::UNLIMITED),
                    };
                }
            }
        }
        key
    }

    /// A mate in one. It takes `plies` plies in the counting of the level at hand.
    fn mate_in_one(&self, plies: Plies) -> Option<Settled<MateKey>> {
        if !self.techniques.mate_in_one {
            return None;
        }
        let MateInOne::Mate(mv) = self.position.look_for_mate() else { return None };
        let scope = Some(MateKey { plies, ..self.scope_of_mate(mv) });
        Some(Settled { value: true, scope, depth: 1 })
    }

    fn mated(&self) -> Option<Settled<MateKey>> {
        if self.position.has_evasion() {
            return None;
        }
        let kept = proof_hands::kept_from_defender(
            &self.position,
            self.hand(),
            self.position.hand(!self.attacker()),
        );
        let scope = Some(self.key_with(self.stated(kept), Plies::ZERO));
        Some(Settled { value: true, scope, depth: 0 })
    }

    /// Whether it is plain that the attacker threatens no mate: he would not even have a check.
    fn no_threat(&self, order: Order) -> Option<Settled<MateKey>> {
        if order > Order::TWO || !self.techniques.mate_in_one {
            return None;
        }
        let passed = self.passed();
        if passed.look_for_mate() != MateInOne::NoCheck {
            return None;
        }
        let most = proof_hands::without_new_checks(&passed, self.hand());
        let scope = Some(self.key_with(self.stated(most), Plies::UNLIMITED));
        Some(Settled { value: false, scope, depth: 1 })
    }

    fn passed(&self) -> Position {
        let mut position = self.position.clone();
        position.make_pass();
        position
    }
}

/// Drops on one square wait for each other: mostly they are answered in the same way.
fn delay_drops(moves: &[Move], plan: &mut Plan) {
    let mut latest = [None; Square::COUNT];
    for (index, mv) in moves.iter().enumerate().filter(|(_, mv)| mv.is_drop()) {
        if let Some(first) = latest[mv.to().index()].replace(index) {
            plan.wait(index, first);
        }
    }
}
