//! Counts the visits of several processes that exchange what they learn while they search, simulated in one thread:
//!
//! `cargo run --release --manifest-path python/cluster/Cargo.toml --example exchange -- PROCESSES
//! VISITS LIST [LEAST MOST [SOLVED UNSOLVED]]`
//!
//! Each exchanges every VISITS visits. LIST is a file with one problem in SFEN a line, in the first column; those are taken that one search
//! alone solves with LEAST to MOST visits. Entries are sent that have at least SOLVED visits below a result and UNSOLVED below another node.

use std::env::args;
use std::error::Error;

use yomikiri_pns::distributed::ReplicatedTable as _;
use yomikiri_pns::slots::JournalThresholds;
use yomikiri_pns::{Limits, Search};
use yomikiri_shogi::Position;
use yomikiri_tsume::{MateGame, MateTable};

const MEMORY: usize = 1 << 30;

/// Visits of several processes, and the bytes that each of them got.
fn together(
    root: &MateGame,
    processes: usize,
    visits: u64,
    thresholds: JournalThresholds,
) -> Result<(u64, usize), Box<dyn Error>> {
    let mut tables = Vec::new();
    for _ in 0..processes {
        let mut table = MateTable::with_memory(MEMORY)?;
        table.keep_journal(thresholds);
        tables.push(table);
    }
    let mut inboxes: Vec<Vec<Vec<u8>>> = vec![Vec::new(); processes];
    let mut bytes = 0;
    let search = Search::new(root.clone()).limits(Limits { memory: MEMORY, ..Limits::default() });
    let outcome = search.interleave_processes(&tables, visits, |process, table| {
        let (batch, _) = table.drain_journal(usize::MAX, u32::MAX);
        bytes += batch.len();
        for (_, inbox) in inboxes.iter_mut().enumerate().filter(|&(other, _)| other != process) {
            inbox.push(batch.clone());
        }
        for batch in inboxes[process].drain(..) {
            table.merge_batch_shared(&batch).unwrap_or_else(|error| panic!("{error}"));
        }
    });
    outcome.verdict.value().ok_or("not solved")?;
    Ok((outcome.counters.visits, bytes))
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = args().skip(1).collect();
    let [processes, visits, list, range @ ..] = &given[..] else {
        return Err("expected PROCESSES VISITS LIST [LEAST MOST [SOLVED UNSOLVED]]".into());
    };
    let (processes, visits) = (processes.parse()?, visits.parse()?);
    let bound = |at: usize, default: u64| range.get(at).map_or(Ok(default), |text| text.parse());
    let (least, most) = (bound(0, 150_000)?, bound(1, 1_400_000)?);
    // What the processes of a team tell each other is as `ClusterSettings` of the Python package
    // has it.
    let thresholds = JournalThresholds { solved: bound(2, 2)? as u32, unsolved: bound(3, 8)? as u32 };
    let mut logarithms = Vec::new();
    for (number, line) in std::fs::read_to_string(list)?.lines().enumerate() {
        let position: Position = line.split('\t').next().unwrap_or(line).parse()?;
        let attacker = position.side_to_move();
        let root = MateGame::new(position, attacker);
        let limits = Limits { visits: Some(most), memory: MEMORY, ..Limits::default() };
        let alone = Search::new(root.clone()).limits(limits).run_with_table(MateTable::with_memory(MEMORY)?);
        if alone.verdict.value().is_none() || alone.counters.visits < least {
            continue;
        }
        let (all, bytes) = together(&root, processes, visits, thresholds)?;
        let ratio = all as f64 / alone.counters.visits as f64;
        logarithms.push(ratio.ln());
        let per_visit = bytes as f64 / all as f64;
        println!(
            "line {}: {} visits alone, {all} together, {ratio:.2} times as many, {per_visit:.1} bytes a visit",
            number + 1,
            alone.counters.visits
        );
    }
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    println!("geometric mean of {count}: {:.2}, standard error {:.2}", mean.exp(), (variance / count).sqrt());
    Ok(())
}
