//! The rows of `data/hisshi_suite.tsv`: what is there, what is wanted, and what a new row must satisfy.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};
use yomikiri_tsume::{
    Brinkmate, BrinkmateLeafWeights, BrinkmateOptions, BrinkmateVerdict, Goal, SolveOptions, Solver,
    Techniques, attacker,
};

use crate::change::distance;
use crate::exhaustive::Exhaustive;

const FILE: &str = "hisshi_suite.tsv";
/// Positions from games.
pub const GAMES: [&str; 5] = [
    "yaneuraou_mate3_1000.tsv",
    "yaneuraou_mate5_1000.tsv",
    "yaneuraou_mate7_1000.tsv",
    "yaneuraou_mate9_1000.tsv",
    "yo_testmate.sfen",
];
/// More of them, which are played on but not changed.
pub const MORE_GAMES: [&str; 2] = ["yaneuraou_mate11_1000.tsv", "nshogi_no-mate-1-ply.tsv"];
/// The size of the whole suite.
const ROWS: usize = 500;
/// The longest mates that the checker looks for.
pub const MATE_PLIES: u32 = 5;

/// How a position was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Making {
    /// It came up when a game was played on.
    Played,
    /// A position from a game was changed.
    ChangedFromGame,
    /// Another position was changed.
    ChangedFromOther,
}

impl Making {
    const WORDS: [(&str, bool); 2] = [("played on from ", true), ("changed from ", false)];

    fn of(played: bool, origin: &str) -> Making {
        match (played, GAMES.iter().chain(&MORE_GAMES).any(|file| origin.starts_with(file))) {
            (true, _) => Making::Played,
            (false, true) => Making::ChangedFromGame,
            (false, false) => Making::ChangedFromOther,
        }
    }

    fn words(self) -> &'static str {
        Making::WORDS[usize::from(self != Making::Played)].0
    }
}

/// How many changed positions of a length are wanted at most.
struct Quota {
    length: usize,
    from_games: usize,
    from_others: usize,
    /// Of those that go back to one position.
    one_origin: usize,
}

const WANTED: [Quota; 5] = [
    Quota { length: 1, from_games: 45, from_others: 180, one_origin: 2 },
    Quota { length: 3, from_games: 40, from_others: 70, one_origin: 4 },
    Quota { length: 5, from_games: 25, from_others: 35, one_origin: 6 },
    Quota { length: 7, from_games: 20, from_others: 30, one_origin: 8 },
    Quota { length: 9, from_games: 0, from_others: 0, one_origin: 0 },
];

/// A position and what it was made from.
#[derive(Clone)]
pub struct Source {
    /// What it was made from in the first place: file and line.
    pub origin: String,
    pub making: Making,
    pub position: Position,
    /// Plies of the brinkmate and its line, if one is known.
    pub length: usize,
    pub line: Vec<Move>,
}

/// The positions of a file of the data.
pub fn read(file: &str) -> Vec<Source> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut sources = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let Ok(position) = Position::from_sfen(columns.next().unwrap_or_default()) else { continue };
        let length = columns.next().and_then(|plies| plies.strip_prefix("hisshi")?.parse().ok()).unwrap_or(0);
        let made = Making::WORDS.iter().find_map(|(words, played)| {
            let origin = line.split(words).nth(1)?.split(';').next()?;
            Some((origin.to_owned(), *played))
        });
        let (origin, played) = made.unwrap_or_else(|| (format!("{file}:{}", number + 1), false));
        let line = line.split("line=").nth(1).and_then(|rest| rest.split('\t').next()).unwrap_or_default();
        let line = line.split(' ').filter_map(|mv| mv.parse().ok()).collect();
        sources.push(Source { making: Making::of(played, &origin), origin, position, length, line });
    }
    sources
}

/// What distinguishes problems: the pieces within two squares of the king and the solution seen from there, the same for a
/// position and its mirror image.
fn pattern(position: &Position, line: &[Move]) -> String {
    let attacker = attacker(position);
    let position = if attacker == Color::Black { position.clone() } else { position.flipped() };
    let turned = |mv: Move| if attacker == Color::Black { mv } else { mv.rotated() };
    let Some(king) = position.king(Color::White) else { return String::new() };
    let written = |mirrored: bool| {
        let sign = if mirrored { -1 } else { 1 };
        let place = |square: Square| {
            let file = sign * (square.file() as i32 - king.file() as i32);
            (file, square.rank() as i32 - king.rank() as i32)
        };
        let mut around: Vec<_> = Square::all()
            .filter(|&square| distance(square, king) <= 2)
            .filter_map(|square| Some((place(square), position.piece_at(square)?.to_string())))
            .collect();
        around.sort();
        let line: Vec<_> = line
            .iter()
            .map(|&mv| turned(mv))
            .map(|mv| (place(mv.to()), mv.dropped().map(PieceKind::letter)))
            .collect();
        format!("{around:?} {line:?}")
    };
    written(false).min(written(true))
}

/// The suite with what was added.
pub struct Suite {
    /// All problems, those of the file first.
    pub problems: Vec<Source>,
    patterns: HashSet<String>,
    by_length: HashMap<(usize, Making), usize>,
    by_origin: HashMap<(Option<usize>, Making, String), usize>,
}

impl Suite {
    /// The suite of the data.
    pub fn read() -> Suite {
        let mut suite = Suite {
            problems: Vec::new(),
            patterns: HashSet::new(),
            by_length: HashMap::new(),
            by_origin: HashMap::new(),
        };
        for problem in read(FILE) {
            suite.count(&problem);
            suite.problems.push(problem);
        }
        suite
    }

    fn count(&mut self, problem: &Source) -> bool {
        let Source { origin, making, length, .. } = problem;
        if !self.patterns.insert(pattern(&problem.position, &problem.line)) {
            return false;
        }
        *self.by_length.entry((*length, *making)).or_default() += 1;
        for length in [None, Some(*length)] {
            *self.by_origin.entry((length, *making, origin.clone())).or_default() += 1;
        }
        true
    }

    /// Whether it has as many rows as it should.
    pub fn is_full(&self) -> bool {
        self.problems.len() >= ROWS
    }

    /// Whether more problems of this length are wanted from there. A game gives one problem.
    pub fn wants(&self, length: usize, making: Making, origin: &str) -> bool {
        let of_origin =
            |length| self.by_origin.get(&(length, making, origin.to_owned())).copied().unwrap_or(0);
        let all = self.by_length.get(&(length, making)).copied().unwrap_or(0);
        let Some(quota) = WANTED.iter().find(|quota| quota.length == length) else { return false };
        match making {
            Making::Played => of_origin(None) == 0,
            Making::ChangedFromGame => all < quota.from_games && of_origin(Some(length)) < quota.one_origin,
            Making::ChangedFromOther => all < quota.from_others && of_origin(Some(length)) < quota.one_origin,
        }
    }

    /// Adds a problem and prints its row, unless one with the same pattern is there. `how` says how to make it again.
    pub fn add(&mut self, source: Source, found: Brinkmate, how: &str) {
        let (length, defences) = (found.length(), found.defences.len());
        let source = Source { length, line: found.line, ..source };
        if !self.count(&source) {
            return;
        }
        let line: Vec<String> = source.line.iter().map(Move::to_string).collect();
        println!(
            "{}\thisshi{length}\tsuite-{:03} line={}\t{}{}; {how}; {defences} defences to the first move; checked by \
             definition, mates within {MATE_PLIES}",
            source.position.to_sfen(),
            self.problems.len() + 1,
            line.join(" "),
            source.making.words(),
            source.origin,
        );
        self.problems.push(source);
    }
}

/// A brinkmate that the solver finds within a number of nodes.
fn brinkmate(position: &Position, nodes: u64, goal: Goal, memory: usize) -> Option<Brinkmate> {
    let limits = Limits { visits: Some(nodes), ..Limits::default() };
    // Whatever the solver's default, so that the same rows are made again.
    let threat_leaves = BrinkmateLeafWeights { attack: 100, quiet: 100, quiet_liberty: 100 };
    let techniques = Techniques { threat_leaves, ..Techniques::default() };
    let options = SolveOptions { limits, goal, techniques, ..SolveOptions::default() };
    let options = BrinkmateOptions { solve: options, ..BrinkmateOptions::default() };
    let mut solver = Solver::new(memory).ok()?;
    match solver.solve_threats(position, attacker(position), &options, &mut |_| {}).ok()?.verdict {
        BrinkmateVerdict::Brinkmate(found) => Some(found),
        _ => None,
    }
}

/// Limits of the work on a position.
#[derive(Clone, Copy)]
pub struct Work {
    /// Nodes of the search for a first win.
    pub first: u64,
    /// Nodes of the search for the shortest.
    pub shortest: u64,
    /// Positions of the checker.
    pub positions: u64,
}

/// The solution, if the position is a problem of a length that is wanted, and the checker agrees.
pub fn solution(position: &Position, work: Work, wanted: impl Fn(usize) -> bool) -> Option<Brinkmate> {
    let first = brinkmate(position, work.first, Goal::AnyMate, 2 << 20)?;
    if !(1..=first.length()).any(&wanted) {
        return None;
    }
    let found = brinkmate(position, work.shortest, Goal::Shortest, 16 << 20)?;
    if !found.minimal || !found.no_mate || !wanted(found.length()) {
        return None;
    }
    let mut exhaustive = Exhaustive::new(attacker(position), MATE_PLIES, work.positions);
    let first = *found.line.first()?;
    let mut position = position.clone();
    let sound = exhaustive.wins_by(&mut position, first, found.length() as u32).ok()?
        && exhaustive.mate(&mut position).ok()?.is_none();
    sound.then_some(found)
}
