//! `judge`: is a mate problem sound?

use std::time::Duration;

use serde_json::{Value, json};
use yomikiri_pns::{Counters, Limits, StopReason};
use yomikiri_tsume::{
    CertifiableAnswer, JudgeOptions, Judgement, Mate, NotAProblem, OpenQuestion, Solver, SolverEvent,
    Soundness,
};

use super::source::{take_case, take_moves};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::case::Case;
use crate::certificate_json::Certified;
use crate::event::Event;
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::judged::{JudgeRow, JudgeTask};
use crate::list::ListQuestion;
use crate::request::BadRequest;
use crate::sought::Sought;
use crate::task::Judge;

/// Is a mate problem sound?
pub(super) struct JudgeQuestion {
    case: Case,
    list: ListJudge,
}

impl JudgeQuestion {
    pub fn take(fields: &mut Fields) -> Result<JudgeQuestion, BadRequest> {
        let list = ListJudge::take(fields)?;
        let moves = take_moves(fields)?;
        let case = take_case(fields, list.task.hands(), &moves)?;
        Ok(JudgeQuestion { case, list })
    }
}

impl Question for JudgeQuestion {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let JudgeQuestion { case, list } = *self;
        let mut lent = solver(reporter, list.certificate)?;
        let solver = &mut *lent;
        let list = list.within(reporter.limits.clone(), reporter.threads);
        let task = list.judge_task();
        let (problem, memory) = (case.clone(), solver.memory());
        let judged = case.judge(&task, solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let judgement = unexamined(mate, reporter.elapsed());
                let report = task.report(problem.clone(), memory, judgement);
                reporter.send(Event::Report { answer: json!(report) });
            }
            SolverEvent::Judging(judgement) => {
                let report = task.report(problem.clone(), memory, judgement.clone());
                reporter.send(Event::Report { answer: json!(report) });
            }
            event => progress(reporter, &event),
        });
        let mut judged = judged.map_err(BadRequest::position)?;
        if list.certificate
            && let (Some(case), Some(judgement)) = (&judged.case, &judged.judgement)
        {
            let (judgement, visits) = (CertifiableAnswer::Judgement(judgement), judged.answer.nodes);
            let certified = Certified::of(case, judgement, &task.query.solve, solver, reporter, visits);
            judged.answer.certificate = Some(json!(certified));
        }
        Ok(json!(judged))
    }
}

/// The question whether it is sound, for every problem of a list.
pub(super) struct ListJudge {
    pub task: Judge,
    query: JudgeOptions,
    /// Whether a certificate is asked for, which lists do not give.
    certificate: bool,
}

impl ListJudge {
    pub fn take(fields: &mut Fields) -> Result<ListJudge, BadRequest> {
        let task = Judge::take(fields)?;
        let query = task.query()?;
        Ok(ListJudge { task, query, certificate: fields.flag("certificate")? })
    }

    /// Sets the limits and threads of each search.
    pub fn within(mut self, limits: Limits, threads: usize) -> ListJudge {
        (self.query.solve.limits, self.query.solve.threads) = (limits, threads);
        self
    }

    fn judge_task(&self) -> JudgeTask<'_> {
        let (algorithm, strict) = (&self.task.algorithm.name, self.task.judge.strict);
        JudgeTask { algorithm, query: &self.query, strict }
    }
}

impl ListQuestion for ListJudge {
    type Row = JudgeRow;

    fn algorithm(&self) -> &str {
        &self.task.algorithm.name
    }

    fn sought(&self) -> Sought {
        Sought::Soundness
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<JudgeRow, NotAProblem> {
        case.judge(&self.judge_task(), solver, on_event)
    }

    fn faulty(&self, answer: Answer) -> JudgeRow {
        JudgeRow::faulty(answer)
    }
}

/// What is known of a problem as soon as there is a mate.
fn unexamined(mate: &Mate, elapsed: Duration) -> Judgement {
    Judgement {
        verdict: Soundness::Unknown(StopReason::Stopped),
        faults: Vec::new(),
        flaws: Vec::new(),
        remarks: Vec::new(),
        open: vec![OpenQuestion::Length],
        tries: Vec::new(),
        stopped: None,
        mate: Some(mate.clone()),
        line: mate.line.clone(),
        counters: Counters::default(),
        elapsed,
    }
}
