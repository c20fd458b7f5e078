//! Helpers of the integration tests: data files.

use std::path::Path;

use yomikiri_othello::{BoardSize, Position, Six};

/// The tab-separated rows of a file in `data/`.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(String::from).collect()).collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

/// The position of a row.
pub fn position<S: BoardSize>(row: &[String]) -> Position<S> {
    row[0].parse().unwrap_or_else(|error| panic!("{}: {error}", row[0]))
}

/// The 6×6 position of the principal variation with this many vacant squares and White to move.
pub fn pv(empties: u32) -> Position<Six> {
    rows("othello6_pv.tsv")
        .iter()
        .map(|row| position::<Six>(row))
        .find(|position| position.empties() == empties && position.to_string().ends_with('O'))
        .expect("an odd number from 1 to 31, or 0 or 2")
}
