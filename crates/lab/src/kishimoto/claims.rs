//! The paper's claims on tables 1 to 3, held against the measurements.

use super::paper::{HARDEST, Hardest};
use super::{KishimotoTable, Leaves, RIVALS};
use crate::cell::{Cell, Cells};
use crate::mates::{MateProblem, figure, is_solved, ratio};
use crate::report::{Claim, Holds};
use crate::signs::{SIGNIFICANT, sign_test};

/// Whether one variant leaves fewer problems unsolved than another.
struct Comparison {
    paper: &'static str,
    better: &'static str,
    worse: &'static str,
}

const COMPARISONS: [Comparison; 8] = [
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
    Comparison {
        paper: "Results: without TCA, SNDA leaves more problems unsolved (7 : 1)",
        better: "df-pn + TCA + SNDA",
        worse: "df-pn + SNDA",
    },
];

/// The number of problems that count as the hardest.
const HARD: usize = 10;

const NODES_ON_HARDEST: &str = "Table 3: on the hardest, WPNS expands 3.1 to 8.8 times more nodes than SNDA";

const RIVAL_LABELS: [&str; 2] = [RIVALS[0].label, RIVALS[1].label];

/// How a value of WPNS compares with that of SNDA on the problems that are hardest for WPNS, of those that both solve, and whether
/// it is at least twice as large.
fn on_hardest(mut pairs: Vec<[&Cell; 2]>, key: &str) -> (String, Option<bool>) {
    pairs.sort_by_key(|[weak, _]| std::cmp::Reverse(weak.count("nodes")));
    pairs.truncate(HARD);
    let pairs = pairs.iter().map(|[weak, snda]| (Some(*weak), Some(*snda)));
    let each: Vec<f64> = pairs.clone().filter_map(|pair| ratio([pair].into_iter(), key).0).collect();
    let (Some(mean), count) = ratio(pairs, key) else {
        return ("no problem that both solve".to_owned(), None);
    };
    let least = each.iter().copied().fold(f64::INFINITY, f64::min);
    let most = each.iter().copied().fold(0.0, f64::max);
    let finding = format!(
        "WPNS : SNDA {least:.2} to {most:.2}, geometric mean {mean:.2} ({count} problems that are hardest for WPNS and that both \
         solve)"
    );
    (finding, Some(mean >= 2.0))
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
            RIVAL_LABELS,
            cells,
            |share| (0.4..=0.6).contains(&share),
        ));
        claims.push(self.rates(cells));
        let (mut findings, mut holds) = (Vec::new(), Vec::new());
        for leaves in Leaves::ALL {
            let (finding, found) = on_hardest(self.both_solve(RIVAL_LABELS, leaves, cells), "nodes");
            findings.push(format!("{finding}, with {}", leaves.name()));
            holds.push(found);
        }
        let paper = format!("{NODES_ON_HARDEST} (here within the limit of this table)");
        claims.push(Claim::new(paper, findings.join("; "), Holds::together(&holds)));
        claims
    }

    /// The claim on the nodes a second of WPNS and SNDA.
    fn rates(&self, cells: &Cells) -> Claim {
        let (mut findings, mut holds) = (Vec::new(), Vec::new());
        for leaves in Leaves::ALL {
            let pairs = self.both_solve(RIVAL_LABELS, leaves, cells);
            let mean = |key: &str| ratio(pairs.iter().map(|[one, other]| (Some(*one), Some(*other))), key).0;
            let rate = mean("nodes").zip(mean("cpu_seconds")).map(|(nodes, time)| nodes / time);
            holds.push(rate.map(|rate| rate > 1.0));
            findings.extend(rate.map(|rate| format!("{rate:.2} times SNDA's with {}", leaves.name())));
        }
        let paper = "Results: WPNS visits more nodes a second than SNDA (about 37 % more)";
        Claim::new(paper, findings.join("; "), Holds::together(&holds))
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
        Claim::new(comparison.paper, findings.join("; "), Holds::together(&holds))
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
        Claim::new(paper, findings.join("; "), Holds::together(&holds))
    }

    /// The claims on tables 2 and 3.
    pub(super) fn claims_on_hardest(&self, cells: &Cells) -> Vec<Claim> {
        let problems = self.problems();
        let solved =
            |at: usize| problems.iter().filter(|problem| is_solved(self.pair(cells, problem)[at])).count();
        let same = problems.iter().all(|problem| {
            let [weak, snda] = self.pair(cells, problem).map(is_solved);
            weak == snda
        });
        let measured = problems.iter().any(|problem| self.pair(cells, problem)[0].is_some());
        let same_set = Claim::new(
            "Results: WPNS solves the same problems as SNDA (77 of 78)",
            format!("WPNS {}, SNDA {} of {}", solved(0), solved(1), problems.len()),
            Holds::known(measured.then_some(same)),
        );
        let both = |problem: &MateProblem| {
            let [weak, snda] =
                self.pair(cells, problem).map(|cell| cell.filter(|cell| is_solved(Some(cell))));
            Some([weak?, snda?])
        };
        let pairs: Vec<[&Cell; 2]> = problems.iter().filter_map(both).collect();
        let mut claims = vec![same_set];
        for (key, paper) in [
            ("nodes", NODES_ON_HARDEST),
            ("cpu_seconds", "Table 2: on the hardest, SNDA is 2.5 to 6.2 times quicker than WPNS"),
        ] {
            let (finding, holds) = on_hardest(pairs.clone(), key);
            claims.push(Claim::new(paper, finding, Holds::known(holds)));
        }
        let each = HARDEST.iter().filter_map(|hardest| {
            let problem = problems.iter().find(|problem| problem.name == hardest.ours)?;
            Some(self.claim_on(hardest, self.pair(cells, problem)))
        });
        claims.extend(each);
        claims
    }

    /// The claim that SNDA expands fewer nodes on one of the paper's hardest problems.
    fn claim_on(&self, hardest: &Hardest, [weak, snda]: [Option<&Cell>; 2]) -> Claim {
        let [paper_weak, paper_snda] = hardest.nodes.map(|nodes| nodes as f64);
        let paper = format!(
            "Table 3, {}: WPNS expands {:.1} times the nodes of SNDA",
            hardest.name,
            paper_weak / paper_snda
        );
        let nodes = |cell: Option<&Cell>| cell.and_then(|cell| cell.count("nodes"));
        // A search that a limit ends visits more nodes than the limit.
        let over = |cell: Option<&Cell>| match cell {
            Some(Cell::OverNodes { nodes }) => Some(*nodes),
            _ => None,
        };
        let holds = match (nodes(weak), nodes(snda)) {
            (Some(weak), Some(snda)) => Some(weak > snda),
            (None, Some(snda)) => over(weak).is_some_and(|weak| weak >= snda).then_some(true),
            (Some(weak), None) => over(snda).is_some_and(|snda| snda >= weak).then_some(false),
            (None, None) => None,
        };
        let finding = format!("WPNS {}, SNDA {} nodes", bare_figure(weak), bare_figure(snda));
        Claim::new(paper, finding, Holds::known(holds))
    }
}

/// The nodes of a search, or its limit, without the unit.
fn bare_figure(cell: Option<&Cell>) -> String {
    figure(cell, "nodes").trim_end_matches(" nodes").to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cell::done;

    #[test]
    fn the_reduction_on_one_of_the_hardest() {
        let solved = |nodes: u64| done(json!({ "nodes": nodes }));
        let over = |nodes: u64| Cell::OverNodes { nodes };
        for (weak, snda, holds) in [
            (Some(solved(9)), Some(solved(3)), Holds::Yes),
            (Some(solved(3)), Some(solved(9)), Holds::No),
            (Some(over(9)), Some(solved(3)), Holds::Yes),
            (Some(over(3)), Some(solved(9)), Holds::Open),
            (Some(solved(3)), Some(over(9)), Holds::No),
            (Some(over(9)), Some(over(9)), Holds::Open),
            (None, Some(solved(9)), Holds::Open),
        ] {
            let claim = KishimotoTable::TABLE_3.claim_on(&HARDEST[0], [weak.as_ref(), snda.as_ref()]);
            assert_eq!(claim.holds, holds, "{claim:?}");
            assert_eq!(claim.paper, "Table 3, Meta-Shinsekai: WPNS expands 7.4 times the nodes of SNDA");
        }
        let claim = KishimotoTable::TABLE_3.claim_on(&HARDEST[0], [Some(&over(8_000)), Some(&solved(7_000))]);
        assert_eq!(claim.ours, "WPNS > 8,000, SNDA 7,000 nodes");
    }
}
