//! The figures printed in the paper: 78 problems of 300 to 1525 plies, with 50,000 seconds and 2 GB each.

/// The number of problems in the paper.
pub const PROBLEMS: u64 = 78;

/// A problem of tables 2 and 3.
#[derive(Clone, Copy, Debug)]
pub struct Hardest {
    /// The name in the paper.
    pub name: &'static str,
    /// The name in our collection of long problems.
    pub ours: &'static str,
    /// Seconds with df-pn + TCA + WPNS, and with SNDA.
    pub seconds: [f64; 2],
    /// Node expansions with df-pn + TCA + WPNS, and with SNDA.
    pub nodes: [u64; 2],
}

/// Tables 2 and 3.
pub const HARDEST: [Hardest; 3] = [
    Hardest {
        name: "Meta-Shinsekai",
        ours: "メタ新世界",
        seconds: [45_356.0, 7_298.0],
        nodes: [7_775_332_911, 1_045_623_765],
    },
    Hardest {
        name: "Sekitoba",
        ours: "赤兎馬",
        seconds: [18_545.0, 7_241.0],
        nodes: [3_260_072_126, 1_048_715_194],
    },
    Hardest {
        name: "Megalopolis",
        ours: "メガロポリス",
        seconds: [48_907.0, 13_590.0],
        nodes: [7_479_994_586, 853_059_521],
    },
];

/// A comparison of two searches in the text.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The searches.
    pub names: [&'static str; 2],
    /// The number of problems that both solve.
    pub both: u64,
    /// The number of problems on which each search is faster, where the text gives it.
    pub quicker: [Option<u64>; 2],
}

/// The comparisons of the section on results.
pub const DUELS: [Duel; 2] = [
    Duel { names: ["df-pn + TCA", "df-pn(r)"], both: 63, quicker: [Some(40), None] },
    Duel { names: ["df-pn + TCA + SNDA", "df-pn + TCA + WPNS"], both: 77, quicker: [Some(38), Some(39)] },
];
