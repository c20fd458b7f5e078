//! The paper's claims, held against the measurements.

use super::problems::BrinkmateProblem;
use super::search::BrinkmateSearch;
use super::{METHODS, NAGAI, NAGAI_PLUS, PROPOSED, SETS, STRONGER_FIRST, SoedaBrinkmate};
use crate::bootstrap::{Median, ratio_text};
use crate::cell::Cells;
use crate::report::{Claim, Holds, grouped};

/// Yes if a ratio is above a bound beyond doubt, no if it is below.
pub(super) fn above(ratio: Option<Median>, bound: f64) -> Holds {
    Holds::known(
        ratio.and_then(
            |ratio| {
                if ratio.low > bound { Some(true) } else { (ratio.high < bound).then_some(false) }
            },
        ),
    )
}

/// The verdict on a claim that two measures bear on.
fn both(one: Holds, other: Holds) -> Holds {
    match (one, other) {
        _ if one == other => one,
        (Holds::Yes, _) | (_, Holds::Yes) => Holds::Partly,
        (Holds::No, Holds::Open) | (Holds::Open, Holds::No) => Holds::No,
        _ => Holds::Open,
    }
}

impl SoedaBrinkmate {
    fn solved(&self, method: &BrinkmateSearch, problems: &[BrinkmateProblem], cells: &Cells) -> String {
        format!("{} of {}", method.solved(problems, cells), problems.len())
    }

    /// What the schemes come to on each set, in words.
    pub(super) fn conclusion(&self, cells: &Cells) -> String {
        let schemes = &METHODS[..4];
        let mut sentences = Vec::new();
        for set in &SETS {
            let problems = set.problems(self.most);
            let fewest = |key: &str| {
                let ratio =
                    |method: &BrinkmateSearch| Some(method.beside(&PROPOSED, &problems, cells, key)?.value);
                let ratios = schemes.iter().filter_map(|method| Some((ratio(method)?, method.label)));
                ratios.min_by(|one, other| one.0.total_cmp(&other.0)).map_or("–", |(_, label)| label)
            };
            let most = schemes.iter().map(|method| method.solved(&problems, cells)).max().unwrap_or(0);
            let solving: Vec<&str> = schemes
                .iter()
                .filter(|method| method.solved(&problems, cells) == most)
                .map(|method| method.label)
                .collect();
            sentences.push(format!(
                "*{}*: most are solved by {} ({most} of {}); fewest nodes {}, least time {}, fewest table entries {} (by median).",
                set.name,
                solving.join(", "),
                problems.len(),
                fewest("nodes"),
                fewest("cpu_seconds"),
                fewest("table_entries"),
            ));
        }
        sentences.join(" ")
    }

    pub(super) fn claims(&self, cells: &Cells) -> Vec<Claim> {
        let (all, brinkmates) = (self.problems(true), self.problems(false));
        let mates = SETS[0].problems(self.most);
        let beside = |one: &BrinkmateSearch,
                      other: &BrinkmateSearch,
                      problems: &[BrinkmateProblem],
                      key: &str| { one.beside(other, problems, cells, key) };
        let compared = |one: &BrinkmateSearch, other: &BrinkmateSearch, problems: &[BrinkmateProblem]| {
            format!(
                "solved {} : {} of {}; nodes {}, time {}, table entries {}",
                one.solved(problems, cells),
                other.solved(problems, cells),
                problems.len(),
                ratio_text(beside(one, other, problems, "nodes")),
                ratio_text(beside(one, other, problems, "cpu_seconds")),
                ratio_text(beside(one, other, problems, "table_entries")),
            )
        };
        let better =
            |one: &BrinkmateSearch, other: &BrinkmateSearch, problems: &[BrinkmateProblem], bound: f64| {
                both(
                    above(beside(other, one, problems, "nodes"), bound),
                    above(beside(other, one, problems, "cpu_seconds"), bound),
                )
            };
        vec![
            Claim::new(
                "§1: df-pn driven λ-search solves brinkmate problems better than Nagai's method",
                format!("brinkmates, Nagai : Proposed: {}", compared(&NAGAI, &PROPOSED, &brinkmates)),
                better(&PROPOSED, &NAGAI, &brinkmates, 1.0),
            ),
            Claim::new(
                "§1: it works much better than Nagai's method with brinkmates and mates mixed (here: at least twice as well)",
                format!("all problems, Nagai : Proposed: {}", compared(&NAGAI, &PROPOSED, &all)),
                better(&PROPOSED, &NAGAI, &all, 2.0),
            ),
            Claim::new(
                "§3.1: lower orders are usually worth searching first, because they are cheaper",
                format!("mates, stronger first : Proposed: {}", compared(&STRONGER_FIRST, &PROPOSED, &mates)),
                better(&STRONGER_FIRST, &PROPOSED, &mates, 1.0),
            ),
            Claim::new(
                "§3.1, figure 1: some positions are extremely hard to disprove, so that one should not wait for the disproof \
                 of the lower orders",
                format!(
                    "brinkmates, stronger first : Proposed: {}; {}",
                    compared(&STRONGER_FIRST, &PROPOSED, &brinkmates),
                    self.widest(cells, &brinkmates)
                ),
                better(&PROPOSED, &STRONGER_FIRST, &brinkmates, 1.0),
            ),
            Claim::new(
                "§3.3.2: a fixed order works best if the order of the solution is known",
                format!("brinkmates, Nagai+ : Proposed: {}", compared(&NAGAI_PLUS, &PROPOSED, &brinkmates)),
                better(&NAGAI_PLUS, &PROPOSED, &brinkmates, 1.0),
            ),
            Claim::new(
                "§4: results on three methods (the figures were handed in separately and never published)",
                format!(
                    "solved, all problems: Nagai {}, Nagai+ {}, Proposed {}",
                    self.solved(&NAGAI, &all, cells),
                    self.solved(&NAGAI_PLUS, &all, cells),
                    self.solved(&PROPOSED, &all, cells)
                ),
                Holds::Open,
            ),
            Claim::new(
                "§5: Nagai's original method consumes much memory",
                format!(
                    "all problems, table entries Nagai : Nagai+ {}, Nagai : Proposed {}",
                    ratio_text(beside(&NAGAI, &NAGAI_PLUS, &all, "table_entries")),
                    ratio_text(beside(&NAGAI, &PROPOSED, &all, "table_entries"))
                ),
                both(
                    above(beside(&NAGAI, &NAGAI_PLUS, &all, "table_entries"), 1.0),
                    above(beside(&NAGAI, &PROPOSED, &all, "table_entries"), 1.0),
                ),
            ),
            Claim::new(
                "§5, footnote 2: perhaps because more λ² positions are involved",
                format!(
                    "all problems, nodes expanded at order 2, Nagai : Nagai+ {}",
                    ratio_text(beside(&NAGAI, &NAGAI_PLUS, &all, "expanded_at_order_2"))
                ),
                above(beside(&NAGAI, &NAGAI_PLUS, &all, "expanded_at_order_2"), 1.0),
            ),
            Claim::new(
                "§5: the proposed method is better than Nagai+",
                format!("all problems, Nagai+ : Proposed: {}", compared(&NAGAI_PLUS, &PROPOSED, &all)),
                better(&PROPOSED, &NAGAI_PLUS, &all, 1.0),
            ),
        ]
    }

    /// The problem on which waiting for the disproof of mates costs most.
    fn widest(&self, cells: &Cells, problems: &[BrinkmateProblem]) -> String {
        let nodes = |method: &BrinkmateSearch, problem: &BrinkmateProblem| {
            method.cell(cells, problem)?.count("nodes")
        };
        let costs = problems.iter().filter_map(|problem| {
            let [waiting, proposed] = [&STRONGER_FIRST, &PROPOSED].map(|method| nodes(method, problem));
            let (waiting, proposed) = (waiting?, proposed?);
            Some((waiting / proposed.max(1), waiting, proposed, &problem.name))
        });
        costs.max_by_key(|(ratio, ..)| *ratio).map_or_else(
            || "no problem is solved by both".to_owned(),
            |(_, waiting, proposed, name)| {
                format!("at most {} : {} nodes, on {name}", grouped(waiting), grouped(proposed))
            },
        )
    }
}
