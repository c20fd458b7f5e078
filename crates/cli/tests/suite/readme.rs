//! The README tells the truth: every example in it is run, and prints what it says.

use std::path::Path;
use std::process::Command;

/// The commands of all `console` blocks with the lines that are to follow each.
fn examples(readme: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
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

#[test]
fn every_example_prints_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let examples = examples(&readme);
    assert!(examples.len() >= 6, "the examples were not found");
    let folder = Path::new(env!("CARGO_BIN_EXE_yomikiri")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(&root)
            .env("PATH", &path)
            .output();
        let output = String::from_utf8(output.unwrap().stdout).unwrap();
        // Blank lines at the end of a block are layout.
        let printed: Vec<&str> = output.trim_end().lines().collect();
        let as_expected = printed.len() == expected.len()
            && printed.iter().zip(&expected).all(|(line, expected)| fits(expected, line));
        assert!(as_expected, "$ {command}\nREADME:\n{}\nprinted:\n{output}", expected.join("\n"));
    }
}

#[test]
fn wildcards() {
    assert!(fits("a … b … c", "a 1 b 2 c") && fits("x", "x") && fits("…}", "0.5}"));
    assert!(!fits("a … b", "a 1 c") && !fits("x", "xy") && !fits("a…", "b"));
}
