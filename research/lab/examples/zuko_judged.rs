//! Makes the table of `research/docs/zuko-judged.md`: the lengths of 将棋図巧 in the book beside those
//! by the rules, and why they differ.
//!
//! `scripts/judge-zuko`, then `cargo run --release -p yomikiri-lab --example zuko_judged
//! ../target/zuko/rows.jsonl`. The rows may be in any order; of several rows of a problem the last
//! one counts.

use std::collections::BTreeMap;

use serde_json::Value;

/// The words for what was found, each once, with its first ply.
fn words(found: &Value) -> Vec<String> {
    let mut words: Vec<(String, Value)> = Vec::new();
    for one in found.as_array().into_iter().flatten() {
        let word = one["kind_ja"].as_str().unwrap_or_default().to_owned();
        if words.iter().all(|(known, _)| *known != word) {
            words.push((word, one["ply"].clone()));
        }
    }
    let with_ply = |(word, ply): (String, Value)| match ply.as_u64() {
        Some(ply) => format!("{word} ({ply})"),
        None => word,
    };
    words.into_iter().map(with_ply).collect()
}

fn number(value: &Value) -> String {
    value.as_u64().map_or("–".to_owned(), |number| number.to_string())
}

/// What a row says about the lengths.
fn lengths(row: &Value) -> &'static str {
    let (book, raw) = (row["expected_length"].as_u64(), row["length"].as_u64());
    let (least, most) = (row["rule_length_least"].as_u64(), row["rule_length"].as_u64());
    let exact = row["rule_length_status"] == "minimal";
    match (book, most) {
        (None, _) => "the book's length is not known",
        (Some(_), None) => "no mate",
        (Some(book), Some(most)) if most < book => "shorter than the book (早詰)",
        (Some(book), _) if least.is_some_and(|least| least > book) => "longer than the book (変長)",
        (Some(book), Some(most)) if exact && most == book && raw == Some(book) => "as the book",
        (Some(book), Some(most)) if exact && most == book => {
            "as the book; futile interpositions are the rest"
        }
        _ if row["reasons"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["kind"] == "longer-variation")) =>
        {
            "longer than the book (変長)"
        }
        _ => "not decided",
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of rows")?;
    let mut rows = BTreeMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        rows.insert(row["name"].as_str().unwrap_or_default().to_owned(), row);
    }
    println!(
        "| problem | book | every interposition | by the rule | lengths | grade | faults and flaws (first ply) | CPU s |"
    );
    println!("|---|--:|--:|--:|---|---|---|--:|");
    for (name, row) in &rows {
        let proved = row["length_status"] == "minimal";
        let is_mate = row["length"].is_u64();
        let raw = format!("{}{}", if proved || !is_mate { "" } else { "≤ " }, number(&row["length"]));
        let rule = match row["rule_length_status"] == "minimal" || !is_mate {
            true => number(&row["rule_length"]),
            false => format!("{}–{}", number(&row["rule_length_least"]), number(&row["rule_length"])),
        };
        let found = [words(&row["reasons"]), words(&row["flaws"])].concat().join(", ");
        println!(
            "| {name} | {} | {raw} | {rule} | {} | {} | {found} | {:.1} |",
            number(&row["expected_length"]),
            lengths(row),
            row["grade"].as_str().unwrap_or("–"),
            row["cpu_seconds"].as_f64().unwrap_or(0.0),
        );
    }
    let mut grades: BTreeMap<&str, u32> = BTreeMap::new();
    for row in rows.values() {
        *grades.entry(row["grade"].as_str().unwrap_or("–")).or_default() += 1;
    }
    println!("\n{grades:?}");
    Ok(())
}
