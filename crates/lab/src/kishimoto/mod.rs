//! Kishimoto: *Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search*.
//!
//! Tables 1 to 3, on other problems, because those of the paper are not available in machine-readable form.

mod hardest;
mod paper;
mod unsolved;

use crate::cell::{Cells, Task};
use crate::experiment::{About, Experiment};
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, HOW, MODERN, MateProblem, MateSearch, TESTMATE, TIME, ZUKO, search, tasks,
    verdicts,
};
use crate::report::Report;

/// A variant of df-pn, with the number of the paper's 78 problems that it left unsolved.
struct DfPnVariant {
    search: MateSearch,
    paper: Option<u64>,
}

const fn method(label: &'static str, algorithm: &'static str, paper: Option<u64>) -> DfPnVariant {
    DfPnVariant { search: search(label, algorithm), paper }
}

/// The variants of table 1, of the text, and our default. All have leaf numbers from the game, as in the paper, except WPNS:
/// the paper's adds the number of a leaf for each further child, ours adds one, so they agree if leaves are (1, 1).
const METHODS: [DfPnVariant; 10] = [
    method("df-pn", "dfpn-plus", None),
    method("df-pn + WPNS", "dfpn+wpns", Some(7)),
    method("df-pn + SNDA", "dfpn-plus+snda", Some(7)),
    method("df-pn(r)", "dfpn-plus+r", Some(14)),
    method("df-pn(r) + SNDA", "dfpn-plus+r+snda", Some(20)),
    method("df-pn + TCA", "dfpn-plus+tca", Some(8)),
    method("df-pn + TCA + NAGAI", "dfpn-plus+tca+nagai", Some(4)),
    method("df-pn + TCA + WPNS", "dfpn+tca+wpns", Some(1)),
    method("df-pn + TCA + SNDA", "dfpn-plus+tca+snda", Some(1)),
    method("default (df-pn + TCA, 1+ε)", "default", None),
];

/// WPNS and SNDA, which tables 2 and 3 compare, in their order.
const RIVALS: [&DfPnVariant; 2] = [&METHODS[7], &METHODS[8]];

fn method_named(label: &str) -> Option<&'static DfPnVariant> {
    METHODS.iter().find(|method| method.search.label == label)
}

/// The subject of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Unsolved,
    Seconds,
    Nodes,
}

/// One of the three tables.
#[derive(Clone, Copy, Debug)]
pub struct KishimotoTable {
    subject: Subject,
    name: &'static str,
    summary: &'static str,
    most: usize,
}

impl KishimotoTable {
    /// The number of problems that each variant leaves unsolved.
    pub const TABLE_1: KishimotoTable = KishimotoTable {
        subject: Subject::Unsolved,
        name: "kishimoto-table-1",
        summary: "df-pn, df-pn(r), TCA, with WPNS, NAGAI, SNDA on mate problems: how many stay unsolved",
        most: usize::MAX,
    };

    /// Time on the hardest problems.
    pub const TABLE_2: KishimotoTable = KishimotoTable {
        subject: Subject::Seconds,
        name: "kishimoto-table-2",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: time",
        most: usize::MAX,
    };

    /// Nodes on the hardest problems.
    pub const TABLE_3: KishimotoTable = KishimotoTable {
        subject: Subject::Nodes,
        name: "kishimoto-table-3",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: nodes",
        most: usize::MAX,
    };

    /// The table with at most `most` problems of each collection.
    pub const fn up_to(self, most: usize) -> KishimotoTable {
        KishimotoTable { most, ..self }
    }

    /// The collections: all of them for table 1, the hard ones for tables 2 and 3.
    fn collections(&self) -> impl Iterator<Item = Collection> {
        let all = [ZUKO, MODERN, TESTMATE, FROM_GAMES[4].of(30)];
        let count = if self.subject == Subject::Unsolved { 4 } else { 2 };
        let most = self.most;
        all.into_iter().take(count).map(move |all| all.of(all.sample.min(most)))
    }

    fn problems(&self) -> Vec<MateProblem> {
        self.collections().flat_map(|collection| collection.problems()).collect()
    }

    fn searches(&self) -> Vec<MateSearch> {
        match self.subject {
            Subject::Unsolved => METHODS.iter().map(|method| method.search).collect(),
            _ => RIVALS.iter().map(|method| method.search).collect(),
        }
    }
}

/// The paragraph on the problems.
const PROBLEMS: &str = "The paper's 78 problems (from Kato's collection, 300 to 1525 plies, with 50,000 s and 2 GB each) are not \
    available in machine form. Ours are another set: 将棋図巧, famous long and modern problems, game endings, and mates from \
    games; the paper's figures are shown to compare the order of the methods, not the numbers.";

/// The paragraph on leaf numbers.
const LEAVES: &str = "Leaf numbers come from the game: a constant here, material balance in the paper. WPNS has \
    leaves (1, 1), because the paper's WPNS adds the number of a leaf for each further child and ours adds one; with \
    these leaves the two agree.";

impl Experiment for KishimotoTable {
    fn about(&self) -> About {
        About::new(self.name, self.summary).limited(TIME).timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&self.searches(), self.problems())
    }

    fn report(&self, cells: &Cells) -> Report {
        let mut report = match self.subject {
            Subject::Unsolved => self.unsolved(cells),
            _ => self.hardest(cells),
        };
        report.notes = [PROBLEMS, LEAVES, HOW].map(String::from).to_vec();
        report.notes.push(verdicts(&self.searches(), cells, &self.problems()));
        report
    }
}
