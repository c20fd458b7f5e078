//! The experiments on mate problems, with tiny limits.

use std::time::Duration;

use crate::common::{finished_with, read, settings};
use serde_json::Value;
use yomikiri_lab::{
    Experiment, KishimotoTable, Lab, LabSettings, MATE_TECHNIQUES, SakutaMates, SoedaBrinkmate,
};
use yomikiri_testing::Folder;

/// Runs an experiment with a time limit in milliseconds for each search.
fn finished(experiment: &dyn Experiment, milliseconds: u64) -> (Folder, Value) {
    let folder = Folder::new();
    let settings = LabSettings { time: Some(Duration::from_millis(milliseconds)), ..settings(&folder) };
    let json = finished_with(&folder, experiment, settings);
    (folder, json)
}

fn records(json: &Value) -> &Vec<Value> {
    json["records"].as_array().unwrap()
}

/// The text in a table at a column of the row with the given beginning.
fn row<'a>(json: &'a Value, table: usize, name: &str) -> Vec<&'a str> {
    let rows = json["tables"][table]["rows"].as_array().unwrap();
    let found = rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {rows:#?}"));
    found.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect()
}

fn assert_no_contradiction(json: &Value) {
    let contradictions = |note: &&Value| note.as_str().unwrap().starts_with("Verdicts that contradict");
    let note = json["notes"].as_array().unwrap().iter().find(contradictions).unwrap();
    assert!(note.as_str().unwrap().contains("each other: **0**"), "{note}");
}

/// Runs an experiment with a node limit for each search.
fn limited(experiment: &dyn Experiment, nodes: u64) -> (Folder, Value) {
    let folder = Folder::new();
    let settings = LabSettings { nodes: Some(nodes), ..settings(&folder) };
    let json = finished_with(&folder, experiment, settings);
    (folder, json)
}

#[test]
fn kishimoto_1_counts_what_each_variant_leaves_unsolved() {
    let (folder, json) = limited(&KishimotoTable::TABLE_1.up_to(2), 2_000);
    assert_no_contradiction(&json);
    // Eleven variants, two kinds of leaf numbers, four collections.
    assert_eq!(records(&json).len(), 88);
    for record in records(&json) {
        assert_eq!(record["problems"], 2, "{record}");
        assert!(record["unsolved"].as_u64().unwrap() <= 2, "{record}");
    }
    // No search solves Microcosmos with these nodes; some mates from games are solved by all.
    let of = |collection: &str| {
        let of = |record: &&Value| record["collection"] == collection;
        let unsolved = records(&json).iter().filter(of).map(|record| record["unsolved"].as_u64().unwrap());
        unsolved.collect::<Vec<_>>()
    };
    assert!(of("long and modern").iter().all(|&unsolved| unsolved >= 1));
    assert!(of("mates in 11").contains(&0));
    // The paper's figures.
    for (name, unsolved) in [("df-pn(r)", "14"), ("df-pn(r) + SNDA", "20"), ("df-pn + TCA + SNDA", "1")] {
        assert_eq!(row(&json, 0, name)[1], unsolved);
    }
    assert_eq!(json["claims"].as_array().unwrap().len(), 12);
    let markdown = read(&folder, "kishimoto-table-1.md");
    for part in ["another set", "not available in machine form", "| the paper's claim | ours | holds? |"] {
        assert!(markdown.contains(part), "{part}:\n{markdown}");
    }
}

#[test]
fn kishimoto_2_and_3_have_the_papers_three_problems() {
    for (table, figure) in [(KishimotoTable::TABLE_2, "45356"), (KishimotoTable::TABLE_3, "7,775,332,911")] {
        let (_, json) = limited(&table.up_to(24), 20);
        assert_no_contradiction(&json);
        // The tables of the paper's problems, for both kinds of leaf numbers.
        for at in [0, 2] {
            let found = row(&json, at, "Meta-Shinsekai");
            let over = "> 20 nodes";
            assert_eq!(found, ["Meta-Shinsekai", "メタ新世界", "941", figure, over, found[5], over]);
            row(&json, at, "Sekitoba");
            row(&json, at, "Megalopolis");
        }
        // Two searches with two kinds of leaf numbers on 48 problems.
        let with = |leaves: &str| records(&json).iter().filter(|record| record["leaves"] == leaves).count();
        assert_eq!(with("leaf numbers from the king's liberties"), 96);
        assert_eq!(with("leaf numbers from material"), 96);
    }
}

#[test]
fn the_tables_of_a_paper_share_their_searches() {
    let mut lab = Lab::new(LabSettings { nodes: Some(200), ..LabSettings::default() });
    let mut measured = |table: &dyn Experiment| {
        let mut count = 0;
        lab.run(table, |progress| count += usize::from(progress.task.is_some())).unwrap();
        count
    };
    assert_eq!(measured(&KishimotoTable::TABLE_2.up_to(2)), 16);
    assert_eq!(measured(&KishimotoTable::TABLE_3.up_to(2)), 0);
    assert_eq!(measured(&SakutaMates::TABLE_6.up_to(1)), 30);
    // PN search and iterative deepening are new.
    assert_eq!(measured(&SakutaMates::TABLE_7.up_to(1)), 12);
}

#[test]
fn sakuta_6_and_7_solve_short_mates_from_games() {
    for (table, searches) in [(SakutaMates::TABLE_6, 5), (SakutaMates::TABLE_7, 4)] {
        let (folder, json) = limited(&table.up_to(2), 20_000);
        assert_no_contradiction(&json);
        assert_eq!(records(&json).len(), searches * 12);
        let is_short = |record: &&Value| record["plies"].as_u64().is_some_and(|plies| plies <= 5);
        assert_eq!(records(&json).iter().filter(is_short).count(), searches * 4);
        for record in records(&json).iter().filter(is_short) {
            assert_eq!(record["mate"], true, "{record}");
            assert!(
                record["nodes"].as_u64().is_some() && record["cpu_seconds"].as_f64().is_some(),
                "{record}"
            );
            // All searches but df-pn show their solutions.
            let (tree, depth) = (record["tree"].as_u64(), record["depth"].as_u64());
            assert!(record["search"] == "df-pn + TCA" || tree > depth && depth > Some(0), "{record}");
        }
        assert!(json["claims"].as_array().unwrap().len() >= 3, "{json:#}");
        let markdown = read(&folder, &format!("{}.md", table.name()));
        for part in ["other positions", "not available in machine form", "## The paper's 30 positions"] {
            assert!(markdown.contains(part), "{part}:\n{markdown}");
        }
    }
}

#[test]
fn the_papers_columns_add_up() {
    let settings = || LabSettings { time: Some(Duration::from_micros(1)), ..LabSettings::default() };
    for (table, proved) in [
        (SakutaMates::TABLE_6, [("PN*", "25"), ("PDS", "30")]),
        (SakutaMates::TABLE_7, [("PN", "19"), ("iterative deepening", "19")]),
    ] {
        let report = Lab::new(settings()).run(&table.up_to(1), |_| {}).unwrap().report;
        for (name, count) in proved {
            let row = report.tables[0].rows.iter().find(|row| row[0] == name).unwrap();
            assert_eq!(row[1], count, "{name}");
        }
        assert_eq!(report.tables[3].rows.len(), 30);
    }
}

#[test]
fn techniques_are_compared_with_the_default() {
    let (_, json) = limited(&MATE_TECHNIQUES.up_to(2), 5_000);
    assert_no_contradiction(&json);
    let default = row(&json, 0, "default");
    // The ratio of a search to itself is 1.
    assert!(["1.00", "–"].contains(&default[4]) && ["1.00", "–"].contains(&default[5]), "{default:?}");
    for name in [
        "TCA as published",
        "no guard against loops",
        "ε = 0.125",
        "with WPNS",
        "with SNDA",
        "with NAGAI",
        "leaf number 1",
        "no mate in one at leaves",
    ] {
        let found = row(&json, 0, name);
        let count = |at: usize| found[at].parse::<usize>().unwrap();
        assert_eq!(count(2) + count(3), 2, "{found:?}");
    }
    // A name that is not an algorithm would show here.
    for record in records(&json).iter().filter(|record| record["mate"].is_null()) {
        assert_eq!(record["state"], "> 5,000 nodes", "{record}");
    }
}

#[test]
fn a_limit_is_never_a_verdict() {
    for table in [&SakutaMates::TABLE_7.up_to(3) as &dyn Experiment, &KishimotoTable::TABLE_2.up_to(3)] {
        let settings = LabSettings { time: Some(Duration::from_micros(1)), ..LabSettings::default() };
        let report = Lab::new(settings).run(table, |_| {}).unwrap().report;
        for record in report.records {
            assert!(record["mate"] != Value::Bool(false), "{record:?}");
            assert!(record["mate"].is_null() == (record["state"] == "> 0.000001 s"), "{record:?}");
        }
    }
}

#[test]
fn soeda_compares_schemes_that_never_contradict_each_other() {
    let (folder, json) = finished(&SoedaBrinkmate { most: 3 }, 200);
    assert_no_contradiction(&json);
    // Four sets, three problems, six methods.
    assert_eq!(records(&json).len(), 72);
    let proposed = |record: &&Value| record["method"] == "Proposed (proof numbers)";
    let solved = |record: &&Value| record["win"] == true;
    assert!(records(&json).iter().filter(proposed).filter(solved).count() >= 5, "{json:#}");
    assert_eq!(json["tables"][0]["rows"].as_array().unwrap().len(), 24);
    assert!(read(&folder, "soeda-brinkmate.svg").starts_with("<svg"));
}
