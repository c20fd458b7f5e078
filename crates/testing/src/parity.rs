//! Requests that every host answers alike, with their answers. The files are in the folder
//! `crates/service/tests/parity`.
//!
//! A line of `requests.jsonl` has a `name`, the `request`, and the `arguments` of the command line
//! that means the same, or null. `{folder}` in an argument stands for an empty folder. Where the
//! command answers otherwise, `command_differs` has the keys that differ and what the command says
//! there.
//!
//! A line of `answers.jsonl` has the `name` of a request and its `events`, without those that
//! depend on time. The lines are in the order of the requests.

use serde_json::{Value, json};

const REQUESTS: &str = include_str!("../../service/tests/parity/requests.jsonl");
const ANSWERS: &str = include_str!("../../service/tests/parity/answers.jsonl");

/// The keys whose values depend on the machine and its load.
const TIMES: [&str; 3] = ["cpu_seconds", "wall_seconds", "seconds"];

/// Returns the requests.
pub fn requests() -> Vec<Value> {
    lines(REQUESTS)
}

/// Returns the stored answer to each request.
pub fn answers() -> Vec<Value> {
    lines(ANSWERS)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the line of `answers.jsonl` for a request that a host answered with these events.
pub fn answer(request: &Value, events: impl IntoIterator<Item = Value>) -> Value {
    let depends_on_time =
        |event: &Value| ["queued", "started", "progress"].iter().any(|kind| event["event"] == *kind);
    let events = events.into_iter().filter(|event| !depends_on_time(event));
    json!({ "name": request["name"], "events": events.map(without_times).collect::<Vec<_>>() })
}

/// Returns the value with 0 for every time in it.
pub fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            for (key, value) in object {
                let is_time = value.is_number() && TIMES.contains(&key.as_str());
                *value = if is_time { json!(0) } else { without_times(value.take()) };
            }
        }
        Value::Array(values) => {
            for value in values {
                *value = without_times(value.take());
            }
        }
        _ => {}
    }
    value
}

/// Asserts that the expected and the found answers are the same texts.
#[track_caller]
pub fn assert_same(expected: &[Value], found: &[Value]) {
    assert_eq!(expected.len(), found.len(), "as many answers as requests (UPDATE_PARITY=1 writes them)");
    let pairs = expected.iter().zip(found).map(|(expected, found)| (expected.to_string(), found.to_string()));
    let differences: Vec<String> = pairs
        .filter(|(expected, found)| expected != found)
        .map(|(expected, found)| format!("expected {expected}\nfound    {found}\n"))
        .collect();
    assert!(differences.is_empty(), "{} answers differ:\n{}", differences.len(), differences.join("\n"));
}
