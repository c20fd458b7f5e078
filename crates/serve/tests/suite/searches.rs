//! Searches: answers, stops, pages that go away.

use super::*;

#[test]
fn an_answer_comes_at_last() {
    let server = server();
    let events = run(server.address, json!({ "command": "solve", "position": MATE_IN_1 }));
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds.first(), Some(&"started"), "{kinds:?}");
    assert!(kinds.contains(&"found"), "{kinds:?}");
    let answer = &events.last().unwrap()["answer"];
    assert_eq!((&answer["verdict"], &answer["length"]), (&json!("mate"), &json!(1)));
}

#[test]
fn every_command_is_answered() {
    let server = server();
    for request in [
        json!({ "command": "judge", "position": MATE_IN_1 }),
        json!({ "command": "explain", "position": MATE_IN_1 }),
        json!({ "command": "hisshi", "position": MATE_IN_1, "hands": "rest" }),
        json!({ "command": "threats", "position": "4k4/9/9/9/9/9/9/9/9 b GS 1" }),
        json!({ "command": "compose", "position": "4k4/9/4P4/9/9/9/9/9/9 b GP 1", "strategy": "reverse", "plies": "1..2", "count": 1, "nodes": 1000 }),
        json!({ "command": "othello", "game": "othello4", "position": "-----OX--XO----- X" }),
        json!({ "command": "connect6", "position": "B:j10,k10,l10,m10 W:a1,b2,c3,d5 B" }),
        json!({ "command": "read", "position": MATE_IN_1, "legal": true }),
        json!({ "command": "write", "position": MATE_IN_1, "format": "svg" }),
    ] {
        let events = run(server.address, request.clone());
        assert_eq!(events.last().unwrap()["event"], "done", "{request}");
    }
}

#[test]
fn a_stopped_search_says_what_it_knows_at_once() {
    let server = server();
    let mut reply = endless(server.address);
    let id = until(&mut reply, "started")["id"].clone();
    until(&mut reply, "progress");
    let start = Instant::now();
    let stopped = post(server.address, "/api/stop", &json!({ "id": id })).unwrap().json().unwrap();
    assert_eq!(stopped, json!({ "stopped": true }));
    let answer = until(&mut reply, "done")["answer"].clone();
    let took = start.elapsed();
    println!("stopped within {took:?}");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!((&answer["verdict"], &answer["stop_reason"]), (&json!("unknown"), &json!("stopped")));
    assert!(reply.event().unwrap().is_none());
    // The search leaves the list after its last event.
    until_idle(server.address);
    let again = post(server.address, "/api/stop", &json!({ "id": id })).unwrap().json().unwrap();
    assert_eq!(again, json!({ "stopped": false }));
}

#[test]
fn a_search_ends_with_its_page() {
    let server = server();
    let mut reply = endless(server.address);
    until(&mut reply, "progress");
    assert_eq!(counts(server.address), (1, 0));
    drop(reply);
    let took = until_idle(server.address);
    println!("ended {took:?} after the connection");
}

#[test]
fn two_pages_at_once() {
    let server = server();
    let mut one = endless(server.address);
    until(&mut one, "progress");
    let events = run(server.address, json!({ "command": "solve", "position": MATE_IN_1 }));
    assert_eq!(events.last().unwrap()["answer"]["verdict"], "mate");
    until(&mut one, "progress");
}

#[test]
fn progress_comes_a_few_times_a_second() {
    let server = server();
    let request = json!({ "command": "solve", "position": ENDLESS, "time": 1.5 });
    let events = run(server.address, request);
    let progress: Vec<&Value> = events.iter().filter(|event| event["event"] == "progress").collect();
    assert!((3..=16).contains(&progress.len()), "{}", progress.len());
    for figure in ["nodes", "seconds", "pn", "dn", "table", "rate"] {
        assert!(progress[progress.len() - 1][figure].is_number(), "{figure}: {:?}", progress.last());
    }
    assert_eq!(events.last().unwrap()["answer"]["stop_reason"], "time limit");
}

#[test]
fn the_server_caps_what_is_asked() {
    let mut settings = settings();
    settings.limits.time = Some(Duration::from_millis(300));
    let server = TestServer::start(&settings);
    let request = json!({ "command": "solve", "position": ENDLESS, "time": 1000, "memory": "1TiB" });
    let events = run(server.address, request);
    let answer = &events.last().unwrap()["answer"];
    assert_eq!(answer["stop_reason"], "time limit");
    assert!(answer["memory"].as_u64().unwrap() <= 16 << 20);
}

#[test]
fn a_server_that_stops_ends_its_searches() {
    let mut server = server();
    let mut reply = endless(server.address);
    until(&mut reply, "progress");
    let start = Instant::now();
    let address = server.address;
    server.stop();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let answer = until(&mut reply, "done")["answer"].clone();
    assert_eq!(answer["stop_reason"], "stopped");
    assert!(send(address, "GET", "/", &[], b"").is_err());
}
