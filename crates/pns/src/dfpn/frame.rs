//! The nodes of the current path.

use crate::game::Game;
use crate::number::{NodeKind, Numbers};

/// An open node: one on the current path.
pub(super) struct Frame<G: Game> {
    pub key: G::Key,
    pub kind: NodeKind,
    pub thresholds: Numbers,
    /// TCA's flag.
    pub increase: bool,
    /// No turn of the loop has been made yet.
    pub first_turn: bool,
    /// The node had no entry when it was entered.
    pub new: bool,
    pub min_distance: i32,
    pub amount: u32,
    pub visits_before: u64,
    /// Visits made before the open child was entered.
    pub visits_at_turn: u64,
    /// Its numbers before it was entered or at the last turn that left it unsolved.
    pub unsolved: Numbers,
    /// Whether a disproof on some path is known of it.
    pub conditional: bool,
    /// Whether only its last child counts on the summed side.
    pub last_decides: bool,
    /// Its children start here in the common vector.
    pub children: usize,
    /// The child being searched, as an index among its children.
    pub open_child: usize,
    /// How it was reached.
    pub came_by: Option<(G::Move, G::Undo)>,
}
