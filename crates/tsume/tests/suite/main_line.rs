//! The main line: the same from `solve` and `judge`, from every algorithm and table, and of the value that brute force finds.

use crate::common::{BruteForce, Way, problem, rows, solve};
use yomikiri_pns::Limits;
use yomikiri_shogi::Position;
use yomikiri_tsume::{JudgeOptions, Judgement, Mate, MateVerdict, SolveOptions, Solver, Soundness, attacker};

fn minimal_mate(position: &Position, way: &Way) -> Mate {
    match solve(position, way) {
        MateVerdict::Mate(mate) if mate.minimal => mate,
        other => panic!("{}: {other:?}", position.to_sfen()),
    }
}

fn judge(position: &Position, nodes: u64, first_fault: bool) -> Judgement {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = SolveOptions { limits, ..SolveOptions::default() };
    let options = JudgeOptions { solve: options, first_fault, ..JudgeOptions::default() };
    Solver::new(64 << 20).unwrap().judge(position, attacker(position), &options, &mut |_| {}).unwrap()
}

/// Compares `solve` with `judge` on a file, where the judge comes to a verdict. Returns how many problems were compared.
fn compare(file: &str, every: usize, nodes: u64) -> usize {
    let mut compared = 0;
    for row in rows(file).iter().step_by(every) {
        let position = problem(&row[0]);
        let judgement = judge(&position, nodes, false);
        if matches!(judgement.verdict, Soundness::Unknown(_)) {
            continue;
        }
        let solved = minimal_mate(&position, &Way::default());
        let judged = judgement.mate.as_ref().unwrap();
        assert!(solved.is_main_line, "{}", row[0]);
        if !judged.is_main_line {
            // A fault may show before the length is proved, and then there is no main line.
            assert!(matches!(judgement.verdict, Soundness::Unsound), "{}", row[0]);
            continue;
        }
        assert_eq!((&solved.line, solved.leftover), (&judged.line, judged.leftover), "{}", row[0]);
        if judgement.is_sound() {
            let quick = judge(&position, nodes, true).mate.unwrap();
            assert_eq!(solved.line, quick.line, "{}: the judge who stops at the first fault", row[0]);
        }
        compared += 1;
    }
    compared
}

/// Compares on all files, one problem of `every` in each; those of YaneuraOu are ten times as many. Returns their number.
fn compare_all(every: usize) -> usize {
    let mut compared = compare("composed.tsv", every, 1_000_000);
    for plies in [1, 3, 5, 7, 9, 11] {
        compared += compare(&format!("tanuki_mate{plies}.tsv"), every, 30_000);
    }
    for plies in [3, 5, 7, 9, 11] {
        compared += compare(&format!("yaneuraou_mate{plies}_1000.tsv"), 10 * every, 30_000);
    }
    compared
}

#[test]
fn solve_and_judge_show_the_same_line() {
    let compared = compare_all(40);
    assert!(compared > 20, "{compared} problems compared");
}

#[test]
#[ignore = "takes minutes"]
fn solve_and_judge_always_show_the_same_line() {
    let compared = compare_all(1);
    assert!(compared > 1_150, "{compared} problems compared");
}

/// Several answers are equally long here, and only one of them leads to a solution without cooks.
#[test]
fn a_clean_variation_is_the_main_line() {
    for (sfen, line) in [
        ("3Sk4/1P7/4s4/4R4/9/9/9/9/9 b r2b4g2s4n4l17p 1", "5d5c+ 5a6a S*6b 6a7b 5c7c"),
        ("8k/9/5SR2/9/6N2/9/9/9/9 b Nr2b4g3s2n4l18p 1", "3c1c+ G*1b 3e2c 1a2a N*3c"),
    ] {
        let found = minimal_mate(&problem(sfen), &Way::default()).line;
        assert_eq!(found.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "), line);
    }
}

#[test]
fn the_value_is_that_of_brute_force() {
    let mut kept = 0;
    for (file, every) in [
        ("tanuki_mate3.tsv", 8),
        ("tanuki_mate5.tsv", 10),
        ("yaneuraou_mate3_1000.tsv", 60),
        ("yaneuraou_mate5_1000.tsv", 100),
    ] {
        for row in rows(file).iter().step_by(every) {
            let position = problem(&row[0]);
            let mate = minimal_mate(&position, &Way::default());
            let keeps = BruteForce::default().keeps_something(&mut position.clone(), mate.length() as u32);
            assert_eq!(!mate.leftover.is_empty(), keeps, "{}", row[0]);
            kept += usize::from(keeps);
        }
    }
    assert!(kept > 5, "{kept}");
}

#[test]
fn neither_the_algorithm_nor_the_table_matters() {
    for row in rows("tanuki_mate7.tsv").iter().step_by(12) {
        let position = problem(&row[0]);
        let line = minimal_mate(&position, &Way::default()).line;
        for name in ["dfpn+tca+wpns", "dfpn+nagai+tca+epsilon=0.5", "pds", "pn2"] {
            let way = Way { algorithm: name.parse().unwrap(), memory: 4 << 20, ..Way::default() };
            assert_eq!(minimal_mate(&position, &way).line, line, "{name}: {}", row[0]);
        }
    }
}
