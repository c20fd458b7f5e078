//! `--certificate` and `verify`.

use std::fs;
use std::path::Path;

use crate::common::{Folder, LONG, NO_MATE, ONE, Run, ZUKO_2, run};
use yomikiri_testing::checkers::{Answer, output, python, python_answers, script};

/// A brinkmate of one ply.
const BRINKMATE: &str = "8k/8g/6P1P/9/9/9/9/9/9 b R 1";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a run printed.
fn out(run: &Run) -> &str {
    std::str::from_utf8(&run.out).unwrap()
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort();
    names
}

#[test]
fn certificates_of_single_problems() {
    let folder = Folder::new();
    for (number, (command, position, code, claim)) in [
        ("solve", ONE, 10, "exactly 1"),
        ("solve", ZUKO_2, 10, "exactly 21"),
        ("solve", NO_MATE, 20, "no-mate"),
        ("hisshi", BRINKMATE, 10, "brinkmate 1"),
        ("hisshi", ONE, 10, "exactly 1"),
        ("judge", ONE, 10, "sound 1 by plus2, line as given"),
        ("judge", NO_MATE, 20, "unsound no-mate"),
    ]
    .into_iter()
    .enumerate()
    {
        // Plain, and compressed; for people, and for programs; with the smallest table and with two threads.
        let plain = folder.path(format!("{number}.cert"));
        let packed = folder.path(format!("{number}.cert.gz"));
        let shown = run([command, position, "--certificate", text(&plain), "--memory", "4MiB"]);
        assert_eq!(shown.code, code, "{}", shown.err);
        let line = out(&shown).lines().find(|line| line.starts_with("certificate")).unwrap();
        assert!(line.contains(claim) && line.ends_with(text(&plain)), "{line}");
        let arguments = [command, position, "--certificate", text(&packed), "--json", "--threads", "2"];
        let row = &run(arguments).rows(code)[0]["certificate"];
        assert_eq!((&row["claim"], &row["error"]), (&claim.into(), &serde_json::Value::Null));
        assert_eq!(row["bytes"], fs::metadata(&packed).unwrap().len());
        assert!(fs::read(&plain).unwrap().starts_with(b"yomikiri-certificate 1\n"));
        assert!(fs::read(&packed).unwrap().starts_with(&[0x1f, 0x8b]));

        let checked = run(["verify", text(&plain), text(&packed), "--json"]).rows(10);
        for row in &checked {
            assert_eq!((&row["verdict"], &row["claim"]), (&"holds".into(), &claim.into()));
        }
        let said = run(["verify", text(&plain), "--lang", "ja"]);
        assert!(said.code == 10 && out(&said).contains("成立"), "{}", out(&said));
    }
    assert!(names(&folder.path("")).iter().all(|name| name.contains(".cert")), "no draft is left");
}

#[test]
fn what_is_no_certificate_and_what_does_not_hold() {
    let folder = Folder::new();
    let file = folder.path("one.cert");
    assert_eq!(run(["solve", ONE, "--certificate", text(&file)]).code, 10);
    let whole = fs::read_to_string(&file).unwrap();
    for (content, code, what) in [
        (whole.replace("G*5b", "G*5c"), 20, "does not hold: line 7"),
        (whole.replace("claim exactly 1", "claim exactly 3"), 20, "does not hold"),
        (whole.replace("end 1", "end 2"), 2, "not a certificate: line 8"),
        (whole[..whole.len() / 2].to_owned(), 2, "not a certificate"),
        ("4k4".to_owned(), 2, "not a certificate: line 1"),
        (String::new(), 2, "not a certificate: line 1"),
    ] {
        let forged = folder.path("forged.cert");
        fs::write(&forged, &content).unwrap();
        let refused = run(["verify", text(&forged)]);
        assert!(refused.code == code && out(&refused).contains(what), "{} {}", refused.code, out(&refused));
        // With one that holds, the worse answer counts.
        assert_eq!(run(["verify", text(&forged), text(&file)]).code, code);
        let row = &run(["verify", text(&forged), "--json"]).rows(code)[0];
        assert!(row["verdict"] != "holds" && row["line"].is_u64() && row["why"].is_string(), "{row}");
    }
    let missing = run(["verify", text(&folder.path("missing"))]);
    assert!(missing.code == 2 && missing.err.contains("missing"), "{}", missing.err);
    // A file that cannot be read does not hide what comes after it.
    let (missing, unreadable) = (folder.path("missing"), folder.path(""));
    for (odd, code) in [(&missing, 2), (&unreadable, 1)] {
        let others = run(["verify", text(&file), text(odd), text(&file)]);
        assert_eq!((others.code, others.err.lines().count()), (code, 1), "{}", others.err);
        let lines = String::from_utf8(others.out).unwrap();
        assert_eq!(lines.lines().filter(|line| line.contains(": holds: ")).count(), 2, "{lines}");
        let json = run(["verify", text(&file), text(odd), text(&file), "--json"]);
        let verdicts = String::from_utf8(json.out).unwrap();
        let verdicts: Vec<&str> = verdicts.lines().map(|row| row.split('"').nth(7).unwrap()).collect();
        assert_eq!((json.code, verdicts), (code, vec!["holds", "error", "holds"]));
    }
    let from_stdin = crate::common::run_with(["verify", "-"], whole.as_bytes());
    assert_eq!(from_stdin.code, 10, "{}", from_stdin.err);
}

#[test]
fn a_list_writes_into_a_folder() {
    let folder = Folder::new();
    let list = folder.path("list.tsv");
    let rows =
        format!("{ONE}\t1\tan / odd: name\n{NO_MATE}\tnomate\tsame\nnonsense\t1\tbad\n{ONE}\t1\tsame\n");
    fs::write(&list, rows).unwrap();
    let certificates = folder.path("new/certificates");
    let arguments = ["solve", text(&list), "--certificate", text(&certificates), "--json", "--jobs", "2"];
    let rows = run(arguments).rows(2);
    let expected = ["0001-an-odd-name.cert.gz", "0002-same.cert.gz", "0004-same.cert.gz"];
    assert_eq!(names(&certificates), expected);
    assert_eq!(rows.iter().filter(|row| row["certificate"]["file"].is_string()).count(), 3);
    for name in expected {
        assert_eq!(run(["verify", text(&certificates.join(name))]).code, 10, "{name}");
    }
    // One problem given twice on the command line.
    let twice = folder.path("twice");
    assert_eq!(run(["judge", ONE, ONE, "--certificate", text(&twice), "-q"]).code, 0);
    assert_eq!(names(&twice).len(), 2);
}

#[test]
fn no_certificate_without_an_answer() {
    let folder = Folder::new();
    let file = folder.path("long.cert.gz");
    let unknown = run(["solve", LONG, "--nodes", "1000", "--certificate", text(&file)]);
    assert!(unknown.code == 0 && out(&unknown).contains("none: the answer is unknown"), "{}", out(&unknown));
    let row = &run(["solve", LONG, "--nodes", "1000", "--certificate", text(&file), "--json"]).rows(0)[0];
    assert_eq!(row["certificate"]["error"], "the answer is unknown");
    let list =
        run(["solve", LONG, ONE, "--nodes", "1000", "--certificate", text(&folder.path("list")), "-q"]);
    assert!(list.err.contains("the answer is unknown"), "{}", list.err);
    assert_eq!(names(&folder.path("list")).len(), 1);
    // The defender is to move and not in check: there is no such claim.
    let silver = "4k4/9/4S4/9/9/9/9/9/9 w G 1";
    let threat = run(["hisshi", silver, "--certificate", text(&file)]);
    assert!(threat.code == 1 && threat.err.contains("there is no certificate for"), "{}", threat.err);
    assert!(!file.exists());
}

#[test]
fn a_place_that_cannot_be_written_is_noticed_before_the_search() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "").unwrap();
    for place in [folder.path("no/such/folder/x.cert"), folder.path(""), folder.path("file/x.cert")] {
        for command in ["solve", "judge", "hisshi"] {
            // This would take hours.
            let refused = run([command, LONG, "--certificate", text(&place)]);
            assert!(
                refused.code == 1 && refused.out.is_empty(),
                "{command} {}: {}",
                place.display(),
                refused.code
            );
            assert!(refused.err.contains("--certificate: "), "{}", refused.err);
        }
    }
    let list = run(["solve", LONG, LONG, "--certificate", text(&folder.path("file"))]);
    assert!(list.code == 1 && list.err.contains("--certificate: "), "{}", list.err);
}

/// Whenever Ctrl-C comes, there is a whole file or none, and no draft.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_half_file() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new();
    let file = folder.path("zuko.cert");
    for wait in [0, 10, 20, 35, 55, 80, 120, 200] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(["solve", ZUKO_2, "--certificate", text(&file)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        child.wait().unwrap();
        if file.exists() {
            assert_eq!(run(["verify", text(&file)]).code, 10);
            fs::remove_file(&file).unwrap();
        }
        assert_eq!(names(&folder.path("")), Vec::<String>::new());
    }
}

/// The certificates of the repository hold, by both checkers.
#[test]
fn the_certificates_of_the_data_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("data/certificates");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".cert"))
        .map(|path| path.display().to_string())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    let mut claims: Vec<String> = Vec::new();
    for row in run(["verify", "--json"].into_iter().chain(files.iter().map(String::as_str))).rows(10) {
        let claim = row["claim"].as_str().unwrap();
        claims.push(claim.split(' ').take(if claim.starts_with("unsound") { 2 } else { 1 }).collect());
    }
    claims.sort_unstable();
    claims.dedup();
    assert!(claims.len() >= 8, "{claims:?}");
    let python = python_answers(files.iter().map(|file| fs::read(file).unwrap())).unwrap_or_default();
    for (file, answer) in files.iter().zip(python) {
        assert_eq!(answer, Answer::Holds, "{file}");
    }
}

/// `yomikiri verify` and `scripts/verify.py` print a claim, its caveats and the name of the file
/// alike.
#[test]
fn both_checkers_say_the_same() {
    let Some(mut python) = python() else { return };
    let folder = Folder::new();
    let problem = "8k/6S2/8N/9/8N/9/9/9/9 b - 1";
    let names = ["raw", "plus2", "miwa", "basic"].map(|rules| {
        let name = folder.path(format!("{rules}\u{9b}31m\u{202e}.cert"));
        let judged = run(["judge", problem, "--rules", rules, "--certificate", text(&name), "--json"]);
        let claim = match rules {
            "raw" => "sound 3".to_owned(),
            _ => format!("sound 3 by {rules}, line as given"),
        };
        assert_eq!(judged.rows(10)[0]["certificate"]["claim"], claim);
        text(&name).to_owned()
    });
    let rust = run(std::iter::once("verify").chain(names.iter().map(String::as_str)));
    python.arg(script()).args(&names);
    let python = output(python, "").replace(": holds: shogi: ", ": holds: ");
    assert_eq!(out(&rust), python);
    assert!(!python.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'), "{python:?}");
}

/// A line that stops before the cooks of its problem: the claim is about this line, in both
/// languages.
#[test]
fn a_line_cut_early_is_claimed_as_given() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/certificates/line-cut-early.cert");
    for (language, claim) in [
        ("en", "holds: sound 5 by plus2, line as given (46 nodes)"),
        ("ja", "成立：記載の手順について、plus2のルールで完全作、5手詰（46局面）"),
    ] {
        let said = run(["verify", text(&file), "--lang", language]);
        assert!(said.code == 10 && out(&said).contains(claim), "{}", out(&said));
    }
}
