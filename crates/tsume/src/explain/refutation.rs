//! Refutations: why the attacker does not mate.
//!
//! A refutation is a small tree. At the defender's nodes it has one answer after which there is no mate, at the attacker's nodes
//! the checks that were hardest to refute. That there is no mate after a shown answer was decided by the search. Since every
//! check of a position without mate fails, nothing more need be asked about the checks that are not shown.

use yomikiri_pns::{Game as _, NodeKind, StopReason, Table as _};
use yomikiri_shogi::Move;

use super::move_verdicts::refuting_moves;
use crate::mate_game::{BoardAndHand, MateGame};
use crate::solver_run::SolverRun;

/// Visits that one tree may take.
const TREE_VISITS: u64 = 100_000;

/// Checks that one tree shows at most, whatever its size may be.
const MAX_TRIES: usize = 2000;

/// How much of a refutation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefutationSize {
    /// Plies after the refuted try. The last one is an answer, so an even number counts as one less.
    pub depth: u32,
    /// Continuations of the attacker after the first answer. After each further answer there is one less, but at least one.
    pub width: u32,
}

impl Default for RefutationSize {
    fn default() -> RefutationSize {
        RefutationSize { depth: 7, width: 3 }
    }
}

impl RefutationSize {
    /// The deepest tree that is built. Each level takes some of the machine's stack.
    pub const MAX_DEPTH: u32 = 99;
}

/// Why a position is not a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNoMate {
    /// The attacker is to move: his checks fail.
    Checks(AttackEnd),
    /// The defender is to move: this answer escapes.
    Answer(Refutation),
}

/// Why a move of the attacker does not mate. For a move of the defender it is a refutation whose answer is that move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyMoveFails {
    /// The defender has this answer.
    Answered(Box<Refutation>),
    /// It comes back to the position after this many plies of its own line.
    Repetition {
        /// Plies from the explained position, which is 0.
        ply: usize,
    },
    /// It fails, but the answer was not found within the limits.
    Open(StopReason),
}

/// An answer after which there is no mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The answer.
    pub answer: Move,
    /// How the attack ends.
    pub then: AttackEnd,
}

/// How an attack ends in a position without mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackEnd {
    /// There is no check.
    NoCheck,
    /// The position has been on the line before, perhaps with more in the attacker's hand.
    Repetition {
        /// Plies from the explained position, which is 0.
        ply: usize,
    },
    /// The position is shown elsewhere in the tree, perhaps with more in the attacker's hand.
    Shown {
        /// The moves from the explained position to the place where it is shown.
        line: Vec<Move>,
    },
    /// There are checks, none of which mates, and the tree is cut here.
    Cut {
        /// How many.
        checks: usize,
    },
    /// There are checks, and these are the most stubborn ones.
    Tries {
        /// The checks that are shown, in the order of the work that they took.
        tries: Vec<Try>,
        /// The number of other checks. None of them mates.
        others: usize,
    },
}

/// A check that does not mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The check.
    pub check: Move,
    /// Why it does not mate.
    pub failure: WhyMoveFails,
}

/// Why `problem`, which is decided to be no mate, is none. `None` if its answer was not found within the limits.
pub(super) fn why_no_mate(
    run: &mut SolverRun<'_>,
    problem: &MateGame,
    size: RefutationSize,
) -> Option<WhyNoMate> {
    run.capped(TREE_VISITS, |run| {
        let mut tree = Tree::new(run, size);
        let mut problem = problem.clone();
        match problem.kind() {
            // The checks are the tries, so the tree is one ply deeper.
            NodeKind::Or => {
                Some(WhyNoMate::Checks(tree.attack(&mut problem, size.depth.saturating_add(1), 0)))
            }
            NodeKind::And => match tree.defend(&mut problem, size.depth, 0) {
                WhyMoveFails::Answered(refutation) => Some(WhyNoMate::Answer(*refutation)),
                WhyMoveFails::Repetition { .. } | WhyMoveFails::Open(_) => None,
            },
        }
    })
}

/// Why `mv`, after which `problem` is decided to be no mate, fails; for a move of the defender, why it escapes.
pub(super) fn why_move_fails(
    run: &mut SolverRun<'_>,
    problem: &MateGame,
    mv: Move,
    size: RefutationSize,
) -> WhyMoveFails {
    run.capped(TREE_VISITS, |run| {
        let mut tree = Tree::new(run, size);
        let mut problem = problem.clone();
        tree.enter(&problem, mv);
        let kind = problem.kind();
        let _ = problem.make(mv);
        match kind {
            NodeKind::Or => tree.defend(&mut problem, size.depth, 0),
            NodeKind::And => {
                let then = tree.attack(&mut problem, size.depth.saturating_sub(1), 0);
                WhyMoveFails::Answered(Box::new(Refutation { answer: mv, then }))
            }
        }
    })
}

/// A tree under construction.
struct Tree<'r, 'q> {
    run: &'r mut SolverRun<'q>,
    width: u32,
    /// The moves from the explained position.
    line: Vec<Move>,
    /// The positions before each of these moves.
    path: Vec<BoardAndHand>,
    /// Positions whose checks are shown, with the lines that lead to them.
    shown: Vec<(BoardAndHand, Vec<Move>)>,
    tries: usize,
}

impl<'r, 'q> Tree<'r, 'q> {
    fn new(run: &'r mut SolverRun<'q>, size: RefutationSize) -> Tree<'r, 'q> {
        let (line, path, shown) = (Vec::new(), Vec::new(), Vec::new());
        Tree { run, width: size.width.max(1), line, path, shown, tries: 0 }
    }

    /// Notes that the line goes on from here by `mv`.
    fn enter(&mut self, problem: &MateGame, mv: Move) {
        self.path.push(problem.board_and_hand());
        self.line.push(mv);
    }

    fn leave(&mut self) {
        self.path.pop();
        self.line.pop();
    }

    /// The ply at which the position was on the line before.
    fn circle(&self, problem: &MateGame) -> Option<usize> {
        let node = problem.board_and_hand();
        self.path.iter().position(|earlier| covers(earlier, &node))
    }

    /// A node with the attacker to move that is no mate.
    fn attack(&mut self, problem: &mut MateGame, depth: u32, level: u32) -> AttackEnd {
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        if checks.is_empty() {
            return AttackEnd::NoCheck;
        }
        if let Some(ply) = self.circle(problem) {
            return AttackEnd::Repetition { ply };
        }
        let node = problem.board_and_hand();
        if let Some((_, line)) = self.shown.iter().find(|(shown, _)| covers(shown, &node)) {
            return AttackEnd::Shown { line: line.clone() };
        }
        let room = MAX_TRIES.saturating_sub(self.tries);
        let width = (self.width.saturating_sub(level).max(1) as usize).min(room);
        if depth < 2 || width == 0 || level > RefutationSize::MAX_DEPTH / 2 {
            return AttackEnd::Cut { checks: checks.len() };
        }
        self.shown.push((node, self.line.clone()));
        let mut ordered: Vec<(u32, Move)> =
            checks.iter().map(|&check| (self.work_on(problem, check), check)).collect();
        ordered.sort_by_key(|&(work, _)| std::cmp::Reverse(work));
        ordered.truncate(width);
        self.tries += ordered.len();
        let others = checks.len() - ordered.len();
        let tries = ordered.into_iter().map(|(_, check)| {
            self.enter(problem, check);
            let undo = problem.make(check);
            let failure = self.defend(problem, depth - 1, level + 1);
            problem.unmake(check, undo);
            self.leave();
            Try { check, failure }
        });
        AttackEnd::Tries { tries: tries.collect(), others }
    }

    /// A node with the defender to move that is no mate.
    fn defend(&mut self, problem: &mut MateGame, depth: u32, level: u32) -> WhyMoveFails {
        if let Some(ply) = self.circle(problem) {
            return WhyMoveFails::Repetition { ply };
        }
        let answer = match refuting_moves(self.run, problem) {
            Ok(answers) => fewest_checks(problem, &answers),
            Err(stopped) => return WhyMoveFails::Open(stopped.into()),
        };
        let Some(answer) = answer else { return WhyMoveFails::Open(StopReason::Stuck) };
        self.enter(problem, answer);
        let undo = problem.make(answer);
        let then = self.attack(problem, depth.saturating_sub(1), level);
        problem.unmake(answer, undo);
        self.leave();
        WhyMoveFails::Answered(Box::new(Refutation { answer, then }))
    }

    /// The work that it took to refute a check, as far as the table knows.
    fn work_on(&self, problem: &mut MateGame, check: Move) -> u32 {
        let undo = problem.make(check);
        let found = self.run.table.get(&problem.key());
        problem.unmake(check, undo);
        found.filter(|found| found.entry.numbers.value() == Some(false)).map_or(0, |found| found.entry.amount)
    }
}

/// The answer that leaves the attacker the fewest checks: the refutation that is easiest to understand.
fn fewest_checks(problem: &mut MateGame, answers: &[Move]) -> Option<Move> {
    let checks_after = |&answer: &Move| {
        let mut checks = Vec::new();
        let undo = problem.make(answer);
        problem.moves(&mut checks);
        problem.unmake(answer, undo);
        checks.len()
    };
    answers.iter().copied().min_by_key(checks_after)
}

/// Whether what holds for a position without mate holds for another one: the same board, and no more in the attacker's hand.
fn covers(known: &BoardAndHand, node: &BoardAndHand) -> bool {
    known.board == node.board && known.hand.contains(node.hand)
}
