//! The binary apart from the dialogue.

use yomikiri_testing::run;

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri-usi");

#[test]
fn help_and_version() {
    assert!(run(BINARY, ["--help"], b"").text().contains("\nUsage: yomikiri-usi\n"));
    let version = format!("yomikiri-usi {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(BINARY, ["-V"], b"").text(), version);
}

#[test]
fn there_are_no_arguments() {
    assert_eq!(run(BINARY, ["solve"], b"").error(2), "there are no arguments; try --help");
}

/// What the help says can be typed.
#[test]
fn the_example_of_the_help() {
    let help = run(BINARY, ["-h"], b"").text();
    let (commands, quit): (Vec<&str>, Vec<&str>) =
        help.lines().filter_map(|line| line.strip_prefix("  ")).partition(|&line| line != "quit");
    assert_eq!(quit, ["quit"]);
    // The end of the input stops a search, which then knows nothing; `stop` waits for this one.
    let input = format!("{}\nstop\n", commands.join("\n"));
    let said = run(BINARY, [""; 0], input.as_bytes()).text();
    assert!(said.lines().last().is_some_and(|line| line.starts_with("checkmate")), "{said}");
}
