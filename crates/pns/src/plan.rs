//! How the children of a node are to be searched.

/// A plan for the children of one node: which of them wait for others, and which count.
///
/// The search keeps one plan and clears it for each node, so making one costs no allocation.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// For each child the sibling it waits for, or [`NOTHING`].
    waits_for: Vec<u16>,
    last_decides: bool,
    simulates: bool,
}

/// What a child that does not wait waits for.
pub(crate) const NOTHING: u16 = u16::MAX;

impl Plan {
    /// A plan for `children` children, none of which waits.
    pub fn new(children: usize) -> Plan {
        Plan { waits_for: vec![NOTHING; children], ..Plan::default() }
    }

    /// Starts again for another node.
    #[inline]
    pub(crate) fn clear(&mut self, children: usize) {
        self.waits_for.clear();
        self.waits_for.resize(children, NOTHING);
        self.last_decides = false;
        self.simulates = false;
    }

    /// The child at `index` is not looked at before its sibling at `first` is solved.
    ///
    /// For moves that are likely to meet the same answer: while the first is open, the others count next to nothing.
    #[inline]
    pub fn wait(&mut self, index: usize, first: usize) {
        self.waits_for[index] = u16::try_from(first).unwrap_or(NOTHING);
    }

    /// The sibling that the child at `index` waits for.
    pub fn waits_for(&self, index: usize) -> Option<usize> {
        self.waits_for.get(index).filter(|&&first| first != NOTHING).map(|&first| usize::from(first))
    }

    /// The last child decides the node: the others are shortcuts, good for the player only if the last one is.
    ///
    /// The node's summed side is then that of its last child, and a solution that refutes the node refutes that child alone.
    #[inline]
    pub fn let_last_decide(&mut self) {
        self.last_decides = true;
    }

    /// Whether the last child decides the node.
    #[inline]
    pub fn last_decides(&self) -> bool {
        self.last_decides
    }

    /// The answer to a sibling is tried at the children that waited for it ([`Knowledge::simulate`](crate::Knowledge::simulate)).
    #[inline]
    pub fn let_simulate(&mut self) {
        self.simulates = true;
    }

    /// Whether answers are tried at the children that waited.
    #[inline]
    pub fn simulates(&self) -> bool {
        self.simulates
    }

    /// Makes room for another child before all others: indices shift by one.
    pub(crate) fn insert_first(&mut self) {
        for first in self.waits_for.iter_mut().filter(|first| **first != NOTHING) {
            *first += 1;
        }
        self.waits_for.insert(0, NOTHING);
    }

    #[inline]
    pub(crate) fn waiting(&self) -> &[u16] {
        &self.waits_for
    }
}
