//! Lists: rows on solvers that are kept.

use std::sync::Arc;

use serde_json::{Value, json};
use yomikiri_service::{LimitCaps, ListRequest};

const CAPS: LimitCaps = LimitCaps { time: None, nodes: None, memory: 1 << 30, threads: 2 };
const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b P 1";

fn parse(request: &Value) -> Result<ListRequest, String> {
    let parsed = ListRequest::parse(request.to_string().as_bytes(), &CAPS, 16 << 20, Arc::default());
    parsed.map_err(|error| error.to_string())
}

fn rows(request: &Value, texts: &[&str]) -> Vec<Value> {
    let request = parse(request).unwrap();
    let mut solvers = request.solvers(2).unwrap();
    assert_eq!(solvers.len(), 2);
    let row = |(index, text): (usize, &&str)| {
        let row = request.row(Ok(text), index + 1, &mut solvers[index % 2], &mut |_| {});
        serde_json::from_str(&row).expect("JSON")
    };
    texts.iter().enumerate().map(row).collect()
}

#[test]
fn rows_are_those_of_the_command() {
    let named = format!("{MATE_IN_1}\t3\tone");
    let texts =
        [&named, NO_MATE, "what", "9/9/9/9/9/9/9/9/9 b - 1", "", "4k4/9/9/9/9/9/9/9/9 w - 1", MATE_IN_1];
    let solved = rows(&json!({ "command": "solve" }), &texts);
    let verdicts: Vec<Option<&str>> = solved.iter().map(|row| row["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("mate"), Some("nomate"), None, None, None, None, Some("mate")]);
    assert_eq!(solved[0]["name"], "one");
    assert_eq!((&solved[0]["expected_length"], &solved[0]["length_differs"]), (&json!(3), &json!(true)));
    assert_eq!((&solved[2]["line"], &solved[2]["input"]), (&json!(3), &json!("what")));
    assert!(solved[2..6].iter().all(|row| row["error"].is_string()), "{solved:?}");
    let judged = rows(&json!({ "command": "judge", "hands": "rest" }), &texts);
    assert_eq!((&judged[6]["grade"], &judged[1]["grade"]), (&json!("sound"), &json!("unsound")));
    let brinkmates = rows(&json!({ "command": "hisshi", "order": 2 }), &["8k/8g/6P1P/9/9/9/9/9/9 b R 1"]);
    assert_eq!(brinkmates[0]["verdict"], "brinkmate");
}

/// As in the lists of the command: the moves of a row are its solution, so its position is the
/// start.
#[test]
fn the_moves_of_a_row_are_its_solution() {
    let start = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
    let texts = [
        &format!("{start} moves S*4b\t3\tthree"),
        &format!("position sfen {start} moves S*4b\t3\tthree"),
        &format!("sfen {start}\t3\tthree"),
    ];
    for row in rows(&json!({ "command": "solve" }), &texts.map(String::as_str)) {
        let (name, length, differs) = (&row["name"], &row["length"], &row["length_differs"]);
        assert_eq!((name, length, differs), (&json!("three"), &json!(3), &json!(false)), "{row}");
        assert!(row["position"].as_str().unwrap().starts_with("4k4/9/4P4/9/9/9/9/9/9 b RS"), "{row}");
    }
    let faulty = &rows(&json!({ "command": "solve" }), &[MATE_IN_1, "4k4/9/9 b - 1\t3\tbad"])[1];
    assert_eq!(faulty["name"], "bad", "{faulty}");
    assert!(faulty["error"].as_str().unwrap().starts_with("line 2, column "), "{faulty}");
}

#[test]
fn the_intended_length_is_that_of_the_request_or_of_the_row() {
    let three = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
    let kif = "手数：5手詰\n後手の持駒：飛　角二　金四　銀三　桂四　香四　歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：飛　銀\n";
    let texts = [three, &format!("{three}\t5\tfive"), kif];
    let intended = |request: Value| {
        let of_row = |row: &Value| {
            let reasons = row["reasons"].as_array().unwrap();
            reasons.iter().find_map(|reason| reason["intended"].as_u64())
        };
        rows(&request, &texts).iter().map(of_row).collect::<Vec<_>>()
    };
    assert_eq!(intended(json!({ "command": "judge" })), [None, Some(5), Some(5)]);
    assert_eq!(intended(json!({ "command": "judge", "intended": 7 })), [Some(7); 3]);
}

#[test]
fn what_is_asked_is_checked_before_any_row() {
    for (request, fault) in [
        (json!({}), "command"),
        (json!({ "command": "compose" }), "lists are for"),
        (json!({ "command": "solve", "position": MATE_IN_1 }), "`position` is not an option"),
        (json!({ "command": "solve", "algorithm": "what" }), "algorithm"),
        (json!({ "command": "hisshi", "algorithm": "pn" }), "depth-first"),
        (json!({ "command": "judge", "time": -1 }), "time"),
    ] {
        let error = parse(&request).expect_err("a bad request");
        assert!(error.contains(fault), "{error}");
    }
}
