//! Null moves as nodes of the graph: attacks that need a quiet move after a quiet move.

use crate::common::{BruteForce, quiet_board};
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, AttackResult, AttackVerdict, Board, LeafDepth, LeafLimits, Rules, Step,
    solve,
};
use yomikiri_pns::{Game as _, Knowledge as _, Limits, NodeKind, Random, Search};

fn solved(board: &Board, limits: LeafLimits) -> AttackResult {
    let problem = AttackProblem::new(board.clone(), board.side_to_move(), Attack::PAPER)
        .with_leaf_search(LeafDepth::Threats, limits);
    solve(problem, ALGORITHM, Limits { visits: Some(20_000), ..Limits::default() }, |_| {})
}

/// Four in a row with one stone a move. Black has a single stone, so that his first two moves threaten nothing: if White passes
/// after the first, only the second leads to threats.
#[test]
fn a_quiet_attack_that_needs_another_quiet_move() {
    let board = Board::parse("B:d7 W: B", Rules::new(7, 4, 1).unwrap()).unwrap();
    let usual = LeafLimits::default();
    let without = solved(&board, usual.without_null_moves());
    assert_eq!(without.verdict, AttackVerdict::NotInGraph(Attack::PAPER));
    let with = solved(&board, usual);
    assert_eq!(with.verdict, AttackVerdict::Win);
    let proof = with.proof.expect("a win has a proof");
    assert_eq!(proof.check(&board), Ok(with.size));
    assert!(with.size.null_moves > 20 && with.size.length > 7, "{:?}", with.size);
    // The first move is quiet indeed.
    let mut after = board.clone();
    after.make(with.line[0]);
    assert_eq!(after.threats(board.side_to_move()).number(), 0);
}

/// The graph does not depend on the search: all algorithms find the same value. Without leaf searches, every null move is a node.
#[test]
fn all_algorithms_agree_and_wins_are_true() {
    let rules = Rules::new(5, 4, 1).unwrap();
    let (mut random, mut brute_force) = (Random::new(3), BruteForce::new(rules));
    let mut wins = 0;
    for _ in 0..8 {
        let board = quiet_board(rules, 13, &mut random);
        let attacker = board.side_to_move();
        let problem = AttackProblem::new(board.clone(), attacker, Attack::Best(30))
            .with_leaf_search(LeafDepth::Row, LeafLimits::of(0));
        let value = |name: &str| {
            let search = Search::new(problem.clone()).algorithm(name.parse().unwrap());
            search.run().verdict.value().unwrap_or_else(|| panic!("{name}: no value for {board}"))
        };
        let names = ["dfpn", "deep-dfpn:E=3,D=4+delayed", "pn", "pds"];
        let [found, others @ ..] = names.map(value);
        assert_eq!(others, [found; 3], "{board}");
        assert!(!found || brute_force.wins(&board, attacker), "{board}");
        wins += usize::from(found);
    }
    assert!((2..8).contains(&wins), "{wins} of 8 won");
}

/// Every step can be taken back, and its key is known before it is made.
#[test]
fn steps_are_taken_back() {
    let board = Board::parse("B:d7 W: B", Rules::new(7, 4, 1).unwrap()).unwrap();
    let mut random = Random::new(1);
    let mut kinds = [0; 3];
    for _ in 0..40 {
        let mut problem = AttackProblem::new(board.clone(), board.side_to_move(), Attack::Best(10))
            .with_leaf_search(LeafDepth::Row, LeafLimits::of(0));
        let mut made = Vec::new();
        for _ in 0..6 {
            let mut steps = Vec::new();
            if problem.value().is_none() {
                problem.moves(&mut steps);
            }
            // The rest of a turn would search for the win against the null move.
            steps.retain(|&step| step != Step::Rest || made.len() < 2);
            let Some(&step) = steps.get(random.below(steps.len().max(1))) else { break };
            let (before, after) = (problem.key(), problem.key_after(step));
            assert_eq!(problem.key(), before, "{step:?}");
            let undo = problem.make(step);
            assert_eq!(problem.key(), after, "{step:?}");
            assert_ne!(after, before, "{step:?}");
            let defends = matches!(step, Step::Rest);
            assert!(!defends || problem.kind() == NodeKind::And);
            kinds[match step {
                Step::Place(_) => 0,
                Step::Null(_) => 1,
                Step::Rest => 2,
            }] += 1;
            made.push((step, undo, before));
        }
        while let Some((step, undo, before)) = made.pop() {
            problem.unmake(step, undo);
            assert_eq!(problem.key(), before, "{step:?}");
        }
        assert_eq!(problem.board(), &board);
    }
    assert!(kinds.iter().all(|&number| number > 5), "{kinds:?}");
}
