//! `compose`: make mate problems.

use std::ops::RangeInclusive;

use serde_json::{Value, json};
use yomikiri_compose::gallery::Entry;
use yomikiri_compose::{BoundedJudge, ComposeRequest, Interrupted, RequestError, Session, Setup, start};
use yomikiri_pns::Limits;
use yomikiri_shogi::Position;
use yomikiri_tsume::{Goal, SolveOptions};

use super::source::{take_case, take_rules};
use super::{Question, solver};
use crate::bilingual::BilingualText;
use crate::composition::{exhibit, parse_plies};
use crate::defender_hand::DefenderHand;
use crate::event::{Discovery, Event};
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::request::BadRequest;

/// What the judge may visit per position, unless the request says.
const NODES: u64 = 100_000;

/// Which problems are to be made.
pub(super) struct Compose {
    request: ComposeRequest,
    from: Option<Position>,
    /// The number of the first attempt.
    start: u64,
}

impl Compose {
    pub fn take(fields: &mut Fields) -> Result<Compose, BadRequest> {
        let has_start = fields.has("position") || fields.has("bytes");
        let from = if has_start { Some(take_case(fields, DefenderHand::Rest, &[])?.position) } else { None };
        let setup =
            from.as_ref().map(Setup::from_position).transpose().map_err(|error| refused(&error.into()))?;
        let strategy = fields.parse("strategy")?.ok_or_else(|| BadRequest::missing("strategy"))?;
        let plies: RangeInclusive<usize> = match fields.take::<String>("plies")? {
            Some(text) => parse_plies(&text).map_err(|error| {
                let japanese = "5..15 のような手数の範囲、または数が必要です";
                BadRequest::option("plies", BilingualText::new(error, japanese))
            })?,
            None => 5..=15,
        };
        let request = ComposeRequest {
            strategy,
            from: setup,
            plies,
            count: fields.number("count", 1..=1000)?.unwrap_or(10),
            seed: fields.take("seed")?.unwrap_or(1),
            strict: fields.flag("strict")?,
            rules: take_rules(fields)?,
        };
        request.check().map_err(|error| refused(&error))?;
        Ok(Compose { request, from, start: fields.take("start")?.unwrap_or(0) })
    }
}

impl Question for Compose {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Compose { request, from, start: first } = *self;
        let mut solver = solver(reporter, false)?;
        let limits = reporter.limits.clone();
        let deadline = limits.time.and_then(|time| yomikiri_pns::clock::Instant::now().checked_add(time));
        if let Some(position) = &from {
            // There must be a mate in the start.
            let limits = Limits { visits: None, ..limits.clone() };
            let query = SolveOptions { limits, goal: Goal::AnyMate, ..SolveOptions::default() };
            start(position, &query, &mut solver).map_err(|error| refused(&error))?;
        }
        let stop = limits.stop.clone().unwrap_or_default();
        let mut problems: Vec<Value> = Vec::new();
        // The judge reports every position that it tries.
        let figures = std::cell::RefCell::new(reporter);
        let mut on_try = |_: &Setup, judged: u64| {
            let mut reporter = figures.borrow_mut();
            if reporter.is_due() {
                reporter.figures(judged, None, None, None);
            }
        };
        let mut judge = BoundedJudge::new(
            solver.keep(),
            request.plies.clone(),
            limits.visits.unwrap_or(NODES),
            stop,
            &mut on_try,
        )
        .with_strictness(request.strict)
        .with_rules(request.rules)
        .with_deadline(deadline);
        let session = Session::resumed(request, first, &[], &mut judge).map_err(|error| refused(&error))?;
        // There is nothing to judge again, so nothing can be interrupted.
        let Ok(mut session) = session else { return Ok(json!({ "problems": problems, "next": first })) };
        let mut is_stopped = false;
        while !session.is_complete() && !is_stopped {
            match session.attempt(&mut judge) {
                Ok(Some(work)) => {
                    let Some(exhibit) = exhibit(work) else { continue };
                    let problem = json!(Entry::new(problems.len(), &exhibit));
                    problems.push(problem.clone());
                    figures.borrow_mut().send(Event::Found(Discovery::Problem(problem)));
                }
                Ok(None) => {}
                Err(Interrupted) => is_stopped = true,
            }
        }
        Ok(json!({ "problems": problems, "next": session.next(), "complete": !is_stopped }))
    }

    fn memory(&self) -> Option<usize> {
        Some(BoundedJudge::MEMORY)
    }
}

/// Which option it is that cannot be followed.
fn refused(error: &RequestError) -> BadRequest {
    match error {
        RequestError::Range(_) | RequestError::TooLong(_) => BadRequest::option("plies", error),
        RequestError::Nothing => BadRequest::option("count", error),
        RequestError::NoStart(_) | RequestError::NeedsStart(_) => BadRequest::option("strategy", error),
        RequestError::Start(_) | RequestError::Rules(_) | RequestError::NoMate | RequestError::Unknown(_) => {
            BadRequest::position(error)
        }
    }
}
