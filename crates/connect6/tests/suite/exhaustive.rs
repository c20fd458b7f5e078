//! The solver with zones agrees with exhaustive search on tiny boards.

use crate::common::{BruteForce, quiet_board, random_board};
use yomikiri_connect6::{
    AttackMoves, AttackProblem, AttackVerdict, Board, DEFAULT_ALGORITHM, GameRules, LeafDepth, LeafLimits,
    solve,
};
use yomikiri_pns::{Limits, Random};

/// The graphs that are compared with exhaustive search. The last two have no leaf searches: in one all null moves are nodes of
/// the graph, in the other none.
fn graphs() -> [(AttackMoves, LeafDepth, LeafLimits); 6] {
    let usual = LeafLimits::default();
    [
        (AttackMoves::All, LeafDepth::Threats, usual),
        (AttackMoves::All, LeafDepth::DoubleThreats, usual),
        (AttackMoves::Best(20), LeafDepth::Threats, usual),
        (AttackMoves::Threats, LeafDepth::DoubleThreats, usual),
        (AttackMoves::Best(40), LeafDepth::Row, LeafLimits::from_effort(0)),
        (AttackMoves::Best(40), LeafDepth::Row, LeafLimits::from_effort(0).without_null_moves()),
    ]
}

/// The number of wins by exhaustive search, and what the proofs of all graphs have.
#[derive(Debug, Default)]
struct Compared {
    wins: usize,
    /// The wins of each graph.
    found: [usize; 6],
    null_moves: u64,
}

/// Compares every graph with exhaustive search.
fn compare(
    rules: GameRules,
    stones: usize,
    positions: usize,
    board: fn(GameRules, usize, &mut Random) -> Board,
) -> Compared {
    let mut random = Random::new(stones as u64);
    let mut compared = Compared::default();
    let mut brute_force = BruteForce::new(rules);
    for number in 0..positions {
        let board = board(rules, stones, &mut random);
        let attacker = if random.below(4) == 0 { !board.side_to_move() } else { board.side_to_move() };
        let truth = brute_force.wins(&board, attacker);
        compared.wins += usize::from(truth);
        for (at, (attack, depth, limits)) in graphs().into_iter().enumerate() {
            let problem = AttackProblem::new(board.clone(), attacker, attack).with_leaf_search(depth, limits);
            let solved = solve(problem.clone(), DEFAULT_ALGORITHM, Limits::default(), 1, |_| {});
            if number % 4 == 0 {
                let by_threads = solve(problem, DEFAULT_ALGORITHM, Limits::default(), 3, |_| {});
                assert_eq!(
                    by_threads.verdict, solved.verdict,
                    "with three threads: {attacker:?} from {board}"
                );
                assert_eq!(by_threads.proof.is_some(), solved.proof.is_some());
            }
            match solved.verdict {
                AttackVerdict::Win => {
                    assert!(truth, "{attacker:?} does not win: {board}");
                    compared.null_moves += solved.size.null_moves;
                    compared.found[at] += 1;
                }
                AttackVerdict::NoWin => assert!(!truth, "{attacker:?} wins: {board}"),
                AttackVerdict::NotInGraph(graph) => assert!(graph == attack && attack != AttackMoves::All),
                other => panic!("{other:?}: {attacker:?} from {board} in the {attack}"),
            }
        }
    }
    let [.., with_null_moves, without] = compared.found;
    assert!(with_null_moves >= without, "{compared:?}");
    compared
}

#[test]
fn zones_change_no_value_on_small_boards() {
    for (size, row, two, stones, positions) in [
        (4, 4, 2, 7, 20),
        (5, 4, 2, 16, 30),
        (5, 5, 2, 17, 20),
        (6, 5, 2, 28, 20),
        (7, 6, 2, 42, 20),
        (4, 3, 1, 4, 20),
        (5, 4, 1, 15, 20),
    ] {
        let rules = GameRules::new(size, row, two).unwrap();
        let Compared { wins, .. } = compare(rules, stones, positions, random_board);
        assert!((2..positions).contains(&wins), "{size}×{size}, {row} in a row: {wins} won");
    }
}

#[test]
fn zones_change_no_value_where_nobody_wins_at_once() {
    let mut all = Compared::default();
    for (size, row, per_move, stones, positions) in [(5, 4, 2, 15, 10), (6, 4, 1, 26, 6)] {
        let compared = compare(GameRules::new(size, row, per_move).unwrap(), stones, positions, quiet_board);
        assert!(compared.wins > 1 && compared.wins < positions, "{compared:?}");
        all.null_moves += compared.null_moves;
    }
    assert!(all.null_moves > 60, "{all:?}");
}

#[test]
#[ignore = "minutes"]
fn zones_change_no_value_at_length() {
    for (size, row, per_move, stones, positions) in [
        (5, 4, 2, 13, 300),
        (5, 4, 2, 15, 1000),
        (6, 5, 2, 25, 300),
        (7, 6, 2, 38, 300),
        (5, 5, 2, 13, 300),
        (5, 4, 1, 11, 100),
        (6, 4, 1, 20, 100),
    ] {
        let rules = GameRules::new(size, row, per_move).unwrap();
        let quiet = compare(rules, stones, positions, quiet_board);
        println!("{rules:?}, {stones} stones, no side wins at once: {quiet:?}");
        let any = compare(rules, stones, positions, random_board);
        println!("{rules:?}, {stones} stones: {any:?}");
    }
}
