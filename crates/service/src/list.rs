//! Lists of mate problems: one question that is put to every problem, on a solver that is kept.
//!
//! The hosts differ in where problems come from, how many threads there are and where rows go. What a row is does not depend on them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use yomikiri_tsume::{NotAProblem, Solver, SolverEvent};

use crate::answer::Answer;
use crate::bilingual::BilingualText;
use crate::case::{Case, Faulty};
use crate::defender_hand::DefenderHand;
use crate::fields::Fields;
use crate::problem::{ProblemSource, SourceProblem};
use crate::questions;
use crate::request::{BadRequest, LimitCaps, RequestedLimits};
use crate::sought::Sought;
use crate::text::list_problem;

/// A question that is put to every problem of a list.
pub trait ListQuestion {
    /// The answer to a problem with all that its JSON object has.
    type Row: AsRef<Answer> + Serialize;

    /// The algorithm as it was asked for.
    fn algorithm(&self) -> &str;

    /// What is looked for.
    fn sought(&self) -> Sought;

    /// Solves a problem.
    ///
    /// # Errors
    ///
    /// If the position is no problem of the kind.
    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Self::Row, NotAProblem>;

    /// The row of a problem that was not solved because something is wrong with it.
    fn faulty(&self, answer: Answer) -> Self::Row;

    /// The row of a problem.
    fn row(
        &self,
        case: Result<Case, Faulty>,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Self::Row {
        let case = match case {
            Ok(case) => case,
            Err(faulty) => return self.faulty(faulty.answer(self.algorithm(), self.sought())),
        };
        let unsolved = case.answer(self.algorithm(), self.sought());
        let solved = self.solve(case, solver, on_event);
        solved.unwrap_or_else(|error| self.faulty(Answer { error: Some(error.into()), ..unsolved }))
    }
}

/// A question to lists whose rows are JSON, whatever the command is.
pub(crate) trait JsonRows: Send + Sync {
    fn json_row(
        &self,
        problem: SourceProblem,
        hands: DefenderHand,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> String;
}

impl<Q: ListQuestion + Send + Sync> JsonRows for Q {
    fn json_row(
        &self,
        problem: SourceProblem,
        hands: DefenderHand,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> String {
        let row = self.row(Case::read(problem, hands), solver, on_event);
        serde_json::to_string(&row).unwrap_or_default()
    }
}

/// A request for a list: `solve`, `judge` or `hisshi` without a position. The positions come one after the other.
pub struct ListRequest {
    hands: DefenderHand,
    memory: usize,
    question: Box<dyn JsonRows>,
}

impl std::fmt::Debug for ListRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ListRequest").field("hands", &self.hands).field("memory", &self.memory).finish()
    }
}

impl ListRequest {
    /// Reads a request: a JSON object with the `command` and its options, named as on the command line. The limits hold for each problem,
    /// except for memory, which is that of
    /// all solvers together: `memory` bytes unless it asks for another size. `stop` ends the search for every row.
    ///
    /// # Errors
    ///
    /// If the text is not such an object, or an option is unknown.
    pub fn parse(
        text: &[u8],
        caps: &LimitCaps,
        memory: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<ListRequest, BadRequest> {
        let mut fields = Fields::from_json(text)?;
        let command: String = fields.take("command")?.ok_or_else(|| BadRequest::missing("command"))?;
        let asked = RequestedLimits::take(&mut fields)?;
        let memory = asked.memory.unwrap_or(memory).min(caps.memory);
        let limits = asked.limits(caps, memory, stop);
        let (hands, question) =
            questions::parse_for_list(&command, &mut fields, limits, asked.threads(caps))?;
        fields.finish(&command)?;
        Ok(ListRequest { hands, memory, question })
    }

    /// Solvers that share the memory.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn solvers(&self, count: usize) -> Result<Vec<Solver>, BadRequest> {
        let count = count.max(1);
        (0..count)
            .map(|_| Solver::new(self.memory / count).map_err(|error| BadRequest::option("memory", error)))
            .collect()
    }

    /// The row of a position in any notation, as JSON. Moves after the position are the solution.
    /// `text` may also be the reason why there is no position. `line` is its number in the list.
    pub fn row(
        &self,
        text: Result<&str, String>,
        line: usize,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> String {
        let problem = match text {
            Ok(text) => list_problem(text, line),
            Err(fault) => {
                // The row is JSON, which is in English.
                let fault = BilingualText::new(fault.clone(), fault);
                let origin = ProblemSource { line: Some(line), ..ProblemSource::default() };
                SourceProblem { origin, ..SourceProblem::unreadable(fault) }
            }
        };
        self.question.json_row(problem, self.hands, solver, on_event)
    }
}
