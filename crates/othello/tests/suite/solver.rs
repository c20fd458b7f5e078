//! The exact solver against known scores, against minimax, and the leaf solver against it.

use crate::common::{position, pv, rows};
use yomikiri_othello::{BoardSize, Color, Eight, Four, MarginGame, Position, Six, Solver};
use yomikiri_pns::{Game, Search};

const TABLE: usize = 32 << 20;

/// The scores of `moves=` in the notes: each move with its score for the side that makes it.
fn move_scores(notes: &str) -> Vec<(String, i32)> {
    let Some((_, list)) = notes.split_once("moves=") else { return Vec::new() };
    let list = list.split(' ').next().unwrap_or_default();
    let score = |(mv, score): (&str, &str)| (mv.to_owned(), score.parse().expect("a score"));
    list.split(',').filter_map(|pair| pair.split_once(':')).map(score).collect()
}

fn check_scores(empties: std::ops::RangeInclusive<u32>) -> (usize, usize) {
    let mut solver = Solver::<Six>::new(TABLE);
    let (mut positions, mut moves) = (0, 0);
    for row in rows("othello6.tsv") {
        let position: Position<Six> = position(&row);
        if !empties.contains(&position.empties()) {
            continue;
        }
        let expected: i32 = row[1].parse().unwrap();
        assert_eq!(solver.score(&position), Some(expected), "{}", row[2]);
        assert_eq!(solver.at_least(&position, expected), Some(true));
        assert_eq!(solver.at_least(&position, expected + 1), Some(false));
        positions += 1;
        for (mv, expected) in move_scores(&row[2]) {
            let after = position.play(mv.parse().unwrap()).expect("a legal move");
            assert_eq!(solver.score(&after), Some(-expected), "{} {mv}", row[2]);
            moves += 1;
        }
    }
    (positions, moves)
}

#[test]
fn scores() {
    let (positions, moves) = check_scores(0..=14);
    assert!(positions >= 90 && moves >= 400, "{positions} positions, {moves} moves");
}

#[test]
fn scores_with_more_vacant_squares() {
    assert!(check_scores(15..=18).0 >= 10);
}

#[test]
fn the_principal_variation_keeps_its_score() {
    let mut solver = Solver::<Six>::new(TABLE);
    for row in rows("othello6_pv.tsv") {
        let position: Position<Six> = position(&row);
        if position.empties() <= 17 {
            let white_moves = position.side_to_move() == Color::White;
            assert_eq!(solver.score(&position), Some(if white_moves { 4 } else { -4 }), "{position}");
        }
    }
}

#[test]
fn paper_2_positions() {
    for empties in [19, 21, 23] {
        let mut solver = Solver::<Six>::new(8 * TABLE);
        assert_eq!(solver.at_least(&pv(empties), 4), Some(true));
        assert_eq!(solver.at_least(&pv(empties), 5), Some(false));
    }
}

/// All first moves are equal by symmetry, so this is the whole game.
#[test]
#[ignore = "takes a minute and 2 GiB"]
fn the_6x6_game() {
    let mut solver = Solver::<Six>::new(2 << 30);
    assert_eq!(solver.at_least(&pv(31), 4), Some(true));
    assert_eq!(solver.at_least(&pv(31), 5), Some(false));
}

#[test]
fn the_4x4_game() {
    for table in [0, TABLE] {
        let mut solver = Solver::<Four>::new(table);
        assert_eq!(solver.score(&Position::start()), Some(-8));
        assert_eq!(solver.score(&"-----XX--OO----- X".parse().unwrap()), Some(-3));
    }
}

/// The suite gives vacant squares to the winner, so large scores, of games that end early, cannot be compared. Number 20
/// ends early too: one disc ahead with five squares vacant.
#[test]
fn ffo_positions() {
    let mut solver = Solver::<Eight>::new(TABLE);
    let mut checked = 0;
    for row in rows("othello8_ffo.tsv") {
        let position: Position<Eight> = position(&row);
        let expected: i32 = if row[2].starts_with("FFO#20 ") { 1 } else { row[1].parse().unwrap() };
        if position.empties() <= 14 && expected.abs() < 20 {
            assert_eq!(solver.score(&position), Some(expected), "{}", row[2]);
            checked += 1;
        }
    }
    assert!(checked >= 5, "{checked} positions");
}

#[test]
fn proof_number_search_above_the_solver() {
    let searched =
        MarginGame::new(pv(21), Color::White, 0).with_symmetry(true).with_leaf_empties(15).with_look_ahead(2);
    let searched = searched.with_leaf_solver(Solver::new(TABLE));
    for (margin, expected) in [(4, true), (5, false)] {
        let search = Search::new(searched.clone().with_margin(margin));
        let algorithm = "dfpn+estimate+epsilon=0.5+delayed+exact".parse().unwrap();
        let (outcome, solution) = search.algorithm(algorithm).run_with_solution();
        assert_eq!(outcome.verdict.value(), Some(expected));
        // Another solver solves the leaves again.
        let checked = MarginGame::new(pv(21), Color::White, margin).with_symmetry(true).with_leaf_empties(15);
        let size = solution.unwrap().check(checked.with_leaf_solver(Solver::new(TABLE))).unwrap();
        assert!(size.nodes > 10, "{size:?}");
    }
    assert!(searched.leaf_nodes() > 0, "the goals share the solver");
}

/// Each thread has a goal of its own. The solution is checked against the rules.
#[test]
fn several_threads() {
    for (margin, expected) in [(4, true), (5, false)] {
        let goal = move || MarginGame::new(pv(17), Color::White, margin);
        for algorithm in ["default", "dfpn+tca+snda", "pn"] {
            let search = Search::new(goal()).algorithm(algorithm.parse().unwrap());
            let (outcome, solution) = search.run_with_solution_on_threads(4, goal);
            assert_eq!(outcome.verdict.value(), Some(expected), "{algorithm}, {margin}");
            let solution = solution.unwrap();
            assert_eq!(solution.value(), expected);
            assert!(solution.check(goal()).unwrap().nodes > 100);
        }
    }
}

fn minimax<S: BoardSize>(position: Position<S>) -> i32 {
    let children = position.moves().into_iter().map(|mv| -minimax(position.play(mv).unwrap()));
    children.max().unwrap_or_else(|| position.difference(position.side_to_move()))
}

/// Plays on from a position until few squares are vacant, choosing moves by a number.
fn play_out<S: BoardSize>(mut position: Position<S>, empties: u32, mut choice: u64) -> Position<S> {
    while position.empties() > empties {
        let moves = position.moves();
        let Some(next) = moves.get((choice >> 33) as usize % moves.len().max(1)) else { break };
        position = position.play(*next).unwrap();
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
    position
}

fn check_against_minimax<S: BoardSize>(empties: u32, games: u64) {
    let mut solver = Solver::<S>::new(1 << 16);
    for game in 0..games {
        let position = play_out(Position::<S>::start(), empties, game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let score = minimax(position);
        assert_eq!(solver.score(&position), Some(score), "{position}");
        for margin in [score - 1, score, score + 1, -99, 99] {
            assert_eq!(solver.at_least(&position, margin), Some(score >= margin), "{position} {margin}");
            for (prover, sign) in [(position.side_to_move(), 1), (!position.side_to_move(), -1)] {
                let goal = MarginGame::new(position, prover, sign * margin).with_leaf_empties(empties);
                assert_eq!(goal.value(), Some((sign * score >= sign * margin).into()), "{position} {margin}");
            }
        }
    }
}

#[test]
fn random_endings_by_minimax() {
    check_against_minimax::<Four>(8, 200);
    check_against_minimax::<Six>(8, 200);
    check_against_minimax::<Six>(3, 500);
    check_against_minimax::<Eight>(7, 100);
}

#[test]
fn a_stopped_search_says_so_and_does_no_harm() {
    let mut state = 1u32;
    let mut solver = Solver::<Six>::new(1 << 20).with_poll(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 30 != 0
    });
    let position = pv(19);
    let mut stops = 0;
    let score = loop {
        match solver.score(&position) {
            Some(score) => break score,
            None => stops += 1,
        }
        assert!(stops < 1000);
    };
    assert_eq!(score, 4);
}

#[test]
fn a_best_line_ends_with_the_score() {
    let mut solver = Solver::<Six>::new(TABLE);
    for empties in [0, 2, 9, 17] {
        let mut position = pv(empties);
        for mv in solver.best_line(&position).expect("nothing stops it") {
            position = position.play(mv).expect("a legal move");
        }
        assert!(position.is_over());
        assert_eq!(position.difference(Color::White), 4);
    }
}

#[test]
fn boards_that_no_game_reaches() {
    let mut solver = Solver::<Six>::new(1 << 16);
    let full = "X".repeat(36) + " O";
    assert_eq!(solver.score(&full.parse().unwrap()), Some(-36));
    let empty = "-".repeat(36) + " X";
    assert_eq!(solver.score(&empty.parse().unwrap()), Some(0));
}
