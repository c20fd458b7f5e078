//! `hisshi` and `threats`: questions about brinkmates and threatmates.

use serde_json::{Value, json};
use yomikiri_pns::{Algorithm, LambdaScheme, Limits, Order};
use yomikiri_tsume::{
    BrinkmateOptions, CertifiableAnswer, Goal, InterpositionRules, NotAProblem, SolveOptions, Solver,
    SolverEvent,
};

use super::source::{take_algorithm, take_case, take_case_of_side, take_moves, take_rules};
use super::{Question, progress, solver};
use crate::answer::Answer;
use crate::brinkmate::BrinkmateRow;
use crate::case::Case;
use crate::certificate_json::Certified;
use crate::defender_hand::DefenderHand;
use crate::event::{Discovery, Event};
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::list::ListQuestion;
use crate::request::BadRequest;
use crate::sought::Sought;

/// Is there a mate or a brinkmate?
pub(super) struct Hisshi {
    case: Case,
    options: BrinkmateFields,
}

/// What is asked about brinkmates.
pub(super) struct BrinkmateFields {
    name: String,
    algorithm: Algorithm,
    rules: InterpositionRules,
    order: Order,
    scheme: LambdaScheme,
    first: bool,
    all_defences: bool,
    certificate: bool,
}

impl BrinkmateFields {
    pub fn take(fields: &mut Fields) -> Result<BrinkmateFields, BadRequest> {
        let (name, algorithm) = take_algorithm(fields)?;
        if !matches!(algorithm, Algorithm::DfPn { .. }) {
            return Err(BadRequest::new(
                "`algorithm`: brinkmates take a depth-first search, such as dfpn+tca",
                "`algorithm`：必至には dfpn+tca のような深さ優先の探索が必要です",
            ));
        }
        Ok(BrinkmateFields {
            name,
            algorithm,
            rules: take_rules(fields)?,
            order: fields.number("order", 1..=3)?.map_or(Order::TWO, Order::new),
            scheme: fields.parse("scheme")?.unwrap_or_default(),
            first: fields.flag("first")?,
            all_defences: fields.flag("all_defences")?,
            certificate: fields.flag("certificate")?,
        })
    }

    fn query(&self, limits: Limits, threads: usize) -> BrinkmateOptions {
        let &BrinkmateFields { algorithm, rules, order, scheme, first, .. } = self;
        let goal = if first { Goal::AnyMate } else { Goal::MainLine };
        let query = SolveOptions { algorithm, limits, threads, goal, rules, ..SolveOptions::default() };
        BrinkmateOptions { order, scheme, solve: query }
    }

    /// The question for a list.
    pub fn for_list(self, limits: Limits, threads: usize) -> ListHisshi {
        ListHisshi { query: self.query(limits, threads), options: self }
    }
}

impl Hisshi {
    pub fn take(fields: &mut Fields) -> Result<Hisshi, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, DefenderHand::Written, &moves)?;
        Ok(Hisshi { case, options: BrinkmateFields::take(fields)? })
    }
}

impl Question for Hisshi {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Hisshi { case, options } = *self;
        let mut lent = solver(reporter, options.certificate)?;
        let solver = &mut *lent;
        let query = options.query(reporter.limits.clone(), reporter.threads);
        let BrinkmateFields { name, rules, order, all_defences, certificate, .. } = options;
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve_threats(&name, &query, solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let sought = Sought::Brinkmate { order: order.get() };
                let mut answer = problem.answer(&name, sought).by_rules(rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, rules);
                reporter.send(Event::Found(Discovery::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        let mut solved = solved.map_err(BadRequest::position)?;
        if certificate {
            let answer = CertifiableAnswer::Brinkmate(&solved.found.verdict);
            let (query, visits) = (&query.solve, solved.answer.nodes);
            let certified = Certified::of(&solved.case, answer, query, solver, reporter, visits);
            solved.answer.certificate = Some(json!(certified));
        }
        Ok(json!(solved.row(all_defences)))
    }
}

/// The search for a mate or a brinkmate, for every problem of a list.
pub(super) struct ListHisshi {
    options: BrinkmateFields,
    query: BrinkmateOptions,
}

impl ListQuestion for ListHisshi {
    type Row = BrinkmateRow;

    fn algorithm(&self) -> &str {
        &self.options.name
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
        Ok(solved.row(self.options.all_defences))
    }

    fn faulty(&self, answer: Answer) -> BrinkmateRow {
        BrinkmateRow::faulty(answer, self.query.order)
    }
}

/// Which moves threaten a mate? Or, if the side to move defends: is it lost?
pub(super) struct Threats {
    case: Case,
}

impl Threats {
    pub fn take(fields: &mut Fields) -> Result<Threats, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case_of_side(fields, DefenderHand::Written, &moves)?;
        Ok(Threats { case })
    }
}

impl Question for Threats {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let case = self.case;
        let mut lent = solver(reporter, false)?;
        let solver = &mut *lent;
        let query = SolveOptions { limits: reporter.limits.clone(), ..SolveOptions::default() };
        let query = BrinkmateOptions { order: Order::TWO, scheme: LambdaScheme::default(), solve: query };
        let mut on_event = |event: SolverEvent<'_>| progress(reporter, &event);
        let found = if case.attacker == case.position.side_to_move() {
            case.list_threats(&query, solver, &mut on_event).map(|threats| threats.json(&case))
        } else {
            case.defend(&query, solver, &mut on_event).map(|defended| defended.json())
        };
        found.map_err(BadRequest::position)
    }
}
