//! `yomikiri moves`

use crate::common::{Folder, ZUKO_1, run, run_with};

#[test]
fn legal_moves() {
    let json = run(["moves", "startpos", "--json"]).json();
    assert_eq!(json["count"], 30);
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 30);
    let at = moves.iter().position(|mv| mv == "7g7f").expect("7g7f");
    assert!(json["japanese"][at].as_str().unwrap().ends_with("７六歩"), "{}", json["japanese"][at]);
    assert_eq!(json["japanese"].as_array().unwrap().len(), 30);
    let text = run(["moves", "startpos", "--kind", "legal"]).text();
    assert!(text.lines().any(|line| line.starts_with("7g7f  ") && line.ends_with("７六歩")), "{text}");
    assert_eq!(text.lines().last(), Some("30 moves"));
}

#[test]
fn checks_and_evasions() {
    let json = run(["moves", ZUKO_1, "--kind", "checks", "--json"]).json();
    let moves: Vec<&str> = json["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(json["count"], moves.len());
    assert!(moves.contains(&"S*5d") && !moves.contains(&"S*1a"), "{moves:?}");
    assert!(moves.is_sorted());
    let piped = run_with(["moves", "-", "--kind", "checks", "--json"], ZUKO_1.as_bytes()).json();
    assert_eq!(piped, json);
    let evasions = run(["moves", "8k/9/8G/9/9/9/9/9/8L w - 1", "--kind", "evasions"]).error(2);
    assert_eq!(evasions, "--kind evasions: the side to move is not in check; try --kind legal");
    let json = run(["moves", "8k/8G/8L/9/9/9/9/9/9 w - 1", "--kind", "evasions", "--json"]).json();
    assert_eq!(json.to_string(), r#"{"count":0,"moves":[],"japanese":[]}"#);
}

/// Files are read as `solve` and `show` read them: the record's moves are its solution.
#[test]
fn files() {
    let folder = Folder::new();
    let expected = run(["moves", ZUKO_1]).text();
    let kif = run(["convert", ZUKO_1, "--to", "kif"]).text();
    let sjis = encoding_rs::SHIFT_JIS.encode(&kif).0;
    for file in [
        folder.file("problem.kif", &kif),
        folder.file("m.txt", &sjis),
        folder.file("list.sfen", format!("# one\n{ZUKO_1}\t611\t寿\n")),
        folder.file("solution.sfen", format!("sfen {ZUKO_1} moves S*5d\n")),
    ] {
        assert_eq!(run(["moves", &file]).text(), expected, "{file}");
    }
    assert_eq!(run_with(["moves", "-"], kif.as_bytes()).text(), expected);
    assert_eq!(run_with(["moves", "-"], &sjis).text(), expected);
    // On standard input, moves of a position text lead to the position, as on the command line.
    let position = "startpos moves 7g7f";
    assert_eq!(run_with(["moves", "-"], position.as_bytes()).text(), run(["moves", position]).text());
    let file = folder.file("game.kif", run(["convert", position, "--to", "kif"]).text());
    assert_eq!(run(["perft", &file, "--depth", "1", "--json"]).json()["nodes"], 30);
    assert_eq!(
        run(["moves", "missing.kif"]).error(2),
        "missing.kif: no such file, and not a position either"
    );
    let two = folder.file("two.sfen", format!("{ZUKO_1}\n{ZUKO_1}\n"));
    assert!(run(["moves", &two]).error(2).ends_with("one position is enough for this command"));
}

/// The move before makes 同 possible.
#[test]
fn the_same_square() {
    let position = "startpos moves 7g7f 3c3d 8h2b+";
    let json = run(["moves", position, "--json"]).json();
    let moves = json["moves"].as_array().unwrap();
    let at = moves.iter().position(|mv| mv == "3a2b").expect("3a2b");
    assert!(json["japanese"][at].as_str().unwrap().contains('同'), "{}", json["japanese"][at]);
}

#[test]
fn bad_kind() {
    let message = run(["moves", "startpos", "--kind", "quiet"]).error(2);
    assert!(message.contains("possible values: legal, checks, evasions"), "{message}");
}
