//! `solve` and `explain`: questions about mates.

use serde_json::{Value, json};
use yomikiri_pns::Limits;
use yomikiri_tsume::{
    CertifiableAnswer, ExplainOptions, NotAProblem, RefutationSize, SolveOptions, Solver, SolverEvent,
};

use super::source::{take_case_of_side, take_moves};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::case::{Case, MateTask};
use crate::certificate_json::Certified;
use crate::event::{Discovery, Event};
use crate::event_reporter::EventReporter;
use crate::explained::ExplainedPosition;
use crate::fields::Fields;
use crate::list::ListQuestion;
use crate::moves::find_problem_move;
use crate::reached_position::{ReachedPosition, usi};
use crate::request::BadRequest;
use crate::sought::Sought;
use crate::task::{Explain, ReasonArgs, Solve};

/// Is there a mate, and how long is it?
pub(super) struct SolveQuestion {
    case: Case,
    list: ListSolve,
    reasons: ReasonArgs,
}

impl SolveQuestion {
    pub fn take(fields: &mut Fields) -> Result<SolveQuestion, BadRequest> {
        let list = ListSolve::take(fields)?;
        let reasons: ReasonArgs = fields.group()?;
        let moves = take_moves(fields)?;
        let case = take_case_of_side(fields, list.task.hands(), reasons.defend, &moves)?;
        Ok(SolveQuestion { case, list, reasons })
    }
}

impl Question for SolveQuestion {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let SolveQuestion { case, list, reasons } = *self;
        let mut lent = solver(reporter, list.certificate)?;
        let solver = &mut *lent;
        let list = list.within(reporter.limits.clone(), reporter.threads);
        let task = list.mate_task(Some(reasons.tree()));
        let rules = task.query.rules;
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve(&task, solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let mut answer = problem.answer(task.algorithm, Sought::Mate).by_rules(rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, rules);
                reporter.send(Event::Found(Discovery::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        let mut solved = solved.map_err(BadRequest::position)?;
        if list.certificate {
            let (verdict, visits) = (CertifiableAnswer::Mate(&solved.verdict), solved.answer.nodes);
            let certified = Certified::of(&solved.case, verdict, task.query, solver, reporter, visits);
            solved.answer.certificate = Some(json!(certified));
        }
        Ok(json!(solved.answer))
    }
}

/// The search for a mate, for every problem of a list.
pub(super) struct ListSolve {
    pub task: Solve,
    query: SolveOptions,
    /// Whether a certificate is asked for, which lists do not give.
    certificate: bool,
}

impl ListSolve {
    pub fn take(fields: &mut Fields) -> Result<ListSolve, BadRequest> {
        let task = Solve::take(fields)?;
        let query = task.query()?;
        Ok(ListSolve { task, query, certificate: fields.flag("certificate")? })
    }

    /// Sets the limits and threads of each search.
    pub fn within(mut self, limits: Limits, threads: usize) -> ListSolve {
        (self.query.limits, self.query.threads) = (limits, threads);
        self
    }

    fn mate_task(&self, reasons: Option<RefutationSize>) -> MateTask<'_> {
        MateTask { algorithm: &self.task.algorithm.name, query: &self.query, all: self.task.all(), reasons }
    }
}

impl ListQuestion for ListSolve {
    type Row = Answer;

    fn algorithm(&self) -> &str {
        &self.task.algorithm.name
    }

    fn sought(&self) -> Sought {
        Sought::Mate
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Answer, NotAProblem> {
        case.solve(&self.mate_task(None), solver, on_event).map(|solved| solved.answer)
    }

    fn faulty(&self, answer: Answer) -> Answer {
        answer
    }
}

/// What becomes of every move of a position, and why?
pub(super) struct ExplainQuestion {
    case: Case,
    /// The positions from the problem to the position that is explained.
    places: Vec<ReachedPosition>,
    query: ExplainOptions,
}

impl ExplainQuestion {
    pub fn take(fields: &mut Fields) -> Result<ExplainQuestion, BadRequest> {
        let task = Explain::take(fields)?;
        let query = task.query()?;
        let moves = take_moves(fields)?;
        let case = take_case_of_side(fields, task.hands(), task.explain.defend, &[])?;
        let mut places = vec![ReachedPosition::new(case.position.clone())];
        for text in &moves {
            let place = &places[places.len() - 1];
            let mv = find_problem_move(place, case.attacker, text).map_err(BadRequest::moves)?;
            places.push(place.after(mv));
        }
        Ok(ExplainQuestion { case, places, query })
    }
}

impl Question for ExplainQuestion {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let ExplainQuestion { case, places, mut query } = *self;
        let mut lent = solver(reporter, false)?;
        let solver = &mut *lent;
        (query.solve.limits, query.solve.threads) = (reporter.limits.clone(), reporter.threads);
        let place = &places[places.len() - 1];
        let explanation = solver
            .explain(&place.position, case.attacker, &query, &mut |event| progress(reporter, &event))
            .map_err(BadRequest::position)?;
        let path: Vec<_> = places.iter().filter_map(|place| place.last_move).collect();
        Ok(ExplainedPosition { place, explanation: &explanation }.json_from(&case, &usi(&path)))
    }
}
