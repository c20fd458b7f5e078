//! The commands of requests, one file each or a few that belong together.

mod brinkmate;
mod compose;
mod games;
mod mate;
mod read;
mod source;
mod write;

use serde_json::Value;
use yomikiri_tsume::{Event as SolverEvent, Solver};

use crate::fields::Fields;
use crate::reporter::Reporter;
use crate::request::BadRequest;

/// A question that has been read.
pub(crate) trait Question: Send {
    /// Answers it.
    fn run(self: Box<Self>, reporter: &mut Reporter<'_>) -> Result<Value, BadRequest>;

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
        "solve" => Box::new(mate::Solve::take(fields)?),
        "judge" => Box::new(mate::Judge::take(fields)?),
        "explain" => Box::new(mate::Explain::take(fields)?),
        "hisshi" => Box::new(brinkmate::Hisshi::take(fields)?),
        "threats" => Box::new(brinkmate::Threats::take(fields)?),
        "compose" => Box::new(compose::Compose::take(fields)?),
        "othello" => Box::new(games::Othello::take(fields)?),
        "connect6" => Box::new(games::Connect6::take(fields)?),
        "read" => Box::new(read::Read::take(fields)?),
        "write" => Box::new(write::Write::take(fields)?),
        _ => {
            let known = COMMANDS.join(", ");
            return Err(BadRequest(format!("`command`: expected one of {known}")));
        }
    })
}

/// A mate solver with the table that the limits allow.
fn solver(reporter: &mut Reporter<'_>) -> Result<Solver, BadRequest> {
    let solver = Solver::new(reporter.limits.memory).map_err(|error| BadRequest(error.to_string()))?;
    reporter.capacity = Some(solver.capacity());
    Ok(solver)
}

/// Reports the progress of a mate solver, and nothing else.
fn progress(reporter: &mut Reporter<'_>, event: &SolverEvent<'_>) {
    if let SolverEvent::Searching(progress) = event {
        reporter.progress(**progress);
    }
}
