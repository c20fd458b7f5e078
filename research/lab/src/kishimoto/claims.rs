//! The paper's claims on tables 1 to 3, held against the measurements.

use super::hardest::pair;
use super::paper::{HARDEST, Hardest};
use super::{KishimotoTable, LeafSource, RIVALS, rivals, unsolved};
use crate::cell::{Cell, Cells};
use crate::mates::{MateProblem, SearchClaim, both_solve, claim, figure, is_solved, ratio, solved_by_one};
use crate::report::{Claim, Holds};
use crate::sign_test::solves_more;

/// The variant that leaves fewer problems unsolved comes first.
const COMPARISONS: [SearchClaim; 8] = [
    claim(
        "Table 1: TCA leaves fewer problems unsolved than df-pn(r) (8 : 14 of 78)",
        ["df-pn + TCA", "df-pn(r)"],
    ),
    claim("Table 1: NAGAI improves TCA (4 : 8)", ["df-pn + TCA + NAGAI", "df-pn + TCA"]),
    claim("Table 1: WPNS improves TCA (1 : 8)", ["df-pn + TCA + WPNS", "df-pn + TCA"]),
    claim("Table 1: SNDA improves TCA (1 : 8)", ["df-pn + TCA + SNDA", "df-pn + TCA"]),
    claim("Table 1: SNDA is better than NAGAI (1 : 4)", ["df-pn + TCA + SNDA", "df-pn + TCA + NAGAI"]),
    claim("Table 1: SNDA makes df-pn(r) worse (20 : 14)", ["df-pn(r)", "df-pn(r) + SNDA"]),
    claim(
        "Results: without TCA, WPNS leaves more problems unsolved (7 : 1)",
        ["df-pn + TCA + WPNS", "df-pn + WPNS"],
    ),
    claim(
        "Results: without TCA, SNDA leaves more problems unsolved (7 : 1)",
        ["df-pn + TCA + SNDA", "df-pn + SNDA"],
    ),
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
    let pairs = pairs.iter().map(|pair| pair.map(Some));
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

/// A claim with the findings for all kinds of leaf numbers. `finding` gives what was found and whether it agrees with the paper,
/// or `None` if nothing was measured.
fn for_all_leaves(
    paper: impl Into<String>,
    finding: impl Fn(LeafSource) -> Option<(String, Option<bool>)>,
) -> Claim {
    let (mut findings, mut holds) = (Vec::new(), Vec::new());
    for leaves in LeafSource::ALL {
        let (text, found) = finding(leaves).unzip();
        findings.extend(text);
        holds.push(found.flatten());
    }
    Claim::new(paper, findings.join("; "), Holds::together(&holds))
}

/// A finding that names its leaf numbers at the end.
fn with(leaves: LeafSource, (text, holds): (String, Option<bool>)) -> Option<(String, Option<bool>)> {
    Some((format!("{text}, with {}", leaves.name()), holds))
}

impl KishimotoTable {
    /// The claims on table 1 and its text.
    pub(super) fn claims_on_unsolved(&self, cells: &Cells) -> Vec<Claim> {
        let mut claims: Vec<Claim> = COMPARISONS.iter().map(|claim| self.compared(claim, cells)).collect();
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
        let paper = format!("{NODES_ON_HARDEST} (here within the limit of this table)");
        claims.push(for_all_leaves(paper, |leaves| {
            with(leaves, on_hardest(self.both_solve(RIVAL_LABELS, leaves, cells), "nodes"))
        }));
        claims
    }

    /// The claim on the nodes a second of WPNS and SNDA.
    fn rates(&self, cells: &Cells) -> Claim {
        let paper = "Results: WPNS visits more nodes a second than SNDA (about 37 % more)";
        for_all_leaves(paper, |leaves| {
            let pairs = self.both_solve(RIVAL_LABELS, leaves, cells);
            let mean = |key: &str| ratio(pairs.iter().map(|pair| pair.map(Some)), key).0;
            let rate = mean("nodes")? / mean("cpu_seconds")?;
            Some((format!("{rate:.2} times SNDA's with {}", leaves.name()), Some(rate > 1.0)))
        })
    }

    fn compared(&self, claim: &SearchClaim, cells: &Cells) -> Claim {
        let labels = claim.searches;
        for_all_leaves(claim.paper, |leaves| {
            let [better, worse] = labels.map(|label| self.unsolved_by(label, leaves, cells));
            let ((better, all), (worse, _)) = (better?, worse?);
            let alone = solved_by_one(unsolved::pair(labels, leaves)?, &self.problems(), cells);
            let (alone, found) = solves_more(alone);
            Some((format!("{better} : {worse} of {all} with {} ({alone})", leaves.name()), found))
        })
    }

    fn duel(&self, paper: &str, labels: [&str; 2], cells: &Cells, agrees: impl Fn(f64) -> bool) -> Claim {
        for_all_leaves(paper, |leaves| {
            let pairs = self.both_solve(labels, leaves, cells);
            let nodes = |cell: &Cell| cell.count("nodes");
            let fewer = pairs.iter().filter(|[one, other]| nodes(one) < nodes(other)).count();
            let differ = pairs.iter().filter(|[one, other]| nodes(one) != nodes(other)).count();
            let finding = format!("fewer nodes on {fewer} of {differ} that differ");
            with(leaves, (finding, (differ > 0).then(|| agrees(fewer as f64 / differ as f64))))
        })
    }

    /// The claims on tables 2 and 3.
    pub(super) fn claims_on_hardest(&self, cells: &Cells) -> Vec<Claim> {
        let problems = self.problems();
        let mut claims =
            vec![for_all_leaves("Results: WPNS solves the same problems as SNDA (77 of 78)", |leaves| {
                with(leaves, same_problems(leaves, cells, &problems))
            })];
        for (key, paper) in [
            ("nodes", NODES_ON_HARDEST),
            ("cpu_seconds", "Table 2: on the hardest, SNDA is 2.5 to 6.2 times quicker than WPNS"),
        ] {
            claims.push(for_all_leaves(paper, |leaves| {
                with(leaves, on_hardest(both_solve(rivals(leaves), &problems, cells), key))
            }));
        }
        claims.extend(HARDEST.iter().filter_map(|hardest| {
            let problem = problems.iter().find(|problem| problem.name == hardest.ours)?;
            Some(claim_on(hardest, |leaves| pair(leaves, cells, problem)))
        }));
        claims
    }
}

/// Whether WPNS and SNDA solve the same problems.
fn same_problems(leaves: LeafSource, cells: &Cells, problems: &[MateProblem]) -> (String, Option<bool>) {
    let pairs: Vec<[Option<&Cell>; 2]> =
        problems.iter().map(|problem| pair(leaves, cells, problem)).collect();
    let [weak, snda] = [0, 1].map(|at| pairs.iter().filter(|pair| is_solved(pair[at])).count());
    let measured = pairs.iter().any(|[weak, _]| weak.is_some());
    let same = pairs.iter().all(|[weak, snda]| is_solved(*weak) == is_solved(*snda));
    (format!("WPNS {weak}, SNDA {snda} of {}", problems.len()), measured.then_some(same))
}

/// The claim that SNDA expands fewer nodes than WPNS on one of the paper's hardest problems. `cells` has their cells.
fn claim_on<'a>(hardest: &Hardest, cells: impl Fn(LeafSource) -> [Option<&'a Cell>; 2]) -> Claim {
    let [weak, snda] = hardest.nodes.map(|nodes| nodes as f64);
    let paper = format!("Table 3, {}: WPNS expands {:.1} times the nodes of SNDA", hardest.name, weak / snda);
    for_all_leaves(paper, |leaves| with(leaves, fewer_nodes(cells(leaves))))
}

/// Whether SNDA expands fewer nodes than WPNS, as far as limits tell.
fn fewer_nodes([weak, snda]: [Option<&Cell>; 2]) -> (String, Option<bool>) {
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
    (format!("WPNS {}, SNDA {} nodes", bare_figure(weak), bare_figure(snda)), holds)
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
            let claim = claim_on(&HARDEST[0], |_| [weak.as_ref(), snda.as_ref()]);
            assert_eq!(claim.holds, holds, "{claim:?}");
            assert_eq!(claim.paper, "Table 3, Meta-Shinsekai: WPNS expands 7.4 times the nodes of SNDA");
        }
    }

    #[test]
    fn each_kind_of_leaf_numbers_has_its_finding() {
        let (over, solved) = (Cell::OverNodes { nodes: 8_000 }, done(json!({ "nodes": 7_000 })));
        let claim = claim_on(&HARDEST[0], |leaves| match leaves {
            LeafSource::Liberties => [Some(&over), Some(&solved)],
            LeafSource::Material => [Some(&over), Some(&over)],
        });
        assert_eq!(
            claim.ours,
            "WPNS > 8,000, SNDA 7,000 nodes, with leaf numbers from the king's liberties; WPNS > 8,000, SNDA > 8,000 nodes, \
             with leaf numbers from material"
        );
        assert_eq!(claim.holds, Holds::Partly);
    }
}
