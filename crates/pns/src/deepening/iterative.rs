//! Depth-first iterative deepening with a table: the reference search of Sakuta and Iida.
//!
//! The table keeps for each node how deep it was searched without a proof, or that it is solved.

use std::collections::HashMap;

use super::{Deepening, Found};
use crate::control::StopReason;
use crate::game::Game;
use crate::hash::FastHash;
use crate::number::{NodeKind, Numbers};

type Searched<K> = HashMap<K, usize, FastHash>;

impl<G: Game> Deepening<'_, G> {
    /// The depth limit grows by `step` plies until the root is solved.
    pub(super) fn iterate(&mut self, step: usize) -> Result<(), StopReason> {
        let mut searched = Searched::default();
        let mut plies = step;
        loop {
            self.root = self.within(plies, &mut searched)?.numbers;
            let root = self.root;
            self.counters.root_updated(root);
            if root.is_solved() {
                return Ok(());
            }
            plies += step;
        }
    }

    /// Whether the node can be solved within the plies left. Unsolved means (1, 1).
    fn within(&mut self, plies: usize, searched: &mut Searched<G::Key>) -> Result<Found, StopReason> {
        self.visit()?;
        let key = self.game.key();
        let kind = self.game.kind();
        if plies == 0 || searched.get(&key).is_some_and(|&depth| depth >= plies) {
            return Ok(match self.game.value() {
                Some(settled) => self.settle(settled.value),
                None => Found::anywhere(Numbers::UNIT),
            });
        }
        let mut children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        for index in 0..children.len() {
            self.refresh(&mut children);
            let decided = children.iter().any(|child| child.found.numbers.value() == Some(kind.wanted()));
            if decided {
                break;
            }
            if !children[index].found.numbers.is_solved() {
                self.descend(&mut children[index], |search| search.within(plies - 1, searched))?;
            }
        }
        let values = || children.iter().map(|child| child.found.numbers.value());
        let value = match kind {
            NodeKind::Or if values().any(|value| value == Some(true)) => Some(true),
            NodeKind::Or if values().all(|value| value == Some(false)) => Some(false),
            NodeKind::And if values().any(|value| value == Some(false)) => Some(false),
            NodeKind::And if values().all(|value| value == Some(true)) => Some(true),
            _ => None,
        };
        match value {
            Some(value) => Ok(self.store(kind, Numbers::solved(value), &children)),
            None => {
                // Unsolved within these plies. If a path-dependent disproof had a part in it, another path may do better.
                if children.iter().all(|child| child.found.relies_on >= self.depth) {
                    searched.insert(key, plies);
                }
                self.table.entry(key).or_insert(Numbers::UNIT);
                Ok(Found::anywhere(Numbers::UNIT))
            }
        }
    }
}
