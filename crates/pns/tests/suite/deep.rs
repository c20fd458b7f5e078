//! Theorem 1 of Song, Iida and van den Herik: while a node has at most E children and its children are above depth D,
//! expanding it does not raise its number.

use yomikiri_pns::{Algorithm, Graph, Leaf, Limits, NodeKind, PnRules, ProofNumber, Search};

/// A node at a depth, at the end of a chain, with the given number of children, none of them terminal.
fn chain(depth: usize, kind: NodeKind, children: usize) -> Graph {
    let other = |kind: NodeKind| if kind == NodeKind::Or { NodeKind::And } else { NodeKind::Or };
    let mut nodes = Vec::new();
    for at in 0..depth {
        let own = if (depth - at).is_multiple_of(2) { kind } else { other(kind) };
        nodes.push((own, vec![at + 1]));
    }
    nodes.push((kind, (0..children).map(|child| depth + 1 + child).collect()));
    // Children of children, so that the children are leaves of the search and not of the game.
    for child in 0..children {
        nodes.push((other(kind), vec![depth + 1 + children + child]));
    }
    nodes.extend((0..children).map(|_| (kind, vec![0; 0])));
    Graph::new(nodes)
}

/// The number that the parent of the node sums, before and after the node at the end of the chain is expanded.
fn before_and_after(e: u32, d: u32, depth: usize, kind: NodeKind, children: usize) -> [ProofNumber; 2] {
    let graph = chain(depth, kind, children);
    let algorithm =
        Algorithm::Pn(PnRules { leaf: Leaf::Deep { e, d }, immediate: false, ..PnRules::default() });
    [depth as u64, depth as u64 + 1].map(|nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let root = Search::new(graph.root()).algorithm(algorithm).limits(limits).run().root;
        if kind == NodeKind::And { root.proof } else { root.disproof }
    })
}

#[test]
fn theorem_1() {
    let (mut kept, mut raised) = (0, 0);
    for e in 1..=6 {
        for d in 0..=8 {
            for depth in 1..=6 {
                for children in 1..=8 {
                    for kind in [NodeKind::Or, NodeKind::And] {
                        let [before, after] = before_and_after(e, d, depth, kind, children);
                        let leaf = |depth: usize| u64::from(e).pow(d.saturating_sub(depth as u32));
                        assert_eq!(before.get(), leaf(depth));
                        assert_eq!(after.get(), children as u64 * leaf(depth + 1));
                        if children as u32 <= e && (depth as u32 + 1) < d {
                            assert!(after <= before, "E={e} D={d} depth {depth}, {children} children");
                            kept += 1;
                        } else {
                            raised += u32::from(after > before);
                        }
                    }
                }
            }
        }
    }
    // The condition is not idle, and without it numbers do rise.
    assert!(kept > 400 && raised > 1000, "{kept} kept, {raised} raised");
}
