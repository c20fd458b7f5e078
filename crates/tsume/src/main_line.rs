//! The main line of a mate whose length is proved.
//!
//! The *value* of a line is twice its length, plus one if the attacker ends with nothing in hand. The attacker plays for the
//! smallest value, the defender for the largest. So the mate is as short as possible, the defence as long as possible, and among
//! lines of that length the attacker tries to keep a piece and the defender tries to prevent it. Where several moves have the
//! same value, two rules decide:
//!
//! 1. A *clean* line goes first: one along which no other check mates, of whatever length. Composers regard such a line as the
//!    solution. Otherwise one without a cook goes first.
//! 2. Among lines that are still equal, the first one of the move generator is taken, other answers before other checks.
//!
//! So the line does not depend on the algorithm or on the contents of the table, and `solve` and `judge` show the same line.
//!
//! To find the value, the search is asked "mate within this limit?" for every check that may be as short as the shortest. Most
//! of these questions were answered while the length was proved. To find a clean line, it is asked for mates of any length.
//! Both can be expensive, so the number of visits is limited. Beyond the limit the line stays as it was.

use std::collections::HashMap;
use std::vec;

use yomikiri_pns::{FastHash, Game, NodeKind, StopReason};
use yomikiri_shogi::Move;

use crate::answer::{Mate, leftover};
use crate::mate_game::{BoardAndHand, MateGame};
use crate::plies::Plies;
use crate::replay::{Aborted, Replay};
use crate::rules::InterpositionRules;
use crate::solver_run::SolverRun;
use crate::soundness::Examiner;

/// The choice of the main line may take as many visits as the search for the mate, and at least this many.
const MIN_VISITS: u64 = 100_000;

impl SolverRun<'_> {
    /// Replaces the line of `mate` by the main line with every interposition counted. `searched` is the number of visits that it took to
    /// find the mate. The line stays as it is if the length is not proved or a limit is reached.
    pub fn set_main_line(&mut self, problem: &MateGame, mate: &mut Mate, searched: u64) {
        if !mate.minimal {
            return;
        }
        let rules = std::mem::replace(&mut self.rules, InterpositionRules::Raw);
        let line = self.main_line(problem, mate.length, searched);
        self.rules = rules;
        if let Ok(line) = line {
            mate.set_line(problem, line);
            mate.is_main_line = true;
        }
    }

    /// The main line of a problem whose mate takes `length` plies under the present rules.
    pub fn main_line(
        &mut self,
        problem: &MateGame,
        length: u32,
        searched: u64,
    ) -> Result<Vec<Move>, Aborted> {
        let visits = searched.max(MIN_VISITS);
        self.capped(visits, |run| {
            let line = run.line_by_value(problem, length, searched)?;
            // If a piece is left over, no line is clean.
            if !leftover(problem, &line).is_empty() {
                return Ok(line);
            }
            let mut examiner = Examiner::new(run, true);
            let (best, _) = examiner.best_line(problem, line.clone());
            let is_decided = examiner.stopped().is_none();
            let is_better = is_decided && best != line && run.verify_line(problem, &best).is_ok();
            Ok(if is_better { best } else { line })
        })
    }

    /// The same without rule 1, for the judge, which finds the clean line itself.
    pub fn line_by_value(
        &mut self,
        problem: &MateGame,
        length: u32,
        searched: u64,
    ) -> Result<Vec<Move>, Aborted> {
        let visits = searched.max(MIN_VISITS);
        let mut endings = Endings::new(visits);
        self.capped(visits, |run| {
            let line = endings.best_line(problem, length, run)?;
            run.verify_line(problem, &line).map(|()| line)
        })
    }

    /// Replays the mate after each check of a line, whose checks may differ from those of a mate that was replayed before.
    pub fn verify_line(&mut self, problem: &MateGame, line: &[Move]) -> Result<(), Aborted> {
        if self.rules != InterpositionRules::Raw {
            return self.verify_rule_line(problem, line);
        }
        let mut problem = problem.clone();
        let mut replay = Replay::default();
        for (mv, left) in line.iter().zip((0..line.len() as u32).rev()) {
            let attacks = problem.kind() == NodeKind::Or;
            let _ = problem.make(*mv);
            if attacks {
                replay.verify(&problem.clone().within(Plies::new(left)), self)?;
            }
        }
        if problem.position().is_mate() { Ok(()) } else { Err(Aborted::Refuted) }
    }

    /// The same under rules by which some interpositions do not count: a mate of whatever length is replayed, and the line must end
    /// where no answer counts.
    fn verify_rule_line(&mut self, problem: &MateGame, line: &[Move]) -> Result<(), Aborted> {
        let mut problem = problem.clone().within(Plies::UNLIMITED);
        let mut replay = Replay::default();
        for &mv in line {
            let attacks = problem.kind() == NodeKind::Or;
            let _ = problem.make(mv);
            if attacks {
                self.extend_replay(&mut replay, &problem)?;
            }
        }
        if self.length_is_within(&problem, 0)? { Ok(()) } else { Err(Aborted::Refuted) }
    }
}

/// How the main lines of nodes end. The caller knows the length of the shortest mate of each node, so this is the rest of
/// its value.
#[derive(Debug)]
pub(crate) struct Endings {
    /// Whether the attacker ends with nothing in hand.
    empty_handed: HashMap<BoardAndHand, bool, FastHash>,
    /// How many more questions the search may be asked.
    questions: u64,
}

/// A node that is not decided yet.
struct EndingFrame {
    /// The moves that are left.
    moves: vec::IntoIter<Move>,
    /// Plies of the shortest mate from here.
    length: u32,
    /// The move that led here, with what takes it back.
    entry: Option<(Move, <MateGame as Game>::Undo)>,
}

impl Endings {
    /// Nothing is known yet, and `questions` questions may be asked.
    pub fn new(questions: u64) -> Endings {
        Endings { empty_handed: HashMap::default(), questions }
    }

    /// The line of a problem whose shortest mate takes `length` plies, by value and rule 2.
    pub fn best_line(
        &mut self,
        problem: &MateGame,
        length: u32,
        run: &mut SolverRun<'_>,
    ) -> Result<Vec<Move>, Aborted> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        for left in (1..=length).rev() {
            let wanted = self.is_empty_handed(&problem, left, run)?;
            let mut chosen = None;
            for mv in moves_of(&problem) {
                if self.keeps_value(&mut problem, mv, left, wanted, run)? {
                    chosen = Some(mv);
                    break;
                }
            }
            let chosen = chosen.ok_or(Aborted::Refuted)?;
            let _ = problem.make(chosen);
            line.push(chosen);
        }
        Ok(line)
    }

    /// All moves of best value of a node whose shortest mate takes `length` plies, in the order of the move generator.
    pub fn best_moves(
        &mut self,
        problem: &MateGame,
        length: u32,
        run: &mut SolverRun<'_>,
    ) -> Result<Vec<Move>, Aborted> {
        let mut problem = problem.clone();
        let wanted = self.is_empty_handed(&problem, length, run)?;
        let mut best = Vec::new();
        for mv in moves_of(&problem) {
            if self.keeps_value(&mut problem, mv, length, wanted, run)? {
                best.push(mv);
            }
        }
        Ok(best)
    }

    /// Whether a move keeps to the length of the mate at `problem` and to its ending, which is `wanted`.
    fn keeps_value(
        &mut self,
        problem: &mut MateGame,
        mv: Move,
        length: u32,
        wanted: bool,
        run: &mut SolverRun<'_>,
    ) -> Result<bool, Aborted> {
        if !self.keeps_length(problem, mv, length, run)? {
            return Ok(false);
        }
        let undo = problem.make(mv);
        let empty_handed = self.is_empty_handed(problem, length - 1, run);
        problem.unmake(mv, undo);
        Ok(empty_handed? == wanted)
    }

    /// Whether a move keeps to the length of the mate at `problem`: a check that mates in time, or an answer after which no shorter
    /// mate exists and which counts.
    fn keeps_length(
        &mut self,
        problem: &mut MateGame,
        mv: Move,
        length: u32,
        run: &mut SolverRun<'_>,
    ) -> Result<bool, Aborted> {
        let undo = problem.make(mv);
        let keeps = match problem.kind() {
            NodeKind::And if length == 1 && run.rules == InterpositionRules::Raw => {
                Ok(problem.position().is_mate())
            }
            NodeKind::And => self.mates_within(problem, length - 1, run),
            NodeKind::Or if length <= 2 => Ok(true),
            NodeKind::Or => self.mates_within(problem, length - 3, run).map(|sooner| !sooner),
        };
        problem.unmake(mv, undo);
        Ok(keeps? && (problem.kind() == NodeKind::Or || run.answer_counts(problem, mv, length)?))
    }

    fn mates_within(
        &mut self,
        problem: &MateGame,
        plies: u32,
        run: &mut SolverRun<'_>,
    ) -> Result<bool, Aborted> {
        self.questions = self.questions.checked_sub(1).ok_or(Aborted::Limit(StopReason::Nodes))?;
        run.length_is_within(problem, plies)
    }

    /// Whether the main line of a node whose shortest mate takes `length` plies ends with nothing in the attacker's hand. It does
    /// at a defender's node if it does after one answer of full length, at an attacker's node if it does after every check
    /// that mates in time.
    ///
    /// The search is depth-first with its own stack, because lines can have more than a thousand plies.
    pub fn is_empty_handed(
        &mut self,
        problem: &MateGame,
        length: u32,
        run: &mut SolverRun<'_>,
    ) -> Result<bool, Aborted> {
        if let Some(known) = self.known(problem, length) {
            return Ok(known);
        }
        let mut problem = problem.clone();
        let mut path = vec![EndingFrame::new(&problem, length, None)];
        loop {
            let frame = path.last_mut().ok_or(Aborted::Refuted)?;
            let attacks = problem.kind() == NodeKind::Or;
            let mut empty_handed = attacks;
            if let Some(mv) = frame.moves.next() {
                let length = frame.length;
                if !self.keeps_length(&mut problem, mv, length, run)? {
                    continue;
                }
                let undo = problem.make(mv);
                match self.known(&problem, length - 1) {
                    Some(known) => empty_handed = known,
                    None => {
                        path.push(EndingFrame::new(&problem, length - 1, Some((mv, undo))));
                        continue;
                    }
                }
                problem.unmake(mv, undo);
                if empty_handed == attacks {
                    continue;
                }
            }
            // The node is decided. This may decide its parent, and so on.
            loop {
                self.empty_handed.insert(problem.board_and_hand(), empty_handed);
                let Some((mv, undo)) = path.pop().and_then(|frame| frame.entry) else {
                    return Ok(empty_handed);
                };
                problem.unmake(mv, undo);
                if empty_handed == (problem.kind() == NodeKind::Or) {
                    break;
                }
            }
        }
    }

    fn known(&self, problem: &MateGame, length: u32) -> Option<bool> {
        if length == 0 {
            return Some(problem.hand().is_empty());
        }
        self.empty_handed.get(&problem.board_and_hand()).copied()
    }
}

impl EndingFrame {
    fn new(problem: &MateGame, length: u32, entry: Option<(Move, <MateGame as Game>::Undo)>) -> EndingFrame {
        EndingFrame { moves: moves_of(problem).into_iter(), length, entry }
    }
}

fn moves_of(problem: &MateGame) -> Vec<Move> {
    let mut moves = Vec::new();
    problem.clone().within(Plies::UNLIMITED).moves(&mut moves);
    moves
}
