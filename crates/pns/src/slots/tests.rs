//! The protocol of slots under every interleaving, and how long searches get.

use std::collections::HashSet;

use super::slot::{HELD_BITS, RawEntry, Slot, WINDOW};
use super::*;
use crate::random::Random;

#[derive(Debug)]
struct Plain;

impl EntryFormat for Plain {
    fn is_solved(_: &RawEntry) -> bool {
        false
    }
}

/// A home hash that is spread like part of a Zobrist key, and the same for all entries of a node.
fn home_hash(node: u64) -> u64 {
    Random::new(node).next_u64() >> (64 - HOME_HASH_BITS)
}

fn words(identity: u64) -> RawEntry {
    RawEntry::new(identity, identity ^ 1, identity ^ 2, 1, 3)
}

fn store(bytes: usize) -> EntryStore<Plain> {
    EntryStore::with_memory(bytes).unwrap()
}

fn put(store: &mut EntryStore<Plain>, home_hash: u64, identity: u64) {
    store.update(home_hash, |words| words.identity == identity, |_| words(identity));
}

/// The entry of an identity as a reader sees it.
fn get(store: &EntryStore<Plain>, home_hash: u64, identity: u64) -> Option<RawEntry> {
    store.entries(home_hash).find(|words| words.identity == identity)
}

/// Pairs of entries that can follow one another in a slot: states of one entry that differ little, another hand, another node, an empty
/// slot.
fn successions() -> Vec<(RawEntry, RawEntry)> {
    let mut random = Random::new(7);
    let mut pairs = Vec::new();
    for _ in 0..500 {
        let identity = random.next_u64();
        let number = random.next_u64() >> (16 + random.next_u64() % 40);
        let old = RawEntry::new(identity, 0xffff << 48 | number, number + 256, number as u32, 5);
        let mut next = |bits: u32| random.next_u64() >> (64 - bits);
        pairs.extend([
            // One number, both, both by the same, the visits, flags.
            (old, RawEntry { first: old.first ^ 1 << next(6), ..old }),
            (old, RawEntry { first: old.first + 256, second: old.second + 256, ..old }),
            (old, RawEntry { first: old.first ^ next(8), second: old.second ^ next(8), ..old }),
            (old, RawEntry::new(identity, old.first, old.second + 1, old.visits() ^ 1, 5)),
            (old, RawEntry::new(identity, old.first, old.second, old.visits(), 4)),
            // Solved.
            (old, RawEntry { first: old.first & ((1 << 48) - 1) | 17 << 48, ..old }),
            (old, RawEntry { second: old.second | next(16) << 48, ..old }),
            // Another hand of the same board, and with another number.
            (old, RawEntry { identity: identity ^ 1, ..old }),
            (old, RawEntry { identity: identity ^ next(27), first: old.first + next(9), ..old }),
            (old, RawEntry::new(next(63), next(63), next(63), next(30) as u32, next(14) as u32)),
            (RawEntry::default(), old),
        ]);
    }
    pairs
}

/// A model of a slot with relaxed accesses: while a writer stores four words, a reader's four loads may each give the old or the
/// new word, in any combination. (Relaxed accesses to different words have no order, and one word is never torn.) Every
/// combination of old and new words must look like the old entry, like the new one, or like neither's.
#[test]
fn a_reader_sees_the_old_entry_the_new_one_or_none() {
    for (old, new) in successions() {
        let stored = |words: RawEntry| {
            let slot = Slot::default();
            slot.store(words);
            slot.raw()
        };
        let raw = [if old.is_empty() { [0; 4] } else { stored(old) }, stored(new)];
        for choice in 0..16 {
            let seen = Slot::from_raw(std::array::from_fn(|word| raw[choice >> word & 1][word])).load();
            // What a table compares: at least the upper half of the identity.
            let of_these = [old, new].iter().any(|words| (words.identity ^ seen.identity) >> 32 == 0);
            assert!(
                seen == old || seen == new || seen.is_empty() || !of_these,
                "{old:?} and {new:?} give {seen:?}"
            );
        }
    }
}

/// The same with two writers that store into one slot at the same time: what they leave is one of the two entries, or one of no node.
#[test]
fn two_writers_of_a_slot_leave_one_entry_or_none() {
    for (one, other) in successions().into_iter().filter(|(one, _)| !one.is_empty()) {
        let slots = [Slot::default(), Slot::default()];
        slots[0].store(one);
        slots[1].store(other);
        let raw = [slots[0].raw(), slots[1].raw()];
        for choice in 0..16 {
            let left = Slot::from_raw(std::array::from_fn(|word| raw[choice >> word & 1][word])).load();
            let of_these = [one, other].iter().any(|words| (words.identity ^ left.identity) >> 32 == 0);
            assert!(left == one || left == other || !of_these, "{one:?} and {other:?} leave {left:?}");
        }
    }
}

/// The upper half of the mixture of a changed word is as good as random: no bit stays, and no two small changes give the same.
#[test]
fn small_changes_show_in_the_upper_half() {
    let seen = |words: [u64; 3]| {
        let [first, second, rest] = words;
        Slot::from_raw([0, first, second, rest | 1]).load().identity >> 32
    };
    let base = [0xffff << 48 | 256, 512, 7 << 32];
    let mut halves = HashSet::new();
    let mut changes = 0;
    for word in 0..3 {
        for bit in 1..64 {
            for other in 0..bit {
                let mut changed = base;
                changed[word] ^= 1 << bit;
                changed[word] ^= u64::from(other > 0) << other;
                halves.insert(seen(changed));
                changes += 1;
            }
        }
    }
    // By chance 4 of the 6048 would be lost in a million tests.
    assert!(halves.len() + 1 >= changes && !halves.contains(&seen(base)), "{} of {changes}", halves.len());
}

#[test]
fn neighbouring_homes_are_told_apart() {
    let mut store = store(4 << 20);
    // The two home hashes differ in a bit that no entry holds: only the home shows it.
    let (one, next) = (home_hash(1) & !(1 << HELD_BITS), home_hash(1) | 1 << HELD_BITS);
    assert_eq!(store.home(one) + LINE, store.home(next));
    // Others take the home of the first, so that its entry is in that of the second.
    put(&mut store, one ^ 1, 1);
    put(&mut store, one ^ 1, 2);
    put(&mut store, one, 3);
    assert_eq!(get(&store, next, 3), None);
    assert!(get(&store, one, 3).is_some());
}

#[test]
fn a_window_of_entries_has_one_place() {
    let mut store = store(4 << 20);
    for identity in 0..WINDOW as u64 {
        put(&mut store, home_hash(5), identity);
    }
    assert_eq!(store.entries(home_hash(5)).count(), WINDOW);
    // One more takes the slot of another.
    put(&mut store, home_hash(5), 999);
    assert_eq!(store.entries(home_hash(5)).count(), WINDOW);
    assert!(get(&store, home_hash(5), 999).is_some());
}

/// New nodes that are needed one after the other stay, though all that is in their window is worth more than they are.
#[test]
fn newcomers_do_not_push_each_other_out() {
    let mut store = store(4 << 20);
    let old = |identity| RawEntry::new(identity, identity ^ 1, identity ^ 2, 1000 + identity as u32, 3);
    for identity in 0..WINDOW as u64 {
        store.update(home_hash(5), |_| false, |_| old(identity));
    }
    let newcomers = 1000..1020;
    for round in 0..3 {
        for identity in newcomers.clone() {
            let is_known = get(&store, home_hash(5), identity).is_some();
            assert_eq!(is_known, round > 0, "{identity} in round {round}");
            if !is_known {
                put(&mut store, home_hash(5), identity);
            }
        }
    }
    // Where they are, the least gave way: in each part that has the fewest visits.
    let kept = |identity| get(&store, home_hash(5), identity).is_some();
    assert_eq!((0..WINDOW as u64).filter(|&identity| kept(identity)).count(), WINDOW - newcomers.count());
    assert!((0..20).all(|part| !kept(part * PART as u64) && kept(part * PART as u64 + 1)));
}

#[test]
fn growing_and_collecting_lose_what_they_may() {
    let mut store = store(24 << 20);
    let entries = 450_000;
    for node in 0..entries {
        put(&mut store, home_hash(node), node);
    }
    assert_eq!(store.garbage_collections(), 0);
    let found = (0..entries).filter(|&node| get(&store, home_hash(node), node).is_some()).count();
    assert_eq!(found, store.len(), "every entry is found");
    assert_eq!(found, entries as usize, "no window is full");
    // All have the same worth: a collection leaves none.
    let mut node = entries;
    while store.garbage_collections() == 0 {
        put(&mut store, home_hash(node), node);
        node += 1;
    }
    assert_eq!(store.len(), 1);
}

/// With several threads, what is there after each growth and collection is what one thread leaves, and every entry is found.
#[test]
fn several_threads_make_the_room_that_one_makes() {
    // Many nodes with several entries each, of different worth.
    let entry = |node: u64| {
        let visits = Random::new(node).next_u64() as u32 % 1000;
        (home_hash(node / 3), RawEntry::new(node, node ^ 1, node ^ 2, visits, 3))
    };
    let content = |store: &EntryStore<Plain>| {
        let entries = store.iter().map(|(home_hash, words)| (home_hash, words.identity, words.visits()));
        let found = entries.filter(|&(home_hash, identity, _)| get(store, home_hash, identity).is_some());
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        found
    };
    for threads in [2, 5, 1000] {
        let [mut one, mut several] = [0; 2].map(|_| store(16 << 20));
        let mut rooms = 0;
        for node in 0.. {
            let (home_hash, words) = entry(node);
            for store in [&mut one, &mut several] {
                store.write_shared::<false>(home_hash, |_| false, |_| words);
            }
            if one.needs_maintenance() {
                one.maintain(1);
                several.maintain(threads);
                rooms += 1;
                let kept = content(&one);
                assert_eq!(kept.len(), one.len(), "every entry is found");
                assert_eq!(several.len(), one.len());
                assert!(kept == content(&several), "{threads} threads, the {rooms}th time");
            }
            if one.garbage_collections() == 2 {
                break;
            }
        }
        assert!(rooms > 4 && several.garbage_collections() == 2);
    }
}

/// Threads that write and read a few windows at the same time, with nothing between them: whatever is found is an entry as one of them wrote it,
/// and nearly all that was written last is found.
#[test]
fn threads_without_locks_find_whole_entries() {
    const NODES: u64 = 300;
    const WRITERS: u64 = 4;
    let store = store(4 << 20);
    // Three nodes have one home hash, and their windows overlap with those of the next home hashes:
    // three quarters of the slots are taken.
    let home_hash = |node: u64| (1000 + node / 3) << (HELD_BITS + 1);
    let entry = |node: u64, state: u64| {
        let first = Random::new(state).next_u64();
        RawEntry::new(node << 32, first, first.rotate_left(7) ^ node, 1 + state as u32 % 1000, 0)
    };
    let is_whole = |words: &RawEntry| words.second == words.first.rotate_left(7) ^ (words.identity >> 32);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                let mut random = Random::new(writer);
                for state in 0..200_000 {
                    let node = random.below(NODES as usize) as u64;
                    let new = entry(node, state * WRITERS + writer);
                    store.update_shared(home_hash(node), |words| words.identity == new.identity, |_| new);
                    let other = random.below(NODES as usize) as u64;
                    if let Some(found) =
                        store.entries(home_hash(other)).find(|words| words.identity == other << 32)
                    {
                        assert!(is_whole(&found), "{found:?}");
                    }
                }
            });
        }
    });
    for node in 0..NODES {
        let new = entry(node, node);
        store.update_shared(home_hash(node), |words| words.identity == new.identity, |_| new);
    }
    let is_found = |&node: &u64| store.entries(home_hash(node)).any(|words| words.identity == node << 32);
    let found = (0..NODES).filter(is_found).count();
    assert!(found as u64 > NODES * 9 / 10, "{found} of {NODES}");
}

/// What several threads add is counted by a sample: near enough to know when the store is crowded.
#[test]
fn the_number_of_entries_is_near_the_truth() {
    let store = store(64 << 20);
    for node in 0..60_000 {
        store.update_shared(home_hash(node / 3), |words| words.identity == node, |_| words(node));
        store.update_shared(home_hash(node / 3), |words| words.identity == node, |_| words(node));
    }
    assert!((54_000..66_000).contains(&store.len()), "{}", store.len());
    let mut node = 60_000;
    while !store.needs_maintenance() {
        store.update_shared(home_hash(node), |_| false, |_| words(node));
        node += 1;
    }
    store.maintain(1);
    assert_eq!(store.len(), store.iter().count(), "counted when it makes room");
}

#[test]
fn what_several_threads_took_is_cleared() {
    let mut store = store(4 << 20);
    for node in 0..1000 {
        store.update_shared(home_hash(node), |words| words.identity == node, |_| words(node));
    }
    assert!(
        (0..1000).all(|node| get(&store, home_hash(node), node) == store.entries(home_hash(node)).next())
    );
    store.clear();
    assert!(store.slots.iter().all(|slot| slot.load().is_empty()));
}

/// Lines that an unsuccessful search reads, at this load, if each node has `hands` entries with one
/// home hash.
fn lines_per_miss(load: usize, hands: u64) -> f64 {
    let store = store(4 << 20);
    let slots = MIN_LINES * LINE;
    for entry in 0..(slots * load / 100) as u64 {
        // Below the load at which the store would make room by itself.
        store.update_shared(home_hash(entry / hands), |words| words.identity == entry, |_| words(entry));
    }
    lines_of_misses(&store)
}

/// Lines that a search reads on average that begins at any home and finds nothing.
fn lines_of_misses(store: &EntryStore<Plain>) -> f64 {
    let homes = store.lines.load(Ordering::Relaxed);
    let lines = |home: usize| {
        let goes_on = |line: &&[Slot]| {
            let slots: Vec<RawEntry> = line.iter().map(Slot::load).collect();
            slots.iter().all(|words| !words.is_empty()) && slots.iter().any(RawEntry::is_passed)
        };
        let passed = store.window(home * LINE).chunks(LINE).take_while(goes_on).count();
        (passed + 1).min(WINDOW / LINE)
    };
    (0..homes).map(lines).sum::<usize>() as f64 / homes as f64
}

#[test]
fn a_search_reads_one_line_or_two() {
    for (load, hands, at_most) in [(50, 1, 1.4), (60, 1, 1.7), (70, 1, 2.5), (50, 2, 1.8), (60, 2, 2.2)] {
        let lines = lines_per_miss(load, hands);
        assert!(lines < at_most, "{lines} lines at {load} % with {hands} entries of each node");
    }
}

#[test]
fn a_store_that_may_not_take_all_its_memory_stays_smaller_and_collects() {
    let mut store = store(24 << 20);
    let whole = store.memory();
    store.set_max_bytes(18 << 20);
    assert_eq!(store.memory(), whole / 3 * 2, "the next smaller size");
    for node in 0..whole / 32 {
        put(&mut store, home_hash(node), node);
        store.maintain(1);
    }
    assert!(
        store.garbage_collections() > 0 && store.lines.into_inner() * LINE <= (18 << 20) / size_of::<Slot>()
    );
}
