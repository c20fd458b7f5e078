//! What the commands read: their own output, several sources, folders, patterns, and what is no position at all.

use crate::common::{Folder, NO_MATE, ONE, ZUKO_2, run, run_with};
use serde_json::Value;

/// A problem without the defender's hand, as people paste it.
const BARE: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1";

/// 金 and 銀 against a bare king: S*5c is a brinkmate if the defender holds nothing.
const GOLD_AND_SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";

fn solve<'a>(args: impl IntoIterator<Item = &'a str>, code: i32) -> Vec<Value> {
    let args: Vec<&str> = ["solve", "--json", "--memory", "16M"].into_iter().chain(args).collect();
    run(args).rows(code)
}

fn values<'a>(rows: &'a [Value], key: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[key].as_str().unwrap_or("-")).collect()
}

/// Whatever is printed for people is read back to the same position.
#[test]
fn printed_pages_are_read_back() {
    let folder = Folder::new();
    let white = "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 12";
    for (args, sfen) in [
        (&["show", ZUKO_2][..], ZUKO_2),
        (&["show", white], white),
        (&["solve", BARE], ZUKO_2),
        (&["solve", NO_MATE], "4k4/9/4P4/9/9/9/9/9/9 b P2r2b4g4s4n4l16p 1"),
        (&["solve", white], white),
        (&["explain", ONE, "-v"], "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        (&["judge", "4k4/9/4P4/9/9/9/9/9/9 b 2G 1"], "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"),
        (&["hisshi", GOLD_AND_SILVER, "--all-defences"], GOLD_AND_SILVER),
        (&["beauty", ONE, "--orders", "1"], "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
    ] {
        for lang in ["en", "ja"] {
            let printed = run([args, &["--lang", lang]].concat());
            assert_eq!(printed.err, "", "{args:?}");
            let file = folder.file("printed.txt", &printed.out);
            let text = String::from_utf8(printed.out).unwrap();
            assert_eq!(run(["show", &file, "--json"]).json()["sfen"], sfen, "{args:?}:\n{text}");
        }
    }
    let list = folder.file("list.sfen", format!("{ONE}\t1\tfirst\n{NO_MATE}\t?\tsecond\n"));
    let shown = run(["show", &list]).text();
    let again = run_with(["convert", "-", "--to", "sfen"], shown.as_bytes()).text();
    assert_eq!(again, format!("{ONE}\t1\tfirst\n{NO_MATE}\t?\tsecond\n"));
}

#[test]
fn a_solution_is_solved_again() {
    let first = run(["solve", BARE, "--memory", "16M"]);
    let second = run_with(["solve", "-", "--json", "--memory", "16M"], &first.out);
    assert_eq!(second.rows(10)[0]["length"], 21);
}

#[test]
fn what_is_no_position() {
    let folder = Folder::new();
    let json = String::from_utf8(run(["solve", NO_MATE, "--json", "--memory", "16M"]).out).unwrap();
    for text in ["hello: world\n", "hello：world\n", "{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}\n", &json] {
        let file = folder.file("notes.txt", text);
        for command in ["show", "solve", "judge", "hisshi"] {
            let message = run([command, &file]).error(2);
            assert!(message.starts_with(&format!("{file}: line 1")), "{command}: {message}");
        }
    }
    let message = run(["solve", &folder.file("notes.txt", "hello: world\nmore\n")]).error(2);
    assert!(message.contains("nothing here is a line of KIF") && message.ends_with("begins `hello: world`"));
}

#[test]
fn a_binary_file_is_one_error() {
    let folder = Folder::new();
    let noise: Vec<u8> = (0..40_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let without_zero: Vec<u8> = noise.iter().map(|&byte| byte | 1).collect();
    for bytes in [&noise, &without_zero, &b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n".to_vec()] {
        let file = folder.file("noise.bin", bytes);
        let message = run(["solve", &file]).error(2);
        assert!(message.starts_with(&format!("{file}: ")), "{message}");
    }
}

#[test]
fn messages_are_short_whatever_the_input() {
    let folder = Folder::new();
    let long = "x".repeat(3_000_000);
    let json = format!("{{\"moves\":\"{long}\"}}");
    for text in [&long, &format!("{ONE} {long}"), &format!("先手の持駒：{long}\n"), &json] {
        let file = folder.file("long.txt", text);
        for command in ["show", "solve"] {
            let message = run([command, &file]).error(2);
            assert!(message.chars().count() < 500, "{}", message.len());
        }
    }
    let argument = "y".repeat(100_000);
    assert!(run(["solve", &argument]).error(2).chars().count() < 500);
    assert!(run(["solve", ONE, "--algorithm", &argument]).error(2).chars().count() < 500);
    assert!(run(["solve", ONE, "--memory", &argument]).error(2).chars().count() < 500);
    let message = run(["show", "9/9/9/9/9/9/9/9/9 b - \u{1b}[31m"]).error(2);
    assert!(message.contains("`\\u{1b}[31m`"), "{message}");
}

#[test]
fn names_of_a_list_of_brinkmates() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hisshi.tsv");
    let rows = run(["hisshi", list, "--json", "--nodes", "10", "--memory", "16M"]).rows(0);
    assert_eq!(rows.len(), 10);
    assert_eq!(rows[0]["name"], "kakugen37 1-1 line=G*3b");
    assert!(rows.iter().all(|row| row["name"].as_str().unwrap().contains(" line=")), "{rows:?}");
}

#[test]
fn several_sources_are_a_list() {
    let folder = Folder::new();
    let kif = |name: &str, sfen: &str| {
        let text = run(["convert", sfen, "--to", "kif"]).text();
        folder.file(name, text)
    };
    let (a, b) = (kif("b.kif", ONE), kif("a.kif", NO_MATE));
    let list = folder.file("list.sfen", format!("# two\n{ONE}\tnamed\n{NO_MATE}\n"));
    let rows = solve([&*a, ONE, &b, &list], 0);
    assert_eq!(values(&rows, "verdict"), ["mate", "mate", "nomate", "mate", "nomate"]);
    assert_eq!(values(&rows, "name"), ["b.kif", "-", "a.kif", "named", "list.sfen:3"]);
    // For people as well, and by the other commands.
    let text = run(["solve", &a, &b, "--memory", "16M"]).text();
    assert!(text.starts_with("b.kif: mate in 1 ply") && text.contains("\na.kif: no mate"), "{text}");
    assert_eq!(values(&run(["judge", &a, &b, "--json"]).rows(0), "name"), ["b.kif", "a.kif"]);
    assert_eq!(values(&run(["hisshi", &a, &b, "--json"]).rows(0), "name"), ["b.kif", "a.kif"]);
    // A file that cannot be read is a bad row, a name that is wrong stops at once.
    let bad = folder.file("bad.kif", "hello：world\n");
    let rows = solve([&*bad, &a], 2);
    assert_eq!(values(&rows, "name"), ["bad.kif", "b.kif"]);
    assert!(
        rows[0]["error"].as_str().unwrap().contains("a start position or a move is missing"),
        "{}",
        rows[0]
    );
    assert!(run(["solve", &a, "no-such-file.kif"]).error(2).contains("no-such-file.kif: no such file"));
    assert!(run_with(["solve", "-", "-"], b"").error(2).contains("only once"));
}

/// A mistyped option is no file, wherever it stands.
#[test]
fn unknown_options() {
    let folder = Folder::new();
    let file = folder.file("one.sfen", ONE);
    for command in ["solve", "judge", "hisshi"] {
        for args in [["--tiem", "3", &file], [&file, "--tiem", "3"]] {
            let message = run([&[command][..], &args].concat()).error(2);
            let expected =
                "unexpected argument '--tiem' found; tip: a similar argument exists: '--time'; try --help";
            assert_eq!(message, expected, "{command} {args:?}");
        }
        let message = run([command, "--nonsense", &file]).error(2);
        assert!(message.starts_with("unexpected argument '--nonsense' found"), "{message}");
    }
}

/// The records and lists directly in a folder, by name. Other files are skipped, and standard error
/// says so.
#[test]
fn folders() {
    let folder = Folder::new();
    folder.file("2.kif", run(["convert", NO_MATE, "--to", "kif"]).text());
    folder.file("1.KIF", run(["convert", ONE, "--to", "kif"]).text());
    folder.file("3.sfen", format!("{ONE}\n"));
    folder.file(".4.sfen", format!("{ONE}\n"));
    let path = folder.path("");
    assert_eq!(values(&solve([path.to_str().unwrap()], 0), "name"), ["1.KIF", "2.kif", "3.sfen:1"]);
    // The content decides.
    folder.file("0.txt", run(["convert", ONE, "--to", "kif"]).text());
    folder.file("list", format!("# list\n{ONE}\n"));
    folder.file("notes.txt", "hello");
    folder.file("rows.jsonl", "{\"name\":null}\n");
    folder.file("readme.md", format!("# Problems\n\nThis is one:\n\n{ONE}\n"));
    folder.file("picture.png", b"\x89PNG\r\n\0");
    std::fs::create_dir(folder.path("5.kif")).unwrap();
    let all = |more: &[&str]| {
        run([&["solve", "--json", "--memory", "16MiB", path.to_str().unwrap()][..], more].concat())
    };
    let skipped = all(&[]);
    let names = String::from_utf8(skipped.out).unwrap();
    let names: Vec<&str> = names.lines().map(|row| row.split('"').nth(3).unwrap()).collect();
    assert_eq!(names, ["0.txt", "1.KIF", "2.kif", "3.sfen:1", "list:2"]);
    assert_eq!(skipped.code, 0);
    let said = "skipped, not a record or a list: 5.kif, notes.txt, picture.png, readme.md, rows.jsonl\n";
    assert!(skipped.err.ends_with(said) && skipped.err.lines().count() == 1, "{}", skipped.err);
    assert!(all(&["--lang", "ja"]).err.contains("飛ばしました：5.kif、notes.txt"));
    std::fs::create_dir(folder.path("empty")).unwrap();
    let message = run(["solve", folder.path("empty").to_str().unwrap()]).error(2);
    assert!(message.contains("no file in this folder is a record or a list"), "{message}");
}

#[test]
fn patterns() {
    let folder = Folder::new();
    for name in ["a1.sfen", "a2.sfen", "b.sfen"] {
        folder.file(name, format!("{ONE}\n"));
    }
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    assert_eq!(values(&solve([&*path("a*.sfen")], 0), "name"), ["a1.sfen:1", "a2.sfen:1"]);
    assert_eq!(values(&solve([&*path("?.sfen"), &path("a2.*")], 0), "name"), ["b.sfen:1", "a2.sfen:1"]);
    // One file is a single problem, as if it were named.
    assert_eq!(solve([&*path("b*")], 10).len(), 1);
    assert!(run(["solve", &path("*.kif")]).error(2).ends_with("*.kif: no file matches"));
}

#[test]
fn an_sfen_without_quotation_marks() {
    for command in ["solve", "judge", "show", "moves", "hisshi", "perft"] {
        let words = format!("{command} {ONE} --json");
        let message = run(words.split(' ')).error(2);
        assert!(message.contains(&format!("put it in quotation marks, as in \"{ONE}\"")), "{message}");
    }
    let othello = run("solve --game othello4 -----OX--XO----- X".split(' ')).error(2);
    assert!(othello.contains("one position in quotation marks"), "{othello}");
}

#[test]
fn a_target_that_cannot_be_written_is_known_before_the_search() {
    let folder = Folder::new();
    let nowhere = folder.path("no/such/folder.kif");
    let target = nowhere.to_str().unwrap();
    // Unlimited, the search would not end.
    for command in ["solve", "hisshi"] {
        let message = run([command, crate::common::LONG, "--kif", target]).error(1);
        assert!(message.contains("folder.kif: "), "{message}");
    }
    let empty = ["solve", "--game", "connect6", "--attack", "all", "B:j10 W", "--svg", target];
    assert!(run(empty).error(1).contains("folder.kif: "));
    assert!(run(["solve", crate::common::LONG, "--kif", folder.path("").to_str().unwrap()]).code != 0);
    let kept = folder.file("old.kif", "old\n");
    assert_eq!(run(["solve", "nonsense.kif", "--kif", &kept]).code, 2);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old\n", "nothing is written before the search");
    assert_eq!(folder.names(), ["old.kif"]);
}

#[test]
fn hands_as_written_or_the_rest() {
    let rest = &solve([GOLD_AND_SILVER], 20)[0];
    assert_eq!(rest["hands"], "rest");
    assert_eq!(rest["position"], "4k4/9/9/9/9/9/9/9/9 b GS2r2b3g3s4n4l18p 1");
    let written = &solve([GOLD_AND_SILVER, "--hands", "written"], 20)[0];
    assert_eq!((&written["hands"], &written["position"]), (&"written".into(), &GOLD_AND_SILVER.into()));
    // A hand that is written is left alone, and a row that cannot be read has none.
    assert_eq!(solve([ZUKO_2], 10)[0]["hands"], "written");
    let rows = run_with(["solve", "-", "--json"], format!("{ONE}\nbad/1/1/1/1/1\n").as_bytes()).rows(2);
    assert_eq!((&rows[0]["hands"], &rows[1]["hands"]), (&"rest".into(), &Value::Null));
    assert!(rows[1].as_object().unwrap().contains_key("hands"));
    // The same option everywhere, with the default of each command; the former name still works.
    for (args, hands) in [
        (&["judge", ONE][..], "rest"),
        (&["judge", ONE, "--hands", "written"], "written"),
        (&["hisshi", ONE], "written"),
        (&["hisshi", ONE, "--rest"], "rest"),
        (&["hisshi", ONE, "--hands", "rest"], "rest"),
        (&["solve", ONE, "--order", "2"], "written"),
        (&["solve", ONE, "--order", "2", "--rest"], "rest"),
        (&["solve", ONE, "--rest"], "rest"),
        (&["threats", ONE], "written"),
        (&["threats", ONE, "--hands", "rest"], "rest"),
        (&["beauty", ONE, "--orders", "1", "--hands", "written"], "written"),
    ] {
        let out = run([args, &["--json", "--memory", "16M"]].concat()).out;
        let row: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(row["hands"], hands, "{args:?}");
    }
    assert!(run(["solve", ONE, "--rest", "--hands", "written"]).error(2).contains("--rest"));
    assert!(
        run(["solve", "--game", "othello4", "XO X", "--hands", "rest"]).error(2).contains("mate problems")
    );
    // For people, only where it makes a difference.
    let page = |args: &[&str]| String::from_utf8(run([args, &["--memory", "16M"]].concat()).out).unwrap();
    assert!(page(&["solve", ONE]).contains("\nhands       the defender holds all missing pieces"));
    assert!(page(&["judge", ONE, "--hands", "written"]).contains("\nhands       the defender holds nothing"));
    assert!(!page(&["solve", ZUKO_2]).contains("\nhands "));
    // An explicit なし is overruled by default, and kept on request.
    let bod = run(["convert", ONE, "--to", "bod"]).text();
    assert!(bod.contains("後手の持駒：なし"));
    let rows = |more: &[&str]| run_with([&["solve", "-", "--json"], more].concat(), bod.as_bytes()).rows(10);
    assert_eq!(rows(&[])[0]["hands"], "rest");
    assert_eq!(rows(&["--hands", "written"])[0]["position"], ONE);
}

#[test]
fn units_of_memory() {
    for size in ["64G", "64GB", "64GiB", "1T", "16m"] {
        assert_eq!(run(["solve", ONE, "--memory", size]).code, 10, "{size}");
    }
    assert!(run(["solve", ONE, "--memory", "64Gi"]).error(2).contains("2GiB or 2G"));
}

/// Errors of the input are in Japanese for a Japanese reader, without English words apart from the
/// names of files and options.
#[test]
fn errors_of_the_input_in_japanese() {
    let folder = Folder::new();
    let rank = "4k4/9/4P4/9/9/9/9/9/9 b";
    let binary = folder.file("binary.kif", b"\0\x01\x02");
    let encoding = folder.file("encoding.kif", b"\xff\xff\xff\xff");
    let nothing = folder.file("nothing.kif", "");
    let typo =
        folder.file("typo.kif", "\u{624b}\u{5408}\u{5272}\u{ff1a}\u{732b}\n1 \u{ff17}\u{516d}\u{6b69}(77)\n");
    let two = folder.file("two.sfen", format!("{rank} G 1\n{rank} R 1\n"));
    let other = Folder::new();
    let missing = other.path("missing.kif").to_str().unwrap().to_owned();
    let pattern = other.path("*.kif").to_str().unwrap().to_owned();
    let empty = other.path("").to_str().unwrap().to_owned();
    let five = "4k4/9/GGGGG4/9/9/9/9/9/9 b - 1";
    let ranks = "4k4/9/9/9/9/9/9/9 b - 1";
    let one = format!("{rank} G 1");
    let cases: &[&[&str]] = &[
        &["solve", five],
        &["solve", ranks],
        &["show", five],
        &["moves", ranks],
        &["moves", &one, "--kind", "evasions"],
        &["solve", &binary],
        &["solve", &encoding],
        &["show", &encoding],
        &["judge", &nothing],
        &["judge", &typo],
        &["explain", &typo],
        &["solve", &missing],
        &["solve", &pattern],
        &["solve", &empty],
        &["solve", "-", "-"],
        &["explain", &two],
        &["solve", &two, "--kif", "-"],
        &["solve", &two, "--svg", "-"],
        &["hisshi", &two, "--kif", "-"],
        &["judge", &two, "--kif", "-"],
        &["show", &two, "--svg", "-"],
        &["show", &one, "--ply", "3"],
        &["convert", &two, "--to", "bod"],
        &["solve", &one, "--algorithm", "luck"],
        &["solve", "--game", "othello4", "XOXO X"],
        &["solve", "--game", "connect6", "nonsense"],
    ];
    for case in cases {
        let error = run([case, &["--lang", "ja"][..]].concat()).error(2);
        let names = case.iter().filter(|argument| argument.len() > 2);
        let rest = names.fold(error.clone(), |rest, name| rest.replace(name, ""));
        let quoted = rest.split('「').map(|part| part.split_once('」').map_or(part, |(_, after)| after));
        let rest = quoted.collect::<String>().replace("Shift-JIS", "");
        let formats = ["kif", "kifu", "csa", "jkf", "bod", "sfen", "usi", "tsv"];
        let is_english = |word: &str| word.len() > 2 && !word.starts_with('-') && !formats.contains(&word);
        let mut words =
            rest.split(|c: char| !c.is_ascii_lowercase() && c != '-').filter(|word| is_english(word));
        assert_eq!(words.next(), None, "{case:?}: {error}");
        assert!(!error.is_ascii(), "{case:?}: {error}");
    }
    // Rows of lists are no different, and JSON stays English.
    let list = format!("{five}\tfive\n{ranks}\tranks\nwhat\twhat\n{one}\tone\n");
    for command in ["solve", "judge", "hisshi"] {
        let rows = run_with([command, "-", "--lang", "ja", "--nodes", "1000"], list.as_bytes());
        let rows = String::from_utf8(rows.out).unwrap();
        assert!(rows.contains("five：1行目") && rows.contains("金が5枚あります（4枚まで）"), "{rows}");
        assert!(rows.contains("ranks：2行目") && rows.contains("段が8個あります（9個必要です）"), "{rows}");
    }
    let rows = run_with(["solve", "-", "--lang", "ja", "--json"], list.as_bytes()).rows(2);
    assert!(rows[1]["error"].as_str().unwrap().ends_with("8 ranks, expected 9"), "{}", rows[1]);
}
