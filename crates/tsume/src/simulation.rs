//! Simulation (Kawano): tries a known mate in a similar position.
//!
//! If the defender loses after a pass, most of his other defences lose to the same moves. So before a defence is searched, the
//! known mate is played against it. The attacker's checks are those of the known mate, the defender's answers are all that are
//! legal *here*. Where an answer is not legal in the original position, a mate in one or a result of the table must follow.
//! Every step follows the rules, so the result is a mate. If the simulation fails, that proves nothing.

use yomikiri_pns::{Found, Game, Knowledge};
use yomikiri_shogi::{MateInOne, Move};

use crate::mate_game::{MateGame, MateKey};

/// The largest number of positions in a simulation.
const MAX_PLIES: u32 = 100;

/// A simulation.
pub(crate) struct Simulation<'a, K> {
    /// The results of the table.
    known: &'a K,
    left: u32,
}

impl<'a, K: Fn(&MateKey) -> Option<Found<MateKey>>> Simulation<'a, K> {
    pub fn new(known: &'a K) -> Self {
        Simulation { known, left: MAX_PLIES }
    }

    /// The scope of a mate from `here`, if the mate of `original` also works there. The attacker is to move in both.
    pub fn mate(&mut self, here: &mut MateGame, mut original: Option<&mut MateGame>) -> Option<MateKey> {
        self.left = self.left.checked_sub(1)?;
        if let Some(mate) = self.proven(here) {
            return Some(mate);
        }
        if let MateInOne::Mate(mv) = here.position.look_for_mate() {
            return Some(here.scope_of_mate(mv));
        }
        let check = self.mating_check(original.as_deref_mut()?)?;
        if !here.position.checks().contains(&check) {
            return None;
        }
        let undo = here.make(check);
        let theirs = original.as_deref_mut().map(|original| original.make(check));
        let after = self.every_answer(here, original.as_deref_mut());
        here.unmake(check, undo);
        if let (Some(original), Some(undo)) = (original, theirs) {
            original.unmake(check, undo);
        }
        Some(here.scope(true, std::iter::once((check, after?))))
    }

    /// The same after a check: every answer must lose.
    fn every_answer(&mut self, here: &mut MateGame, mut original: Option<&mut MateGame>) -> Option<MateKey> {
        let theirs = original.as_deref().map(|original| original.position.evasions()).unwrap_or_default();
        let mut mates: Vec<(Move, MateKey)> = Vec::new();
        for answer in here.position.evasions() {
            let undo = here.make(answer);
            let mate = match original.as_deref_mut().filter(|_| theirs.contains(&answer)) {
                Some(original) => {
                    let undo = original.make(answer);
                    let mate = self.mate(here, Some(original));
                    original.unmake(answer, undo);
                    mate
                }
                None => self.mate(here, None),
            };
            here.unmake(answer, undo);
            mates.push((answer, mate?));
        }
        Some(here.scope(true, mates.into_iter()))
    }

    fn proven(&self, problem: &MateGame) -> Option<MateKey> {
        let found = (self.known)(&problem.key())?;
        (found.entry.numbers.value() == Some(true)).then_some(found.key)
    }

    /// The check that mates soonest in the original, according to the table.
    fn mating_check(&self, original: &mut MateGame) -> Option<Move> {
        if let MateInOne::Mate(mv) = original.position.look_for_mate() {
            return Some(mv);
        }
        let after = |original: &mut MateGame, check: Move| {
            let undo = original.make(check);
            let mate = self.proven(original).map(|mate| mate.plies);
            original.unmake(check, undo);
            mate
        };
        let checks = original.position.checks().into_iter();
        let known = checks.filter_map(|check| Some((after(original, check)?, check)));
        known.min_by_key(|&(plies, _)| plies).map(|(_, check)| check)
    }
}
