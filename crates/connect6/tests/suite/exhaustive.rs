//! The solver with zones agrees with exhaustive search on tiny boards.

use crate::common::{BruteForce, quiet_board, random_board};
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, AttackVerdict, Board, LeafDepth, LeafLimits, Rules, solve,
};
use yomikiri_pns::{Limits, Random};

/// Compares every graph with exhaustive search. Returns the number of wins and of null moves in all proofs.
fn compare(
    rules: Rules,
    stones: usize,
    positions: usize,
    board: fn(Rules, usize, &mut Random) -> Board,
) -> (usize, u64) {
    let mut random = Random::new(stones as u64);
    let (mut wins, mut null_moves) = (0, 0);
    for _ in 0..positions {
        let mut board = board(rules, stones, &mut random);
        let attacker = if random.below(4) == 0 { !board.side_to_move() } else { board.side_to_move() };
        let truth = BruteForce::default().wins(&mut board, attacker);
        wins += usize::from(truth);
        for (attack, depth) in [
            (Attack::All, LeafDepth::Threats),
            (Attack::All, LeafDepth::DoubleThreats),
            (Attack::Best(20), LeafDepth::Threats),
            (Attack::Threats, LeafDepth::DoubleThreats),
        ] {
            let problem = AttackProblem::new(board.clone(), attacker, attack)
                .with_leaf_search(depth, LeafLimits::default());
            let solved = solve(problem, ALGORITHM, Limits::default(), |_| {});
            match solved.verdict {
                AttackVerdict::Win => {
                    assert!(truth, "{attacker:?} does not win: {board}");
                    null_moves += solved.size.null_moves;
                }
                AttackVerdict::NoWin => assert!(!truth, "{attacker:?} wins: {board}"),
                AttackVerdict::NotInGraph(graph) => assert!(graph == attack && attack != Attack::All),
                other => panic!("{other:?}: {attacker:?} from {board} in the {attack}"),
            }
        }
    }
    (wins, null_moves)
}

#[test]
fn zones_change_no_value_on_small_boards() {
    for (size, row, two, stones, positions) in [
        (4, 4, 2, 5, 40),
        (5, 4, 2, 14, 100),
        (5, 5, 2, 15, 100),
        (6, 5, 2, 26, 100),
        (7, 6, 2, 40, 100),
        (4, 3, 1, 4, 100),
        (5, 4, 1, 15, 100),
    ] {
        let rules = Rules::new(size, row, two).unwrap();
        let (wins, _) = compare(rules, stones, positions / 2, random_board);
        assert!((2..positions).contains(&wins), "{size}×{size}, {row} in a row: {wins} won");
    }
}

#[test]
fn zones_change_no_value_where_nobody_wins_at_once() {
    let mut all = (0, 0);
    for (size, row, stones, positions) in [(5, 4, 15, 100), (6, 5, 27, 30), (5, 5, 15, 30)] {
        let rules = Rules::new(size, row, 2).unwrap();
        let (wins, null_moves) = compare(rules, stones, positions, quiet_board);
        println!(
            "{size}×{size}, {row} in a row, {stones} stones: {wins} of {positions}, {null_moves} null moves"
        );
        all = (all.0 + wins, all.1 + null_moves);
    }
    assert!(all.0 > 15 && all.1 > 200, "{all:?}");
}

#[test]
#[ignore = "minutes"]
fn zones_change_no_value_at_length() {
    for (size, row, stones, positions) in
        [(5, 4, 13, 300), (5, 4, 15, 1000), (6, 5, 25, 300), (7, 6, 38, 300), (5, 5, 13, 300)]
    {
        let rules = Rules::new(size, row, 2).unwrap();
        let quiet = compare(rules, stones, positions, quiet_board);
        let any = compare(rules, stones, positions, random_board);
        println!("{size}×{size}, {row} in a row, {stones} stones: {quiet:?}, {any:?} wins and null moves");
    }
}
