//! A search keeps within its memory, however often it fills the table, and says so if it cannot have it. Limits and peaks are those
//! of a process of its own.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, NO_MATE, ONE, run, run_with, run_within};

/// Peak resident size of a running process in KiB; `None` once it has ended.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// The peak of a search in KiB, and its answer.
fn searched(nodes: &str, args: &[&str]) -> (u64, serde_json::Value) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["solve", "--json", "--nodes", nodes])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = peak(child.id()).map_or(most, |peak| most.max(peak));
        std::thread::sleep(Duration::from_millis(20));
    }
    (most, serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap())
}

/// Tables that are filled many times by one thread and by several, and one that grows.
#[test]
fn searches_keep_within_their_memory() {
    // Number 8 of the Zukō needs millions of nodes.
    let zuko_8 =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zuko.tsv")).unwrap();
    let zuko_8 = zuko_8.lines().filter(|line| !line.starts_with('#')).nth(7).unwrap();
    let zuko_8 = zuko_8.split('\t').next().unwrap();
    let othello = ["--game", "othello6", "--------------OX----XO-------------- X"];
    // Each thread has a table of its own besides.
    let snda = [zuko_8, "--algorithm", "dfpn+estimate+epsilon=0.25+stall-guard+snda"];
    for (memory, threads, problem) in [
        (8, "1", &[zuko_8][..]),
        (8, "4", &[zuko_8]),
        (24, "2", &[zuko_8]),
        (8, "4", &othello),
        (16, "8", &snda),
    ] {
        let size = format!("{memory}MiB");
        // Enough to fill a table of 8 MiB twice, and half of the larger ones.
        let (most, row) = searched("400000", &[&["--memory", &size, "--threads", threads], problem].concat());
        assert_eq!(row["stop_reason"], "node limit", "{row}");
        // A table that was not filled would show nothing.
        let collections = row["counters"]["collections"].as_u64().unwrap();
        let is_filled = if memory == 8 { collections > 0 } else { most >= 32 << 10 };
        assert!(is_filled, "{most} KiB and {collections} collections with {size} and {threads} threads");
        assert!(most < (memory + 40) << 10, "{most} KiB with {size} and {threads} threads");
    }
}

/// Address space for the program itself and a table of a few MiB, in KiB.
const LITTLE: u64 = 400_000;

#[test]
fn a_table_that_cannot_be_allocated_is_one_line_and_code_1() {
    let folder = Folder::new();
    let list = folder.file("list.sfen", format!("{ONE}\tone\n{NO_MATE}\tnone\n"));
    let out = folder.path("gallery");
    let compose =
        ["compose", "--random", "--strategy", "reverse", "--count", "1", "--out", out.to_str().unwrap()];
    let commands: [&[&str]; 9] = [
        &["solve", ONE],
        &["solve", &list],
        &["solve", &list, "--json", "--jobs", "2"],
        &["judge", ONE],
        &["judge", &list],
        &["hisshi", ONE],
        &["threats", ONE],
        &["beauty", ONE],
        &compose,
    ];
    for command in commands {
        let args = command.iter().copied().chain(["--memory", "8GiB"]);
        let message = run_within(LITTLE, args, b"").error(1);
        assert!(
            message.starts_with("--memory: the system refuses ")
                && message.ends_with(" GiB of memory for the table"),
            "{command:?}: {message}"
        );
    }
    assert_eq!(run_within(LITTLE, ["solve", ONE, "--memory", "16MiB"], b"").code, 10);
}

#[test]
fn usi_answers_without_a_table() {
    let dialogue = format!("setoption name USI_Hash value 8192\nposition sfen {ONE}\ngo mate 1000\n");
    let ended = run_within(LITTLE, ["usi"], dialogue.as_bytes());
    let said = String::from_utf8(ended.out).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    let refused =
        "info string error the system refuses 8 GiB of memory for the table; USI_Hash sets its size";
    assert_eq!((ended.code, &lines[..]), (0, &[refused, "checkmate timeout"][..]));
}

#[test]
fn a_table_that_cannot_grow_goes_on_as_it_is() {
    // The whole game, which is not decided that soon.
    let start = "--------------OX----XO-------------- X";
    let args = ["solve", "--game", "othello6", "--json", "--nodes", "900000", "--memory", "2GiB", start];
    let rows = run_within(70_000, args, b"").rows(0);
    assert_eq!(rows[0]["stop_reason"], "node limit", "{}", rows[0]);
    assert!(rows[0]["counters"]["collections"].as_u64() > Some(0), "{}", rows[0]);
}

#[test]
fn sizes_that_no_table_has_are_said() {
    for (asked, used, said) in [
        ("900TiB", 16_u64 << 30, "yomikiri: --memory: the table has 16 GiB, the largest size\n"),
        ("1KiB", 4 << 20, "yomikiri: --memory: the table has 4 MiB, the smallest size\n"),
        ("16GiB", 16 << 30, ""),
        ("64MiB", 64 << 20, ""),
    ] {
        for command in ["solve", "judge", "hisshi"] {
            let ended = run([command, ONE, "--json", "--memory", asked]);
            let row: serde_json::Value = serde_json::from_slice(&ended.out).unwrap();
            assert_eq!((ended.err.as_str(), &row["memory"]), (said, &used.into()), "{command} {asked}");
        }
    }
    let list = format!("{ONE}\n{NO_MATE}\nbad\n");
    let ended = run_with(["solve", "-", "--json", "--memory", "1TiB", "--jobs", "2"], list.as_bytes());
    assert_eq!(ended.err.lines().count(), 1, "said once: {}", ended.err);
}
