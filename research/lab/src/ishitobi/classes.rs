//! The classes of problems that are compared.

use crate::mates::{Collection, FROM_GAMES, MateProblem, ZUKO};

/// The origin of a class of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemOrigin {
    /// Classic problems, which are known for their beauty.
    Classic,
    /// Problems from games and generators, not chosen for beauty.
    Plain,
    /// Problems composed by `yomikiri compose`: sound, and chosen by its score.
    Composed,
}

/// A class of problems.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The name in tables.
    pub name: &'static str,
    /// The origin of the problems.
    pub origin: ProblemOrigin,
    /// The problems. Those with the same name up to ` after ` come from one source and are resampled together.
    pub collection: Collection,
    /// The largest published length; longer problems are left out.
    pub longest: u32,
}

pub(super) const fn plain(name: &'static str, collection: Collection) -> Class {
    Class { name, origin: ProblemOrigin::Plain, collection, longest: u32::MAX }
}

/// Generated problems, `sample` of a collection.
pub(super) const fn generated(name: &'static str, text: &'static str, sample: usize) -> Class {
    plain("generated", Collection { name, text, sample })
}

/// All classes. A line adds another collection.
pub const CLASSES: [Class; 9] = [
    CLASSICS,
    plain("game endings", ENDINGS),
    plain("from games", FROM_GAMES[2].with_sample(30)),
    plain("from games", FROM_GAMES[3].with_sample(30)),
    plain("from games", FROM_GAMES[4].with_sample(30)),
    generated("generated, 7", yomikiri_data::TANUKI_MATE7, 30),
    generated("generated, 9", yomikiri_data::TANUKI_MATE9, 30),
    generated("generated, 11", yomikiri_data::TANUKI_MATE11, 30),
    COMPOSED_CLASS,
];

/// The problems of 将棋図巧 that are not too long for the measures.
pub(super) const CLASSICS: Class =
    Class { name: "Zukō", origin: ProblemOrigin::Classic, collection: ZUKO, longest: 25 };

/// Problems composed by `yomikiri compose`.
pub(super) const COMPOSED_CLASS: Class =
    Class { name: "composed", origin: ProblemOrigin::Composed, collection: COMPOSED, longest: u32::MAX };

/// Mates of many lengths from the endings of a few games.
pub(super) const ENDINGS: Collection =
    Collection { name: "game endings, along their mates", text: yomikiri_data::ENDINGS, sample: usize::MAX };

const COMPOSED: Collection =
    Collection { name: "composed", text: yomikiri_data::COMPOSED, sample: usize::MAX };

/// A problem and its class.
#[derive(Clone, Debug)]
pub struct Member {
    /// The class.
    pub class: Class,
    /// The problem.
    pub problem: MateProblem,
}

impl Member {
    /// The source of the problem. Problems of one source are not independent of each other.
    pub fn source(&self) -> String {
        let name = self.problem.name.split(" after ").next().unwrap_or_default();
        format!("{}: {name}", self.class.name)
    }
}

/// The problems of these classes, at most `most` of each collection.
pub fn members(classes: &[Class], most: usize) -> Vec<Member> {
    let of = |class: Class| {
        let problems = class.collection.with_sample(class.collection.sample.min(most)).problems().into_iter();
        let short = move |problem: &MateProblem| problem.plies.is_none_or(|plies| plies <= class.longest);
        problems.filter(short).map(move |problem| Member { class, problem })
    };
    classes.iter().copied().flat_map(of).collect()
}

/// The names of these classes, each once.
pub fn names<'a>(classes: impl IntoIterator<Item = &'a Class>) -> Vec<&'static str> {
    let mut names: Vec<&str> = classes.into_iter().map(|class| class.name).collect();
    names.dedup();
    names
}
