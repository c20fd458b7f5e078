//! PDS*: PDS with the multiple iterative deepening of PN*.
//!
//! Sakuta and Iida name PDS* among the algorithms to be examined, without a description, and we know of no other. This is what
//! we take it to be. PN* deepens the children of an AND node one after the other, each by steps of one from the start to what
//! its siblings leave of the threshold; PDS chooses a child anew after each step. PDS* has the thresholds of PDS, on both
//! numbers, and the order of PN*, at both kinds of node:
//!
//! - the children are taken in order, and the first that is not at its limit is deepened until it is solved or at its limit;
//! - the limit of a child is the node's threshold for the number that the node minimises, and for the number that it sums what
//!   the siblings leave of the threshold;
//! - a new child is first entered with thresholds (1, 1), so that it stores the number of its moves;
//! - each step raises one threshold of the child by one: that of the smaller number, unless that number is at its limit.

use super::{Deepening, PathNumbers};
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::number::{Numbers, ProofNumber};

impl<G: Knowledge> Deepening<'_, G> {
    pub(super) fn pds_star(&mut self, thresholds: Numbers) -> Result<PathNumbers, StopReason> {
        self.visit()?;
        let kind = self.nodes.kind();
        let mut children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        let (threshold_phi, threshold_delta) = thresholds.phi_delta(kind);
        let side = |numbers: Numbers| numbers.phi_delta(kind);
        loop {
            self.nodes.refresh(&mut children);
            let lowest = children.iter().map(|child| side(child.found.numbers).0).min();
            let lowest = lowest.unwrap_or(ProofNumber::INFINITE);
            let sum = children.iter().fold(ProofNumber::ZERO, |sum, child| sum + side(child.found.numbers).1);
            let below = |(minimised, summed): (ProofNumber, ProofNumber), sum: ProofNumber| {
                (
                    minimised < threshold_phi,
                    summed < threshold_delta.saturating_sub(sum.saturating_sub(summed)),
                )
            };
            // While the node's thresholds are not both reached, some open child is below its limit.
            let next = children.iter_mut().find(|child| {
                let limits = below(side(child.found.numbers), sum);
                !child.found.numbers.is_solved() && (limits.0 || limits.1)
            });
            let (Some(child), false) = (next, lowest.is_zero() || sum.is_zero()) else {
                return Ok(self.store(kind, Numbers::from_phi_delta(kind, lowest, sum), &children));
            };
            let (minimised, summed) = side(child.found.numbers);
            let (may_raise_minimised, may_raise_summed) = below((minimised, summed), sum);
            let (mut phi, mut delta) = (minimised, summed);
            if !self.nodes.is_known(child) {
                // Entered for the first time, with (1, 1).
            } else if may_raise_summed && (summed <= minimised || !may_raise_minimised) {
                delta = summed + ProofNumber::ONE;
            } else {
                phi = minimised + ProofNumber::ONE;
            }
            let thresholds = Numbers::from_phi_delta(kind, phi, delta);
            self.descend(child, |search| search.pds_star(thresholds))?;
        }
    }
}
