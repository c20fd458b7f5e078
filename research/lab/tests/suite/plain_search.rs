//! Table 4 of Sakuta & Iida: principal variation search.

use crate::common::pv;
use yomikiri_lab::{PlainResult, plain_search};
use yomikiri_othello::MoveOrder;

/// Vacant squares, and visited nodes. The length of the principal variation is one more than the vacant squares in every row:
/// one of its moves is a pass.
const TABLE_4: [(u32, u64); 8] =
    [(3, 15), (5, 29), (7, 92), (9, 300), (11, 1_037), (13, 16_375), (15, 109_329), (17, 232_713)];

fn search(empties: u32, order: MoveOrder, null_windows: bool) -> PlainResult {
    plain_search(&pv(empties), order, null_windows, |_| true).expect("nothing stops it")
}

fn check_row((empties, nodes): (u32, u64)) {
    let result = search(empties, MoveOrder::MobilityQuicksort, true);
    let expected = PlainResult { score: 4, nodes, depth: empties + 1 };
    assert_eq!(result, expected, "{empties} vacant squares");
}

#[test]
fn table_4() {
    TABLE_4.into_iter().for_each(check_row);
}

/// The paper prints 3.24E+6, 1.25E+7 and 2.54E+8.
#[test]
#[ignore = "slow: half a minute"]
fn table_4_with_more_vacant_squares() {
    [(19, 3_239_674), (21, 12_490_947), (23, 253_744_843)].into_iter().for_each(check_row);
}

#[test]
fn every_order_finds_the_score() {
    for (name, order) in MoveOrder::ALL {
        for null_windows in [false, true] {
            assert_eq!(search(13, order, null_windows).score, 4, "{name}");
        }
    }
}

/// Not in the paper: the same search with moves file by file.
#[test]
fn file_order() {
    let nodes = [3, 5, 7, 9, 11, 13].map(|empties| search(empties, MoveOrder::FileFirst, true).nodes);
    assert_eq!(nodes, [20, 34, 284, 2_137, 5_813, 26_089]);
}
