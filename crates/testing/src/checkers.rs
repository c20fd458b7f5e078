//! What the two checkers say about certificates. This is the one place that looks for Python.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use yomikiri_certificate::{CheckError, CheckOptions, CheckReport, check};

use crate::Folder;

/// What a checker says: the verdict, and the line if the certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Holds,
    /// It does not hold: the node or the header in this line.
    DoesNotHold(u64),
    /// It is no certificate, because of this line.
    NotACertificate(u64),
}

/// The answer of `crates/certificate`.
pub fn rust_answer(certificate: &[u8]) -> Answer {
    let is_reason = |why: &str| !why.is_empty() && why.len() < 400 && !why.contains('\n');
    match check(certificate, CheckOptions::default()) {
        Ok(_) => Answer::Holds,
        Err(CheckError::DoesNotHold { line, why }) => {
            assert!(is_reason(&why), "{why:?}");
            Answer::DoesNotHold(line)
        }
        Err(CheckError::NotACertificate { line, why }) => {
            assert!(is_reason(&why), "{why:?}");
            Answer::NotACertificate(line)
        }
        Err(error) => panic!("{error}"),
    }
}

/// The answers of `scripts/verify.py`, which checks all in one process, or `None` without Python.
///
/// Where both checkers accept a certificate, the one in Python must print all that
/// `crates/certificate` reports.
pub fn python_answers<C: AsRef<[u8]>>(certificates: impl IntoIterator<Item = C>) -> Option<Vec<Answer>> {
    let mut python = python()?;
    let folder = Folder::new();
    let mut files = Vec::new();
    for (number, certificate) in certificates.into_iter().enumerate() {
        files.push((folder.file(&format!("{number}.cert"), &certificate), certificate));
    }
    python.arg(script()).arg("--stdin-list");
    let names: String = files.iter().map(|(name, _)| name.clone() + "\n").collect();
    let said = output(python, &names);
    let mut lines = said.lines().peekable();
    let mut answers = Vec::new();
    for (name, certificate) in &files {
        let first = lines.next().unwrap_or_else(|| panic!("nothing about {name}: {said}"));
        let caveat = format!("{name}: not shown: ");
        let caveats = std::iter::from_fn(|| lines.next_if(|line| line.starts_with(&caveat)));
        let printed: Vec<&str> = std::iter::once(first).chain(caveats).collect();
        if let (Answer::Holds, Ok(report)) =
            (answer(first, name), check(certificate.as_ref(), CheckOptions::default()))
        {
            assert_eq!(printed, lines_about(name, &report));
        }
        answers.push(answer(first, name));
    }
    assert_eq!(lines.next(), None);
    Some(answers)
}

/// The lines that a checker prints about a certificate that holds.
fn lines_about(name: &str, report: &CheckReport) -> Vec<String> {
    let nodes: u64 = report.nodes.iter().map(|&(_, nodes)| nodes).sum();
    let noun = if nodes == 1 { "node" } else { "nodes" };
    let first = format!("{name}: holds: {}: {} ({nodes} {noun})", report.game, report.claim);
    let caveats = report.not_shown.iter().map(|what| format!("{name}: not shown: {what}"));
    std::iter::once(first).chain(caveats).collect()
}

/// The answer of the checker in Rust on each certificate. The one in Python must say the same, and name the same line.
pub fn agreed_answers<C: AsRef<[u8]>>(certificates: &[C]) -> Vec<Answer> {
    let answers: Vec<Answer> = certificates.iter().map(|bytes| rust_answer(bytes.as_ref())).collect();
    let python = python_answers(certificates).unwrap_or_default();
    for ((certificate, answer), python) in certificates.iter().zip(&answers).zip(&python) {
        assert_eq!(answer, python, "{}", String::from_utf8_lossy(certificate.as_ref()));
    }
    answers
}

/// `NAME: holds: …`, `NAME: does not hold: line 7: …`, `NAME: not a certificate: line 7: …`.
fn answer(said: &str, name: &str) -> Answer {
    let mut parts = said.strip_prefix(name).unwrap_or_default().split(": ").skip(1);
    let verdict = parts.next();
    let line = parts.next().and_then(|line| line.strip_prefix("line ")?.parse().ok());
    match (verdict, line) {
        (Some("holds"), _) => Answer::Holds,
        (Some("does not hold"), Some(line)) => Answer::DoesNotHold(line),
        (Some("not a certificate"), Some(line)) => Answer::NotACertificate(line),
        _ => panic!("{said}"),
    }
}

/// Python 3, or `None` after a line that says what is skipped.
pub fn python() -> Option<Command> {
    let is_there = |run: io::Result<std::process::Output>| run.is_ok_and(|run| run.status.success());
    if is_there(Command::new("python3").arg("--version").output()) {
        return Some(Command::new("python3"));
    }
    // Not by `eprintln`, which the test harness shows of failed tests only.
    let _ = writeln!(io::stderr(), "skipped: there is no python3, so scripts/verify.py is not compared");
    None
}

/// The second checker.
pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verify.py")
}

/// What a program writes, with a text as its standard input. It must not complain.
pub fn output(mut program: Command, input: &str) -> String {
    let mut running =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = running.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = running.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}
