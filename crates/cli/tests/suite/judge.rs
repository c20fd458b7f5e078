//! `yomikiri judge`.

use crate::common::{Folder, NO_MATE, ONE, ZUKO_2, run, run_with};
use serde_json::{Value, json};

/// 飛 and 銀: R*5b, then S*7b or S*3b beside the king.
const THREE: &str = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
/// Its own mirror image, and so is its solution.
const MIRROR: &str = "4k4/9/3P1P3/9/9/9/9/9/9 b 2G 1";
/// The same with a bishop, and two last moves.
const LAST_MOVE: &str = "4k4/9/4B4/9/9/9/9/9/9 b 2G 1";
/// A gold and a rook: eighteen first moves mate.
const COOKED: &str = "8k/9/7G1/9/9/9/9/9/9 b RG 1";
/// Sound but for a pawn far away.
const SPARE: &str = "4k4/9/4P4/9/P8/9/9/9/9 b G 1";
/// Sound but for a pawn in hand.
const LEFTOVER: &str = "4k4/9/4P4/9/9/9/9/9/9 b GP 1";

fn judge(args: &[&str], code: i32) -> Value {
    let rows = run([&["judge", "--json", "--memory", "64MiB"], args].concat()).rows(code);
    assert_eq!(rows.len(), 1);
    rows[0].clone()
}

fn kinds<'a>(row: &'a Value, list: &str) -> Vec<&'a str> {
    row[list].as_array().unwrap().iter().map(|finding| finding["kind"].as_str().unwrap()).collect()
}

#[test]
fn sound() {
    let row = judge(&[THREE], 10);
    assert_eq!(
        (&row["verdict"], &row["length"], &row["profile"]),
        (&"sound".into(), &3.into(), &"raw".into())
    );
    assert_eq!((&row["length_status"], &row["leftover"]), (&"minimal".into(), &"".into()));
    assert_eq!((&row["reasons"], &row["open"]), (&json!([]), &json!([])));
    assert_eq!(row["moves"].as_array().unwrap().len(), 3);
    assert!(row["stop_reason"].is_null() && row["error"].is_null() && row["nodes"].as_u64() > Some(0));
}

#[test]
fn every_fault() {
    let row = judge(&[NO_MATE], 20);
    assert_eq!(row["verdict"], "unsound");
    assert_eq!(row["reasons"], json!([{ "kind": "no-mate", "ply": null, "move": null }]));
    assert!(row["length"].is_null());
    let row = judge(&[LEFTOVER], 20);
    assert_eq!(row["reasons"], json!([{ "kind": "leftover", "ply": 1, "move": "G*5b", "hand": "P" }]));
    let row = judge(&[SPARE], 20);
    let spare =
        json!([{ "kind": "unneeded-piece", "ply": null, "move": null, "piece": "P", "square": "9e" }]);
    assert_eq!(row["reasons"], spare);
    let row = judge(&[COOKED], 20);
    let reasons = row["reasons"].as_array().unwrap();
    let cook = reasons.iter().find(|reason| reason["move"] == "R*1b").unwrap();
    assert_eq!((&cook["kind"], &cook["ply"], &cook["length"]), (&"cook".into(), &1.into(), &3.into()));
    let line: Vec<&str> = cook["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(line.len(), 3);
    assert_eq!(line[0], "R*1b");
    let text = format!("sfen {COOKED} moves {}", line.join(" "));
    assert_eq!(run(["moves", &text, "--json"]).json()["count"], 0, "the cook ends in mate");
}

#[test]
fn remarks_are_no_faults() {
    let row = judge(&[MIRROR], 10);
    assert_eq!(kinds(&row, "remarks"), ["mirror"]);
    assert_eq!(row["remarks"][0]["ply"], 1);
    let row = judge(&[LAST_MOVE], 10);
    assert_eq!(kinds(&row, "remarks"), ["mirror", "last-move"]);
    let (main, other) = (&row["moves"][2], &row["remarks"][1]);
    assert!(other["ply"] == 3 && other["move"] != *main, "{row}");
    let text = format!("sfen {LAST_MOVE} moves {} {} {}", row["moves"][0], row["moves"][1], other["move"]);
    assert_eq!(run(["moves", &text.replace('"', ""), "--json"]).json()["count"], 0, "it mates");
}

#[test]
fn a_limit_decides_nothing() {
    let row = judge(&[ZUKO_2, "--nodes", "1"], 0);
    assert_eq!((&row["verdict"], &row["stop_reason"]), (&"unknown".into(), &"node limit".into()));
    assert_eq!((kinds(&row, "open"), &row["reasons"]), (vec!["no-mate"], &json!([])));
    // The mate is known, its cooks are not.
    let row = judge(&[THREE, "--nodes", "100"], 0);
    assert_eq!((&row["verdict"], &row["length"]), (&"unknown".into(), &3.into()));
    let open = row["open"].as_array().unwrap();
    assert!(open.iter().any(|cook| cook["kind"] == "cook" && cook["move"] == "S*4b" && cook["ply"] == 1));
    assert!(open.iter().all(|cook| cook["length"].is_null()), "{open:#?}");
}

#[test]
fn for_people() {
    let page = |position: &str, code: i32| {
        let run = run(["judge", position, "--memory", "64MiB"]);
        assert_eq!((run.code, run.err.as_str()), (code, ""));
        String::from_utf8(run.out).unwrap()
    };
    let sound = page(ONE, 10);
    assert!(sound.starts_with("sound: mate in 1 ply (proved shortest), no fault\n"), "{sound}");
    assert!(sound.contains("\nline        ▲５二金\n"), "{sound}");
    let cooked = page(COOKED, 20);
    let cook = "cook (余詰): at ply 1 ▲１二飛 mates as well, within 3 plies: ▲１二飛 △２一玉 ▲２二金";
    assert!(cooked.contains(cook), "{cooked}");
    assert!(cooked.contains("leftover (駒余り): 飛 left in hand after ▲１二金打 at ply 1"), "{cooked}");
    assert!(page(SPARE, 20).contains("unneeded piece (不要駒): the problem is the same without ▲９五歩"));
    assert!(page(NO_MATE, 20).contains("unsound: no mate, 1 fault\n"));
    assert!(page(MIRROR, 10).contains("remark      mirror image (左右対称): at ply 1 ▲６二金 is the mirror"));
}

#[test]
fn lists_and_files() {
    let list = format!("{ONE}\t1\tone\n{NO_MATE}\tnone\nwhat\t3\tbad\n4k4/9/9/9/9/9/9/9/9 w - 1\tturn\n");
    let rows = run_with(["judge", "-", "--json", "--memory", "64MiB"], list.as_bytes()).rows(2);
    let told: Vec<(&str, Option<&str>)> =
        rows.iter().map(|row| (row["name"].as_str().unwrap(), row["verdict"].as_str())).collect();
    assert_eq!(told, [("one", Some("sound")), ("none", Some("unsound")), ("bad", None), ("turn", None)]);
    assert!(rows[2]["error"].as_str().unwrap().starts_with("line 3, column 1: "), "{}", rows[2]);
    assert_eq!(rows[3]["error"], "the defending side is to move");
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(&rows[0]), keys(&rows[2]));
    let good = format!("{ONE}\t1\tone\n{COOKED}\tcooked\n");
    let text = run_with(["judge", "-", "--memory", "64MiB"], good.as_bytes()).text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0] == "one: sound: mate in 1 ply (proved shortest), no fault", "{text}");
    assert!(lines[1].ends_with(", 19 faults: leftover (駒余り), cook (余詰) ×18"), "{text}");
    assert_eq!(lines[3], "2 problems: 1 sound, 1 unsound, 0 unknown, 0 unreadable");
    // A record is a single problem, and the exit code is its verdict.
    let folder = Folder::new();
    let kif = run(["convert", ONE, "--to", "kif"]).text();
    let file = folder.file("one.kif", kif);
    assert_eq!(run(["judge", &file, "--memory", "64MiB"]).code, 10);
    assert_eq!(judge(&[&file], 10)["verdict"], "sound");
}

#[test]
fn errors() {
    assert!(run(["judge", "4k4/9/9 b - 1"]).error(2).contains("3 ranks"));
    assert!(run(["judge", "nothing.kif"]).error(2).contains("no such file"));
    assert!(run(["judge", ONE, "--algorithm", "luck"]).error(2).contains("luck"));
    assert!(run(["judge", ONE, "--without", "luck"]).error(2).contains("unknown technique \"luck\""));
    assert!(run_with(["judge", "-"], b"").error(2).contains("there is nothing in it"));
}

#[cfg(unix)]
#[test]
fn ctrl_c() {
    let rows =
        crate::common::interrupted(["judge", crate::common::LONG, "--json", "--memory", "256MiB"]).rows(130);
    assert_eq!((&rows[0]["verdict"], &rows[0]["stop_reason"]), (&"unknown".into(), &"stopped".into()));
}
