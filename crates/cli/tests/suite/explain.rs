//! `yomikiri explain`.

use crate::common::{BEHIND, Folder, NO_MATE, ONE, THREE, ZUKO_1, ZUKO_2, only_row, run, run_with};
use serde_json::{Value, json};
use yomikiri_notation::{Action, EndKind, Line, Record, kif};

/// The gold mates at once, the rook in three, nothing else mates.
const TWO: &str = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";

fn explain(args: &[&str], code: i32) -> Value {
    only_row(run([&["explain", "--json", "--memory", "64MiB"], args].concat()), code)
}

/// What is printed for people, and the exit code.
fn page(args: &[&str], stdin: &str) -> (i32, String) {
    let run = run_with([&["explain", "--memory", "64MiB"], args].concat(), stdin.as_bytes());
    assert_eq!(run.err, "", "{args:?}");
    (run.code, String::from_utf8(run.out).unwrap())
}

/// The lines that a session prints after the first page, which ends with the side to move.
fn session(args: &[&str], stdin: &str) -> Vec<String> {
    let (code, text) = page(&[args, &["--interactive"]].concat(), stdin);
    assert_eq!(code, 0, "a session has no verdict");
    text.lines().skip_while(|line| !line.starts_with("手番：")).skip(1).map(str::to_owned).collect()
}

fn of<'a>(answer: &'a Value, mv: &str) -> &'a Value {
    let moves = answer["moves"].as_array().unwrap();
    moves.iter().find(|explained| explained["move"] == mv).unwrap_or_else(|| panic!("{mv}: {answer}"))
}

#[test]
fn the_object() {
    let answer = explain(&[TWO], 10);
    assert_eq!((&answer["side"], &answer["verdict"]), (&"attacker".into(), &"mate".into()));
    assert_eq!((&answer["length"], &answer["length_status"]), (&1.into(), &"minimal".into()));
    assert_eq!((&answer["best"], &answer["moves"][0]["move"]), (&"G*5b".into(), &"G*5b".into()));
    assert_eq!((&answer["path"], &answer["hands"]), (&json!([]), &"rest".into()));
    let rook = of(&answer, "R*5b");
    assert_eq!(
        (&rook["fate"], &rook["length"], &rook["rule_length"]),
        (&"mate".into(), &3.into(), &3.into())
    );
    assert_eq!((&rook["leftover"], &rook["futile"]), (&"".into(), &false.into()));
    assert_eq!(rook["moves"].as_array().unwrap().len(), 3);
    assert_eq!(of(&answer, "G*5b")["leftover"], "R");
    let gold = of(&answer, "G*4b");
    // Which of the answers that refute it is shown depends on the search.
    assert_eq!((&gold["fate"], &gold["refutation"]["end"]), (&"nomate".into(), &"tries".into()));
    assert!(["5a4b", "5a6b"].iter().any(|answer| gold["refutation"]["answer"] == *answer), "{gold}");
    assert_eq!(gold["refutation"]["tries"].as_array().unwrap().len(), 3);
    let narrow = explain(&[TWO, "--depth", "1"], 10);
    assert_eq!(of(&narrow, "G*4b")["refutation"]["end"], "cut");
    let narrow = explain(&[TWO, "--width", "1", "--depth", "3"], 10);
    assert_eq!(of(&narrow, "G*4b")["refutation"]["tries"].as_array().unwrap().len(), 1);
}

#[test]
fn the_defender_to_move() {
    let answer = explain(&[TWO, "R*5b"], 10);
    assert_eq!((&answer["side"], &answer["length"]), (&"defender".into(), &2.into()));
    assert_eq!((&answer["path"], &answer["moves"].as_array().unwrap().len()), (&json!(["R*5b"]), &2));
    let escapes = explain(&[TWO, "4二金"], 20);
    assert_eq!((&escapes["verdict"], &escapes["best"]), (&"nomate".into(), &"5a4b".into()));
    assert_eq!(of(&escapes, "5a4b")["refutation"]["answer"], "5a4b");
    let mated = explain(&[ONE, "G*5b"], 10);
    assert_eq!((&mated["length"], &mated["best"], &mated["moves"]), (&0.into(), &Value::Null, &json!([])));
    // Both sides have a king.
    let both = "3pkp3/4R4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(explain(&[both, "--defend"], 10)["side"], "defender");
    assert_eq!(explain(&[both], 20)["side"], "attacker");
}

#[test]
fn lengths_by_rules() {
    let answer = explain(&[BEHIND], 10);
    assert_eq!(
        (&answer["rules"], &answer["length"], &answer["rule_length"]),
        (&"plus2".into(), &15.into(), &1.into())
    );
    let rook = of(&answer, "5i1i");
    assert_eq!(
        (&rook["length"], &rook["rule_length"], &rook["futile"]),
        (&15.into(), &1.into(), &false.into())
    );
    assert_eq!((&rook["rule_moves"], &rook["rule_leftover"]), (&json!(["5i1i"]), &"".into()));
    assert_eq!(rook["moves"].as_array().unwrap().len(), 15);
    // What is left to the defender does not count, and says why.
    let answer = explain(&[BEHIND, "5i1i"], 10);
    assert_eq!(
        (&answer["length"], &answer["rule_length"], &answer["best"]),
        (&14.into(), &0.into(), &"P*1h".into())
    );
    let pawn = of(&answer, "P*1h");
    assert_eq!(
        (&pawn["futile"], &pawn["rule_length"], &pawn["length"]),
        (&true.into(), &Value::Null, &14.into())
    );
    let why =
        json!({ "reason": "mate at once", "capture": "1i1h", "by": "checker", "plies": 0, "otherwise": 0 });
    assert_eq!(pawn["why_futile"], why);
    let raw = explain(&[BEHIND, "--rules", "raw"], 10);
    assert_eq!((&raw["rules"], &raw["rule_length"]), (&"raw".into(), &15.into()));

    let (_, text) = page(&[BEHIND], "");
    assert!(text.starts_with("mate in 1 ply (15 with every interposition, proved shortest)\n"), "{text}");
    assert!(text.contains("5i1i  ▲１九飛         mate in 1 (15 with every interposition)\n"), "{text}");
    let (_, text) = page(&[BEHIND, "5i1i"], "");
    let headline = "mate: only futile interpositions are left (14 plies with every interposition)\n";
    assert!(text.starts_with(headline), "{text}");
    let row = "P*1h  △１八歩         futile (無駄合), taken with mate; mate in 14 if it counts, 歩七 left over: ▲同　飛";
    assert!(text.contains(row), "{text}");
    let (_, text) = page(&[BEHIND, "5i1i", "--lang", "ja"], "");
    assert!(
        text.contains("P*1h  △１八歩         無駄合（取って詰み）、数えれば14手で詰み、歩七余り：▲同　飛"),
        "{text}"
    );
    let (_, text) = page(&[BEHIND, "-q"], "");
    assert!(text.starts_with("mate 1 raw 15\t5i1i\n"), "{text}");
    let (_, text) = page(&[BEHIND, "5i1i", "-q"], "");
    assert!(text.starts_with("mate 14 futile\tP*1h\n"), "{text}");
    // In a session of a single answer, too.
    let lines = session(&[BEHIND, "5i1i"], "why P*1c\n");
    assert!(lines[0].starts_with("△１三歩: futile (無駄合), taken with mate; "), "{lines:?}");
    let all = run(["solve", BEHIND, "--all", "--memory", "64MiB", "--json"]).rows(10);
    let first = &all[0]["solutions"][0];
    assert_eq!((&first["length"], &first["rule_length"]), (&15.into(), &1.into()));
}

#[test]
fn limits_leave_moves_open() {
    let answer = explain(&[ZUKO_1, "--nodes", "1000"], 0);
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&"unknown".into(), &"node limit".into()));
    let moves = answer["moves"].as_array().unwrap();
    let open = moves.iter().find(|explained| explained["fate"] == "open").expect("an open move");
    assert_eq!((&open["stop_reason"], &open["length"]), (&"node limit".into(), &Value::Null));
}

#[test]
fn for_people() {
    let (code, text) = page(&[TWO], "");
    assert_eq!(code, 10);
    for line in [
        "mate in 1 ply (proved shortest)",
        "G*5b  ▲５二金         mate in 1, 飛 left over",
        "R*5b  ▲５二飛         mate in 3: △４一玉 ▲３二金",
        "手番：☗先手",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line}:\n{text}");
    }
    assert!(text.contains("G*4b  ▲４二金         no mate: △"), "{text}");
    let (_, text) = page(&[TWO, "--lang", "ja"], "");
    assert!(text.contains("R*5b  ▲５二飛         3手詰：△４一玉 ▲３二金\n"), "{text}");
    assert!(text.contains("G*4b  ▲４二金         不詰：△"), "{text}");
    let (code, text) = page(&[NO_MATE], "");
    assert_eq!((code, text.lines().next()), (20, Some("no mate")));
    let (code, text) = page(&[TWO, "G*4b", "--lang", "ja"], "");
    assert!(code == 20 && text.contains("5a4b  △同　玉         逃れ：王手は"), "{text}");
    let (code, text) = page(&[TWO, "-q"], "");
    assert!(code == 10 && text.starts_with("mate 1\tG*5b\nmate 3\tR*5b\nnomate\t"), "{text}");
    let (_, text) = page(&[TWO, "-v"], "");
    assert!(text.contains("\n      - ▲４二金 △"), "the tree of each refuted move:\n{text}");
    assert!(text.contains("nodes visited"), "{text}");
    // The only check is refuted at once.
    let (_, text) = page(&["8k/9/9/9/9/9/9/9/9 b P 1", "-v"], "");
    assert!(text.contains("no check left"), "{text}");
}

#[test]
fn a_session() {
    let lines = session(&[TWO], "R*5b\nbest\ngo\nback\nback\nback\nquit\nnot read\n");
    assert_eq!(lines[0], "after move 1, ▲５二飛");
    assert_eq!(lines[1], "mate in 2 plies (proved shortest)");
    assert!(lines[4].starts_with("△４一玉: mate in 2: "), "{lines:?}");
    assert!(lines.contains(&"after move 2, △４一玉".to_owned()), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "this is the first position");

    let lines = session(&[TWO], "why G*4b\nwhy 5二飛\nwhy\nlist\nboard\nhelp\n");
    assert!(lines[0].starts_with("- ▲４二金 △同　玉 (G*4b 5a4b): "), "{lines:?}");
    assert!(lines[1].starts_with("  - ▲"), "an indented tree: {lines:?}");
    let rook = lines.iter().position(|line| line == "▲５二飛: mate in 3: △４一玉 ▲３二金").expect("its mate");
    assert_eq!(lines[rook + 1], "why: which move?");
    assert!(lines[rook + 2].starts_with("G*5b  ▲５二金"), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("quit "), "the end of input ends it: {lines:?}");

    // After a check that does not mate, the best answer escapes.
    let lines = session(&[TWO], "G*4b\nbest\nなぜ 5a4b\n");
    assert!(lines.iter().any(|line| line.starts_with("△同　玉: escapes: ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("- △同　玉 (5a4b): ")), "{lines:?}");
    // Nothing is left to do.
    assert_eq!(session(&[ONE], "G*5b\nbest\ngo\n")[3..], ["the king is mated"; 2]);
    assert_eq!(session(&["8k/9/9/9/9/9/9/9/9 b - 1"], "best\n"), ["there is no check"]);
    assert_eq!(session(&[NO_MATE], "best\n"), ["no move is known to mate"]);
}

#[test]
fn what_a_session_does_not_understand() {
    for (typed, answer, japanese) in [
        ("dance", "`dance`: no command and no move; try `help`", "「dance」は命令でも指し手でもありません"),
        ("back and forth", "`back and forth`: no command", "「back and forth」は命令でも"),
        ("G*9i", "`G*9i`: not a check", "「G*9i」は王手ではありません"),
        ("5a5b", "`5a5b`: not a legal move here", "「5a5b」はこの局面では指せません"),
        ("５二銀", "`５二銀`: not a legal move here", "「５二銀」はこの局面では"),
        ("why R*5c", "`R*5c`: not a legal move here", "「R*5c」はこの局面では"),
        ("why why", "`why`: no command and no move", "「why」は命令でも"),
        ("\u{1b}[2J", "`\\u{1b}[2J`: no command", "「\\u{1b}[2J」は命令でも"),
    ] {
        let lines = session(&[TWO], &format!("{typed}\n"));
        assert!(lines.len() == 1 && lines[0].starts_with(answer), "{typed}: {lines:?}");
        let lines = session(&[TWO, "--lang", "ja"], &format!("{typed}\n"));
        assert!(lines.len() == 1 && lines[0].starts_with(japanese), "{typed}: {lines:?}");
    }
    let run = run_with(["explain", TWO, "--interactive", "--memory", "16MiB"], b"\xff\xfe\0\n\n\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let endless = "x".repeat(1 << 16);
    assert!(session(&[TWO], &endless).iter().all(|line| line.len() < 1000));
}

#[test]
fn a_japanese_session() {
    let lines = session(&[TWO, "--lang", "ja"], "５二飛\n最善\n戻る\n戻る\n説明\n終了\n");
    assert_eq!((lines[0].as_str(), lines[1].as_str()), ("1手目▲５二飛まで", "2手で詰み（最短を確認）"));
    assert!(lines.iter().any(|line| line.starts_with("△４一玉：2手で詰み：")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "最初の局面です"), "{lines:?}");
}

#[test]
fn bad_input() {
    for (args, message) in [
        (&[TWO, "dance"][..], "`dance`: no command and no move"),
        (&[TWO, "5a5b"], "`5a5b`: not a legal move here"),
        (&[TWO, "G*9i"], "`G*9i`: not a check"),
        (&["nothing.kif"], "nothing.kif: no such file"),
        (&["9/9/9/9/9/9/9/9/9 b G 1"], "the defending side has no king"),
        (&[ONE, "--depth", "0"], "expected a number from 1 to 99"),
        (&[ONE, "--interactive", "--json"], "cannot be used with"),
        (&["-", "--interactive"], "--interactive: standard input"),
    ] {
        let error = run([&["explain"], args].concat()).error(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
    let japanese = run(["explain", TWO, "5a5b", "--lang", "ja"]).error(2);
    assert_eq!(japanese, "「5a5b」はこの局面では指せません");
    let folder = Folder::new();
    let list = folder.file("list.sfen", format!("{ONE}\n{TWO}\n"));
    assert!(run(["explain", &list]).error(2).contains("one position is enough"));
}

/// The comments of a line and of all its variations.
fn comments(line: &Line) -> Vec<&str> {
    let mut all = Vec::new();
    for ply in line {
        all.extend(ply.comments.iter().map(String::as_str));
        all.extend(ply.variations.iter().flat_map(comments));
    }
    all
}

/// Runs a command that writes a record, and reads it. What is read is written as it was.
fn record(args: &[&str], code: i32) -> Record {
    let folder = Folder::new();
    let path = folder.path("a.kif");
    let run = run([args, &["-q", "--memory", "64MiB", "--kif", path.to_str().unwrap()]].concat());
    assert_eq!((run.code, run.err.as_str()), (code, ""));
    let text = std::fs::read_to_string(&path).unwrap();
    let record = kif::read(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(kif::write(&record), text);
    record
}

#[test]
fn records() {
    let solved = record(&["solve", THREE], 10);
    assert_eq!((solved.header("手数"), solved.main_moves().count()), (Some("3"), 3));
    let tries = &solved.line[0].variations;
    assert_eq!(tries.len(), 3);
    assert!(tries.iter().all(|line| line.len() == 4), "a try with three plies after it: {tries:?}");
    assert_eq!(comments(&solved.line[1].variations[0]), ["変同（全3手）"]);
    let all = comments(&solved.line);
    assert!(all.contains(&"以下不詰") && all.contains(&"以下不詰：王手なし"), "{all:?}");
    // Cooks, last moves and shorter variations.
    let two = record(&["solve", "4k4/9/4P4/9/9/9/9/9/9 b RG 1"], 10);
    assert!(comments(&two.line).contains(&"余詰（全3手）"), "{:?}", comments(&two.line));
    let last = record(&["solve", "4k4/9/4B4/9/9/9/9/9/9 b 2G 1"], 10);
    assert!(comments(&last.line).contains(&"最終手余詰"), "{:?}", comments(&last.line));
    let long = record(&["solve", ZUKO_2], 10);
    assert!(comments(&long.line).contains(&"変化（全9手、駒余り）"), "{:?}", comments(&long.line));
    // A mate in one by the traditional rule: what the defender can still interpose does not count.
    for futile in [record(&["solve", BEHIND], 10), record(&["explain", BEHIND], 10)] {
        assert_eq!((futile.header("手数"), futile.main_moves().count()), (Some("1"), 1));
        let all = &futile.line[1].variations;
        assert_eq!(all.len(), 7, "one drop on each square");
        for line in all {
            assert_eq!((comments(line), line.len()), (vec!["無駄合：取って詰み"], 2));
        }
    }
    let mated = record(&["explain", BEHIND, "5i1i"], 10);
    assert_eq!((mated.header("手数"), mated.main_moves().count()), (Some("1"), 1));
    assert_eq!(mated.line[1].variations.len(), 7);
    // By other rules the same position has another length.
    let raw = record(&["solve", BEHIND, "--rules", "raw"], 10);
    assert_eq!((raw.header("手数"), raw.main_moves().count()), (Some("15"), 15));
    assert!(comments(&raw.line).iter().all(|comment| !comment.contains("無駄合")));
    // Size.
    let narrow = record(&["solve", THREE, "--kif-width", "1", "--kif-depth", "1"], 10);
    assert_eq!(narrow.line[0].variations.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
    let plain = record(&["solve", THREE, "--kif-width", "0"], 10);
    assert_eq!(plain.line.iter().map(|ply| ply.variations.len()).collect::<Vec<_>>(), [0, 1, 0, 0]);
    // Without a mate the tries are all there is.
    let none = record(&["solve", NO_MATE], 20);
    assert_eq!((&none.line[0].action, none.line.len()), (&Action::End(EndKind::NoMate), 1));
    assert!(!none.line[0].variations.is_empty());
    // Of an explanation, the moves that led to the position come first.
    let explained = record(&["explain", THREE, "R*5b"], 10);
    assert_eq!((explained.header("手数"), explained.main_moves().count()), (Some("3"), 3));
    assert!(explained.line[0].variations.is_empty());
    let escapes = record(&["explain", TWO, "G*4b"], 20);
    assert!(comments(&escapes.line).contains(&"逃れ"), "{:?}", comments(&escapes.line));
    let mated = record(&["explain", ONE, "G*5b"], 10);
    assert_eq!(mated.line.last().unwrap().action, Action::End(EndKind::Mate));
    let open = record(&["explain", ZUKO_1, "--nodes", "100"], 0);
    assert!(open.line.is_empty());
    // Answers that no limit was left for say so.
    let short = record(&["solve", ZUKO_2, "--rules", "raw", "--nodes", "9000"], 10);
    assert!(comments(&short.line).contains(&"変化（手数は未確認）"), "{:?}", comments(&short.line));
    for (args, message) in [
        (&["solve", ONE, "--kif-depth", "3"][..], "--kif"),
        (&["solve", ONE, "--kif", "x.kif", "--kif-depth", "0"], "0 is not in 1..=99"),
        (&["solve", ONE, "--order", "2", "--kif", "x.kif", "--kif-width", "1"], "--kif-width"),
        (&["solve", "XO", "--game", "othello6", "--kif", "x.kif"], "--kif is an option of mate problems"),
    ] {
        let error = run(args).error(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
}

#[test]
fn records_of_the_judge() {
    let start = |record: &Record| record.comments.join("／");
    // Cooks and leftovers.
    let two = record(&["judge", TWO], 20);
    assert_eq!((two.header("手数"), start(&two).as_str()), (Some("1"), "不完全作"));
    assert_eq!(two.line[0].comments, ["駒余り"]);
    let cook =
        two.line[0].variations.iter().find(|line| comments(line) == ["余詰（全3手）"]).expect("a cook");
    assert_eq!(cook.len(), 4, "its line to the mate");
    assert!(comments(&two.line).contains(&"以下不詰"), "{:?}", comments(&two.line));
    // Flaws, and what is none.
    let three = record(&["judge", THREE], 10);
    assert_eq!(start(&three), "完全作（キズあり）");
    assert_eq!(comments(&three.line[1].variations[0]), ["変同（全3手）"]);
    let last = record(&["judge", "4k4/9/4B4/9/9/9/9/9/9 b 2G 1"], 10);
    let all = comments(&last.line);
    assert!(all.contains(&"最終手余詰") && all.contains(&"左右対称（全3手）"), "{all:?}");
    let choice = record(&["judge", "8k/9/7G1/9/9/9/9/9/9 b RG 1"], 20);
    let all = comments(&choice.line);
    assert!(all.contains(&"非限定（全1手）") && all.contains(&"余詰（全3手）"), "{all:?}");
    let detour = record(&["judge", "7k1/5GR2/8g/9/9/9/9/9/9 b N 1"], 10);
    let found = detour.line[2].variations.iter().find(|line| comments(line)[0].starts_with("迂回（全"));
    let found = found.unwrap_or_else(|| panic!("{:?}", comments(&detour.line)));
    assert_eq!(found[0].action.mv().map(|mv| mv.to_string()).as_deref(), Some("3b3a"));
    assert_eq!(found.last().unwrap().action, Action::End(EndKind::Mate));
    let spare = record(&["judge", "4k4/9/4P4/9/P8/9/9/9/9 b G 1"], 10);
    assert_eq!(start(&spare), "完全作（キズあり）／不要駒：▲９五歩がなくても成立する");
    // By the rules.
    let behind = record(&["judge", BEHIND], 10);
    assert_eq!((behind.header("手数"), start(&behind).as_str()), (Some("1"), "完全作"));
    assert!(comments(&behind.line).contains(&"無駄合：取って詰み"));
    let long = record(&["judge", ZUKO_2], 10);
    assert_eq!((long.header("手数"), start(&long).as_str()), (Some("21"), "完全作"));
    assert!(comments(&long.line).contains(&"変化（全9手、駒余り）"));
    // Another length than intended, no mate, nothing known.
    let short = record(&["judge", THREE, "--intended", "5"], 20);
    assert_eq!(start(&short), "不完全作／早詰：作意5手に対して3手で詰む");
    let none = record(&["judge", NO_MATE], 20);
    assert_eq!(
        (start(&none).as_str(), &none.line[0].action),
        ("不完全作／不詰：詰みがない", &Action::End(EndKind::NoMate))
    );
    let open = record(&["judge", ZUKO_1, "--nodes", "100"], 0);
    assert_eq!(start(&open), "不明／不詰？：詰みがあるかどうか");
    // Size: without tries, what was found is still there.
    let plain = record(&["judge", TWO, "--kif-width", "0"], 20);
    assert_eq!(plain.line[0].variations.iter().map(comments).collect::<Vec<_>>(), [["余詰（全3手）"]]);
    let narrow = record(&["judge", NO_MATE, "--kif-width", "1", "--kif-depth", "1"], 20);
    assert_eq!(narrow.line[0].variations.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
    // In JSON, standard output is the JSON.
    let rows = run(["judge", TWO, "--json", "--memory", "64MiB", "--kif", "-"]).rows(20);
    assert_eq!(rows.len(), 1);
    let list = run_with(["judge", "-", "--kif", "x.kif"], format!("{ONE}\n{TWO}\n").as_bytes());
    assert!(list.error(2).contains("--kif: this is for a single problem"));
}
