//! The documentation is true: every example of the READMEs and of the manual is run, and prints what it says.

use std::path::{Path, PathBuf};

use yomikiri_testing as testing;

/// The commands of all `console` blocks with the lines that are to follow each.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(kind) => inside = kind == "console",
            None if inside => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), Vec::new())),
                (None, Some((_, output))) => output.push(line.to_owned()),
                (None, None) => panic!("output without a command: {line}"),
            },
            None => {}
        }
    }
    examples
}

/// Whether a line is as expected, where `…` stands for anything.
fn fits(expected: &str, line: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        match if last {
            rest.strip_suffix(part).map(|_| rest.len())
        } else {
            rest.find(part).map(|at| at + part.len())
        } {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// The files whose examples are run: both READMEs and every page of the manual.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = ["README.md", "README.ja.md"]
        .map(|name| root.join(name))
        .into_iter()
        .filter(|path| path.exists())
        .collect();
    let mut folders = vec![root.join("docs/manual")];
    while let Some(folder) = folders.pop() {
        // There may be no manual.
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Runs the examples of a file. Where its name ends in `.ja.md` or it is in a folder `ja`, the environment is Japanese.
fn check(root: &Path, file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    let name = file.strip_prefix(root).unwrap_or(file);
    let japanese =
        name.to_string_lossy().ends_with(".ja.md") || name.components().any(|part| part.as_os_str() == "ja");
    let folder = Path::new(env!("CARGO_BIN_EXE_yomikiri")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let examples = examples(&text);
    for (command, expected) in &examples {
        let output = testing::command("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(root)
            .env("PATH", &path)
            .env("LC_ALL", if japanese { "ja_JP.UTF-8" } else { "C" })
            .output();
        let output = String::from_utf8(output.unwrap().stdout).unwrap();
        // Blank lines at the end of a block are layout.
        let printed: Vec<&str> = output.trim_end().lines().collect();
        let as_expected = printed.len() == expected.len()
            && printed.iter().zip(expected).all(|(line, expected)| fits(expected, line));
        let (name, expected) = (name.display(), expected.join("\n"));
        assert!(as_expected, "{name}: $ {command}\nexpected:\n{expected}\nprinted:\n{output}");
    }
    examples.len()
}

#[test]
fn every_example_prints_what_the_documentation_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let counts: Vec<usize> = documents(&root).iter().map(|file| check(&root, file)).collect();
    assert!(counts.iter().sum::<usize>() >= 6, "the examples were not found");
}

#[test]
fn wildcards() {
    assert!(fits("a … b … c", "a 1 b 2 c") && fits("x", "x") && fits("…}", "0.5}"));
    assert!(!fits("a … b", "a 1 c") && !fits("x", "xy") && !fits("a…", "b"));
}
