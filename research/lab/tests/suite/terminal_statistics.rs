//! Table 1 of Sakuta & Iida.

use crate::common::pv;
use yomikiri_lab::{TerminalStatistics, terminal_statistics};
use yomikiri_othello::{Position, Six};

/// Vacant squares; terminal nodes, wins of Black, draws, wins of White, by 4, by 5; all nodes.
const TABLE_1: [(u32, [u64; 6], u64); 5] = [
    (7, [305, 200, 14, 91, 70, 51], 1_049),
    (9, [3_381, 2_336, 242, 803, 617, 478], 11_978),
    (11, [119_923, 75_716, 7_938, 36_269, 27_834, 21_490], 428_402),
    (13, [3_619_363, 1_959_233, 206_417, 1_453_713, 1_225_048, 1_021_155], 13_078_933),
    (15, [251_184_784, 109_753_338, 14_934_037, 126_497_409, 110_580_515, 95_138_364], 876_269_598),
];

fn statistics(position: &Position<Six>) -> TerminalStatistics {
    terminal_statistics(position, |_| true).expect("nothing stops it")
}

fn figures(position: &Position<Six>) -> ([u64; 6], u64) {
    let TerminalStatistics { nodes, terminals, black, draw, white, white_at_least: [four, five] } =
        statistics(position);
    ([terminals, black, draw, white, four, five], nodes)
}

fn check_row(empties: u32) {
    let (_, expected, nodes) = TABLE_1.iter().find(|row| row.0 == empties).expect("a row of the table");
    assert_eq!(figures(&pv(empties)), (*expected, *nodes));
}

#[test]
fn table_1() {
    for empties in [7, 9, 11, 13] {
        check_row(empties);
    }
}

#[test]
#[ignore = "slow: minutes, and 8 GB"]
fn table_1_with_more_vacant_squares() {
    check_row(15);
    // The paper has no figures for wins by 5, nor for all nodes.
    let (found, _) = figures(&pv(17));
    assert_eq!(found[..5], [20_200_398_479, 11_147_001_000, 1_257_191_715, 7_796_205_764, 6_552_920_862]);
}

#[test]
fn small_trees() {
    let (three, nodes) = figures(&pv(3));
    assert_eq!((&three[..5], nodes), (&[4, 3, 0, 1, 1][..], 13));
    let (five, nodes) = figures(&pv(5));
    assert_eq!((&five[..5], nodes), (&[27, 21, 1, 5, 2][..], 91));
}

/// Positions of the same variation with Black to move and 8, 10 and 12 vacant squares.
#[test]
fn even_numbers_of_vacant_squares() {
    let terminals = |text: &str| statistics(&text.parse().unwrap()).terminals;
    let positions = [
        "-XXX--OOXXXO-OOXXOXOXOOOOOOO--XXXX-- X",
        "-XXX--OOXXXO-OOXXOXXOOOO--OO--XXXX-- X",
        "-XXX---OXXXO-XOXXOXXXOOO--OO---OOX-- X",
    ];
    assert_eq!(positions.map(terminals), [1_330, 21_699, 953_486]);
}

#[test]
fn a_finished_game_is_one_node() {
    let end = "OOOOOXOOXOXOXXOXOOXXXOOOOOXXOOXXXXXO O".parse().unwrap();
    let statistics = statistics(&end);
    assert_eq!((statistics.nodes, statistics.terminals, statistics.white_at_least), (1, 1, [1, 0]));
}
