//! `yomikiri bench`

use crate::common::{Folder, NO_MATE, ONE, ZUKO_1, ZUKO_2, run};
use serde_json::Value;

fn bench(args: &[&str]) -> Value {
    run([&["bench", "mate", "--memory", "16MiB", "--json"], args].concat()).json()
}

#[test]
fn rows_totals_and_reference() {
    let folder = Folder::new();
    let file = folder.file("few.sfen", format!("{ONE}\tone\n{ZUKO_2}\ttwo\n{NO_MATE}\n"));
    let report = bench(&[&file]);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    let two = &rows[1];
    assert_eq!(
        (&two["verdict"], &two["length"], &two["length_status"]),
        (&"mate".into(), &21.into(), &"minimal".into())
    );
    assert!(two["first"]["nodes"].as_u64().unwrap() <= two["nodes"].as_u64().unwrap());
    assert!(two["first"]["cpu_seconds"].as_f64().unwrap() <= two["cpu_seconds"].as_f64().unwrap());
    assert_eq!(two["reference"]["komoring_heights"]["nodes"], 13835);
    assert_eq!(rows[2]["verdict"], "nomate");
    let totals = &report["totals"];
    assert_eq!((&totals["problems"], &totals["mate"], &totals["nomate"]), (&3.into(), &2.into(), &1.into()));
    let nodes: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(totals["nodes"], nodes);
    let reference = &report["reference"]["komoring_heights"];
    assert_eq!((&reference["problems"], &reference["reference_seconds"]), (&1.into(), &0.02.into()));
    assert!(reference["ratio"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_signature_is_the_behaviour() {
    let folder = Folder::new();
    let file = folder.file("few.sfen", format!("{ZUKO_2}\n{ONE}\n"));
    let signature = |args: &[&str]| bench(&[&[file.as_str()], args].concat())["signature"].clone();
    let usual = signature(&[]);
    assert_eq!(usual, signature(&[]), "twice the same");
    assert_ne!(usual, signature(&["--algorithm", "dfpn+tca"]));
    assert_ne!(usual, signature(&["--first"]));
    // What the clock stopped is not in it.
    let slow = folder.file("slow.sfen", format!("{ZUKO_1}\n"));
    let report = bench(&[&slow, "--time", "0.01"]);
    assert_eq!((&report["signature_rows"], &report["rows"][0]["verdict"]), (&0.into(), &"unknown".into()));
    // Nor is it hidden that another solver finds the mate.
    let reference = &report["reference"]["komoring_heights"];
    assert_eq!((&reference["problems"], &reference["missed"]), (&0.into(), &1.into()));
}

#[test]
fn csv_rows_are_appended() {
    let folder = Folder::new();
    let file = folder.file("one.sfen", ONE);
    let csv = folder.path("runs.csv");
    for _ in 0..2 {
        bench(&[&file, "--csv", csv.to_str().unwrap()]);
    }
    let text = std::fs::read_to_string(&csv).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!((lines[0][0], lines[0][17]), ("unix_time", "signature"));
    assert!(lines.iter().all(|line| line.len() == 18), "{text}");
    assert_eq!(lines[1][17], lines[2][17]);
}

#[test]
fn for_people() {
    let text = run(["bench", "mate", "--first", "--memory", "64MiB"]).text();
    assert!(text.contains("\n19 problems: 19 mate (0 proved minimal), 0 no mate, 0 unknown\n"), "{text}");
    assert!(text.contains(" of KomoringHeights, over 19 problems that both solve: "), "{text}");
    assert!(run(["bench", "mate", "nosuch"]).error(2).contains("no suite of this name"));
}
