//! The children of nodes that were left a short while ago.
//!
//! Two visits in five come back to a node, mostly soon. Its moves, the children's keys and their numbers as leaves are what they were,
//! and finding them again takes longer than all else at such a visit. So they are kept, for games in which
//! [this is expensive](Knowledge::EXPANSION_IS_EXPENSIVE). What is kept follows from the node alone: a search visits the same nodes
//! whether it is found or not.
//!
//! The memory is as small as a processor's second cache: what is farther away costs as much time as it saves. Children are written one
//! after the other in a circle, so that the oldest go.

use super::PathDependence;
use super::child::Child;
use crate::game::Knowledge;
use crate::number::Numbers;

/// The most children that are kept; for a mate problem each takes 32 bytes.
const MAX_CHILDREN: usize = 1 << 15;
/// The first size: short searches need little memory.
const FIRST_CHILDREN: usize = 1 << 8;
/// Children for each place of a node.
const CHILDREN_PER_PLACE: usize = 4;

/// The children of the nodes that were left last.
pub(super) struct ChildCache<G: Knowledge> {
    /// By key: of the nodes with one place, the last that was kept. None or a power of two.
    places: Vec<Option<CachedNode<G::Key>>>,
    /// The children, in a circle of `room`.
    children: Vec<CachedChild<G>>,
    room: usize,
    /// Children that were written so far, with those left out at the end of the circle.
    written: u64,
}

/// What is kept of a node.
#[derive(Clone, Copy)]
struct CachedNode<K> {
    key: K,
    /// What `written` was before its children.
    start: u64,
    len: u16,
    last_decides: bool,
    simulates: bool,
}

#[derive(Clone, Copy)]
struct CachedChild<G: Knowledge> {
    key: G::Key,
    leaf: [u32; 2],
    mv: G::Move,
    waits_for: u16,
    value_checked: bool,
}

impl<G: Knowledge> ChildCache<G> {
    pub fn new() -> Self {
        ChildCache { places: Vec::new(), children: Vec::new(), room: 0, written: 0 }
    }

    #[inline(always)]
    fn place(&self, key: &G::Key) -> usize {
        G::repetition_class(key) as usize & self.places.len().wrapping_sub(1)
    }

    #[inline(always)]
    fn find(&self, key: &G::Key) -> Option<&CachedNode<G::Key>> {
        let found = self.places.get(self.place(key))?.as_ref();
        found.filter(|found| found.key == *key && self.written - found.start <= self.room as u64)
    }

    /// Whether the children of a node are kept.
    #[inline(always)]
    pub fn has(&self, key: &G::Key) -> bool {
        self.find(key).is_some()
    }

    /// Passes the children of a node to `each` as they are before the table is asked, in the order of the moves. Returns what its plan
    /// said: whether the last one decides, and whether answers are tried at those that waited. `None` if they are not kept.
    #[inline(always)]
    pub fn list<H: PathDependence<G>>(
        &self,
        key: &G::Key,
        depth: usize,
        mut each: impl FnMut(Child<G, H>),
    ) -> Option<(bool, bool)> {
        let found = self.find(key)?;
        let first = found.start as usize % self.room;
        for kept in &self.children[first..first + usize::from(found.len)] {
            let [proof, disproof] = kept.leaf.map(u64::from);
            each(Child {
                leaf: Numbers::new(proof, disproof),
                waits_for: kept.waits_for,
                value_checked: kept.value_checked,
                ..Child::new(kept.mv, kept.key, depth)
            });
        }
        Some((found.last_decides, found.simulates))
    }

    /// Keeps the children of a node.
    #[inline(always)]
    pub fn keep<H: PathDependence<G>>(
        &mut self,
        key: G::Key,
        (last_decides, simulates): (bool, bool),
        children: &[Child<G, H>],
    ) {
        if self.written >= self.room as u64 && self.room < MAX_CHILDREN {
            self.grow();
        }
        let count = children.len();
        let Some(len) = u16::try_from(count).ok().filter(|_| count <= self.room) else { return };
        let mut first = self.written as usize % self.room;
        if first + count > self.room {
            // The children of one node lie side by side.
            self.written += (self.room - first) as u64;
            first = 0;
        }
        let place = self.place(&key);
        self.places[place] = Some(CachedNode { key, start: self.written, len, last_decides, simulates });
        self.written += count as u64;
        let (over, beyond) = children.split_at(count.min(self.children.len() - first));
        for (kept, child) in self.children[first..].iter_mut().zip(over) {
            *kept = CachedChild::from(child);
        }
        self.children.extend(beyond.iter().map(CachedChild::from));
    }

    /// Takes the next size and forgets everything.
    #[cold]
    fn grow(&mut self) {
        self.room = (self.room * 4).clamp(FIRST_CHILDREN, MAX_CHILDREN);
        self.children.clear();
        self.children.reserve_exact(self.room);
        self.written = 0;
        self.places.clear();
        self.places.resize(self.room / CHILDREN_PER_PLACE, None);
    }
}

impl<G: Knowledge, H: PathDependence<G>> From<&Child<G, H>> for CachedChild<G> {
    #[inline(always)]
    fn from(child: &Child<G, H>) -> Self {
        let Numbers { proof, disproof } = child.leaf;
        // Numbers that are too large are asked for again.
        let leaf = match (u32::try_from(proof.get()), u32::try_from(disproof.get())) {
            (Ok(proof), Ok(disproof)) => [proof, disproof],
            _ => [0; 2],
        };
        CachedChild {
            key: child.key,
            leaf,
            mv: child.mv,
            waits_for: child.waits_for,
            value_checked: child.value_checked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::child::NOT_EVALUATED;
    use super::super::ghi::Twins;
    use super::*;
    use crate::graph::GraphNode;

    type Node = GraphNode<'static>;

    /// Nodes of different sizes go round the circle many times: what is found is right, and the latest nodes are found.
    #[test]
    fn the_latest_nodes_are_found_as_they_were() {
        let children = |node: usize| -> Vec<Child<Node, Twins<usize>>> {
            let child = |index: usize| Child {
                leaf: Numbers::new(node as u64, index as u64),
                value_checked: index.is_multiple_of(2),
                ..Child::new(index, node + index, 1)
            };
            (0..node % 37).map(child).collect()
        };
        let mut cache = ChildCache::<Node>::new();
        let mut found = 0;
        for node in 1..20_000 {
            cache.keep(node, (node % 3 == 0, node % 5 == 0), &children(node));
            for earlier in [node, node.saturating_sub(7), node / 2] {
                let mut listed = Vec::new();
                let plan = cache.list::<Twins<usize>>(&earlier, 1, |child| listed.push(child));
                if let Some(plan) = plan {
                    found += 1;
                    let expected = children(earlier);
                    let same = |one: &Child<Node, Twins<usize>>, other: &Child<Node, Twins<usize>>| {
                        (one.mv, one.key, one.leaf, one.value_checked)
                            == (other.mv, other.key, other.leaf, other.value_checked)
                    };
                    assert_eq!(plan, (earlier % 3 == 0, earlier % 5 == 0));
                    assert!(listed.len() == expected.len());
                    assert!(listed.iter().zip(&expected).all(|(one, other)| same(one, other)));
                }
                assert!(plan.is_some() || earlier != node);
            }
        }
        assert!(found > 30_000, "{found}");
        // A leaf's number that does not fit is asked for again.
        let large = Child { leaf: Numbers::new(1 << 40, 1), ..Child::<Node, Twins<usize>>::new(0, 1, 1) };
        cache.keep(1, (false, false), &[large]);
        cache.list::<Twins<usize>>(&1, 1, |child| assert!(child.leaf == NOT_EVALUATED));
    }
}
