//! `yomikiri perft`

use crate::common::{ZUKO_1, run, run_with};

#[test]
fn counts() {
    let json = run(["perft", "startpos", "--depth", "4", "--json"]).json();
    assert_eq!((&json["depth"], &json["nodes"]), (&4.into(), &719_731.into()));
    assert!(json["seconds"].as_f64().unwrap() > 0.0);
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["depth", "nodes", "seconds"]);
    let text = run(["perft", "startpos", "--depth", "4"]).text();
    assert!(text.starts_with("719731 nodes at depth 4 in "), "{text}");
    assert_eq!(run(["perft", "startpos", "--depth", "0", "--json"]).json()["nodes"], 1);
}

#[test]
fn every_way_to_write_a_position() {
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let expected = run(["perft", after, "--depth", "3", "--json"]).json()["nodes"].clone();
    let sfen = format!("sfen {after}");
    let position = format!("position sfen {after}");
    for text in ["startpos moves 7g7f", "position startpos moves 7g7f", &sfen, &position] {
        assert_eq!(run(["perft", text, "--depth", "3", "--json"]).json()["nodes"], expected, "{text}");
    }
    let piped = run_with(["perft", "-", "--depth", "3", "--json"], format!("{after}\n").as_bytes());
    assert_eq!(piped.json()["nodes"], expected);
}

#[test]
fn divide_adds_up() {
    let json = run(["perft", "startpos", "--depth", "3", "--divide", "--json"]).json();
    let divide = json["divide"].as_object().unwrap();
    assert_eq!(divide.len(), 30);
    assert_eq!(divide["7g7f"], 1110);
    assert_eq!(divide.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 25_470);
    assert_eq!(json["nodes"], 25_470);
    let text = run(["perft", "startpos", "--depth", "3", "--divide"]).text();
    assert_eq!(text.lines().count(), 31);
    assert!(text.lines().any(|line| line == "7g7f  1110"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("25470 nodes"), "{text}");
}

#[test]
fn tsume_walks() {
    let one_king = "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1";
    let two_kings = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    for (sfen, nodes) in [(one_king, 3_773_320), (two_kings, 221_882)] {
        assert_eq!(run(["perft", sfen, "--tsume", "--depth", "8", "--json"]).json()["nodes"], nodes);
    }
    let json = run(["perft", ZUKO_1, "--tsume", "--depth", "4", "--divide", "--json"]).json();
    let shares: u64 = json["divide"].as_object().unwrap().values().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(json["nodes"], shares + 1, "the root counts");
    assert_eq!(json["nodes"], run(["perft", ZUKO_1, "--tsume", "--depth", "4", "--json"]).json()["nodes"]);
}

/// The side without a king attacks even when the other side is to move.
#[test]
fn a_lone_king_is_the_defender() {
    let json = run(["perft", "4k4/9/4G4/4R4/9/9/9/9/9 w - 1", "--tsume", "--depth", "1", "--json"]).json();
    assert_eq!(json["nodes"], 1, "White is not in check: no evasion");
    let json = run(["perft", "4k4/4G4/4R4/9/9/9/9/9/9 w r 1", "--tsume", "--depth", "2", "--json"]).json();
    assert_eq!(json["nodes"], 1, "mated");
    let check = "4k4/9/4R4/9/9/9/9/9/9 w - 1";
    let evasions = run(["moves", check, "--kind", "evasions", "--json"]).json()["count"].as_u64().unwrap();
    let json = run(["perft", check, "--tsume", "--depth", "1", "--json"]).json();
    assert_eq!(json["nodes"], 1 + evasions);
    assert!(evasions > 0);
}

#[test]
fn lax_positions() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b 3R 1";
    let message = run(["perft", sfen, "--depth", "1"]).error(2);
    assert!(message.starts_with("position: column 25: ") && message.contains("3 rooks"), "{message}");
    assert!(run(["perft", sfen, "--depth", "1", "--lax", "--json"]).json()["nodes"].as_u64().unwrap() > 70);
}

#[test]
fn bad_input() {
    for (args, expected) in [
        (&["perft", "startpos", "--depth", "101"][..], "101 is not in 0..=100"),
        (&["perft", "startpos", "--depth", "-1"], "-1 is not in 0..=100"),
        (&["perft", "startpos"], "--depth <N>"),
        (&["perft", "--depth", "3"], "<POSITION|FILE>"),
        (&["perft", "", "--depth", "1"], "position: column 1: "),
        (&["perft", "4k4/9/9/9/9/9/9/9/4x4 b - 1", "--depth", "1"], "position: column 20: `x`"),
        (&["perft", "startpos moves 7g7f 7g7f", "--depth", "1"], "7g7f"),
        (&["perft", "startpos extra", "--depth", "1"], "position: "),
    ] {
        let message = run(args).error(2);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    let message = run_with(["perft", "-", "--depth", "1"], b"\n4k4/9 b - 1\n").error(2);
    assert!(message.starts_with("standard input: line 2, column 1: 2 ranks"), "{message}");
    let message = run_with(["perft", "-", "--depth", "1"], b"startpos\nstartpos\n").error(2);
    assert!(message.ends_with("one position is enough for this command"), "{message}");
    assert!(run(["perft", "-", "--depth", "1"]).error(2).starts_with("standard input: "));
}
