//! The experiments on measures of beauty, with few problems and small limits.

use crate::common::{finished, read};
use serde_json::Value;
use yomikiri_lab::{Difficulty, Reshaping, Separation};
use yomikiri_testing::Folder;

fn table<'a>(json: &'a Value, title: &str) -> &'a Vec<Value> {
    let tables = json["tables"].as_array().unwrap();
    let found = tables.iter().find(|table| table["title"].as_str().unwrap().starts_with(title));
    found.unwrap_or_else(|| panic!("{title}: {tables:#?}"))["rows"].as_array().unwrap()
}

#[test]
fn short_problems_and_their_measures() {
    let folder = Folder::new();
    let json = finished(&folder, &Separation::TABLE_1.small(4, 20_000));
    let records = json["records"].as_array().unwrap();
    let mut classes: Vec<&str> = records.iter().map(|record| record["class"].as_str().unwrap()).collect();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes, ["composed", "from games", "game endings", "generated"]);
    for record in records {
        assert!((7..=13).contains(&record["plies"].as_u64().unwrap()), "{record}");
        if record["at_least"] == false {
            let [pn, dn, iterations] =
                ["max_pn", "max_dn", "iterations"].map(|key| record[key].as_u64().unwrap());
            assert!(pn >= 1 && dn >= 1, "{record}");
            // At least MAX PN leaves had to be solved, and on a tree each takes an expansion.
            let on_tree = record["search"].as_str().unwrap().starts_with("PN search on a tree");
            assert!(!on_tree || iterations >= pn, "{record}");
            assert!(iterations >= record["plies"].as_u64().unwrap() / 2, "{record}");
        }
    }
    // The paper's own figures, as printed.
    assert_eq!(table(&json, "The paper")[0][1], "116");
    let markdown = read(&folder, "ishitobi-table-1.md");
    for part in [
        "not available in machine form",
        "Every interposition counts",
        "Limits: 20,000 nodes",
        "**Against composed problems",
    ] {
        assert!(markdown.contains(part), "{part}:\n{markdown}");
    }
}

/// With this many problems of each collection, 将棋図巧 92 is among them, which has 13 plies and is solved soon.
#[test]
fn classics_against_others() {
    let json = finished(&Folder::new(), &Separation::TABLE_1.small(24, 4_000));
    assert!(!table(&json, "The problems of Zukō").is_empty());
    for others in ["plain", "composed"] {
        let title = format!("How often a problem of Zukō measures more than a {others} one");
        let rows = table(&json, &title);
        assert!(rows.iter().any(|row| row[2] != "–"), "{title}: nothing was compared");
        for cell in rows.iter().flat_map(|row| &row.as_array().unwrap()[2..5]) {
            is_statistic(cell.as_str().unwrap());
        }
    }
    let claims = json["claims"].as_array().unwrap();
    // Two problems of Zukō are too few to decide the first claim. The others do not need them.
    assert_eq!(claims[0]["holds"], "open", "{claims:#?}");
    assert!(claims[1..].iter().all(|claim| claim["holds"] != "open"), "{claims:#?}");
}

/// Checks that every probability lies between 0 and 1 and within its interval.
fn is_statistic(cell: &str) {
    let numbers: Vec<f64> = cell
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter_map(|part| part.parse().ok())
        .collect();
    if let [value, low, high] = numbers[..] {
        assert!((0.0..=1.0).contains(&low) && low <= value && value <= high && high <= 1.0, "{cell}");
    } else {
        assert_eq!(cell, "–");
    }
}

#[test]
fn reshaped_problems() {
    let folder = Folder::new();
    for (experiment, before) in [(Reshaping::TABLE_3, 3), (Reshaping::TABLE_4, 5)] {
        let folder = if before == 3 { &folder } else { &Folder::new() };
        let json = finished(folder, &experiment.small(3, 1_000));
        let records = json["records"].as_array().unwrap();
        assert_eq!(records.len(), 7, "three generated problems in two orders, one from a game");
        for record in records {
            let made = record["after_position"].is_string();
            assert_eq!(made, record["strong"] == 0, "{record}");
            assert_eq!(made, record["after_max_dn"].is_u64(), "{record}");
            assert_eq!(made, record["after_length"].is_u64(), "what shape keeping makes is a mate: {record}");
            assert_eq!(made, record["after_soundness"].is_string(), "{record}");
            assert_eq!(record["after_fault"].is_string(), record["after_soundness"] == "unsound", "{record}");
            assert!(record["before_max_dn"].is_u64());
            if record["repaired_position"].is_string() {
                let soundness = record["repaired_soundness"].as_str().unwrap();
                assert!(made && ["sound", "flawed"].contains(&soundness), "{record}");
                assert!(
                    record["repaired_length"].as_u64() >= Some(before) && record["repaired_max_dn"].is_u64()
                );
            }
        }
        let repaired = records.iter().filter(|record| record["repaired_position"].is_string()).count();
        assert!(repaired > 0 || before > 3, "so few tries suffice for some short ones");
        let name = if before == 3 { "ishitobi-table-3.md" } else { "ishitobi-table-4.md" };
        assert!(read(folder, name).contains(" that are not known to be sound.**"));
        let rows = table(&json, "The new problems");
        assert_eq!(rows.len(), 3, "two orders, and the problems from games");
        let sum = |column: usize| -> usize {
            rows.iter().map(|row| row[column].as_str().unwrap().parse::<usize>().unwrap()).sum()
        };
        assert_eq!(sum(2), records.len());
        assert_eq!(
            sum(3),
            (9..13).map(sum).sum::<usize>(),
            "what is made is sound, flawed, unsound or unknown"
        );
        assert_eq!(json["claims"].as_array().unwrap().len(), 4);
    }
}

#[test]
fn difficulty_and_the_measures() {
    let json = finished(&Folder::new(), &Difficulty::FULL.small(3, 3_000));
    let records = json["records"].as_array().unwrap();
    assert!(records.len() > 25, "{}", records.len());
    for record in records {
        let [length, wrong, near_misses, late] =
            ["length", "wrong", "near_misses", "late"].map(|key| record[key].as_u64().unwrap());
        assert!(length % 2 == 1 && near_misses <= wrong && late <= wrong, "{record}");
        assert!(length > 1 || wrong == 0, "{record}");
    }
    let rows = table(&json, "Rank correlations of the measures with the difficulty");
    assert_eq!(rows.len(), 2 + 4 * 3, "the length, and four proxies among three kinds of problems");
    // Where more checks fail by a single answer, there is more to refute, even in so small a sample.
    let dn = rows[2][4].as_str().unwrap();
    assert!(dn.split(' ').next().unwrap().parse::<f64>().unwrap() > 0.3, "{dn}");
    assert_eq!(json["claims"].as_array().unwrap().len(), 4);
}
