//! `solve`, `judge` and `explain`: questions about mate problems.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_pns::{Algorithm, Counters, Limits, StopReason};
use yomikiri_tsume::{
    Event as SolverEvent, ExplainQuery, Goal, JudgeQuery, Judgement, Mate, OpenQuestion, Query, Rules,
    Soundness, TreeSize,
};

use super::source::{defended, take_algorithm, take_case, take_moves, take_rules};
use super::{Question, progress, solver};
use crate::case::{Case, MateTask};
use crate::event::{Event, Found};
use crate::explained::ExplainedPosition;
use crate::fields::Fields;
use crate::hands::Hands;
use crate::judged::JudgeTask;
use crate::moves::find_problem_move;
use crate::place::{Place, usi};
use crate::reporter::Reporter;
use crate::request::BadRequest;
use crate::sought::Sought;

/// The most first moves that `all` lists, which is more than there can be.
const ALL: usize = 600;

/// How to search for mates.
struct Method {
    name: String,
    algorithm: Algorithm,
    rules: Rules,
    compare_rules: bool,
}

impl Method {
    fn take(fields: &mut Fields) -> Result<Method, BadRequest> {
        let (name, algorithm) = take_algorithm(fields)?;
        let rules = take_rules(fields)?;
        Ok(Method { name, algorithm, rules, compare_rules: false })
    }

    fn query(&self, limits: Limits, goal: Goal) -> Query {
        let &Method { algorithm, rules, compare_rules, .. } = self;
        Query { algorithm, limits, goal, rules, compare_rules, ..Query::default() }
    }
}

/// `true`, or how many.
#[derive(Deserialize)]
#[serde(untagged)]
enum All {
    Switch(bool),
    Count(usize),
}

/// Is there a mate, and how long is it?
pub(super) struct Solve {
    case: Case,
    method: Method,
    first: bool,
    all: Option<usize>,
}

impl Solve {
    pub fn take(fields: &mut Fields) -> Result<Solve, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, Hands::Rest, &moves)?;
        let mut method = Method::take(fields)?;
        method.compare_rules = fields.flag("compare_rules")?;
        let all = match fields.take("all")? {
            Some(All::Switch(true)) => Some(ALL),
            Some(All::Count(count)) => Some(count.clamp(1, ALL)),
            Some(All::Switch(false)) | None => None,
        };
        Ok(Solve { case, method, first: fields.flag("first")?, all })
    }
}

impl Question for Solve {
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest> {
        let Solve { case, method, first, all } = *self;
        let mut solver = solver(reporter)?;
        let goal = if first { Goal::First } else { Goal::MainLine };
        let query = method.query(reporter.limits.clone(), goal);
        let task = MateTask { algorithm: &method.name, query: &query, all, reasons: true };
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve(&task, &mut solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let mut answer = problem.answer(&method.name, Sought::Mate).by_rules(method.rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, method.rules);
                reporter.send(Event::Found(Found::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        solved.map(|solved| json!(solved.answer)).map_err(|error| BadRequest(format!("position: {error}")))
    }
}

/// Is a mate problem sound?
pub(super) struct Judge {
    case: Case,
    method: Method,
    strict: bool,
    allow_two_plies: bool,
    intended: Option<u32>,
}

impl Judge {
    pub fn take(fields: &mut Fields) -> Result<Judge, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, Hands::Rest, &moves)?;
        let mut method = Method::take(fields)?;
        method.compare_rules = fields.flag("compare_rules")?;
        Ok(Judge {
            case,
            method,
            strict: fields.flag("strict")?,
            allow_two_plies: fields.flag("allow_two_plies")?,
            intended: fields.number("intended", 1..=9999)?,
        })
    }
}

impl Question for Judge {
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest> {
        let Judge { case, method, strict, allow_two_plies, intended } = *self;
        let mut solver = solver(reporter)?;
        let query = method.query(reporter.limits.clone(), Goal::MainLine);
        let query =
            JudgeQuery { query, intended, tolerates_two_plies: allow_two_plies, ..JudgeQuery::default() };
        let task = JudgeTask { algorithm: &method.name, query: &query, strict };
        let (problem, memory) = (case.clone(), solver.memory());
        let judged = case.judge(&task, &mut solver, &mut |event| match event {
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
        judged.map(|judged| json!(judged)).map_err(|error| BadRequest(format!("position: {error}")))
    }
}

/// What is known of a problem as soon as there is a mate.
fn unexamined(mate: &Mate, elapsed: Duration) -> Judgement {
    Judgement {
        verdict: Soundness::Unknown(StopReason::Interrupted),
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

/// What becomes of every move of a position, and why?
pub(super) struct Explain {
    case: Case,
    /// The places from the problem to the position that is explained.
    places: Vec<Place>,
    method: Method,
    tree: TreeSize,
}

impl Explain {
    pub fn take(fields: &mut Fields) -> Result<Explain, BadRequest> {
        let moves = take_moves(fields)?;
        let hands = fields.take("hands")?.unwrap_or(Hands::Rest);
        let mut case = take_case(fields, Hands::Written, &[])?;
        let written = case.position.clone();
        if fields.flag("defend")? {
            case = defended(case, hands, written);
        } else {
            (case.position, case.hands) = hands.of(written, case.attacker);
        }
        let method = Method::take(fields)?;
        let mut places = vec![Place::new(case.position.clone())];
        for text in &moves {
            let place = &places[places.len() - 1];
            let mv = find_problem_move(place, case.attacker, text)
                .map_err(|fault| BadRequest(format!("moves: {fault}")))?;
            places.push(place.after(mv));
        }
        let depth = fields.number("depth", 1..=99)?.unwrap_or(7);
        let width = fields.number("width", 1..=600)?.unwrap_or(3);
        Ok(Explain { case, places, method, tree: TreeSize { depth, width } })
    }
}

impl Question for Explain {
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest> {
        let Explain { case, places, method, tree } = *self;
        let mut solver = solver(reporter)?;
        let query = method.query(reporter.limits.clone(), Goal::default());
        let query = ExplainQuery { query, tree: Some(tree), ..ExplainQuery::default() };
        let place = &places[places.len() - 1];
        let explanation = solver
            .explain(&place.position, case.attacker, &query, &mut |event| progress(reporter, &event))
            .map_err(|error| BadRequest(format!("position: {error}")))?;
        let path: Vec<_> = places.iter().filter_map(|place| place.last).collect();
        Ok(ExplainedPosition { place, explanation: &explanation }.json_from(&case, &usi(&path)))
    }
}
