//! Depth-first iterative deepening with a table: the reference search of Sakuta and Iida.
//!
//! The table keeps for each node how deep it was searched without a proof, or that it is solved.

use super::{Deepening, PathNumbers};
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::number::{NodeKind, Numbers};

impl<G: Knowledge> Deepening<'_, G> {
    /// The depth limit grows by `step` plies until the root is solved.
    pub(super) fn iterate(&mut self, step: usize) -> Result<(), StopReason> {
        let mut plies = step;
        loop {
            let root = self.within(plies)?.numbers;
            if self.update_root(root) {
                return Ok(());
            }
            plies += step;
        }
    }

    /// Whether the node can be solved within the plies left. Unsolved means (1, 1).
    fn within(&mut self, plies: usize) -> Result<PathNumbers, StopReason> {
        self.visit()?;
        let kind = self.nodes.kind();
        if plies == 0 || self.nodes.was_searched(plies) {
            return Ok(match self.nodes.value() {
                Some(value) => self.settle(value),
                None => PathNumbers::anywhere(Numbers::UNIT),
            });
        }
        let mut children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        for index in 0..children.len() {
            self.nodes.refresh(&mut children);
            let decided = children.iter().any(|child| child.found.numbers.value() == Some(kind.goal()));
            if decided {
                break;
            }
            if !children[index].found.numbers.is_solved() {
                self.descend(&mut children[index], |search| search.within(plies - 1))?;
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
                    self.nodes.note_searched(plies);
                }
                self.nodes.store_if_new(Numbers::UNIT);
                Ok(PathNumbers::anywhere(Numbers::UNIT))
            }
        }
    }
}
