//! The program as a whole: help, completions, manual pages, pipes, odd arguments.

use std::process::{Command, Stdio};

use crate::common::{Folder, ONE, run};

const COMMANDS: [&str; 12] = [
    "solve",
    "judge",
    "compose",
    "beauty",
    "usi",
    "algorithms",
    "perft",
    "moves",
    "show",
    "convert",
    "completions",
    "man",
];

#[test]
fn help_and_version() {
    let help = run(["--help"]).text();
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is missing:\n{help}");
        assert!(run([command, "--help"]).text().contains("Usage: yomikiri "), "{command}");
    }
    assert_eq!(run(["--version"]).text(), format!("yomikiri {}\n", env!("CARGO_PKG_VERSION")));
    assert!(run(["dance"]).error(2).contains("'dance'"));
    let bare = run::<&str>([]);
    assert_eq!(bare.code, 2);
    assert!(bare.err.contains("Usage:"));
}

#[test]
fn completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(["completions", shell]).text();
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    assert!(run(["completions", "cmd"]).error(2).contains("possible values: bash"));
}

#[test]
fn manual_pages() {
    let page = run(["man"]).text();
    assert!(page.contains(".SH NAME") && page.contains("yomikiri"));
    let folder = Folder::new();
    let out = folder.path("pages");
    run(["man".as_ref(), "--out".as_ref(), out.as_os_str()]).text();
    for command in COMMANDS {
        let page = std::fs::read_to_string(out.join(format!("yomikiri-{command}.1"))).unwrap();
        assert!(page.contains(&format!(".TH yomikiri-{command} 1")), "{page}");
        assert_eq!(run(["man", command]).text(), page);
    }
    assert!(run(["man", "slove"]).error(2).contains("slove: there is no such command"));
    assert_eq!(std::fs::read_to_string(out.join("yomikiri.1")).unwrap(), page);
    assert!(!page.contains("yomikiri\\-help"), "the main page refers only to pages that exist");
}

/// `yomikiri … | head`: the reader goes away, which is no error.
#[test]
fn a_closed_pipe_is_quiet() {
    for args in
        [&["moves", "startpos"][..], &["completions", "zsh"], &["--help"], &["show", "startpos", "--json"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["moves", "startpos"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("yomikiri: standard output: "));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let odd = OsStr::from_bytes(b"\xff\xfe.kif");
    assert!(run(["perft".as_ref(), odd, "--depth".as_ref(), "1".as_ref()]).error(2).contains("UTF-8"));
    assert!(run(["moves".as_ref(), odd]).error(2).contains("UTF-8"));
    assert!(run(["show".as_ref(), odd]).error(2).contains("no such file"));
    assert!(
        run(["convert".as_ref(), odd, "--to".as_ref(), "kif".as_ref()]).error(2).contains("no such file")
    );
    // A file may have any name.
    let folder = Folder::new();
    let path = folder.path(odd);
    std::fs::write(&path, "startpos\n").unwrap();
    assert!(run(["show".as_ref(), path.as_os_str()]).text().contains("手番：☗先手"));
}

/// Terminal escapes in an argument must not reach the terminal through an error message.
#[test]
fn errors_are_one_clean_line() {
    for command in ["show", "moves"] {
        let message = run([command, "\u{1b}[31m\nred/\u{7}"]).error(2);
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
}

/// Headers, comments and names of other people's files must not reach the terminal as escape
/// sequences.
#[cfg(target_os = "linux")]
#[test]
fn records_do_nothing_to_a_terminal() {
    let kif = "作品名：\u{1b}[31mred\u{9b}5m\u{7}\n手合割：平手\n*\u{1b}]0;title\u{7}\n手数----指手---------\n   1 ７六歩(77)\n*\u{9d}0;t\n";
    let list = format!("{ONE}\t1\t\u{1b}[31mred\u{9b}\n");
    let folder = Folder::new();
    let (kif, list) = (folder.file("game.kif", kif), folder.file("list.sfen", list));
    let odd = folder.file("\u{1b}[31m\u{9b}.cert", "");
    let certificate = folder.path("\u{1b}[32m\u{9b}.cert");
    for args in [
        &["show", &kif][..],
        &["show", &kif, "--svg", "-"],
        &["convert", &kif, "--to", "kif"],
        &["convert", &kif, "--to", "csa"],
        &["convert", &list, "--to", "sfen"],
        &["convert", &kif, "--to", "jkf"],
        &["solve", &list],
        &["solve", &list, "--kif", "-"],
        &["solve", &list, "--certificate", certificate.to_str().unwrap()],
        &["judge", &list, "--kif", "-"],
        &["explain", &list, "--kif", "-"],
        &["hisshi", &list, "--kif", "-"],
        &["beauty", &list],
        &["verify", &odd],
    ] {
        let text = crate::common::on_terminal(args, 80);
        // Colours and the line about the progress are the program's own.
        let bad = ["\u{1b}[31mred", "\u{1b}]", "\u{7}", "\u{1b}[31m\u{9b}", "\u{1b}[32m\u{9b}"];
        let c1 = text.chars().any(|c| ('\u{80}'..'\u{a0}').contains(&c));
        assert!(!c1 && !bad.iter().any(|bad| text.contains(bad)), "{args:?}: {text:?}");
    }
}

/// The line about the progress fits into the terminal, whatever it is made of. A longer line would
/// not be erased.
#[cfg(target_os = "linux")]
#[test]
fn progress_takes_one_line() {
    use crate::common::LONG;

    const COLUMNS: u16 = 60;
    let width = |line: &str| -> usize { line.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum() };
    let folder = Folder::new();
    let name = "とても長い名前の詰将棋作品集第百番".repeat(2);
    let list = folder.file("list.sfen", format!("{ONE}\tone\n{LONG}\t{name}\n"));
    for args in [
        &["solve", LONG, "--lang", "ja", "--time", "1"][..],
        &["explain", LONG, "--lang", "ja", "--time", "1", "-q"],
        &["solve", &list, "--lang", "ja", "--time", "1"],
        &["judge", &list, "--time", "1"],
    ] {
        let text = crate::common::on_terminal(args, COLUMNS);
        // A line is drawn after the one before it was erased.
        let drawn = text.split("\r\u{1b}[2K").skip(1);
        let lines = drawn.map(|drawn| drawn.split(['\n', '\r', '\u{1b}']).next().unwrap_or_default());
        // With a bar, or with a spinner of Braille.
        let lines = lines.filter(|line| line.contains(|c| c == '[' || ('\u{2800}'..'\u{2900}').contains(&c)));
        let longest = lines.max_by_key(|line| width(line)).expect("a line");
        // A wide character may leave the last column empty.
        let full = usize::from(COLUMNS) - 1..=usize::from(COLUMNS);
        assert!(full.contains(&width(longest)), "{args:?}: {longest:?}");
    }
}

/// A program that waits for its input ends at the first signal.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_wait_for_input() {
    use crate::common::{signalled, signalled_with};

    for (args, signal, code) in [
        (&["solve", "-"][..], "INT", 130),
        (&["solve", "-", "--json"], "TERM", 143),
        (&["solve", "-", "startpos"], "INT", 130),
        (&["solve", "-", "--game", "othello4"], "INT", 130),
        (&["solve", "-", "--game", "connect6"], "INT", 130),
        (&["judge", "-"], "INT", 130),
        (&["hisshi", "-", "--jobs", "2", "--json"], "INT", 130),
        (&["explain", "-"], "INT", 130),
        (&["beauty", "-"], "INT", 130),
        (&["verify", "-"], "TERM", 143),
    ] {
        let run = signalled_with(args, b"", signal);
        assert_eq!((run.code, run.err.lines().count() <= 1), (code, true), "{args:?}: {}", run.err);
    }
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    for args in [&["solve", pipe][..], &["solve", pipe, pipe, "-q"], &["verify", pipe]] {
        assert_eq!(signalled(args, "INT").code, 130, "{args:?}");
    }
    // Half a row is no problem.
    let list = format!("{ONE}\tone\n4k4/9/");
    let run = signalled_with(["solve", "-", "--memory", "16MiB"], list.as_bytes(), "INT");
    let text = String::from_utf8(run.out).unwrap();
    assert_eq!((run.code, run.err.as_str()), (130, ""));
    assert!(text.is_empty(), "{text}");
    let rows =
        signalled_with(["solve", "-", "--json", "--memory", "16MiB"], list.as_bytes(), "INT").rows(130);
    assert_eq!((rows.len(), &rows[0]["name"]), (1, &"one".into()));
    let session = signalled_with(["explain", "--interactive", ONE], b"list\n", "INT");
    assert_eq!((session.code, session.err.as_str()), (130, ""));
}
