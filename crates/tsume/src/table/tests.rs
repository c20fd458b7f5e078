//! What the table keeps, with one thread and with several.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yomikiri_pns::Random;
use yomikiri_shogi::{Hand, PieceKind};

use super::*;

/// What is known; both traits have a method of that name.
fn get(table: &MateTable, key: &MateKey) -> Option<TableHit<MateKey>> {
    Table::get(table, key)
}

fn key(board: u64, pawns: u32) -> MateKey {
    let hand = (0..pawns).fold(Hand::EMPTY, |hand, _| hand.one_more(PieceKind::Pawn));
    MateKey { board, hand, plies: Plies::UNLIMITED }
}

fn entry(numbers: Numbers) -> Entry {
    Entry { numbers, min_distance: 3, visits: 1, solution_depth: 0, has_path_disproof: false }
}

/// Boards that are spread like Zobrist keys.
fn board(index: u64) -> u64 {
    let z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ z >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Asked for a value alone, the table says what it says otherwise.
#[test]
fn results_of_one_value_are_those_of_a_look() {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    Table::put(&mut table, MateKey { plies: Plies::new(7), ..key(board(1), 2) }, entry(Numbers::PROVEN));
    Table::put(&mut table, MateKey { plies: Plies::new(5), ..key(board(1), 1) }, entry(Numbers::DISPROVEN));
    let mut values = [0; 3];
    for (pawns, plies) in (0..4).flat_map(|pawns| (0..10).map(move |plies| (pawns, Plies::new(plies)))) {
        let asked = MateKey { plies, ..key(board(1), pawns) };
        let solved = |mate, no_mate| {
            let found = table.solved(asked.board, asked.hand, mate, no_mate);
            found.map(|found| (found.entry.numbers.value(), found.key))
        };
        let found = get(&table, &asked).filter(|found| found.entry.numbers.is_solved());
        let found = found.map(|found| (found.entry.numbers.value(), found.key));
        let value = found.and_then(|found| found.0);
        assert_eq!(solved(Some(plies), Some(plies)), found);
        assert_eq!(solved(Some(plies), None), found.filter(|_| value == Some(true)));
        assert_eq!(solved(None, Some(plies)), found.filter(|_| value == Some(false)));
        values[value.map_or(0, |value| 1 + usize::from(value))] += 1;
    }
    assert!(values.iter().all(|&count| count > 3), "{values:?}");
}

#[test]
fn results_stand_for_other_hands_and_limits() {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    let mate = MateKey { plies: Plies::new(7), ..key(board(1), 2) };
    Table::put(&mut table, mate, entry(Numbers::PROVEN));
    Table::put(&mut table, key(board(1), 0), entry(Numbers::DISPROVEN));
    let value = |pawns, plies| {
        let asked = MateKey { plies: Plies::new(plies), ..key(board(1), pawns) };
        get(&table, &asked).and_then(|found| found.entry.numbers.value())
    };
    assert_eq!((value(2, 7), value(3, 9)), (Some(true), Some(true)));
    assert_eq!((value(2, 5), value(1, 99)), (None, None));
    assert_eq!((value(0, 99), value(0, 1)), (Some(false), Some(false)));
    let found = get(&table, &key(board(1), 5)).unwrap();
    assert_eq!(found.key, mate, "what the mate stands for");
}

/// With a bare king the attacker can have a board with very many hands, none of which contains another's answer.
#[test]
fn all_hands_of_a_board_are_kept() {
    let kinds = [PieceKind::Pawn, PieceKind::Silver, PieceKind::Gold];
    let hand = |index: u32| {
        let counts = [index % 10, index / 10 % 5, index / 50];
        let pieces = kinds.into_iter().zip(counts).flat_map(|(kind, count)| (0..count).map(move |_| kind));
        pieces.fold(Hand::EMPTY, Hand::one_more)
    };
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    table.set_techniques(Techniques { dominance: false, ..Techniques::default() });
    let key = |index| MateKey { board: board(1), hand: hand(index), plies: Plies::UNLIMITED };
    let numbers = |index: u32| Numbers::new(u64::from(index) + 1, 2);
    (0..250).for_each(|index| Table::put(&mut table, key(index), entry(numbers(index))));
    for index in 0..250 {
        assert_eq!(get(&table, &key(index)).map(|found| found.entry.numbers), Some(numbers(index)));
    }
}

/// Threads that write the same few nodes at the same time read entries that are half written, and add second ones for their nodes. What is
/// written afterwards is read all the same: otherwise a search sees the same old numbers there for ever.
#[test]
fn what_is_written_last_is_read_after_threads_wrote_the_same_nodes() {
    let table = MateTable::with_memory(4 << 20).unwrap();
    let put = |pawns, number| SharedTable::put(&table, key(board(1), pawns), entry(Numbers::new(number, 7)));
    let hands = 12;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                let mut random = Random::new(thread);
                (0..300_000).for_each(|_| put(random.below(hands) as u32, 1 + random.next_u64() % (1 << 40)));
            });
        }
    });
    for pawns in 0..hands as u32 {
        // More pawns are harder to refute: no other hand lends a larger number.
        let last = 1 << 41 | (hands as u64 - u64::from(pawns));
        put(pawns, last);
        let found = SharedTable::get(&table, &key(board(1), pawns)).unwrap();
        assert_eq!(found.entry.numbers.proof.get(), last, "{pawns} pawns");
    }
}

#[test]
fn growing_loses_next_to_nothing() {
    let mut table = MateTable::with_memory(64 << 20).unwrap();
    let count = 1_000_000;
    for index in 0..count {
        Table::put(&mut table, key(board(index), (index % 3) as u32), entry(Numbers::new(index + 1, 2)));
    }
    let numbers =
        |index| get(&table, &key(board(index), (index % 3) as u32)).map(|found| found.entry.numbers);
    let kept = (0..count).filter(|&index| numbers(index) == Some(Numbers::new(index + 1, 2))).count();
    assert!(kept as u64 > count * 99 / 100, "{kept} of {count}");
    assert_eq!(Table::garbage_collections(&table), 0);
}

#[test]
fn collecting_keeps_what_took_most_work() {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    for index in 0..1_000_000 {
        let visits = if index % 50 == 0 { 1000 } else { 1 };
        let entry = Entry { visits, ..entry(Numbers::new(1, 1)) };
        Table::put(&mut table, key(board(index), 0), entry);
    }
    assert!(Table::garbage_collections(&table) > 0 && Table::len(&table) as u64 <= table.capacity());
    let large =
        (0..1_000_000).step_by(50).filter(|&index| get(&table, &key(board(index), 0)).is_some()).count();
    assert!(large > 18_000, "{large} of 20,000");
}

#[test]
fn a_cleared_table_is_as_good_as_new() {
    let mut table = MateTable::with_memory(64 << 20).unwrap();
    // Few entries, then many, then enough that the table grows; then few again.
    for count in [10, 4095, 4096, 50_000, 500_000, 10] {
        let mut new = MateTable::with_memory(64 << 20).unwrap();
        for index in 0..count {
            let (key, entry) =
                (key(board(index + count), (index % 7) as u32), entry(Numbers::new(index + 1, 2)));
            Table::put(&mut new, key, entry);
            Table::put(&mut table, key, entry);
        }
        assert_eq!(Table::len(&table), Table::len(&new), "{count}");
        for index in 0..count {
            let key = key(board(index + count), (index % 7) as u32);
            assert_eq!(get(&table, &key), get(&new, &key), "{count}");
        }
        table.clear();
        assert!(Table::is_empty(&table), "{count}");
        assert!((0..count).all(|index| get(&table, &key(board(index + count), 18)).is_none()), "{count}");
    }
}

#[test]
fn sizes_are_within_what_there_can_be() {
    let memory = |bytes| MateTable::with_memory(bytes).unwrap().memory();
    assert_eq!((memory(1), memory(64 << 20)), (MateTable::LEAST_BYTES, 64 << 20));
    assert_eq!((memory(16 << 30), memory(900 << 40)), (MateTable::MOST_BYTES, MateTable::MOST_BYTES));
    assert_eq!((MateTable::LEAST_BYTES, MateTable::MOST_BYTES), (4 << 20, 16 << 30));
}

#[test]
fn many_hands_of_a_board_coexist() {
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    table.set_techniques(Techniques { dominance: false, borrowing: false, ..Techniques::default() });
    let hand = |number: u32| {
        let hand = Hand::EMPTY
            .with(PieceKind::Pawn, number % 8)
            .and_then(|hand| hand.with(PieceKind::Gold, number / 8));
        MateKey { hand: hand.unwrap(), ..key(board(3), 0) }
    };
    for number in 0..32 {
        Table::put(&mut table, hand(number), entry(Numbers::new(u64::from(number) + 1, 2)));
    }
    for number in 0..32 {
        let numbers = get(&table, &hand(number)).map(|found| found.entry.numbers);
        assert_eq!(numbers, Some(Numbers::new(u64::from(number) + 1, 2)));
    }
}

/// What threads write in the test below: a function of the key and of how often it was written.
fn written(key: &MateKey, times: u64) -> Entry {
    let mut random = Random::new(key.board ^ u64::from(key.hand.to_bits()));
    let proof = (random.next_u64() >> 20) + times * 256;
    let numbers = Numbers::new(proof, (proof ^ random.next_u64()) >> 17 | 1);
    Entry {
        numbers,
        min_distance: (proof % 8000) as i32,
        visits: (numbers.disproof.get() % 1_000_000) as u32 + 1,
        solution_depth: 0,
        has_path_disproof: proof.is_multiple_of(3),
    }
}

#[test]
fn threads_find_what_was_written_for_the_key() {
    const TIMES: u64 = 8;
    let mut table = MateTable::with_memory(4 << 20).unwrap();
    // Other hands lend no numbers, so that every answer is of the key itself.
    table.set_techniques(Techniques { dominance: false, borrowing: false, ..Techniques::default() });
    let table = &table;
    // Few boards next to each other, so that threads meet in the same lines.
    let boards: Vec<u64> = (0..60).map(|index| board(index) & !0x1fff_ffff | index << 14).collect();
    let (boards, late) = (&boards, &AtomicBool::new(false));
    let start = Instant::now();
    let found: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                scope.spawn(move || {
                    let mut random = Random::new(thread);
                    let mut found = 0;
                    for step in 0..100_000u64 {
                        if step % 1024 == 0 && start.elapsed() > Duration::from_secs(20) {
                            late.store(true, Ordering::Relaxed);
                        }
                        if late.load(Ordering::Relaxed) {
                            break;
                        }
                        let key = key(boards[random.below(boards.len())], random.below(3) as u32);
                        if random.one_in(2) {
                            SharedTable::put(table, key, written(&key, random.next_u64() % TIMES));
                        } else if let Some(known) = SharedTable::get(table, &key) {
                            assert_eq!(known.key, key);
                            let fits = |times| {
                                // An entry keeps the most visits it had.
                                let visits = known.entry.visits;
                                Entry { visits, ..written(&key, times) } == known.entry
                                    && (0..TIMES).any(|times| written(&key, times).visits == visits)
                            };
                            assert!((0..TIMES).any(fits), "{known:?}");
                            found += 1;
                        }
                    }
                    found
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread panicked")).sum()
    });
    assert!(!late.load(Ordering::Relaxed), "threads wait for each other");
    assert!(found > 50_000, "{found}");
}

#[test]
fn several_threads_fill_grow_and_collect() {
    let mut table = MateTable::with_memory(8 << 20).unwrap();
    for round in 0..6 {
        let shared = &table;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for index in 0..12_000 {
                        let index = (round * 4 + thread) * 12_000 + index;
                        let visits = if index % 3 == 0 { 100 } else { 1 };
                        let entry = Entry { visits, ..entry(Numbers::new(index + 1, 2)) };
                        SharedTable::put(shared, key(board(index), 0), entry);
                    }
                });
            }
        });
        while SharedTable::needs_maintenance(shared) {
            shared.maintain(4);
        }
        assert!(Table::len(&table) as u64 <= table.capacity());
    }
    assert!(Table::garbage_collections(&table) > 0);
    let found = (0..6 * 48_000).step_by(3).filter(|&index| {
        get(&table, &key(board(index), 0))
            .is_some_and(|found| found.entry.numbers == Numbers::new(index + 1, 2))
    });
    assert!(found.count() > 90_000, "what took most work is kept");
    table.clear();
    assert!((0..48_000).all(|index| get(&table, &key(board(index), 0)).is_none()));
}
