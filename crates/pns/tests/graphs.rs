//! Random graphs with cycles and shared nodes: every algorithm that claims a value claims the true one.

use yomikiri_pns::{Graph, Limits, NodeKind, Search, StopReason, SumRule, Verdict};

/// Pseudo-random numbers (splitmix64), so that a failing graph can be named by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// A graph of alternating OR and AND nodes; edges go anywhere, so there are cycles, or only downwards if `acyclic`.
fn random_graph(seed: u64, most_nodes: usize, acyclic: bool) -> Graph {
    let mut random = Random(seed);
    let n = 8 + random.below(most_nodes - 7);
    let terminals = random.below(3);
    let kind = |node: usize| if node.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
    let mut terminal = vec![None; n];
    for value in terminal.iter_mut().skip(1) {
        if random.below(8) < terminals {
            *value = Some(random.below(2) == 0);
        }
    }
    let mut children = Vec::new();
    for node in 0..n {
        let mut list = Vec::new();
        for _ in 0..1 + random.below(3) {
            let child = random.below(n);
            let downwards = !acyclic || child > node;
            if kind(child) != kind(node) && downwards && !list.contains(&child) {
                list.push(child);
            }
        }
        children.push((kind(node), list));
    }
    let mut graph = Graph::new(children);
    for (node, value) in terminal.into_iter().enumerate() {
        if let Some(value) = value {
            graph.set_value(node, value);
        }
    }
    graph
}

/// With TCA, early or late, every combination must decide every graph, and rightly; and so do df-pn(r) and depth-first search.
fn sure() -> Vec<String> {
    let mut all =
        vec!["default".into(), "deep-dfpn:E=0".into(), "dfpn+r".into(), "dfpn+r+epsilon=0.25".into()];
    for leaf in ["dfpn", "dfpn+mobility", "deep-dfpn:E=3,D=6"] {
        for (_, sum, _) in SumRule::ALL {
            for slack in ["", "+leftmost", "+epsilon=0.25"] {
                for others in ["", "+delayed", "+exact", "+exact+delayed"] {
                    for guard in ["tca", "patient"] {
                        all.push(format!("{leaf}+{guard}+{sum}{slack}{others}"));
                    }
                }
            }
        }
    }
    all
}

/// These may run in circles or take for ever, but must never be wrong.
const UNSURE: [&str; 12] = [
    "dfpn",
    "dfpn+epsilon=0.25",
    "dfpn+r+snda",
    "dfpn+wpns",
    "dfpn+snda",
    "dfpn+nagai",
    "deep-dfpn:E=2,D=4",
    "pds",
    "pn-star",
    "iterative",
    "pn",
    "deep-pn",
];

/// How often an algorithm did not decide.
fn undecided(algorithm: &str, graphs: impl Iterator<Item = (u64, Graph)>, memory: usize) -> usize {
    let limits = Limits { nodes: Some(30_000), memory, ..Limits::default() };
    let parsed = algorithm.parse().unwrap();
    let mut undecided = 0;
    for (seed, graph) in graphs {
        let search = Search::new(graph.root()).algorithm(parsed).limits(limits.clone());
        let (outcome, solution) = search.run_with_solution();
        match outcome.verdict {
            Verdict::Unknown(StopReason::Nodes | StopReason::Depth | StopReason::Stuck) => undecided += 1,
            verdict => {
                assert_eq!(verdict.value(), Some(graph.truth()[0]), "{algorithm}, graph {seed}");
                let solution = solution.unwrap_or_else(|| panic!("{algorithm}, graph {seed}: no solution"));
                assert_eq!(solution.check(graph.root()), Ok(solution.size()), "{algorithm}, graph {seed}");
            }
        }
    }
    undecided
}

fn check(seeds: std::ops::Range<u64>, most_nodes: usize, acyclic: bool) {
    let graphs = || seeds.clone().map(|seed| (seed, random_graph(seed, most_nodes, acyclic)));
    for algorithm in &sure() {
        // From a table that loses entries all the time to one that never does.
        for memory in [1 << 10, 1 << 24] {
            assert_eq!(undecided(algorithm, graphs(), memory), 0, "{algorithm} with {memory} bytes");
        }
    }
    for algorithm in UNSURE {
        undecided(algorithm, graphs().take(200), 1 << 26);
    }
}

#[test]
fn cyclic_graphs() {
    check(0..400, 40, false);
}

#[test]
fn acyclic_graphs() {
    check(0..400, 60, true);
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-pns --test graphs -- --ignored"]
fn many_graphs() {
    check(1_000..21_000, 40, false);
    check(1_000..11_000, 160, false);
    check(1_000..11_000, 120, true);
}
