//! The suites, compiled in so that the binary measures anywhere, and what other solvers took.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _};

use anyhow::Context as _;
use yomikiri_console::exit::bad_input;
use yomikiri_notation::{Record, format, sfen_list};
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::{attacker, with_defenders_hand};

const ZUKO: &str = yomikiri_data::ZUKO;
const TESTMATE: &str = yomikiri_data::YO_TESTMATE;
const MODERN: &str = yomikiri_data::LONG_MODERN;
const REFERENCE: &str = yomikiri_data::REFERENCE_TIMES;

/// Problems of 将棋図巧 whose shortest mate is proved in a moment. They were chosen by what this solver finds easy: good for a
/// signature and a first look, but their ratio to other solvers says nothing; that takes a whole suite.
const QUICK: [usize; 19] = [2, 5, 18, 22, 33, 34, 36, 42, 51, 58, 60, 64, 66, 68, 81, 85, 88, 92, 94];

/// A problem of a suite.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its name, or its number in the suite.
    pub name: String,
    /// The position, the defender's hand completed.
    pub position: Position,
    /// Who is to mate.
    pub attacker: Color,
    /// What other solvers took.
    pub reference: Option<Reference>,
}

/// What KomoringHeights and OSL took to the first mate, where they found one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reference {
    /// KomoringHeights.
    pub komoring_heights: Option<Took>,
    /// OSL.
    pub osl: Option<Took>,
}

/// What a solver took to the first mate.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Took {
    /// CPU seconds.
    pub cpu_seconds: f64,
    /// Nodes, as that solver counts them.
    pub nodes: u64,
}

/// The problems of a suite, or of a file.
pub fn problems(suite: &str) -> anyhow::Result<Vec<Measured>> {
    let reference = reference();
    let records = match suite {
        "quick" => {
            let all = rows(ZUKO)?;
            QUICK.iter().filter_map(|&number| all.get(number - 1).cloned()).collect()
        }
        "zuko" => rows(ZUKO)?,
        "testmate" => rows(TESTMATE)?,
        "modern" => rows(MODERN)?,
        file => of_file(file)?,
    };
    let measured = records.into_iter().zip(1..).map(|(record, number): (Record, usize)| {
        let name = record.title().map_or_else(|| format!("{suite} {number}"), str::to_owned);
        let attacker = attacker(&record.initial);
        let position = with_defenders_hand(record.initial, attacker);
        let reference = reference.get(&position.to_sfen()).copied();
        Measured { name, position, attacker, reference }
    });
    Ok(measured.collect())
}

/// The records of a file in any format, or of standard input.
fn of_file(file: &str) -> anyhow::Result<Vec<Record>> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().read_to_end(&mut bytes).context("standard input")?;
    } else {
        bytes = fs::read(file).map_err(|error| {
            bad_input(format_args!("no suite of this name (quick, zuko, testmate, modern): {file}: {error}"))
        })?;
    }
    format::read(&bytes, None).map_err(|error| bad_input(format_args!("{file}: {error}")))
}

fn rows(text: &str) -> anyhow::Result<Vec<Record>> {
    Ok(sfen_list::rows(text, Strictness::Strict).map(|row| row.record).collect::<Result<_, _>>()?)
}

/// By position, as [`Measured`] has it.
fn reference() -> HashMap<String, Reference> {
    let mut table = HashMap::new();
    for row in sfen_list::rows(REFERENCE, Strictness::Strict) {
        let Ok(record) = row.record else { continue };
        let took = |result: usize, nodes: usize, seconds: usize| {
            let column = |at: usize| row.columns.get(at).copied();
            (column(result)? == "mate").then_some(())?;
            Some(Took { cpu_seconds: column(seconds)?.parse().ok()?, nodes: column(nodes)?.parse().ok()? })
        };
        // The columns after the position: name, result, ply, nodes and seconds of one solver, then of the other.
        let reference = Reference { komoring_heights: took(1, 3, 4), osl: took(5, 6, 7) };
        let attacker = attacker(&record.initial);
        let position = with_defenders_hand(record.initial, attacker);
        table.insert(position.to_sfen(), reference);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_whole_and_have_their_reference() {
        for (suite, count, solved) in
            [("quick", 19, 19), ("zuko", 100, 96), ("testmate", 13, 0), ("modern", 24, 0)]
        {
            let problems = problems(suite).unwrap();
            assert_eq!(problems.len(), count, "{suite}");
            let solved_by_kh = |problem: &&Measured| {
                problem.reference.is_some_and(|reference| reference.komoring_heights.is_some())
            };
            assert!(problems.iter().filter(solved_by_kh).count() >= solved, "{suite}");
        }
        let zuko = problems("zuko").unwrap();
        let first = zuko[0].reference.unwrap();
        assert_eq!(first.komoring_heights, Some(Took { cpu_seconds: 10.97, nodes: 10_723_544 }));
        assert_eq!(first.osl, Some(Took { cpu_seconds: 4.97, nodes: 3_525_640 }));
    }
}
