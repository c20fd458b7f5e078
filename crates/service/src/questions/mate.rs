//! `solve` and `explain`: questions about mates.

use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_pns::{Algorithm, Limits};
use yomikiri_tsume::{
    CertifiableAnswer, ExplainOptions, Goal, InterpositionRules, NotAProblem, RefutationSize, SolveOptions,
    Solver, SolverEvent,
};

use super::source::{take_algorithm, take_case_of_side, take_moves, take_rules};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::case::{Case, MateTask};
use crate::certificate_json::Certified;
use crate::defender_hand::DefenderHand;
use crate::event::{Discovery, Event};
use crate::event_reporter::EventReporter;
use crate::explained::ExplainedPosition;
use crate::fields::Fields;
use crate::list::ListQuestion;
use crate::moves::find_problem_move;
use crate::reached_position::{ReachedPosition, usi};
use crate::request::BadRequest;
use crate::sought::Sought;
use crate::task::Explain;

/// The most first moves that `all` lists, which is more than there can be.
const ALL: usize = 600;

/// How to search for mates.
pub(super) struct Method {
    pub name: String,
    algorithm: Algorithm,
    rules: InterpositionRules,
    pub compare_rules: bool,
}

impl Method {
    pub fn take(fields: &mut Fields) -> Result<Method, BadRequest> {
        let (name, algorithm) = take_algorithm(fields)?;
        let rules = take_rules(fields)?;
        Ok(Method { name, algorithm, rules, compare_rules: false })
    }

    pub fn query(&self, limits: Limits, threads: usize, goal: Goal) -> SolveOptions {
        let &Method { algorithm, rules, compare_rules, .. } = self;
        SolveOptions { algorithm, limits, threads, goal, rules, compare_rules, ..SolveOptions::default() }
    }
}

/// Takes how much of refutations is shown.
fn take_tree(fields: &mut Fields, default: RefutationSize) -> Result<RefutationSize, BadRequest> {
    let depth = fields.number("depth", 1..=99)?.unwrap_or(default.depth);
    let width = fields.number("width", 1..=600)?.unwrap_or(default.width);
    Ok(RefutationSize { depth, width })
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
    options: SolveFields,
    tree: RefutationSize,
}

/// What is asked about mates.
pub(super) struct SolveFields {
    method: Method,
    first: bool,
    all: Option<usize>,
    certificate: bool,
}

impl SolveFields {
    pub fn take(fields: &mut Fields) -> Result<SolveFields, BadRequest> {
        let mut method = Method::take(fields)?;
        method.compare_rules = fields.flag("compare_rules")?;
        let all = match fields.take("all")? {
            Some(All::Switch(true)) => Some(ALL),
            Some(All::Count(count)) => Some(count.clamp(1, ALL)),
            Some(All::Switch(false)) | None => None,
        };
        let (first, certificate) = (fields.flag("first")?, fields.flag("certificate")?);
        Ok(SolveFields { method, first, all, certificate })
    }

    fn query(&self, limits: Limits, threads: usize) -> SolveOptions {
        let goal = if self.first { Goal::AnyMate } else { Goal::MainLine };
        self.method.query(limits, threads, goal)
    }

    /// The question for a list.
    pub fn for_list(self, limits: Limits, threads: usize) -> ListSolve {
        ListSolve { query: self.query(limits, threads), options: self }
    }
}

impl Solve {
    pub fn take(fields: &mut Fields) -> Result<Solve, BadRequest> {
        let moves = take_moves(fields)?;
        let hands = fields.take("hands")?.unwrap_or(DefenderHand::Rest);
        let defends = fields.flag("defend")?;
        let case = take_case_of_side(fields, hands, defends, &moves)?;
        let tree = take_tree(fields, MateTask::SHORT)?;
        Ok(Solve { case, options: SolveFields::take(fields)?, tree })
    }
}

impl Question for Solve {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Solve { case, options, tree } = *self;
        let mut lent = solver(reporter, options.certificate)?;
        let solver = &mut lent.solver;
        let query = options.query(reporter.limits.clone(), reporter.threads);
        let SolveFields { method, all, certificate, .. } = options;
        let task = MateTask { algorithm: &method.name, query: &query, all, reasons: Some(tree) };
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve(&task, solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let mut answer = problem.answer(&method.name, Sought::Mate).by_rules(method.rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, method.rules);
                reporter.send(Event::Found(Discovery::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        let mut solved = solved.map_err(BadRequest::position)?;
        if certificate {
            let (verdict, visits) = (CertifiableAnswer::Mate(&solved.verdict), solved.answer.nodes);
            let certified = Certified::of(&solved.case, verdict, &query, solver, reporter, visits);
            solved.answer.certificate = Some(json!(certified));
        }
        lent.give_back();
        Ok(json!(solved.answer))
    }
}

/// The search for a mate, for every problem of a list.
pub(super) struct ListSolve {
    options: SolveFields,
    query: SolveOptions,
}

impl ListQuestion for ListSolve {
    type Row = Answer;

    fn algorithm(&self) -> &str {
        &self.options.method.name
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
        let (algorithm, all) = (self.algorithm(), self.options.all);
        let task = MateTask { algorithm, query: &self.query, all, reasons: None };
        case.solve(&task, solver, on_event).map(|solved| solved.answer)
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
        let solver = &mut lent.solver;
        (query.solve.limits, query.solve.threads) = (reporter.limits.clone(), reporter.threads);
        let place = &places[places.len() - 1];
        let explanation = solver
            .explain(&place.position, case.attacker, &query, &mut |event| progress(reporter, &event))
            .map_err(BadRequest::position)?;
        lent.give_back();
        let path: Vec<_> = places.iter().filter_map(|place| place.last_move).collect();
        Ok(ExplainedPosition { place, explanation: &explanation }.json_from(&case, &usi(&path)))
    }
}
