//! `yomikiri moves`

use crate::common::{ZUKO_1, run, run_with};

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
