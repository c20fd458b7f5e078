//! A search that is killed goes on from what it saved.

use std::hash::{BuildHasher, RandomState};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, ONE, run};

/// A mate that takes a second or two.
fn position() -> String {
    let zuko = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zuko.tsv")).unwrap();
    let row = zuko.lines().filter(|line| !line.starts_with('#')).nth(22).unwrap();
    row.split('\t').next().unwrap().to_owned()
}

#[test]
fn killed_at_ten_random_moments() {
    let folder = Folder::new();
    let (position, file) = (position(), folder.path("saved").display().to_string());
    let arguments = |threads: &'static str| {
        [
            "solve",
            &position,
            "--first",
            "--json",
            "--checkpoint",
            &file,
            "--every",
            "0.001",
            "--threads",
            threads,
        ]
        .map(str::to_owned)
    };
    let random = RandomState::new();
    let (mut saved, mut moments, mut killed) = (0, Vec::new(), 0);
    // A machine that is fast or slow today ends some searches before their moment: those show nothing of a kill, but their answer must be
    // right, and the next one begins anew.
    while killed < 10 {
        assert!(moments.len() < 100, "{killed} killed after {moments:?} ms");
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(arguments(if killed % 2 == 0 { "1" } else { "2" }))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let moment = 20 + random.hash_one(moments.len()) % 200;
        moments.push(moment);
        std::thread::sleep(Duration::from_millis(moment));
        child.kill().unwrap();
        match child.wait().unwrap().code() {
            None => killed += 1,
            Some(code) => {
                assert_eq!(code, 10, "a search that went on {killed} times");
                std::fs::remove_file(&file).unwrap();
            }
        }
        saved = std::fs::metadata(&file).map_or(saved, |file| file.len().max(saved));
    }
    assert!(saved > 10_000, "{saved} bytes saved after {moments:?} ms");
    let end = run(arguments("1"));
    assert_eq!(end.rows(10)[0]["verdict"], "mate", "killed after {moments:?} ms");

    // A file that is cut off, and one of another problem, are refused and stay as they are.
    let whole = std::fs::read(&file).unwrap();
    let cut = folder.path("cut").display().to_string();
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    for (file, problem, what) in
        [(&cut, &position, "incomplete"), (&file, &ONE.to_owned(), "another problem")]
    {
        let refused = run(["solve", problem, "--checkpoint", file]);
        assert!(refused.code == 2 && refused.err.contains(what), "{}", refused.err);
    }
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    let list = run(["solve", ONE, ONE, "--checkpoint", &cut]);
    assert!(
        list.code == 2 && list.err.contains("--checkpoint: this is for a single problem"),
        "{}",
        list.err
    );
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_search() {
    let folder = Folder::new();
    let missing = folder.path("missing/saved").display().to_string();
    let refused = run(["solve", &position(), "--checkpoint", &missing]);
    assert!(refused.code == 2 && refused.out.is_empty());
    assert!(refused.err.contains(&missing), "{}", refused.err);

    let file = folder.path("saved").display().to_string();
    let refused = run(["solve", ONE, "--checkpoint", &file, "--algorithm", "pn"]);
    assert!(refused.code == 2 && refused.err.contains("`pn` keeps no table"), "{}", refused.err);
}

#[test]
fn a_second_search_on_the_same_file_is_refused() {
    let folder = Folder::new();
    let file = folder.path("saved").display().to_string();
    let arguments = ["solve", "-", "--checkpoint", &file];
    // The first search waits for its problem.
    let mut first = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path("saved.lock").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(["solve", ONE, "--checkpoint", &file]);
    assert!(second.code == 2 && second.err.contains("another search uses"), "{}", second.err);
    std::io::Write::write_all(&mut first.stdin.take().unwrap(), ONE.as_bytes()).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(10));
    assert!(!folder.path("saved.lock").exists());
    assert_eq!(run(["solve", ONE, "--checkpoint", &file]).code, 10);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let folder = Folder::new();
    let [file, other] = ["saved", "other"].map(|name| folder.path(name));
    std::fs::write(&other, "precious").unwrap();
    for suffix in ["part", "lock"] {
        std::os::unix::fs::symlink(&other, file.with_extension(suffix)).unwrap();
    }
    let file = file.display().to_string();
    let stopped = run(["solve", &position(), "--checkpoint", &file, "--nodes", "1000"]);
    assert_eq!(stopped.code, 0);
    assert!(std::fs::read(&file).unwrap().len() > 1000);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
}
