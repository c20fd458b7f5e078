//! The lines of best play. All of them have the same value, and the one with the best grade is the main line.
//!
//! What is a cook beside one line may be a flaw beside another, also beside one that leaves the first only after the cook: a free choice
//! and a detour are about the play that follows. So each cook rests on some moves from the start of its line, and it is a cook beside
//! every line that begins with them. Lines without it are looked for among those that do not.

use yomikiri_pns::{Game, NodeKind};
use yomikiri_shogi::Move;

use super::examine::Examiner;
use super::findings::LineFindings;
use super::rounds::NEXT_ROUND;
use crate::answer::leftover;
use crate::mate_game::MateGame;
use crate::rules::ForbiddenPositions;

/// The most lines that are examined for one without a cook. If there are more, and all of these have one, the grade is open.
const MAX_LINES: usize = 300;

/// The most lines that are examined if one has no cook: what is left is to find one along which no other check mates at all.
const MAX_LINES_FOR_CLEAN_ONE: usize = 24;

/// The most positions of best play that are kept.
const MAX_POSITIONS: usize = 1_000;

/// Lines that may be the main line.
pub(super) struct Lines {
    candidates: Vec<CandidateLine>,
    /// Whether some were left out.
    are_too_many: bool,
}

struct CandidateLine {
    line: Vec<Move>,
    /// The lines that leave it before this ply, from 0, are candidates already, or come from the line that it comes from.
    explored: usize,
}

impl Lines {
    pub fn new(line: Vec<Move>) -> Lines {
        Lines { candidates: vec![CandidateLine { line, explored: 0 }], are_too_many: false }
    }

    pub fn get(&self, number: usize) -> &[Move] {
        &self.candidates[number].line
    }
}

impl Examiner<'_, '_> {
    /// Examines lines until one has neither faults nor open questions. Returns the number of the best. If all that were examined have a
    /// cook, but not all lines were, its cooks are open questions.
    pub(super) fn round(&mut self, problem: &MateGame, lines: &mut Lines) -> (usize, LineFindings) {
        self.has_unclassified = false;
        let mut best = (0, self.examine(problem, lines.get(0)));
        // Every line of this value leaves something.
        if !self.tolerates_leftover && !leftover(problem, lines.get(0)).is_empty() {
            return best;
        }
        let mut last = best.1.clone();
        let mut are_all = true;
        let mut at = 0;
        loop {
            let has_cook = best.1.has_cook();
            if has_cook || lines.candidates.len() < MAX_LINES_FOR_CLEAN_ONE {
                are_all &= self.add_alternatives(problem, lines, at, &last).is_some();
            }
            at += 1;
            let most = if has_cook { MAX_LINES } else { MAX_LINES_FOR_CLEAN_ONE };
            if at >= lines.candidates.len().min(most) || best.1.is_clean() || self.stopped.is_some() {
                break;
            }
            // A line with a cook is none to be shown, so the first one suffices.
            let first_fault = std::mem::replace(&mut self.first_fault, true);
            last = self.examine(problem, lines.get(at));
            self.first_fault = first_fault;
            if last.is_better_than(&best.1) {
                best = (at, last.clone());
            }
        }
        if !are_all || lines.are_too_many || at < lines.candidates.len() {
            best.1.doubt_cooks();
        }
        best
    }

    /// Adds the lines that may be better than line `at`, along which `findings` were found, unless they are there. `None` if that takes too
    /// long.
    fn add_alternatives(
        &mut self,
        problem: &MateGame,
        lines: &mut Lines,
        at: usize,
        findings: &LineFindings,
    ) -> Option<()> {
        let CandidateLine { line, explored } = &lines.candidates[at];
        let before = self.shared_by_no_better_line(problem, line, findings);
        let (mut answers, mut checks) = (Vec::new(), Vec::new());
        let mut problem = problem.clone();
        for (played, &mv) in line.iter().enumerate().take(before) {
            if played >= *explored {
                let left = (line.len() - played) as u32;
                for other in self.best_moves(&problem, left)?.into_iter().filter(|&other| other != mv) {
                    let undo = problem.make(other);
                    let rest = self.endings.best_line(&problem, left - 1, self.run);
                    problem.unmake(other, undo);
                    let line = [&line[..played], &[other], &self.note_limit(rest)?].concat();
                    let found = if problem.kind() == NodeKind::And { &mut answers } else { &mut checks };
                    found.push(CandidateLine { line, explored: played + 1 });
                }
            }
            let _ = problem.make(mv);
        }
        lines.candidates[at].explored = before.max(*explored);
        lines.candidates.extend(answers.into_iter().chain(checks));
        lines.are_too_many |= lines.candidates.len() > MAX_LINES;
        lines.candidates.truncate(MAX_LINES);
        Some(())
    }

    /// A number of moves of `line`: no line that begins with them is better, judging by what was found along `line`.
    fn shared_by_no_better_line(
        &mut self,
        problem: &MateGame,
        line: &[Move],
        findings: &LineFindings,
    ) -> usize {
        if !findings.has_cook() {
            // Another mate, be it a flaw, stays there.
            return findings.first_other_mate().map_or(0, |ply| ply as usize - 1);
        }
        let mut least = line.len();
        for cook in findings.cooks() {
            if cook.ply as usize >= least {
                break;
            }
            least = self.rests_on(problem, line, cook).map_or(least, |moves| moves.min(least));
        }
        least
    }

    /// The positions of `line` up to move `played` and all positions of best play from there on. `None` if they are too many, or if that
    /// takes too long.
    pub(super) fn best_play(
        &mut self,
        problem: &MateGame,
        line: &[Move],
        played: usize,
    ) -> Option<ForbiddenPositions> {
        let mut forbidden = ForbiddenPositions::line(problem, &line[..played]);
        let mut node = problem.clone();
        for &mv in &line[..played] {
            let _ = node.make(mv);
        }
        let mut nodes = vec![(node, (line.len() - played) as u32)];
        let mut positions = 0;
        while let Some((node, left)) = nodes.pop() {
            if left == 0 {
                continue;
            }
            for mv in self.best_moves(&node, left)? {
                let mut after = node.clone();
                let _ = after.make(mv);
                if forbidden.add(&after) {
                    positions += 1;
                    nodes.push((after, left - 1));
                }
            }
            if positions > MAX_POSITIONS {
                return None;
            }
        }
        Some(forbidden)
    }

    /// The moves of best value of a node whose mate takes `length` plies. `None` if that takes too long.
    fn best_moves(&mut self, problem: &MateGame, length: u32) -> Option<Vec<Move>> {
        let Examiner { endings, run, .. } = self;
        let visits = self.visits.saturating_mul(NEXT_ROUND);
        let moves = run.answer_within(visits, |run| endings.best_moves(problem, length, run));
        self.note_limit(moves)?
    }
}
