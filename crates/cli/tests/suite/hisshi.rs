//! `yomikiri hisshi`, `yomikiri threats` and `yomikiri solve --order`.

use crate::common::{Folder, ONE, run, run_with};
use serde_json::{Value, json};
use yomikiri_shogi::Position;

/// 金 and 銀 against a bare king: S*5c is a brinkmate.
const GOLD_AND_SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
/// The same after the silver was dropped, the defender to move.
const LOST: &str = "4k4/9/4S4/9/9/9/9/9/9 w G 1";

fn hisshi(args: &[&str], code: i32) -> Value {
    let rows = run([&["hisshi", "--json", "--memory", "64MiB"], args].concat()).rows(code);
    assert_eq!(rows.len(), 1);
    rows[0].clone()
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
fn faults() {
    for (args, words) in [
        (vec!["hisshi", "9/9/9/9/9/9/9/9/9 b G 1"], "no king"),
        (vec!["hisshi", GOLD_AND_SILVER, "--scheme", "best"], "nagai"),
        (vec!["hisshi", GOLD_AND_SILVER, "--algorithm", "pn"], "depth-first"),
        (vec!["hisshi", "4k4/9/9 b G 1"], "column"),
        (vec!["solve", "--order", "4", GOLD_AND_SILVER], "--order"),
        (vec!["solve", "--order", "2", "--game", "othello6", "XO"], "--order"),
        (vec!["solve", "--order", "2", "--jobs", "2", GOLD_AND_SILVER], "--jobs"),
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
    assert_eq!(good.lines().count(), 2, "{good}");
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
            if after.mate_in_three().is_some() {
                expected.push(mv.to_string());
            }
        }
    }
    let moves: Vec<&str> = listed.iter().map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!(moves, expected);
    assert!(moves.contains(&"S*5c"));
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
