//! PDS (Nagai): thresholds on both numbers, and a node is left only when both are reached.
//!
//! With ties to the first child, and the order of moves of Sakuta and Iida's program, the table has as many entries as in all
//! rows of their paper.

use super::{Deepening, PathNumbers};
use crate::best_first::TieBreak;
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::number::{Numbers, ProofNumber};

impl<G: Knowledge> Deepening<'_, G> {
    /// Searches the root with thresholds that grow by one, the smaller number's first, until it is solved.
    pub(super) fn pds_root(
        &mut self,
        search: fn(&mut Self, Numbers) -> Result<PathNumbers, StopReason>,
    ) -> Result<(), StopReason> {
        let mut thresholds = Numbers::UNIT;
        loop {
            let root = search(self, thresholds)?.numbers;
            if self.update_root(root) {
                return Ok(());
            }
            thresholds = root;
            if root.proof <= root.disproof {
                thresholds.proof = root.proof + ProofNumber::ONE;
            } else {
                thresholds.disproof = root.disproof + ProofNumber::ONE;
            }
        }
    }

    pub(super) fn pds(&mut self, thresholds: Numbers) -> Result<PathNumbers, StopReason> {
        self.visit()?;
        let kind = self.nodes.kind();
        let (threshold_phi, threshold_delta) = thresholds.phi_delta(kind);
        if let Some(numbers) = self.search_leaf()? {
            let (phi, delta) = numbers.phi_delta(kind);
            if numbers.is_solved() || phi >= threshold_phi && delta >= threshold_delta {
                return Ok(PathNumbers::anywhere(numbers));
            }
        }
        let mut children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        let mut phi = ProofNumber::ZERO;
        let mut last = None;
        loop {
            self.nodes.refresh(&mut children);
            let side = |numbers: Numbers| numbers.phi_delta(kind);
            let lowest = children.iter().map(|child| side(child.found.numbers).0).min();
            let lowest = lowest.unwrap_or(ProofNumber::INFINITE);
            let sum = children.iter().fold(ProofNumber::ZERO, |sum, child| sum + side(child.found.numbers).1);
            let reached = lowest >= threshold_phi && sum >= threshold_delta;
            if lowest.is_zero() || sum.is_zero() || reached {
                return Ok(self.store(kind, Numbers::from_phi_delta(kind, lowest, sum), &children));
            }
            phi = phi.max(lowest);
            let ties = self.ties;
            let open = children.iter_mut().enumerate().filter(|(_, child)| !child.found.numbers.is_solved());
            let best = open.min_by_key(|(index, child)| {
                let (minimised, summed) = side(child.found.numbers);
                let tie = match ties {
                    TieBreak::Leftmost => ProofNumber::ZERO,
                    TieBreak::SmallerSum => summed,
                    TieBreak::Sticky if last == Some(*index) => ProofNumber::ZERO,
                    TieBreak::Sticky => ProofNumber::ONE,
                };
                (minimised.max(phi), tie)
            });
            let Some((index, child)) = best else {
                return Ok(self.store(kind, Numbers::from_phi_delta(kind, lowest, sum), &children));
            };
            last = Some(index);
            let (minimised, summed) = side(child.found.numbers);
            let proof_like = threshold_delta > sum && (summed <= minimised || threshold_phi <= lowest);
            let next = if proof_like {
                Numbers::from_phi_delta(kind, minimised, summed + ProofNumber::ONE)
            } else {
                Numbers::from_phi_delta(kind, minimised + ProofNumber::ONE, summed)
            };
            self.descend(child, |search| search.pds(next))?;
        }
    }
}
