//! `research/docs/papers.md` names files and tests that exist.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All Rust files below a folder.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The parts of a text in back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `crates/a/{b,c}.rs` means two files.
fn alternatives(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (names, end))) => names.split(',').map(|name| format!("{start}{name}{end}")).collect(),
        None => vec![path.to_owned()],
    }
}

#[test]
fn every_line_names_code_and_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("research/docs/papers.md")).unwrap();
    let mut files = Vec::new();
    for folder in ["crates", "research/bench", "research/lab"] {
        rust_files(&root.join(folder), &mut files);
    }
    let code: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let after_fn = code.iter().flat_map(|text| text.split("fn ").skip(1));
    let functions: HashSet<&str> = after_fn.filter_map(|rest| Some(rest.split_once('(')?.0)).collect();
    let mut checked = (0, 0);
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [_, place, test, ..] = columns[..] else { panic!("{line}: no four columns") };
        for path in quoted(place).filter(|name| {
            ["crates/", "data/", "docs/", "research/"].iter().any(|start| name.starts_with(start))
        }) {
            for path in alternatives(path) {
                assert!(root.join(&path).exists(), "{path} does not exist:\n{line}");
                checked.0 += 1;
            }
        }
        for name in quoted(test) {
            let name = name.rsplit([':', ' ']).next().unwrap_or(name);
            let is_module = || files.iter().any(|file| file.file_stem().is_some_and(|stem| stem == name));
            let known = name == "*" || name == "tests" || functions.contains(name) || is_module();
            assert!(known, "there is no test {name}:\n{line}");
            checked.1 += 1;
        }
    }
    assert!(checked.0 > 60 && checked.1 > 60, "{checked:?}");
}
