//! The answers of the library to the requests that every host answers.
//!
//! With `UPDATE_PARITY=1` in the environment, the stored answers are written anew.

use std::sync::Arc;
use std::{env, fs};

use serde_json::{Value, json};
use yomikiri_service::{Event, LimitCaps, Request};

use crate::parity_corpus::{answer, answers, assert_same, requests};

const CAPS: LimitCaps = LimitCaps { time: None, nodes: None, memory: 16 << 20, threads: 1 };
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/parity/answers.jsonl");

fn events(request: &Value) -> Vec<Value> {
    let mut events = Vec::new();
    match Request::parse(request.to_string().as_bytes()) {
        Ok(request) => request.run(&CAPS, Arc::default(), &mut |event: Event| events.push(json!(event))),
        Err(fault) => events.push(json!(Event::error(&fault))),
    }
    events
}

#[test]
fn the_library_answers_as_it_did() {
    let found: Vec<Value> =
        requests().iter().map(|request| answer(request, events(&request["request"]))).collect();
    if env::var_os("UPDATE_PARITY").is_some() {
        let lines: String = found.iter().map(|answer| format!("{answer}\n")).collect();
        return fs::write(ANSWERS, lines).expect("answers.jsonl can be written");
    }
    assert_same(&answers(), &found);
}
