//! Kishimoto: *Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search*. Tables
//! 1 to 3, over problems that play the part of the paper's, which are not to be had in a form that programs can read.

mod hardest;
mod paper;
mod unsolved;

use std::time::Duration;

use crate::cell::{Cells, Task};
use crate::experiment::Experiment;
use crate::mates::{
    CLOCK, Collection, FROM_GAMES, HOW, MODERN, MateProblem, MateSearch, TESTMATE, TIME, ZUKO, search, tasks,
    verdicts,
};
use crate::report::Report;

/// A search, and how many of its 78 problems the paper could not solve with it.
struct Method {
    search: MateSearch,
    paper: Option<u64>,
}

const fn method(label: &'static str, algorithm: &'static str, paper: Option<u64>) -> Method {
    Method { search: search(label, algorithm), paper }
}

/// Those of table 1, of the text, and our own. All have leaf numbers from the game, as in the paper, but for WPNS: the paper's
/// adds a leaf's number for each further child, ours adds one, so they agree if leaves are (1, 1).
const METHODS: [Method; 10] = [
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

/// WPNS and SNDA, in the order of tables 2 and 3.
const RIVALS: [&Method; 2] = [&METHODS[7], &METHODS[8]];

fn method_named(label: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.search.label == label)
}

/// One of the three tables.
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
    /// How many problems each variant leaves unsolved.
    pub const TABLE_1: KishimotoTable = KishimotoTable {
        subject: Subject::Unsolved,
        name: "kishimoto-table-1",
        summary: "df-pn, df-pn(r), TCA, with WPNS, NAGAI, SNDA on mate problems: how many stay unsolved",
        most: usize::MAX,
    };

    /// Time on the hardest.
    pub const TABLE_2: KishimotoTable = KishimotoTable {
        subject: Subject::Seconds,
        name: "kishimoto-table-2",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: time",
        most: usize::MAX,
    };

    /// Nodes on the hardest.
    pub const TABLE_3: KishimotoTable = KishimotoTable {
        subject: Subject::Nodes,
        name: "kishimoto-table-3",
        summary: "TCA + WPNS and TCA + SNDA on the hardest mate problems: nodes",
        most: usize::MAX,
    };

    /// The same table with at most so many problems of each collection.
    pub const fn up_to(self, most: usize) -> KishimotoTable {
        KishimotoTable { most, ..self }
    }

    /// Hard problems are what tables 2 and 3 are about.
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

/// What the reports begin with.
const PROBLEMS: &str = "The paper's 78 problems (from Kato's collection, 300 to 1525 plies, with 50,000 s and 2 GB each) are not \
    available in machine form. Ours are another set: 将棋図巧, famous long and modern problems, game endings, and mates from \
    games; the paper's figures stand beside ours to compare the methods' order, not the numbers.";

/// What our variants have at their leaves.
const LEAVES: &str = "Leaf numbers are the game's, a constant here where the paper has material balance. WPNS has (1, 1): the paper's \
    WPNS adds a leaf's number for each child but one, ours adds one, which comes to the same with such leaves only.";

impl Experiment for KishimotoTable {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn tasks(&self) -> Vec<Task> {
        tasks(&self.searches(), self.problems())
    }

    fn time(&self) -> Option<Duration> {
        Some(TIME)
    }

    fn clock(&self) -> &'static str {
        CLOCK
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
