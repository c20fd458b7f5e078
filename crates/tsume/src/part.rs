//! Parts of a search that is spread over several processes.
//!
//! Compiled here, so that callers need not compile the searches.

use yomikiri_pns::{Outcome, Search};

use crate::problem::Problem;
use crate::table::MateTable;

/// Runs a search with these threads on a table that the caller keeps; see [`Search::part_of`].
pub fn run_part<'a>(search: Search<'a, Problem>, table: &'a mut MateTable, threads: usize) -> Outcome {
    if threads > 1 { search.run_on_threads(&*table, threads) } else { search.run_with_table(table) }
}
