//! The nodes of the current path.

use crate::game::Knowledge;
use crate::number::{NodeKind, Numbers, ProofNumber};

/// An open node: one on the current path.
pub(super) struct Frame<G: Knowledge> {
    pub key: G::Key,
    pub kind: NodeKind,
    pub thresholds: Numbers,
    /// TCA's flag.
    pub increase: bool,
    /// Whether no turn of the loop has been made yet.
    pub first_turn: bool,
    /// Whether the node had no entry when it was entered.
    pub new: bool,
    pub min_distance: i32,
    /// Its number as a leaf on the side that it sums, for rules that [count
    /// leaves](super::combine::SumRule::leaf_asked_for).
    pub leaf: ProofNumber,
    pub visits: u32,
    pub visits_before: u64,
    /// Visits made before the open child was entered.
    pub visits_at_turn: u64,
    /// Its numbers before it was entered or at the last turn that left it unsolved.
    pub unsolved: Numbers,
    /// Whether a disproof of it on some path is known.
    pub has_path_disproof: bool,
    /// Whether only its last child counts on the summed side.
    pub last_decides: bool,
    /// Whether the answer to a child is tried at the siblings that waited for it.
    pub simulates: bool,
    /// Whether its children are kept as they are now.
    pub is_cached: bool,
    /// How many children wait, [unevaluated](super::child::Child::unevaluated).
    pub unevaluated: u32,
    /// Its children start here in the common vector.
    pub children: usize,
    /// The child being searched, as an index among its children.
    pub open_child: usize,
    /// The move to it and how to take that back; none at the root.
    pub came_by: Option<(G::Move, G::Undo)>,
}
