//! Whether there is a mate at all, every interposition counted: yes, no, or not decided within a depth.

use std::collections::HashMap;

use super::{Key, key};
use yomikiri_shogi::{Color, Position};

/// The answer to "is this a mate, of whatever length?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Mate,
    /// Refuted: against the right replies the attacker runs out of checks.
    NoMate,
    /// Neither is shown within the depth.
    Open,
}

/// Finds fates, for one attacker.
pub struct Fates {
    attacker: Color,
    /// Positions that count as not mating: with this board and side to move, and at most this hand of the attacker.
    avoided: Vec<Position>,
    /// By position: the deepest search and what it found.
    known: HashMap<Key, (u32, Fate)>,
}

impl Fates {
    pub fn new(attacker: Color) -> Fates {
        Fates::avoiding(attacker, Vec::new())
    }

    pub fn avoiding(attacker: Color, avoided: Vec<Position>) -> Fates {
        Fates { attacker, avoided, known: HashMap::new() }
    }

    /// The fate of `position`, searched `bound` plies deep.
    pub fn of(&mut self, position: &mut Position, bound: u32) -> Fate {
        let mut searches = (0..=bound).map(|plies| self.within(position, plies));
        searches.find(|&fate| fate != Fate::Open).unwrap_or(Fate::Open)
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
