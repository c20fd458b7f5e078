//! What is done about old children: those reached before on a path at most as long as their parent's.
//!
//! An old child may lead back to its parent. The two then raise each other's numbers, and the search runs in circles without
//! expanding a leaf.

use super::rules::rule_enum;

rule_enum! {
    /// What depth-first search does about old children.
    LoopRule:
    Unguarded "unguarded" "nothing is done about old children: df-pn may run in circles";
    DfPnR "r" "df-pn(r) (Kishimoto and Müller): old children do not count while others are open";
    StallGuard "stall-guard" "thresholds rise at every node, as in TCA, once no leaf has been expanded for long";
    Tca "tca" "threshold controlling algorithm (Kishimoto): thresholds rise at nodes with an old child";
    TcaDistance "tca-distance" "TCA that moves a node with old children only nearer to the root than these, as df-pn(r) does";
}

impl LoopRule {
    /// df-pn(r): old children do not count on the sum side while another unsolved child is there.
    #[inline(always)]
    pub(crate) const fn skips_old(self) -> bool {
        matches!(self, LoopRule::DfPnR)
    }

    /// TCA: at a node with an old child the thresholds are raised until a leaf has been expanded.
    #[inline(always)]
    pub(crate) const fn raises_thresholds(self) -> bool {
        matches!(self, LoopRule::Tca | LoopRule::TcaDistance)
    }

    /// The minimal distance of a node whose unsolved children are all old becomes less than theirs, so that they are not old
    /// any more (Kishimoto and Müller). df-pn(r) runs in circles without it. The paper's TCA does so as well.
    #[inline(always)]
    pub(crate) const fn updates_distance(self) -> bool {
        matches!(self, LoopRule::DfPnR | LoopRule::TcaDistance)
    }

    /// Whether the search must end on every finite graph, however small its table is.
    #[inline(always)]
    pub(crate) const fn must_end(self) -> bool {
        self.raises_thresholds() || self.guards_stalls()
    }

    /// Thresholds are raised at every node after many visits in a row that expanded no leaf.
    ///
    /// This is TCA without a look at old children. Numbers that raise each other show in that the search visits known nodes
    /// only. After [`STALL_VISITS`] such visits every node entered has its thresholds raised above its numbers, so that the
    /// search descends to a leaf along the best children. TCA's argument shows that this ends. It also covers numbers that do
    /// not come from the children, and costs nothing where nothing goes wrong. A small table forgets leaves, which then look
    /// new: once it has forgotten most of them ([`FORGETFUL`]), the rule acts as TCA does.
    #[inline(always)]
    pub(crate) const fn guards_stalls(self) -> bool {
        matches!(self, LoopRule::StallGuard)
    }
}

/// Visits in a row without a new leaf that are nothing unusual, besides those for the way down from the root and back.
pub(crate) const STALL_VISITS: u64 = 16;

/// When this many times more leaves were expanded than are in the table and on the path, new leaves are likely to be forgotten
/// ones.
pub(crate) const FORGETFUL: u64 = 8;

/// After this many visits for each node that is remembered, the table is too small for the search.
///
/// A table that forgets can bring the search back to a state it was in before, and then it repeats itself for ever: raised
/// thresholds do not help, since the numbers that they are raised above are forgotten, too. So from here on the slack grows in
/// proportion to the visits. In the limit a child runs until it is solved, which is depth-first search along paths
/// without repetition, and that ends on every finite graph. It may take exponential time: a table with room for the graph's
/// nodes never comes to this.
pub(crate) const STARVED: u64 = 64;
