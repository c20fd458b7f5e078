//! Mate problems with threats: what is different at orders above 1.
//!
//! At order 1 the attacker checks with every move: the mate problem as it is. At order 2 he may also play a threatmate
//! (詰めろ), a move after which he could mate if the defender passed; if that wins, it is a brinkmate (必至). The defender may
//! then play anything, a check of his own included, which the attacker must answer; he cannot pass while in check.
//!
//! The limit on plies means something else here: the plies up to the last move that is no check, the brinkmate move. Mates are
//! then of any length, and a mate at once needs none of these plies. More pieces in the attacker's hand are never worse for
//! him at any order: what he can do he still can, and the defender, who holds the rest, has fewer moves.

use yomikiri_pns::{Found, Game, NOTHING, NodeKind, Numbers, Order, Settled, Step, Threats};
use yomikiri_shogi::{Hand, MateInOne, Move, Position};

use crate::hands;
use crate::plies::Plies;
use crate::problem::{MateKey, Problem};
use crate::simulation::Simulation;

impl Threats for Problem {
    type Shift = Plies;

    fn may_pass(&self) -> bool {
        !self.position.in_check()
    }

    fn make_pass(&mut self, _: Order) -> Plies {
        self.position.make_pass();
        std::mem::replace(&mut self.plies, Plies::UNLIMITED)
    }

    fn unmake_pass(&mut self, plies: Plies) {
        self.position.unmake_pass();
        self.plies = plies;
    }

    fn make_order(&mut self, from: Order, to: Order) -> Plies {
        let plies = if to < from { Plies::UNLIMITED } else { self.plies };
        std::mem::replace(&mut self.plies, plies)
    }

    fn unmake_order(&mut self, plies: Plies) {
        self.plies = plies;
    }

    /// Within a limit, a mate of any length counts at a lower order and not at this one.
    fn lower_orders_follow(&self) -> bool {
        self.plies == Plies::UNLIMITED
    }

    fn moves_at(&self, order: Order, moves: &mut Vec<Move>) {
        if order <= Order::ONE {
            return self.moves(moves);
        }
        if !self.is_attackers_turn() {
            let _ = self.position.generate_legal(moves);
            return;
        }
        if self.plies == Plies::ZERO {
            // Asked again here: a node with numbers from a longer limit is entered without being settled.
            return;
        }
        // Checks first: among equals they are tried first.
        let _ = self.position.generate_checks(moves);
        let checks = moves.len();
        let _ = self.position.generate_legal(moves);
        let mut kept = checks;
        for index in checks..moves.len() {
            if !moves[..checks].contains(&moves[index]) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Nobody takes a king in shogi.
    fn wins_at_once(&self) -> bool {
        false
    }

    fn settled_at(&self, order: Order) -> Option<Settled<MateKey>> {
        if order <= Order::ONE {
            return self.settled();
        }
        if !self.is_attackers_turn() {
            return if self.position.in_check() { self.mated() } else { self.no_threat(order) };
        }
        if self.plies == Plies::ZERO {
            let ground = self.key_with(self.stated(Hand::FULL), Plies::ZERO);
            return Some(Settled { value: false, ground, depth: 0 });
        }
        self.mate_in_one(Plies::new(1))
    }

    fn settled_up_to(&self, _: Order) -> Option<Settled<MateKey>> {
        self.mate_in_one(Plies::ZERO)
    }

    fn conclude_at(
        &self,
        order: Order,
        value: bool,
        children: impl Iterator<Item = (Step<Move>, MateKey)>,
    ) -> MateKey {
        if order <= Order::ONE {
            let of_move = |(step, key)| match step {
                Step::Move(mv) => Some((mv, key)),
                Step::Pass | Step::At(_) => None,
            };
            return self.conclude(value, children.filter_map(of_move));
        }
        let key = self.widest_at(order, value, children);
        MateKey { hand: self.stated(key.hand), ..key }
    }

    fn estimate_at(&self, _: Order) -> Numbers {
        self.estimate()
    }

    fn delay_at(&self, order: Order, moves: &[Move], waits: &mut [u16]) {
        if order <= Order::ONE || self.position.in_check() {
            self.delay(moves, waits);
        } else if self.techniques.delay && !self.is_attackers_turn() {
            delay_drops(moves, waits);
        }
    }

    /// By simulation of the mate that follows the pass.
    fn foreseen_at(
        &mut self,
        order: Order,
        mv: Move,
        chooses: bool,
        known: &impl Fn(Order, &MateKey) -> Option<Found<MateKey>>,
    ) -> Option<Settled<MateKey>> {
        if order != Order::TWO || !self.techniques.simulation {
            return None;
        }
        let plies = self.make_pass(Order::ONE);
        let mut original = self.clone();
        self.unmake_pass(plies);
        let mates = |key: &MateKey| known(Order::ONE, key);
        mates(&original.key()).filter(|found| found.entry.numbers.value() == Some(true))?;
        let mut here = self.clone().within(Plies::UNLIMITED);
        let _ = here.make(mv);
        let mate = Simulation::new(&mates).mate(&mut here, Some(&mut original))?;
        // A mate needs none of the plies that count at this order, unless its checks are moves of this order themselves.
        let ground = if chooses { MateKey { plies: Plies::ZERO, ..mate } } else { mate };
        let within = self.plies.less_one() >= ground.plies;
        within.then_some(Settled { value: true, ground, depth: mate.plies.limit().unwrap_or(0) })
    }
}

impl Problem {
    /// What a result at an order above 1 stands for, as far as the children's results tell.
    fn widest_at(
        &self,
        order: Order,
        value: bool,
        children: impl Iterator<Item = (Step<Move>, MateKey)>,
    ) -> MateKey {
        let position = &self.position;
        let (hand, defender) = (self.hand(), position.hand(!self.attacker()));
        let mut key = self.key();
        match (self.kind(), value) {
            (NodeKind::Or, true) => {
                // One child.
                for (step, child) in children {
                    (key.hand, key.plies) = match step {
                        Step::Move(mv) => (hands::before(position, mv, child.hand), child.plies.plus_one()),
                        Step::At(lower) if lower < order => (child.hand, Plies::ZERO),
                        Step::At(_) | Step::Pass => (child.hand, child.plies),
                    };
                }
            }
            (NodeKind::And, true) => {
                key.plies = Plies::ZERO;
                key.hand = if position.in_check() {
                    hands::kept_from_defender(position, hand, defender)
                } else {
                    hands::kept_from_free_defender(hand, defender)
                };
                for (step, child) in children {
                    key.hand = key.hand.union(child.hand);
                    if step != Step::Pass && child.plies > Plies::ZERO {
                        key.plies = key.plies.max(child.plies.plus_one());
                    }
                }
            }
            (NodeKind::Or, false) => {
                // All moves fail; or, of a choice of orders, this one, and within a limit the lower ones, too.
                let mut most = self.key_with(Hand::FULL, Plies::UNLIMITED);
                let mut by_moves = self.plies > Plies::ZERO;
                for (step, child) in children {
                    match step {
                        Step::Move(mv) => {
                            let before = hands::before(position, mv, child.hand);
                            most.hand = most.hand.intersection(before);
                            most.plies = most.plies.min(child.plies.plus_one());
                        }
                        Step::At(at) if at == order || !self.lower_orders_follow() => {
                            by_moves = false;
                            most.hand = most.hand.intersection(child.hand);
                            if at == order {
                                most.plies = most.plies.min(child.plies);
                            }
                        }
                        Step::At(_) | Step::Pass => {}
                    }
                }
                if by_moves {
                    most.hand = most.hand.intersection(hands::without_new_drops(hand));
                } else if self.plies == Plies::ZERO {
                    most.plies = Plies::ZERO;
                }
                key = most;
            }
            (NodeKind::And, false) => {
                // One child.
                for (step, child) in children {
                    (key.hand, key.plies) = match step {
                        Step::Move(mv) => match mv.dropped() {
                            Some(kind) => {
                                (hands::leaving_one(kind, hand, defender, child.hand), child.plies.plus_one())
                            }
                            None => (child.hand, child.plies.plus_one()),
                        },
                        // Whatever the limit.
                        Step::Pass | Step::At(_) => (child.hand, Plies::UNLIMITED),
                    };
                }
            }
        }
        key
    }

    /// A mate in one, which needs so many plies as they are counted here.
    fn mate_in_one(&self, plies: Plies) -> Option<Settled<MateKey>> {
        if !self.techniques.glance {
            return None;
        }
        let MateInOne::Mate(mv) = self.position.look_for_mate() else { return None };
        let ground = MateKey { plies, ..self.ground_of_mate(mv) };
        Some(Settled { value: true, ground, depth: 1 })
    }

    fn mated(&self) -> Option<Settled<MateKey>> {
        if self.position.has_evasion() {
            return None;
        }
        let kept =
            hands::kept_from_defender(&self.position, self.hand(), self.position.hand(!self.attacker()));
        let ground = self.key_with(self.stated(kept), Plies::ZERO);
        Some(Settled { value: true, ground, depth: 0 })
    }

    /// Whether it is plain that the attacker threatens no mate: he would not even have a check.
    fn no_threat(&self, order: Order) -> Option<Settled<MateKey>> {
        if order > Order::TWO || !self.techniques.glance {
            return None;
        }
        let passed = self.passed();
        if passed.look_for_mate() != MateInOne::NoCheck {
            return None;
        }
        let most = hands::without_new_checks(&passed, self.hand());
        let ground = self.key_with(self.stated(most), Plies::UNLIMITED);
        Some(Settled { value: false, ground, depth: 1 })
    }

    fn passed(&self) -> Position {
        let mut position = self.position.clone();
        position.make_pass();
        position
    }
}

/// Drops on one square wait for each other: mostly they meet the same answer.
fn delay_drops(moves: &[Move], waits: &mut [u16]) {
    let mut latest = [NOTHING; yomikiri_shogi::Square::COUNT];
    for (index, mv) in moves.iter().enumerate().filter(|(_, mv)| mv.is_drop()) {
        let latest = &mut latest[mv.to().index()];
        waits[index] = *latest;
        *latest = index as u16;
    }
}
