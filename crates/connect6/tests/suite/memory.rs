//! The memory limit covers leaf searches.

use yomikiri_connect6::{
    AttackMoves, AttackProblem, AttackVerdict, Board, DEFAULT_ALGORITHM, GameRules, solve,
};
use yomikiri_pns::Limits;

/// With room for a few results only, leaf searches are repeated, and the answer is the same.
#[test]
fn small_caches_change_no_answer() {
    let board = Board::parse("B:d7 W: B", GameRules::new(7, 4, 1).unwrap()).unwrap();
    let solved = |memory: usize| {
        let problem = AttackProblem::new(board.clone(), board.side_to_move(), AttackMoves::PAPER);
        solve(problem, DEFAULT_ALGORITHM, Limits { memory, ..Limits::default() }, 1, |_| {})
    };
    let (large, small) = (solved(1 << 30), solved(1 << 16));
    assert_eq!((&large.verdict, &small.verdict), (&AttackVerdict::Win, &AttackVerdict::Win));
    assert!(small.leaf_visits > large.leaf_visits, "{} and {}", small.leaf_visits, large.leaf_visits);
}
