//! The documents fit together: links lead somewhere, the manual lists all its pages, and the code in them is that of the examples.

use std::path::{Path, PathBuf};

/// The top folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with this extension.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|has| has == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The documents for people: those at the top, and those in `docs` and `research`.
fn documents() -> Vec<PathBuf> {
    let top = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> =
        top.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    documents.extend(["docs", "research"].iter().flat_map(|folder| files(&root().join(folder), "md")));
    documents
}

/// The text outside of code blocks.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The targets of links and pictures.
fn targets(text: &str) -> Vec<String> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    links.chain(pictures).map(|(target, _)| target.to_owned()).collect()
}

/// The name that a heading has as the target of a link.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for target in targets(&prose(&text)) {
            if target.contains("://") {
                continue;
            }
            count += 1;
            let (path, fragment) = target.split_once('#').unwrap_or((&target, ""));
            let file = if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            assert!(file.exists(), "{}: {target} does not exist", document.display());
            if !fragment.is_empty() {
                let text = prose(&std::fs::read_to_string(&file).unwrap());
                let found = text.lines().any(|line| line.starts_with('#') && anchor(line) == fragment);
                assert!(found, "{}: {target} has no such heading", document.display());
            }
        }
    }
    assert!(count > 100, "the links were not found");
}

#[test]
fn the_manual_lists_all_its_pages() {
    let folder = root().join("docs/manual/src");
    let summary = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let listed = targets(&summary);
    for page in files(&folder, "md") {
        let name = page.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name} is not in the summary");
    }
}

/// The pages of the manual that show an example, and the examples.
const PAGES: [(&str, &str); 6] = [
    ("own-game", "pns/examples/chomp"),
    ("cyclic-game", "pns/examples/pursuit"),
    ("threats-game", "pns/examples/threats"),
    ("library-solve", "tsume/examples/solve"),
    ("library-judge", "tsume/examples/judge"),
    ("library-brinkmate", "tsume/examples/brinkmate"),
];

#[test]
fn the_manual_shows_the_examples_as_they_are() {
    for (page, example) in PAGES {
        let text = std::fs::read_to_string(root().join(format!("docs/manual/src/{page}.md"))).unwrap();
        let code = std::fs::read_to_string(root().join(format!("crates/{example}.rs"))).unwrap();
        assert!(text.contains(&format!("```rust\n{code}```")), "{page}.md does not show {example}.rs");
    }
}

#[test]
fn the_readme_shows_the_example_of_a_crate() {
    let code = |path: &str| -> Vec<String> {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let block = text.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let lines = block.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    };
    // The crate's own README has the same lines in a function, and is compiled and run as documentation.
    let tested = code("crates/tsume/README.md");
    for line in code("README.md") {
        assert!(tested.contains(&line), "crates/tsume/README.md does not have `{line}`");
    }
}
