//! `yomikiri convert`

use std::fs;

use crate::common::{Folder, ZUKO_1, run, run_with};
use encoding_rs::SHIFT_JIS;

const FORMATS: [&str; 6] = ["kif", "ki2", "csa", "jkf", "sfen", "bod"];
const GAME: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";

/// The main line of whatever was written, read back by the program itself.
fn moves(bytes: &[u8]) -> String {
    run_with(["show", "-", "--json"], bytes).json()["moves"].to_string()
}

#[test]
fn games_survive_every_format() {
    for format in FORMATS.into_iter().filter(|&format| format != "bod") {
        let text = run(["convert", GAME, "--to", format]).text();
        assert_eq!(moves(text.as_bytes()), r#"["7g7f","3c3d","8h2b+","3a2b"]"#, "{format}: {text}");
    }
}

#[test]
fn positions_survive_every_pair_of_formats() {
    for first in FORMATS {
        let text = run(["convert", ZUKO_1, "--to", first]).text();
        for second in FORMATS {
            let again = run_with(["convert", "-", "--to", second], text.as_bytes()).text();
            let json = run_with(["show", "-", "--json"], again.as_bytes()).json();
            assert_eq!(json["sfen"], ZUKO_1, "{first} {second}: {again}");
            let told = run_with(["convert", "-", "--to", second, "--from", first], text.as_bytes()).text();
            assert_eq!(told, again);
        }
    }
}

#[test]
fn shift_jis_in_utf8_out_and_back() {
    let kif = run(["convert", GAME, "--to", "kif"]).text();
    let (old, _, _) = SHIFT_JIS.encode(&kif);
    let folder = Folder::new();
    let file = folder.file("old.kif", &old);
    assert_eq!(run(["convert", &file, "--to", "kif"]).text(), kif);
    let run = run(["convert", &file, "--to", "kif", "--encoding", "shift-jis"]);
    assert_eq!((run.code, run.out.as_slice()), (0, &*old));
}

#[test]
fn what_shift_jis_lacks() {
    let folder = Folder::new();
    let file = folder.file("a.kif", "作者：𠮷田♔\n手合割：平手\n手数----指手\n   1 ７六歩(77)\n");
    let target = folder.path("b.kif");
    let target = target.to_str().unwrap();
    let message = run(["convert", &file, "--to", "kif", "--encoding", "shift-jis", "-o", target]).error(2);
    assert!(message.to_lowercase().contains("shift-jis"), "{message}");
    assert_eq!(folder.names(), ["a.kif"]);
    run(["convert", &file, "--to", "kif", "-o", target]).text();
    assert!(fs::read_to_string(target).unwrap().contains("𠮷田♔"));
}

#[test]
fn json() {
    let json = run(["convert", GAME, "--to", "csa", "--json"]).json();
    assert_eq!((&json["records"], &json["format"]), (&1.into(), &"csa".into()));
    assert_eq!(json["text"], run(["convert", GAME, "--to", "csa"]).text());
    let folder = Folder::new();
    let target = folder.path("a.csa");
    let target = target.to_str().unwrap();
    let json = run(["convert", GAME, "--to", "csa", "-o", target, "--json"]).json();
    assert_eq!(json.to_string(), format!(r#"{{"records":1,"format":"csa","files":["{target}"]}}"#));
}

/// A diagram of `… moves …` is the position after the moves, as in `show`.
#[test]
fn a_diagram_of_a_text_with_moves() {
    let bod = run(["convert", GAME, "--to", "bod"]).text();
    let sfen = run_with(["convert", "-", "--to", "sfen"], bod.as_bytes()).text();
    let expected = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb ";
    assert!(sfen.starts_with(expected), "{sfen}");
}

/// A list becomes as many files as the format needs.
#[test]
fn several_records() {
    let list = format!("{ZUKO_1}\n4k4/9/4G4/9/9/9/9/9/9 b G 1\n");
    let json = run_with(["convert", "-", "--to", "sfen", "--json"], list.as_bytes()).json();
    assert_eq!(json["records"], 2);
    assert_eq!(json["text"].as_str().unwrap().lines().count(), 2);
    for format in ["kif", "ki2", "csa", "jkf"] {
        let text = run_with(["convert", "-", "--to", format], list.as_bytes()).text();
        let back = run_with(["convert", "-", "--to", "sfen"], text.as_bytes()).text();
        assert_eq!(back, list, "{format}");
    }
    let folder = Folder::new();
    let target = folder.path("p.bod");
    run_with(["convert", "-", "--to", "bod", "-o", target.to_str().unwrap()], list.as_bytes()).text();
    assert_eq!(folder.names(), ["p-1.bod", "p-2.bod"]);
    let first = run(["show".as_ref(), folder.path("p-1.bod").as_os_str(), "--json".as_ref()]).json();
    assert_eq!(first["sfen"], ZUKO_1);
    let message = run_with(["convert", "-", "--to", "bod"], list.as_bytes()).error(2);
    assert!(message.contains("-o FILE"), "{message}");
}

/// A failed conversion leaves the old file, even if it is the input itself.
#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = Folder::new();
    let file = folder.file("a.kif", "手合割：平手\n手数----指手\n   1 ７六歩(77)\n   2 ７六歩(77)\n");
    let before = fs::read(&file).unwrap();
    let message = run(["convert", &file, "--to", "csa", "-o", &file]).error(2);
    assert!(message.starts_with(&format!("{file}: line 4")), "{message}");
    assert_eq!(fs::read(&file).unwrap(), before);
    let file = folder.file("a.kif", "手合割：平手\n手数----指手\n   1 ７六歩(77)\n");
    run(["convert", &file, "--to", "csa", "-o", &file]).text();
    assert_eq!(moves(&fs::read(&file).unwrap()), r#"["7g7f"]"#);
    assert_eq!(folder.names(), ["a.kif"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new();
    let real = folder.file("real.sfen", "old");
    let link = folder.path("link.sfen");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    run(["convert", ZUKO_1, "--to", "sfen", "-o", link.to_str().unwrap()]).text();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains(ZUKO_1));
}

#[test]
fn bad_input() {
    for (args, expected) in [
        (&["convert", GAME, "--to", "pgn"][..], "possible values: kif, ki2, csa, jkf, bod, sfen"),
        (&["convert", GAME], "--to <FORMAT>"),
        (&["convert", "nothing.kif", "--to", "kif"], "nothing.kif: no such file"),
        (&["convert", "startpos moves 7g7e", "--to", "kif"], "7g7e"),
    ] {
        let message = run(args).error(2);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    for (bytes, expected) in [
        (&b"\xff\xfe\xfd\x81"[..], "standard input: line 1"),
        (b"", "standard input: "),
        (b"hello world\n", "standard input: line 1"),
        (b"{\"moves\": 3}", "standard input: line 1"),
    ] {
        let message = run_with(["convert", "-", "--to", "kif"], bytes).error(2);
        assert!(message.contains(expected), "{bytes:?}: {message}");
    }
}
