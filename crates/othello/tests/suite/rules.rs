//! The rules against the reference data, and properties of random play.

use std::collections::HashMap;

use crate::common::{position, rows};
use proptest::prelude::*;
use yomikiri_othello::{BoardSize, Color, Eight, Four, MarginGame, Move, Position, Six};
use yomikiri_pns::{Game, Knowledge, NodeKind, Search};

/// The number of sequences of `depth` plies. A pass is a ply, and a game that ends earlier counts
/// once.
fn perft<S: BoardSize>(position: &Position<S>, depth: u32) -> u64 {
    let mobility = position.mobility();
    match depth {
        0 => 1,
        1 if mobility != 0 => mobility.count_ones().into(),
        _ if position.is_over() => 1,
        _ => position.moves().into_iter().map(|mv| perft(&position.play(mv).unwrap(), depth - 1)).sum(),
    }
}

fn check_perft<S: BoardSize>(row: &[String], counts: std::ops::RangeInclusive<u64>) -> usize {
    let mut checked = 0;
    for field in row[1].split(' ') {
        let (depth, nodes) = field.split_once(':').expect("depth:nodes");
        let (depth, nodes) = (depth.parse().unwrap(), nodes.parse::<u64>().unwrap());
        if counts.contains(&nodes) {
            assert_eq!(perft(&Position::<S>::start(), depth), nodes, "{} depth {depth}", row[0]);
            checked += 1;
        }
    }
    checked
}

#[test]
fn perft_counts() {
    let rows = rows("othello_perft.tsv");
    assert_eq!(check_perft::<Six>(&rows[0], 0..=20_000_000), 10);
    assert_eq!(check_perft::<Eight>(&rows[1], 0..=20_000_000), 9);
}

#[test]
fn perft_counts_deep() {
    let rows = rows("othello_perft.tsv");
    assert_eq!(check_perft::<Six>(&rows[0], 20_000_001..=u64::MAX), 1);
    assert_eq!(check_perft::<Eight>(&rows[1], 20_000_001..=u64::MAX), 2);
}

/// The record of the 6×6 principal variation (Feinstein), as printed in Sakuta & Iida's Appendix A.
const RECORD: &str =
    "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 pass f2 g2";

#[test]
fn the_principal_variation_replays() {
    let rows = rows("othello6_pv.tsv");
    let mut position = Position::<Six>::start();
    let mut moves = RECORD.split(' ');
    for row in &rows {
        assert_eq!(position.to_string(), row[0]);
        assert_eq!(position.empties().to_string(), row[1]);
        if let Some(mv) = moves.next() {
            position =
                position.play(mv.parse().unwrap()).unwrap_or_else(|| panic!("{mv} is legal in {}", row[0]));
        }
    }
    assert!(position.is_over());
    assert_eq!(position.difference(Color::White), 4);
}

#[test]
fn the_goal_walks_like_the_position() {
    let mut goal = MarginGame::new(Position::<Six>::start(), Color::White, 4);
    let mut trail = Vec::new();
    for name in RECORD.split(' ') {
        let mv: Move = name.parse().unwrap();
        let mut moves = Vec::new();
        goal.moves(&mut moves);
        assert_eq!(moves, goal.position().moves());
        assert!(moves.contains(&mv) && goal.value().is_none());
        let kind = if goal.position().side_to_move() == Color::White { NodeKind::Or } else { NodeKind::And };
        assert_eq!(goal.kind(), kind);
        let (phi, delta) = goal.estimate().phi_delta(kind);
        assert_eq!((phi.get(), delta.get()), (1, moves.len() as u64));
        let key = goal.key();
        trail.push((mv, key, goal.make(mv)));
    }
    assert_eq!(goal.value(), Some(true.into()));
    assert_eq!(MarginGame::new(*goal.position(), Color::White, 5).value(), Some(false.into()));
    assert_eq!(MarginGame::new(*goal.position(), Color::Black, -4).value(), Some(true.into()));
    while let Some((mv, key, undo)) = trail.pop() {
        goal.unmake(mv, undo);
        assert_eq!(goal.key(), key);
    }
    assert_eq!(*goal.position(), Position::start());
}

/// Visits every position within some plies: different positions must have different keys.
fn check_keys<S: BoardSize>(depth: u32) -> (usize, usize)
where
    S::Key: std::hash::Hash,
{
    fn walk<S: BoardSize>(position: Position<S>, depth: u32, seen: &mut HashMap<Position<S>, S::Key>) {
        if seen.insert(position, position.key()).is_none() && depth > 0 {
            for mv in position.moves() {
                walk(position.play(mv).unwrap(), depth - 1, seen);
            }
        }
    }
    let mut seen = HashMap::new();
    walk(Position::<S>::start(), depth, &mut seen);
    let mut owners: HashMap<S::Key, Position<S>> = HashMap::new();
    for (&position, &key) in &seen {
        assert_eq!(*owners.entry(key).or_insert(position), position, "two positions share a key");
    }
    let canonical: std::collections::HashSet<S::Key> = seen.keys().map(|p| p.canonical().key()).collect();
    (seen.len(), canonical.len())
}

#[test]
fn keys_tell_positions_apart() {
    for (all, canonical) in [check_keys::<Four>(12), check_keys::<Six>(7), check_keys::<Eight>(7)] {
        // The start position has four symmetries. Some positions arise in images under the other four as well.
        assert!(canonical * 8 >= all && canonical * 3 < all, "{all} positions, {canonical} up to symmetry");
    }
}

/// With symmetry the value is the same, there are fewer positions, and the solution passes the check.
#[test]
fn a_goal_up_to_symmetry() {
    for (margin, value) in [(-8, true), (-7, false)] {
        let goal = |symmetry| {
            MarginGame::new(Position::<Four>::start(), Color::Black, margin).with_symmetry(symmetry)
        };
        let search = |symmetry| Search::new(goal(symmetry)).run_with_solution();
        let ((plain, _), (up_to_symmetry, solution)) = (search(false), search(true));
        assert_eq!((plain.verdict.value(), up_to_symmetry.verdict.value()), (Some(value), Some(value)));
        assert!(up_to_symmetry.counters.table_entries < plain.counters.table_entries);
        let solution = solution.expect("nothing limits the search");
        assert_eq!(solution.check(goal(true)), Ok(solution.size()));
    }
}

#[test]
fn the_whole_4x4_game_by_minimax() {
    fn minimax(position: Position<Four>) -> i32 {
        let children = position.moves().into_iter().map(|mv| -minimax(position.play(mv).unwrap()));
        children.max().unwrap_or_else(|| position.difference(position.side_to_move()))
    }
    assert_eq!(minimax(Position::start()), -8);
    assert_eq!(minimax("-----XX--OO----- X".parse().unwrap()), -3);
}

proptest! {
    #[test]
    fn text_never_panics(text in "\\PC*") {
        let _ = text.parse::<Position<Four>>();
        let _ = text.parse::<Position<Six>>();
        let _ = text.parse::<Move>();
    }

    #[test]
    fn every_board_reads_back(cells in "[XO-]{64}", side in "[XO]") {
        let text = format!("{cells} {side}");
        let position: Position<Eight> = text.parse().unwrap();
        prop_assert_eq!(position.to_string(), text);
        let black = position.discs(Color::Black);
        let again = Position::from_discs(black, position.discs(Color::White), position.side_to_move());
        prop_assert_eq!(again, Some(position));
        for mv in position.moves() {
            let after = position.play(mv).unwrap();
            prop_assert_eq!(after.empties() + u32::from(mv != Move::PASS), position.empties());
        }
    }
}

#[test]
fn illegal_moves_are_refused() {
    let position: Position<Six> = position(&rows("othello6_pv.tsv")[31]);
    for mv in ["pass", "b2", "a1", "h8", "d4"] {
        assert_eq!(position.play(mv.parse().unwrap()), None, "{mv}");
    }
}
