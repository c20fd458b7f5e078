//! The checker shares no code with the solvers.

#[test]
fn the_checker_depends_on_none_of_our_crates() {
    let manifest = include_str!("../../Cargo.toml");
    let mut table = "";
    let mut dependencies = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line;
        } else if table.contains("dependencies") && table != "[dev-dependencies]" {
            dependencies.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    dependencies.retain(|name| !name.starts_with('#'));
    assert_eq!(dependencies, ["flate2", "thiserror"]);
}
