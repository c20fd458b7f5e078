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

/// The answers with each kind of leaf numbers, together. `None` is no clear answer.
fn together(found: &[Option<bool>]) -> Holds {
    let (yes, no) = (found.contains(&Some(true)), found.contains(&Some(false)));
    match (yes, no, found.contains(&None)) {
        (true, false, false) => Holds::Yes,
        (true, ..) => Holds::Partly,
        (false, true, false) => Holds::No,
        _ => Holds::Open,
    }
}

/// The probability that of `one + other` coins at least as many fall on one side as the larger of the two: the sign test.
fn sign_test(one: usize, other: usize) -> f64 {
    let all = one + other;
    let (mut term, mut sum) = (0.5f64.powi(all as i32), 0.0);
    for count in 0..=one.min(other) {
        sum += term;
        term *= (all - count) as f64 / (count + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

/// The number of problems that count as the hardest.
const HARD: usize = 10;

/// Differences that chance gives more often than this are none.
const SIGNIFICANT: f64 = 0.05;

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
            let [only_better, only_worse] =
                self.solved_by_one([comparison.better, comparison.worse], leaves, cells);
            let chance = sign_test(only_better, only_worse);
            findings.push(format!(
                "{better} : {worse} of {all} with {} (solved by the first alone {only_better}, by the second alone \
                 {only_worse}, p = {chance:.3})",
                leaves.name()
            ));
            holds.push((chance < SIGNIFICANT).then_some(only_better > only_worse));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs() {
        assert!((sign_test(0, 6) - 2.0 / 64.0).abs() < 1e-12 && (sign_test(6, 0) - 2.0 / 64.0).abs() < 1e-12);
        assert!((sign_test(1, 4) - 12.0 / 32.0).abs() < 1e-12);
        assert_eq!((sign_test(3, 3), sign_test(0, 0)), (1.0, 1.0));
    }

    #[test]
    fn answers_together() {
        let holds = |found: &[Option<bool>]| together(found);
        assert_eq!(holds(&[Some(true), Some(true)]), Holds::Yes);
        assert_eq!(
            (holds(&[Some(true), None]), holds(&[Some(true), Some(false)])),
            (Holds::Partly, Holds::Partly)
        );
        assert_eq!(
            (holds(&[Some(false), Some(false)]), holds(&[Some(false), None])),
            (Holds::No, Holds::Open)
        );
        assert_eq!(holds(&[None, None]), Holds::Open);
    }
}
