//! The table of a problem with a changed rule: that of the plain problem, whose results are used where they hold as well.

use yomikiri_pns::{Entry, Found, Numbers, ProofNumber, Table};

use super::modified_game::OFFSET;
use crate::mate_game::MateKey;
use crate::plies::Plies;
use crate::table::MateTable;

/// The identity of a node of a modified game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ModifiedKey {
    /// Under which it is stored.
    pub own: MateKey,
    /// The board of the plain problem and which of its results hold here. `None` if the position cannot come up there.
    pub plain: Option<(u64, InheritedResults)>,
}

/// Which results of the plain problem hold in a modified game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InheritedResults {
    /// All.
    All,
    /// Mates, and that there is no mate of whatever length: the uncounted game has the same mates, some of them shorter.
    MatesAndNone,
    /// Mates: more counts as mated in the modified game.
    Mates,
    /// That there is no mate: less counts as mated in the modified game.
    NoMates,
}

/// A table seen from a modified game.
pub(crate) struct ModifiedGameTable<'a>(pub &'a mut MateTable);

impl ModifiedGameTable<'_> {
    /// The value of a node and for which hand and limit it holds, as far as the plain problem knows.
    fn of_plain(&self, key: &ModifiedKey) -> Option<Found<ModifiedKey>> {
        let (board, inherited) = key.plain?;
        let plies = match key.own.plies.limit() {
            Some(plies) => Plies::new(plies.checked_sub(OFFSET)?),
            None => Plies::UNLIMITED,
        };
        let (mate, no_mate) = match inherited {
            InheritedResults::All => (Some(plies), Some(plies)),
            InheritedResults::MatesAndNone => (Some(plies), Some(Plies::UNLIMITED)),
            InheritedResults::Mates => (Some(plies), None),
            InheritedResults::NoMates => (None, Some(plies)),
        };
        let found = self.0.solved(board, key.own.hand, mate, no_mate)?;
        let plies = found.key.plies.limit().map_or(Plies::UNLIMITED, |plies| Plies::new(plies + OFFSET));
        let own = MateKey { board: key.own.board, hand: found.key.hand, plies };
        let numbers = Numbers::solved(found.entry.numbers.value()?);
        Some(Found { entry: Entry { numbers, ..found.entry }, key: ModifiedKey { own, ..*key } })
    }
}

impl Table<ModifiedKey> for ModifiedGameTable<'_> {
    #[inline(always)]
    fn largest(&self) -> ProofNumber {
        Table::largest(&*self.0)
    }

    fn get(&self, key: &ModifiedKey) -> Option<Found<ModifiedKey>> {
        let own = self.0.get(&key.own);
        if own.is_none_or(|found| found.entry.numbers.value().is_none())
            && let Some(found) = self.of_plain(key)
        {
            return Some(found);
        }
        own.map(|found| Found { entry: found.entry, key: ModifiedKey { own: found.key, ..*key } })
    }

    fn prefetch(&self, key: &ModifiedKey) {
        self.0.prefetch(&key.own);
        if let Some((board, _)) = key.plain {
            self.0.prefetch(&MateKey { board, ..key.own });
        }
    }

    fn put(&mut self, key: ModifiedKey, entry: Entry) {
        self.0.put(key.own, entry);
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn growing_bytes(&self) -> usize {
        self.0.growing_bytes()
    }

    fn collections(&self) -> u64 {
        self.0.collections()
    }
}
