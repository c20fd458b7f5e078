//! The commands of requests, one file each or a few that belong together.

mod brinkmate;
mod compose;
mod games;
mod judge;
mod mate;
mod read;
mod source;
mod write;

pub use games::{Connect6Question, take_othello};
pub use source::{take_algorithm, take_case};

use serde_json::Value;
use yomikiri_pns::Limits;
use yomikiri_tsume::SolverEvent;

use crate::defender_hand::DefenderHand;
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::lent::LentSolver;
use crate::list::JsonRows;
use crate::request::BadRequest;

/// A question that has been read.
pub(crate) trait Question: Send {
    /// Answers it.
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest>;

    /// Whether it searches.
    fn is_search(&self) -> bool {
        true
    }

    /// The bytes that it wants for tables unless the request says more.
    fn memory(&self) -> Option<usize> {
        None
    }
}

/// The commands, in the order of the manual.
pub(crate) const COMMANDS: [&str; 10] =
    ["solve", "judge", "explain", "hisshi", "threats", "compose", "othello", "connect6", "read", "write"];

/// The question of a command.
pub(crate) fn parse(command: &str, fields: &mut Fields) -> Result<Box<dyn Question>, BadRequest> {
    Ok(match command {
        "solve" => Box::new(mate::SolveQuestion::take(fields)?),
        "judge" => Box::new(judge::JudgeQuestion::take(fields)?),
        "explain" => Box::new(mate::ExplainQuestion::take(fields)?),
        "hisshi" => Box::new(brinkmate::HisshiQuestion::take(fields)?),
        "threats" => Box::new(brinkmate::ThreatsQuestion::take(fields)?),
        "compose" => Box::new(compose::Compose::take(fields)?),
        "othello" => Box::new(games::Othello::take(fields)?),
        "connect6" => Box::new(games::Connect6::take(fields)?),
        "read" => Box::new(read::Read::take(fields)?),
        "write" => Box::new(write::Write::take(fields)?),
        _ => {
            return Err(BadRequest::new(
                format!("`command`: expected one of {}", COMMANDS.join(", ")),
                format!("`command`：{} のどれかが必要です", COMMANDS.join("、")),
            ));
        }
    })
}

/// The question of a command for every problem of a list, and which hands are meant.
pub(crate) fn parse_for_list(
    command: &str,
    fields: &mut Fields,
    limits: Limits,
    threads: usize,
) -> Result<(DefenderHand, Box<dyn JsonRows>), BadRequest> {
    Ok(match command {
        "solve" => {
            let question = mate::ListSolve::take(fields)?;
            (question.task.hands(), Box::new(question.within(limits, threads)))
        }
        "judge" => {
            let question = judge::ListJudge::take(fields)?;
            (question.task.hands(), Box::new(question.within(limits, threads)))
        }
        "hisshi" => {
            let question = brinkmate::ListHisshi::take(fields)?;
            (question.task.hands(), Box::new(question.within(limits, threads)))
        }
        _ => {
            return Err(BadRequest::new(
                "`command`: lists are for solve, judge and hisshi",
                "`command`：一覧で調べられるのは solve、judge、hisshi です",
            ));
        }
    })
}

/// A mate solver with the table that the limits allow.
fn solver(reporter: &mut EventReporter<'_>, is_certified: bool) -> Result<LentSolver, BadRequest> {
    let memory = reporter.table_memory(is_certified);
    let lent = LentSolver::new(memory).map_err(|error| BadRequest::option("memory", error))?;
    reporter.capacity = Some(lent.capacity());
    Ok(lent)
}

/// Reports the progress of a mate solver, and nothing else.
pub(crate) fn progress(reporter: &mut EventReporter<'_>, event: &SolverEvent<'_>) {
    match event {
        SolverEvent::Searching(progress) => reporter.progress(**progress),
        SolverEvent::CertifyProgress { nodes } => reporter.certifying(*nodes),
        _ => {}
    }
}
