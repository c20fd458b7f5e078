//! Parts of a search that is spread over several processes.
//!
//! Compiled here, so that callers need not compile the searches.

use yomikiri_pns::{Crew, Outcome, Search};

use crate::problem::Problem;
use crate::table::MateTable;

/// Runs a search on a table that the caller keeps; see [`Search::part_of`].
pub fn run_part<'a>(search: Search<'a, Problem>, table: &'a mut MateTable, crew: Crew<'_>) -> Outcome {
    match crew {
        Crew { threads: 0 | 1, exchange: None } => search.run_with_table(table),
        Crew { threads: 0 | 1, exchange: Some(exchange) } => search.run_exchanging(&*table, exchange),
        Crew { threads, exchange: None } => search.run_on_threads(&*table, threads),
        Crew { threads, exchange: Some(exchange) } => {
            search.run_on_threads_exchanging(&*table, threads, exchange)
        }
    }
}
