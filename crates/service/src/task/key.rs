//! What rows of a list were made with, so that a file of rows is continued with the same options
//! only.

use serde::Serialize;
use serde_json::{Map, Value};

/// A command and its options, as on a command line.
pub(super) struct Key(String);

impl Key {
    pub fn new(command: impl Into<String>) -> Key {
        Key(command.into())
    }

    /// Adds the options of a group that are not the default, in the order of their declaration.
    pub fn changed<G: Default + Serialize>(mut self, group: &G) -> Key {
        let default = members(&G::default());
        for (name, value) in members(group) {
            if default.get(&name) != Some(&value) {
                self = self.option(&name, &value);
            }
        }
        self
    }

    fn option(mut self, name: &str, value: &Value) -> Key {
        self.0 += " --";
        self.0 += &name.replace('_', "-");
        match value {
            Value::Bool(true) => {}
            Value::String(text) => self.0 = self.0 + " " + text,
            value => self.0 += &format!(" {value}"),
        }
        self
    }

    pub fn finish(self) -> String {
        self.0
    }
}

/// The members of a group in the order of their declaration.
fn members(group: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(group) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}
