//! Comparisons of mate searches with the solver's default: the effect of each technique, and the best leaf numbers.

use std::time::Duration;

use yomikiri_tsume::LeafWeights;

use crate::cell::{Cell, Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, MEMORY, MateProblem, MateSearch, SearchClaim, ZUKO, claim, how, is_solved,
    ratio, search, tasks, verdicts,
};
use crate::plot::Drawing;
use crate::report::{Claim, Holds, Report, Table, grouped, seconds, two_decimals};
use crate::sign_test::{SIGNIFICANT, sign_test};

/// A comparison of searches with the first of them, over suites of problems.
#[derive(Clone, Copy, Debug)]
pub struct MateComparison {
    name: &'static str,
    summary: &'static str,
    title: &'static str,
    note: &'static str,
    searches: &'static [MateSearch],
    suites: &'static [Suite],
    claims: &'static [SearchClaim],
    /// The largest number of problems of each suite.
    most: usize,
}

/// Problems of a collection, chosen by number.
#[derive(Clone, Copy, Debug)]
struct Suite {
    name: &'static str,
    collection: Collection,
    takes: fn(usize) -> bool,
}

/// Each technique switched off or changed.
pub const MATE_TECHNIQUES: MateComparison = MateComparison {
    name: "mate-techniques",
    summary: "what the techniques of the mate solver are worth: nodes and CPU time with each one off or changed",
    title: "What the techniques of the mate solver are worth",
    note: "A ratio above 1 means that the changed search needs more than the default. Problems that only one of the \
        two solves are not in the ratio, so look at the number of unsolved problems first. The problems were chosen by \
        another solver: KomoringHeights took 0.12 to 0.7 s for each.",
    searches: &TECHNIQUES,
    suites: &[Suite {
        name: "29 problems of 将棋図巧",
        collection: ZUKO,
        takes: |number| SUITE.contains(&number),
    }],
    claims: &[
        claim(
            "Kishimoto, *The infinite loop problem*: df-pn needs a guard against loops",
            ["default", "no guard against loops"],
        ),
        claim("Kishimoto, *Results*: TCA is better than df-pn(r)", ["TCA as published", "df-pn(r)"]),
        claim("Kishimoto, *Results*: WPNS improves df-pn with a guard", ["with WPNS", "default"]),
        claim("Kishimoto, *Results*: SNDA improves df-pn with a guard", ["with SNDA", "default"]),
        claim("Kishimoto, *Results*: NAGAI improves df-pn with a guard", ["with NAGAI", "default"]),
        claim("Kishimoto, *Results*: SNDA is better than NAGAI", ["with SNDA", "with NAGAI"]),
    ],
    most: usize::MAX,
};

/// The leaf numbers and others.
pub const LEAF_NUMBERS: MateComparison = MateComparison {
    name: "leaf-numbers",
    summary: "what the features of the mate solver's leaf numbers are worth: nodes and CPU time without them",
    title: "The numbers of a new leaf",
    note: "The number of a new leaf grows with the evasions of the defender, or with the king's liberties and falls with the \
        attacker's checks; what was captured and what may be captured counts as well. The weights were fitted by \
        `research/lab/examples/fit_leaves.rs` on the odd problems of 将棋図巧 and on mates from games, changes were kept if the even \
        problems agreed, and the mates from games below were never looked at. The size of the unit matters because the search \
        also adds ones: one to a threshold, one for a delayed move.",
    searches: &LEAVES,
    suites: &[
        Suite {
            name: "fitted: the odd problems of 将棋図巧",
            collection: ZUKO,
            takes: |number| number % 2 == 1,
        },
        Suite {
            name: "chosen: the even problems of 将棋図巧",
            collection: ZUKO,
            takes: |number| number % 2 == 0,
        },
        Suite {
            name: "held aside: mates in 9 from games",
            collection: FROM_GAMES[3].with_sample(60),
            takes: |_| true,
        },
    ],
    claims: &[claim(
        "Kishimoto, *Setup*: leaves have an estimate h(n) in every version (the paper does not measure its effect)",
        ["fitted", "all leaves alike"],
    )],
    most: usize::MAX,
};

/// The default, then one change per line.
const TECHNIQUES: [MateSearch; 22] = [
    search("default", "default"),
    search("no guard against loops", "default+unguarded"),
    search("TCA as published", "default+tca"),
    search("df-pn(r)", "default+r"),
    search("ε = 0 (thresholds +1)", "dfpn-plus+stall-guard"),
    search("ε = 0.125", "default+epsilon=0.125"),
    search("ε = 0.5", "default+epsilon=0.5"),
    search("with WPNS", "default+wpns"),
    search("with WPNS, leaf numbers (1, 1)", "default+wpns+unit"),
    search("with SNDA", "default+snda"),
    search("with NAGAI", "default+nagai"),
    search("no delayed interpositions", "default").without("delay"),
    search("no dominance", "default").without("dominance"),
    search("no proof hands", "default").without("proof-hands"),
    search("no borrowed numbers", "default").without("borrowing"),
    search("TCA, no borrowed numbers", "default+tca").without("borrowing"),
    search("leaf number 1", "default").without("fine-leaves"),
    search("the king's liberties do not count", "default").without("liberties"),
    search("evasions and checks do not count", "default").without("move-counts"),
    search("captures do not count", "default").without("captures"),
    search("no mate in one at leaves", "default").without("mate-in-one"),
    search("mate in one when entered", "default+delayed"),
];

const LEAVES: [MateSearch; 12] = [
    search("fitted", "default"),
    search("only liberties", "default").leaves("only liberties", LeafWeights::LIBERTIES),
    search("no liberties", "default").without("liberties"),
    search("no move counts", "default").without("move-counts"),
    search("no captures", "default").without("captures"),
    search("all leaves alike", "default").without("liberties,move-counts,captures"),
    search("unit 1", "default").leaves("unit 1", LeafWeights { unit: 1, ..LeafWeights::FITTED }),
    search("unit 8", "default").leaves("unit 8", LeafWeights { unit: 8, ..LeafWeights::FITTED }),
    search("unit 32", "default").leaves("unit 32", LeafWeights { unit: 32, ..LeafWeights::FITTED }),
    search("unit 128", "default").leaves("unit 128", LeafWeights { unit: 128, ..LeafWeights::FITTED }),
    search("unit 512", "default").leaves("unit 512", LeafWeights { unit: 512, ..LeafWeights::FITTED }),
    search("unit 2048", "default").leaves("unit 2048", LeafWeights { unit: 2048, ..LeafWeights::FITTED }),
];

/// Problems of 将棋図巧 that KomoringHeights solves in 0.12 to 0.7 s
/// (research/data/reference_times.tsv). Choosing by another solver favours none of ours.
const SUITE: [usize; 29] = [
    3, 6, 9, 12, 17, 25, 27, 31, 32, 41, 43, 44, 48, 50, 52, 53, 55, 57, 59, 60, 61, 62, 67, 75, 78, 86, 93,
    96, 97,
];

impl MateComparison {
    /// The comparison with at most `most` problems of each suite.
    pub const fn up_to(self, most: usize) -> MateComparison {
        MateComparison { most, ..self }
    }

    fn problems(&self, suite: &Suite) -> Vec<MateProblem> {
        let in_suite = |problem: &MateProblem| (suite.takes)(problem.number);
        suite.collection.problems().into_iter().filter(in_suite).take(self.most).collect()
    }

    fn all_problems(&self) -> Vec<MateProblem> {
        self.suites.iter().flat_map(|suite| self.problems(suite)).collect()
    }

    fn table(&self, cells: &Cells, suite: &Suite) -> Table {
        let problems = &self.problems(suite);
        let title = format!(
            "{}: {} problems; ratios to the default over the problems that both solve",
            suite.name,
            problems.len()
        );
        let heading = "search | setting | solved | unsolved | nodes : default | CPU : default | over | \
            nodes to the solved | CPU [s]";
        let mut table = Table::new(title, heading);
        for search in self.searches {
            let found: Vec<&Cell> =
                problems.iter().filter_map(|problem| search.cell(cells, problem)).collect();
            let solved = found.iter().filter(|cell| is_solved(Some(cell))).count();
            let (nodes, over) = self.beside_default(cells, problems, search, "nodes");
            let (time, _) = self.beside_default(cells, problems, search, "cpu_seconds");
            table.rows.push(vec![
                search.label.to_owned(),
                format!("`{}`", search.setting()),
                solved.to_string(),
                (found.len() - solved).to_string(),
                two_decimals(nodes),
                two_decimals(time),
                over.to_string(),
                grouped(found.iter().filter_map(|cell| cell.count("nodes")).sum()),
                seconds(found.iter().filter_map(|cell| cell.number("cpu_seconds")).sum()),
            ]);
        }
        table
    }

    /// What the suites say to a claim. A search is better if it takes fewer nodes on most of the problems on which the two
    /// differ, more than chance gives; an unsolved problem takes more nodes than a solved one.
    fn claim(&self, cells: &Cells, claim: &SearchClaim) -> Claim {
        let [better, worse] =
            claim.searches.map(|name| self.searches.iter().find(|search| search.label == name));
        let (mut findings, mut holds) = (Vec::new(), Vec::new());
        for suite in self.suites {
            let problems = self.problems(suite);
            let pair = |problem: &MateProblem| {
                let [one, other] = [better, worse].map(|search| search?.cell(cells, problem));
                Some([one?, other?])
            };
            let pairs: Vec<[&Cell; 2]> = problems.iter().filter_map(pair).collect();
            let nodes = |cell: &Cell| cell.count("nodes").unwrap_or(u64::MAX);
            let fewer = pairs.iter().filter(|[one, other]| nodes(one) < nodes(other)).count();
            let more = pairs.iter().filter(|[one, other]| nodes(one) > nodes(other)).count();
            let unsolved = |at: usize| pairs.iter().filter(|pair| !is_solved(Some(pair[at]))).count();
            let (mean, _) = ratio(pairs.iter().map(|pair| pair.map(Some)), "nodes");
            let chance = sign_test(fewer, more);
            findings.push(format!(
                "{}: {} times the nodes where both solve, fewer on {fewer} and more on {more} of {} (p = {chance:.3}), unsolved \
                 {} : {}",
                suite.name,
                two_decimals(mean),
                pairs.len(),
                unsolved(0),
                unsolved(1),
            ));
            holds.push((chance < SIGNIFICANT).then_some(fewer > more));
        }
        let finding = format!("*{}*. {}", claim.searches.join("* beside *"), findings.join("; "));
        Claim::new(claim.paper, finding, Holds::together(&holds))
    }

    /// The geometric mean ratio of a value to that of the default, and the number of problems in it.
    fn beside_default(
        &self,
        cells: &Cells,
        problems: &[MateProblem],
        search: &MateSearch,
        key: &str,
    ) -> (Option<f64>, usize) {
        let pair =
            |problem: &MateProblem| [search, &self.searches[0]].map(|search| search.cell(cells, problem));
        ratio(problems.iter().map(pair), key)
    }
}

impl Experiment for MateComparison {
    fn info(&self) -> ExperimentInfo {
        // The time limit is only there to end a search that does not advance.
        let (time, nodes) = (Duration::from_secs(600), 500_000);
        ExperimentInfo::new(self.name, self.summary)
            .limited(time)
            .limited_to(nodes)
            .taking("2 min")
            .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(self.searches, self.all_problems())
    }

    fn report(&self, cells: &Cells) -> Report {
        let problems = self.all_problems();
        let drawing = |(key, title): (&str, &str)| {
            let bar = |search: &MateSearch| {
                let (mean, _) = self.beside_default(cells, &problems, search, key);
                (search.label.to_owned(), vec![mean.unwrap_or(0.0)])
            };
            let label = "for each one of the default, geometric mean";
            Drawing::bars(title, label, [key.replace('_', " ")], self.searches.iter().map(bar))
        };
        let records = problems
            .iter()
            .flat_map(|problem| self.searches.iter().map(move |search| search.record(cells, problem)));
        Report {
            title: self.title.to_owned(),
            notes: vec![self.note.to_owned(), how(MEMORY), verdicts(self.searches, cells, &problems)],
            tables: self.suites.iter().map(|suite| self.table(cells, suite)).collect(),
            records: records.collect(),
            drawings: [("nodes", "Nodes beside the default"), ("cpu_seconds", "CPU time beside the default")]
                .map(drawing)
                .to_vec(),
            claims: self.claims.iter().map(|claim| self.claim(cells, claim)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_on_searches_of_their_comparison() {
        for comparison in [MATE_TECHNIQUES, LEAF_NUMBERS] {
            for name in comparison.claims.iter().flat_map(|claim| claim.searches) {
                assert!(comparison.searches.iter().any(|search| search.label == name), "{name}");
            }
        }
    }
}
