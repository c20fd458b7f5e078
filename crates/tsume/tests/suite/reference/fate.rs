//! Whether there is a mate at all, every interposition counted: yes, no, or not decided.
//!
//! A mate is found by trying everything to a depth. That there is none is shown in one of two ways: all checks run out within the
//! depth, or there is a *closed set*, positions with the attacker to move in which every check has a reply that leads into the set.
//! From a closed set there is no mate, because the defender can stay in it for ever.

use std::collections::HashMap;

use super::{Key, key};
use yomikiri_pns::FastHash;
use yomikiri_shogi::{Color, Move, Position};

/// The answer to "is this a mate, of whatever length?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Mate,
    NoMate,
    /// Neither is shown.
    Open,
}

/// The depth of the search before a closed set is looked for: long enough for most mates that are there.
pub const FIRST_DEPTH: u32 = 3;

/// The positions that the searches for a closed set look at, one search after the other.
const CLOSED_SET_BUDGETS: [u32; 3] = [20, 150, 1000];

/// Finds fates, for one attacker.
pub struct Fates {
    pub attacker: Color,
    /// Positions that count as not mating: with this board and side to move, and at most this hand of the attacker.
    avoided: Vec<Position>,
    /// By position: the deepest search and what it found.
    known: HashMap<Key, (u32, Fate), FastHash>,
}

impl Fates {
    pub fn new(attacker: Color) -> Fates {
        Fates::avoiding(attacker, Vec::new())
    }

    pub fn avoiding(attacker: Color, avoided: Vec<Position>) -> Fates {
        Fates { attacker, avoided, known: HashMap::default() }
    }

    /// The fate of `position`, searched `bound` plies deep.
    pub fn by_depth(&mut self, position: &mut Position, bound: u32) -> Fate {
        let mut searches = (0..=bound).map(|plies| self.within(position, plies));
        searches.find(|&fate| fate != Fate::Open).unwrap_or(Fate::Open)
    }

    /// The fate of `position`, by closed sets too. Mates of more than `bound` plies may not be found.
    pub fn of(&mut self, position: &mut Position, bound: u32) -> Fate {
        self.by_depth(position, bound.min(FIRST_DEPTH));
        for budget in CLOSED_SET_BUDGETS {
            if self.known_fate(position) == Fate::Open {
                self.look_for_closed_set(position, budget);
            }
        }
        self.by_depth(position, bound)
    }

    fn known_fate(&self, position: &Position) -> Fate {
        self.known.get(&key(position)).map_or(Fate::Open, |&(_, fate)| fate)
    }

    fn set_fate(&mut self, position: &Position, fate: Fate) {
        self.known.insert(key(position), (0, fate));
    }

    /// Settles the fate of `position` if there is a small closed set. If it is the defender's turn, after some reply.
    fn look_for_closed_set(&mut self, position: &Position, budget: u32) {
        if position.side_to_move() == self.attacker {
            return self.grow_closed_set(position, budget);
        }
        let replies = self.replies(position);
        for after in &replies {
            if self.known_fate(after) == Fate::Open {
                self.look_for_closed_set(after, budget);
            }
            if self.known_fate(after) == Fate::NoMate {
                return self.set_fate(position, Fate::NoMate);
            }
        }
        if replies.iter().all(|after| self.known_fate(after) == Fate::Mate) {
            self.set_fate(position, Fate::Mate);
        }
    }

    /// The positions after all replies, those with few checks first: they make small sets.
    fn replies(&self, position: &Position) -> Vec<Position> {
        let after = |reply: Move| {
            let mut after = position.clone();
            let _ = after.make(reply);
            after
        };
        let mut positions: Vec<Position> = position.legal_moves().into_iter().map(after).collect();
        positions.sort_by_cached_key(|position| position.checks().len());
        positions
    }

    /// Gathers positions from `root` on: for each check one reply that is not known to be mated. A position where there is none is a
    /// mate, and those that relied on it are examined again. When nothing is left to examine, the rest is a closed set.
    fn grow_closed_set(&mut self, root: &Position, budget: u32) {
        // The positions gathered, with those that rely on them.
        let mut relying: HashMap<Key, Vec<Position>> = HashMap::from([(key(root), Vec::new())]);
        let mut waiting = vec![root.clone()];
        let mut budget = 0..budget;
        while let Some(position) = waiting.pop() {
            if self.known_fate(root) == Fate::Mate || budget.next().is_none() {
                return;
            }
            for check in position.checks() {
                match self.safe_reply(&position, check, &relying) {
                    Safe::Already => {}
                    Safe::Inside(after) => relying.entry(key(&after)).or_default().push(position.clone()),
                    Safe::New(after) => {
                        relying.insert(key(&after), vec![position.clone()]);
                        waiting.push(after);
                    }
                    Safe::None => {
                        self.set_fate(&position, Fate::Mate);
                        waiting.append(&mut relying.remove(&key(&position)).unwrap_or_default());
                        break;
                    }
                }
            }
        }
        for position in relying.into_keys() {
            self.known
                .entry(position)
                .and_modify(|known| known.1 = Fate::NoMate)
                .or_insert((0, Fate::NoMate));
        }
    }

    fn safe_reply(&mut self, position: &Position, check: Move, set: &HashMap<Key, Vec<Position>>) -> Safe {
        let mut checked = position.clone();
        let _ = checked.make(check);
        if self.is_avoided(&checked) {
            return Safe::Already;
        }
        let mut replies = self.replies(&checked);
        if replies.iter().any(|after| self.is_avoided(after) || self.known_fate(after) == Fate::NoMate) {
            return Safe::Already;
        }
        if let Some(after) = replies.iter().find(|after| set.contains_key(&key(after))) {
            return Safe::Inside(after.clone());
        }
        let safe =
            replies.iter_mut().find_map(|after| (self.within(after, 1) != Fate::Mate).then(|| after.clone()));
        safe.map_or(Safe::None, Safe::New)
    }

    fn is_avoided(&self, position: &Position) -> bool {
        let (board, hand) = (position.board_key(), position.hand(self.attacker));
        self.avoided
            .iter()
            .any(|avoided| avoided.board_key() == board && avoided.hand(self.attacker).contains(hand))
    }

    fn within(&mut self, position: &mut Position, plies: u32) -> Fate {
        match self.known.get(&key(position)) {
            Some(&(searched, fate)) if fate != Fate::Open || searched >= plies => return fate,
            _ => {}
        }
        let fate = if self.is_avoided(position) { Fate::NoMate } else { self.search(position, plies) };
        self.known.insert(key(position), (plies, fate));
        fate
    }

    fn search(&mut self, position: &mut Position, plies: u32) -> Fate {
        let attacks = position.side_to_move() == self.attacker;
        let moves = if attacks { position.checks() } else { position.legal_moves() };
        // What the side to move hopes for, and what it gets if none of its moves brings that or leaves it open.
        let (good, bad) = if attacks { (Fate::Mate, Fate::NoMate) } else { (Fate::NoMate, Fate::Mate) };
        if plies == 0 {
            return if moves.is_empty() { bad } else { Fate::Open };
        }
        let mut fate = bad;
        for mv in moves {
            let undo = position.make(mv);
            let child = self.within(position, plies - 1);
            position.unmake(mv, undo);
            if child == good {
                return good;
            }
            if child == Fate::Open {
                fate = Fate::Open;
            }
        }
        fate
    }
}

/// A reply with which the defender may hold out.
enum Safe {
    /// It is known that there is no mate.
    Already,
    /// This position of the set can be reached.
    Inside(Position),
    /// This position must be added to the set.
    New(Position),
    /// Every reply is mated.
    None,
}
