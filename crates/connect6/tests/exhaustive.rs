//! The solver with zones beside exhaustive search, on boards so small that everything can be tried.

mod common;

use common::{BruteForce, Random, random_board};
use yomikiri_connect6::{ALGORITHM, Attack, Depth, Effort, Problem, Rules, Verdict, solve};
use yomikiri_pns::Limits;

/// Compares every graph with the truth; returns how often the attacker won, and null moves in all proofs.
fn compare(rules: Rules, stones: usize, positions: usize, seed: u64) -> (usize, u64) {
    let mut random = Random(seed);
    let (mut wins, mut null_moves) = (0, 0);
    for _ in 0..positions {
        let mut board = random_board(rules, stones, &mut random);
        let attacker = if random.below(4) == 0 { !board.side_to_move() } else { board.side_to_move() };
        let truth = BruteForce::default().wins(&mut board, attacker);
        wins += usize::from(truth);
        for (attack, depth) in [
            (Attack::All, Depth::Threats),
            (Attack::All, Depth::DoubleThreats),
            (Attack::Best(20), Depth::Threats),
            (Attack::Threats, Depth::DoubleThreats),
        ] {
            let problem =
                Problem::new(board.clone(), attacker, attack).with_leaf_search(depth, Effort::default());
            let solved = solve(problem, ALGORITHM, Limits::default(), |_| {});
            match solved.verdict {
                Verdict::Win => {
                    assert!(truth, "{attacker:?} does not win: {board}");
                    null_moves += solved.size.null_moves;
                }
                Verdict::NoWin => assert!(!truth, "{attacker:?} wins: {board}"),
                Verdict::NotInGraph(graph) => assert!(graph == attack && attack != Attack::All),
                other => panic!("{other:?}: {attacker:?} from {board} in the {attack}"),
            }
        }
    }
    (wins, null_moves)
}

#[test]
fn zones_change_no_value_on_small_boards() {
    for (size, row, two, stones, positions) in [
        (4, 4, 2, 4, 60),
        (5, 4, 2, 12, 200),
        (5, 4, 2, 10, 60),
        (5, 5, 2, 13, 150),
        (6, 5, 2, 24, 150),
        (6, 6, 2, 26, 100),
        (7, 6, 2, 38, 150),
        (4, 3, 1, 4, 100),
        (5, 4, 1, 14, 100),
    ] {
        let rules = Rules::new(size, row, two).unwrap();
        let (wins, null_moves) = compare(rules, stones, positions, (size * row + stones) as u64);
        println!(
            "{size}×{size}, {row} in a row, {stones} stones: {wins} of {positions} won, {null_moves} null moves"
        );
    }
}
