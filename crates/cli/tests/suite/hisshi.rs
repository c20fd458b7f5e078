//! `yomikiri hisshi`, `yomikiri threats` and `yomikiri solve --order`.

use crate::common::{Folder, ONE, only_row, run, run_with};
use serde_json::{Value, json};
use yomikiri_shogi::Position;

/// 金 and 銀 against a bare king: S*5c is a brinkmate.
const GOLD_AND_SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
/// The same after the silver was dropped, the defender to move.
const LOST: &str = "4k4/9/4S4/9/9/9/9/9/9 w G 1";

fn hisshi(args: &[&str], code: i32) -> Value {
    only_row(run([&["hisshi", "--json", "--memory", "64MiB"], args].concat()), code)
}

#[test]
fn the_object_is_that_of_solve_and_more() {
    let answer = hisshi(&[GOLD_AND_SILVER, "--all-defences"], 10);
    assert_eq!(
        (&answer["verdict"], &answer["game"], &answer["order"]),
        (&"brinkmate".into(), &"tsume".into(), &2.into())
    );
    assert_eq!((&answer["length"], &answer["length_status"]), (&1.into(), &"minimal".into()));
    assert_eq!((&answer["moves"], &answer["no_mate"]), (&json!(["S*5c"]), &true.into()));
    assert_eq!(answer["threat"], json!({ "order": 1, "length": 1, "moves": ["G*5b"] }));
    let defences = answer["defences"].as_array().unwrap();
    assert_eq!(defences.len(), 2);
    assert!(defences.iter().all(|defence| defence["met_by"]["length"] == 1), "{defences:#?}");
    assert_eq!(answer["position"], GOLD_AND_SILVER, "hands as they are written");
    assert!(hisshi(&[GOLD_AND_SILVER], 10)["defences"].is_null());
}

#[test]
fn verdicts_and_exit_codes() {
    assert_eq!(hisshi(&[ONE], 10)["verdict"], "mate");
    // Whoever holds all other pieces has a defence.
    assert_eq!(hisshi(&[GOLD_AND_SILVER, "--rest"], 20)["verdict"], "nomate");
    let unknown = hisshi(&[GOLD_AND_SILVER, "--nodes", "5"], 0);
    assert_eq!((&unknown["verdict"], &unknown["stop_reason"]), (&"unknown".into(), &"node limit".into()));
    for order in ["2", "3"] {
        let rows = run(["solve", GOLD_AND_SILVER, "--json", "--order", order]).rows(10);
        assert_eq!(
            (&rows[0]["verdict"], &rows[0]["order"]),
            (&"brinkmate".into(), &2.into()),
            "order {order}"
        );
    }
    for scheme in ["nagai", "nagai+", "stronger-first", "widening"] {
        assert_eq!(hisshi(&[GOLD_AND_SILVER, "--scheme", scheme], 10)["verdict"], "brinkmate", "{scheme}");
    }
}

#[test]
fn written_hands_are_hinted_at() {
    let hint = "brinkmates are usually meant with the hands as written: try --hands written\n";
    let rest = |time: &str, more: &[&str]| {
        let position = "8k/8g/6P1P/9/9/9/9/9/9 b R 1";
        let run = run([&["hisshi", position, "--hands", "rest", "--time", time], more].concat());
        (run.code, String::from_utf8(run.out).unwrap(), run.err)
    };
    let (code, out, err) = rest("4", &[]);
    assert!(
        (code, err) == (0, format!("yomikiri: {hint}")) && out.contains(&format!("\nremark      {hint}"))
    );
    let (code, out, err) = rest("0.5", &["--lang", "ja"]);
    assert!((code, &*err) == (0, "") && out.contains("--hands written を試してください\n"), "{out}");
    // An answer needs no hint, and neither do written hands.
    let mate = run(["hisshi", ONE, "--hands", "rest"]);
    assert!(mate.code == 10 && mate.err.is_empty() && !String::from_utf8(mate.out).unwrap().contains(hint));
    let written = run(["hisshi", "8k/8g/6P1P/9/9/9/9/9/9 b R 1", "--nodes", "1"]);
    assert!(!String::from_utf8(written.out).unwrap().contains(hint));
}

#[test]
fn faults() {
    for (args, words) in [
        (vec!["hisshi", "9/9/9/9/9/9/9/9/9 b G 1"], "no king"),
        (vec!["hisshi", GOLD_AND_SILVER, "--scheme", "best"], "nagai"),
        (vec!["hisshi", GOLD_AND_SILVER, "--algorithm", "pn"], "depth-first"),
        (vec!["hisshi", "4k4/9/9 b G 1"], "column"),
        (vec!["solve", "--order", "4", GOLD_AND_SILVER], "--order"),
        (vec!["solve", "--order", "2", "--game", "othello6", "XO"], "--order"),
        (vec!["solve", "--game", "othello6", "--jobs", "2", "XO"], "--jobs"),
        (vec!["threats", "9/9/9/9/9/9/9/9/9 b G 1"], "no king"),
    ] {
        let message = run(&args).error(2);
        assert!(message.contains(words), "{args:?}: {message}");
    }
}

#[test]
fn a_list_goes_on_after_a_bad_row() {
    let text = format!("{GOLD_AND_SILVER}\t1\tproverb\nnonsense\n{ONE}\n");
    let rows = run_with(["hisshi", "-", "--json"], text.as_bytes()).rows(2);
    let verdicts: Vec<&Value> = rows.iter().map(|row| &row["verdict"]).collect();
    assert_eq!(verdicts, [&json!("brinkmate"), &Value::Null, &json!("mate")]);
    assert_eq!((&rows[0]["name"], rows[1]["error"].is_string()), (&"proverb".into(), true));
    let good = run_with(["hisshi", "-"], format!("{GOLD_AND_SILVER}\n{ONE}\n").as_bytes()).text();
    let summary = "2 problems: 1 mate, 1 brinkmate (2 proved shortest), 0 neither, 0 unknown, 0 unreadable";
    assert_eq!(good.lines().skip(2).collect::<Vec<_>>(), ["", summary], "{good}");
}

#[test]
fn lists_take_jobs_and_are_resumed() {
    let list: String =
        (0..9).map(|i| format!("{}\tp{i}\n", [GOLD_AND_SILVER, ONE, LOST][i % 3])).collect::<String>()
            + "what\n";
    let folder = Folder::new();
    let (list, rows) = (folder.file("list.sfen", &list), folder.path("rows.jsonl"));
    let rows = rows.to_str().unwrap();
    let hisshi = |options: &[&str]| {
        run([&["hisshi", &list, "--json", "--memory", "16MiB", "--jobs", "3"], options].concat())
    };
    let plain = hisshi(&[]).rows(2);
    let kept = hisshi(&["--resume", rows]).rows(2);
    assert_eq!(kept.len(), 10);
    for row in &kept {
        let same = plain.iter().find(|other| other["line"] == row["line"]).unwrap();
        for key in ["name", "verdict", "length", "order", "threat", "no_mate", "error"] {
            assert_eq!(row[key], same[key], "{key}");
        }
    }
    // All rows are there, so nothing is asked again, and the bad one is not forgotten.
    let text = std::fs::read_to_string(rows).unwrap();
    assert_eq!(hisshi(&["--resume", rows]).rows(2), [Value::Null; 0]);
    assert_eq!(std::fs::read_to_string(rows).unwrap(), text);
    // A run that was cut off goes on.
    let half: String = text.lines().take(5).map(|line| format!("{line}\n")).collect();
    std::fs::write(rows, half).unwrap();
    assert_eq!(hisshi(&["--resume", rows]).rows(2).len(), 5);
    // Rows of another question are refused.
    for (options, made_with) in [
        (&["--resume", rows, "--scheme", "nagai+"][..], "hisshi --order 2 --scheme widening;"),
        (&["--resume", rows, "--all-defences"], "hisshi --order 2 --scheme widening;"),
    ] {
        let message = hisshi(options).error(2);
        assert!(message.contains(made_with), "{message}");
    }
    let message = run(["solve", &list, "--resume", rows]).error(2);
    assert!(message.contains("made with hisshi --order 2 --scheme widening;"), "{message}");
    let mates = folder.path("mates.jsonl");
    let mates = mates.to_str().unwrap();
    run(["solve", ONE, "--json", "--memory", "16MiB", "--resume", mates]).rows(0);
    let message = hisshi(&["--resume", mates]).error(2);
    assert!(message.contains("made with solve;"), "{message}");
}

#[test]
fn a_list_with_one_problem_is_shown_as_a_problem() {
    let folder = Folder::new();
    let file = folder.file("one.sfen", format!("{GOLD_AND_SILVER}\n"));
    let record = folder.path("one.kif");
    let shown = run(["hisshi", &file, "--kif", record.to_str().unwrap()]);
    let text = String::from_utf8(shown.out).unwrap();
    assert_eq!(shown.code, 10);
    assert!(text.contains("threat      mate in 1") && record.exists(), "{text}");
}

#[test]
fn a_mate_is_no_brinkmate_even_if_the_first_win_is_one() {
    let mate = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";
    for scheme in ["nagai", "nagai+", "stronger-first", "widening"] {
        assert_eq!(hisshi(&[mate, "--scheme", scheme, "--first"], 10)["verdict"], "mate", "{scheme}");
    }
    // Of a brinkmate it is said that no mate was overlooked.
    let row = hisshi(&[GOLD_AND_SILVER, "--scheme", "nagai", "--first"], 10);
    assert_eq!((&row["verdict"], &row["no_mate"]), (&"brinkmate".into(), &true.into()));
}

#[test]
fn the_record_has_every_defence() {
    let folder = Folder::new();
    let file = folder.path("brinkmate.kif");
    let out = run(["hisshi", GOLD_AND_SILVER, "--json", "--kif", file.to_str().unwrap()]);
    assert_eq!(out.code, 10);
    let text = std::fs::read(&file).unwrap();
    let records = yomikiri_notation::format::read(&text, None).unwrap();
    let line = &records[0].line;
    assert_eq!(line.len(), 4, "the brinkmate move, a defence, its mate, the end");
    assert_eq!(line[1].variations.len(), 1, "the other defence");
}

#[test]
fn threatmates_of_a_position() {
    let rows = run(["threats", GOLD_AND_SILVER, "--json"]).rows(0);
    let listed = rows[0]["threatmates"].as_array().unwrap();
    assert_eq!(rows[0]["count"], listed.len());
    // By definition: a quiet move after which a pass would allow a mate in one; here no longer mate is threatened.
    let position = Position::from_sfen(GOLD_AND_SILVER).unwrap();
    let mut expected = Vec::new();
    for mv in position.legal_moves() {
        let mut after = position.clone();
        let _ = after.make(mv);
        if !after.in_check() {
            after.make_pass();
            if mates_within_three(&after) {
                expected.push(mv.to_string());
            }
        }
    }
    let moves: Vec<&str> = listed.iter().map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!(moves, expected);
    assert!(moves.contains(&"S*5c"));
}

/// Whether the side to move mates within three plies.
fn mates_within_three(position: &Position) -> bool {
    let after = |position: &Position, mv| {
        let mut next = position.clone();
        let _ = next.make(mv);
        next
    };
    let mates = |check| {
        let checked = after(position, check);
        checked.evasions().into_iter().all(|reply| after(&checked, reply).mate_in_one().is_some())
    };
    position.mate_in_one().is_some() || position.checks().into_iter().any(mates)
}

#[test]
fn whether_a_position_is_a_brinkmate() {
    let rows = run(["threats", LOST, "--json"]).rows(10);
    assert_eq!((&rows[0]["verdict"], &rows[0]["length"]), (&"brinkmate".into(), &0.into()));
    assert_eq!(rows[0]["defences"].as_array().unwrap().len(), 2);
    let text = String::from_utf8(run(["threats", LOST]).out).unwrap();
    assert!(text.starts_with("brinkmate: every defence loses\nthreat      mate in 1: ▲５二金\n"), "{text}");
    // With two kings it must be said who defends; here the defender takes the silver.
    let saved = "3nk4/9/4S4/9/9/9/9/9/4K4 w G 1";
    assert_eq!(run(["threats", saved, "--defend", "--json"]).rows(20)[0]["verdict"], "nomate");
}
