//! PN* (Seo): one threshold, on the proof number alone.
//!
//! Disproof numbers are not kept: an unsolved entry is (lower bound of the proof number, 1).

use super::{Deepening, Found};
use crate::control::StopReason;
use crate::game::Game;
use crate::number::{NodeKind, Numbers, ProofNumber};

fn numbers(proof: ProofNumber) -> Numbers {
    if proof.is_zero() {
        Numbers::PROVEN
    } else if proof.is_infinite() {
        Numbers::DISPROVEN
    } else {
        Numbers { proof, disproof: ProofNumber::ONE }
    }
}

impl<G: Game> Deepening<'_, G> {
    /// The root's threshold grows by one until the root is solved.
    pub(super) fn pn_star_root(&mut self) -> Result<(), StopReason> {
        let mut threshold = ProofNumber::ONE;
        loop {
            self.root = self.pn_star(threshold)?.numbers;
            let root = self.root;
            self.counters.root_updated(root);
            if root.is_solved() {
                return Ok(());
            }
            threshold = threshold + ProofNumber::ONE;
        }
    }

    fn pn_star(&mut self, threshold: ProofNumber) -> Result<Found, StopReason> {
        self.visit()?;
        let kind = self.game.kind();
        let mut children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        loop {
            self.refresh(&mut children);
            let proofs = children.iter().map(|child| child.found.numbers.proof);
            let proof = match kind {
                NodeKind::Or => proofs.min().unwrap_or(ProofNumber::INFINITE),
                NodeKind::And => proofs.fold(ProofNumber::ZERO, |sum, proof| sum + proof),
            };
            if proof.is_zero() || proof > threshold {
                return Ok(self.store(kind, numbers(proof), &children));
            }
            match kind {
                NodeKind::Or => {
                    let best = children.iter_mut().min_by_key(|child| child.found.numbers.proof);
                    if let Some(child) = best {
                        self.descend(child, |search| search.pn_star(threshold))?;
                    }
                }
                NodeKind::And => {
                    // The first unsolved child, deepened by itself as far as its siblings leave room.
                    let open = children.iter_mut().find(|child| !child.found.numbers.is_solved());
                    if let Some(child) = open {
                        let own = child.found.numbers.proof;
                        let room = threshold.less(proof.less(own));
                        let mut step = own;
                        while step <= room && !child.found.numbers.is_solved() {
                            self.descend(child, |search| search.pn_star(step))?;
                            step = child.found.numbers.proof.max(step + ProofNumber::ONE);
                        }
                    }
                }
            }
        }
    }
}
