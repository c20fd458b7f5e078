//! The move generators of both checkers beside that of `yomikiri_shogi`.

use yomikiri_certificate::shogi::{legal_checks, legal_moves};
use yomikiri_shogi::{Move, Position, STARTPOS, Strictness};

use super::random::Random;
use super::rows;
use yomikiri_testing::Folder;
use yomikiri_testing::checkers::{output, python, script};

/// Positions of random games that are compared.
const RANDOM_POSITIONS: usize = if cfg!(debug_assertions) { 8_000 } else { 100_000 };

fn names(moves: Vec<Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

fn compare(position: &Position) {
    let sfen = position.to_sfen();
    assert_eq!(legal_moves(&sfen).unwrap(), names(position.legal_moves()), "{sfen}");
    if position.king(!position.side_to_move()).is_some() {
        assert_eq!(legal_checks(&sfen).unwrap(), names(position.checks()), "{sfen}");
    }
}

/// Positions of the data: lists of moves, checks, evasions, short mates, problems.
fn positions_of_data() -> Vec<Position> {
    let files = [
        "shogi_legal_moves.tsv",
        "shogi_check_moves.tsv",
        "shtsume_check_gen.tsv",
        "shtsume_evasion.tsv",
        "shogi_perft.tsv",
        "nshogi_mate-1-ply.tsv",
        "nshogi_no-mate-1-ply.tsv",
        "zuko.tsv",
        "hisshi_suite.tsv",
    ];
    let mut positions = Vec::new();
    for file in files {
        for row in rows(file) {
            positions.push(Position::from_sfen_with(&row[0], Strictness::Lax).unwrap());
        }
    }
    positions
}

/// Positions of random games from positions of the data and from the start; checks are preferred, so that kings are in check often.
fn random_positions(count: usize) -> Vec<Position> {
    let mut starts = positions_of_data();
    let problems: Vec<Position> = starts.iter().map(Position::flipped).collect();
    starts.extend(problems);
    starts.push(Position::from_sfen(STARTPOS).unwrap());
    let mut random = Random::new(17);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = starts[random.below(starts.len())].clone();
        for _ in 0..60 {
            let checks = position.checks();
            let moves = if checks.is_empty() || random.one_in(2) { position.legal_moves() } else { checks };
            let Some(mv) = random.of(&moves).copied() else { break };
            let _ = position.make(mv);
            positions.push(position.clone());
        }
    }
    positions
}

#[test]
fn generator_of_the_rust_checker() {
    positions_of_data().iter().for_each(compare);
    random_positions(RANDOM_POSITIONS).iter().for_each(compare);
}

/// Reads lines `SFEN<tab>legal moves<tab>checks` and names the first that differs.
const COMPARE: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import verify
def name(move):
    square = lambda s: "987654321"[s % 9] + "abcdefghi"[s // 9]
    start, to, promotes = move
    return f"{start}*{square(to)}" if isinstance(start, str) else square(start) + square(to) + "+" * promotes
count = 0
for line in open(sys.argv[2]):
    sfen, moves, checks = line.rstrip("\n").split("\t")
    board, turn, hands, _ = sfen.split(" ")
    position = verify.Position(verify.read_board(board, 0), verify.read_hands(hands, verify.HAND + verify.HAND.lower(), 0)[::-1])
    black = turn == "b"
    assert sorted(map(name, position.moves(black))) == moves.split(), (sfen, "moves")
    if ("k" if black else "K") in position.board:
        assert sorted(map(name, position.checks(black))) == checks.split(), (sfen, "checks")
    count += 1
print(count)
"#;

/// Compares the moves of the checker in Python with those of `shogi`: on all positions of the data, and on every `one_in`-th of the random
/// positions.
fn compare_python(one_in: usize) {
    let Some(mut python) = python() else { return };
    let mut positions = positions_of_data();
    positions.extend(random_positions(RANDOM_POSITIONS).into_iter().step_by(one_in));
    let text: String = positions
        .iter()
        .map(|position| {
            let (moves, checks) = (names(position.legal_moves()), names(position.checks()));
            format!("{}\t{}\t{}\n", position.to_sfen(), moves.join(" "), checks.join(" "))
        })
        .collect();
    let folder = Folder::new();
    let file = folder.file("moves.tsv", text);
    let scripts = script().parent().unwrap().to_path_buf();
    python.args(["-B", "-c", COMPARE]).arg(scripts).arg(file);
    assert_eq!(output(python, "").trim(), positions.len().to_string());
}

#[test]
fn generator_of_the_python_checker() {
    compare_python(if cfg!(debug_assertions) { 8 } else { 10 });
}

/// `cargo test --release -p yomikiri-certificate --test suite rules -- --include-ignored`.
#[test]
#[ignore = "takes minutes"]
fn generator_of_the_python_checker_on_all_positions() {
    compare_python(1);
}
