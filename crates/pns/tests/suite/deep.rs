//! Theorem 1 of Song, Iida and van den Herik: while a node has at most E children and its children are above depth D,
//! expanding it does not raise its number, so Deep df-pn does not turn back. And DeepPN's choice of a child, by hand.

use yomikiri_pns::{Algorithm, Graph, Limits, NodeKind, Outcome, ProofNumber, Search};

fn other(kind: NodeKind) -> NodeKind {
    if kind == NodeKind::Or { NodeKind::And } else { NodeKind::Or }
}

/// A node at a depth, at the end of a chain, with the given number of children, none of them terminal.
fn chain(depth: usize, kind: NodeKind, children: usize) -> Graph {
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

fn deep_dfpn(e: u32, d: u32) -> Algorithm {
    format!("deep-dfpn:E={e},D={d}+delayed").parse().expect("a valid name")
}

/// A search that stops after this many visits.
fn visits(graph: &Graph, algorithm: Algorithm, visits: u64) -> Outcome {
    let limits = Limits { visits: Some(visits), memory: 1 << 16, ..Limits::default() };
    Search::new(graph.root()).algorithm(algorithm).limits(limits).track_root().run()
}

/// The number that the parent of the node sums, before and after the node at the end of the chain is expanded.
fn before_and_after(e: u32, d: u32, depth: usize, kind: NodeKind, children: usize) -> [ProofNumber; 2] {
    let graph = chain(depth, kind, children);
    [depth as u64, depth as u64 + 1].map(|nodes| {
        let root = visits(&graph, deep_dfpn(e, d), nodes).root;
        if kind == NodeKind::And { root.proof } else { root.disproof }
    })
}

#[test]
fn theorem_1() {
    let (mut kept, mut raised) = (0, 0);
    for e in 1..=5 {
        for d in 0..=7 {
            for depth in 1..=5 {
                for children in 1..=6 {
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
    assert!(kept > 250 && raised > 500, "{kept} kept, {raised} raised");
}

/// A complete tree without values: every search of a few visits stays above its leaves.
fn complete(branching: usize, height: usize) -> Graph {
    let inner: usize = (0..height).map(|depth| branching.pow(depth as u32)).sum();
    let all = inner + branching.pow(height as u32);
    let mut depth_ends = Vec::new();
    let mut end = 0;
    for depth in 0..=height {
        end += branching.pow(depth as u32);
        depth_ends.push(end);
    }
    Graph::new((0..all).map(|node| {
        let depth = depth_ends.iter().filter(|&&end| end <= node).count();
        let kind = if depth.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
        let children = if node < inner {
            (1..=branching).map(|child| node * branching + child).collect()
        } else {
            Vec::new()
        };
        (kind, children)
    }))
}

/// What follows from the theorem: with at most E children, Deep df-pn goes straight down to depth D − 1. df-pn turns back.
#[test]
fn no_seesaw_above_depth_d() {
    for (branching, e) in [(2, 2), (2, 3), (3, 3), (3, 5)] {
        let graph = complete(branching, 8);
        for d in 2..=7 {
            // One visit for each depth from 0 to D − 1.
            let deep = visits(&graph, deep_dfpn(e, d), u64::from(d));
            assert_eq!(
                (deep.counters.re_entries, deep.counters.expanded),
                (0, u64::from(d)),
                "b={branching} E={e} D={d}"
            );
            let depths = expansion_depths(branching, deep_dfpn(e, d), d as usize);
            assert_eq!(depths, (0..d as usize).collect::<Vec<_>>(), "b={branching} E={e} D={d}");
        }
        // df-pn has turned back before it is as deep, and D = 0 is df-pn.
        let plain = visits(&graph, "dfpn+delayed".parse().unwrap(), 12);
        assert!(plain.counters.re_entries > 0, "{:?}", plain.counters);
        assert_eq!(visits(&graph, deep_dfpn(e, 0), 12).counters, plain.counters);
    }
    // With more children than E it turns to the sibling at once: 3 · 2⁵ is more than 2⁶ + 1.
    assert_eq!(expansion_depths(3, deep_dfpn(2, 7), 3), [0, 1, 1]);
}

/// The depths of the nodes of a complete tree that a search expands first.
fn expansion_depths(branching: usize, algorithm: Algorithm, number: usize) -> Vec<usize> {
    let graph = complete(branching, 8);
    expanded(&graph, algorithm, number).into_iter().map(|node| depth_of(node, branching)).collect()
}

/// The nodes that a search expands first.
fn expanded(graph: &Graph, algorithm: Algorithm, number: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut note = |node: usize| order.push(node);
    let limits = Limits { visits: Some(number as u64), ..Limits::default() };
    Search::new(graph.root()).algorithm(algorithm).limits(limits).on_expand(&mut note).run();
    order.truncate(number);
    order
}

fn depth_of(mut node: usize, branching: usize) -> usize {
    let mut depth = 0;
    while node > 0 {
        node = (node - 1) / branching;
        depth += 1;
    }
    depth
}

/// The nodes of the paper's Definitions 1 and 2 in the order in which DeepPN expands them, computed by hand.
///
/// The root `r` has depth 1. Its children `a` and `b` have δ = 1 and deep = 1/2, so DPN = (1 − 1/δ)R + deep(1 − R) is (1 − R)/2 for
/// both, and `a` is first. It has three children of depth 3, each with δ = 1 and deep = 1/3. So a's δ is 3, its deep is 1/3, and
///
/// - DPN(a) = (1 − 1/3)R + (1 − R)/3 = 1/3 + R/3,
/// - DPN(b) = (1 − R)/2 = 1/2 − R/2,
///
/// which are equal for R = 1/5. Below it DeepPN goes on with `a`, above it with `b`.
#[test]
fn deep_pn_chooses_by_the_formula() {
    let graph = Graph::parse(
        "r or a b\n a and a1 a2 a3\n b and b1 b2\n a1 or x\n a2 or x\n a3 or x\n b1 or y\n b2 or y\n \
         x and x1 x2\n y and y1 y2\n x1 or u+\n x2 or u+\n y1 or v-\n y2 or v-",
    );
    // Nodes by the order of their first mention: r a b a1 a2 a3 b1 b2 …
    let (root, a, b, a1, b1) = (0, 1, 2, 3, 6);
    for (r, third) in [("0", a1), ("0.1", a1), ("0.19", a1), ("0.21", b), ("0.5", b), ("0.9", b), ("1", b)] {
        let order = deep_pn(&graph, r, 3);
        assert_eq!(order, [root, a, third], "R = {r}");
    }
    // After b has two children of depth 3: δ = 2, deep = 1/3, DPN(b) = R/2 + (1 − R)/3 = 1/3 + R/6, less than DPN(a) = 1/3 + R/3 for
    // every R > 0. So b's first child is next.
    for r in ["0.21", "0.5", "0.9", "1"] {
        assert_eq!(deep_pn(&graph, r, 4), [root, a, b, b1], "R = {r}");
    }
}

/// The nodes that DeepPN expands first.
fn deep_pn(graph: &Graph, r: &str, number: usize) -> Vec<usize> {
    expanded(graph, format!("deep-pn:R={r}+delayed").parse().expect("a valid name"), number)
}
