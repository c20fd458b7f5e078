//! `yomikiri judge`.

use crate::common::{BEHIND, Folder, NO_MATE, ONE, THREE, ZUKO_2, only_row, run, run_with};
use serde_json::{Value, json};

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
    only_row(run([&["judge", "--json", "--memory", "64MiB"], args].concat()), code)
}

fn kinds<'a>(row: &'a Value, list: &str) -> Vec<&'a str> {
    row[list].as_array().unwrap().iter().map(|finding| finding["kind"].as_str().unwrap()).collect()
}

#[test]
fn sound() {
    let row = judge(&[MIRROR], 10);
    assert_eq!(
        (&row["verdict"], &row["grade"], &row["length"]),
        (&"sound".into(), &"sound".into(), &3.into())
    );
    assert_eq!((&row["rules"], &row["profile"]), (&"plus2".into(), &"plus2".into()));
    assert_eq!((&row["length_status"], &row["leftover"]), (&"minimal".into(), &"".into()));
    for list in ["reasons", "flaws", "open", "futile"] {
        assert_eq!(row[list], json!([]), "{list}");
    }
    assert_eq!(row["moves"].as_array().unwrap().len(), 3);
    assert!(row["stop_reason"].is_null() && row["error"].is_null() && row["nodes"].as_u64() > Some(0));
    let tries = json!([{ "ply": 1, "tries": 6, "settled": 6 }, { "ply": 3, "tries": 8, "settled": 8 }]);
    assert_eq!((&row["tries"], &row["sound_from"]), (&tries, &1.into()));
}

#[test]
fn every_fault() {
    let row = judge(&[NO_MATE], 20);
    assert_eq!((&row["verdict"], &row["grade"]), (&"unsound".into(), &"unsound".into()));
    let none =
        json!([{ "kind": "no-mate", "kind_ja": "不詰", "ply": null, "move": null, "proof": "search" }]);
    assert_eq!(row["reasons"], none);
    assert!(row["length"].is_null() && row["rule_length"].is_null() && row["rules"] == "plus2");
    let row = judge(&[LEFTOVER], 20);
    let reason = &row["reasons"][0];
    assert_eq!((kinds(&row, "reasons"), &reason["kind_ja"]), (vec!["leftover"], &"駒余り".into()));
    assert_eq!((&reason["ply"], &reason["move"], &reason["hand"]), (&1.into(), &"G*5b".into(), &"P".into()));
    assert_eq!(reason["position"], row["position"]);
    let row = judge(&[COOKED], 20);
    let reasons = row["reasons"].as_array().unwrap();
    let cook = reasons.iter().find(|reason| reason["move"] == "R*1b").unwrap();
    assert_eq!((&cook["kind"], &cook["ply"], &cook["length"]), (&"cook".into(), &1.into(), &3.into()));
    assert!(cook["kind_ja"] == "余詰" && cook["proof"]["replayed_positions"].as_u64() > Some(0), "{cook}");
    let line: Vec<&str> = cook["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(line.len(), 3);
    assert_eq!(line[0], "R*1b");
    let text = format!("sfen {COOKED} moves {}", line.join(" "));
    assert_eq!(run(["moves", &text, "--json"]).json()["count"], 0, "the cook ends in mate");
}

#[test]
fn the_intended_length() {
    let lengths = |row: &Value| (row["reasons"][0]["intended"].clone(), row["reasons"][0]["length"].clone());
    let row = judge(&[THREE, "--intended", "5"], 20);
    assert_eq!((kinds(&row, "reasons"), lengths(&row)), (vec!["shorter-mate"], (5.into(), 3.into())));
    let row = judge(&[THREE, "--intended", "1"], 20);
    assert_eq!((kinds(&row, "reasons"), lengths(&row)), (vec!["longer-variation"], (1.into(), 3.into())));
    assert_eq!(judge(&[THREE, "--intended", "3"], 10)["reasons"], json!([]));
    // The length with every interposition is as good, and what a list says comes after the option.
    assert_eq!(judge(&[BEHIND, "--intended", "15"], 10)["grade"], "sound");
    let list = format!("{THREE}\t5\tfive\n{THREE}\t3\tthree\n");
    let rows = run_with(["judge", "-", "--json", "--memory", "64MiB"], list.as_bytes()).rows(0);
    assert_eq!((&rows[0]["verdict"], &rows[1]["verdict"]), (&"unsound".into(), &"sound".into()));
    assert_eq!((&rows[0]["length_differs"], &rows[1]["length_differs"]), (&true.into(), &false.into()));
    let rows =
        run_with(["judge", "-", "--json", "--memory", "64MiB", "--intended", "3"], list.as_bytes()).rows(0);
    assert_eq!((&rows[0]["verdict"], &rows[1]["verdict"]), (&"sound".into(), &"sound".into()));
    // A position on the command line may have columns, and a record its header.
    assert_eq!(lengths(&judge(&[&format!("{THREE}\t5")], 20)), (5.into(), 3.into()));
    assert_eq!(judge(&[&format!("{THREE}\t5"), "--intended", "3"], 10)["reasons"], json!([]));
    let (folder, kif) = (Folder::new(), run(["convert", THREE, "--to", "kif"]).text());
    let record = folder.file("five.kif", format!("手数：5手詰\n{kif}"));
    assert_eq!(lengths(&judge(&[&record], 20)), (5.into(), 3.into()));
    assert_eq!(judge(&[&record, "--intended", "3"], 10)["reasons"], json!([]));
    // Two plies more that leave a piece are a flaw, if one wants that. It takes the leftover with it.
    let spare_pawn = "4k4/9/3P1P3/9/9/9/9/9/9 b 2GP 1";
    let row = judge(&[spare_pawn, "--intended", "1"], 20);
    assert_eq!(kinds(&row, "reasons"), ["longer-variation", "leftover"]);
    let row = judge(&[spare_pawn, "--intended", "1", "--allow-two-plies"], 10);
    assert_eq!((&row["verdict"], &row["grade"]), (&"sound".into(), &"flawed".into()));
    let flaw = &row["flaws"][0];
    assert_eq!((&flaw["kind"], &flaw["kind_ja"]), (&"longer-variation".into(), &"2手変長駒余り".into()));
    assert!(run(["judge", THREE, "--intended", "0"]).error(2).contains("expected a number from 1 to 9999"));
    // The attacker moves first and last.
    let even = run(["judge", THREE, "--intended", "8"]).error(2);
    assert!(even.contains("--intended: 8 is even"), "{even}");
    let even = run(["judge", THREE, "--intended", "8", "--lang", "ja"]).error(2);
    assert!(even.contains("--intended：8手は偶数です（詰みの手数は奇数です）"), "{even}");
}

#[test]
fn flaws_and_remarks_are_no_faults() {
    let row = judge(&[SPARE], 10);
    assert_eq!(
        (&row["verdict"], &row["grade"], &row["reasons"]),
        (&"sound".into(), &"flawed".into(), &json!([]))
    );
    let spare = json!([
        { "kind": "unneeded-piece", "kind_ja": "不要駒", "ply": null, "move": null, "piece": "P", "square": "9e" }
    ]);
    assert_eq!(row["flaws"], spare);
    let row = judge(&[MIRROR], 10);
    assert_eq!((&row["grade"], kinds(&row, "remarks")), (&"sound".into(), vec!["mirror"]));
    assert_eq!(row["remarks"][0]["ply"], 1);
    let row = judge(&[LAST_MOVE], 10);
    assert_eq!((kinds(&row, "remarks"), kinds(&row, "flaws")), (vec!["mirror"], vec!["last-move"]));
    let (main, other) = (&row["moves"][2], &row["flaws"][0]);
    assert!(other["ply"] == 3 && other["move"] != *main, "{row}");
    let text = format!("sfen {LAST_MOVE} moves {} {} {}", row["moves"][0], row["moves"][1], other["move"]);
    assert_eq!(run(["moves", &text.replace('"', ""), "--json"]).json()["count"], 0, "it mates");
    let row = judge(&[THREE], 10);
    let equal = &row["flaws"][0];
    assert_eq!((kinds(&row, "flaws"), &equal["kind_ja"]), (vec!["equal-variation"], &"変同".into()));
    assert_eq!((&equal["ply"], &equal["distance"], &equal["move"]), (&2.into(), &2.into(), &"5a6a".into()));
    // A second square for the last drop.
    let row = judge(&[COOKED], 20);
    assert_eq!((kinds(&row, "flaws"), &row["flaws"][0]["move"]), (vec!["free-choice"], &"G*2b".into()));
}

#[test]
fn contests_are_strict() {
    let row = judge(&[SPARE, "--strict"], 20);
    assert_eq!((&row["verdict"], &row["grade"]), (&"unsound".into(), &"flawed".into()));
    assert_eq!((kinds(&row, "reasons").len(), kinds(&row, "flaws")), (0, vec!["unneeded-piece"]));
    assert_eq!(judge(&[MIRROR, "--strict"], 10)["verdict"], "sound");
    let page = |options: &[&str]| {
        let run = run([&["judge", SPARE, "--strict", "--memory", "64MiB"], options].concat());
        assert_eq!(run.code, 20, "{}", run.err);
        String::from_utf8(run.out).unwrap()
    };
    let list = format!("{SPARE}\tspare\n{ONE}\tone\n");
    for (lang, headline, kind) in [
        (
            "en",
            "unsound (strict): mate in 1 ply (proved shortest), no fault, 1 flaw",
            "unneeded piece (不要駒)",
        ),
        ("ja", "不完全作（キズも不可）：1手詰（最短を確認）、キズ1件", "不要駒"),
    ] {
        let text = page(&["--lang", lang]);
        assert!(text.starts_with(&format!("{headline}\n")), "{text}");
        let rows = run_with(["judge", "-", "--strict", "--memory", "64MiB", "--lang", lang], list.as_bytes());
        let rows = String::from_utf8(rows.out).unwrap();
        assert!(rows.contains(headline) && rows.contains(kind), "{rows}");
    }
    assert_eq!(page(&["-q"]), "unsound 1\n");
}

#[test]
fn rules() {
    let row = judge(&[BEHIND], 10);
    assert_eq!(
        (&row["grade"], &row["length"], &row["rule_length"]),
        (&"sound".into(), &15.into(), &1.into())
    );
    assert_eq!((&row["rule_length_status"], &row["rule_moves"]), (&"minimal".into(), &json!(["5i1i"])));
    assert_eq!((&row["contested"], row.get("other_rules")), (&Value::Null, None), "only if it is asked for");
    let solved = &run(["solve", BEHIND, "--json", "--memory", "64MiB"]).rows(10)[0];
    for key in ["moves", "leftover", "rule_moves", "rule_leftover", "futile"] {
        assert_eq!(row[key], solved[key], "{key}: solve says the same");
    }
    let futile = row["futile"].as_array().unwrap();
    assert!(futile.iter().all(|futile| futile["ply"] == 2 && futile["reason"] == "mate at once"), "{row}");
    let raw = judge(&[BEHIND, "--rules", "raw"], 20);
    assert_eq!((&raw["rules"], &raw["rule_length"], &raw["futile"]), (&"raw".into(), &15.into(), &json!([])));
    for rules in ["miwa", "basic", "plus2", "traditional"] {
        assert_eq!(judge(&[BEHIND, "--rules", rules], 10)["rule_length"], 1, "{rules}");
    }
    // Miwa counts an interposition after which the king has a new square.
    let contested = "9/9/9/9/9/6B1R/5+Bp1p/7k1/6s2 b r4g3s4n4l16p 1";
    let row = &run(["solve", contested, "--json", "--compare-rules", "--memory", "64MiB"]).rows(10)[0];
    assert_eq!((&row["rule_length"], &row["contested"]), (&3.into(), &true.into()));
    let miwa = &row["other_rules"][0];
    assert_eq!((&miwa["rules"], &miwa["length"], &miwa["least"]), (&"miwa".into(), &5.into(), &5.into()));
    for command in ["judge", "solve", "hisshi", "beauty", "explain"] {
        let error = run([command, BEHIND, "--rules", "plus3"]).error(2);
        let known = "unknown rules \"plus3\": expected raw, plus2, miwa, basic or traditional";
        assert!(error.contains(known), "{command}: {error}");
    }
    for (lang, line) in [
        ("en", "sound: mate in 1 ply (15 with every interposition, proved shortest), no fault\n"),
        ("ja", "完全作：1手詰（無駄合も数えれば15手、最短を確認）\n"),
    ] {
        let text =
            String::from_utf8(run(["judge", BEHIND, "--lang", lang, "--memory", "64MiB"]).out).unwrap();
        assert!(text.starts_with(line), "{text}");
    }
}

#[test]
fn a_limit_decides_nothing() {
    let row = judge(&[ZUKO_2, "--nodes", "1"], 0);
    assert_eq!((&row["verdict"], &row["stop_reason"]), (&"unknown".into(), &"node limit".into()));
    assert_eq!((kinds(&row, "open"), &row["reasons"]), (vec!["no-mate"], &json!([])));
    // A mate is known, but not whether it is the shortest: the tries at the first move are counted all the same.
    let row = judge(&[ZUKO_2, "--nodes", "8000"], 0);
    assert_eq!((&row["length_status"], kinds(&row, "open")[0]), (&"at-most".into(), "length"));
    let (tries, open) = (&row["tries"][0], kinds(&row, "open").len() as u64 - 1);
    assert_eq!((&tries["ply"], &tries["tries"]), (&1.into(), &8.into()));
    assert_eq!(tries["settled"].as_u64().unwrap() + open, 8);
    // The mate is known, its cooks are not.
    let row = judge(&[THREE, "--nodes", "200"], 0);
    assert_eq!(
        (&row["verdict"], &row["grade"], &row["length"]),
        (&"unknown".into(), &"unknown".into(), &3.into())
    );
    let open = row["open"].as_array().unwrap();
    assert!(open.iter().any(|cook| cook["kind"] == "cook" && cook["move"] == "S*4b" && cook["ply"] == 1));
    assert!(open.iter().all(|cook| cook["length"].is_null()), "{open:#?}");
    assert_eq!(row["tries"][0], json!({ "ply": 1, "tries": 13, "settled": 0 }));
    let page = |options: &[&str]| {
        let run = run([&["judge", THREE, "--nodes", "200", "--memory", "64MiB"], options].concat());
        String::from_utf8(run.out).unwrap()
    };
    // One line for the open tries of a ply; all of them if details are asked for.
    for (lang, folded, listed) in [
        (
            "en",
            "tries       ply 1: 13 of 13 tries open\n",
            "open        cook (余詰): does ▲４二銀 at ply 1 mate as well?\n",
        ),
        (
            "ja",
            "紛れ        1手目：紛れ13通りのうち13通りが未確認\n",
            "未確認      余詰？：1手目▲４二銀でも詰むかどうか\n",
        ),
    ] {
        let (short, long) = (page(&["--lang", lang]), page(&["--lang", lang, "-v"]));
        assert!(short.contains(folded) && !short.contains("▲４二銀"), "{short}");
        assert!(long.contains(folded) && long.contains(listed), "{long}");
    }
}

/// A line of `-q` is the verdict and the length; a problem with flaws says so.
#[test]
fn quiet() {
    let quiet = |args: &[&str]| {
        String::from_utf8(run([&["judge", "-q", "--memory", "64MiB"], args].concat()).out).unwrap()
    };
    for (args, line) in [
        (&[ONE][..], "sound 1\n"),
        (&[SPARE], "sound 1 flawed\n"),
        (&[SPARE, "--strict"], "unsound 1\n"),
        (&[BEHIND], "sound 1 raw 15\n"),
        (&[NO_MATE], "unsound\n"),
    ] {
        assert_eq!(quiet(args), line, "{args:?}");
    }
    let list = format!("{SPARE}\tspare\n{ONE}\tone\n");
    let rows = run_with(["judge", "-q", "-", "--jobs", "1", "--memory", "64MiB"], list.as_bytes());
    assert_eq!(String::from_utf8(rows.out).unwrap(), "sound 1 flawed\tspare\nsound 1\tone\n");
}

#[test]
fn for_people() {
    let page = |position: &str, code: i32, lang: &str| {
        let run = run(["judge", position, "--memory", "64MiB", "--lang", lang]);
        assert_eq!((run.code, run.err.as_str()), (code, ""));
        String::from_utf8(run.out).unwrap()
    };
    let sound = page(ONE, 10, "en");
    assert!(sound.starts_with("sound: mate in 1 ply (proved shortest), no fault\n"), "{sound}");
    assert!(sound.contains("\nline        ▲５二金\n"), "{sound}");
    let cooked = page(COOKED, 20, "en");
    let cook = "cook (余詰): at ply 1 ▲１二飛 mates as well, within 3 plies: ▲１二飛 △２一玉 ▲２二金";
    assert!(cooked.contains(cook), "{cooked}");
    assert!(cooked.contains("leftover (駒余り): 飛 left in hand after ▲１二金打 at ply 1"), "{cooked}");
    let spare = page(SPARE, 10, "en");
    assert!(
        spare.starts_with("sound with flaws: mate in 1 ply (proved shortest), no fault, 1 flaw\n"),
        "{spare}"
    );
    assert!(
        spare.contains("flaw        unneeded piece (不要駒): the problem is the same without ▲９五歩\n"),
        "{spare}"
    );
    assert!(page(NO_MATE, 20, "en").contains("unsound: no mate, 1 fault\n"));
    let mirror = page(MIRROR, 10, "en");
    assert!(
        mirror.contains("remark      mirror image (左右対称): at ply 1 ▲６二金 is the mirror"),
        "{mirror}"
    );
    let spare = page(SPARE, 10, "ja");
    assert!(spare.starts_with("完全作（キズあり）：1手詰（最短を確認）、キズ1件\n"), "{spare}");
    assert!(spare.contains("キズ        不要駒：▲９五歩がなくても成立する\n"), "{spare}");
    let last = page(LAST_MOVE, 10, "ja");
    assert!(last.contains("キズ        最終手余詰：3手目▲７一金でも詰み\n"), "{last}");
}

#[test]
fn lists_and_files() {
    let list = format!("{ONE}\t1\tone\n{NO_MATE}\tnone\nwhat\t3\tbad\n4k4/4P4/9/9/9/9/9/9/9 w - 1\tturn\n");
    let rows = run_with(["judge", "-", "--json", "--memory", "64MiB"], list.as_bytes()).rows(2);
    let told: Vec<(&str, Option<&str>)> =
        rows.iter().map(|row| (row["name"].as_str().unwrap(), row["verdict"].as_str())).collect();
    assert_eq!(told, [("one", Some("sound")), ("none", Some("unsound")), ("bad", None), ("turn", None)]);
    assert!(rows[2]["error"].as_str().unwrap().starts_with("line 3, column 1: "), "{}", rows[2]);
    assert_eq!(rows[3]["error"], "the defending side is to move");
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    for row in &rows[1..] {
        assert_eq!(keys(&rows[0]), keys(row));
    }
    for (key, value) in
        [("rules", Value::Null), ("profile", Value::Null), ("grade", Value::Null), ("futile", json!([]))]
    {
        assert_eq!(rows[2][key], value, "{key}");
    }
    // A summary by kind: how many problems have each.
    let good = format!("{ONE}\t1\tone\n{COOKED}\tcooked\n{SPARE}\tspare\n{LEFTOVER}\tleft\n");
    let text = run_with(["judge", "-", "--memory", "64MiB"], good.as_bytes()).text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0] == "one: sound: mate in 1 ply (proved shortest), no fault", "{text}");
    assert!(lines[1].ends_with(", 18 faults: cook (余詰) ×17, leftover (駒余り)"), "{text}");
    assert!(lines[2].ends_with(", no fault, 1 flaw: unneeded piece (不要駒)"), "{text}");
    assert_eq!(lines[5], "4 problems: 1 sound, 1 sound with flaws, 2 unsound, 0 unknown, 0 unreadable");
    assert_eq!(
        lines[6],
        "cook (余詰) 1, free choice (非限定) 1, leftover (駒余り) 2, unneeded piece (不要駒) 1"
    );
    let text = run_with(["judge", "-", "--memory", "64MiB", "--lang", "ja"], good.as_bytes()).text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[5].contains("完全作1") && lines[6].contains("余詰 1"), "{text}");
    // A record is a single problem, and the exit code is its verdict.
    let folder = Folder::new();
    let kif = run(["convert", ONE, "--to", "kif"]).text();
    let file = folder.file("one.kif", kif);
    assert_eq!(run(["judge", &file, "--memory", "64MiB"]).code, 10);
    assert_eq!(judge(&[&file], 10)["verdict"], "sound");
}

#[test]
fn lists_take_jobs_and_are_resumed() {
    let folder = Folder::new();
    let problems: String = (0..9).map(|i| format!("{}\tp{i}\n", [MIRROR, SPARE, NO_MATE][i % 3])).collect();
    let (list, rows) = (folder.file("list.sfen", problems), folder.path("rows.jsonl"));
    let rows = rows.to_str().unwrap();
    let judge = |options: &[&str]| {
        run([&["judge", &list, "--json", "--memory", "16MiB", "--jobs", "3"], options].concat())
    };
    let mut first = judge(&["--resume", rows]).rows(0);
    first.sort_by_key(|row| row["line"].as_u64());
    let grades: Vec<&str> = first.iter().map(|row| row["grade"].as_str().unwrap()).collect();
    assert_eq!(grades, ["sound", "flawed", "unsound"].repeat(3));
    let text = std::fs::read_to_string(rows).unwrap();
    assert_eq!(judge(&["--resume", rows]).rows(0), [Value::Null; 0], "nothing is left");
    std::fs::write(rows, text.lines().take(4).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    assert_eq!(judge(&["--resume", rows]).rows(0).len(), 5, "a run that was cut off goes on");
    // What a limit left open is asked again with a larger one.
    let open = folder.path("open.jsonl");
    let open = open.to_str().unwrap();
    let few = judge(&["--resume", open, "--nodes", "200"]).rows(0);
    let unknown = few.iter().filter(|row| row["verdict"] == "unknown").count();
    assert_eq!(judge(&["--resume", open, "--nodes", "200"]).rows(0).len(), 0);
    let again = judge(&["--resume", open]).rows(0);
    assert!(unknown == 3 && again.len() == 3 && again.iter().all(|row| row["grade"] == "sound"), "{again:?}");
    assert_eq!(std::fs::read_to_string(open).unwrap().lines().count(), 9);
    // Rows of another question are refused.
    for (options, made_with) in [
        (&["--strict"][..], "made with judge;"),
        (&["--rules", "miwa"], "made with judge;"),
        (&["--intended", "3"], "made with judge;"),
        (&["--allow-two-plies"], "made with judge;"),
        (&["--thorough"], "made with judge;"),
        (&["--compare-rules"], "made with judge;"),
        (&["--without", "delay"], "made with judge;"),
    ] {
        let error = judge(&[&["--resume", rows], options].concat()).error(2);
        assert!(error.contains(made_with), "{options:?}: {error}");
    }
    let error = run(["solve", &list, "--resume", rows]).error(2);
    assert!(error.contains("made with judge;"), "{error}");
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
