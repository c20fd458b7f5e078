//! The suites, compiled in so that the binary measures anywhere, and what other solvers took.

use std::collections::HashMap;

use anyhow::Context as _;
use yomikiri_notation::sfen_list;
use yomikiri_service::{BilingualText, Case};
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::attacker;

use crate::complaint::Complaint;
use crate::hands::DefenderHand;
use crate::input::{self, ProblemSource, SourceProblem};
use crate::interrupt::Interrupt;
use crate::language::Lang;

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
pub fn problems(suite: &str, interrupt: &Interrupt) -> anyhow::Result<Vec<Measured>> {
    let reference = reference();
    let problems: Vec<SourceProblem> = match suite {
        "quick" => {
            let all = rows(ZUKO);
            QUICK.iter().filter_map(|&number| all.get(number - 1).cloned()).collect()
        }
        "zuko" => rows(ZUKO),
        "testmate" => rows(TESTMATE),
        "modern" => rows(MODERN),
        file => input::problems(&[file.to_owned()], interrupt, Lang::En)
            .with_context(|| "no suite of this name (quick, zuko, testmate, modern)")?
            .collect::<anyhow::Result<_>>()?,
    };
    let measured = problems.into_iter().zip(1..).map(|(problem, number): (SourceProblem, usize)| {
        let Case { name, position, attacker, .. } = Case::read(problem, DefenderHand::Rest)
            .map_err(|faulty| Complaint::Words(*faulty.fault).about(suite))?;
        let reference = reference.get(&position.to_sfen()).copied();
        Ok(Measured {
            name: name.unwrap_or_else(|| format!("{suite} {number}")),
            position,
            attacker,
            reference,
        })
    });
    measured.collect()
}

fn rows(text: &str) -> Vec<SourceProblem> {
    let rows = sfen_list::rows(text, Strictness::Strict);
    rows.map(|row| SourceProblem {
        name: row.name().map(str::to_owned),
        origin: ProblemSource { line: Some(row.line), ..ProblemSource::default() },
        position: row.record.map(|record| record.initial).map_err(BilingualText::from_error),
        end: row.line as u64,
    })
    .collect()
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
        let (position, _) = DefenderHand::Rest.complete(record.initial, attacker);
        table.insert(position.to_sfen(), reference);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_whole_and_have_their_reference() {
        let interrupt = Interrupt::listen().unwrap();
        for (suite, count, solved) in
            [("quick", 19, 19), ("zuko", 100, 96), ("testmate", 13, 0), ("modern", 24, 0)]
        {
            let problems = problems(suite, &interrupt).unwrap();
            assert_eq!(problems.len(), count, "{suite}");
            let solved_by_kh = |problem: &&Measured| {
                problem.reference.is_some_and(|reference| reference.komoring_heights.is_some())
            };
            assert!(problems.iter().filter(solved_by_kh).count() >= solved, "{suite}");
        }
        let zuko = problems("zuko", &interrupt).unwrap();
        let first = zuko[0].reference.unwrap();
        assert_eq!(first.komoring_heights, Some(Took { cpu_seconds: 10.97, nodes: 10_723_544 }));
        assert_eq!(first.osl, Some(Took { cpu_seconds: 4.97, nodes: 3_525_640 }));
    }
}
