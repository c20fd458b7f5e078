//! Rounds of effort: how much is asked about the lines of a problem, and when that is enough.
//!
//! The questions are asked in rounds, each with eight times the visits of the one before, so that no question waits for another one
//! that cannot be answered. What was answered stays answered. Within a round the tries that are known to mate come first: to find out
//! what they mean is cheap, and may show a fault. Then the start of the line comes first.
//!
//! Once a fault is known, what is left is limited, unless the query is
//! [thorough](super::JudgeOptions::thorough), to list what is found easily: rounds only double, so
//! that they settle as many tries as they can; tries that look hard both to prove and to refute get
//! what the others leave; and a round that settles nothing is the last.

use yomikiri_shogi::Move;

use super::best_lines::Lines;
use super::examine::Examiner;
use super::findings::LineFindings;
use crate::mate_game::MateGame;

/// Visits for each question in the first round. Each later round has eight times as many, or twice as many if a fault is known.
pub(super) const FIRST_ROUND: u64 = 250;
pub(super) const NEXT_ROUND: u64 = 8;
const NEXT_ROUND_IF_UNSOUND: u64 = 2;

/// The most visits for all further questions together once the problem is known to be unsound: to
/// list what is found easily. An easy problem gets as many as it took so far, and at least
/// [`MIN_IF_UNSOUND`], so that its tries are settled and not listed as open.
pub(super) const ENOUGH_IF_UNSOUND: u64 = 30_000;
const MIN_IF_UNSOUND: u64 = 6_000;

/// Visits of the first round after which the examination of an unsound problem ends if it settled nothing.
const FRUITLESS_FROM: u64 = 1_000;

impl Examiner<'_, '_> {
    /// The best of the lines that have the value of `line`, with what was found along it: one along which no other check mates if there is
    /// one, otherwise one without a fault. `line` is the line by value and the order of moves.
    pub fn best_line(&mut self, problem: &MateGame, line: Vec<Move>) -> (Vec<Move>, LineFindings) {
        let mut lines = Lines::new(line);
        let outer_cap = self.run.cap();
        // What the round before found, if it found that every line has a fault.
        let mut earlier: Option<(usize, LineFindings)> = None;
        // The visits with which tries were searched last.
        let mut asked = self.visits;
        let (best, findings) = loop {
            let before = self.run.counters.visits;
            let mut found = None;
            if self.has_unclassified && earlier.is_none() {
                self.searches = false;
                found =
                    Some(self.round(problem, &mut lines)).filter(|(_, findings)| self.is_unsound(findings));
                self.searches = true;
            }
            let (best, findings) = found.unwrap_or_else(|| {
                asked = self.visits;
                match earlier {
                    Some((best, _)) => (best, self.examine(problem, lines.get(best))),
                    None => self.round(problem, &mut lines),
                }
            });
            let unsound = self.is_unsound(&findings);
            // A table that forgets may have lost the fault. Then every try counts again.
            self.spares &= unsound;
            let did_nothing = self.run.counters.visits == before;
            if self.stopped.is_some()
                && let Some(earlier) = earlier
            {
                // A limit ended this round, so it may lack faults that the one before found.
                let has_more = findings.faults.len() > earlier.1.faults.len();
                break if has_more { (best, findings) } else { earlier };
            }
            // The effort has no limit any more, so only a limit of the query leaves something open. If something else did, rounds would go on for ever.
            let is_last = did_nothing && self.visits == u64::MAX;
            if findings.open.is_empty() || unsound && self.first_fault || self.stopped.is_some() || is_last {
                break (best, findings);
            }
            if let Some((_, earlier)) = &earlier
                && !self.thorough
            {
                let settled_nothing = findings.faults.len() <= earlier.faults.len()
                    && findings.open.len() >= earlier.open.len();
                // Hard tries get what the others leave.
                let is_fruitless = did_nothing || settled_nothing && self.visits >= FRUITLESS_FROM;
                if is_fruitless && !std::mem::take(&mut self.spares) {
                    break (best, findings);
                }
            }
            self.report(lines.get(best), &findings);
            if unsound && earlier.is_none() && !self.thorough {
                let spent = self.run.counters.visits;
                self.run.set_cap_from_here(spent.clamp(MIN_IF_UNSOUND, ENOUGH_IF_UNSOUND));
                self.spares = true;
            }
            earlier = unsound.then_some((best, findings));
            self.visits = if unsound {
                asked.saturating_mul(NEXT_ROUND_IF_UNSOUND)
            } else {
                self.visits.saturating_mul(NEXT_ROUND)
            };
        };
        self.run.set_cap(outer_cap);
        self.spares = false;
        (lines.get(best).to_vec(), findings)
    }

    fn is_unsound(&self, findings: &LineFindings) -> bool {
        findings.faults.iter().any(|fault| !self.tolerates(fault))
    }
}
