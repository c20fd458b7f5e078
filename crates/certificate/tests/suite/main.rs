//! Certificates and their two checkers: the rules, hand-written certificates, and forgeries.

mod brute_force;
mod claims;
mod dependencies;
mod examples;
mod forgeries;
mod output;
mod random;
mod rules;
mod truth;

use std::fs;
use std::path::Path;

/// The tab-separated rows of a file in `data/`.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').map(String::from).collect())
        .collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}
