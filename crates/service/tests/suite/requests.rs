//! Every command as a request, with its events; rubbish and what is out of place.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use yomikiri_service::{Event, LimitCaps, Request, Sink};

const CAPS: LimitCaps =
    LimitCaps { time: Some(Duration::from_secs(60)), nodes: None, memory: 16 << 20, threads: 2 };
/// Mate in 3 by G*5b, K moves, and more ways.
pub(crate) const ROOK_AND_GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";
/// 将棋図巧 50, a mate in 9.
const ZUKO_50: &str = "9/9/6n2/8n/6+pl1/7Sn/4+pp1k1/7N1/7s+R b R2B4g2s3l15p 1";
pub(crate) const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

/// The events of a request.
pub(crate) fn events(request: &Value) -> Vec<Value> {
    let request = Request::parse(request.to_string().as_bytes()).expect("a good request");
    run(request, Arc::default())
}

pub(crate) fn run(request: Request, stop: Arc<AtomicBool>) -> Vec<Value> {
    let mut events = Vec::new();
    request.run(&CAPS, stop, &mut |event: Event| events.push(json!(event)));
    events
}

/// The answer of a request.
#[track_caller]
pub(crate) fn answer(request: Value) -> Value {
    let events = events(&request);
    let last = events.last().expect("an event");
    assert_eq!(last["event"], "done", "{last}");
    last["answer"].clone()
}

#[track_caller]
fn refused(text: &str) -> String {
    refused_in_both(text).0
}

/// The event of a request that is refused, in English and in Japanese.
#[track_caller]
fn refused_in_both(text: &str) -> (String, String) {
    let fault = Request::parse(text.as_bytes()).expect_err("a bad request");
    let Event::Error { error, error_ja } = Event::error(&fault) else { panic!("no error") };
    (error, error_ja)
}

#[test]
fn solve() {
    let all = events(&json!({ "command": "solve", "position": ROOK_AND_GOLD, "all": true }));
    let found: Vec<&Value> = all.iter().filter(|event| event["event"] == "found").collect();
    assert!(!found.is_empty());
    assert_eq!(found[0]["answer"]["verdict"], "mate");
    let answer = &all.last().unwrap()["answer"];
    assert_eq!((&answer["verdict"], &answer["length"]), (&json!("mate"), &json!(1)));
    assert_eq!(answer["length_status"], "minimal");
    assert_eq!(answer["hands"], "rest");
    assert!(answer["solutions"].as_array().is_some_and(|solutions| solutions.len() > 1));
}

#[test]
fn options_are_named_as_on_the_command_line() {
    let answer = answer(json!({
        "command": "solve", "position": MATE_IN_1, "algorithm": "dfpn+tca", "rules": "raw", "first": true,
        "hands": "written", "memory": "8MiB", "nodes": 1000, "time": 5, "compare-rules": false, "lang": "ja",
    }));
    assert_eq!(answer["algorithm"], "dfpn+tca");
    assert_eq!((&answer["rules"], &answer["hands"]), (&json!("raw"), &json!("written")));
    assert_eq!(answer["memory"], 8 << 20);
}

#[test]
fn moves_lead_to_the_position() {
    let no_mate = answer(json!({ "command": "solve", "position": ROOK_AND_GOLD, "moves": ["R*5b", "5a6a"] }));
    assert!(no_mate["position"].as_str().unwrap().starts_with("3k5/4R4/4P4/"), "{no_mate}");
    assert!(
        refused(
            &json!({ "command": "solve", "position": ROOK_AND_GOLD, "moves": ["G*1i", "x"] }).to_string()
        )
        .contains("`x`: not a move")
    );
}

#[test]
fn judge_reports_as_it_goes() {
    let all = events(&json!({ "command": "judge", "position": ZUKO_50, "nodes": 100_000 }));
    let last = all.last().unwrap();
    assert_eq!(last["event"], "done");
    let reports: Vec<&Value> = all.iter().filter(|event| event["event"] == "report").collect();
    assert!(!reports.is_empty());
    for report in &reports {
        assert_ne!(report["answer"]["verdict"], "sound", "not before the end");
        assert!(report["answer"]["reasons"].is_array() && report["answer"]["grade"].is_string());
    }
    let answer = &last["answer"];
    assert!(["sound", "unsound", "unknown"].contains(&answer["verdict"].as_str().unwrap()));
    let simple = answer_of_judge(ROOK_AND_GOLD);
    assert_eq!(simple["verdict"], "unsound");
    assert!(!simple["reasons"].as_array().unwrap().is_empty());
}

fn answer_of_judge(position: &str) -> Value {
    answer(json!({ "command": "judge", "position": position }))
}

#[test]
fn the_intended_length_is_that_of_the_request_or_of_the_position() {
    const THREE: &str = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
    let intended = |request: Value| {
        let answer = answer(request);
        answer["reasons"].as_array().unwrap().iter().find_map(|reason| reason["intended"].as_u64())
    };
    let judge = |position: &str| json!({ "command": "judge", "position": position });
    assert_eq!(intended(judge(THREE)), None);
    assert_eq!(intended(json!({ "command": "judge", "position": THREE, "intended": 5 })), Some(5));
    assert_eq!(intended(judge(&format!("{THREE}\t5"))), Some(5));
    assert_eq!(
        intended(json!({ "command": "judge", "position": format!("{THREE}\t5"), "intended": 3 })),
        None
    );
    let written = answer(json!({ "command": "write", "position": THREE, "format": "kif" }));
    let kif = format!("手数：5手詰\n{}", written["text"].as_str().unwrap());
    assert_eq!(intended(judge(&kif)), Some(5));
    let bytes = STANDARD.encode(kif);
    assert_eq!(intended(json!({ "command": "judge", "bytes": bytes })), Some(5));
}

#[test]
fn explain_follows_moves() {
    let attack = answer(json!({ "command": "explain", "position": ROOK_AND_GOLD }));
    assert_eq!((&attack["side"], &attack["verdict"]), (&json!("attacker"), &json!("mate")));
    let defence = answer(json!({ "command": "explain", "position": ROOK_AND_GOLD, "moves": ["5二飛"] }));
    assert_eq!(defence["side"], "defender");
    assert_eq!(defence["path"], json!(["R*5b"]));
    assert_eq!(defence["best"], defence["moves"][0]["move"]);
    let fault =
        refused(&json!({ "command": "explain", "position": ROOK_AND_GOLD, "moves": ["R*1i"] }).to_string());
    assert_eq!(fault, "moves: `R*1i`: not a check");
}

#[test]
fn solve_answers_for_the_defender() {
    // Both sides have a king, so only `defend` says who attacks.
    let after = |check: &str, more: Value| {
        let mut request = json!({ "command": "solve", "position": "4k4/9/4P4/9/9/9/9/9/4K4 b RG 1" });
        request["moves"] = json!([check]);
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        answer(request)
    };
    let mated = after("G*5b", json!({ "defend": true }));
    assert_eq!((&mated["verdict"], &mated["length"]), (&json!("mate"), &json!(0)));
    assert_eq!(after("G*5b", json!({}))["verdict"], "nomate");
    let short = after("5c5b", json!({ "defend": true }));
    let long = after("5c5b", json!({ "defend": true, "depth": 9 }));
    for escape in [&short, &long] {
        assert_eq!(escape["verdict"], "nomate", "{escape}");
        assert!(escape["refutation"]["answer"].is_string(), "{escape}");
    }
    let size = |answer: &Value| answer["refutation"].to_string().len();
    assert!(size(&short) < size(&long), "{short}\n{long}");
}

#[test]
fn brinkmates_and_threats() {
    let hisshi = answer(json!({
        "command": "hisshi", "position": "8k/8g/6P1P/9/9/9/9/9/9 b R 1", "all_defences": true,
    }));
    assert_eq!(hisshi["verdict"], "brinkmate");
    assert!(!hisshi["defences"].as_array().unwrap().is_empty());
    let list = answer(json!({ "command": "threats", "position": "4k4/9/9/9/9/9/9/9/9 b GS 1" }));
    assert_eq!(list["count"].as_u64().unwrap(), list["threatmates"].as_array().unwrap().len() as u64);
    let lost = answer(json!({
        "command": "threats", "position": "4k4/9/4S4/9/9/9/9/9/4K4 w G 1", "defend": true,
    }));
    assert!(lost["verdict"].is_string());
}

#[test]
fn other_games() {
    let othello =
        answer(json!({ "command": "othello", "game": "othello4", "position": "-----OX--XO----- X" }));
    assert_eq!(othello["game"], "othello4");
    assert_eq!(othello["verdict"], "disproven");
    let connect6 = answer(json!({
        "command": "connect6", "position": "B:j10,k10,l10,m10 W:a1,b2,c3,d5 B", "attack": "double-threats",
    }));
    assert_eq!(connect6["verdict"], "proven");
    assert!(connect6["zone"].is_array());
}

#[test]
fn compose_goes_on_where_it_stopped() {
    let request = json!({
        "command": "compose", "position": "4k4/9/4P4/9/9/9/9/9/9 b GP 1", "strategy": "reverse", "plies": "1..2",
        "count": 1, "nodes": 1000,
    });
    let all = events(&request);
    let found: Vec<&Value> = all.iter().filter(|event| event["event"] == "found").collect();
    let answer = &all.last().unwrap()["answer"];
    assert_eq!(found.len(), 1);
    assert_eq!(answer["problems"], json!([found[0]["problem"]]));
    assert!(answer["complete"].as_bool().unwrap());
    let next = answer["next"].as_u64().unwrap();
    assert!(next > 0);
    let mut again = request;
    again["start"] = next.into();
    let more = events(&again);
    let second = &more.last().unwrap()["answer"]["problems"][0];
    assert!(second["attempt"].as_u64().unwrap() >= next);
}

#[test]
fn read_any_notation() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let read = answer(json!({ "command": "read", "position": kif }));
    assert_eq!(read["format"], "kif");
    assert_eq!(read["moves"], json!(["7g7f", "3c3d"]));
    assert_eq!(read["japanese"], json!(["▲７六歩", "△３四歩"]));
    // 手合割：平手 in Shift-JIS, as a file.
    let read = answer(json!({ "command": "read", "bytes": "juiNh4qEgUaVvY7oCg==" }));
    assert_eq!(read["sfen"], yomikiri_shogi::STARTPOS);
    let list = format!("{MATE_IN_1}\t1\tone\n{ROOK_AND_GOLD}\t3\ttwo\nwhat\n");
    let read = answer(json!({ "command": "read", "position": list }));
    let problems = read["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 3);
    assert_eq!(problems[1], json!({ "sfen": ROOK_AND_GOLD, "name": "two", "length": 3 }));
    assert!(problems[2]["error"].is_string());
}

#[test]
fn read_says_what_can_be_played() {
    let read = answer(json!({
        "command": "read", "position": "startpos", "moves": ["7g7f", "3c3d"], "legal": true,
        "lines": [["8h2b+", "3a2b"], ["8h2b+", "9i9a"]],
    }));
    assert_eq!((&read["turn"], &read["in_check"]), (&json!("b"), &json!(false)));
    assert!(read["legal"].as_array().unwrap().contains(&json!({ "usi": "8h2b+", "japanese": "▲２二角成" })));
    assert_eq!(read["checks"], json!(["8h3c+", "8h3c"]));
    assert_eq!(read["names"], json!([["▲２二角成", "△同　銀"], ["▲２二角成", "9i9a"]]));
    assert_eq!(read["fault"], Value::Null);
    let kingless = "9/9/4P4/9/9/9/9/9/9 b G 1";
    let read = answer(json!({ "command": "read", "position": kingless, "legal": true }));
    let fault = json!({ "error": "the defending side has no king", "error_ja": "玉方の玉がありません" });
    assert_eq!(read["fault"], fault);
    let rest = answer(json!({ "command": "read", "position": MATE_IN_1, "hands": "rest" }));
    assert!(rest["sfen"].as_str().unwrap().contains("r2b"), "{rest}");
}

#[test]
fn write_any_notation() {
    let write = |format: &str| {
        answer(json!({
            "command": "write", "position": ROOK_AND_GOLD, "moves": ["G*5b"], "format": format, "name": "題 <1>",
        }))
    };
    assert!(write("kif")["text"].as_str().unwrap().contains("５二金打"));
    assert!(write("sfen")["text"].as_str().unwrap().contains("moves G*5b"));
    let svg = write("svg");
    assert!(svg["text"].as_str().unwrap().contains("題 &lt;1&gt;"));
    assert!(write("png")["base64"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    for format in ["ki2", "csa", "jkf", "bod"] {
        assert!(write(format)["text"].is_string(), "{format}");
    }
}

#[test]
fn a_stopped_search_says_what_it_knows() {
    let request = json!({ "command": "solve", "position": ROOK_AND_GOLD }).to_string();
    let stop = Arc::new(AtomicBool::new(true));
    let events = run(Request::parse(request.as_bytes()).unwrap(), stop);
    let answer = &events.last().unwrap()["answer"];
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&json!("unknown"), &json!("stopped")));
}

#[test]
fn a_sink_can_stop_a_search() {
    struct Impatient(Vec<Event>);
    impl Sink for Impatient {
        fn send(&mut self, event: Event) {
            self.0.push(event);
        }
        fn asks_to_stop(&mut self) -> bool {
            true
        }
    }
    let request = json!({ "command": "judge", "position": ZUKO_50 }).to_string();
    let mut sink = Impatient(Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    Request::parse(request.as_bytes()).unwrap().run(&CAPS, Arc::clone(&stop), &mut sink);
    assert!(stop.load(Ordering::Relaxed));
    let Some(Event::Done { answer }) = sink.0.last() else { panic!("no answer: {:?}", sink.0) };
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&json!("unknown"), &json!("stopped")));
}

#[test]
fn caps_hold_whatever_is_asked() {
    let parse = |request: Value| Request::parse(request.to_string().as_bytes()).unwrap();
    let greedy = parse(json!({ "command": "solve", "position": MATE_IN_1, "memory": "16TiB" }));
    assert_eq!(greedy.memory(&CAPS), CAPS.memory);
    let modest = parse(json!({ "command": "solve", "position": MATE_IN_1, "memory": 4194304 }));
    assert_eq!(modest.memory(&CAPS), 4 << 20);
    let read = parse(json!({ "command": "read", "position": MATE_IN_1 }));
    assert_eq!((read.is_search(), read.memory(&CAPS)), (false, 0));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    for (request, error) in [
        ("", "not JSON: EOF while parsing a value at line 1 column 0"),
        ("[]", "expected a JSON object"),
        ("{}", "`command` is missing"),
        (r#"{"command":"solve"}"#, "`position` is missing"),
        (r#"{"command":"solve","position":"4k4/9"}"#, "position: column 1: 2 ranks, expected 9"),
        (r#"{"command":"solve","position":""}"#, "position: "),
        (
            r#"{"command":"read","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","time":0}"#,
            "`time`: expected a number of seconds above 0",
        ),
        (
            r#"{"command":"solve","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","memory":"many"}"#,
            "`memory`: expected a size",
        ),
        (
            r#"{"command":"solve","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","frist":true}"#,
            "`frist` is not an option of solve",
        ),
        (
            r#"{"command":"solve","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","first":1}"#,
            "`first`: invalid type",
        ),
        (r#"{"command":"solve","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","algorithm":"x"}"#, "`algorithm`: "),
        (r#"{"command":"read","bytes":"???"}"#, "`bytes`: "),
        (r#"{"command":"connect6","position":"q"}"#, "position: "),
        (r#"{"command":"othello","position":"XO"}"#, "position: "),
        (r#"{"command":"compose","strategy":"repair"}"#, "`strategy`: "),
        (r#"{"command":"compose","strategy":"random","plies":"2"}"#, "`plies`: "),
        (r#"{"command":"write","position":"startpos","format":"doc"}"#, "`format`: expected kif"),
    ] {
        let (said, japanese) = refused_in_both(request);
        assert!(said.starts_with(error), "{request}: {said}");
        assert!(japanese.chars().any(|c| ('ぁ'..='ん').contains(&c)), "{request}: {japanese}");
    }
    let unknown = refused(r#"{"command":"shell"}"#);
    assert!(unknown.contains("solve, judge"), "{unknown}");
    let even = json!({ "command": "judge", "position": ROOK_AND_GOLD, "intended": 8 });
    let (english, japanese) = refused_in_both(&even.to_string());
    assert!(english.starts_with("`intended`: 8 is even"), "{english}");
    assert_eq!(japanese, "`intended`：8手は偶数です（詰みの手数は奇数です）");
    let long = refused(&json!({ "command": "solve", "position": "歩\n".repeat(100_000) }).to_string());
    assert!(long.chars().count() <= 401 && !long.contains('\n'), "{long}");
    let no_king = events(&json!({ "command": "solve", "position": "9/9/9/9/9/9/9/9/4K4 b G 1" }));
    assert_eq!(no_king.last().unwrap()["event"], "error");
}

#[test]
fn info_lists_what_can_be_asked() {
    let info = yomikiri_service::info();
    assert!(info["algorithms"].as_array().unwrap().len() > 5);
    assert_eq!(info["rules"], json!(["raw", "plus2", "miwa", "basic"]));
}

#[test]
fn threads_are_capped_as_everything_is() {
    // 将棋図巧 2.
    let position = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1";
    let request = json!({ "command": "solve", "position": position, "threads": 200 });
    assert_eq!(answer(request)["length"], 21);
    for threads in ["0", "257", "1.5"] {
        let text = format!(r#"{{ "command": "solve", "position": "{MATE_IN_1}", "threads": {threads} }}"#);
        assert!(refused(&text).contains("`threads`"));
    }
}
