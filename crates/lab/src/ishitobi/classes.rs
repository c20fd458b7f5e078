//! Which problems are held against which.

use crate::mates::{Collection, FROM_GAMES, MateProblem, ZUKO};

/// Problems of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name in tables.
    pub name: &'static str,
    /// Whether these are the beautiful ones.
    pub classic: bool,
    /// Its problems; those of one name up to ` after ` come from one source and are drawn together.
    pub collection: Collection,
    /// Those that were published with more plies are left out.
    pub longest: u32,
}

const fn plain(name: &'static str, collection: Collection) -> Class {
    Class { name, classic: false, collection, longest: u32::MAX }
}

macro_rules! tanuki {
    ($plies:literal) => {
        Collection {
            name: concat!("generated, ", $plies),
            text: include_str!(concat!("../../../../data/tanuki_mate", $plies, ".tsv")),
            sample: 30,
        }
    };
}

/// Every class. Another collection is another line.
pub const CLASSES: [Class; 8] = [
    Class { name: "Zukō", classic: true, collection: ZUKO, longest: 25 },
    plain("game endings", ENDINGS),
    plain("from games", FROM_GAMES[2].of(30)),
    plain("from games", FROM_GAMES[3].of(30)),
    plain("from games", FROM_GAMES[4].of(30)),
    plain("generated", tanuki!("7")),
    plain("generated", tanuki!("9")),
    plain("generated", tanuki!("11")),
];

/// Mates of every length from the ends of a few games.
const ENDINGS: Collection = Collection {
    name: "game endings, along their mates",
    text: include_str!("../../../../data/endings.tsv"),
    sample: usize::MAX,
};

/// A problem and its class.
#[derive(Clone, Debug)]
pub struct Member {
    /// The class.
    pub class: Class,
    /// The problem.
    pub problem: MateProblem,
}

impl Member {
    /// What it comes from: problems of one source are not independent of each other.
    pub fn source(&self) -> String {
        let name = self.problem.name.split(" after ").next().unwrap_or_default();
        format!("{}: {name}", self.class.name)
    }
}

/// At most so many problems of each collection.
pub fn members(most: usize) -> Vec<Member> {
    let of = |class: Class| {
        let problems = class.collection.of(class.collection.sample.min(most)).problems().into_iter();
        let short = move |problem: &MateProblem| problem.plies.is_none_or(|plies| plies <= class.longest);
        problems.filter(short).map(move |problem| Member { class, problem })
    };
    CLASSES.into_iter().flat_map(of).collect()
}

/// The classes' names, classics first.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
    names.dedup();
    names
}
