//! Counts the visits of several processes that exchange what they learn, simulated:
//! `exchange WORKERS EVERY SOLVED UNSOLVED FILE LEAST MOST [NAME…]`.
use std::env::args;
use std::time::Instant;
use yomikiri_pns::slots::Noted;
use yomikiri_pns::{Limits, Search, Table};
use yomikiri_shogi::Position;
use yomikiri_tsume::{MateTable, Problem};

fn main() {
    let a: Vec<String> = args().collect();
    let n = |i: usize| -> u64 { a[i].parse().unwrap() };
    let (workers, every) = (n(1) as usize, n(2));
    let noted = Noted { solved: n(3) as u32, unsolved: n(4) as u32 };
    let names: Vec<&String> = a[8..].iter().collect();
    let text = std::fs::read_to_string(&a[5]).unwrap();
    let (mut logs, mut count) = (0.0, 0);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let name = fields
            .iter()
            .find(|f| f.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii()))
            .unwrap_or(&"");
        if !names.is_empty() && !names.iter().any(|wanted| name.contains(wanted.as_str())) {
            continue;
        }
        let sfen = fields.iter().find(|f| f.contains('/')).unwrap();
        let position: Position = sfen.trim_start_matches("sfen ").parse().unwrap();
        let attacker = position.side_to_move();
        let root = Problem::new(position, attacker);
        let memory = 1 << 30;
        let mut table = MateTable::with_memory(memory).unwrap();
        let begun = Instant::now();
        let alone = Search::new(root.clone())
            .limits(Limits { memory, nodes: Some(n(7)), ..Limits::default() })
            .run_with_table(&mut table);
        if alone.verdict.value().is_none() || alone.counters.visits < n(6) {
            continue;
        }
        let alone_time = begun.elapsed();
        drop(table);
        let tables: Vec<MateTable> = (0..workers)
            .map(|_| {
                let mut t = MateTable::with_memory(memory).unwrap();
                t.keep_journal(noted);
                t
            })
            .collect();
        let mut inboxes = vec![Vec::new(); workers];
        let (mut bytes, mut exchanging) = (0, std::time::Duration::ZERO);
        let begun = Instant::now();
        if every == 0 {
            let outcome = Search::new(root)
                .limits(Limits { memory, ..Limits::default() })
                .simulate_threads(&tables[0], workers, 1);
            let ratio = outcome.counters.visits as f64 / alone.counters.visits as f64;
            logs += ratio.ln();
            count += 1;
            println!("{name} {ratio:.3}");
            continue;
        }
        let outcome = Search::new(root).limits(Limits { memory, ..Limits::default() }).simulate_exchange(
            &tables,
            every,
            |process, table| {
                let begun = Instant::now();
                let batch = table.take_batch(1 << 20, u32::MAX).0;
                for (other, inbox) in inboxes.iter_mut().enumerate() {
                    if other != process {
                        bytes += batch.len();
                        inbox.push(batch.clone());
                    }
                }
                for batch in inboxes[process].drain(..) {
                    table.take_in_shared(&batch).unwrap();
                }
                exchanging += begun.elapsed();
            },
        );
        let ratio = outcome.counters.visits as f64 / alone.counters.visits as f64;
        logs += ratio.ln();
        count += 1;
        println!(
            "{name} alone {} ({:.2?}) {:?}; together {} ratio {:.3} ({:.2?}, exchange {:.2?}), {:.1} bytes a visit, entries {} {}",
            alone.counters.visits,
            alone_time,
            outcome.verdict,
            outcome.counters.visits,
            ratio,
            begun.elapsed(),
            exchanging,
            bytes as f64 / outcome.counters.visits as f64,
            Table::len(&tables[0]),
            count
        );
    }
    println!("geometric mean {:.3} of {count}", (logs / f64::from(count)).exp());
}
