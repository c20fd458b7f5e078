//! The generators agree with every line of the reference data.

use crate::common::{checks_by_definition, names, position, rows, rsshogi_legal};
use yomikiri_shogi::{Position, PositionError, SfenError, SfenErrorKind, Strictness, perft, tsume_perft};

/// The largest count that the default test run checks.
const EVERYDAY: u64 = 60_000_000;

fn check_perft(counts: std::ops::RangeInclusive<u64>) -> usize {
    let mut checked = 0;
    for row in rows("shogi_perft.tsv") {
        let mut position = position(&row);
        for field in row[1].split(' ') {
            let (depth, nodes) = field.split_once(':').expect("depth:nodes");
            let (depth, nodes) = (depth.parse().unwrap(), nodes.parse::<u64>().unwrap());
            if counts.contains(&nodes) {
                assert_eq!(perft(&mut position, depth), nodes, "{} depth {depth}", row[2]);
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn perft_counts() {
    assert_eq!(check_perft(0..=EVERYDAY), 42);
}

/// Minutes: run by `cargo test --release -p yomikiri-shogi --test suite data -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn perft_counts_deep() {
    assert_eq!(check_perft(EVERYDAY + 1..=60_000_000_000), 10);
}

#[test]
fn tsume_perft_counts() {
    for row in rows("tsume_walk.tsv") {
        let mut position = position(&row);
        let (depth, nodes) = row[1].split_once(':').unwrap();
        let attacker = position.side_to_move();
        let counted = tsume_perft(&mut position, attacker, depth.parse().unwrap());
        assert_eq!(counted.to_string(), nodes, "{}", row[2]);
    }
}

#[test]
fn legal_move_lists() {
    for row in rows("shogi_legal_moves.tsv") {
        let mut expected: Vec<&str> = row[2].split(' ').collect();
        expected.sort();
        assert_eq!(names(position(&row).legal_moves()), expected, "{}", row[0]);
        assert_eq!(expected.len().to_string(), row[1]);
    }
}

#[test]
fn check_lists() {
    for row in rows("shogi_check_moves.tsv") {
        let mut expected: Vec<&str> = row[2].split(' ').filter(|name| !name.is_empty()).collect();
        expected.sort();
        assert_eq!(names(position(&row).checks()), expected, "{}", row[0]);
        assert_eq!(expected.len().to_string(), row[1]);
    }
}

/// These files hold positions only. The expected lists come from the definition and from an oracle crate.
#[test]
fn generator_edge_cases() {
    for row in rows("shtsume_check_gen.tsv") {
        let position = position(&row);
        assert_eq!(names(position.legal_moves()), rsshogi_legal(&position), "{}", row[0]);
        assert_eq!(names(position.checks()), names(checks_by_definition(&position)), "{}", row[0]);
    }
    for row in rows("shtsume_evasion.tsv") {
        let position = position(&row);
        assert!(position.in_check(), "{}", row[0]);
        assert_eq!(names(position.evasions()), rsshogi_legal(&position), "{}", row[0]);
    }
}

#[test]
fn mates_in_one() {
    for row in rows("nshogi_mate-1-ply.tsv") {
        let position = position(&row);
        let mv = position.mate_in_one().unwrap_or_else(|| panic!("no mate found: {}", row[0]));
        assert!(position.is_legal(mv) && crate::common::after(&position, mv).is_mate(), "{}: {mv}", row[0]);
    }
    for row in rows("nshogi_no-mate-1-ply.tsv") {
        assert_eq!(position(&row).mate_in_one(), None, "{}", row[0]);
    }
}

#[test]
fn sfen_edge_cases() {
    for row in rows("sfen_edge_cases.tsv") {
        let read = Position::from_sfen(&row[0]);
        match row[1].as_str() {
            "valid" => {
                let position = read.unwrap_or_else(|error| panic!("{}: {error}", row[0]));
                let canonical = position.to_sfen();
                assert_eq!(Position::from_sfen(&canonical).unwrap(), position);
            }
            invalid if invalid.starts_with("invalid:") => {
                let error = read.expect_err(&row[0]);
                assert!(error.to_string().starts_with("column "), "{error}");
                let lax = Position::from_sfen_with(&row[0], Strictness::Lax);
                if is_count(&error) {
                    assert!(lax.is_ok() || !is_count(&lax.unwrap_err()), "{}", row[0]);
                } else {
                    assert_eq!(lax, Err(error), "{}", row[0]);
                }
                if invalid.contains("accept in lax mode") {
                    assert!(Position::from_sfen_with(&row[0], Strictness::Lax).is_ok());
                }
            }
            other => panic!("{other}"),
        }
    }
}

/// Whether the fault is too many pieces of a kind, the only one that lax reading accepts.
fn is_count(error: &SfenError) -> bool {
    matches!(error.kind, SfenErrorKind::Position(PositionError::TooManyPieces { .. }))
}
