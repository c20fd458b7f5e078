//! A search keeps within its memory, however often it fills the table. Alone in its file: the peak is the process's.
#![cfg(target_os = "linux")]

mod common;

use common::{Way, problem, rows, solve};
use yomikiri_tsume::Verdict;

/// Peak resident size in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
fn a_table_that_is_filled_many_times() {
    // Number 8 of the Zukō, which no solver is known to have solved.
    let position = problem(&rows("zuko.tsv")[7][0]);
    let memory = 16 << 20;
    let way = Way { memory, nodes: Some(3_000_000), ..Way::default() };
    assert!(matches!(solve(&position, &way), Verdict::Unknown(_)));
    assert!(peak() < (memory as u64 >> 10) + (200 << 10), "{} KiB", peak());
}
