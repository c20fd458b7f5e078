//! The problems of the reference data are solved, with the right length: a part of them in every run, all in the slow test.

use crate::common::{Way, problem, rows, solve};
use yomikiri_tsume::{MateVerdict, Techniques};

/// Proved length of a row's problem.
fn length(row: &[String], way: &Way) -> usize {
    match solve(&problem(&row[0]), way) {
        MateVerdict::Mate(mate) => {
            assert!(mate.minimal, "{}", row[0]);
            mate.length()
        }
        other => panic!("{}: {other:?}", row[0]),
    }
}

fn expected(row: &[String]) -> usize {
    row[1].parse().unwrap()
}

/// Problems whose source says more plies than there are.
fn exact_lengths() -> Vec<(String, usize)> {
    rows("claims_too_long.tsv").iter().map(|row| (row[0].clone(), expected(row))).collect()
}

fn tanuki(way: &Way, every: usize) {
    let known = exact_lengths();
    for plies in [1, 3, 5, 7, 9, 11] {
        for row in rows(&format!("tanuki_mate{plies}.tsv")).iter().step_by(every) {
            let exact = known.iter().find(|(sfen, _)| *sfen == row[0]).map_or(expected(row), |known| known.1);
            assert_eq!(length(row, way), exact, "{}", row[0]);
        }
    }
}

fn yaneuraou(way: &Way, every: usize) {
    for plies in [3, 5, 7, 9, 11] {
        for row in rows(&format!("yaneuraou_mate{plies}_1000.tsv")).iter().step_by(every) {
            let found = length(row, way);
            assert!(found <= expected(row), "{}: {found}", row[0]);
        }
    }
}

#[test]
fn generated_problems() {
    tanuki(&Way::default(), 14);
}

#[test]
fn mates_from_games() {
    yaneuraou(&Way::default(), 50);
}

#[test]
fn published_lengths_that_are_too_long() {
    for row in rows("claims_too_long.tsv") {
        assert_eq!(length(&row, &Way::default()), expected(&row), "{}", row[0]);
    }
}

#[test]
fn positions_without_mate() {
    // The ones that take seconds are in the slow test below.
    for row in rows("nomate.tsv").iter().take(6) {
        assert_eq!(solve(&problem(&row[0]), &Way::default()), MateVerdict::NoMate, "{}", row[0]);
    }
}

#[test]
fn either_colour_attacks() {
    for row in rows("tanuki_mate7.tsv").iter().take(40) {
        let position = problem(&row[0]);
        let both = [&position, &position.flipped()].map(|position| match solve(position, &Way::default()) {
            MateVerdict::Mate(mate) => mate.length(),
            other => panic!("{}: {other:?}", row[0]),
        });
        assert_eq!(both[0], both[1], "{}", row[0]);
    }
}

/// The answer depends neither on the size of the table nor on the algorithm: every `one_in`-th row with two more tables and one more algorithm,
/// every `with_trees`-th with every algorithm that keeps a tree.
fn check_tables_and_algorithms(one_in: usize, with_trees: usize) {
    // Those that cannot run in circles.
    let algorithms = [
        "dfpn+stall-guard",
        "dfpn+tca+wpns",
        "dfpn+stall-guard+snda",
        "dfpn+nagai+tca+epsilon=0.5",
        "dfpn+tca+leftmost",
    ];
    let rows = rows("tanuki_mate9.tsv");
    for (index, row) in rows.iter().enumerate().step_by(one_in) {
        let reference = length(row, &Way::default());
        for memory in [4 << 20, 2 << 30] {
            assert_eq!(length(row, &Way { memory, ..Way::default() }), reference, "{}", row[0]);
        }
        let algorithm = algorithms[index % algorithms.len()].parse().unwrap();
        assert_eq!(length(row, &Way { algorithm, ..Way::default() }), reference, "{}", row[0]);
    }
    for row in rows.iter().step_by(with_trees) {
        let reference = length(row, &Way::default());
        for name in ["pn", "pn2", "pds", "pn-star", "iterative"] {
            let way = Way { algorithm: name.parse().unwrap(), ..Way::default() };
            assert_eq!(length(row, &way), reference, "{name}: {}", row[0]);
        }
    }
}

#[test]
fn tables_and_algorithms() {
    check_tables_and_algorithms(14, 70);
}

#[test]
#[ignore = "takes minutes"]
fn tables_and_algorithms_on_every_problem() {
    check_tables_and_algorithms(1, 10);
}

/// Switching a technique changes no answer.
#[test]
fn techniques() {
    for row in rows("tanuki_mate7.tsv").iter().step_by(12) {
        let reference = length(row, &Way::default());
        for name in Techniques::NAMES {
            let techniques = Techniques::default().without(name).unwrap();
            let way = Way { techniques, ..Way::default() };
            assert_eq!(length(row, &way), reference, "{name}: {}", row[0]);
        }
    }
}

/// Minutes: `cargo test --release -p yomikiri-tsume -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn everything() {
    for memory in [4 << 20, 64 << 20, 2 << 30] {
        let way = Way { memory, ..Way::default() };
        tanuki(&way, 1);
        yaneuraou(&way, 1);
        for row in rows("nomate.tsv") {
            assert_eq!(solve(&problem(&row[0]), &way), MateVerdict::NoMate, "{}", row[0]);
        }
    }
}
