//! Comma-separated values.

use serde_json::{Map, Value};

/// The records with a line of column names: those of the first record.
pub fn table(records: &[Map<String, Value>]) -> String {
    let mut text = String::new();
    let Some(first) = records.first() else { return text };
    let mut line = |fields: Vec<String>| {
        text.push_str(&fields.join(","));
        text.push('\n');
    };
    line(first.keys().map(|key| field(key)).collect());
    for record in records {
        line(
            first
                .keys()
                .map(|key| match record.get(key) {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(text)) => field(text),
                    Some(value) => value.to_string(),
                })
                .collect(),
        );
    }
    text
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
