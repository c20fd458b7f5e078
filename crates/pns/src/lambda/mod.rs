//! λ-search (Thomsen) driven by proof numbers (Soeda): wins by threats of bounded order, as a game of its own.
//!
//! A move of the attacker (the prover) is a threat of order *n* if he would win by threats of a lower order, were the other
//! side to pass. The *extended λⁿ-tree* has threats of any order up to *n* at the attacker's nodes and everything at the
//! defender's, the pass included:
//!
//! - an attacker's node is won at order 0 if he wins at once, at order *n* if some move leads to a defender's node won at *n*;
//! - a defender's node is won at order *n* if, where he may pass, the node after the pass is won at *n* − 1, and every
//!   other move leads to a node won at *n*.
//!
//! So the pass is one more child, and the search itself finds out whether a move is a threat.
//! [`Lambda`] turns a game with [`ThreatGame`] into this graph; every search, table, solution and
//! checker of this crate then works on it. A win at one order is a win at every higher one, which
//! is what the [schemes](LambdaScheme) make use of.

mod scheme;

pub use scheme::{LambdaScheme, ParseSchemeError, Widening};

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{Evaluation, Game, Knowledge, KnownValue};
use crate::number::{NodeKind, Numbers};
use crate::plan::Plan;
use crate::table::TableHit;

/// The order of a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order(u8);

impl Order {
    /// A win at once.
    pub const ZERO: Order = Order(0);
    /// Threats to win at once.
    pub const ONE: Order = Order(1);
    /// Threats of threats.
    pub const TWO: Order = Order(2);

    /// The order of this number.
    pub const fn new(order: u8) -> Order {
        Order(order)
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The order below; nothing is below zero.
    #[must_use]
    pub const fn lower(self) -> Order {
        Order(self.0.saturating_sub(1))
    }
}

/// How far a node allows threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThreatLevel {
    /// Threats up to this order.
    pub max_order: Order,
    /// Whether the attacker has still to choose among the orders up to this one: the family of a pseudo-OR node (Soeda).
    pub chooses_order: bool,
}

impl ThreatLevel {
    /// Threats to win at once, which is the plain game.
    pub const BASE: ThreatLevel = ThreatLevel { max_order: Order::ONE, chooses_order: false };
}

/// A move of a game with threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LambdaMove<M> {
    /// A move of the underlying game.
    Play(M),
    /// The defender passes.
    Pass,
    /// The attacker restricts himself to threats up to this order, with no further choice of orders here.
    Restrict(Order),
}

impl<M> LambdaMove<M> {
    /// The move of the underlying game, if it is one.
    pub fn play(self) -> Option<M> {
        match self {
            LambdaMove::Play(mv) => Some(mv),
            LambdaMove::Pass | LambdaMove::Restrict(_) => None,
        }
    }
}

/// The identity of a node of a game with threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LambdaKey<K> {
    /// The underlying game's key.
    pub node: K,
    /// How far the node allows threats.
    pub level: ThreatLevel,
}

/// A game whose nodes have a [`ThreatLevel`]: its rules and its knowledge are those of the level it
/// stands at.
///
/// The sides alternate. [`Game::make`] takes plays, passes and restrictions, and leaves the level to [`Lambda`], which sets it
/// after every move. [`Game::moves`] lists plays only, and of the attacker's it may leave out those that cannot be threats of
/// the level's order. [`Game::value`] at order 0 says whether the attacker wins at once.
pub trait ThreatGame: Knowledge<Move = LambdaMove<Self::Play>, Key = LambdaKey<Self::Node>> {
    /// A move of the underlying game.
    type Play: Copy + Eq + Debug;
    /// The underlying game's key.
    type Node: Copy + Eq + Hash + Debug;

    /// The level of the node at which the game stands.
    fn level(&self) -> ThreatLevel;

    /// Changes it.
    fn set_level(&mut self, level: ThreatLevel);

    /// Whether the defender, whose turn it is, may pass.
    fn may_pass(&self) -> bool;

    /// Whether a win of the attacker by lower orders is one at this order, too, as the definition has it. Not so for a game
    /// that limits the orders in different ways.
    fn lower_orders_follow(&self) -> bool {
        true
    }

    /// Returns the value of the child by the defence `play`, which has the level `child`, if the attacker wins there as he
    /// would after a pass. `known` returns what the table knows of a node.
    fn simulate_pass(
        &mut self,
        play: Self::Play,
        child: ThreatLevel,
        known: &impl Fn(&Self::Key) -> Option<TableHit<Self::Key>>,
    ) -> Option<KnownValue<Self::Key>> {
        let _ = (play, child, known);
        None
    }
}

/// A game restricted to threats up to an order.
#[derive(Clone, Debug)]
pub struct Lambda<G> {
    game: G,
    scheme: LambdaScheme,
}

impl<G: ThreatGame> Lambda<G> {
    /// Can the prover win from here by threats up to `order`?
    pub fn new(mut game: G, order: Order, scheme: LambdaScheme) -> Lambda<G> {
        let chooses_order = game.kind() == NodeKind::Or && scheme.chooses(order);
        game.set_level(ThreatLevel { max_order: order, chooses_order });
        Lambda { game, scheme }
    }

    /// The level of the child by `mv`.
    fn level_after(&self, mv: G::Move) -> ThreatLevel {
        let level = self.game.level();
        match mv {
            LambdaMove::Play(_) => {
                let attacker_next = self.game.kind() == NodeKind::And;
                ThreatLevel { chooses_order: attacker_next && self.scheme.chooses(level.max_order), ..level }
            }
            LambdaMove::Pass => {
                let order = level.max_order.lower();
                ThreatLevel { max_order: order, chooses_order: self.scheme.chooses(order) }
            }
            LambdaMove::Restrict(order) => ThreatLevel { max_order: order, chooses_order: false },
        }
    }
}

/// What `unmake` needs of a [`Lambda`].
#[derive(Debug)]
pub struct LambdaUndo<U> {
    level: ThreatLevel,
    game: U,
}

impl<G: ThreatGame> Game for Lambda<G> {
    type Move = G::Move;
    type Key = G::Key;
    type Undo = LambdaUndo<G::Undo>;

    /// Orders never rise again.
    const ACYCLIC: bool = G::ACYCLIC;

    #[inline]
    fn key(&self) -> G::Key {
        self.game.key()
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    #[inline]
    fn value(&self) -> Option<KnownValue<G::Key>> {
        self.game.value()
    }

    fn moves(&self, moves: &mut Vec<G::Move>) {
        let level = self.game.level();
        if level.chooses_order {
            moves.extend((Order::ONE.0..=level.max_order.0).map(|order| LambdaMove::Restrict(Order(order))));
            return;
        }
        if self.game.kind() == NodeKind::And && self.game.may_pass() {
            moves.push(LambdaMove::Pass);
        }
        self.game.moves(moves);
    }

    fn make(&mut self, mv: G::Move) -> Self::Undo {
        let (before, after) = (self.game.level(), self.level_after(mv));
        let game = self.game.make(mv);
        self.game.set_level(after);
        LambdaUndo { level: before, game }
    }

    fn unmake(&mut self, mv: G::Move, undo: Self::Undo) {
        self.game.set_level(undo.level);
        self.game.unmake(mv, undo.game);
    }
}

impl<G: ThreatGame> Knowledge for Lambda<G> {
    const VALUE_IS_EXPENSIVE: bool = G::VALUE_IS_EXPENSIVE;
    const RELOOKUP_AFTER_VISITS: u64 = G::RELOOKUP_AFTER_VISITS;

    #[inline]
    fn estimate(&self) -> Numbers {
        self.game.estimate()
    }

    fn leaf_unit(&self) -> u64 {
        self.game.leaf_unit()
    }

    #[inline]
    fn estimate_after(&mut self, mv: G::Move) -> Numbers {
        if self.game.level() == ThreatLevel::BASE {
            return self.game.estimate_after(mv);
        }
        let undo = self.make(mv);
        let numbers = self.game.estimate();
        self.unmake(mv, undo);
        numbers
    }

    #[inline]
    fn evaluate_child(&mut self, mv: G::Move) -> Evaluation<G::Key> {
        if self.game.level() == ThreatLevel::BASE {
            return self.game.evaluate_child(mv);
        }
        let undo = self.make(mv);
        let look =
            self.game.value().map_or_else(|| Evaluation::Leaf(self.game.estimate()), Evaluation::Known);
        self.unmake(mv, undo);
        look
    }

    #[inline]
    fn key_after(&mut self, mv: G::Move) -> G::Key {
        let level = self.level_after(mv);
        LambdaKey { level, ..self.game.key_after(mv) }
    }

    #[inline]
    fn value_looks_ahead(&self) -> bool {
        self.game.level() == ThreatLevel::BASE && self.game.value_looks_ahead()
    }

    fn scope(&self, value: bool, children: impl Iterator<Item = (G::Move, G::Key)>) -> G::Key {
        self.game.scope(value, children)
    }

    #[inline]
    fn repeats(earlier: &G::Key, key: &G::Key) -> bool {
        G::repeats(earlier, key)
    }

    #[inline]
    fn repetition_class(key: &G::Key) -> u64 {
        G::repetition_class(key)
    }

    fn plan(&self, moves: &[G::Move], plan: &mut Plan) {
        if self.game.level().chooses_order {
            match self.scheme.widening {
                Widening::Fixed => {}
                Widening::StrongerFirst => (1..moves.len()).for_each(|index| plan.wait(index, index - 1)),
                Widening::ProofNumbers if self.game.lower_orders_follow() => plan.let_last_decide(),
                Widening::ProofNumbers => {}
            }
            return;
        }
        let [LambdaMove::Pass, plays @ ..] = moves else { return self.game.plan(moves, plan) };
        plan.clear(plays.len());
        self.game.plan(plays, plan);
        plan.insert_first();
        if self.scheme.pass_first {
            for index in 1..moves.len() {
                if plan.waits_for(index).is_none() {
                    plan.wait(index, 0);
                }
            }
        }
        plan.let_simulate();
    }

    fn simulate(
        &mut self,
        mv: G::Move,
        first: G::Move,
        known: &impl Fn(&G::Key) -> Option<TableHit<G::Key>>,
    ) -> Option<KnownValue<G::Key>> {
        if self.game.kind() == NodeKind::And && self.game.may_pass() {
            return self.game.simulate_pass(mv.play()?, self.level_after(mv), known);
        }
        self.game.simulate(mv, first, known)
    }
}
