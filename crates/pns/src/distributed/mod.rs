//! Searches of one problem by several processes: subsearches below a path, and what processes tell
//! each other.
//!
//! For `yomikiri-cluster`, which connects the processes. Not part of the stable interface.

mod exchange;
mod node_view;

pub use exchange::{PeerExchange, RemoteMarker, ReplicatedTable};
pub use node_view::{ChildView, NodeView, descend};

use crate::dfpn::SubsearchRoot;
pub use crate::dfpn::remote_marks::PathMarkCounts;
use crate::game::Knowledge;
use crate::number::Numbers;
use crate::search::Search;

impl<'a, G: Knowledge + 'a> Search<'a, G> {
    /// Makes this the subsearch of a larger search: `above` are the nodes from the root of that to
    /// the parent of this root.
    ///
    /// A position that repeats one of them is lost for the prover, as it is in the larger search;
    /// if a disproof relies on that,
    /// [`Outcome::depends_on_ancestor`](crate::Outcome::depends_on_ancestor) says so. The root is
    /// left when one of its numbers reaches its threshold, and the verdict is then
    /// [`StopReason::Inconclusive`](crate::StopReason::Inconclusive).
    ///
    /// For depth-first searches. When a limit ends a subsearch, the numbers of the path go into the
    /// table, from which a later one can go on, and [`Outcome::root`](crate::Outcome::root) is up
    /// to date.
    pub fn as_subsearch(mut self, above: Vec<G::Key>, thresholds: Numbers) -> Self {
        self.subsearch_root = SubsearchRoot { above, thresholds, is_part: true };
        self
    }
}
