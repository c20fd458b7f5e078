//! `yomikiri solve` and `yomikiri algorithms`

use std::collections::HashSet;

use crate::common::{Folder, only_row, run, run_with};
use serde_json::Value;

/// 6×6, 9 vacant squares, White to move: White wins by 4 and not by more.
const NINE: &str = "-XXX--OOXXXO-OOXXOXXXOOO-XOO--XXXX-- O";
const START_4: &str = "-----OX--XO----- X";
const START_6: &str = "--------------OX----XO-------------- X";

fn solve(args: &[&str], code: i32) -> Value {
    let mut all = vec!["solve", "--json"];
    all.extend(args);
    only_row(run(all), code)
}

#[test]
fn the_object() {
    let answer = solve(&["--game", "othello6", "--at-least", "4", NINE], 10);
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "name position game algorithm verdict length length_status moves leftover nodes cpu_seconds \
                    wall_seconds counters stop_reason error";
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    let null = ["name", "length", "length_status", "stop_reason", "error"];
    assert!(null.iter().all(|key| answer[key].is_null()), "{answer}");
    assert_eq!((&answer["position"], &answer["game"]), (&NINE.into(), &"othello6".into()));
    assert_eq!((&answer["algorithm"], &answer["verdict"]), (&"default".into(), &"proven".into()));
    assert_eq!(answer["leftover"], "");
    let counters = &answer["counters"];
    for key in "generated expanded visits table_entries root_updates max_root_pn max_root_dn seesaw proof_size proof_depth"
        .split(' ')
    {
        assert!(counters[key].is_u64(), "{key}");
    }
    assert_eq!(answer["nodes"], counters["visits"]);
    assert!(answer["cpu_seconds"].as_f64().unwrap() >= 0.0 && answer["wall_seconds"].as_f64().unwrap() > 0.0);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(
        moves.len() as u64,
        counters["proof_depth"].as_u64().unwrap(),
        "the longest line is the main line"
    );
    assert!(moves.iter().all(|mv| mv == "pass" || mv.as_str().unwrap().len() == 2));
}

#[test]
fn verdicts_and_exit_codes() {
    for (args, code, verdict) in [
        (&["--at-least", "4"][..], 10, "proven"),
        (&["--at-least", "5"], 20, "disproven"),
        (&[], 10, "proven"),
        (&["--prover", "black", "--at-least", "-4"], 10, "proven"),
        (&["--prover", "black", "--at-least", "-3"], 20, "disproven"),
        (&["--prover", "white", "--at-least", "4"], 10, "proven"),
        (&["--at-least", "1000"], 20, "disproven"),
        (&["--at-least", "4", "--nodes", "20"], 0, "unknown"),
        (&["--at-least", "4", "--leaf-empties", "5", "--move-order", "mobility"], 10, "proven"),
    ] {
        let answer = solve(&[args, &["--game", "othello6", NINE]].concat(), code);
        assert_eq!(answer["verdict"], verdict, "{args:?}");
        assert_eq!(answer["stop_reason"].is_null(), code != 0, "{answer}");
    }
    assert_eq!(solve(&["--game", "othello4", START_4], 20)["verdict"], "disproven");
    let eight = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let args =
        ["--game", "othello8", "--at-least", "18", "--leaf-empties", "9", "--move-order", "mobility", eight];
    assert_eq!(solve(&args, 10)["verdict"], "proven");
}

#[test]
fn limits() {
    let answer = solve(&["--game", "othello6", START_6, "--time", "0.05"], 0);
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&"unknown".into(), &"time limit".into()));
    let answer = solve(&["--game", "othello6", START_6, "--nodes", "1000"], 0);
    assert_eq!(answer["stop_reason"], "node limit");
    let answer = solve(&["--game", "othello6", START_6, "--algorithm", "pn", "--memory", "1MiB"], 0);
    assert_eq!(answer["stop_reason"], "memory limit");
    assert!(answer["moves"].as_array().unwrap().is_empty() && answer["counters"]["proof_size"].is_null());
}

/// PN search's count is the one of the paper, through the whole program.
#[test]
fn every_algorithm_agrees() {
    let listed = run(["algorithms", "--json"]).json();
    let bases: Vec<&str> =
        listed.as_array().unwrap().iter().filter_map(|listed| listed["name"].as_str()).collect();
    for algorithm in
        bases.into_iter().chain(["dfpn+tca+snda", "deep-dfpn:E=2,D=3+tca", "pn+mobility", "dfpn+epsilon=0.5"])
    {
        for (margin, code) in [("4", 10), ("5", 20)] {
            let answer =
                solve(&["--game", "othello6", "--algorithm", algorithm, "--at-least", margin, NINE], code);
            assert_eq!(answer["algorithm"], algorithm);
            assert!(answer["counters"]["proof_size"].as_u64().unwrap() > 50, "{algorithm}");
            if algorithm == "pn" {
                assert_eq!(answer["counters"]["generated"], if margin == "4" { 378 } else { 411 });
            }
        }
    }
}

#[test]
fn text_for_people() {
    let run = run(["solve", "--game", "othello6", "--at-least", "4", NINE]);
    assert_eq!((run.code, run.err.as_str()), (10, ""));
    let text = String::from_utf8(run.out).unwrap();
    assert!(text.starts_with("proven: White (O) wins by at least 4\nline "), "{text}");
    assert!(text.contains("\n  b c d e f g\n2 - X X X - -\n3 O O X X X O\n"), "{text}");
    assert!(text.ends_with("\nWhite (O) to move\n"), "{text}");
    let run = crate::common::run(["solve", "--game", "othello6", START_6, "--nodes", "100"]);
    assert_eq!(run.code, 0);
    assert!(
        String::from_utf8(run.out)
            .unwrap()
            .starts_with("unknown: stopped after 101 nodes; whether Black (X) wins is open\n")
    );
}

#[test]
fn batches() {
    let folder = Folder::new();
    let file = folder.file(
        "problems.tsv",
        format!("# two good rows and two bad ones\n{NINE}\t9\n\nfoo bar\tbaz\n{START_6}\t32\tthe start\tsource\n-X O\n"),
    );
    let rows = run(["solve", "--game", "othello6", "--json", "--nodes", "5000", &file]).rows(2);
    let names: Vec<&Value> = rows.iter().map(|row| &row["name"]).collect();
    assert_eq!(names, [&Value::from("9"), &"baz".into(), &"the start".into(), &Value::Null]);
    let verdicts: Vec<Option<&str>> = rows.iter().map(|row| row["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("proven"), None, Some("unknown"), None]);
    assert_eq!(rows[1]["error"], "column 1: `f` is not `X`, `O` or `-`");
    assert_eq!(rows[3]["error"], "column 3: the board ends after 2 squares, expected 36");
    assert_eq!(rows[3]["position"], "-X O");
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(&rows[0]), keys(&rows[1]));

    // All rows readable: 0, whatever the verdicts; and the rows of people's output.
    let piped = run_with(["solve", "--game", "othello6", "--json", "-"], format!("{NINE}\n").as_bytes());
    assert_eq!(piped.rows(0)[0]["verdict"], "proven");
    let text = run_with(["solve", "--game", "othello6", "-"], format!("{NINE}\tnine\n").as_bytes()).text();
    assert!(text.starts_with("nine: proven: White (O) wins: ") && text.ends_with('\n'), "{text}");
    let run = run_with(["solve", "--game", "othello6", "-"], b"x\tbad\n");
    assert_eq!(run.code, 2);
    assert!(String::from_utf8(run.out).unwrap().starts_with("bad: column 1: "));
}

#[test]
fn bad_input() {
    for (args, expected) in [
        (
            &["solve", "--game", "othello6", START_4][..],
            "position: column 17: the board ends after 16 squares",
        ),
        (&["solve", "--game", "othello4", "-----OX--XZ----- X"], "position: column 11: `Z`"),
        (
            &["solve", "--game", "othello4", "-----OX--XO-----"],
            "position: column 17: the side to move is missing",
        ),
        (&["solve", "--game", "othello4", "-----OX--XO----- X", "more"], "`more`: "),
        (&["solve", "--game", "othello5", START_4], "othello5"),
        (&["solve", "--game", "othello4"], "<POSITION|FILE>"),
        (&["solve", "--game", "othello4", "no/such/file"], "no/such/file: no such file"),
        (&["solve", "--game", "othello4", "--algorithm", "dfpm", START_4], "unknown algorithm `dfpm`"),
        (&["solve", "--game", "othello4", "--algorithm", "pn+tca", START_4], "`tca` is not a part of `pn`"),
        (&["solve", "--game", "othello4", "--time", "-1", START_4], "seconds above 0"),
        (&["solve", "--game", "othello4", "--nodes", "x", START_4], "--nodes"),
        (&["solve", "--game", "othello4", "--memory", "2Gi", START_4], "512MiB"),
        (&["solve", "--game", "othello4", "--at-least", "x", START_4], "--at-least"),
        (&["solve", "--game", "othello4", "--prover", "red", START_4], "possible values: black, white"),
        (&["solve", "--game", "othello4", "--move-order", "red", START_4], "mobility-reverse"),
    ] {
        let message = run(args).error(2);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    assert!(
        run_with(["solve", "--game", "othello4", "-"], b"# nothing\n")
            .error(2)
            .contains("there is nothing in it")
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let start = "---------------------------OX------XO--------------------------- X";
    let rows = crate::common::interrupted(["solve", "--game", "othello8", "--json", start]).rows(130);
    let answer = &rows[0];
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&"unknown".into(), &"stopped".into()));
    assert!(answer["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn algorithms() {
    let listed = run(["algorithms", "--json"]).json();
    let listed = listed.as_array().unwrap();
    let names: HashSet<&str> = listed.iter().map(|listed| listed["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), listed.len(), "no name twice");
    for name in [
        "dfpn",
        "pn",
        "pn2",
        "pn-star",
        "pds",
        "deep-dfpn",
        "iterative",
        "dfpn+tca",
        "dfpn+snda",
        "pn+sticky",
    ] {
        assert!(names.contains(name), "{name}");
    }
    assert!(listed.iter().all(|listed| !listed["summary"].as_str().unwrap().is_empty()));
    let text = run(["algorithms"]).text();
    assert!(text.lines().any(|line| line.starts_with("pds ")) && text.contains("\n+tca "), "{text}");
}

#[test]
fn options_of_another_game_are_refused() {
    const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    for (args, option) in [
        (&["solve", SFEN, "--size", "7"][..], "--size"),
        (&["solve", SFEN, "--at-least", "2"], "--at-least"),
        (&["solve", SFEN, "--all-defences"], "--all-defences"),
        (&["solve", "--game", "othello4", "-----OX--XO----- X", "--first"], "--first"),
        (&["solve", "--game", "connect6", "j10", "--jobs", "2"], "--jobs"),
        (&["solve", "--game", "connect6", "j10", "--without", "delay"], "--without"),
    ] {
        let message = run(args).error(2);
        assert!(message.contains(option), "{message}");
    }
}
