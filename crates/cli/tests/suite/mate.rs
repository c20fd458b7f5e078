//! `yomikiri solve` on mate problems, one at a time.

use crate::common::{BEHIND, Folder, NO_MATE, ONE, ZUKO_1, ZUKO_2, only_row, run, run_with};
use serde_json::Value;

fn solve(args: &[&str], code: i32) -> Value {
    only_row(run([&["solve", "--json", "--memory", "64MiB"], args].concat()), code)
}

/// Plays a line: every move is legal, the attacker's give check, and at the end there is no answer.
fn replay(answer: &Value) {
    let mut position = yomikiri_shogi::Position::from_sfen(answer["position"].as_str().unwrap()).unwrap();
    let attacker = position.side_to_move();
    for mv in answer["moves"].as_array().unwrap() {
        let mv = mv.as_str().unwrap().parse().unwrap();
        assert!(position.is_legal(mv), "{mv}");
        let _ = position.make(mv);
        assert!(position.side_to_move() == attacker || position.in_check(), "{mv} is no check");
    }
    assert!(position.legal_moves().is_empty(), "not mate: {}", position.to_sfen());
}

#[test]
fn the_object() {
    let answer = solve(&[ZUKO_2], 10);
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "name position game algorithm verdict length length_status moves leftover nodes cpu_seconds \
                    wall_seconds counters stop_reason error hands memory line input expected_length length_differs \
                    rules rule_length rule_length_status rule_length_least rule_moves rule_leftover futile contested";
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    assert_eq!((&answer["position"], &answer["game"]), (&ZUKO_2.into(), &"tsume".into()));
    assert_eq!((&answer["verdict"], &answer["algorithm"]), (&"mate".into(), &"default".into()));
    assert_eq!((&answer["length"], &answer["length_status"]), (&21.into(), &"minimal".into()));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 21);
    assert_eq!(answer["leftover"], "");
    assert!(["name", "stop_reason", "error"].iter().all(|key| answer[key].is_null()), "{answer}");
    let counters = &answer["counters"];
    for key in "generated expanded visits table_entries root_updates max_root_pn max_root_dn seesaw proof_size proof_depth"
        .split(' ')
    {
        assert!(counters[key].is_u64(), "{key}");
    }
    assert_eq!((&counters["proof_depth"], &counters["visits"]), (&21.into(), &answer["nodes"]));
    assert!(counters["proof_size"].as_u64().unwrap() >= 21);
    replay(&answer);
}

#[test]
fn verdicts_and_exit_codes() {
    let one = solve(&[ONE], 10);
    assert_eq!((&one["length"], &one["length_status"]), (&1.into(), &"minimal".into()));
    assert_eq!(one["position"], "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "the defender holds the rest");
    // Gold or rook mate; what is not needed stays in hand.
    assert_eq!(solve(&["4k4/9/4P4/9/9/9/9/9/9 b 2G2P 1"], 10)["leftover"], "G2P");
    let none = solve(&[NO_MATE], 20);
    assert_eq!((&none["verdict"], none["moves"].as_array().unwrap().len()), (&"nomate".into(), 0));
    assert!(none["length"].is_null() && none["length_status"].is_null());
    let unknown = solve(&[ZUKO_1, "--nodes", "100"], 0);
    assert_eq!((&unknown["verdict"], &unknown["stop_reason"]), (&"unknown".into(), &"node limit".into()));
    let time = solve(&[ZUKO_1, "--time", "0.05"], 0);
    assert_eq!((&time["verdict"], &time["stop_reason"]), (&"unknown".into(), &"time limit".into()));
    let first = solve(&[ZUKO_2, "--first"], 10);
    assert_eq!((&first["length_status"], &first["stop_reason"]), (&"at-most".into(), &Value::Null));
    assert!(first["length"].as_u64().unwrap() >= 21);
    replay(&first);
    // White attacks as well, and the defender may be to move if the attacker has no king.
    let flipped = "9/9/9/9/9/9/4p4/9/4K4 w g 1";
    assert_eq!(solve(&[flipped], 10)["moves"], serde_json::json!(["G*5h"]));
    let checked = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    let mated = solve(&[checked], 10);
    assert_eq!((&mated["length"], mated["moves"].as_array().unwrap().len()), (&0.into(), 0));
}

#[test]
fn a_found_mate_survives_the_limit() {
    let nodes = solve(&[ZUKO_2, "--first"], 10)["nodes"].as_u64().unwrap();
    let answer = solve(&[ZUKO_2, "--nodes", &(nodes + 1).to_string()], 10);
    assert_eq!((&answer["length_status"], &answer["stop_reason"]), (&"at-most".into(), &"node limit".into()));
    replay(&answer);
}

#[test]
fn for_people() {
    let run = run(["solve", ONE, "--memory", "16MiB"]);
    assert_eq!((run.code, run.err.as_str()), (10, ""));
    let text = String::from_utf8(run.out).unwrap();
    for line in [
        "☖持駒：飛二　角二　金三　銀四　桂四　香四　歩十七",
        "line        ▲５二金",
        "USI         G*5b",
        "left over   none",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line}:\n{text}");
    }
    assert!(text.starts_with("mate in 1 ply (proved shortest)\n"), "the verdict comes first:\n{text}");
    assert!(!text.contains("nodes"), "figures are for --verbose:\n{text}");
    let none = crate::common::run(["solve", NO_MATE, "--memory", "16MiB"]);
    assert_eq!(none.code, 20);
    assert!(String::from_utf8(none.out).unwrap().starts_with("no mate\n"));
}

/// What a run prints for people, and its exit code.
fn page(args: &[&str]) -> (i32, String) {
    let run = run([&["solve", "--memory", "16MiB"], args].concat());
    assert_eq!(run.err, "");
    (run.code, String::from_utf8(run.out).unwrap())
}

#[test]
fn in_japanese() {
    let (code, text) = page(&[ONE, "--lang", "ja"]);
    assert_eq!(code, 10);
    assert!(text.starts_with("1手詰（最短を確認）\n手順        ▲５二金\n駒余り      なし\n"), "{text}");
    assert!(!text.contains("USI"), "{text}");
    let (_, unknown) = page(&[ZUKO_1, "--nodes", "100", "--lang", "ja"]);
    assert!(
        unknown.starts_with("不明：ノード数の上限（101ノード）。詰みは見つかっていません\n"),
        "{unknown}"
    );
    // The environment decides, unless the option does; the option may stand anywhere.
    let in_locale = |locale: &str, args: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_yomikiri");
        let output = yomikiri_testing::command(binary).args(args).env("LC_ALL", locale).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(in_locale("ja_JP.UTF-8", &["solve", "--memory", "16MiB", ONE]), text);
    assert_eq!(in_locale("ja_JP.UTF-8", &["--lang", "en", "solve", ONE]), page(&[ONE]).1);
    assert!(run(["solve", ONE, "--lang", "fr"]).error(2).contains("ja, en"));
}

#[test]
fn quiet_and_verbose() {
    for (args, code, line) in [
        (&[ONE, "-q"][..], 10, "mate 1\n"),
        (&[ONE, "-q", "--lang", "ja"], 10, "mate 1\n"),
        (&[ZUKO_2, "-q", "--first"], 10, "mate 21 at-most\n"),
        (&[NO_MATE, "--quiet"], 20, "nomate\n"),
        (&[ZUKO_1, "-q", "--nodes", "100"], 0, "unknown\n"),
    ] {
        assert_eq!(page(args), (code, line.to_owned()), "{args:?}");
    }
    let (normal, verbose) = (page(&[ONE]).1, page(&[ONE, "-v"]).1);
    let figures = verbose.strip_prefix(&normal).expect("the figures come last");
    let labels: Vec<&str> = figures.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(labels, ["", "solution", "search", "root", "time", "table"]);
    for clash in [["-q", "-v"], ["-q", "--json"], ["-v", "--json"]] {
        assert!(run([&["solve", ONE], &clash[..]].concat()).error(2).contains("cannot be used with"));
    }
}

/// The errors that everybody meets are in both languages; JSON has English only.
#[test]
fn common_errors_in_japanese() {
    for (args, expected) in [
        (&["no/such.kif"][..], "no/such.kif：そのような名前のファイルはなく、局面としても読めません"),
        (&["9/9/9/9/9/9/9/9/9 b - 1"], "局面：玉方の玉がありません"),
    ] {
        // What follows the program's name is the message.
        let run = run([&["solve", "--lang", "ja"], args].concat());
        assert_eq!((run.code, run.err), (2, format!("yomikiri: {expected}\n")), "{args:?}");
    }
    let empty = run_with(["judge", "-", "--lang", "ja"], b"");
    assert_eq!(empty.err, "yomikiri: 標準入力：中身がありません\n");
    let list = b"9/9/9/9/9/9/9/9/9 b - 1\tbad\n4k4/9/9/9/9/9/9/9/9 b G 1\n";
    let text = run_with(["solve", "-", "--lang", "ja"], list);
    assert!(String::from_utf8(text.out).unwrap().starts_with("bad：玉方の玉がありません\n"));
    let rows = run_with(["solve", "-", "--lang", "ja", "--json"], list).rows(2);
    assert_eq!(rows[0]["error"], "the defending side has no king");
}

/// A limit can leave the length by the rules open when that with every interposition is known.
#[test]
fn a_range_is_not_proved_shortest() {
    let limited = [BEHIND, "--nodes", "2000", "--threads", "1"];
    let answer = solve(&limited, 10);
    assert_eq!(
        (&answer["length_status"], &answer["rule_length_status"]),
        (&"minimal".into(), &"at-most".into())
    );
    let every = "15 with every interposition, proved shortest";
    let english = page(&limited).1;
    let headline = format!("mate in at most 15 plies (not proved shortest; {every})\n");
    assert!(english.starts_with(&headline), "{english}");
    let japanese = page(&[&limited[..], &["--lang", "ja"]].concat()).1;
    let headline = "15手以内の詰み（最短は未確認。無駄合も数えれば15手、最短を確認）\n";
    assert!(japanese.starts_with(headline), "{japanese}");
    assert_eq!(page(&[&limited[..], &["-q"]].concat()).1, "mate 15 at-most\n");
    let list = ["solve", "-", "--nodes", "2000", "--memory", "64MiB", "--jobs", "1"];
    let list = String::from_utf8(run_with(list, format!("{BEHIND}\n{ONE}\n").as_bytes()).out).unwrap();
    assert!(list.contains("2 problems: 2 mate (1 proved shortest)"), "{list}");
}

/// If the `v` before the defender's king is forgotten, the only king belongs to the attacker.
#[test]
fn a_king_without_its_side() {
    let diagram = "\
+---------------------------+
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";
    let folder = Folder::new();
    let file = folder.file("forgotten.bod", diagram);
    for command in ["solve", "judge", "explain"] {
        let english = run([command, &file]).error(2);
        assert!(english.contains("the defending side has no king: the only king"), "{command}: {english}");
        let japanese = run([command, &file, "--lang", "ja"]).error(2);
        assert!(japanese.contains("玉方の玉がありません"), "{command}: {japanese}");
    }
    let at_rest = run(["solve", "4k4/9/9/9/9/9/9/9/9 w - 1"]).error(2);
    assert!(at_rest.contains("belongs to the side to move and is not in check"), "{at_rest}");
}

/// Escapes for colours are for terminals only.
#[test]
fn no_colour_in_a_pipe() {
    for args in [&[ONE][..], &[NO_MATE, "-v"], &[ZUKO_1, "--nodes", "10", "--lang", "ja"]] {
        assert!(!page(args).1.contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn positions_from_everywhere() {
    let folder = Folder::new();
    let kif = folder.path("one.kif");
    run(["convert", ONE, "--to", "kif", "-o", kif.to_str().unwrap()]).text();
    assert_eq!(solve(&[kif.to_str().unwrap()], 10)["moves"], serde_json::json!(["G*5b"]));
    for format in ["ki2", "csa", "jkf", "bod", "sfen"] {
        let text = run(["convert", ONE, "--to", format]).text();
        let rows = run_with(["solve", "-", "--json", "--memory", "16MiB"], text.as_bytes()).rows(10);
        assert_eq!(rows[0]["length"], 1, "{format}");
    }
    // The moves of a text lead to the problem; those of a file are its solution.
    let after = solve(&["sfen 9/4k4/9/4P4/9/9/9/9/9 w G 1 moves 5b5a"], 20);
    assert!(after["position"].as_str().unwrap().starts_with("4k4/"), "{after}");
    let list = folder.file("list.sfen", format!("position sfen {ONE} moves G*5b\t1\t一手詰\n"));
    let named = solve(&[&list], 10);
    assert_eq!((&named["name"], &named["length"]), (&"一手詰".into(), &1.into()));
}

#[test]
fn kif_with_variations() {
    let folder = Folder::new();
    let path = folder.path("solution.kif");
    // 飛 on 5c: 5b interposes or the king steps aside.
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b GR 1";
    let answer = solve(&[ZUKO_2, "--kif", path.to_str().unwrap()], 10);
    let text = std::fs::read_to_string(&path).unwrap();
    let record = yomikiri_notation::kif::read(&text).unwrap();
    let moves: Vec<String> = record.main_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(serde_json::json!(moves), answer["moves"]);
    assert_eq!(
        record.line.last().unwrap().action,
        yomikiri_notation::Action::End(yomikiri_notation::EndKind::Mate)
    );
    // Every answer of the defender is there, and each variation is a mate no longer than the main line.
    let mut position = record.initial.clone();
    let mut variations = 0;
    for (index, ply) in record.line.iter().enumerate().take(moves.len()) {
        if index % 2 == 1 {
            assert_eq!(ply.variations.len() + 1, position.legal_moves().len(), "ply {}", index + 1);
            for line in &ply.variations {
                assert!(line.len() <= record.line.len() - index, "ply {}", index + 1);
            }
            variations += ply.variations.len();
        }
        let _ = position.make(ply.action.mv().unwrap());
    }
    assert!(variations > 5, "{text}");
    let both = run(["solve", sfen, "--kif", "-", "--memory", "16MiB"]);
    assert_eq!(both.code, 10);
    assert!(String::from_utf8(both.out).unwrap().contains("\n手数----指手"));
    let list = folder.file("two.sfen", format!("{ONE}\n{ONE}\n"));
    assert!(run(["solve", &list, "--kif", "x.kif"]).error(2).contains("single problem"));
}

#[test]
fn a_picture_of_the_problem() {
    let folder = Folder::new();
    let svg = folder.path("problem.svg");
    let list = folder.file("one.sfen", format!("{ONE}\t1\t<一手詰>\n"));
    solve(&[&list, "--svg", svg.to_str().unwrap()], 10);
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">&lt;一手詰&gt;</text>"), "{picture}");
    assert!(picture.contains(">1手詰</text>") && picture.contains("4k4/9/4P4"), "{picture}");
    let both = run(["solve", NO_MATE, "--svg", "-", "--memory", "16MiB"]);
    let both = String::from_utf8(both.out).unwrap();
    assert!(both.starts_with("no mate\n") && both.ends_with("</svg>\n") && !both.contains("手詰"), "{both}");
    let brinkmate = run(["hisshi", "4k4/9/9/9/9/9/9/9/9 b GS 1", "--svg", "-"]);
    assert!(String::from_utf8(brinkmate.out).unwrap().contains(">1手必至</text>"));
    let list = folder.file("two.sfen", format!("{ONE}\n{ONE}\n"));
    for args in [&["solve", &list][..], &["hisshi", &list]] {
        assert!(run([args, &["--svg", "x.svg"]].concat()).error(2).contains("single problem"), "{args:?}");
    }
    assert!(
        run(["solve", "--game", "othello4", "-----OX--XO----- X", "--svg", "-"]).error(2).contains("--svg")
    );
}

#[test]
fn bad_input() {
    let forty = "4k4/9/9/9/9/9/9/9/9 b 40P 1";
    for (args, expected) in [
        (&["startpos", "--algorithm", "dfpm"][..], "unknown algorithm `dfpm`"),
        (&["9/9/9/9/9/9/9/9/9 b - 1"], "the defending side has no king"),
        (&[forty], "position: column "),
        (&["no/such/file.kif"], "no such file"),
        (&[ONE, "--jobs", "0"], "--jobs"),
        (&[ONE, "--jobs", "-1"], "--jobs"),
        (&[ONE, "--time", "0"], "seconds above 0"),
    ] {
        let message = run([&["solve"], args].concat()).error(2);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    assert!(run_with(["solve", "-"], b"").error(2).contains("there is nothing in it"));
    assert!(run_with(["solve", "-", "--json"], b"# nothing\n").error(2).contains("there is nothing in it"));
    assert!(
        run_with(["solve", "-"], b"nonsense\n").error(2).contains("standard input: line 1: nothing here")
    );
    let typo = b"4k4/9/4x4/9/9/9/9/9/9 b G 1\n";
    assert!(run_with(["solve", "-"], typo).error(2).contains("standard input: line 1, column 8: `x`"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let rows = crate::common::interrupted(["solve", "--json", crate::common::LONG]).rows(130);
    let answer = &rows[0];
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&"unknown".into(), &"stopped".into()));
    assert!(answer["nodes"].as_u64().unwrap() > 0);
    let stopped = crate::common::signalled(["solve", "--json", crate::common::LONG], "TERM").rows(143);
    assert_eq!(stopped[0]["stop_reason"], "stopped");
}

#[test]
fn every_first_move_that_mates() {
    // The gold mates at once, the rook in three.
    let two = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";
    let answer = solve(&[two, "--all"], 10);
    let moves: Vec<&Value> = answer["solutions"].as_array().unwrap().iter().collect();
    assert_eq!((moves.len(), &answer["solutions_open"]), (2, &serde_json::json!([])));
    assert_eq!(
        (&moves[0]["move"], &moves[0]["length"], &moves[0]["leftover"]),
        (&"G*5b".into(), &1.into(), &"R".into())
    );
    assert_eq!((&moves[1]["move"], &moves[1]["length"]), (&"R*5b".into(), &3.into()));
    assert_eq!((&moves[1]["length_status"], &moves[1]["leftover"]), (&"minimal".into(), &"".into()));
    assert_eq!(moves[1]["moves"].as_array().unwrap().len(), 3);
    for args in [&[two, "--all=1"][..], &[two, "--all", "1"], &["--all", "1", two]] {
        assert_eq!(solve(args, 10)["solutions"].as_array().unwrap().len(), 1, "{args:?}");
    }
    assert_eq!(solve(&[NO_MATE, "--all"], 20)["solutions"], serde_json::json!([]));
    assert!(solve(&[two], 10).get("solutions").is_none(), "only where it is asked for");
    // What a limit leaves open is named.
    let open = solve(&[ZUKO_1, "--all", "--nodes", "1000"], 0);
    assert!(!open["solutions_open"].as_array().unwrap().is_empty(), "{open}");
    let text =
        |args: &[&str]| String::from_utf8(run([&["solve", "--memory", "16MiB"], args].concat()).out).unwrap();
    let page = text(&[two, "--all"]);
    assert!(page.contains("\nfirst move  ▲５二飛 (R*5b): mate in 3: △４一玉 ▲３二金\n"), "{page}");
    assert!(
        text(&[two, "--all", "--lang", "ja"]).contains("\n初手        ▲５二飛：3手詰：△４一玉 ▲３二金\n")
    );
    // Lists have them, too.
    let list = run_with(
        ["solve", "-", "--json", "--all", "--memory", "16MiB"],
        format!("{ONE}\n{two}\n").as_bytes(),
    );
    let counts: Vec<usize> =
        list.rows(0).iter().map(|row| row["solutions"].as_array().unwrap().len()).collect();
    assert_eq!(counts, [1, 2]);
    for args in [["--all=0"], ["--all=x"]] {
        assert!(run([&["solve", two][..], &args].concat()).error(2).contains("--all"));
    }
    assert!(run(["solve", two, "--all", "--order", "2"]).error(2).contains("--all"));
}

#[test]
fn no_mate_comes_with_a_refutation() {
    let none = solve(&[NO_MATE], 20);
    let refutation = &none["refutation"];
    assert_eq!((&refutation["end"], &refutation["tries"][0]["answer"]), (&"tries".into(), &"5a5b".into()));
    let no_check = solve(&["8k/9/9/9/9/9/9/9/9 b - 1"], 20);
    assert_eq!(no_check["refutation"], serde_json::json!({"end": "no-check"}));
    // With the defender to move it is the answer that escapes.
    let defender = solve(&["4k4/4R4/9/9/9/9/9/9/9 w G 1"], 20);
    assert_eq!(defender["refutation"]["answer"], "5a5b");
    assert!(solve(&[ONE], 10).get("refutation").is_none());
    let page = |lang: &str| {
        let run = run(["solve", NO_MATE, "--memory", "16MiB", "--lang", lang]);
        String::from_utf8(run.out).unwrap()
    };
    assert!(page("en").starts_with("no mate\n- ▲５二歩成 △同　玉 (5c5b+ 5a5b): one check"), "{}", page("en"));
    assert!(
        page("ja").starts_with("詰みなし\n- ▲５二歩成 △同　玉：王手は1通りで、詰まない\n"),
        "{}",
        page("ja")
    );
    let list =
        run_with(["solve", "-", "--json", "--memory", "16MiB"], format!("{NO_MATE}\n{ONE}\n").as_bytes());
    assert!(list.rows(0).iter().all(|row| row.get("refutation").is_none()), "lists stay cheap");
}
