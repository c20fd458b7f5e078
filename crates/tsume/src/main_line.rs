//! The main line of a mate whose length is proved.
//!
//! A line's *value* is twice its length, and one more if the attacker ends with nothing in hand. The attacker plays for the
//! smallest value, the defender for the largest: the shortest mate against the longest defence, and among those the attacker
//! keeps a piece if he can, the defender prevents it if he can. Where several moves have the same value, two rules decide:
//!
//! 1. An answer after which the line can go on *clean* goes first: no other check mates, of whatever length. Composers take such
//!    a line for the solution.
//! 2. Among moves that are still equal, the first in the order of the move generator goes first.
//!
//! So the line depends neither on the algorithm nor on what the table happens to hold, and `solve` and `judge` show the same one.
//!
//! The value is settled by questions to the search, "mate within so many plies?", about every check that may be as short as
//! the shortest. Most of them were answered while the length was proved. Limits guard against those that were not, and against
//! other checks for which no length is given: beyond the limit the line stays as it was.

use std::collections::HashMap;
use std::vec;

use yomikiri_pns::{FastHash, Game, NodeKind, StopReason, Table};
use yomikiri_shogi::{Hand, Move};

use crate::plies::Plies;
use crate::problem::Problem;
use crate::replay::{Ask, Replay, Stopped};
use crate::solver::{Mate, Run};
use crate::soundness::Examiner;

/// Visits that may be spent on the main line of any problem. Beyond these, as many as the search for the mate took.
const LEAST_VISITS: u64 = 100_000;

impl Run<'_> {
    /// Replaces the line of `mate`, found by a search of `searched` visits, by the main line. The line stays as it is if the
    /// length is not proved, or if a limit ends the work.
    pub fn set_main_line(&mut self, problem: &Problem, mate: &mut Mate, searched: u64) {
        self.capped(searched.max(LEAST_VISITS), |run| {
            let Some(mut endings) = run.set_line_by_value(problem, mate, searched) else { return };
            // With pieces left over, no line is clean.
            if mate.leftover.is_empty()
                && let Ok(Some(line)) = endings.clean_line(problem, &mate.line, run)
            {
                mate.set_line(problem, line);
            }
        });
    }

    /// The same without the first rule for lines of equal value: for the judge, which finds the clean line itself.
    pub fn set_line_by_value(
        &mut self,
        problem: &Problem,
        mate: &mut Mate,
        searched: u64,
    ) -> Option<Endings> {
        if !mate.minimal {
            return None;
        }
        let visits = searched.max(LEAST_VISITS);
        let mut endings = Endings::new(visits);
        let length = mate.length() as u32;
        let line = self.capped(visits, |run| endings.best_line(problem, length, run)).ok()?;
        mate.set_line(problem, line);
        mate.is_main_line = true;
        Some(endings)
    }
}

/// How main lines end: the lower bit of their values, for nodes whose length is known.
#[derive(Debug)]
pub(crate) struct Endings {
    /// Whether the attacker ends with nothing in hand, by board and attacker's hand. The board's key includes the side to move.
    empty_handed: HashMap<(u64, Hand), bool, FastHash>,
    /// Questions that may still be asked.
    questions: u64,
}

/// A node whose moves are being looked at.
struct OpenNode {
    moves: vec::IntoIter<Move>,
    /// Plies of the shortest mate from here.
    length: u32,
    came_by: Option<(Move, <Problem as Game>::Undo)>,
}

impl Endings {
    /// Allows for so many questions.
    pub fn new(questions: u64) -> Endings {
        Endings { empty_handed: HashMap::default(), questions }
    }

    /// The first line of best value of a problem whose shortest mate takes `length` plies.
    fn best_line(&mut self, problem: &Problem, length: u32, run: &mut Run<'_>) -> Result<Vec<Move>, Stopped> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        let mut replay = Replay::default();
        for left in (1..=length).rev() {
            let wanted = self.is_empty_handed(&problem, left, run)?;
            let mut moves = Vec::new();
            problem.moves(&mut moves);
            let attacks = problem.kind() == NodeKind::Or;
            let mut chosen = None;
            for mv in moves {
                let undo = problem.make(mv);
                let is_best = self.keeps_length(&problem, left, run)?
                    && self.is_empty_handed(&problem, left - 1, run)? == wanted;
                problem.unmake(mv, undo);
                if is_best {
                    chosen = Some(mv);
                    break;
                }
            }
            let chosen = chosen.ok_or(Stopped::Refuted)?;
            let _ = problem.make(chosen);
            line.push(chosen);
            if attacks {
                // A check that the first replay did not see: nothing is claimed because the table says so.
                replay.walk(&problem.clone().within(Plies::new(left - 1)), run)?;
            }
        }
        if problem.position().is_mate() { Ok(line) } else { Err(Stopped::Refuted) }
    }

    /// The first clean line among those that differ from `line` by an answer of the same value, `line` itself included: no other
    /// check mates from that answer on. None if all answers have less value than those of `line`, or if no such line is clean.
    fn clean_line(
        &mut self,
        problem: &Problem,
        line: &[Move],
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        let mut problem = problem.clone();
        for (ply, &mv) in line.iter().enumerate() {
            let left = (line.len() - ply) as u32;
            if problem.kind() == NodeKind::And {
                let equal = self.equal_answers(&problem, left, run)?;
                for &answer in equal.iter().filter(|_| equal.len() > 1) {
                    let undo = problem.make(answer);
                    let preferred = if answer == mv { &line[ply + 1..] } else { &[] };
                    // Plies count from 1.
                    let clean =
                        Examiner::new(run, true).clean_line(&problem, left - 1, ply as u32 + 2, preferred);
                    problem.unmake(answer, undo);
                    if let Some(rest) = clean {
                        return Ok(Some([&line[..ply], &[answer], &rest].concat()));
                    }
                }
            }
            let _ = problem.make(mv);
        }
        Ok(None)
    }

    /// The answers of a node whose main line takes `length` plies and leaves nothing in hand that are as good as the best.
    fn equal_answers(
        &mut self,
        problem: &Problem,
        length: u32,
        run: &mut Run<'_>,
    ) -> Result<Vec<Move>, Stopped> {
        let mut problem = problem.clone();
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        let mut equal = Vec::new();
        for answer in answers {
            let undo = problem.make(answer);
            if self.keeps_length(&problem, length, run)? && self.is_empty_handed(&problem, length - 1, run)? {
                equal.push(answer);
            }
            problem.unmake(answer, undo);
        }
        Ok(equal)
    }

    /// Whether the move that led to `problem`, from a node whose shortest mate takes `length` plies, keeps to that length: a check that
    /// mates in time, an answer that is not mated sooner.
    fn keeps_length(&mut self, problem: &Problem, length: u32, run: &mut Run<'_>) -> Result<bool, Stopped> {
        match problem.kind() {
            NodeKind::And if length == 1 => Ok(problem.position().is_mate()),
            NodeKind::And => self.mates_within(problem, length - 1, run),
            NodeKind::Or if length <= 2 => Ok(true),
            NodeKind::Or => Ok(!self.mates_within(problem, length - 3, run)?),
        }
    }

    fn mates_within(&mut self, problem: &Problem, plies: u32, run: &mut Run<'_>) -> Result<bool, Stopped> {
        self.questions = self.questions.checked_sub(1).ok_or(Stopped::Limit(StopReason::Nodes))?;
        let problem = problem.clone().within(Plies::new(plies));
        match run.table().get(&problem.key()).and_then(|found| found.entry.numbers.value()) {
            Some(value) => Ok(value),
            None => run.ask(&problem),
        }
    }

    /// Whether the main line from a node whose shortest mate takes `length` plies leaves nothing in the attacker's hand. At the
    /// defender's nodes one answer of full length that does so decides, at the attacker's one check in time that does not.
    ///
    /// Depth first, with a stack of its own: a line of a thousand plies is no trouble.
    pub fn is_empty_handed(
        &mut self,
        problem: &Problem,
        length: u32,
        run: &mut Run<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.known(problem, length) {
            return Ok(known);
        }
        let mut problem = problem.clone();
        let mut path = vec![OpenNode::new(&problem, length, None)];
        loop {
            let open = path.last_mut().ok_or(Stopped::Refuted)?;
            let attacks = problem.kind() == NodeKind::Or;
            let mut empty_handed = attacks;
            if let Some(mv) = open.moves.next() {
                let length = open.length;
                let undo = problem.make(mv);
                if self.keeps_length(&problem, length, run)? {
                    match self.known(&problem, length - 1) {
                        Some(known) => empty_handed = known,
                        None => {
                            path.push(OpenNode::new(&problem, length - 1, Some((mv, undo))));
                            continue;
                        }
                    }
                }
                problem.unmake(mv, undo);
                if empty_handed == attacks {
                    continue;
                }
            }
            // The node is decided, and so is each node above it that this decides.
            loop {
                self.empty_handed.insert(node_key(&problem), empty_handed);
                let Some((mv, undo)) = path.pop().and_then(|open| open.came_by) else {
                    return Ok(empty_handed);
                };
                problem.unmake(mv, undo);
                if empty_handed == (problem.kind() == NodeKind::Or) {
                    break;
                }
            }
        }
    }

    fn known(&self, problem: &Problem, length: u32) -> Option<bool> {
        if length == 0 {
            return Some(problem.hand().is_empty());
        }
        self.empty_handed.get(&node_key(problem)).copied()
    }
}

impl OpenNode {
    fn new(problem: &Problem, length: u32, came_by: Option<(Move, <Problem as Game>::Undo)>) -> OpenNode {
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        OpenNode { moves: moves.into_iter(), length, came_by }
    }
}

fn node_key(problem: &Problem) -> (u64, Hand) {
    (problem.position().board_key(), problem.hand())
}
