//! The verdicts of the moves of a position, by rounds of effort.
//!
//! Some moves are decided at once, others never. So all are asked about with few visits before any is asked about with more:
//! first whether they mate, then why those that do not fail, then how long the mates are.

use yomikiri_pns::{Game as _, StopReason};
use yomikiri_shogi::Move;

use super::{ExplainedMove, MoveVerdict, RefutationSize, WhyMoveFails, refutation};
use crate::answer::{Mate, MateVerdict};
use crate::mate_game::MateGame;
use crate::options::Goal;
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// Visits for each move in the first round of questions. Each later round has eight times as many.
pub(super) const FIRST_ROUND: u64 = 250;

/// What is known of a move while its verdict is looked for.
struct TriedMove {
    mv: Move,
    /// The problem after the move.
    after: MateGame,
    mates: Option<bool>,
    mate: Option<Mate>,
    /// Why it does not mate.
    failure: Option<WhyMoveFails>,
    /// Whether nothing more is to be found out, or nothing more can be.
    done: bool,
    /// Why nothing more can be found out.
    stopped: Option<StopReason>,
    /// Visits that it took so far.
    searched: u64,
}

/// What becomes of `moves`, in their order, and the limit that left something open.
pub(super) fn move_verdicts(
    run: &mut SolverRun<'_>,
    problem: &MateGame,
    moves: Vec<Move>,
    tree: Option<RefutationSize>,
    solutions: Option<usize>,
) -> (Vec<ExplainedMove>, Option<StopReason>) {
    let mut candidates: Vec<TriedMove> = moves.into_iter().map(|mv| TriedMove::new(problem, mv)).collect();
    let mut stopped = decide(run, &mut candidates, solutions).err();
    if let Some(size) = tree {
        for candidate in candidates.iter_mut().filter(|candidate| candidate.mates == Some(false)) {
            candidate.failure = Some(refutation::why_move_fails(run, problem, candidate.mv, size));
        }
    }
    // Last, because this can take longest.
    if let Err(reason) = find_lengths(run, &mut candidates) {
        stopped = stopped.or(Some(reason));
    }
    let explained = candidates.into_iter().map(|candidate| {
        stopped = stopped.or(candidate.stopped);
        let verdict = match (candidate.mates, candidate.mate) {
            (_, Some(mate)) => MoveVerdict::Mate(mate),
            (Some(false), None) => MoveVerdict::NoMate(candidate.failure),
            // A mate that was not replayed is not claimed.
            (_, None) => MoveVerdict::Open(candidate.stopped.or(stopped)),
        };
        let (mv, visits) = (candidate.mv, candidate.searched);
        ExplainedMove { mv, verdict, visits, rule_length: None, futile: None }
    });
    let explained = explained.collect();
    (explained, stopped)
}

/// Decides which moves mate, until all are decided or `enough` of them mate.
fn decide(
    run: &mut SolverRun<'_>,
    candidates: &mut [TriedMove],
    enough: Option<usize>,
) -> Result<(), StopReason> {
    let mut visits = FIRST_ROUND;
    loop {
        let undecided = candidates.iter_mut().filter(|candidate| !candidate.done);
        for candidate in undecided {
            let before = run.counters.visits;
            let decided = run.decide_within(&candidate.after, visits);
            candidate.searched += run.counters.visits - before;
            match decided {
                Ok(None) => {}
                Ok(mates) => (candidate.mates, candidate.done) = (mates, true),
                Err(stopped) => candidate.give_up(stopped.into())?,
            }
        }
        let mating = candidates.iter().filter(|candidate| candidate.mates == Some(true)).count();
        if enough.is_some_and(|enough| mating >= enough) || candidates.iter().all(|candidate| candidate.done)
        {
            return Ok(());
        }
        visits = visits.saturating_mul(8);
    }
}

/// Finds the lengths of the mates. Without a limit they are the shortest, unless the first mates suffice.
fn find_lengths(run: &mut SolverRun<'_>, candidates: &mut [TriedMove]) -> Result<(), StopReason> {
    let mut mating: Vec<&mut TriedMove> =
        candidates.iter_mut().filter(|candidate| candidate.mates == Some(true)).collect();
    for candidate in &mut mating {
        candidate.done = false;
    }
    let mut visits = FIRST_ROUND;
    let mut over = None;
    while over.is_none() && mating.iter().any(|candidate| !candidate.done) {
        for candidate in mating.iter_mut().filter(|candidate| !candidate.done) {
            let before = run.counters.visits;
            let (verdict, stopped) = run.capped(visits, |run| run.solve(&candidate.after));
            candidate.searched += run.counters.visits - before;
            if let MateVerdict::Mate(mate) = verdict {
                candidate.take(mate, run.options.goal);
            }
            match stopped {
                // The visits of this round are used up, not those of the question.
                Some(StopReason::VisitLimit) if run.limits().is_ok() => {}
                stopped if !candidate.done => {
                    over = candidate.give_up(stopped.unwrap_or(StopReason::Inconclusive)).err();
                }
                _ => {}
            }
            if over.is_some() {
                break;
            }
        }
        visits = visits.saturating_mul(8);
    }
    for candidate in mating {
        if candidate.mate.is_none() {
            // The limits are reached, but the table may have the mate, and a replay takes no search then.
            match run.replay(&candidate.after) {
                Ok(mate) => candidate.mate = Some(mate),
                Err(stopped) => candidate.stopped = candidate.stopped.or(Some(stopped.into())),
            }
        }
        if let Some(mate) = &mut candidate.mate
            && run.options.goal == Goal::MainLine
        {
            run.set_main_line(&candidate.after, mate, candidate.searched);
        }
    }
    over.map_or(Ok(()), Err)
}

impl TriedMove {
    fn new(problem: &MateGame, mv: Move) -> TriedMove {
        let mut after = problem.clone();
        let _ = after.make(mv);
        TriedMove {
            mv,
            after,
            mates: None,
            mate: None,
            failure: None,
            done: false,
            stopped: None,
            searched: 0,
        }
    }

    /// Keeps the shortest mate.
    fn take(&mut self, mate: Mate, goal: Goal) {
        self.done = mate.minimal || goal == Goal::AnyMate;
        if self.mate.as_ref().is_none_or(|known| mate.minimal || mate.length < known.length) {
            self.mate = Some(mate);
        }
    }

    /// Leaves the move open. A limit of the whole question is an error: it ends the work on all moves.
    fn give_up(&mut self, reason: StopReason) -> Result<(), StopReason> {
        (self.done, self.stopped) = (true, Some(reason));
        match reason {
            StopReason::DepthLimit | StopReason::Inconclusive => Ok(()),
            StopReason::TimeLimit
            | StopReason::VisitLimit
            | StopReason::MemoryLimit
            | StopReason::Stopped => Err(reason),
        }
    }
}

/// Visits the children of a node that is not a mate, by rounds, until one of them is decided to be no mate. Returns all that the
/// same round decides.
pub(super) fn refuting_moves(run: &mut SolverRun<'_>, problem: &MateGame) -> Result<Vec<Move>, Aborted> {
    let mut moves = Vec::new();
    problem.moves(&mut moves);
    let mut open: Vec<(Move, MateGame)> =
        moves.into_iter().map(|mv| (mv, TriedMove::new(problem, mv).after)).collect();
    // Most of these questions were answered while the node was decided.
    let mut visits = 1;
    loop {
        let mut refuting = Vec::new();
        let mut undecided = Vec::new();
        for (mv, after) in open {
            match run.decide_within(&after, visits)? {
                Some(false) => refuting.push(mv),
                Some(true) => {}
                None => undecided.push((mv, after)),
            }
        }
        if !refuting.is_empty() {
            return Ok(refuting);
        }
        if undecided.is_empty() {
            return Err(Aborted::Refuted);
        }
        open = undecided;
        visits = if visits == 1 { FIRST_ROUND } else { visits.saturating_mul(8) };
    }
}
