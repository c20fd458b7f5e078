//! Refutations as objects.

use serde_json::{Map, Value, json};
use yomikiri_tsume::{AttackEnd, Refutation, Try, WhyMoveFails, WhyNoMate};

use crate::place::usi;

/// Why there is no mate from a position, for programs.
pub fn why_json(why: &WhyNoMate) -> Value {
    let mut object = Map::new();
    match why {
        WhyNoMate::Checks(no_mate) => put_no_mate(&mut object, no_mate),
        WhyNoMate::Answer(refutation) => put_refutation(&mut object, refutation),
    }
    object.into()
}

/// Why a move fails, for programs.
pub fn failure_json(failure: &WhyMoveFails) -> Value {
    let mut object = Map::new();
    put_failure(&mut object, failure);
    object.into()
}

fn put_failure(object: &mut Map<String, Value>, failure: &WhyMoveFails) {
    match failure {
        WhyMoveFails::Answered(refutation) => put_refutation(object, refutation),
        WhyMoveFails::Repetition { ply } => put(object, [("end", "circle".into()), ("ply", json!(ply))]),
        WhyMoveFails::Open(reason) => {
            put(object, [("end", "open".into()), ("stop_reason", reason.to_string().into())]);
        }
    }
}

fn put_refutation(object: &mut Map<String, Value>, Refutation { answer, then }: &Refutation) {
    put(object, [("answer", answer.to_string().into())]);
    put_no_mate(object, then);
}

fn put_no_mate(object: &mut Map<String, Value>, no_mate: &AttackEnd) {
    match no_mate {
        AttackEnd::NoCheck => put(object, [("end", "no-check".into())]),
        AttackEnd::Repetition { ply } => put(object, [("end", "circle".into()), ("ply", json!(ply))]),
        AttackEnd::Shown { line } => put(object, [("end", "shown".into()), ("line", json!(usi(line)))]),
        AttackEnd::Cut { checks } => put(object, [("end", "cut".into()), ("checks", json!(checks))]),
        AttackEnd::Tries { tries, others } => {
            let tries = tries.iter().map(|Try { check, failure }| {
                let mut object = Map::new();
                put(&mut object, [("move", check.to_string().into())]);
                put_failure(&mut object, failure);
                Value::from(object)
            });
            let tries: Vec<Value> = tries.collect();
            put(object, [("end", "tries".into()), ("tries", tries.into()), ("others", json!(others))]);
        }
    }
}

fn put<const N: usize>(object: &mut Map<String, Value>, values: [(&str, Value); N]) {
    object.extend(values.map(|(key, value)| (key.to_owned(), value)));
}
