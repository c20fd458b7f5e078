//! Compiles the commit and the version of the compiler into the program.

use std::env;
use std::ffi::OsStr;
use std::process::Command;

/// The parts of the repository from which the program is built, seen from this crate.
const SOURCES: [&str; 7] =
    [".", "../Cargo.toml", "../Cargo.lock", "../data", "../../Cargo.toml", "../../crates", "../../data"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = output(&rustc, &["--version"]);
    // No report is kept that a debug build measured, and a debug build is not to be compiled again
    // after each commit.
    let commit = if env::var("PROFILE").is_ok_and(|profile| profile == "release") { commit() } else { None };
    for (name, value) in [("YOMIKIRI_COMPILER", compiler), ("YOMIKIRI_COMMIT", commit)] {
        println!("cargo::rustc-env={name}={}", value.as_deref().unwrap_or("unknown"));
    }
}

/// The commit, with `-dirty` if the sources differ from it; `None` outside the repository.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| output("git", arguments);
    // A tarball may have been unpacked in the repository of another program.
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in SOURCES.into_iter().chain([log.as_str()]) {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&[&["--no-optional-locks", "status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// The standard output of a command that succeeds, without the end of the last line.
fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
