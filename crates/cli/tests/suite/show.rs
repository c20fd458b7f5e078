//! `yomikiri show`

use std::fs;

use crate::common::{Folder, ZUKO_1, run, run_with};

#[test]
fn a_position_text() {
    let text = run(["show", ZUKO_1]).text();
    assert!(text.starts_with("☖持駒：金二　桂　香二　歩十一\n"), "{text}");
    assert!(text.contains("｜　・　・　・ｖ玉　・　・　・　・　・｜五\n"), "{text}");
    assert!(text.ends_with("☗持駒：銀　歩\n手番：☗先手\n"), "{text}");
    assert_eq!(run_with(["show", "-"], ZUKO_1.as_bytes()).text(), text);
}

#[test]
fn moves_of_a_text_are_played() {
    let json = run(["show", "startpos moves 7g7f", "--json"]).json();
    assert_eq!(json["sfen"], "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
    assert_eq!(json["side"], "white");
    let svg = run(["show", "startpos moves 7g7f", "--svg", "-"]).text();
    assert!(svg.contains("shade-7g") && svg.contains("shade-7f"), "the last move is shaded");
}

#[test]
fn json() {
    let json = run(["show", ZUKO_1, "--json"]).json();
    assert_eq!(json["sfen"], ZUKO_1);
    assert_eq!(json["side"], "black");
    assert_eq!(json["hands"].to_string(), r#"{"black":{"S":1,"P":1},"white":{"G":2,"N":1,"L":2,"P":11}}"#);
    assert_eq!(json["check"], false);
    assert_eq!(json["diagram"], run(["show", ZUKO_1]).text());
}

const KIF: &str = "\
作者：伊藤看寿
作品名：試作
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 金|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 １二金打
";

#[test]
fn a_file_shows_where_it_starts() {
    let folder = Folder::new();
    let file = folder.file("a.kif", KIF);
    let text = run(["show", &file]).text();
    assert!(text.starts_with("作者：伊藤看寿\n作品名：試作\n☖持駒：なし\n"), "{text}");
    assert!(text.ends_with("☗持駒：金\n手番：☗先手\n"), "{text}");
    let json = run(["show", &file, "--json"]).json();
    assert_eq!(json["sfen"], "8k/9/8G/9/9/9/9/9/9 b G 1");
    assert_eq!(json["moves"].to_string(), r#"["G*1b"]"#);
    assert_eq!(json["headers"]["作者"], "伊藤看寿");
}

#[test]
fn svg_files() {
    let folder = Folder::new();
    let file = folder.file("a.kif", KIF);
    let svg = folder.path("a.svg");
    assert_eq!(run(["show".as_ref(), file.as_ref(), "--svg".as_ref(), svg.as_os_str()]).text(), "");
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains(">試作</text>") && picture.contains(">伊藤看寿</text>"), "{picture}");
    let json = run(["show", &file, "--svg", "-", "--json"]).json();
    assert_eq!(json["svg"], picture);
    assert_eq!(folder.names(), ["a.kif", "a.svg"], "no draft is left behind");
}

#[test]
fn a_position_of_a_record() {
    let folder = Folder::new();
    let file = folder.file("a.kif", KIF);
    let json = |ply: &str| run(["show", &file, "--ply", ply, "--json"]).json();
    assert_eq!(json("0")["sfen"], run(["show", &file, "--json"]).json()["sfen"]);
    assert_eq!(
        (&json("0")["last_move"], &json("1")["last_move"]),
        (&serde_json::Value::Null, &"G*1b".into())
    );
    assert_eq!(json("1")["sfen"], "8k/8G/8G/9/9/9/9/9/9 w - 2");
    let text = run(["show", &file, "--ply", "1"]).text();
    assert!(text.contains("\nafter move 1, ▲１二金打\n☖持駒：なし\n"), "{text}");
    assert!(run(["show", &file, "--ply", "1", "--lang", "ja"]).text().contains("\n1手目▲１二金打まで\n"));
    let svg = run(["show", &file, "--ply", "1", "--svg", "-"]).text();
    assert!(svg.contains("shade-1b") && svg.contains("font-weight=\"bold\""), "the last move is marked");
    // Of a text, whose end is shown otherwise.
    let start = run(["show", "startpos moves 7g7f 3c3d", "--ply", "1", "--json"]).json();
    assert_eq!(start["last_move"], "7g7f");
    assert_eq!(run(["show", &file, "--ply", "2"]).error(2), "--ply 2: the record has 1 move");
    let list = folder.file("list.sfen", format!("{ZUKO_1}\n{ZUKO_1}\n"));
    assert_eq!(run(["show", &list, "--ply", "1"]).error(2), "--ply 1: record 1 has 0 moves");
}

/// Width and height of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn png_files() {
    let folder = Folder::new();
    let file = folder.file("a.kif", KIF);
    let png = folder.path("a.png");
    let args = |png: &std::path::Path| ["show", &file, "--png", png.to_str().unwrap()].map(str::to_owned);
    assert_eq!(run(args(&png)).text(), "");
    assert_eq!(size(&fs::read(&png).unwrap()), (1184, 1048));
    // The last move is marked, so the same board looks different.
    let (moved, plain) = (run(["show", &file, "--ply", "1", "--png", "-"]).out, "8k/8G/8G/9/9/9/9/9/9 w - 2");
    assert_eq!(size(&moved), (1184, 1048));
    let json = run(["show", plain, "--svg", "-", "--png", png.to_str().unwrap(), "--json"]).json();
    assert_eq!(json["png_file"], png.to_str().unwrap());
    assert_ne!(moved, fs::read(&png).unwrap());
    assert!(json["svg"].as_str().unwrap().starts_with("<svg "));
    for (args, expected) in [
        (&["--png", "-", "--json"][..], "--png -: JSON cannot hold"),
        (&["--png", "-", "--svg", "-"], "--png -: standard output"),
    ] {
        assert!(run([&["show", &file], args].concat()).error(2).starts_with(expected), "{args:?}");
    }
    let list = folder.file("list.sfen", format!("{ZUKO_1}\n{ZUKO_1}\n"));
    assert!(run(["show", &list, "--png", "-"]).error(2).contains("2 problems"));
}

#[test]
fn several_problems() {
    let folder = Folder::new();
    let list = format!("# two problems\n{ZUKO_1}\n\n4k4/9/4G4/9/9/9/9/9/9 b G 1\n");
    let file = folder.file("list.sfen", list);
    let text = run(["show", &file]).text();
    assert_eq!(text.matches("☗持駒：").count(), 2);
    assert!(text.starts_with("【1】\n") && text.contains("\n\n【2】\n"), "{text}");
    let lines = run(["show", &file, "--json"]).text();
    let sides: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["sfen"].clone())
        .collect();
    assert_eq!(sides, [ZUKO_1, "4k4/9/4G4/9/9/9/9/9/9 b G 1"]);
    let svg = folder.path("p.svg");
    run(["show".as_ref(), file.as_ref(), "--svg".as_ref(), svg.as_os_str()]).text();
    assert_eq!(folder.names(), ["list.sfen", "p-1.svg", "p-2.svg"]);
    let message = run(["show", &file, "--svg", "-"]).error(2);
    assert!(message.contains("2 problems"), "{message}");
}

#[test]
fn bad_input() {
    let message = run(["show", "no-such-file.kif"]).error(2);
    assert!(message.starts_with("no-such-file.kif: no such file"), "{message}");
    let message = run(["show", "4k4/9/9/9/9/9/9/9/4x4 b - 1"]).error(2);
    assert!(message.starts_with("position: column 20: `x`"), "{message}");
    let folder = Folder::new();
    let message = run(["show".as_ref(), folder.path("").as_os_str()]).error(2);
    assert!(message.contains("directory"), "{message}");
    let bad = folder.file("bad.kif", KIF.replace("１二金打", "１二銀打"));
    let message = run(["show", &bad]).error(2);
    assert!(message.starts_with(&format!("{bad}: line 18")), "{message}");
    let empty = folder.file("empty.kif", "");
    assert!(run(["show", &empty]).error(2).starts_with(&empty));
}

/// On the command line, in a file and on standard input.
#[test]
fn lax_positions() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b 3R 1";
    let folder = Folder::new();
    let file = folder.file("list.sfen", format!("{sfen}\n"));
    assert!(run(["show", sfen]).error(2).contains("column 25: "));
    assert!(run(["show", &file]).error(2).contains("line 1, column 25: "));
    for input in [sfen, &file] {
        assert_eq!(run(["show", input, "--lax", "--json"]).json()["hands"]["black"]["R"], 3);
        assert_eq!(run(["convert", input, "--to", "sfen", "--lax"]).text(), format!("{sfen}\n"));
    }
    assert!(run_with(["show", "-", "--lax"], sfen.as_bytes()).text().contains("飛三"));
}

#[test]
fn an_unwritable_target_is_not_the_input_s_fault() {
    let folder = Folder::new();
    let target = folder.path("no/such/folder.svg");
    let message = run(["show".as_ref(), "startpos".as_ref(), "--svg".as_ref(), target.as_os_str()]).error(1);
    assert!(message.contains("folder.svg: "), "{message}");
}

#[test]
fn the_length_of_a_problem_in_the_caption() {
    let svg = run_with(["show", "-", "--svg", "-"], format!("{ZUKO_1}\t69\t図巧 1\n").as_bytes()).text();
    assert!(svg.contains(">図巧 1</text>") && svg.contains(">69手詰</text>"), "{svg}");
}
