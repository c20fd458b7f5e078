//! One table for mates and threats.

use yomikiri_pns::{Entry, LambdaKey, Order, ProofNumber, SharedTable, Table, TableHit};

use crate::mate_game::MateKey;
use crate::table::MateTable;

/// A [`MateTable`] that keeps nodes of every order, those of order 1 as the mate solver does: what one search knows of
/// mates, the other knows too.
#[derive(Debug)]
pub struct BrinkmateTable<'a>(pub &'a mut MateTable);

/// The key of a node in the common table: boards at other orders are other boards.
fn key(key: &LambdaKey<MateKey>) -> MateKey {
    let level = u64::from(key.level.max_order.get()) * 2 + u64::from(key.level.chooses_order);
    let mates = u64::from(Order::ONE.get()) * 2;
    // Multiples of a large odd number differ in every part of the key that the table looks at.
    let salt = (level ^ mates).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    MateKey { board: key.node.board ^ salt, ..key.node }
}

/// What the common table found, for the node that was asked for.
fn answer(asked: &LambdaKey<MateKey>, found: &TableHit<MateKey>) -> TableHit<LambdaKey<MateKey>> {
    let node = MateKey { board: asked.node.board, ..found.key };
    TableHit { entry: found.entry, key: LambdaKey { node, ..*asked } }
}

impl Table<LambdaKey<MateKey>> for BrinkmateTable<'_> {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        Table::max_number(&*self.0)
    }

    #[inline]
    fn get(&self, asked: &LambdaKey<MateKey>) -> Option<TableHit<LambdaKey<MateKey>>> {
        Table::get(self.0, &key(asked)).map(|found| answer(asked, &found))
    }

    #[inline]
    fn prefetch(&self, asked: &LambdaKey<MateKey>) {
        Table::prefetch(self.0, &key(asked));
    }

    #[inline]
    fn put(&mut self, at: LambdaKey<MateKey>, entry: Entry) {
        Table::put(self.0, key(&at), entry);
    }

    fn len(&self) -> usize {
        Table::len(self.0)
    }

    fn unbounded_bytes(&self) -> usize {
        self.0.unbounded_bytes()
    }

    fn garbage_collections(&self) -> u64 {
        Table::garbage_collections(self.0)
    }
}

/// The same for several threads.
#[derive(Debug)]
pub(super) struct SharedBrinkmateTable<'a>(pub &'a MateTable);

impl SharedTable<LambdaKey<MateKey>> for SharedBrinkmateTable<'_> {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        SharedTable::max_number(self.0)
    }

    #[inline]
    fn get(&self, asked: &LambdaKey<MateKey>) -> Option<TableHit<LambdaKey<MateKey>>> {
        SharedTable::get(self.0, &key(asked)).map(|found| answer(asked, &found))
    }

    #[inline]
    fn prefetch(&self, asked: &LambdaKey<MateKey>) {
        SharedTable::prefetch(self.0, &key(asked));
    }

    #[inline]
    fn put(&self, at: LambdaKey<MateKey>, entry: Entry) {
        SharedTable::put(self.0, key(&at), entry);
    }

    #[inline]
    fn needs_maintenance(&self) -> bool {
        self.0.needs_maintenance()
    }

    fn maintain(&self, threads: usize) {
        self.0.maintain(threads);
    }

    fn len(&self) -> usize {
        SharedTable::len(self.0)
    }

    fn garbage_collections(&self) -> u64 {
        SharedTable::garbage_collections(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plies::Plies;
    use yomikiri_pns::{Numbers, ThreatLevel};
    use yomikiri_shogi::Hand;

    #[test]
    fn orders_are_kept_apart_and_order_one_is_the_mate_solvers() {
        let mut mates = MateTable::with_memory(4 << 20).unwrap();
        let node = MateKey { board: 0x0123_4567_89ab_cdef, hand: Hand::EMPTY, plies: Plies::UNLIMITED };
        let at = |order, family| LambdaKey {
            node,
            level: ThreatLevel { max_order: Order::new(order), chooses_order: family },
        };
        let entry = |n| Entry {
            numbers: Numbers::new(n, n),
            min_distance: 0,
            visits: 1,
            solution_depth: 0,
            has_path_disproof: false,
        };
        let levels = [at(1, false), at(2, false), at(2, true), at(3, false), at(3, true)];
        for (n, level) in levels.iter().enumerate() {
            BrinkmateTable(&mut mates).put(*level, entry(n as u64 + 1));
        }
        for (n, level) in levels.iter().enumerate() {
            let found = BrinkmateTable(&mut mates).get(level).unwrap();
            assert_eq!((found.entry.numbers, found.key), (entry(n as u64 + 1).numbers, *level));
        }
        assert_eq!(Table::get(&mates, &node).unwrap().entry.numbers, entry(1).numbers);
    }
}
