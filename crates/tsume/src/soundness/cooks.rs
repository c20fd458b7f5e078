//! Which checks of a position mate.

use yomikiri_pns::Game;
use yomikiri_shogi::{Move, Position, Square};

use super::Fault;
use super::examine::Examiner;
use super::findings::Findings;
use crate::plies::Plies;
use crate::problem::Problem;

/// Visits for each check in the first round of questions. Each later round has eight times as many.
const FIRST_ROUND: u64 = 250;

/// Visits up to which checks are asked about once the problem is known to be unsound.
const ENOUGH_IF_UNSOUND: u64 = 100_000;

impl Examiner<'_, '_> {
    /// For each check whether it mates within `within` plies. `None` if that is not known.
    ///
    /// Some checks are decided at once, others never. So all are asked about with few visits before any is asked about with
    /// more. Once two checks of any length mate, the problem is unsound, and the others are not worth many visits.
    pub(super) fn mating_checks(
        &mut self,
        problem: &mut Problem,
        checks: &[Move],
        within: Plies,
    ) -> Vec<Option<bool>> {
        let mut mates: Vec<Option<bool>> = vec![None; checks.len()];
        let mut visits = FIRST_ROUND;
        // Several last moves are no fault. Only they are asked about with a limit.
        let cooks_count = within == Plies::UNLIMITED;
        let has_cook = |position: &Position, mates: &[Option<bool>]| {
            cooks_count && two_checks_mate(position, checks, mates)
        };
        loop {
            for index in 0..checks.len() {
                if mates[index].is_some() {
                    continue;
                }
                let undo = problem.make(checks[index]);
                let answer = self.run.decide_within(&problem.clone().within(within), visits);
                problem.unmake(checks[index], undo);
                match self.note_limit(answer) {
                    Some(answer) => mates[index] = answer,
                    // The limits of the whole query are reached.
                    None => return mates,
                }
                if self.first_fault && has_cook(problem.position(), &mates) {
                    return mates;
                }
            }
            let unsound = self.unsound || has_cook(problem.position(), &mates);
            if visits >= ENOUGH_IF_UNSOUND && unsound || mates.iter().all(Option::is_some) {
                return mates;
            }
            visits = visits.saturating_mul(8);
        }
    }

    /// Looks for a second first move that mates, before the shortest mate is known. This finds most unsound problems fast.
    pub(super) fn cook_of_first_move(&mut self, problem: &Problem) -> Option<Findings> {
        let mut problem = problem.clone();
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        let mates = self.mating_checks(&mut problem, &checks, Plies::UNLIMITED);
        if !two_checks_mate(problem.position(), &checks, &mates) {
            return None;
        }
        let last = checks.into_iter().zip(mates).rev().find(|(_, mates)| *mates == Some(true));
        let mut findings = Findings::default();
        if let Some((check, _)) = last {
            self.add_cook(&mut problem, check, 1, Plies::UNLIMITED, &mut findings);
        }
        Some(findings)
    }

    /// Adds a check that mates and is not in the main line: a fault if its mate can be replayed, an open question if not.
    pub(super) fn add_cook(
        &mut self,
        problem: &mut Problem,
        check: Move,
        ply: u32,
        within: Plies,
        findings: &mut Findings,
    ) {
        let undo = problem.make(check);
        let mate = self.run.replay(&problem.clone().within(within));
        problem.unmake(check, undo);
        match self.note_limit(mate) {
            Some(mate) => findings.faults.push(Fault::Cook { ply, check, mate: Some(mate) }),
            None => findings.open.push(Fault::Cook { ply, check, mate: None }),
        }
    }
}

/// Whether two checks mate that are not mirror images of each other in a symmetric position.
fn two_checks_mate(position: &Position, checks: &[Move], mates: &[Option<bool>]) -> bool {
    let mut mating =
        checks.iter().zip(mates).filter(|(_, mates)| **mates == Some(true)).map(|(&check, _)| check);
    let Some(main) = mating.next() else { return false };
    let mirror = mirror_image(position, main);
    mating.any(|check| Some(check) != mirror)
}

/// The mirror image of a move, if the position is its own mirror image and the move is not.
pub(super) fn mirror_image(position: &Position, mv: Move) -> Option<Move> {
    let symmetric =
        Square::all().all(|square| position.piece_at(square) == position.piece_at(square.mirrored()));
    (symmetric && mv.mirrored() != mv).then(|| mv.mirrored())
}
