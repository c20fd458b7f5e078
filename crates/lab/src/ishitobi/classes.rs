//! Which problems are held against which.

use crate::mates::{Collection, FROM_GAMES, MateProblem, ZUKO};

/// Where problems come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The beautiful ones.
    Classic,
    /// From games and generators: nobody looked for beauty.
    Plain,
    /// Composed by `yomikiri compose`: sound, and to its taste.
    Composed,
}

/// Problems of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name in tables.
    pub name: &'static str,
    /// Where its problems come from.
    pub origin: Origin,
    /// Its problems; those of one name up to ` after ` come from one source and are drawn together.
    pub collection: Collection,
    /// Those that were published with more plies are left out.
    pub longest: u32,
}

const fn plain(name: &'static str, collection: Collection) -> Class {
    Class { name, origin: Origin::Plain, collection, longest: u32::MAX }
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
pub const CLASSES: [Class; 9] = [
    Class { name: "Zukō", origin: Origin::Classic, collection: ZUKO, longest: 25 },
    plain("game endings", ENDINGS),
    plain("from games", FROM_GAMES[2].of(30)),
    plain("from games", FROM_GAMES[3].of(30)),
    plain("from games", FROM_GAMES[4].of(30)),
    plain("generated", tanuki!("7")),
    plain("generated", tanuki!("9")),
    plain("generated", tanuki!("11")),
    Class { name: "composed", origin: Origin::Composed, collection: COMPOSED, longest: u32::MAX },
];

/// Mates of every length from the ends of a few games.
const ENDINGS: Collection = Collection {
    name: "game endings, along their mates",
    text: include_str!("../../../../data/endings.tsv"),
    sample: usize::MAX,
};

/// What `yomikiri compose` has composed.
const COMPOSED: Collection =
    Collection { name: "composed", text: include_str!("../../../../data/composed.tsv"), sample: usize::MAX };

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
    names_of(|_| true)
}

/// The names of the classes that come from there.
pub fn names_from(origin: Origin) -> Vec<&'static str> {
    names_of(|class| class.origin == origin)
}

fn names_of(which: impl Fn(&Class) -> bool) -> Vec<&'static str> {
    let mut names: Vec<&str> = CLASSES.iter().filter(|&class| which(class)).map(|class| class.name).collect();
    names.dedup();
    names
}
