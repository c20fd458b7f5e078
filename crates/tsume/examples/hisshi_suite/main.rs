//! Adds to `data/hisshi_suite.tsv`: brinkmate problems, each checked by definition.
//!
//! `cargo run --release -p yomikiri-tsume --example hisshi_suite -- SEED TRIES >> data/hisshi_suite.tsv`
//!
//! Positions from games, mate problems, known brinkmates, pieces thrown together and what was made of them are changed
//! (`change.rs`): a piece goes, comes, or moves by a square; a move and its answer are taken back, which makes a brinkmate longer;
//! a mate from a game becomes a brinkmate when pieces are taken out of the attacker's hand. What the solver then calls a brinkmate
//! with a minimal length and no mate is checked by the exhaustive checker of the tests,
//! which shares no search with the solver, and kept if no problem with the same pattern around the king is there yet. All limits
//! are by work, so with the same file to start from the same seed and tries make the same rows, and each row says its own.

mod change;
#[path = "../../tests/suite/common/exhaustive.rs"]
mod exhaustive;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use change::{distance, led_up_to, mutated, scattered, weakened};
use exhaustive::Exhaustive;
use yomikiri_pns::{Limits, Random};
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};
use yomikiri_tsume::{Brinkmate, Goal, Query, Solver, ThreatQuery, ThreatVerdict, attacker};

const SUITE: &str = "hisshi_suite.tsv";
/// Positions from games, and others.
const GAMES: [&str; 5] = [
    "yaneuraou_mate3_1000.tsv",
    "yaneuraou_mate5_1000.tsv",
    "yaneuraou_mate7_1000.tsv",
    "yaneuraou_mate9_1000.tsv",
    "yo_testmate.sfen",
];
const OTHERS: [&str; 4] = ["hisshi.tsv", "hisshi_generated.tsv", "tanuki_mate5.tsv", "tanuki_mate7.tsv"];
/// How many problems of a length are wanted at most.
struct Quota {
    length: usize,
    from_games: usize,
    from_others: usize,
    /// Of those that go back to one position.
    one_origin: usize,
}

const WANTED: [Quota; 4] = [
    Quota { length: 1, from_games: 45, from_others: 180, one_origin: 2 },
    Quota { length: 3, from_games: 40, from_others: 70, one_origin: 4 },
    Quota { length: 5, from_games: 25, from_others: 35, one_origin: 6 },
    Quota { length: 7, from_games: 20, from_others: 30, one_origin: 8 },
];
/// Limits of the solver, for a first win and for the shortest, and of the checker, with the longest mates that it looks for.
const FIRST_NODES: u64 = 4_000;
const FIRST_NODES_FROM_LONG: u64 = 15_000;
const NODES: u64 = 300_000;
const POSITIONS: u64 = 300_000;
const MATE_PLIES: u32 = 5;
/// Limits of the checker where it looks for positions to begin with.
const SCAN_POSITIONS: u64 = 1_000_000;
const SCAN_MATE_PLIES: u32 = 3;
/// Longer problems are made from those whose defender holds no more: with a full hand the shortest length takes long to prove.
const SMALL_HAND: u32 = 8;
/// So many moves and answers are taken back until one fits.
const LEADS: usize = 30;

#[derive(Clone)]
struct Source {
    /// What it was made from in the first place: file and line.
    origin: String,
    position: Position,
    /// Plies of the brinkmate and its line, if one is known.
    length: usize,
    line: Vec<Move>,
}

/// The position with pieces out of the attacker's hand until he has no mate.
fn without_mate(position: &Position, random: &mut Random) -> Option<Position> {
    let mut position = weakened(position, random)?;
    let mut exhaustive = Exhaustive::new(attacker(&position), MATE_PLIES, SCAN_POSITIONS);
    while exhaustive.mate(&mut position.clone()).ok()?.is_some() {
        position = weakened(&position, random)?;
    }
    Some(position)
}

/// Whether some move leaves the defender without a defence; no if that takes too much.
fn threatened(position: &Position) -> bool {
    let mut exhaustive = Exhaustive::new(attacker(position), SCAN_MATE_PLIES, SCAN_POSITIONS);
    let mut at = position.clone();
    position.legal_moves().into_iter().any(|mv| exhaustive.wins_by(&mut at, mv, 1).unwrap_or(false))
}

fn from_game(origin: &str) -> bool {
    GAMES.iter().any(|file| origin.starts_with(file))
}

/// The positions of a file.
fn read(file: &str) -> Vec<Source> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut sources = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let Ok(position) = Position::from_sfen(columns.next().unwrap_or_default()) else { continue };
        let length = columns.next().and_then(|plies| plies.strip_prefix("hisshi")?.parse().ok()).unwrap_or(0);
        let origin = line.split("changed from ").nth(1).and_then(|rest| rest.split(';').next());
        let origin = origin.map_or_else(|| format!("{file}:{}", number + 1), str::to_owned);
        let line = line.split("line=").nth(1).and_then(|rest| rest.split('\t').next()).unwrap_or_default();
        let line = line.split(' ').filter_map(|mv| mv.parse().ok()).collect();
        sources.push(Source { origin, position, length, line });
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

/// The solution, if the position is a problem, one of the length wanted, and the checker agrees.
fn solution(position: &Position, first_nodes: u64, wanted: impl Fn(usize) -> bool) -> Option<Brinkmate> {
    let attacker = attacker(position);
    let brinkmate = |nodes, goal, memory| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let query = Query { limits, goal, ..Query::default() };
        let query = ThreatQuery { query, ..ThreatQuery::default() };
        match Solver::new(memory).ok()?.solve_threats(position, attacker, &query, &mut |_| {}).ok()?.verdict {
            ThreatVerdict::Brinkmate(found) => Some(found),
            _ => None,
        }
    };
    let first = brinkmate(first_nodes, Goal::First, 2 << 20)?;
    if !(1..=first.length()).any(&wanted) {
        return None;
    }
    let found = brinkmate(NODES, Goal::Shortest, 16 << 20)?;
    if !found.minimal || !found.no_mate || !wanted(found.length()) {
        return None;
    }
    let mut exhaustive = Exhaustive::new(attacker, MATE_PLIES, POSITIONS);
    let first = *found.line.first()?;
    let mut position = position.clone();
    let sound = exhaustive.wins_by(&mut position, first, found.length() as u32).ok()?
        && exhaustive.mate(&mut position).ok()?.is_none();
    sound.then_some(found)
}

/// Everything that problems are made from.
struct Workshop {
    seed: u64,
    random: Random,
    /// How often pieces were thrown together: these positions are numbered.
    thrown: u64,
    games: Vec<Source>,
    others: Vec<Source>,
    /// Problems, those of the suite first.
    made: Vec<Source>,
}

impl Workshop {
    fn new(seed: u64) -> Workshop {
        let all = |files: &[&str]| files.iter().flat_map(|file| read(file)).collect();
        Workshop {
            seed,
            random: Random::new(seed),
            thrown: 0,
            games: all(&GAMES),
            others: all(&OTHERS),
            made: read(SUITE),
        }
    }

    /// A new position and what it was made from.
    fn next(&mut self) -> Option<Source> {
        let random = &mut self.random;
        let changed = |source: &Source, position: Position| Source { position, ..source.clone() };
        match random.below(16) {
            0 => {
                let source = &self.others[random.below(self.others.len())];
                Some(changed(source, mutated(&source.position, random)?))
            }
            1 => {
                let position = scattered(random)?;
                self.thrown += 1;
                let origin = format!("random pieces {}-{}", self.seed, self.thrown);
                Some(Source { origin, position, length: 0, line: Vec::new() })
            }
            2..=8 => {
                let source = &self.games[random.below(self.games.len())];
                let position = without_mate(&source.position, random)?;
                threatened(&position).then(|| changed(source, position))
            }
            kind => {
                // Each length as often as any other, although the short ones are many; half of the time from games.
                let lengths = [1, 3, 5, 7];
                let length = random.of(&lengths)?;
                let games = random.one_in(2);
                let right = |source: &&Source| {
                    let held = source.position.hand(!attacker(&source.position)).total();
                    source.length == length
                        && if games { from_game(&source.origin) } else { held <= SMALL_HAND }
                };
                let sources: Vec<&Source> = self.made.iter().filter(right).collect();
                let source = random.of(&sources)?;
                let position = if kind <= 12 {
                    (0..LEADS).find_map(|_| led_up_to(&source.position, random))?
                } else {
                    mutated(&source.position, random)?
                };
                Some(changed(source, position))
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(tries)), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        eprintln!("usage: hisshi_suite SEED TRIES");
        std::process::exit(2);
    };
    let mut workshop = Workshop::new(seed);
    let mut patterns: HashSet<String> =
        workshop.made.iter().map(|known| pattern(&known.position, &known.line)).collect();
    let mut made: HashMap<(usize, bool), usize> = HashMap::new();
    let mut from_origin: HashMap<(usize, String), usize> = HashMap::new();
    for known in &workshop.made {
        *made.entry((known.length, from_game(&known.origin))).or_default() += 1;
        *from_origin.entry((known.length, known.origin.clone())).or_default() += 1;
    }
    for tried in 1..=tries {
        let Some(source) = workshop.next() else { continue };
        let game = from_game(&source.origin);
        let wanted = |length: usize| {
            let all = made.get(&(length, game)).copied().unwrap_or(0);
            let of_origin = from_origin.get(&(length, source.origin.clone())).copied().unwrap_or(0);
            let quota = WANTED.iter().find(|quota| quota.length == length);
            quota.is_some_and(|quota| {
                all < if game { quota.from_games } else { quota.from_others } && of_origin < quota.one_origin
            })
        };
        let first_nodes = if source.length > 1 || game { FIRST_NODES_FROM_LONG } else { FIRST_NODES };
        let Some(found) = solution(&source.position, first_nodes, wanted) else { continue };
        let length = found.length();
        if !patterns.insert(pattern(&source.position, &found.line)) {
            continue;
        }
        let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
        workshop.made.push(Source { length, line: found.line, ..source.clone() });
        println!(
            "{}\thisshi{length}\tsuite-{:03} line={}\tchanged from {}; seed {seed}, try {tried}; {} defences to the first move; \
             checked by definition, mates within {MATE_PLIES}",
            source.position.to_sfen(),
            workshop.made.len(),
            line.join(" "),
            source.origin,
            found.defences.len()
        );
        *made.entry((length, game)).or_default() += 1;
        *from_origin.entry((length, source.origin)).or_default() += 1;
    }
}
