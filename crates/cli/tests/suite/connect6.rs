//! `yomikiri solve --game connect6`

use std::fs;

use crate::common::{Folder, only_row, run};
use serde_json::Value;

/// Black wins with the second move.
const TWO: &str = "B:e12,f12,f13,g12,h15,h16,i15,i9,j10,j11,j12,j14,j8,k13,k7 \
                   W:e14,f11,g11,g17,h12,h14,i11,j13,j15,j7,k10,k11,k12,k9,l12,l6 B";

fn solve(args: &[&str], code: i32) -> Value {
    only_row(run([&["solve", "--game", "connect6", "--json"], args].concat()), code)
}

#[test]
fn a_win_with_its_line_and_zone() {
    let answer = solve(&[TWO], 10);
    assert_eq!((&answer["verdict"], &answer["game"]), (&"proven".into(), &"connect6".into()));
    assert_eq!((&answer["length"], &answer["length_status"]), (&3.into(), &"at-most".into()));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
    assert_eq!((&answer["graph"], &answer["position"]), (&"20-move attack graph".into(), &TWO.into()));
    let zone = answer["zone"].as_array().unwrap();
    assert!(zone.contains(&"c12".into()) && !zone.contains(&"s1".into()), "{zone:?}");
    for algorithm in ["deep-dfpn:E=3,D=8", "deep-pn:R=0.5", "dfpn+epsilon=1", "pn"] {
        assert_eq!(solve(&[TWO, "--algorithm", algorithm], 10)["verdict"], "proven");
    }
}

#[test]
fn less_effort_at_the_leaves_is_more_work_for_the_search() {
    let nodes = |effort: &str| {
        let answer = solve(&[TWO, "--leaf-effort", effort], 10);
        assert_eq!(answer["verdict"], "proven");
        answer["nodes"].as_u64().unwrap()
    };
    // The leaf search at the root finds the win, unless there is none.
    assert_eq!([nodes("400"), nodes("12")], [1, 1]);
    assert!(nodes("0") > 1);
}

#[test]
fn a_picture_with_the_zone() {
    let folder = Folder::new();
    let file = folder.file("zone.svg", "");
    let text = run(["solve", "--game", "connect6", TWO, "--svg", &file]);
    assert_eq!(text.code, 10);
    let text = String::from_utf8(text.out).unwrap();
    assert!(
        text.starts_with("proven: Black (X) wins in at most 2 moves\n") && text.contains(" + + + X X X O")
    );
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("#8fb8d8") && svg.contains(">3</text>"));
}

#[test]
fn what_a_part_of_the_game_does_not_prove_is_not_denied() {
    // Two stones on an empty board: no threats at all.
    let answer = solve(&["--attack", "threats", "j10 i9k9"], 0);
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["stop_reason"], "disproven within the threat graph");
    // With quiet moves the attack goes on and on, unless null moves are left to leaf searches.
    for (null_moves, reason) in
        [("leaf", "disproven within the 10-move attack graph"), ("graph", "node limit")]
    {
        let limits = ["--leaf-effort", "1", "--nodes", "200", "--null-moves", null_moves];
        let answer = solve(&[&["--attack", "paper", "j10 i9k9"][..], &limits].concat(), 0);
        assert_eq!(answer["stop_reason"], reason);
    }
    let answer = solve(&["--attack", "paper", "--nodes", "1", "j10 i9k9 j8h9"], 0);
    assert_eq!((&answer["verdict"], &answer["graph"]), (&"unknown".into(), &"10-move attack graph".into()));
}

#[test]
fn nobody_wins_a_full_board() {
    // Two free cells, no row possible: colours change every row and every second column.
    let mut stones = [Vec::new(), Vec::new()];
    for row in 1..=7 {
        for (at, column) in ('a'..='g').enumerate() {
            if (column, row) != ('a', 1) && (column, row) != ('g', 7) {
                stones[(at / 2 + row) % 2].push(format!("{column}{row}"));
            }
        }
    }
    let position = format!("B:{} W:{} B", stones[0].join(","), stones[1].join(","));
    let answer = solve(&["--size", "7", "--attack", "all", &position], 20);
    assert_eq!((&answer["verdict"], &answer["graph"]), (&"disproven".into(), &"game".into()));
}

#[test]
fn sgf_files_and_lists() {
    let folder = Folder::new();
    let sgf = folder.file("game.sgf", "(;SZ[9]AB[ea][eb]\n[ec][ed]AW[aa][ac][ia][ic]PL[B])\n");
    let answer = solve(&[&sgf], 10);
    assert_eq!(
        (&answer["position"], &answer["length"]),
        (&"B:e6,e7,e8,e9 W:a7,a9,i7,i9 B".into(), &1.into())
    );
    let list = folder.file("list.tsv", format!("{TWO}\t3\tgood\nB:j99 W: B\t1\tbad\n"));
    let rows = run(["solve", "--game", "connect6", "--json", &list]).rows(2);
    assert_eq!((&rows[0]["name"], &rows[0]["verdict"]), (&"good".into(), &"proven".into()));
    assert_eq!(rows[1]["error"], "column 3: `j99` is not on a board of 19 lines");
}

#[test]
fn faults() {
    let fault = |args: &[&str]| run([&["solve", "--game", "connect6"], args].concat()).error(2);
    assert_eq!(fault(&["j10 i9"]), "position: column 5: 1 stone in a move, expected 2");
    assert_eq!(fault(&["--size", "5", "c3"]), "--size: a Connect6 board has 7 to 19 lines, not 5");
    assert!(fault(&["--attack", "best:0", "j10"]).contains("is not an attack"));
    assert!(fault(&["--leaf-effort", "-1", "j10"]).contains("--leaf-effort"));
    assert_eq!(fault(&["(;B[zz])"]), "position: line 1, column 5: `zz` is not a point");
    assert_eq!(
        fault(&["--algorithm", "dfpm", "j10"]),
        "unknown algorithm `dfpm` (see `yomikiri algorithms`)"
    );
}
