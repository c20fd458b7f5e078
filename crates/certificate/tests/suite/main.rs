//! Certificates and their two checkers: the rules, hand-written certificates, and forgeries.

mod brute_force;
mod dependencies;
mod examples;
mod forgeries;
mod random;
mod rules;
mod truth;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use yomikiri_certificate::{CheckError, Options, check};

/// What a checker says: the verdict, and the line if it is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    DoesNotHold(u64),
    NotACertificate(u64),
}

/// The answer of `crates/certificate`.
fn rust_answer(certificate: &[u8]) -> Answer {
    match check(certificate, Options::default()) {
        Ok(_) => Answer::Holds,
        Err(CheckError::DoesNotHold { line, why }) => {
            assert!(!why.is_empty() && why.len() < 400 && !why.contains('\n'), "{why:?}");
            Answer::DoesNotHold(line)
        }
        Err(CheckError::NotACertificate { line, why }) => {
            assert!(!why.is_empty() && why.len() < 400 && !why.contains('\n'), "{why:?}");
            Answer::NotACertificate(line)
        }
        Err(error) => panic!("{error}"),
    }
}

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

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verify.py")
}

/// A folder for the files of a test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("certificates-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The answers of `scripts/verify.py`, which checks all in one process.
fn python_answers<'a>(test: &str, certificates: impl Iterator<Item = &'a [u8]>) -> Vec<Answer> {
    let folder = folder(test);
    let mut list = String::new();
    for (number, certificate) in certificates.enumerate() {
        let file = folder.join(format!("{number}.cert"));
        fs::write(&file, certificate).unwrap();
        list += &format!("{}\n", file.display());
    }
    let lines = run_python(&[script().to_str().unwrap(), "--json", "--stdin-list"], &list);
    let answers: Vec<Answer> = lines.lines().map(python_answer).collect();
    fs::remove_dir_all(&folder).unwrap();
    answers
}

fn python_answer(line: &str) -> Answer {
    let answer: Value = serde_json::from_str(line).unwrap();
    match answer["verdict"].as_str().unwrap() {
        "holds" => Answer::Holds,
        "does-not-hold" => Answer::DoesNotHold(answer["line"].as_u64().unwrap()),
        "not-a-certificate" => Answer::NotACertificate(answer["line"].as_u64().unwrap()),
        other => panic!("{other}: {line}"),
    }
}

/// What Python writes, with a text as its standard input.
fn run_python(arguments: &[&str], input: &str) -> String {
    let mut python = Command::new("python3")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("these tests need python3");
    let mut stdin = python.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}
