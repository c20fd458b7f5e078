//! PDS-PN (Winands, Uiterwijk and van den Herik): PDS whose leaves are searched by a second level, a PN search.
//!
//! A leaf of the first level is a node that is entered for the first time. The second level expands a limited number of nodes
//! from there. Of its tree only the numbers of the leaf itself are kept, in the table of the first level. If they do not reach
//! the thresholds, PDS goes on with the node as with any other.
//!
//! What solves a leaf is kept apart from the table, for the solution alone: the search does not look at it.

use super::Deepening;
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::number::Numbers;

impl<G: Knowledge> Deepening<'_, G> {
    /// The numbers that the second level finds at a leaf, which are then in the table. `None` if the node is no leaf, or if
    /// there is no second level.
    ///
    /// The second level starts without the path that leads to the leaf. Its results hold on every path: a repetition is lost
    /// for the prover, so a longer path adds nothing to what he can reach, and a shortest proof repeats nothing.
    pub(super) fn search_leaf(&mut self) -> Result<Option<Numbers>, StopReason> {
        let expansions = self.second_level.expansions(self.nodes.len());
        if expansions == 0 || self.nodes.known().is_some() || self.nodes.value().is_some() {
            return Ok(None);
        }
        let counters = &mut self.counters;
        let budget = self.budget.for_second_level(counters, self.nodes.bytes());
        let (found, result) = self.nodes.search_below(expansions, budget);
        counters.generated += found.generated;
        counters.expanded += found.expanded;
        counters.visits += found.visits;
        counters.clamped_sums += found.clamped_sums;
        let numbers = result?;
        self.nodes.store(numbers);
        Ok(Some(numbers))
    }
}
