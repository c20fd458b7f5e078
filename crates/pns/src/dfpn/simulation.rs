//! Simulation of disproofs on another path (Kishimoto and Müller), for histories with [twins](super::history::Twins).

use super::{DfPn, History};
use crate::game::Knowledge;
use crate::table::Table;

/// The most nodes of one simulation. A disproof that is larger counts as unknown.
const MOST_NODES: u32 = 1000;

/// What a simulation shows of a node.
enum Simulated<D> {
    /// Nothing: the disproof does not hold here, or it is too large.
    Nothing,
    /// It is disproven, and depends on this, if on anything.
    Disproven(Option<D>),
}

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: History<G>,
{
    /// Plays the disproof of the child by `mv` that was found on another path. Returns what it depends on if it holds on this one.
    /// It always depends on something: a disproof that does not is in the table.
    #[cold]
    pub(super) fn simulate_disproof(&mut self, mv: G::Move) -> Option<H::Dependence> {
        let mut nodes = MOST_NODES;
        match self.simulated_child(mv, &mut nodes) {
            Simulated::Disproven(dependence) => dependence,
            Simulated::Nothing => None,
        }
    }

    fn simulated_child(&mut self, mv: G::Move, nodes: &mut u32) -> Simulated<H::Dependence> {
        let undo = self.game.make(mv);
        let result = self.simulated(nodes);
        self.game.unmake(mv, undo);
        result
    }

    /// The recursion is at most as deep as the number of nodes allows.
    fn simulated(&mut self, nodes: &mut u32) -> Simulated<H::Dependence> {
        let key = self.game.key();
        if let Some(depth) = self.path.find(&key) {
            return Simulated::Disproven(Some(self.history.repetition(&self.path, depth)));
        }
        match self.table.get(&key).and_then(|found| found.entry.numbers.value()) {
            Some(false) => return Simulated::Disproven(None),
            Some(true) => return Simulated::Nothing,
            None => {}
        }
        if let Some(dependence) = self.history.disproof(&self.path, &key) {
            return Simulated::Disproven(Some(dependence));
        }
        if !self.history.may_know(&key) || *nodes == 0 {
            return Simulated::Nothing;
        }
        *nodes -= 1;
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        // The prover's node needs a disproof of every child, the opponent's node one of some child.
        let needs_all = self.game.kind().wanted();
        let (mut dependences, mut disproven) = (Vec::new(), needs_all);
        self.path.push(key);
        for mv in moves {
            match self.simulated_child(mv, nodes) {
                Simulated::Disproven(dependence) => {
                    dependences.extend(dependence);
                    disproven = true;
                    if !needs_all {
                        break;
                    }
                }
                Simulated::Nothing if needs_all => {
                    disproven = false;
                    break;
                }
                Simulated::Nothing => {}
            }
        }
        self.path.pop();
        if !disproven {
            return Simulated::Nothing;
        }
        Simulated::Disproven(self.history.union(&self.path, &key, dependences.into_iter()))
    }
}
