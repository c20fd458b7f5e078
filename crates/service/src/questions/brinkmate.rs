//! `hisshi` and `threats`: questions about brinkmates and threatmates.

use serde_json::{Value, json};
use yomikiri_pns::{Algorithm, Order, Scheme};
use yomikiri_tsume::{Event as SolverEvent, Goal, Query, Rules, ThreatQuery, attacker};

use super::source::{defended, take_algorithm, take_case, take_moves, take_rules};
use super::{Question, progress, solver};
use crate::case::Case;
use crate::event::{Event, Found};
use crate::fields::Fields;
use crate::hands::Hands;
use crate::reporter::Reporter;
use crate::request::BadRequest;
use crate::sought::Sought;

/// Is there a mate or a brinkmate?
pub(super) struct Hisshi {
    case: Case,
    name: String,
    algorithm: Algorithm,
    rules: Rules,
    order: Order,
    scheme: Scheme,
    first: bool,
    all_defences: bool,
}

impl Hisshi {
    pub fn take(fields: &mut Fields) -> Result<Hisshi, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, Hands::Written, &moves)?;
        let (name, algorithm) = take_algorithm(fields)?;
        if !matches!(algorithm, Algorithm::DfPn { .. }) {
            return Err(BadRequest::new(
                "`algorithm`: brinkmates take a depth-first search, such as dfpn+tca",
            ));
        }
        Ok(Hisshi {
            case,
            name,
            algorithm,
            rules: take_rules(fields)?,
            order: fields.number("order", 1..=3)?.map_or(Order::TWO, Order::new),
            scheme: fields.parse("scheme")?.unwrap_or_default(),
            first: fields.flag("first")?,
            all_defences: fields.flag("all_defences")?,
        })
    }
}

impl Question for Hisshi {
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest> {
        let Hisshi { case, name, algorithm, rules, order, scheme, first, all_defences } = *self;
        let mut solver = solver(reporter)?;
        let goal = if first { Goal::First } else { Goal::MainLine };
        let limits = reporter.limits.clone();
        let query = Query { algorithm, limits, goal, rules, ..Query::default() };
        let query = ThreatQuery { order, scheme, query };
        let (problem, memory) = (case.clone(), solver.memory());
        let solved = case.solve_threats(&name, &query, &mut solver, &mut |event| match event {
            SolverEvent::Found(mate) => {
                let sought = Sought::Brinkmate { order: order.get() };
                let mut answer = problem.answer(&name, sought).by_rules(rules);
                answer.memory = Some(Some(memory));
                answer.wall_seconds = reporter.elapsed().as_secs_f64();
                answer.take_mate(mate, rules);
                reporter.send(Event::Found(Found::Answer(json!(answer))));
            }
            event => progress(reporter, &event),
        });
        let solved = solved.map_err(|error| BadRequest(format!("position: {error}")))?;
        Ok(json!(solved.row(all_defences)))
    }
}

/// Which moves threaten a mate? Or, if the side to move defends: is it lost?
pub(super) struct Threats {
    case: Case,
}

impl Threats {
    pub fn take(fields: &mut Fields) -> Result<Threats, BadRequest> {
        let moves = take_moves(fields)?;
        let hands = fields.take("hands")?.unwrap_or(Hands::Written);
        let mut case = take_case(fields, Hands::Written, &moves)?;
        let written = case.position.clone();
        if fields.flag("defend")? {
            case = defended(case, hands, written);
        } else {
            case.attacker = attacker(&written);
            (case.position, case.hands) = hands.of(written, case.attacker);
        }
        Ok(Threats { case })
    }
}

impl Question for Threats {
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest> {
        let case = self.case;
        let mut solver = solver(reporter)?;
        let query = Query { limits: reporter.limits.clone(), ..Query::default() };
        let query = ThreatQuery { order: Order::TWO, scheme: Scheme::default(), query };
        let mut on_event = |event: SolverEvent<'_>| progress(reporter, &event);
        let found = if case.attacker == case.position.side_to_move() {
            case.list_threats(&query, &mut solver, &mut on_event).map(|threats| threats.json(&case))
        } else {
            case.defend(&query, &mut solver, &mut on_event).map(|defended| defended.json())
        };
        found.map_err(|error| BadRequest(format!("position: {error}")))
    }
}
