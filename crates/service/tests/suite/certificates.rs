//! Certificates of answers: the checker accepts them, and limits hold.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use yomikiri_certificate::{CheckOptions, check};
use yomikiri_service::Request;

use crate::requests::{MATE_IN_1, ROOK_AND_GOLD, answer, events, run};

/// 将棋図巧 5, a mate in 21.
const ZUKO_5: &str = "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P 1";

/// What the checker says of the certificate of an answer: its claim.
#[track_caller]
fn claim(answer: &Value) -> String {
    let certificate = &answer["certificate"];
    let file = certificate["base64"].as_str().unwrap_or_else(|| panic!("no file: {answer}"));
    let file = STANDARD.decode(file).expect("base64");
    assert_eq!(certificate["bytes"], file.len());
    let report = check(&file[..], CheckOptions::default()).expect("a certificate that holds");
    assert_eq!(certificate["claim"], report.claim);
    assert_eq!(certificate["nodes"], report.nodes.iter().map(|(_, nodes)| nodes).sum::<u64>());
    report.claim
}

#[test]
fn answers_come_with_a_certificate() {
    let brinkmate = "8k/8g/6P1P/9/9/9/9/9/9 b R 1";
    for (request, expected) in [
        (json!({ "command": "solve", "position": MATE_IN_1 }), "exactly 1"),
        (json!({ "command": "solve", "position": ROOK_AND_GOLD, "moves": ["R*5b", "5a6a"] }), "exactly 1"),
        (json!({ "command": "solve", "position": "4k4/9/4P4/9/9/9/9/9/9 b P 1" }), "no-mate"),
        (json!({ "command": "judge", "position": MATE_IN_1 }), "sound"),
        (json!({ "command": "judge", "position": ROOK_AND_GOLD }), "unsound"),
        (json!({ "command": "hisshi", "position": brinkmate, "hands": "written" }), "brinkmate 1"),
    ] {
        let mut request = request;
        assert_eq!(answer(request.clone())["certificate"], Value::Null, "nobody asked");
        request["certificate"] = true.into();
        let claim = claim(&answer(request.clone()));
        assert!(claim.starts_with(expected), "{request}: {claim}");
    }
}

#[test]
fn no_answer_no_certificate() {
    let request = json!({ "command": "solve", "position": ZUKO_5, "certificate": true });
    let stopped = run(
        Request::parse(request.to_string().as_bytes()).expect("a good request"),
        Arc::new(AtomicBool::new(true)),
    );
    let certificate = &stopped.last().expect("an event")["answer"]["certificate"];
    assert_eq!(certificate["error"], "the answer is unknown");
    assert_eq!(certificate["error_ja"], "答えが不明です");
    assert_eq!(certificate["base64"], Value::Null);
}

#[test]
fn the_limits_hold_for_search_and_certificate_together() {
    let request = json!({ "command": "solve", "position": ZUKO_5, "certificate": true });
    let free = answer(request.clone());
    assert_eq!(claim(&free), "exactly 21");
    let visits = free["nodes"].as_u64().expect("a number");
    // The search fits, and nothing is left for the certificate.
    let mut short = request.clone();
    short["nodes"] = (visits + 1).into();
    let short = answer(short);
    assert_eq!(short["verdict"], free["verdict"]);
    let certificate = &short["certificate"];
    assert!(certificate["error"] == "node limit" || certificate["base64"].is_string(), "{certificate}");
    // A quarter of the memory is for the certificate, 64 bytes a node.
    let mut small = request;
    small["memory"] = (64_u64 << 10).into();
    let events = events(&small);
    let answer = &events.last().expect("an event")["answer"];
    assert_eq!(answer["certificate"]["error"], "memory limit", "{answer}");
    assert_eq!(answer["certificate"]["error_ja"], "メモリ不足");
}
