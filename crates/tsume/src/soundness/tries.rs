//! Tries (紛れ): checks beside the main line, and whether they mate.

use std::collections::{HashMap, HashSet};

use yomikiri_pns::{FastHash, Game, Knowledge as _, Numbers};
use yomikiri_shogi::{Move, Position, Square};

use super::examine::Examiner;
use super::findings::{OpenQuestion, TryCount};
use crate::mate_game::{BoardAndHand, MateGame};
use crate::plies::Plies;
use crate::replay::Replay;
use crate::rules::ForbiddenPositions;

/// What is known of tries.
#[derive(Debug, Default)]
pub(crate) struct KnownTries {
    known: HashMap<(BoardAndHand, Move), KnownTry, FastHash>,
    /// Their mates as far as they were replayed: cooks often run into each other.
    pub replay: Replay,
    /// Nodes whose replayed mates do not come to forbidden positions, by the key of these.
    clear: HashMap<u64, HashSet<BoardAndHand, FastHash>, FastHash>,
}

impl KnownTries {
    /// Whether the replayed mate of `problem` comes to no forbidden position.
    pub fn keep_clear_of(&mut self, problem: &MateGame, forbidden: &ForbiddenPositions) -> bool {
        let clear = self.clear.entry(forbidden.key()).or_default();
        self.replay.keeps_clear_of(problem, |node| forbidden.contains(node), clear)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct KnownTry {
    mates: Option<bool>,
    /// Visits with which it was asked in vain.
    asked: u64,
    /// The numbers of the search that ended then.
    numbers: Option<Numbers>,
}

/// Proof and disproof number, in leaves, from which on a try looks hard. Of 977 tries of the generated problems that had this proof number
/// after 250 visits 20 turned out to mate; of 1,187 with this disproof number 759 took more than 2,000 visits more.
const HARD: (u64, u64) = (8, 128);

impl KnownTry {
    /// Whether it looks hard to prove and hard to refute. `leaf` is the number of a leaf.
    fn is_hard(&self, leaf: u64) -> bool {
        let hard = Numbers::new(HARD.0 * leaf, HARD.1 * leaf);
        self.numbers.is_some_and(|now| now.proof >= hard.proof && now.disproof >= hard.disproof)
    }
}

impl Examiner<'_, '_> {
    /// Whether a check mates, in whatever number of plies. `None` if the visits of this round do not suffice to find out.
    pub(super) fn try_mates(&mut self, problem: &mut MateGame, check: Move) -> Option<bool> {
        let key = (problem.board_and_hand(), check);
        let known = self.tries.known.get(&key).copied().unwrap_or_default();
        let is_spared = self.spares && known.is_hard(problem.leaf_unit());
        if known.mates.is_some() || known.asked >= self.visits || !self.searches || is_spared {
            return known.mates;
        }
        let undo = problem.make(check);
        let answer = self
            .run
            .decide_within(&problem.clone().within(Plies::UNLIMITED).expecting_no_mate(), self.visits);
        problem.unmake(check, undo);
        let mates = self.note_limit(answer)?;
        self.tries.known.insert(key, KnownTry { mates, asked: self.visits, numbers: Some(self.run.root) });
        mates
    }

    /// The checks beside `main`, and those of them that are not known to fail.
    pub(super) fn first_tries(&self, problem: &MateGame, main: Move) -> (TryCount, Vec<OpenQuestion>) {
        let others: Vec<Move> = checks(problem).into_iter().filter(|&check| check != main).collect();
        let fails = |check: Move| {
            let known = self.tries.known.get(&(problem.board_and_hand(), check));
            known.and_then(|known| known.mates) == Some(false)
        };
        let open: Vec<OpenQuestion> = others
            .iter()
            .filter(|&&check| !fails(check))
            .map(|&check| OpenQuestion::Try { ply: 1, check })
            .collect();
        let (tries, settled) = (others.len() as u32, (others.len() - open.len()) as u32);
        (TryCount { ply: 1, tries, settled }, open)
    }
}

/// All checks of a position.
pub(super) fn checks(problem: &MateGame) -> Vec<Move> {
    problem.position().checks()
}

/// The mirror image of a move, if the position is its own mirror image and the move is not.
pub(super) fn mirror_image(position: &Position, mv: Move) -> Option<Move> {
    let symmetric =
        Square::all().all(|square| position.piece_at(square) == position.piece_at(square.mirrored()));
    (symmetric && mv.mirrored() != mv).then(|| mv.mirrored())
}
