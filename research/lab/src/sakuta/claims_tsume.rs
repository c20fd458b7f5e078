//! The paper's claims on mate problems, held against the measurements.

use super::tsume::{ITERATIVE, PDS, PN, PN_STAR, PaperSearch};
use crate::cell::{Cell, Cells};
use crate::mates::{MateProblem, both_solve, geometric_mean, is_solved, solved_by_one};
use crate::report::{Claim, Holds};
use crate::sign_test::solves_more;

fn solved(method: &PaperSearch, problems: &[MateProblem], cells: &Cells) -> usize {
    problems.iter().filter(|problem| is_solved(method.search.cell(cells, problem))).count()
}

/// Which of two searches solves more problems, in words, and whether it is the first.
fn more(methods: [&PaperSearch; 2], problems: &[MateProblem], cells: &Cells) -> (String, Option<bool>) {
    solves_more(solved_by_one(methods.map(|method| method.search), problems, cells))
}

/// A comparison of two numbers that says nothing if nothing was measured.
fn compared(measured: bool, holds: bool) -> Holds {
    Holds::known(measured.then_some(holds))
}

/// The claims on table 6.
pub fn claims_on_table_6(problems: &[MateProblem], cells: &Cells) -> Vec<Claim> {
    let (pn_star, pds) = (solved(PN_STAR, problems, cells), solved(PDS, problems, cells));
    let (alone, found) = more([PDS, PN_STAR], problems, cells);
    let pairs = both_solve([PN_STAR.search, PDS.search], problems, cells);
    let ratio = |key: &str| {
        let of = |[pn_star, pds]: &[&Cell; 2]| Some(pn_star.number(key)? / pds.number(key)?);
        pairs.iter().filter_map(of).collect::<Vec<f64>>()
    };
    let (entries, times) = (ratio("table_entries"), ratio("cpu_seconds"));
    let quicker = times.iter().filter(|ratio| **ratio > 1.0).count();
    let tenfold = entries.iter().filter(|ratio| **ratio > 10.0).count();
    let largest = entries.iter().copied().fold(0.0, f64::max);
    let mean = geometric_mean(entries.iter().copied()).0.unwrap_or_default();
    vec![
        Claim::new(
            "Table 6: PDS solves more positions than PN* (30 : 25 of 30)",
            format!("{pds} : {pn_star} of {} ({alone})", problems.len()),
            Holds::known(found),
        ),
        Claim::new(
            "Section 4.3: where both solve, PDS is faster than PN* in many cases",
            format!("PDS is faster on {quicker} of {}", times.len()),
            compared(!times.is_empty(), 2 * quicker > times.len()),
        ),
        Claim::new(
            "Section 4.3: the table of PN* is sometimes over ten times larger than that of PDS",
            format!(
                "on {tenfold} of {}; PN* : PDS {mean:.2} as a geometric mean, at most {largest:.1}",
                entries.len()
            ),
            compared(!entries.is_empty(), tenfold > 0),
        ),
    ]
}

/// A published length up to which a problem counts as easy.
const EASY: u32 = 5;

/// The claims on table 7.
pub fn claims_on_table_7(problems: &[MateProblem], cells: &Cells) -> Vec<Claim> {
    let [pds, pn, iterative] = [PDS, PN, ITERATIVE].map(|method| solved(method, problems, cells));
    let (beside_pn, more_than_pn) = more([PDS, PN], problems, cells);
    let (beside_iterative, more_than_iterative) = more([PDS, ITERATIVE], problems, cells);
    let easy = problems.iter().filter(|problem| problem.plies.is_some_and(|plies| plies <= EASY));
    let measured = |method: &PaperSearch, problem: &MateProblem| method.search.cell(cells, problem).is_some();
    let unsolved = |method: &PaperSearch, problem: &MateProblem| {
        measured(method, problem) && !is_solved(method.search.cell(cells, problem))
    };
    let (easy, missed) = easy.fold((0, 0), |(easy, missed), problem| {
        (easy + usize::from(measured(PN, problem)), missed + usize::from(unsolved(PN, problem)))
    });
    let known: Vec<&MateProblem> = problems.iter().filter(|problem| problem.plies.is_some()).collect();
    let left: Vec<u32> = known
        .iter()
        .filter(|problem| unsolved(ITERATIVE, problem))
        .filter_map(|problem| problem.plies)
        .collect();
    let longest = known.iter().filter_map(|problem| problem.plies).max().unwrap_or_default();
    let pairs = both_solve([ITERATIVE.search, PDS.search], problems, cells);
    let entries = |[iterative, pds]: &[&Cell; 2]| {
        Some(iterative.number("table_entries")? / pds.number("table_entries")?)
    };
    let (ratio, count) = geometric_mean(pairs.iter().filter_map(entries));
    vec![
        Claim::new(
            "Tables 6 and 7: PDS solves more positions than PN search and iterative deepening (30 : 19 : 19 of 30)",
            format!(
                "{pds} : {pn} : {iterative} of {} (PDS and PN search: {beside_pn}; PDS and iterative deepening: {beside_iterative})",
                problems.len()
            ),
            Holds::together(&[more_than_pn, more_than_iterative]),
        ),
        Claim::new(
            "Section 4.3: PN search cannot solve some easy problems (no. 5, a mate in 5)",
            format!("of {easy} mates within {EASY} plies it leaves {missed} unsolved"),
            compared(easy > 0, missed > 0),
        ),
        Claim::new(
            "Section 4.3: iterative deepening solves all problems of less than 19 steps",
            format!("of {} mates within {longest} plies it leaves {} unsolved", known.len(), left.len()),
            compared(!known.is_empty(), left.is_empty()),
        ),
        Claim::new(
            "Section 5: PN-search variants predominate over iterative deepening",
            ratio.map_or("not measured".to_owned(), |ratio| {
                format!("iterative deepening has {ratio:.2} times the table entries of PDS (geometric mean of {count})")
            }),
            Holds::known(ratio.map(|ratio| ratio > 1.0)),
        ),
    ]
}
