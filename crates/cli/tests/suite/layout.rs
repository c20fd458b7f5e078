//! The shape of the repository: what is product and what is research.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::manual::{files, root};

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of the product with this extension.
fn of_product(extension: &str) -> Vec<PathBuf> {
    // What is built in these folders is nobody's source.
    ["crates", "python/src", "python/cluster", "fuzz/src", "fuzz/fuzz_targets"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), extension))
        .collect()
}

#[test]
fn nothing_in_the_product_needs_research() {
    let mut manifests = of_product("toml");
    manifests.extend(["Cargo.toml", "python/Cargo.toml", "fuzz/Cargo.toml"].map(|name| root().join(name)));
    assert!(manifests.len() > 15, "the manifests were not found");
    let mut count = 0;
    for file in manifests.into_iter().chain(of_product("rs")) {
        for line in read(&file).lines() {
            let names_file = ["path =", "include!(", "include_str!(", "include_bytes!("];
            if names_file.iter().any(|word| line.contains(word)) {
                count += 1;
                assert!(!line.contains("research/"), "{}: {line}", file.display());
            }
        }
    }
    assert!(count > 30, "the paths were not found");
}

#[test]
fn the_products_workspace_has_no_research() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 10, "{metadata}");
    let research = root().canonicalize().unwrap().join("research");
    for package in packages {
        let manifest = package["manifest_path"].as_str().unwrap();
        assert!(!Path::new(manifest).starts_with(&research), "{manifest} is in the product's workspace");
    }
}

/// The sections of a manifest whose names begin with `start`: name and text, without comments.
fn sections(manifest: &str, start: &str) -> Vec<(String, String)> {
    let text = read(manifest);
    let code: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let code = code.join("\n");
    let sections = format!("\n{code}").split("\n[").map(str::to_owned).collect::<Vec<_>>();
    let named = sections.iter().filter_map(|section| section.split_once(']'));
    let named = named.map(|(name, text)| (name.to_owned(), text.trim().to_owned()));
    named.filter(|(name, _)| name.starts_with(start)).collect()
}

#[test]
fn all_workspaces_are_built_alike() {
    for (manifest, start) in [
        ("research/Cargo.toml", "profile."),
        ("research/Cargo.toml", "workspace.lints."),
        ("python/Cargo.toml", "profile.release"),
    ] {
        let own = sections(manifest, start);
        assert!(!own.is_empty(), "{manifest} has no {start}");
        let main = sections("Cargo.toml", start);
        for section in own {
            assert!(main.contains(&section), "{manifest}: [{}] is not that of Cargo.toml", section.0);
        }
    }
}
