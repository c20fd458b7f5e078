//! PN* (Seo) as Sakuta and Iida ran it: one threshold, on the proof number alone.
//!
//! Disproof numbers are not kept: an unsolved entry is (lower bound of the proof number, 1). With
//! the order of moves of their program the table has as many entries as in all thirty rows of their
//! paper; `research/docs/recovering-sakuta.md` tells how the rule was found.

use std::slice;

use super::{ChildNumbers, Deepening, PathNumbers};
use crate::control::StopReason;
use crate::game::Knowledge;
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

impl<G: Knowledge> Deepening<'_, G> {
    /// The root's threshold grows by one until the root is solved.
    pub(super) fn pn_star_root(&mut self) -> Result<(), StopReason> {
        let mut threshold = ProofNumber::ONE;
        loop {
            let root = self.pn_star(threshold)?.numbers;
            if self.update_root(root) {
                return Ok(());
            }
            threshold = threshold + ProofNumber::ONE;
        }
    }

    /// Searches the node until it is solved or its number exceeds the threshold.
    fn pn_star(&mut self, threshold: ProofNumber) -> Result<PathNumbers, StopReason> {
        self.visit()?;
        if let Some(known) = self.nodes.known()
            && (known.is_solved() || known.proof > threshold)
        {
            return Ok(PathNumbers::anywhere(known));
        }
        let children = match self.expand() {
            Ok(children) => children,
            Err(value) => return Ok(self.settle(value)),
        };
        match self.nodes.kind() {
            NodeKind::Or => self.pn_star_or(children, threshold),
            NodeKind::And => self.pn_star_and(children, threshold),
        }
    }

    /// Searches every child that is new or within the threshold, in order, until one is proven.
    fn pn_star_or(
        &mut self,
        mut children: Vec<ChildNumbers>,
        threshold: ProofNumber,
    ) -> Result<PathNumbers, StopReason> {
        let mut lowest = ProofNumber::INFINITE;
        for child in &mut children {
            self.nodes.refresh(slice::from_mut(child));
            let within = |child: &ChildNumbers| child.found.numbers.proof <= threshold;
            if !child.found.numbers.is_solved() && (within(child) || !self.nodes.is_known(child)) {
                self.descend(child, |search| search.pn_star(threshold))?;
            }
            lowest = lowest.min(child.found.numbers.proof);
            if lowest.is_zero() {
                break;
            }
        }
        Ok(self.store(NodeKind::Or, numbers(lowest), &children))
    }

    /// Deepens one child after the other, by steps of one, to what the others leave of the threshold, until one is not proven.
    ///
    /// What the others leave is reckoned with their numbers at the start of the visit, also for those that have been proven
    /// since. So is the number of the node if a child exceeds its share.
    fn pn_star_and(
        &mut self,
        mut children: Vec<ChildNumbers>,
        threshold: ProofNumber,
    ) -> Result<PathNumbers, StopReason> {
        self.nodes.refresh(&mut children);
        let sum = children.iter().fold(ProofNumber::ZERO, |sum, child| sum + child.found.numbers.proof);
        if sum > threshold {
            return Ok(self.store(NodeKind::And, numbers(sum), &children));
        }
        for index in 0..children.len() {
            let child = &mut children[index];
            let others = sum.saturating_sub(child.found.numbers.proof);
            let share = threshold.saturating_sub(others);
            self.nodes.refresh(slice::from_mut(child));
            // A new child starts at zero: it is entered, and its children store the numbers of their replies.
            let is_new = !self.nodes.is_known(child);
            let mut step = if is_new { ProofNumber::ZERO } else { child.found.numbers.proof };
            while step <= share && !child.found.numbers.is_solved() {
                self.descend(child, |search| search.pn_star(step))?;
                // With a step below the child's number the visit would end at once.
                step = child.found.numbers.proof.max(step + ProofNumber::ONE);
            }
            let proof = child.found.numbers.proof;
            if !proof.is_zero() {
                return Ok(self.store(NodeKind::And, numbers(others + proof), &children));
            }
        }
        Ok(self.store(NodeKind::And, Numbers::PROVEN, &children))
    }
}
