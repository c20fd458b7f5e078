//! `yomikiri compose`.

use std::fs;
use std::path::Path;

use crate::common::{Folder, NO_MATE, ONE, Run, run};
use serde_json::Value;

/// Sound but for a pawn in hand: problems are made of it quickly.
const START: &str = "4k4/9/4P4/9/9/9/9/9/9 b GP 1";

/// A commission that takes a second or two.
fn compose(out: &Path, count: &str, more: &[&str]) -> Run {
    let out = out.to_str().unwrap();
    let args = ["compose", "--from", START, "--strategy", "reverse", "--plies", "1..2", "--nodes", "1000"];
    run([&args[..], &["--seed", "12", "--count", count, "--out", out], more].concat())
}

/// The files of a folder with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[track_caller]
fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for ((name, here), (_, there)) in one.iter().zip(&other) {
        assert!(here == there, "{name} differs:\n{}\n{}", text(here), text(there));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_gallery_of_sound_problems() {
    let folder = Folder::new();
    let out = folder.path("new/gallery");
    let printed = compose(&out, "3", &[]).text();
    let names: Vec<String> = files(&out).into_iter().map(|(name, _)| name).collect();
    let expected = "01.kif 01.svg 02.kif 02.svg 03.kif 03.svg index.html problems.json problems.sfen";
    assert_eq!(names.join(" "), expected);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], format!("3 problems in {}", out.join("index.html").display()));
    assert_eq!(lines[1..3], ["", "name  plies  SFEN"]);
    assert_eq!(lines.len(), 6, "{printed}");
    // The list says what the judge says, and so do the records.
    let list = out.join("problems.sfen");
    let rows = run(["judge", list.to_str().unwrap(), "--json", "--memory", "64MiB"]).rows(0);
    assert_eq!(rows.len(), 3);
    for (row, line) in rows.iter().zip(&lines[3..]) {
        assert_eq!(row["verdict"], "sound", "{row}");
        let (name, length) = (row["name"].as_str().unwrap(), row["length"].as_u64().unwrap());
        assert_eq!(length, 1);
        assert_eq!(*line, format!("{name:<4}  {length:>5}  {}", row["position"].as_str().unwrap()));
        let kif = out.join(format!("{name}.kif"));
        let solved = run(["solve", kif.to_str().unwrap(), "--json", "--memory", "64MiB"]).rows(10);
        assert_eq!((&solved[0]["position"], &solved[0]["length"]), (&row["position"], &row["length"]));
    }
}

/// Nothing depends on what is printed, or on a stop between two problems or within one.
#[test]
fn the_same_options_make_the_same_gallery() {
    let folder = Folder::new();
    let [whole, parts, cut] = ["whole", "parts", "cut"].map(|name| folder.path(name));
    let rows = compose(&whole, "2", &["--json"]).rows(0);
    let catalogue: Value = serde_json::from_slice(&fs::read(whole.join("problems.json")).unwrap()).unwrap();
    assert_eq!(catalogue["works"].as_array().unwrap(), &rows);
    assert_eq!(rows[0]["moves"].as_array().map(Vec::len), rows[0]["length"].as_u64().map(|n| n as usize));
    compose(&parts, "1", &[]).text();
    compose(&parts, "2", &["--resume"]).text();
    assert_same(&whole, &parts);
    // Cut off by the clock, within an attempt unless this machine is very fast.
    compose(&cut, "2", &["--time", "0.05"]).text();
    compose(&cut, "2", &["--resume"]).text();
    assert_same(&whole, &cut);
    // Nothing is left to do, and nothing changes.
    let again = compose(&cut, "1", &["--resume"]).text();
    assert!(again.starts_with("2 problems in "), "{again}");
    assert_same(&whole, &cut);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_everything() {
    let folder = Folder::new();
    let out = folder.path("gallery");
    let args = ["compose", "--random", "--strategy", "random", "--plies", "99", "--count", "5", "--json"];
    let ended = crate::common::interrupted([&args[..], &["--out", out.to_str().unwrap()]].concat());
    assert_eq!((ended.code, text(&ended.out).as_str()), (130, ""));
    assert!(
        ended.err.contains(" with 0 of 5 found; the same command with --resume continues\n"),
        "{}",
        ended.err
    );
    let catalogue: Value = serde_json::from_slice(&fs::read(out.join("problems.json")).unwrap()).unwrap();
    assert_eq!((&catalogue["strategy"], &catalogue["works"]), (&"random".into(), &Value::Array(Vec::new())));
    assert!(out.join("index.html").exists());
}

#[test]
fn the_start_may_be_a_file() {
    let folder = Folder::new();
    let (by_text, by_file) = (folder.path("text"), folder.path("file"));
    let file = folder.file("start.kif", run(["convert", START, "--to", "kif"]).text());
    let compose = |from: &str, out: &Path| {
        let args = ["--strategy", "reverse", "--plies", "1..2", "--nodes", "1000", "--count", "1"];
        run([&["compose", "--from", from, "--out", out.to_str().unwrap()], &args[..]].concat()).text()
    };
    compose(START, &by_text);
    compose(&file, &by_file);
    assert_same(&by_text, &by_file);
    let missing = run(["compose", "--from", "m.kif", "--strategy", "repair", "--out", "nowhere"]).error(2);
    assert_eq!(missing, "m.kif: no such file, and not a position either");
}

#[test]
fn errors_before_any_work() {
    let folder = Folder::new();
    let out = folder.path("gallery");
    let out = out.to_str().unwrap();
    let fails = |args: &[&str]| run([&["compose", "--out", out], args].concat()).error(2);
    let random = ["--random", "--strategy", "random"];
    for (args, expected) in [
        (&["--from", NO_MATE, "--strategy", "repair"][..], "--from: there is no mate in the start"),
        (&["--from", "9/9 b - 1", "--strategy", "repair"], "--from: column 1: "),
        (&["--from", "4k4/9/9/9/9/9/9/9/9 w - 1", "--strategy", "repair"], "--from: the start is not a mate"),
        (&["--from", ONE, "--strategy", "random"], "--strategy: the strategy random takes no start"),
        (&["--random", "--strategy", "repair"], "--strategy: the strategy repair needs a start"),
        (&["--strategy", "random"], "--from"),
        (&["--random", "--from", ONE, "--strategy", "repair"], "cannot be used with"),
        (&["--random"], "--strategy"),
        (&["--random", "--strategy", "luck"], "\"luck\" is not a strategy: expected one of shape-keeping,"),
        (&[random.as_slice(), &["--plies", "6"]].concat(), "--plies: no mate takes 6..6 plies"),
        (&[random.as_slice(), &["--plies", "9..5"]].concat(), "--plies: no mate takes 9..5 plies"),
        (&[random.as_slice(), &["--plies", "0..5"]].concat(), "--plies: "),
        (&[random.as_slice(), &["--plies", "5..1001"]].concat(), "--plies: problems of 1001 plies"),
        (&[random.as_slice(), &["--plies", "a"]].concat(), "expected a range of plies such as 5..15"),
        (&[random.as_slice(), &["--count", "0"]].concat(), "--count: expected a count of at least 1"),
        (&[random.as_slice(), &["--count", "-1"]].concat(), "--count"),
        (&[random.as_slice(), &["--nodes", "0"]].concat(), "--nodes"),
        (&[random.as_slice(), &["--time", "0"]].concat(), "--time"),
        (&[random.as_slice(), &["--seed", "x"]].concat(), "--seed"),
        (&[random.as_slice(), &["--resume"]].concat(), "--resume: there is no gallery in "),
    ] {
        let message = fails(args);
        assert!(message.contains(expected), "{args:?}: {message}");
        assert!(!Path::new(out).exists(), "{args:?}");
    }
}

#[test]
fn folders_that_are_taken() {
    let folder = Folder::new();
    let random = |out: &str, more: &[&str]| {
        let args = ["compose", "--random", "--strategy", "random", "--count", "1", "--out", out];
        run([&args[..], more].concat())
    };
    let file = folder.file("file", "mine");
    assert!(random(&file, &[]).error(2).contains("is not a folder"));
    assert!(random(&format!("{file}/gallery"), &[]).error(2).starts_with("--out: "));
    let own = folder.path(".");
    let message = random(own.to_str().unwrap(), &[]).error(2);
    assert!(message.contains("is not empty"), "{message}");
    assert_eq!(folder.names(), ["file"]);

    let out = folder.path("gallery");
    compose(&out, "1", &[]).text();
    let before = files(&out);
    assert!(compose(&out, "1", &[]).error(2).contains("holds a gallery; go on with --resume"));
    for (more, expected) in [
        (&["--seed", "2"][..], "was made with --seed 12"),
        (&["--nodes", "2000"], "was made with --nodes 1000"),
        (&["--plies", "1"], "was made with --plies 1..2"),
        (&["--from", ONE], "was made with --from \"4k4/9/4P4/9/9/9/9/9/9 b GP"),
        (&["--strategy", "repair"], "was made with --strategy reverse"),
        (&["--strict"], "was made without --strict"),
    ] {
        // The option that differs, once.
        let args =
            ["--from", START, "--strategy", "reverse", "--plies", "1..2", "--nodes", "1000", "--seed", "12"];
        let kept = args.chunks(2).filter(|option| option[0] != more[0]).flatten().copied();
        let all: Vec<&str> =
            ["compose", "--resume", "--out", out.to_str().unwrap()].into_iter().chain(kept).collect();
        let message = run([&all[..], more].concat()).error(2);
        assert!(message.starts_with("--resume: the gallery in ") && message.contains(expected), "{message}");
    }
    let message = random(out.to_str().unwrap(), &["--resume"]).error(2);
    assert!(
        message.contains("--strategy reverse --from \"") && message.ends_with("--nodes 1000"),
        "{message}"
    );
    assert_eq!(files(&out), before);

    // A catalogue with a problem that the judge does not accept.
    let path = out.join("problems.json");
    let catalogue = fs::read_to_string(&path).unwrap();
    let mut forged: Value = serde_json::from_str(&catalogue).unwrap();
    forged["works"][0]["sfen"] = NO_MATE.into();
    fs::write(&path, forged.to_string()).unwrap();
    assert!(compose(&out, "1", &["--resume"]).error(2).contains("problem 01 is not sound"));
    fs::write(&path, "notes").unwrap();
    assert!(
        compose(&out, "1", &["--resume"]).error(2).contains("problems.json: not a catalogue of a gallery")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "notes");
}
