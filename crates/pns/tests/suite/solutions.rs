//! Why a value has no solution.

use yomikiri_pns::{Limits, NoSolution, Search, StopReason};

use crate::common::random_tree;

#[test]
fn the_memory_suffices_for_the_value_alone() {
    let graph = random_tree(3, 12);
    let solve = |memory| {
        let limits = Limits { memory, ..Limits::default() };
        Search::new(graph.root()).limits(limits).run_with_solution()
    };
    let (outcome, solution) = solve(20_000);
    assert_eq!(outcome.verdict.value(), Some(graph.truth()[0]));
    let why = solution.unwrap_err();
    assert_eq!(why, NoSolution::Stopped(StopReason::MemoryLimit));
    assert!(why.to_string().ends_with("a second search for the rest ended: memory limit"), "{why}");
    let solution = solve(1 << 24).1.unwrap();
    assert_eq!(solution.check(graph.root()), Ok(solution.size()));
}

#[test]
fn a_search_without_a_value() {
    let graph = random_tree(3, 10);
    let limits = Limits { visits: Some(3), ..Limits::default() };
    let (_, solution) = Search::new(graph.root()).limits(limits).run_with_solution();
    let why = solution.unwrap_err();
    assert_eq!(why, NoSolution::Undecided(StopReason::VisitLimit));
    assert_eq!(why.to_string(), "the search is undecided: node limit");
}
