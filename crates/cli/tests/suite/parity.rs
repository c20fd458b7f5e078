//! The answers of the command to the requests that every host answers.

use serde_json::{Value, json};

use crate::common::{Folder, run};
use yomikiri_testing::parity::{answers, assert_same, requests, without_times};

/// Runs the command. Returns its rows or the event for its error, and the exit code.
fn answer(arguments: &[Value]) -> (Value, i32) {
    let folder = Folder::new();
    let path = folder.path(".").display().to_string();
    let arguments: Vec<String> = arguments
        .iter()
        .map(|argument| argument.as_str().expect("a text").replace("{folder}", &path))
        .collect();
    let run_with =
        |options: &[&str]| run(arguments.iter().map(String::as_str).chain(options.iter().copied()));
    let found = run_with(&["--json"]);
    let code = found.code;
    if code == 2 {
        let (error, error_ja) = (found.error(2), run_with(&["--json", "--lang", "ja"]).error(2));
        return (json!({ "event": "error", "error": error, "error_ja": error_ja }), code);
    }
    let rows: Vec<Value> = found.rows(code).into_iter().map(without_times).collect();
    // The path as JSON writes it, which escapes the separators of Windows.
    let text = json!(rows).to_string().replace(json!(path).to_string().trim_matches('"'), "{folder}");
    (serde_json::from_str(&text).expect("JSON"), code)
}

/// Returns the exit code for an event.
fn exit_code(event: &Value) -> i32 {
    match event["answer"]["verdict"].as_str() {
        _ if event["event"] == "error" => 2,
        Some("mate" | "brinkmate" | "proven" | "sound") => 10,
        Some("nomate" | "disproven" | "unsound") => 20,
        _ => 0,
    }
}

/// Returns what the command says if it agrees with the event in all but the known differences.
fn expected(event: &Value, differences: &Value, name: &Value) -> Value {
    let is_error = event["event"] == "error";
    let mut said = if is_error { event.clone() } else { event["answer"].clone() };
    for (key, value) in differences.as_object().into_iter().flatten() {
        assert_ne!(&said[key], value, "{name}: {key} does not differ");
        said[key] = value.clone();
    }
    match &said["problems"] {
        _ if is_error => said,
        // The command prints one line for each problem that it composed.
        problems @ Value::Array(_) => problems.clone(),
        _ => json!([said]),
    }
}

#[test]
fn the_command_answers_as_the_library() {
    let (mut wanted, mut found) = (Vec::new(), Vec::new());
    for (request, answers) in requests().iter().zip(answers()) {
        let (name, Some(arguments)) = (&request["name"], request["arguments"].as_array()) else { continue };
        let event = answers["events"].as_array().and_then(|events| events.last()).expect("an event");
        let rows = expected(event, &request["command_differs"], name);
        wanted.push(json!({ "name": name, "answer": rows, "code": exit_code(event) }));
        let (rows, code) = answer(arguments);
        found.push(json!({ "name": name, "answer": rows, "code": code }));
    }
    assert_same(&wanted, &found);
}
