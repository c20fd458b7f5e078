//! λ-search on explicit graphs with pass edges: every scheme against the definition.

use crate::common::random_graph;
use crate::common::threat_graph::ThreatGraph;
use yomikiri_pns::{
    Game, Graph, Knowledge, Lambda, LambdaScheme, Limits, NodeKind, Order, Random, Search, Verdict,
};

/// A random graph in which the defender may pass at about two nodes of three.
fn random_game(seed: u64, acyclic: bool) -> ThreatGraph {
    let mut graph = ThreatGraph::new(random_graph(seed, 40, acyclic));
    let mut random = Random::new(!seed);
    let nodes = graph.graph.len();
    for node in (1..nodes).step_by(2) {
        let target = 2 * random.below(nodes.div_ceil(2));
        if random.below(3) > 0 && (!acyclic || target > node) {
            graph.set_pass(node, target);
        }
    }
    graph
}

fn order(number: u8) -> Order {
    Order::new(number)
}

/// Each scheme at each order decides rightly, and its solution holds.
fn check(seeds: std::ops::Range<u64>, acyclic: bool, algorithm: &str) {
    let mut won_at = [0; 4];
    for seed in seeds {
        let graph = random_game(seed, acyclic);
        for number in 0..4 {
            let truth = graph.truth(order(number))[0];
            won_at[usize::from(number)] += u32::from(truth);
            for (name, scheme, _) in LambdaScheme::ALL {
                let game = || Lambda::new(graph.root(), order(number), scheme);
                let (outcome, solution) = Search::new(game())
                    .algorithm(algorithm.parse().unwrap())
                    .limits(Limits { visits: Some(100_000), ..Limits::default() })
                    .run_with_solution();
                let case = format!("graph {seed}, order {number}, {name}, {algorithm}");
                assert_eq!(outcome.verdict.value(), Some(truth), "{case}");
                let solution = solution.unwrap_or_else(|why| panic!("{case}: {why}"));
                assert_eq!(solution.check(game()), Ok(solution.size()), "{case}");
            }
        }
    }
    // The orders must differ, or nothing was tested.
    assert!(won_at.is_sorted() && won_at[1] < won_at[2] && won_at[2] < won_at[3], "{won_at:?}");
}

#[test]
fn cyclic_graphs() {
    for algorithm in ["default", "dfpn+tca+exact", "dfpn+r+exact", "dfpn+tca+snda+exact"] {
        check(0..1_500, false, algorithm);
    }
}

#[test]
fn acyclic_graphs() {
    for algorithm in ["default", "dfpn+tca+exact", "dfpn+tca+epsilon=0.25", "pn", "deep-dfpn:E=0"] {
        check(0..1_500, true, algorithm);
    }
}

/// The order in which nodes are expanded.
fn expansions<G: Knowledge>(game: G, algorithm: &str) -> Vec<G::Key> {
    let mut sequence = Vec::new();
    let mut note = |key| sequence.push(key);
    Search::new(game)
        .algorithm(algorithm.parse().unwrap())
        .limits(Limits { visits: Some(10_000), ..Limits::default() })
        .on_expand(&mut note)
        .run();
    sequence
}

#[test]
fn with_one_order_every_scheme_is_the_plain_search() {
    for seed in 0..400 {
        // Nobody can pass: every move is a threat of order 1.
        let graph = ThreatGraph::new(random_graph(seed, 40, false));
        for algorithm in ["dfpn", "dfpn+tca+exact", "default"] {
            let plain = expansions(graph.graph.root(), algorithm);
            for (name, scheme, _) in LambdaScheme::ALL {
                let lambda = expansions(Lambda::new(graph.root(), Order::ONE, scheme), algorithm);
                let nodes: Vec<usize> = lambda.iter().map(|key| key.node).collect();
                assert_eq!(nodes, plain, "graph {seed}, {name}, {algorithm}");
            }
        }
    }
}

/// a → b is a threat: after a pass at b, c wins at once. Both answers at b lead to nodes that win at once, too.
const THREAT: &str = "a or b x-
                      b and c d
                      c or x+ y-
                      d or x+";

#[test]
fn a_threat_is_a_threat_by_its_pass() {
    let mut graph = ThreatGraph::new(Graph::parse(THREAT));
    graph.set_pass(1, 2);
    assert_eq!([0, 1, 2].map(|number| graph.truth(order(number))[0]), [false, true, true]);
    // A pass to a node that does not win: no threat at any order.
    let hopeless = Graph::parse("a or b\n b and c\n c or x+\n e or y-");
    let mut graph = ThreatGraph::new(hopeless.clone());
    graph.set_pass(1, 3);
    for number in 0..4 {
        let outcome = Search::new(Lambda::new(graph.root(), order(number), LambdaScheme::default())).run();
        assert_eq!(outcome.verdict, Verdict::Disproven, "order {number}");
    }
    assert_eq!(Search::new(hopeless.root()).run().verdict, Verdict::Proven);
}

/// The numbers of a family: the least proof number of its members, the disproof number of the highest order.
#[test]
fn the_numbers_of_a_family() {
    let graph = Graph::parse(
        "a or b c
         b and d e
         c and f
         d or g
         e or g
         f or g
         g and a",
    );
    let mut graph = ThreatGraph::new(graph);
    for node in [1, 2, 6] {
        graph.set_pass(node, 3);
    }
    let mut seen = Vec::new();
    let game = Lambda::new(graph.root(), Order::TWO, LambdaScheme::default());
    let root = game.key();
    assert!(root.level.chooses_order && game.kind() == NodeKind::Or);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(moves.len(), 2, "one member for each order");
    let outcome = Search::new(game)
        .algorithm("dfpn+tca+exact".parse().unwrap())
        .on_progress(|progress| seen.push(progress.root))
        .run();
    assert_eq!(outcome.verdict, Verdict::Disproven);
    // Two members of one leaf each: a sum would start from a disproof number of two.
    assert_eq!((seen[1].proof.get(), seen[1].disproof.get()), (1, 1), "{seen:?}");
}
