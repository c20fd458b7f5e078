//! The output of the two programs, `yomikiri-verify` and `scripts/verify.py`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use yomikiri_certificate::{CheckOptions, check};

use yomikiri_testing::checkers::{output, python, script};

/// Returns the output of both programs about files, which must agree; `None` without Python.
fn printed(files: &[PathBuf], json: bool) -> Option<String> {
    let run = |mut program: Command| {
        program.args(json.then_some("--json")).args(files);
        output(program, "")
    };
    let mut python = python()?;
    python.arg(script());
    let rust = run(Command::new(env!("CARGO_BIN_EXE_yomikiri-verify")));
    assert_eq!(run(python), rust);
    Some(rust)
}

/// The certificates in a folder of the repository that hold.
fn certificates(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().contains(".cert")).collect();
    files.retain(|path| check(fs::File::open(path).unwrap(), CheckOptions::default()).is_ok());
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn both_programs_print_the_same() {
    // All claims about shogi, and all games.
    let files = [certificates("data/certificates"), certificates("fuzz/seeds/certificate")].concat();
    for json in [false, true] {
        let Some(said) = printed(&files, json) else { return };
        assert!(said.contains("sound 3 by plus2, line as given"), "{said}");
        assert!(said.contains("that no other check mates after the end of the line"), "{said}");
    }
}

/// Names that a terminal would obey, too long names, and one that is not Unicode.
#[cfg(target_os = "linux")]
#[test]
fn names_are_printed_without_commands_to_a_terminal() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;

    use yomikiri_testing::Folder;

    let certificate = include_str!("../../../../data/certificates/exactly-3.cert");
    let folder = Folder::new();
    let long = ["歩".repeat(80), "b".repeat(250), "歩".repeat(80)].join("/");
    let names = ["\u{1b}[31m\n\u{9b}2J\t\u{7f}", "\u{202e}trec\u{2066}\u{2028}\u{85}", &long, "\"\\図"];
    let mut names: Vec<OsString> = names.into_iter().map(OsString::from).collect();
    names.push(OsString::from_vec(b"not \xff\xe6\xadUnicode".to_vec()));
    let mut files = Vec::new();
    for name in names {
        let file = folder.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, certificate).unwrap();
        files.push(file);
    }
    for json in [false, true] {
        let Some(said) = printed(&files, json) else { return };
        assert_eq!(said.lines().count(), files.len());
        let is_obeyed = |c: char| c != '\n' && c.is_control() || "\u{202e}\u{2066}\u{2028}".contains(c);
        assert!(!said.contains(is_obeyed), "{said:?}");
        assert!(json || said.lines().all(|line| line.chars().count() < 500), "{said}");
        assert!(said.contains("not \u{fffd}\u{fffd}Unicode"), "{said}");
    }
}
