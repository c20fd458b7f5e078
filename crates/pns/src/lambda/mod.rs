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
//! So the pass is one more child, and whether a move is a threat is found out by the search itself. [`Lambda`] turns a game
//! with [`Threats`] into this graph; every search, table, solution and checker of this crate then works on it. A win at one
//! order is a win at every higher one, which is what the [schemes](Scheme) make use of.

mod scheme;

pub use scheme::{Scheme, UnknownScheme, Widening};

use crate::game::{Game, NOTHING, Settled};
use crate::number::{NodeKind, Numbers};
use crate::table::Found;

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

/// A game in which threats can be told: what a pass is, and what the game knows about orders.
///
/// The sides alternate. The methods of [`Game`] must be those of order 1; those here say what is different at another order.
pub trait Threats: Game {
    /// What undoes a pass or a change of the order.
    type Shift;

    /// Whether the defender, whose turn it is, may pass.
    fn may_pass(&self) -> bool;

    /// Lets the defender pass; the attacker then moves with threats up to `order`.
    fn make_pass(&mut self, order: Order) -> Self::Shift;

    /// Takes the pass back.
    fn unmake_pass(&mut self, shift: Self::Shift);

    /// Restricts the attacker, whose turn it is, from threats up to one order to those up to another, `to`. The same if they
    /// are equal: then only that order's own moves are meant, without shortcuts by way of lower ones.
    fn make_order(&mut self, from: Order, to: Order) -> Self::Shift;

    /// Takes that back.
    fn unmake_order(&mut self, shift: Self::Shift);

    /// Whether a win of the attacker by lower orders is one at this order, too, as the definition has it. Not so for a game
    /// that limits the orders in different ways.
    fn lower_orders_follow(&self) -> bool {
        true
    }

    /// Appends the moves of either side at an order of 1 or more. Of the attacker's, those that cannot be threats of this
    /// order may be left out.
    fn moves_at(&self, order: Order, moves: &mut Vec<Self::Move>) {
        let _ = order;
        self.moves(moves);
    }

    /// Whether the attacker, whose turn it is, wins at once: order 0.
    fn wins_at_once(&self) -> bool;

    /// Like [`Game::settled`], at an order of 1 or more.
    fn settled_at(&self, order: Order) -> Option<Settled<Self::Key>> {
        let _ = order;
        self.settled()
    }

    /// Like [`settled_at`](Threats::settled_at), for an attacker who may also turn to lower orders.
    fn settled_up_to(&self, order: Order) -> Option<Settled<Self::Key>> {
        self.settled_at(order)
    }

    /// Like [`Game::conclude`]. The children may be those by a pass or by a change of order, too; if it is the change of order
    /// that failed, those of lower orders mean nothing.
    fn conclude_at(
        &self,
        order: Order,
        value: bool,
        children: impl Iterator<Item = (Step<Self::Move>, Self::Key)>,
    ) -> Self::Key {
        let _ = (order, value, children);
        self.key()
    }

    /// Like [`Game::estimate`].
    fn estimate_at(&self, order: Order) -> Numbers {
        let _ = order;
        self.estimate()
    }

    /// Like [`Game::delay`].
    fn delay_at(&self, order: Order, moves: &[Self::Move], waits: &mut [u16]) {
        let _ = order;
        self.delay(moves, waits);
    }

    /// Like [`Game::foreseen`], of a defence `mv` where the defender might have passed. `chooses` tells whether the attacker
    /// may turn to lower orders then, `known` what is known of a node at an order.
    fn foreseen_at(
        &mut self,
        order: Order,
        mv: Self::Move,
        chooses: bool,
        known: &impl Fn(Order, &Self::Key) -> Option<Found<Self::Key>>,
    ) -> Option<Settled<Self::Key>> {
        let _ = (order, mv, chooses, known);
        None
    }
}

/// What leads from a node of a [`Lambda`] to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<M> {
    /// A move of the game.
    Move(M),
    /// The defender passes.
    Pass,
    /// The attacker restricts himself to threats up to this order, with no further choice of orders here.
    At(Order),
}

/// What a node of a [`Lambda`] is remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LambdaKey<K> {
    /// The game's key.
    pub node: K,
    /// Threats up to this order.
    pub order: Order,
    /// Whether the attacker has still to choose among the orders up to this one: a pseudo-OR node's family.
    pub family: bool,
}

/// A game restricted to threats up to an order.
#[derive(Clone, Debug)]
pub struct Lambda<G> {
    game: G,
    order: Order,
    family: bool,
    scheme: Scheme,
}

impl<G: Threats> Lambda<G> {
    /// Can the prover win from here by threats up to `order`?
    pub fn new(game: G, order: Order, scheme: Scheme) -> Lambda<G> {
        let family = game.kind() == NodeKind::Or && scheme.chooses(order);
        Lambda { game, order, family, scheme }
    }

    /// The game where it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Threats up to this order are allowed here.
    pub fn order(&self) -> Order {
        self.order
    }

    fn with(&self, node: G::Key) -> LambdaKey<G::Key> {
        LambdaKey { node, order: self.order, family: self.family }
    }

    fn told(&self, settled: Settled<G::Key>) -> Settled<LambdaKey<G::Key>> {
        Settled { value: settled.value, ground: self.with(settled.ground), depth: settled.depth }
    }

    /// Order and family of the child by `step`.
    fn place_after(&self, step: Step<G::Move>) -> (Order, bool) {
        match step {
            Step::Move(_) => {
                (self.order, self.game.kind() == NodeKind::And && self.scheme.chooses(self.order))
            }
            Step::Pass => (self.order.lower(), self.scheme.chooses(self.order.lower())),
            Step::At(order) => (order, false),
        }
    }
}

/// What `unmake` needs of a [`Lambda`].
#[derive(Debug)]
pub struct LambdaUndo<U, S> {
    order: Order,
    family: bool,
    game: Result<U, S>,
}

impl<G: Threats> Game for Lambda<G> {
    type Move = Step<G::Move>;
    type Key = LambdaKey<G::Key>;
    type Undo = LambdaUndo<G::Undo, G::Shift>;

    /// Orders never rise again.
    const ACYCLIC: bool = G::ACYCLIC;
    const SETTLING_IS_WORK: bool = G::SETTLING_IS_WORK;
    const STEADY: u64 = G::STEADY;

    #[inline]
    fn key(&self) -> Self::Key {
        self.with(self.game.key())
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    fn value(&self) -> Option<bool> {
        self.settled().map(|settled| settled.value)
    }

    fn moves(&self, moves: &mut Vec<Self::Move>) {
        if self.family {
            moves.extend((Order::ONE.0..=self.order.0).map(|order| Step::At(Order(order))));
            return;
        }
        if self.game.kind() == NodeKind::And && self.game.may_pass() {
            moves.push(Step::Pass);
        }
        let mut plays = Vec::with_capacity(128);
        self.game.moves_at(self.order, &mut plays);
        moves.extend(plays.into_iter().map(Step::Move));
    }

    fn make(&mut self, step: Step<G::Move>) -> Self::Undo {
        let (order, family) = self.place_after(step);
        let game = match step {
            Step::Move(mv) => Ok(self.game.make(mv)),
            Step::Pass => Err(self.game.make_pass(order)),
            Step::At(_) => Err(self.game.make_order(self.order, order)),
        };
        let undo = LambdaUndo { order: self.order, family: self.family, game };
        (self.order, self.family) = (order, family);
        undo
    }

    fn unmake(&mut self, step: Step<G::Move>, undo: Self::Undo) {
        (self.order, self.family) = (undo.order, undo.family);
        match (step, undo.game) {
            (Step::Move(mv), Ok(undo)) => self.game.unmake(mv, undo),
            (Step::Pass, Err(shift)) => self.game.unmake_pass(shift),
            (_, Err(shift)) => self.game.unmake_order(shift),
            (_, Ok(_)) => debug_assert!(false, "not the undo of this step"),
        }
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        self.game.estimate_at(self.order)
    }

    #[inline]
    fn key_after(&mut self, step: Step<G::Move>) -> Self::Key {
        if let Step::Move(mv) = step {
            let (order, family) = self.place_after(step);
            return LambdaKey { node: self.game.key_after(mv), order, family };
        }
        let undo = self.make(step);
        let key = self.key();
        self.unmake(step, undo);
        key
    }

    fn settled(&self) -> Option<Settled<Self::Key>> {
        let settled = if self.order == Order::ZERO {
            let value = self.game.wins_at_once();
            Some(Settled { value, ground: self.game.key(), depth: 0 })
        } else if self.family {
            self.game.settled_up_to(self.order)
        } else {
            self.game.settled_at(self.order)
        };
        settled.map(|settled| self.told(settled))
    }

    #[inline]
    fn looks_ahead(&self) -> bool {
        self.order == Order::ONE && !self.family && self.game.looks_ahead()
    }

    fn conclude(&self, value: bool, children: impl Iterator<Item = (Self::Move, Self::Key)>) -> Self::Key {
        self.with(self.game.conclude_at(self.order, value, children.map(|(step, key)| (step, key.node))))
    }

    #[inline]
    fn repeats(earlier: &Self::Key, key: &Self::Key) -> bool {
        earlier.order == key.order && earlier.family == key.family && G::repeats(&earlier.node, &key.node)
    }

    #[inline]
    fn place(key: &Self::Key) -> u64 {
        G::place(&key.node)
    }

    fn delay(&self, moves: &[Self::Move], waits: &mut [u16]) {
        if self.family {
            if self.scheme.widening == Widening::StrongerFirst {
                for (index, waits) in waits.iter_mut().enumerate().skip(1) {
                    *waits = (index - 1) as u16;
                }
            }
            return;
        }
        let passes = usize::from(moves.first() == Some(&Step::Pass));
        let plays: Vec<G::Move> = moves
            .iter()
            .filter_map(|step| match step {
                Step::Move(mv) => Some(*mv),
                Step::Pass | Step::At(_) => None,
            })
            .collect();
        let waits = &mut waits[passes..];
        self.game.delay_at(self.order, &plays, waits);
        if passes == 0 {
            return;
        }
        let first = if self.scheme.pass_first { 0 } else { NOTHING };
        for waits in waits {
            *waits = if *waits == NOTHING { first } else { *waits + 1 };
        }
    }

    #[inline]
    fn last_decides(&self) -> bool {
        self.family && self.scheme.widening == Widening::ProofNumbers && self.game.lower_orders_follow()
    }

    fn foreseen(
        &mut self,
        step: Step<G::Move>,
        first: Step<G::Move>,
        known: &impl Fn(&Self::Key) -> Option<Found<Self::Key>>,
    ) -> Option<Settled<Self::Key>> {
        let Step::Move(mv) = step else { return None };
        if self.order == Order::ONE
            && let Step::Move(first) = first
        {
            let settled = self.game.foreseen(mv, first, &|key| {
                let found = known(&LambdaKey { node: *key, order: Order::ONE, family: false })?;
                Some(Found { entry: found.entry, key: found.key.node })
            })?;
            return Some(self.told(settled));
        }
        if self.order <= Order::ONE || self.game.kind() != NodeKind::And || !self.game.may_pass() {
            return None;
        }
        let at = |order, key: &G::Key| {
            let found = known(&LambdaKey { node: *key, order, family: false })?;
            Some(Found { entry: found.entry, key: found.key.node })
        };
        let (order, family) = self.place_after(step);
        let settled = self.game.foreseen_at(self.order, mv, family, &at)?;
        let ground = LambdaKey { node: settled.ground, order, family };
        Some(Settled { value: settled.value, ground, depth: settled.depth })
    }
}
