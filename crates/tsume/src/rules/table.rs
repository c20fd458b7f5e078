//! The table of a problem with a changed rule: that of the plain problem, whose results are used where they hold as well.

use yomikiri_pns::{Entry, Numbers, ProofNumber, Table, TableHit};

use super::variant::OFFSET;
use crate::plies::Plies;
use crate::problem::MateKey;
use crate::table::MateTable;

/// The identity of a node of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VariantKey {
    /// Under which it is stored.
    pub own: MateKey,
    /// The board of the plain problem and which of its results hold here. `None` if the position cannot come up there.
    pub plain: Option<(u64, Shared)>,
}

/// Which results of the plain problem hold in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shared {
    /// All.
    All,
    /// Mates, and that there is no mate of whatever length: the uncounted game has the same mates, some of them shorter.
    MatesAndNone,
    /// Mates: more counts as mated in the variant.
    Mates,
    /// That there is no mate: less counts as mated in the variant.
    NoMates,
}

/// A table seen from a variant.
pub(crate) struct VariantTable<'a>(pub &'a mut MateTable);

impl VariantTable<'_> {
    /// The value of a node and for which hand and limit it holds, as far as the plain problem knows.
    fn of_plain(&self, key: &VariantKey) -> Option<TableHit<VariantKey>> {
        let (board, shared) = key.plain?;
        let plies = match key.own.plies.limit() {
            Some(plies) => Plies::new(plies.checked_sub(OFFSET)?),
            None => Plies::UNLIMITED,
        };
        let (mate, no_mate) = match shared {
            Shared::All => (Some(plies), Some(plies)),
            Shared::MatesAndNone => (Some(plies), Some(Plies::UNLIMITED)),
            Shared::Mates => (Some(plies), None),
            Shared::NoMates => (None, Some(plies)),
        };
        let found = self.0.solved(board, key.own.hand, mate, no_mate)?;
        let plies = found.key.plies.limit().map_or(Plies::UNLIMITED, |plies| Plies::new(plies + OFFSET));
        let own = MateKey { board: key.own.board, hand: found.key.hand, plies };
        let numbers = Numbers::solved(found.entry.numbers.value()?);
        Some(TableHit { entry: Entry { numbers, ..found.entry }, key: VariantKey { own, ..*key } })
    }
}

impl Table<VariantKey> for VariantTable<'_> {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        Table::max_number(&*self.0)
    }

    fn get(&self, key: &VariantKey) -> Option<TableHit<VariantKey>> {
        let own = self.0.get(&key.own);
        if own.is_none_or(|found| found.entry.numbers.value().is_none())
            && let Some(found) = self.of_plain(key)
        {
            return Some(found);
        }
        own.map(|found| TableHit { entry: found.entry, key: VariantKey { own: found.key, ..*key } })
    }

    fn prefetch(&self, key: &VariantKey) {
        self.0.prefetch(&key.own);
        if let Some((board, _)) = key.plain {
            self.0.prefetch(&MateKey { board, ..key.own });
        }
    }

    fn put(&mut self, key: VariantKey, entry: Entry) {
        self.0.put(key.own, entry);
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn unbounded_bytes(&self) -> usize {
        self.0.unbounded_bytes()
    }

    fn garbage_collections(&self) -> u64 {
        self.0.garbage_collections()
    }
}
