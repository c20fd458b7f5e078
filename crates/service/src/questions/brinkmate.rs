//! `hisshi` and `threats`: questions about brinkmates and threatmates.

use serde_json::{Value, json};
use yomikiri_pns::Limits;
use yomikiri_tsume::{BrinkmateOptions, CertifiableAnswer, NotAProblem, Solver, SolverEvent};

use super::source::{take_case, take_case_of_side, take_moves};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::brinkmate::BrinkmateRow;
use crate::case::Case;
use crate::certificate_json::Certified;
use crate::event::{Discovery, Event};
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::list::ListQuestion;
use crate::request::BadRequest;
use crate::sought::Sought;
use crate::task::{Hisshi, Threats};

/// Is there a mate or a brinkmate?
pub(super) struct HisshiQuestion {
    case: Case,
    list: ListHisshi,
}

impl HisshiQuestion {
    pub fn take(fields: &mut Fields) -> Result<HisshiQuestion, BadRequest> {
        let list = ListHisshi::take(fields)?;
        let moves = take_moves(fields)?;
        let case = take_case(fields, list.task.hands(), &moves)?;
        Ok(HisshiQuestion { case, list })
    }
}

impl Question for HisshiQuestion {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let HisshiQuestion { case, list } = *self;
        let mut lent = solver(reporter, list.certificate)?;
        let solver = &mut *lent;
        let list = list.within(reporter.limits.clone(), reporter.threads);
        let (name, query, rules) = (list.algorithm(), &list.query, list.query.solve.rules);
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve_threats(name, query, solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let mut answer = problem.answer(name, list.sought()).by_rules(rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, rules);
                reporter.send(Event::Found(Discovery::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        let mut solved = solved.map_err(BadRequest::position)?;
        if list.certificate {
            let answer = CertifiableAnswer::Brinkmate(&solved.found.verdict);
            let (query, visits) = (&query.solve, solved.answer.nodes);
            let certified = Certified::of(&solved.case, answer, query, solver, reporter, visits);
            solved.answer.certificate = Some(json!(certified));
        }
        Ok(json!(solved.row(list.task.brinkmate.all_defences)))
    }
}

/// The search for a mate or a brinkmate, for every problem of a list.
pub(super) struct ListHisshi {
    pub task: Hisshi,
    query: BrinkmateOptions,
    /// Whether a certificate is asked for, which lists do not give.
    certificate: bool,
}

impl ListHisshi {
    pub fn take(fields: &mut Fields) -> Result<ListHisshi, BadRequest> {
        let task = Hisshi::take(fields)?;
        let query = task.query()?;
        Ok(ListHisshi { task, query, certificate: fields.flag("certificate")? })
    }

    /// Sets the limits and threads of each search.
    pub fn within(mut self, limits: Limits, threads: usize) -> ListHisshi {
        (self.query.solve.limits, self.query.solve.threads) = (limits, threads);
        self
    }
}

impl ListQuestion for ListHisshi {
    type Row = BrinkmateRow;

    fn algorithm(&self) -> &str {
        &self.task.algorithm.name
    }

    fn sought(&self) -> Sought {
        Sought::Brinkmate { order: self.query.order.get() }
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<BrinkmateRow, NotAProblem> {
        let solved = case.solve_threats(self.algorithm(), &self.query, solver, on_event)?;
        Ok(solved.row(self.task.brinkmate.all_defences))
    }

    fn faulty(&self, answer: Answer) -> BrinkmateRow {
        BrinkmateRow::faulty(answer, self.query.order)
    }
}

/// Which moves threaten a mate? Or, if the side to move defends: is it lost?
pub(super) struct ThreatsQuestion {
    case: Case,
    task: Threats,
}

impl ThreatsQuestion {
    pub fn take(fields: &mut Fields) -> Result<ThreatsQuestion, BadRequest> {
        let task = Threats::take(fields)?;
        let moves = take_moves(fields)?;
        let case = take_case_of_side(fields, task.hands(), task.threats.defend, &moves)?;
        Ok(ThreatsQuestion { case, task })
    }
}

impl Question for ThreatsQuestion {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let ThreatsQuestion { case, task } = *self;
        let mut lent = solver(reporter, false)?;
        let solver = &mut *lent;
        let mut query = task.query();
        query.solve.limits = reporter.limits.clone();
        let mut on_event = |event: SolverEvent<'_>| progress(reporter, &event);
        let found = if case.attacker == case.position.side_to_move() {
            case.list_threats(&query, solver, &mut on_event).map(|threats| threats.json(&case))
        } else {
            case.defend(&query, solver, &mut on_event).map(|defended| defended.json())
        };
        found.map_err(BadRequest::position)
    }
}
