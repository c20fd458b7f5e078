//! The command `yomikiri-bench`.

use serde_json::Value;
use yomikiri_testing::{self as testing, Folder, Run};

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri-bench");

/// 将棋図巧 1.
const ZUKO_1: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
/// 将棋図巧 2: mate in 21.
const ZUKO_2: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// Mate in one, G*5b; the defender's hand is not written out.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// No mate: a pawn alone.
const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b P 1";

fn run(args: &[&str]) -> Run {
    testing::run(BINARY, args, b"")
}

fn bench(args: &[&str]) -> Value {
    run(&[&["mate", "--memory", "16MiB", "--json"], args].concat()).json()
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
    let text = run(&["mate", "--first", "--memory", "64MiB"]).text();
    assert!(text.contains("\n19 problems: 19 mate (0 proved minimal), 0 no mate, 0 unknown\n"), "{text}");
    assert!(text.contains(" of KomoringHeights, over 19 problems that both solve: "), "{text}");
    assert!(run(&["mate", "nosuch"]).error(2).contains("no suite of this name"));
}

#[test]
fn bad_input() {
    let folder = Folder::new();
    let file = folder.file("bad.sfen", format!("{ONE}\n4k4/9/\n"));
    let message = run(&["mate", &file]).error(2);
    assert!(message.contains("bad.sfen: line 2"), "{message}");
    assert!(run(&["mate", "--algorithm", "none"]).error(2).contains("algorithm"));
    assert!(
        testing::run(BINARY, ["mate", "-", "--json"], ONE.as_bytes()).json()["rows"][0]["verdict"] == "mate"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses() {
    let shell = ["-c", "ulimit -v 2000000; exec \"$0\" mate --memory 8GiB", BINARY];
    let message = testing::run("sh", shell, b"").error(1);
    assert!(message.starts_with("--memory: "), "{message}");
}

#[test]
fn connect6() {
    let report = run(&["connect6", "--json"]).json();
    assert_eq!((&report["totals"]["problems"], &report["totals"]["proven"]), (&59.into(), &59.into()));
    assert!(report["threat_positions_per_second"].as_f64().unwrap() > 0.0);
    // The puzzles are so easy that the leaf search at the root solves them.
    assert_eq!(report["totals"]["nodes"], 59);
    assert!(run(&["connect6", "none"]).error(2).contains("is not a suite"));
}

/// What a list says cannot do anything to a terminal, and the line about the progress fits into it.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal() {
    const COLUMNS: u16 = 60;
    let width = |line: &str| -> usize { line.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum() };
    let folder = Folder::new();
    let long = "とても長い名前の詰将棋作品集第百番".repeat(2);
    let list = folder.file("list.sfen", format!("{ONE}\t\u{1b}[31mred\u{7}\n{ZUKO_1}\t{long}\n"));
    let text = testing::on_terminal(BINARY, ["mate", &list, "--time", "1"], COLUMNS);
    assert!(text.contains("red") && !text.contains("\u{1b}[31mred") && !text.contains('\u{7}'), "{text:?}");
    // A line is drawn after the one before it was erased.
    let drawn = text.split("\r\u{1b}[2K").skip(1);
    let lines = drawn.map(|drawn| drawn.split(['\n', '\r', '\u{1b}']).next().unwrap_or_default());
    let longest = lines.filter(|line| line.contains('[')).map(width).max().expect("a line");
    assert!((usize::from(COLUMNS) - 1..=usize::from(COLUMNS)).contains(&longest), "{longest}: {text:?}");
}
