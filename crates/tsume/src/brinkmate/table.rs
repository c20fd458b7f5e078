//! One table for mates and threats.

use yomikiri_pns::{Entry, Found, LambdaKey, Order, ProofNumber, SharedTable, Table};

use crate::mate_game::MateKey;
use crate::table::MateTable;

/// A [`MateTable`] that keeps nodes of every order, those of order 1 as the mate solver does: what one search knows of
/// mates, the other knows too.
#[derive(Debug)]
pub struct BrinkmateTable<'a>(pub &'a mut MateTable);

/// The key of a node in the common table: boards at other orders are other boards.
fn key(key: &LambdaKey<MateKey>) -> MateKey {
    let level = u64::from(key.level.order.get()) * 2 + u64::from(key.level.family);
    let mates = u64::from(Order::ONE.get()) * 2;
    // Multiples of a large odd number differ in every part of the key that the table looks at.
    let salt = (level ^ mates).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    MateKey { board: key.node.board ^ salt, ..key.node }
}

/// What the common table found, for the node that was asked for.
fn answer(asked: &LambdaKey<MateKey>, found: &Found<MateKey>) -> Found<LambdaKey<MateKey>> {
    let node = MateKey { board: asked.node.board, ..found.key };
    Found { entry: found.entry, key: LambdaKey { node, ..*asked } }
}

impl Table<LambdaKey<MateKey>> for BrinkmateTable<'_> {
    #[inline(always)]
    fn largest(&self) -> ProofNumber {
        Table::largest(&*self.0)
    }

    #[inline]
    fn get(&self, asked: &LambdaKey<MateKey>) -> Option<Found<LambdaKey<MateKey>>> {
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

    fn growing_bytes(&self) -> usize {
        self.0.growing_bytes()
    }

    fn collections(&self) -> u64 {
        Table::collections(self.0)
    }
}

/// The same for several threads.
#[derive(Debug)]
pub(super) struct SharedBrinkmateTable<'a>(pub &'a MateTable);

impl SharedTable<LambdaKey<MateKey>> for SharedBrinkmateTable<'_> {
    #[inline(always)]
    fn largest(&self) -> ProofNumber {
        SharedTable::largest(self.0)
    }

    #[inline]
    fn get(&self, asked: &LambdaKey<MateKey>) -> Option<Found<LambdaKey<MateKey>>> {
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
    fn is_crowded(&self) -> bool {
        self.0.is_crowded()
    }

    fn make_room(&self, threads: usize) {
        self.0.make_room(threads);
    }

    fn len(&self) -> usize {
        SharedTable::len(self.0)
    }

    fn collections(&self) -> u64 {
        SharedTable::collections(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plies::Plies;
    use yomikiri_pns::{Level, Numbers};
    use yomikiri_shogi::Hand;

    #[test]
    fn orders_are_kept_apart_and_order_one_is_the_mate_solvers() {
        let mut mates = MateTable::with_memory(4 << 20).unwrap();
        let node = MateKey { board: 0x0123_4567_89ab_cdef, hand: Hand::EMPTY, plies: Plies::UNLIMITED };
        let at = |order, family| LambdaKey { node, level: Level { order: Order::new(order), family } };
        let entry = |n| Entry {
            numbers: Numbers::new(n, n),
            min_distance: 0,
            amount: 1,
            solution_depth: 0,
            conditional: false,
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
