//! A search keeps within its memory, however often it fills the table. The peak is that of a process of its own.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::Duration;

/// Peak resident size of a running process in KiB; `None` once it has ended.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[test]
fn a_table_that_is_filled_many_times() {
    // Number 8 of the Zukō needs 22 million nodes.
    let zuko_8 =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zuko.tsv")).unwrap();
    let zuko_8 = zuko_8.lines().filter(|line| !line.starts_with('#')).nth(7).unwrap();
    let position = zuko_8.split('\t').next().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["solve", position, "--nodes", "2000000", "--memory", "16MiB", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = peak(child.id()).map_or(most, |peak| most.max(peak));
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("\"stop_reason\":\"node limit\""), "{output}");
    assert!((16 << 10..(16 + 64) << 10).contains(&most), "{most} KiB");
}
