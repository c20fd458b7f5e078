//! How long the threads of a search wait while a table grows and collects garbage: `cargo bench -p
//! yomikiri-pns --bench resize`.
//!
//! Arguments: mebibytes of table (2048) and numbers of threads (1 2). Needs a quiet machine.

use std::time::Instant;

use yomikiri_pns::slots::{EntryFormat, EntryStore, HOME_HASH_BITS, RawEntry};

#[derive(Debug)]
struct Plain;

impl EntryFormat for Plain {
    fn is_solved(_: &RawEntry) -> bool {
        false
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (mebibytes, threads) =
        numbers.split_first().map_or((2048, &[1, 2][..]), |(&first, rest)| (first, rest));
    println!("| threads | growing, s | collecting once, s |");
    println!("|--:|--:|--:|");
    for &threads in threads {
        let [growing, collecting] = waits(mebibytes, threads);
        println!("| {threads} | {growing:.2} | {collecting:.2} |");
    }
}

/// Fills a store until it has collected once. Returns the seconds that growing and collecting took.
fn waits(mebibytes: usize, threads: usize) -> [f64; 2] {
    let store = EntryStore::<Plain>::with_memory(mebibytes << 20).expect("memory");
    let mut waited = [0.0; 2];
    let mut state = 1u64;
    while store.garbage_collections() == 0 {
        // A multiplicative generator: its upper bits are spread like those of a key.
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let words = RawEntry::new(state, state, state, 1 + (state >> 40) as u32 % 1000, 0);
        store.update_shared(state >> (64 - HOME_HASH_BITS), |_| false, |_| words);
        if store.needs_maintenance() {
            let start = Instant::now();
            store.maintain(threads);
            waited[store.garbage_collections() as usize] += start.elapsed().as_secs_f64();
        }
    }
    waited
}
