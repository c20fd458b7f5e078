//! Kishimoto: *Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search*.
//!
//! Tables 1 to 3, on other problems, because those of the paper are not available in machine-readable form.

mod claims;
mod hardest;
mod paper;
mod unsolved;

use std::time::Duration;

use crate::cell::{Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, MODERN, MateProblem, MateSearch, TESTMATE, ZUKO, how, search, tasks,
    verdicts,
};
use crate::report::Report;

/// A variant of df-pn, with the number of the paper's 78 problems that it left unsolved.
#[derive(Clone, Copy)]
struct DfPnVariant {
    label: &'static str,
    algorithm: &'static str,
    paper: Option<u64>,
}

const fn variant(label: &'static str, algorithm: &'static str, paper: Option<u64>) -> DfPnVariant {
    DfPnVariant { label, algorithm, paper }
}

/// The variants of table 1 and of the text, TCA with the update of distances switched on, and our default. All have the same leaf
/// numbers.
const VARIANTS: [DfPnVariant; 11] = [
    variant("df-pn", "dfpn-plus", None),
    variant("df-pn + WPNS", "dfpn-plus+wpns", Some(7)),
    variant("df-pn + SNDA", "dfpn-plus+snda", Some(7)),
    variant("df-pn(r)", "dfpn-plus+r", Some(14)),
    variant("df-pn(r) + SNDA", "dfpn-plus+r+snda", Some(20)),
    variant("df-pn + TCA", "dfpn-plus+tca", Some(8)),
    variant("df-pn + TCA, distances updated", "dfpn-plus+tca-distance", None),
    variant("df-pn + TCA + NAGAI", "dfpn-plus+tca+nagai", Some(4)),
    variant("df-pn + TCA + WPNS", "dfpn-plus+tca+wpns", Some(1)),
    variant("df-pn + TCA + SNDA", "dfpn-plus+tca+snda", Some(1)),
    variant("default (df-pn, stall guard, 1+ε)", "default", None),
];

/// Where the leaf numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafSource {
    /// A constant and the king's liberties: the mate solver's, until they were fitted to more features.
    Liberties,
    /// The material of both sides, as in the paper.
    Material,
}

impl LeafSource {
    const ALL: [LeafSource; 2] = [LeafSource::Liberties, LeafSource::Material];

    fn name(self) -> &'static str {
        match self {
            LeafSource::Liberties => "leaf numbers from the king's liberties",
            LeafSource::Material => "leaf numbers from material",
        }
    }
}

impl DfPnVariant {
    const fn search(self, leaves: LeafSource) -> MateSearch {
        let search = search(self.label, self.algorithm);
        match leaves {
            LeafSource::Liberties => search.leaves("", yomikiri_tsume::LeafWeights::LIBERTIES),
            LeafSource::Material => search.material(),
        }
    }

    fn named(label: &str) -> Option<DfPnVariant> {
        VARIANTS.into_iter().find(|variant| variant.label == label)
    }
}

/// WPNS and SNDA, which tables 2 and 3 compare, in their order.
const RIVALS: [DfPnVariant; 2] = [VARIANTS[8], VARIANTS[9]];

/// What a table shows of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Unsolved,
    Seconds,
    Nodes,
}

/// One of the three tables.
#[derive(Clone, Copy, Debug)]
pub struct KishimotoTable {
    quantity: Quantity,
    name: &'static str,
    summary: &'static str,
    takes: &'static str,
    nodes: u64,
    most: usize,
}

impl KishimotoTable {
    /// The number of problems that each variant leaves unsolved.
    pub const TABLE_1: KishimotoTable = KishimotoTable {
        quantity: Quantity::Unsolved,
        name: "kishimoto-table-1",
        summary: "df-pn, df-pn(r), TCA, with WPNS, NAGAI, SNDA on mate problems: how many stay unsolved",
        takes: "16 min",
        nodes: 400_000,
        most: usize::MAX,
    };

    /// Time on the hardest problems.
    pub const TABLE_2: KishimotoTable = KishimotoTable {
        quantity: Quantity::Seconds,
        name: "kishimoto-table-2",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: time",
        takes: "1.6 h, with 3, 4 GB",
        nodes: 32_000_000,
        most: usize::MAX,
    };

    /// Nodes on the hardest problems.
    pub const TABLE_3: KishimotoTable = KishimotoTable {
        quantity: Quantity::Nodes,
        name: "kishimoto-table-3",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: nodes",
        takes: "1.6 h, with 2, 4 GB",
        ..KishimotoTable::TABLE_2
    };

    /// The table with at most `most` problems of each collection.
    pub const fn up_to(self, most: usize) -> KishimotoTable {
        KishimotoTable { most, ..self }
    }

    /// The collections: all of them for table 1, the hard ones for tables 2 and 3.
    fn collections(&self) -> impl Iterator<Item = Collection> {
        let all = [ZUKO, MODERN, TESTMATE, FROM_GAMES[4].with_sample(30)];
        let count = if self.quantity == Quantity::Unsolved { 4 } else { 2 };
        let most = self.most;
        all.into_iter().take(count).map(move |all| all.with_sample(all.sample.min(most)))
    }

    fn problems(&self) -> Vec<MateProblem> {
        self.collections().flat_map(|collection| collection.problems()).collect()
    }

    fn searches(&self) -> Vec<MateSearch> {
        let with = |leaves: LeafSource| match self.quantity {
            Quantity::Unsolved => VARIANTS.map(|variant| variant.search(leaves)).to_vec(),
            _ => rivals(leaves).to_vec(),
        };
        LeafSource::ALL.into_iter().flat_map(with).collect()
    }
}

/// WPNS and SNDA, with a large table.
fn rivals(leaves: LeafSource) -> [MateSearch; 2] {
    RIVALS.map(|variant| variant.search(leaves).gibibytes(4))
}

/// The paragraph on the problems.
const PROBLEMS: &str = "The paper's 78 problems (from Kato's collection, 300 to 1525 plies, with 50,000 s and 2 GB each) are not \
    available in machine form. Ours are another set: 将棋図巧, famous long and modern problems, game endings, and mates from \
    games; the paper's figures are shown to compare the order of the methods, not the numbers.";

/// The paragraph on leaf numbers.
const LEAVES: &str = "Leaf numbers are the same for all variants, and WPNS adds (b − 1) · h(n), as in the paper. *From \
    the king's liberties*: a constant, plus a share of it for each liberty of the king; these were the mate solver's before they \
    were fitted to more features, and they stay here so that a later fit changes none of these tables. *From material*: the \
    paper's h(n) is based on the material balance, without a formula; ours adds to the constant in proportion to the share of all \
    material that the other side has. Mates in one are recognised at leaves.";

impl Experiment for KishimotoTable {
    fn info(&self) -> ExperimentInfo {
        // The time limit is only there to end a search that does not advance.
        let seconds = if self.quantity == Quantity::Unsolved { 1800 } else { 40_000 };
        ExperimentInfo::new(self.name, self.summary)
            .limited(Duration::from_secs(seconds))
            .limited_to(self.nodes)
            .taking(self.takes)
            .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&self.searches(), self.problems())
    }

    fn report(&self, cells: &Cells) -> Report {
        let mut report = match self.quantity {
            Quantity::Unsolved => self.unsolved(cells),
            _ => self.hardest(cells),
        };
        report.notes = [PROBLEMS, LEAVES].map(String::from).to_vec();
        report.notes.push(how(self.searches()[0].memory));
        report.notes.push(verdicts(&self.searches(), cells, &self.problems()));
        report.claims = match self.quantity {
            Quantity::Unsolved => self.claims_on_unsolved(cells),
            _ => self.claims_on_hardest(cells),
        };
        report
    }
}
