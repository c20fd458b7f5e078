//! The problems: mates from games, and brinkmates in two halves, one to fit on and one to report on.

use std::collections::HashMap;

use yomikiri_notation::sfen_list::{self, ListRow};
use yomikiri_shogi::{Position, Strictness};

use crate::mates::FROM_GAMES;

/// A set of problems.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProblemSet {
    /// The name in tables.
    pub name: &'static str,
    files: &'static [(&'static str, &'static str)],
    kind: Kind,
    /// The largest number of problems, evenly spread over the set.
    sample: usize,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// All rows.
    All,
    /// The rows of a half of the suite, from games or not.
    Suite { half: Half, from_games: bool },
    /// One row in two.
    Rows { half: Half },
}

/// A half of a set. Problems with the same origin are in the same half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// Leaf numbers are fitted on this one.
    Training,
    /// All reports are on this one.
    HeldOut,
}

/// The number of rows of a file that are used: the suite had no more when leaf numbers were fitted.
const ROWS: usize = 400;
/// The number of rows of the suite of which the held-out half is used. Rows that are added later change no report.
const SUITE_ROWS: usize = 500;

const MATES: &[(&str, &str)] = &[
    ("mate3", FROM_GAMES[0].text),
    ("mate5", FROM_GAMES[1].text),
    ("mate7", FROM_GAMES[2].text),
    ("mate9", FROM_GAMES[3].text),
    ("mate11", FROM_GAMES[4].text),
];
const SUITE: &[(&str, &str)] = &[("suite", yomikiri_data::HISSHI_SUITE)];
const KNOWN: &[(&str, &str)] =
    &[("hisshi", yomikiri_data::HISSHI), ("generated", yomikiri_data::HISSHI_GENERATED)];

impl ProblemSet {
    /// As many mates as in the paper.
    pub const fn mates(half: Half) -> ProblemSet {
        ProblemSet { name: "mates", files: MATES, kind: Kind::Rows { half }, sample: 55 }
    }

    /// Brinkmates of the suite that come from games.
    pub const fn from_games(half: Half) -> ProblemSet {
        let kind = Kind::Suite { half, from_games: true };
        ProblemSet { name: "brinkmates from games", files: SUITE, kind, sample: usize::MAX }
    }

    /// The other brinkmates of the suite.
    pub const fn changed(half: Half) -> ProblemSet {
        let kind = Kind::Suite { half, from_games: false };
        ProblemSet { name: "brinkmates by changes", files: SUITE, kind, sample: usize::MAX }
    }

    /// Brinkmates from other sources.
    pub const KNOWN: ProblemSet =
        ProblemSet { name: "brinkmates, known", files: KNOWN, kind: Kind::All, sample: 35 };

    /// Its problems, at most `most`.
    pub fn problems(&self, most: usize) -> Vec<BrinkmateProblem> {
        let mut rows = Vec::new();
        for (file, text) in self.files {
            let mut origins = HashMap::new();
            let of_file = (1..=self.kind.rows()).zip(sfen_list::unread_rows(text));
            let of_set = of_file.filter(|(number, (_, row))| self.kind.has(*number, row, &mut origins));
            rows.extend(of_set.map(|(number, row)| (*file, number, row)));
        }
        let count = self.sample.min(most).min(rows.len());
        (0..count).filter_map(|at| self.problem(rows[at * rows.len() / count])).collect()
    }

    /// The problem of a row, which has this number in its file. The files are our own, and all their rows can be read.
    fn problem(&self, (file, number, row): (&'static str, usize, (usize, &str))) -> Option<BrinkmateProblem> {
        let row = ListRow::read(row, Strictness::Strict);
        // In the files of brinkmates, column 2 holds the name, followed by the line.
        let name = row.columns.get(1).and_then(|name| name.split(" line=").next());
        let name =
            name.filter(|name| !name.is_empty()).map_or_else(|| format!("{file} {number}"), str::to_owned);
        let position = row.record.ok()?.initial;
        Some(BrinkmateProblem { set: self.name, row: (file, number), name, position })
    }
}

impl Kind {
    fn rows(self) -> usize {
        match self {
            Kind::Suite { half: Half::HeldOut, .. } => SUITE_ROWS,
            _ => ROWS,
        }
    }

    fn has(self, number: usize, row: &str, origins: &mut HashMap<String, usize>) -> bool {
        let in_half = |number: usize, half: Half| number.is_multiple_of(2) == (half == Half::HeldOut);
        match self {
            Kind::All => true,
            Kind::Rows { half } => in_half(number, half),
            Kind::Suite { half, from_games } => {
                let made = row.split('\t').nth(3).map_or("", str::trim).split(';').next().unwrap_or_default();
                let next = origins.len();
                let origin = *origins.entry(made.to_owned()).or_insert(next);
                let is_from_game = made.starts_with("played on from ") || made.starts_with("changed from ya");
                is_from_game == from_games && in_half(origin, half)
            }
        }
    }
}

/// A problem of a set.
#[derive(Clone, Debug)]
pub(super) struct BrinkmateProblem {
    pub set: &'static str,
    /// The file and the number of the row in it.
    pub row: (&'static str, usize),
    pub name: String,
    pub position: Position,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn halves_share_neither_problems_nor_origins() {
        let of = |half| [ProblemSet::from_games(half), ProblemSet::changed(half), ProblemSet::mates(half)];
        let [training, held_out] = [Half::Training, Half::HeldOut].map(|half| {
            let all = |set: ProblemSet| ProblemSet { sample: usize::MAX, ..set }.problems(usize::MAX);
            of(half).into_iter().flat_map(all).map(|problem| problem.row).collect::<HashSet<_>>()
        });
        assert!(training.is_disjoint(&held_out));
        assert!(
            training.len().abs_diff(held_out.len()) < training.len() / 2,
            "{} : {}",
            training.len(),
            held_out.len()
        );
        for half in [Half::Training, Half::HeldOut] {
            for set in of(half) {
                let all = set.problems(usize::MAX).len();
                assert!(all >= 30, "{}: {all}", set.name);
                assert_eq!(set.problems(7).len(), 7, "{}", set.name);
            }
        }
        let held_out = [ProblemSet::from_games(Half::HeldOut), ProblemSet::changed(Half::HeldOut)];
        let rows: Vec<usize> =
            held_out.iter().flat_map(|set| set.problems(usize::MAX)).map(|problem| problem.row.1).collect();
        assert!(rows.len() == 326 && rows.iter().any(|&row| row > ROWS), "{}", rows.len());
        assert_eq!(ProblemSet::KNOWN.problems(usize::MAX).len(), 35);
    }
}
