//! Simulation (Kawano): does the mate that meets one defence still work after another?
//!
//! When the pass is known to lose, most other defences lose to the same moves; and when one interposition is, so do the
//! others. So before a defence is searched, the known mate is played against it: the attacker's checks are those of that mate,
//! the defender's answers are all that are legal *here*. An answer that the original does not have must be met by a mate in
//! one or by something the table knows. Every step is by the rules, so what comes out is a mate; if it does not come out,
//! nothing is said.

use yomikiri_pns::{Found, Game, Knowledge};
use yomikiri_shogi::{MateInOne, Move};

use crate::problem::{MateKey, Problem};

/// Positions looked at before giving up.
const LONGEST: u32 = 100;

/// Plays a known mate against another defence.
pub(crate) struct Simulation<'a, K> {
    /// What is known of mates.
    known: &'a K,
    left: u32,
}

impl<'a, K: Fn(&MateKey) -> Option<Found<MateKey>>> Simulation<'a, K> {
    pub fn new(known: &'a K) -> Self {
        Simulation { known, left: LONGEST }
    }

    /// What a mate from `here` stands for, if `original`, whose mate is known, shows the way to one. Both are the attacker's turn.
    pub fn mate(&mut self, here: &mut Problem, mut original: Option<&mut Problem>) -> Option<MateKey> {
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

    /// The same after a check.
    fn every_answer(&mut self, here: &mut Problem, mut original: Option<&mut Problem>) -> Option<MateKey> {
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

    fn proven(&self, problem: &Problem) -> Option<MateKey> {
        let found = (self.known)(&problem.key())?;
        (found.entry.numbers.value() == Some(true)).then_some(found.key)
    }

    /// The check that mates soonest in the original, as far as is known.
    fn mating_check(&self, original: &mut Problem) -> Option<Move> {
        if let MateInOne::Mate(mv) = original.position.look_for_mate() {
            return Some(mv);
        }
        let after = |original: &mut Problem, check: Move| {
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
