//! Values of positions and main lines.
//!
//! v = 2·length + (1 if nothing is left in the attacker's hand at the end). The attacker minimises it, the defender maximises it.

use std::collections::HashMap;

use super::lengths::Lengths;
use super::{Key, key};
use yomikiri_pns::FastHash;
use yomikiri_shogi::{Move, Position};

/// Finds values, for one attacker and profile.
pub struct Values {
    pub lengths: Lengths,
    known: HashMap<Key, u32, FastHash>,
}

impl Values {
    pub fn new(lengths: Lengths) -> Values {
        Values { lengths, known: HashMap::default() }
    }

    /// The value of a position whose length is at most `limit`; `None` if it is longer.
    pub fn of(&mut self, position: &mut Position, limit: u32) -> Option<u32> {
        let length = self.lengths.of(position, limit)?;
        if let Some(&value) = self.known.get(&key(position)) {
            return Some(value);
        }
        let children: Vec<u32> = self
            .moves(position, length)
            .into_iter()
            .filter_map(|mv| self.after(position, mv, length))
            .collect();
        let value = if position.side_to_move() == self.lengths.attacker {
            children.into_iter().min().expect("a mate begins with a check")
        } else {
            let nothing_left = u32::from(position.hand(self.lengths.attacker).is_empty());
            children.into_iter().max().unwrap_or(nothing_left)
        };
        assert_eq!(value / 2, length, "{}", position.to_sfen());
        self.known.insert(key(position), value);
        Some(value)
    }

    /// The checks, or the replies that count. `length`: the length of the position.
    pub fn moves(&mut self, position: &mut Position, length: u32) -> Vec<Move> {
        if position.side_to_move() == self.lengths.attacker {
            position.checks()
        } else {
            self.counted(position, length)
        }
    }

    /// The replies that are not removed, in a position of this length.
    pub fn counted(&mut self, position: &mut Position, length: u32) -> Vec<Move> {
        let replies = self.lengths.replies(position, length).unwrap_or_default().into_iter();
        replies.filter(|reply| reply.removal.is_none()).map(|reply| reply.mv).collect()
    }

    /// The value if `mv` is played, that move included; `None` if the mate is longer than `length` then.
    pub fn after(&mut self, position: &mut Position, mv: Move, length: u32) -> Option<u32> {
        let undo = position.make(mv);
        let value = self.of(position, length.saturating_sub(1));
        position.unmake(mv, undo);
        Some(value? + 2)
    }

    /// The moves that attain the value of a position, in the order of the generator; empty at the end of the line, and if the length is
    /// more than `limit`.
    pub fn best_moves(&mut self, position: &mut Position, limit: u32) -> Vec<Move> {
        let Some(value) = self.of(position, limit) else { return Vec::new() };
        let mut moves = self.moves(position, value / 2);
        moves.retain(|&mv| self.after(position, mv, value / 2) == Some(value));
        moves
    }

    /// All lines of best play from a mate of at most `limit` plies: every one of the best moves. `None` if there are more than `most`.
    pub fn main_lines(&mut self, position: &mut Position, limit: u32, most: usize) -> Option<Vec<Vec<Move>>> {
        let best = self.best_moves(position, limit);
        if best.is_empty() {
            return Some(vec![Vec::new()]);
        }
        let mut lines = Vec::new();
        for mv in best {
            let undo = position.make(mv);
            let rest = self.main_lines(position, limit, most);
            position.unmake(mv, undo);
            lines.extend(rest?.into_iter().map(|rest| [vec![mv], rest].concat()));
            if lines.len() > most {
                return None;
            }
        }
        Some(lines)
    }

    /// The positions along a line, the first and the last included; `None` if some move is not among the best ones, or the line stops
    /// too soon.
    pub fn positions(&mut self, position: &Position, limit: u32, line: &[Move]) -> Option<Vec<Position>> {
        let mut positions = vec![position.clone()];
        let mut at = position.clone();
        for mv in line {
            if !self.best_moves(&mut at, limit).contains(mv) {
                return None;
            }
            let _ = at.make(*mv);
            positions.push(at.clone());
        }
        (self.lengths.of(&mut at, limit) == Some(0)).then_some(positions)
    }
}
