//! Tables with false entries, for tests. Whatever a table claims, no false mate may leave this
//! crate.

use yomikiri_pns::{Entry, Game, Numbers, Random};
use yomikiri_shogi::{Hand, Move, Position};

use crate::answer::Mate;
use crate::mate_game::{MateGame, MateKey};
use crate::options::SolveOptions;
use crate::plies::Plies;

/// An entry that need not be true.
pub(crate) struct FalseEntry {
    pub key: MateKey,
    pub entry: Entry,
}

/// Adds entries for one in `every` of the nodes within `depth` plies of `problem`: a mate that is
/// too short, too long or does not exist, a mate with fewer pieces in hand, no mate where there is
/// one.
pub(crate) fn false_entries(
    problem: &mut MateGame,
    depth: u32,
    every: usize,
    moves: &dyn Fn(&MateGame) -> Vec<Move>,
    random: &mut Random,
    all: &mut Vec<FalseEntry>,
) {
    if random.one_in(every) {
        all.push(false_entry(problem, random));
    }
    if depth > 0 {
        for mv in moves(problem) {
            let undo = problem.make(mv);
            false_entries(problem, depth - 1, every, moves, random, all);
            problem.unmake(mv, undo);
        }
    }
}

fn false_entry(problem: &MateGame, random: &mut Random) -> FalseEntry {
    // The defender is mated in an even number of plies, the attacker mates in an odd one.
    let parity = u32::from(problem.is_attackers_turn());
    let plies = Plies::new(parity + 2 * random.below(4) as u32);
    let hand = problem.hand();
    let (key, value) = match random.below(6) {
        0 | 1 => (problem.key_with(hand, plies), true),
        2 => (problem.key_with(Hand::EMPTY, plies), true),
        3 => (problem.key_with(hand, Plies::UNLIMITED), true),
        4 => (problem.key_with(Hand::FULL, Plies::UNLIMITED), false),
        _ => (problem.key_with(hand, plies), false),
    };
    let numbers = Numbers::solved(value);
    FalseEntry {
        key,
        entry: Entry {
            numbers,
            min_distance: 0,
            visits: 1 << 20,
            solution_depth: 0,
            has_path_disproof: false,
        },
    }
}

/// A query with a small limit, because a search on a false table may never end.
pub(crate) fn options() -> SolveOptions {
    let mut options = SolveOptions::default();
    options.limits.visits = Some(2_000);
    options
}

/// Whether the line of a mate is legal, checks with every move of the attacker and ends in mate, in time.
pub(crate) fn is_true_line(position: &Position, mate: &Mate) -> bool {
    let attacker = position.side_to_move();
    let mut position = position.clone();
    for &mv in &mate.line {
        let attacks = position.side_to_move() == attacker;
        if !position.is_legal(mv) {
            return false;
        }
        let _ = position.make(mv);
        if attacks && !position.in_check() {
            return false;
        }
    }
    position.is_mate() && mate.line.len() <= mate.length()
}
