//! Subsearches below a path: their results are those of the definition, and say on what of the path
//! they rely.

use crate::common::random_graph;
use yomikiri_pns::distributed::{NodeView, ReplicatedTable as _, descend};
use yomikiri_pns::slots::JournalThresholds;
use yomikiri_pns::{
    ConcurrentTable, Game, Graph, GraphNode, Limits, NoSolution, NodeKind, Numbers, ProofNumber, Random,
    Search, StopReason, Verdict,
};

const UNBOUNDED: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::INFINITE };

/// The value below a path, by definition.
fn value(node: &mut GraphNode<'_>, path: &mut Vec<usize>) -> bool {
    let key = node.key();
    if path.contains(&key) {
        return false;
    }
    if let Some(settled) = node.value() {
        return settled.value;
    }
    let mut moves = Vec::new();
    node.moves(&mut moves);
    path.push(key);
    let wanted = node.kind() == NodeKind::Or;
    let decided = moves.into_iter().any(|mv| {
        let undo = node.make(mv);
        let value = value(node, path);
        node.unmake(mv, undo);
        value == wanted
    });
    path.pop();
    decided == wanted
}

/// A path without a repetition.
fn random_path(root: GraphNode<'_>, random: &mut Random) -> Vec<u32> {
    let (mut node, mut way, mut seen) = (root, Vec::new(), Vec::new());
    for _ in 0..random.below(5) {
        seen.push(node.key());
        let mut moves = Vec::new();
        node.moves(&mut moves);
        if node.value().is_some() || moves.is_empty() {
            break;
        }
        let index = random.below(moves.len());
        let undo = node.make(moves[index]);
        if seen.contains(&node.key()) || node.value().is_some() {
            node.unmake(moves[index], undo);
            break;
        }
        way.push(index as u32);
    }
    way
}

#[test]
fn subsearches_have_the_value_of_their_path_and_say_on_what_it_relies() {
    let (mut has_path_disproof, mut unconditional, mut sent) = (0, 0, 0);
    for seed in 0..400 {
        let graph = random_graph(seed, 12, false);
        let truth = graph.truth();
        let mut random = Random::new(seed);
        let mut table = ConcurrentTable::with_memory(4 << 20).unwrap();
        table.keep_journal(JournalThresholds { solved: 1, unsolved: 1 });
        for _ in 0..6 {
            let way = random_path(graph.root(), &mut random);
            let mut node = graph.root();
            let above = descend(&mut node, &way).unwrap();
            let limits = Limits { visits: Some(3 + random.below(60) as u64), ..Limits::default() };
            let search = Search::new(node).limits(limits);
            let outcome = search.as_subsearch(above.clone(), UNBOUNDED).table(&mut table).run();
            let shown = NodeView::new(&mut node, "dfpn".parse().unwrap(), &above, |_| None);
            for child in &shown.children {
                if let Some(depth) = child.repeats {
                    let path: Vec<usize> = above.iter().copied().chain([node.key()]).collect();
                    let undo = node.make(child.mv);
                    assert_eq!(path[depth], node.key());
                    node.unmake(child.mv, undo);
                }
            }
            match outcome.verdict {
                Verdict::Unknown(reason) => {
                    assert!(matches!(reason, StopReason::VisitLimit | StopReason::Inconclusive), "{reason}");
                    assert!(!outcome.root.is_solved());
                    continue;
                }
                Verdict::Proven => assert!(truth[node.key()], "graph {seed}, {way:?}"),
                Verdict::Disproven => match outcome.depends_on_ancestor {
                    None => {
                        unconditional += 1;
                        assert!(!truth[node.key()], "graph {seed}, {way:?}");
                    }
                    Some(depth) => {
                        has_path_disproof += 1;
                        assert!(depth < above.len());
                        // What is above that does not matter.
                        assert!(
                            !value(&mut node.clone(), &mut above[depth..].to_vec()),
                            "graph {seed}, {way:?}"
                        );
                    }
                },
            }
            let expected = value(&mut node, &mut above.clone());
            assert_eq!(outcome.verdict.value(), Some(expected), "graph {seed}, {way:?}");
        }
        // Another process that gets the results has them, and finds the truth.
        let (batch, lasting) = table.drain_journal(1 << 20, 5);
        assert!(lasting.len() <= batch.len());
        let mut other = ConcurrentTable::with_memory(4 << 20).unwrap();
        sent += other.merge_batch(&batch).unwrap();
        let search = Search::new(graph.root()).algorithm("dfpn+tca".parse().unwrap());
        let (outcome, solution) = search.table(&mut other).run_with_solution();
        assert_eq!(outcome.verdict.value(), Some(truth[0]), "graph {seed}");
        assert!(solution.is_ok(), "graph {seed}");
        // Bytes that are not a whole batch change nothing.
        for end in [0, 10, batch.len() / 2, batch.len() - 1] {
            assert!(other.merge_batch(&batch[..end]).is_err());
        }
        let mut damaged = batch.clone();
        damaged[20] ^= 1;
        assert!(other.merge_batch(&damaged).is_err());
    }
    assert!(
        has_path_disproof > 10 && unconditional > 100 && sent > 500,
        "{has_path_disproof} {unconditional} {sent}"
    );
}

#[test]
fn a_subsearch_ends_at_its_thresholds_and_another_goes_on() {
    let mut ended = 0;
    for seed in 0..200 {
        let graph = random_graph(seed, 200, true);
        let mut table = ConcurrentTable::with_memory(4 << 20).unwrap();
        let mut thresholds = Numbers::new(2, 2);
        let value = loop {
            let search = Search::new(graph.root()).algorithm("dfpn+tca".parse().unwrap());
            let outcome = search.as_subsearch(Vec::new(), thresholds).table(&mut table).run();
            if let Some(value) = outcome.verdict.value() {
                break value;
            }
            assert!(outcome.root.proof >= thresholds.proof || outcome.root.disproof >= thresholds.disproof);
            ended += 1;
            let more = ProofNumber::ONE;
            thresholds = Numbers {
                proof: thresholds.proof.max(outcome.root.proof) + more,
                disproof: thresholds.disproof.max(outcome.root.disproof) + more,
            };
        };
        assert_eq!(value, graph.truth()[0], "graph {seed}");
    }
    assert!(ended > 20, "{ended}");
}

/// Below a, the node b is lost, because c can only go back to a. By itself b is won, because a can
/// go to x.
#[test]
fn a_value_that_holds_only_in_a_larger_search() {
    let graph = Graph::parse("a or b x+\n b and c\n c or a");
    let mut b = graph.root();
    b.make(1);
    let (outcome, solution) = Search::new(b).as_subsearch(vec![0], UNBOUNDED).run_with_solution();
    assert_eq!((outcome.verdict, outcome.depends_on_ancestor), (Verdict::Disproven, Some(0)));
    assert_eq!(solution.unwrap_err(), NoSolution::Unconfirmed);
    assert_eq!(Search::new(b).run().verdict, Verdict::Proven);
}
