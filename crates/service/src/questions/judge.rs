//! `judge`: is a mate problem sound?

use std::time::Duration;

use serde_json::{Value, json};
use yomikiri_pns::{Counters, Limits, StopReason};
use yomikiri_tsume::{
    CertifiableAnswer, Goal, JudgeOptions, Judgement, Mate, NotAProblem, OpenQuestion, Solver, SolverEvent,
    Soundness,
};

use super::mate::Method;
use super::source::{take_case, take_moves};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::case::Case;
use crate::certificate_json::Certified;
use crate::defender_hand::DefenderHand;
use crate::event::Event;
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::judged::{JudgeRow, JudgeTask, odd_length};
use crate::list::ListQuestion;
use crate::request::BadRequest;
use crate::sought::Sought;

/// Is a mate problem sound?
pub(super) struct Judge {
    case: Case,
    options: JudgeFields,
}

/// What is asked of the judge.
pub(super) struct JudgeFields {
    method: Method,
    strict: bool,
    thorough: bool,
    allow_two_plies: bool,
    intended: Option<u32>,
    certificate: bool,
}

impl JudgeFields {
    pub fn take(fields: &mut Fields) -> Result<JudgeFields, BadRequest> {
        let mut method = Method::take(fields)?;
        method.compare_rules = fields.flag("compare_rules")?;
        let intended = fields.number("intended", 1..=9999)?.map(odd_length).transpose();
        Ok(JudgeFields {
            method,
            strict: fields.flag("strict")?,
            thorough: fields.flag("thorough")?,
            allow_two_plies: fields.flag("allow_two_plies")?,
            intended: intended.map_err(|fault| BadRequest::option("intended", fault))?,
            certificate: fields.flag("certificate")?,
        })
    }

    fn query(&self, limits: Limits, threads: usize) -> JudgeOptions {
        let &JudgeFields { thorough, intended, allow_two_plies: tolerates_two_plies, .. } = self;
        let query = self.method.query(limits, threads, Goal::MainLine);
        JudgeOptions { solve: query, thorough, intended, tolerates_two_plies, ..JudgeOptions::default() }
    }

    /// The question for a list.
    pub fn for_list(self, limits: Limits, threads: usize) -> ListJudge {
        ListJudge { query: self.query(limits, threads), options: self }
    }
}

impl Judge {
    pub fn take(fields: &mut Fields) -> Result<Judge, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, DefenderHand::Rest, &moves)?;
        Ok(Judge { case, options: JudgeFields::take(fields)? })
    }
}

impl Question for Judge {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Judge { case, options } = *self;
        let mut lent = solver(reporter, options.certificate)?;
        let solver = &mut *lent;
        let query = options.query(reporter.limits.clone(), reporter.threads);
        let JudgeFields { method, strict, certificate, .. } = options;
        let task = JudgeTask { algorithm: &method.name, query: &query, strict };
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
        if certificate && let (Some(case), Some(judgement)) = (&judged.case, &judged.judgement) {
            let (judgement, visits) = (CertifiableAnswer::Judgement(judgement), judged.answer.nodes);
            let certified = Certified::of(case, judgement, &query.solve, solver, reporter, visits);
            judged.answer.certificate = Some(json!(certified));
        }
        Ok(json!(judged))
    }
}

/// The question whether it is sound, for every problem of a list.
pub(super) struct ListJudge {
    options: JudgeFields,
    query: JudgeOptions,
}

impl ListQuestion for ListJudge {
    type Row = JudgeRow;

    fn algorithm(&self) -> &str {
        &self.options.method.name
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
        let (algorithm, strict) = (self.algorithm(), self.options.strict);
        case.judge(&JudgeTask { algorithm, query: &self.query, strict }, solver, on_event)
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
