//! The paper's claims on tables 1 to 3, held against the measurements.

use super::{KishimotoTable, Leaves};
use crate::cell::{Cell, Cells};
use crate::mates::{MateProblem, is_solved, ratio};
use crate::report::{Claim, Holds};

/// Whether one variant leaves fewer problems unsolved than another.
struct Comparison {
    paper: &'static str,
    better: &'static str,
    worse: &'static str,
}

const COMPARISONS: [Comparison; 7] = [
    Comparison {
        paper: "Table 1: TCA leaves fewer problems unsolved than df-pn(r) (8 : 14 of 78)",
        better: "df-pn + TCA",
        worse: "df-pn(r)",
    },
    Comparison {
        paper: "Table 1: NAGAI improves TCA (4 : 8)",
        better: "df-pn + TCA + NAGAI",
        worse: "df-pn + TCA",
    },
    Comparison {
        paper: "Table 1: WPNS improves TCA (1 : 8)",
        better: "df-pn + TCA + WPNS",
        worse: "df-pn + TCA",
    },
    Comparison {
        paper: "Table 1: SNDA improves TCA (1 : 8)",
        better: "df-pn + TCA + SNDA",
        worse: "df-pn + TCA",
    },
    Comparison {
        paper: "Table 1: SNDA is better than NAGAI (1 : 4)",
        better: "df-pn + TCA + SNDA",
        worse: "df-pn + TCA + NAGAI",
    },
    Comparison {
        paper: "Table 1: SNDA makes df-pn(r) worse (20 : 14)",
        better: "df-pn(r)",
        worse: "df-pn(r) + SNDA",
    },
    Comparison {
        paper: "Results: without TCA, WPNS leaves more problems unsolved (7 : 1)",
        better: "df-pn + TCA + WPNS",
        worse: "df-pn + WPNS",
    },
];

/// Yes or no if both leaf numbers give the same answer, otherwise in part.
fn together(found: &[Option<bool>]) -> Holds {
    match found {
        [Some(one), Some(other)] if one != other => Holds::Partly,
        [one, ..] if found.iter().all(|other| other == one) => Holds::known(*one),
        _ => Holds::Open,
    }
}

impl KishimotoTable {
    /// The claims on table 1 and its text.
    pub(super) fn claims_on_unsolved(&self, cells: &Cells) -> Vec<Claim> {
        let mut claims: Vec<Claim> =
            COMPARISONS.iter().map(|comparison| self.compared(comparison, cells)).collect();
        claims.push(self.duel(
            "Results: TCA is quicker than df-pn(r) on 40 of the 63 problems that both solve",
            ["df-pn + TCA", "df-pn(r)"],
            cells,
            |share| share > 0.5,
        ));
        claims.push(self.duel(
            "Results: WPNS is about as quick as SNDA (quicker on 39 of 77)",
            ["df-pn + TCA + WPNS", "df-pn + TCA + SNDA"],
            cells,
            |share| (0.4..=0.6).contains(&share),
        ));
        claims
    }

    fn compared(&self, comparison: &Comparison, cells: &Cells) -> Claim {
        let (mut findings, mut holds) = (Vec::new(), Vec::new());
        for leaves in Leaves::ALL {
            let counts =
                [comparison.better, comparison.worse].map(|label| self.unsolved_by(label, leaves, cells));
            let [Some((better, all)), Some((worse, _))] = counts else {
                holds.push(None);
                continue;
            };
            findings.push(format!("{better} : {worse} of {all} with {}", leaves.name()));
            // The same number on both sides says nothing.
            holds.push((better != worse).then_some(better < worse));
        }
        Claim::new(comparison.paper, findings.join("; "), together(&holds))
    }

    fn duel(&self, paper: &str, labels: [&str; 2], cells: &Cells, agrees: impl Fn(f64) -> bool) -> Claim {
        let (mut findings, mut holds) = (Vec::new(), Vec::new());
        for leaves in Leaves::ALL {
            let pairs = self.both_solve(labels, leaves, cells);
            let nodes = |cell: &Cell| cell.count("nodes");
            let fewer = pairs.iter().filter(|[one, other]| nodes(one) < nodes(other)).count();
            let differ = pairs.iter().filter(|[one, other]| nodes(one) != nodes(other)).count();
            findings.push(format!("fewer nodes on {fewer} of {differ} that differ, with {}", leaves.name()));
            holds.push((differ > 0).then(|| agrees(fewer as f64 / differ as f64)));
        }
        Claim::new(paper, findings.join("; "), together(&holds))
    }

    /// The claims on tables 2 and 3.
    pub(super) fn claims_on_hardest(&self, cells: &Cells) -> Vec<Claim> {
        let problems = self.problems();
        let solved =
            |at: usize| problems.iter().filter(|problem| is_solved(Self::pair(cells, problem)[at])).count();
        let same = problems.iter().all(|problem| {
            let [weak, snda] = Self::pair(cells, problem).map(is_solved);
            weak == snda
        });
        let measured = problems.iter().any(|problem| Self::pair(cells, problem)[0].is_some());
        let same_set = Claim::new(
            "Results: WPNS solves the same problems as SNDA (77 of 78)",
            format!("WPNS {}, SNDA {} of {}", solved(0), solved(1), problems.len()),
            Holds::known(measured.then_some(same)),
        );
        let nodes =
            |problem: &MateProblem| Self::pair(cells, problem)[0].and_then(|cell| cell.count("nodes"));
        let mut hard: Vec<&MateProblem> =
            problems.iter().filter(|problem| nodes(problem).is_some()).collect();
        hard.sort_by_key(|problem| std::cmp::Reverse(nodes(problem)));
        hard.truncate(HARD);
        let mut claims = vec![same_set];
        for (key, paper) in [
            ("nodes", "Table 3: on the hardest, WPNS expands 3.1 to 8.8 times more nodes than SNDA"),
            ("cpu_seconds", "Table 2: on the hardest, SNDA is 2.5 to 6.2 times quicker than WPNS"),
        ] {
            let pairs =
                hard.iter().map(|problem| Self::pair(cells, problem)).map(|[weak, snda]| (weak, snda));
            let (mean, count) = ratio(pairs, key);
            let finding = mean.map_or("no problem that both solve".to_owned(), |mean| {
                format!("WPNS : SNDA {mean:.2} (geometric mean, {count} problems that are hardest for WPNS and that both solve)")
            });
            let holds = mean.map(|mean| mean >= 2.0);
            claims.push(Claim::new(paper, finding, Holds::known(holds)));
        }
        claims
    }
}

/// The number of problems that count as the hardest.
const HARD: usize = 10;
