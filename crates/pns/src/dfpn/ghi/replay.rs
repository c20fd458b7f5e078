//! Replay of disproofs on another path, which Kishimoto and Müller call simulation: for
//! [twins](super::Twins).

use super::PathDependence;
use crate::dfpn::DfPn;
use crate::game::Knowledge;
use crate::table::Table;

/// The most nodes of one replay. A disproof that is larger counts as unknown.
const MAX_NODES: u32 = 1000;

/// What a replay shows of a node.
enum Replayed<D> {
    /// Nothing: the disproof does not hold here, or it is too large.
    Nothing,
    /// It is disproven, and depends on this, if on anything.
    Disproven(Option<D>),
}

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Plays the disproof of the child by `mv` that was found on another path. Returns what it depends on if it holds on this one.
    /// It always depends on something: a disproof that does not is in the table.
    #[cold]
    pub(in crate::dfpn) fn replay_disproof(&mut self, mv: G::Move) -> Option<H::Dependence> {
        let mut nodes = MAX_NODES;
        match self.replayed_child(mv, &mut nodes) {
            Replayed::Disproven(dependence) => dependence,
            Replayed::Nothing => None,
        }
    }

    fn replayed_child(&mut self, mv: G::Move, nodes: &mut u32) -> Replayed<H::Dependence> {
        let undo = self.game.make(mv);
        let result = self.replayed(nodes);
        self.game.unmake(mv, undo);
        result
    }

    /// The recursion is at most as deep as the number of nodes allows.
    fn replayed(&mut self, nodes: &mut u32) -> Replayed<H::Dependence> {
        let key = self.game.key();
        if let Some(depth) = self.path.find(&key) {
            return Replayed::Disproven(Some(self.history.repetition(&self.path, depth)));
        }
        match self.table.get(&key).and_then(|found| found.entry.numbers.value()) {
            Some(false) => return Replayed::Disproven(None),
            Some(true) => return Replayed::Nothing,
            None => {}
        }
        if let Some(dependence) = self.history.disproof(&self.path, &key) {
            return Replayed::Disproven(Some(dependence));
        }
        if !self.history.may_know(&key) || *nodes == 0 {
            return Replayed::Nothing;
        }
        *nodes -= 1;
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        // The prover's node needs a disproof of every child, the opponent's node one of some child.
        let needs_all = self.game.kind().goal();
        let (mut dependences, mut disproven) = (Vec::new(), needs_all);
        self.path.push(key);
        for mv in moves {
            match self.replayed_child(mv, nodes) {
                Replayed::Disproven(dependence) => {
                    dependences.extend(dependence);
                    disproven = true;
                    if !needs_all {
                        break;
                    }
                }
                Replayed::Nothing if needs_all => {
                    disproven = false;
                    break;
                }
                Replayed::Nothing => {}
            }
        }
        self.path.pop();
        if !disproven {
            return Replayed::Nothing;
        }
        Replayed::Disproven(self.history.union(&self.path, &key, dependences.into_iter()))
    }
}
