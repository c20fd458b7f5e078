//! Makes `data/hisshi_suite.tsv`: brinkmate problems, each checked by definition.
//!
//! `cargo run --release -p yomikiri-tsume --example hisshi_suite -- SEED > data/hisshi_suite.tsv`
//!
//! Positions from games (mates that were played), known brinkmates and what was made of them are changed a little: a piece goes,
//! comes, or moves by a square; or the king steps back, so that a sacrifice may bring it to where it was. What the solver then calls a brinkmate with a minimal length and no mate is checked by the exhaustive checker of
//! the tests, which shares no search with the solver, and kept if no problem with the same pattern around the king is there
//! yet. All limits are by work, so the same seed makes the same file.

#[path = "../tests/common/exhaustive.rs"]
mod exhaustive;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use exhaustive::Exhaustive;
use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};
use yomikiri_tsume::{Brinkmate, Query, ThreatQuery, ThreatSolver, ThreatVerdict, attacker};

/// How many problems of each length are wanted at most, and in all.
const WANTED: [(usize, usize); 4] = [(1, 180), (3, 80), (5, 60), (7, 40)];
const TOTAL: usize = 205;
/// Problems that may come from one source.
const FROM_ONE_SOURCE: usize = 4;
const FROM_ONE_LONG_SOURCE: usize = 12;
const TRIES: usize = 2_000_000;
/// Limits of the solver, for a first win and for the shortest, and of the checker; mates are checked up to so many plies.
const FIRST_NODES: u64 = 4_000;
const NODES: u64 = 300_000;
const POSITIONS: u64 = 6_000_000;
const MATE_PLIES: u32 = 5;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

struct Source {
    name: String,
    position: Position,
}

/// What problems are made from.
fn sources() -> Vec<Source> {
    let files = [
        "hisshi.tsv",
        "hisshi_generated.tsv",
        "yaneuraou_mate3_1000.tsv",
        "yaneuraou_mate5_1000.tsv",
        "yaneuraou_mate7_1000.tsv",
        "yaneuraou_mate9_1000.tsv",
        "tanuki_mate5.tsv",
        "tanuki_mate7.tsv",
    ];
    let mut sources = Vec::new();
    for file in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let sfen = line.split('\t').next().unwrap_or_default();
            if let Ok(position) = Position::from_sfen(sfen) {
                sources.push(Source { name: format!("{file}:{}", number + 1), position });
            }
        }
    }
    sources
}

/// The position with one to three small changes, or nothing if that is no legal position with something to defend.
fn mutated(position: &Position, random: &mut Random) -> Option<Position> {
    let attacker = attacker(position);
    let mut builder = copy(position);
    let king = position.king(!attacker)?;
    for _ in 0..1 + random.below(3) {
        let near = || Square::all().filter(|&square| distance(square, king) <= 3 && square != king);
        let pieces: Vec<Square> = near().filter(|&square| builder.board[square.index()].is_some()).collect();
        let empty: Vec<Square> = near().filter(|&square| builder.board[square.index()].is_none()).collect();
        let kind = PieceKind::HAND[random.below(PieceKind::HAND.len())];
        let side = random.below(2);
        match random.below(5) {
            // Out of a hand, and into one.
            0 => {
                let held = builder.hands[side].count(kind).checked_sub(1)?;
                builder.hands[side] = builder.hands[side].with(kind, held)?;
            }
            1 => {
                let held = builder.hands[side].count(kind) + 1;
                builder.hands[side] = builder.hands[side].with(kind, held)?;
            }
            // Off the board.
            2 => {
                let &square = pieces.get(random.below(pieces.len().max(1)))?;
                let gone = builder.board[square.index()].filter(|piece| piece.kind() != PieceKind::King)?;
                builder.set(square, None);
                if random.below(2) == 0 {
                    let kind = gone.kind().unpromoted();
                    let held = builder.hands[side].count(kind) + 1;
                    builder.hands[side] = builder.hands[side].with(kind, held)?;
                }
            }
            // On to it.
            3 => {
                let &square = empty.get(random.below(empty.len().max(1)))?;
                let owner = if random.below(2) == 0 { Color::Black } else { Color::White };
                builder.set(square, Some(Piece::new(kind, owner)));
            }
            // By a square.
            _ => {
                let &from = pieces.get(random.below(pieces.len().max(1)))?;
                let &to = empty.get(random.below(empty.len().max(1)))?;
                if distance(from, to) > 1 {
                    return None;
                }
                let piece = builder.board[from.index()];
                builder.set(from, None);
                builder.set(to, piece);
            }
        }
    }
    let position = builder.build(Strictness::Strict).ok()?;
    (position.side_to_move() == attacker && position.king(!attacker).is_some()).then_some(position)
}

/// A position from which a sacrifice may lead to this one: the king stands a step aside, and the attacker holds a piece that he can
/// drop where it stands now.
fn extended(position: &Position, random: &mut Random) -> Option<Position> {
    let attacker = attacker(position);
    let king = position.king(!attacker)?;
    let mut builder = copy(position);
    let aside: Vec<Square> =
        Square::all().filter(|&to| distance(to, king) == 1 && position.piece_at(to).is_none()).collect();
    let &to = aside.get(random.below(aside.len().max(1)))?;
    builder.set(to, position.piece_at(king));
    builder.set(king, None);
    let kind = PieceKind::HAND[random.below(PieceKind::HAND.len())];
    let (own, other) = (attacker.index(), (!attacker).index());
    if let Some(held) = builder.hands[other].count(kind).checked_sub(1) {
        builder.hands[other] = builder.hands[other].with(kind, held)?;
    }
    builder.hands[own] = builder.hands[own].with(kind, builder.hands[own].count(kind) + 1)?;
    builder.build(Strictness::Strict).ok()
}

fn copy(position: &Position) -> PositionBuilder {
    let mut builder = PositionBuilder::new();
    for square in Square::all() {
        builder.set(square, position.piece_at(square));
    }
    builder.side_to_move = position.side_to_move();
    builder.hands = [position.hand(Color::Black), position.hand(Color::White)];
    builder
}

fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// What tells problems apart: the pieces within two squares of the king and the solution seen from there, the same for a
/// position and its mirror image.
fn pattern(position: &Position, brinkmate: &Brinkmate) -> String {
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
        let line: Vec<_> = brinkmate
            .line
            .iter()
            .map(|&mv| turned(mv))
            .map(|mv| (place(mv.to()), mv.dropped().map(PieceKind::letter)))
            .collect();
        format!("{around:?} {line:?}")
    };
    written(false).min(written(true))
}

/// The solution, if the position is a problem, one of the length wanted, and the checker agrees.
fn solution(position: &Position, wanted: impl Fn(usize) -> bool) -> Option<Brinkmate> {
    let attacker = attacker(position);
    let brinkmate = |nodes, first| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let query = Query { limits, first, ..Query::default() };
        let query = ThreatQuery { query, ..ThreatQuery::default() };
        match ThreatSolver::new(16 << 20).solve(position, attacker, &query, &mut |_| {}).ok()?.verdict {
            ThreatVerdict::Brinkmate(found) => Some(found),
            _ => None,
        }
    };
    let first = brinkmate(FIRST_NODES, true)?;
    if first.length() == 1 && !wanted(1) {
        return None;
    }
    let found = brinkmate(NODES, false)?;
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

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = Random(seed);
    let mut sources = sources();
    let given = sources.len();
    // The one that is known.
    let mut long: Vec<usize> = (0..given).filter(|&number| sources[number].name == "hisshi.tsv:2").collect();
    let mut patterns = HashSet::new();
    let mut per_source: HashMap<usize, usize> = HashMap::new();
    let mut problems: Vec<(usize, String)> = Vec::new();
    for tried in 0..TRIES {
        if problems.len() == TOTAL {
            break;
        }
        // Half of the time from what was made already: brinkmates lie close together.
        let made = sources.len() - given;
        let number =
            if made > 0 && random.below(2) == 0 { given + random.below(made) } else { random.below(given) };
        let source = &sources[number];
        let made_from = if number >= given && random.below(3) > 0 { extended } else { mutated };
        let Some(position) = made_from(&source.position, &mut random) else { continue };
        let most = if long.contains(&number) { FROM_ONE_LONG_SOURCE } else { FROM_ONE_SOURCE };
        if per_source.get(&number).is_some_and(|&made| made >= most) {
            continue;
        }
        let wanted = |length: usize| {
            let made = problems.iter().filter(|(known, _)| *known == length).count();
            WANTED.iter().any(|&(known, wanted)| known == length && made < wanted)
        };
        let Some(found) = solution(&position, wanted) else { continue };
        let length = found.length();
        if !patterns.insert(pattern(&position, &found)) {
            continue;
        }
        *per_source.entry(number).or_default() += 1;
        let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
        let notes = format!(
            "changed from {}; {} defences to the first move; checked by definition, mates within {MATE_PLIES}",
            source.name,
            found.defences.len()
        );
        eprintln!("{} after {tried} tries: {length} plies", problems.len() + 1);
        let name = source.name.clone();
        if length > 1 {
            long.push(sources.len());
        }
        sources.push(Source { name, position: position.clone() });
        problems.push((
            length,
            format!("{}\thisshi{length}\t@ line={}\t{notes}", position.to_sfen(), line.join(" ")),
        ));
    }
    problems.sort_by_key(|(length, _)| *length);
    println!(
        "# Brinkmate problems made by crates/tsume/examples/hisshi_suite.rs, seed {seed}; see data/README.md"
    );
    for (number, (_, row)) in problems.iter().enumerate() {
        println!("{}", row.replace("\t@ ", &format!("\tsuite-{:03} ", number + 1)));
    }
}
