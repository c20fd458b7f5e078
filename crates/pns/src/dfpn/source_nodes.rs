//! Finding descendants that are reached twice, for NAGAI's method and for SNDA.
//!
//! Every node remembers the parent it was first entered from. When it is entered from another parent, the remembered
//! parents are followed upwards; if that leads to an ancestor on the current path, two moves of that ancestor lead to the
//! same node and must not be counted twice there.
//!
//! The paper keeps parent and moves in the entry of the transposition table. Here they are in a table of their own, of bounded
//! size as well, because the entries of searches that need neither would be twice as large.

use std::mem::MaybeUninit;

use yomikiri_memory::Zeroed;

use super::buckets::{BucketEntry, Buckets};
use super::ghi::digest;
use crate::game::Knowledge;
use crate::number::{NodeKind, Numbers, ProofNumber};

/// How many children of a node can be marked: the bits of a word. Further children always count as marked.
const MARKABLE: usize = 64;
/// The most moves of a node that SNDA saves.
const SAVED_MOVES: u32 = 10;

/// The marked children of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SharedMoves(u64);

impl SharedMoves {
    const ALL: SharedMoves = SharedMoves(u64::MAX);

    /// Whether the child with this index is marked.
    #[inline(always)]
    pub fn contains(self, index: usize) -> bool {
        index >= MARKABLE || self.0 >> index & 1 != 0
    }

    /// The marks with one more. If that are too many, the child with the largest number goes; of equal ones, the last.
    fn with(self, index: usize, number: impl Fn(usize) -> ProofNumber) -> SharedMoves {
        if index >= MARKABLE {
            return self;
        }
        let marks = self.0 | 1 << index;
        if marks.count_ones() <= SAVED_MOVES {
            return SharedMoves(marks);
        }
        let worst = (0..MARKABLE).filter(|&at| SharedMoves(marks).contains(at)).max_by_key(|&at| number(at));
        SharedMoves(marks & !worst.map_or(0, |worst| 1 << worst))
    }
}

/// What is remembered of a node.
#[derive(Clone, Copy)]
struct Remembered<K: Copy> {
    digest: u64,
    marks: SharedMoves,
    /// Has a value if `state` says so.
    parent: MaybeUninit<K>,
    state: RememberedState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum RememberedState {
    Empty = 0,
    /// An OR node, an AND node; both with a parent.
    Or,
    And,
    /// The root, which has no parent.
    Root,
}

// SAFETY: integers, a `MaybeUninit`, which takes any bytes, and an enum with a member 0.
unsafe impl<K: Copy> Zeroed for Remembered<K> {}

impl<K: Copy> BucketEntry for Remembered<K> {
    const EMPTY: Self = Remembered {
        digest: 0,
        marks: SharedMoves(0),
        parent: MaybeUninit::uninit(),
        state: RememberedState::Empty,
    };

    fn is_empty(&self) -> bool {
        self.state == RememberedState::Empty
    }

    fn digest(&self) -> u64 {
        self.digest
    }
}

impl<K: Copy> Remembered<K> {
    /// The parent and the kind of the node; `None` for the root.
    fn parent(&self) -> Option<(K, NodeKind)> {
        let kind = match self.state {
            RememberedState::Or => NodeKind::Or,
            RememberedState::And => NodeKind::And,
            RememberedState::Root | RememberedState::Empty => return None,
        };
        // SAFETY: in these states the slot was made with a parent.
        Some((unsafe { self.parent.assume_init() }, kind))
    }
}

/// The parents and marks of all nodes.
pub(super) struct SourceNodes<G: Knowledge> {
    table: Buckets<Remembered<G::Key>>,
}

/// A node that is being entered.
pub(super) struct Entered<K> {
    pub key: K,
    pub kind: NodeKind,
    pub parent: K,
    /// Its numbers, if it was entered before.
    pub numbers: Option<Numbers>,
}

impl<G: Knowledge> SourceNodes<G> {
    /// A table of at most this many bytes.
    pub fn with_memory(bytes: usize) -> Self {
        SourceNodes { table: Buckets::with_memory(bytes) }
    }

    fn find(&self, node: &G::Key) -> Option<&Remembered<G::Key>> {
        let digest = digest::<G>(node);
        self.table.bucket(digest).iter().find(|slot| !slot.is_empty() && slot.digest == digest)
    }

    fn find_mut(&mut self, node: &G::Key) -> Option<&mut Remembered<G::Key>> {
        let digest = digest::<G>(node);
        self.table.bucket_mut(digest).iter_mut().find(|slot| !slot.is_empty() && slot.digest == digest)
    }

    /// The marked children of a node.
    pub fn marks(&self, node: &G::Key) -> SharedMoves {
        self.find(node).map_or(SharedMoves::default(), |slot| slot.marks)
    }

    /// Changes the marked children of a node.
    fn set_marks(&mut self, node: &G::Key, change: impl FnOnce(SharedMoves) -> SharedMoves) {
        match self.find_mut(node) {
            Some(slot) => slot.marks = change(slot.marks),
            None => {
                let marks = change(SharedMoves::default());
                // Every node but the root was remembered when it was entered. If it was forgotten since, its parent is too.
                let digest = digest::<G>(node);
                self.table.keep(Remembered {
                    digest,
                    marks,
                    state: RememberedState::Root,
                    ..Remembered::EMPTY
                });
            }
        }
    }

    /// Marks every child of a node.
    pub fn mark_all(&mut self, node: &G::Key) {
        self.set_marks(node, |_| SharedMoves::ALL);
    }

    /// Marks two children of a node. Of more than ten, those with the smallest numbers stay marked: the moves that the player is most
    /// likely to make.
    pub fn mark(&mut self, node: &G::Key, pair: [usize; 2], number: impl Fn(usize) -> ProofNumber) {
        self.set_marks(node, |marks| pair.iter().fold(marks, |marks, &index| marks.with(index, &number)));
    }

    /// Notes that a node is entered. If it was first entered from another parent and the remembered parents lead to a node for
    /// which `on_path` returns a depth, returns that depth and the last node before it.
    ///
    /// The walk goes on only while a number of the entered node takes part in that of the walked node (Nagai): an OR node's
    /// proof number is the least of its children's, so a child with a larger one takes no part in it, and likewise for
    /// disproof numbers at AND nodes. At the ancestor, the number that it sums must be one of those.
    pub fn enter(
        &mut self,
        entered: Entered<G::Key>,
        on_path: impl Fn(&G::Key) -> Option<(usize, NodeKind)>,
        numbers_of: impl Fn(&G::Key) -> Option<Numbers>,
        longest: usize,
    ) -> Option<(usize, G::Key)> {
        let Entered { key, kind, parent, numbers } = entered;
        let Some((mut at, _)) = self.find(&key).and_then(Remembered::parent) else {
            self.remember(key, kind, parent);
            return None;
        };
        if at == parent {
            return None;
        }
        let (mut last, mut numbers) = (key, numbers?);
        let (mut proof, mut disproof) = (true, true);
        for _ in 0..longest {
            if let Some((depth, kind)) = on_path(&at) {
                let is_summed = if kind == NodeKind::Or { disproof } else { proof };
                return is_summed.then_some((depth, last));
            }
            let above = numbers_of(&at)?;
            let (next, kind) = self.find(&at)?.parent()?;
            match kind {
                NodeKind::Or => proof &= numbers.proof <= above.proof,
                NodeKind::And => disproof &= numbers.disproof <= above.disproof,
            }
            if !proof && !disproof {
                return None;
            }
            (last, at, numbers) = (at, next, above);
        }
        None
    }

    fn remember(&mut self, key: G::Key, kind: NodeKind, parent: G::Key) {
        let state = if kind == NodeKind::Or { RememberedState::Or } else { RememberedState::And };
        let parent = MaybeUninit::new(parent);
        // A node that is marked and lost its parent is in the table already.
        match self.find_mut(&key) {
            Some(slot) => (slot.parent, slot.state) = (parent, state),
            None => {
                let digest = digest::<G>(&key);
                self.table.keep(Remembered { digest, marks: SharedMoves::default(), parent, state });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphNode;

    /// First 0 → 1 → 2 → 5, then 0 → 3 → 5 with 0 and 3 on the path. Odd nodes are AND nodes, and 5 has these numbers.
    fn second_way(numbers: Numbers, above: [(usize, Numbers); 2]) -> Option<(usize, usize)> {
        let mut sharing = SourceNodes::<GraphNode<'static>>::with_memory(1 << 16);
        let kind = |node: usize| if node.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
        let on_path = |node: &usize| {
            [0, 3].iter().position(|on_path| on_path == node).map(|depth| (depth, kind(*node)))
        };
        let numbers_of =
            |node: &usize| above.iter().find(|(known, _)| known == node).map(|(_, numbers)| *numbers);
        let mut enter = |key, parent| {
            let entered = Entered { key, kind: kind(key), parent, numbers: Some(numbers) };
            sharing.enter(entered, on_path, numbers_of, 100)
        };
        for (node, parent) in [(1, 0), (2, 1), (5, 2), (3, 0)] {
            assert_eq!(enter(node, parent), None, "first visits find nothing");
        }
        assert_eq!(enter(5, 2), None, "by the way it was first entered");
        enter(5, 3)
    }

    #[test]
    fn a_second_way_to_a_node_leads_to_the_ancestor_where_the_ways_part() {
        // Disproof numbers: node 2 sums its children's, node 1 has the least of its own.
        let above = |one: u64, two: u64| [(1, Numbers::new(9, one)), (2, Numbers::new(9, two))];
        assert_eq!(second_way(Numbers::new(9, 4), above(7, 7)), Some((0, 1)), "at depth 0, by way of node 1");
        assert_eq!(
            second_way(Numbers::new(9, 4), above(6, 7)),
            None,
            "another child of node 1 has the least"
        );
        assert_eq!(
            second_way(Numbers::new(9, 4), [(1, Numbers::UNIT), (7, Numbers::UNIT)]),
            None,
            "forgotten"
        );
    }

    #[test]
    fn the_best_ten_moves_are_marked() {
        let mut sharing = SourceNodes::<GraphNode<'static>>::with_memory(1 << 16);
        let number = |index: usize| ProofNumber::finite([5, 9][usize::from(index.is_multiple_of(3))]);
        for other in 1..20 {
            sharing.mark(&0, [0, other], number);
        }
        let marked: Vec<usize> = (0..MARKABLE).filter(|&index| sharing.marks(&0).contains(index)).collect();
        assert_eq!(marked, [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]);
        assert!(sharing.marks(&0).contains(64) && !sharing.marks(&1).contains(0));
        sharing.mark_all(&0);
        assert_eq!(sharing.marks(&0), SharedMoves::ALL);
    }
}
