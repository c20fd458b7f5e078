//! Forged certificates of scores: both checkers agree on each, and what they accept is true by brute force, which has rules of its own
//! and reads nothing but the header.

use std::collections::HashMap;

use yomikiri_certificate::Compression;
use yomikiri_certificate::othello::Bound;
use yomikiri_othello::{BoardSize, CertificateQuery, Color, Four, Position, Six, Solver};
use yomikiri_pns::Random;

use crate::forged::{self, Outcome};

/// Scores by the definition: every move of every position.
struct BruteForce {
    size: usize,
    known: HashMap<(Vec<u8>, u8), i32>,
}

impl BruteForce {
    /// The discs that `side` turns over with a disc on a square, and the square itself; nothing if the move is not legal.
    fn changed(&self, board: &[u8], side: u8, square: usize) -> Vec<usize> {
        let n = self.size as isize;
        let mut changed = Vec::new();
        if board[square] != b'-' {
            return changed;
        }
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (square as isize % n + dx, square as isize / n + dy);
            while (0..n).contains(&x) && (0..n).contains(&y) {
                let at = (y * n + x) as usize;
                if board[at] == side {
                    changed.append(&mut run);
                }
                if board[at] == b'-' || board[at] == side {
                    break;
                }
                run.push(at);
                (x, y) = (x + dx, y + dy);
            }
        }
        if !changed.is_empty() {
            changed.push(square);
        }
        changed
    }

    fn moves(&self, board: &[u8], side: u8) -> Vec<Vec<u8>> {
        let after = |square: usize| {
            let changed = self.changed(board, side, square);
            let mut after = board.to_vec();
            changed.iter().for_each(|&at| after[at] = side);
            (!changed.is_empty()).then_some(after)
        };
        (0..board.len()).filter_map(after).collect()
    }

    /// The score of the side to move.
    fn score(&mut self, board: &[u8], side: u8) -> i32 {
        let key = (board.to_vec(), side);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let other = if side == b'X' { b'O' } else { b'X' };
        let after = self.moves(board, side);
        let count = |of: u8| board.iter().filter(|&&disc| disc == of).count() as i32;
        let score = match after.iter().map(|next| -self.score(next, other)).max() {
            Some(best) => best,
            None if self.moves(board, other).is_empty() => count(side) - count(other),
            None => -self.score(board, other),
        };
        self.known.insert(key, score);
        score
    }
}

/// Whether the claim of a certificate is true, or `None` if there are too many vacant squares.
fn is_true(certificate: &str) -> Option<bool> {
    let mut lines = certificate.lines().skip(1).map(|line| line.split(' ').collect::<Vec<_>>());
    let (game, claim, root) = (lines.next()?, lines.next()?, lines.next()?);
    let size = game[1].strip_prefix("othello")?.parse().unwrap();
    let (board, turn) = (root[1].as_bytes(), root[2].as_bytes()[0]);
    if board.iter().filter(|&&disc| disc == b'-').count() > 10 {
        return None;
    }
    let score = BruteForce { size, known: HashMap::new() }.score(board, turn);
    let is_black = claim[3] == "black";
    let score = if is_black == (turn == b'X') { score } else { -score };
    let discs: i32 = claim[2].parse().unwrap();
    Some(match claim[1] {
        "at-least" => score >= discs,
        "at-most" => score <= discs,
        _ => score == discs,
    })
}

/// A certificate of an ending after random moves.
fn genuine<S: BoardSize>(random: &mut Random) -> String {
    let vacant = 3 + random.below(6) as u32;
    let position = loop {
        let mut position = Position::<S>::start();
        while position.empties() > vacant && !position.moves().is_empty() {
            let moves = position.moves();
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
        if position.empties() == vacant {
            break position;
        }
    };
    let mut solver = Solver::new(1 << 16);
    let score = solver.score(&position).unwrap();
    let side = if random.one_in(2) { Color::Black } else { Color::White };
    let score = if side == position.side_to_move() { score } else { -score };
    let bound = [Bound::AtLeast, Bound::AtMost, Bound::Exactly][random.below(3)];
    let slack = random.below(3) as i32 * random.below(2) as i32;
    let discs = match bound {
        Bound::AtLeast => score - slack,
        Bound::AtMost => score + slack,
        Bound::Exactly => score,
    };
    let most = S::CELLS as i32;
    let query = CertificateQuery {
        position,
        bound,
        discs: discs.clamp(-most, most),
        side,
        leaves: random.below(4) as u32,
    };
    let mut bytes = Vec::new();
    query.write(&mut solver, &mut bytes, Compression::None, &mut |_| true).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// One change to a certificate.
fn forge(genuine: &[String], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<String> = genuine[random.below(genuine.len())].lines().map(String::from).collect();
    let is_node = |line: &String| line.starts_with(['X', 'O', '-']);
    let nodes: Vec<usize> = (0..lines.len()).filter(|&at| is_node(&lines[at])).collect();
    let node = (!nodes.is_empty()).then(|| nodes[random.below(nodes.len())]);
    let kind = random.below(forged::KINDS);
    match (kind, node) {
        (0, Some(at)) => drop(lines.remove(at)),
        (1, Some(at)) => {
            let line = lines.remove(at);
            let to = 5 + random.below(lines.len() - 5);
            lines.insert(to, line);
        }
        (2 | 3, Some(at)) => {
            let (board, _) = lines[at].split_once(' ').unwrap();
            let file = char::from(b'a' + random.below(8) as u8);
            lines[at] = format!("{board} {file}{}", 1 + random.below(8));
        }
        (4 | 5, Some(at)) => change_disc(&mut lines[at], 0, random),
        (6, _) => change_disc(&mut lines[3], "root ".len(), random),
        (7, _) => {
            let words: Vec<&str> = lines[2].split(' ').collect();
            let discs = words[2].parse::<i32>().unwrap() + random.below(5) as i32 - 2;
            let bound = ["at-least", "at-most", "exactly", words[1]][random.below(4)];
            let side = ["black", "white", words[3], words[3]][random.below(4)];
            lines[2] = format!("claim {bound} {discs} {side}");
        }
        (8, _) => lines[4] = format!("leaves {}", random.below(8)),
        (9, _) => {
            let other: Vec<&str> = genuine[random.below(genuine.len())].lines().collect();
            let at = random.below(lines.len());
            lines[at] = other[random.below(other.len())].to_string();
        }
        _ => {}
    }
    let count = lines.iter().filter(|line| is_node(line)).count();
    forged::write(lines, count, kind, b"XO-abcdefg0123456789 \n", |bound| random.below(bound))
}

/// Changes one square of the board that starts at a place of a line.
fn change_disc(line: &mut String, start: usize, random: &mut Random) {
    let squares = line[start..].find(' ').unwrap_or(line.len() - start);
    let at = start + random.below(squares);
    let disc = ["X", "O", "-"][random.below(3)];
    line.replace_range(at..=at, disc);
}

/// Forges this number of certificates.
fn try_forgeries(certificates: usize, forgeries: usize, seed: u64) -> Outcome {
    let mut random = Random::new(seed);
    let genuine: Vec<String> = (0..certificates)
        .map(|number| match number % 2 {
            0 => genuine::<Four>(&mut random),
            _ => genuine::<Six>(&mut random),
        })
        .collect();
    let forged: Vec<Vec<u8>> = (0..forgeries).map(|_| forge(&genuine, &mut random)).collect();
    forged::judge(&genuine, &forged, is_true)
}

#[test]
fn some_forgeries() {
    let outcome = try_forgeries(40, 400, 1);
    assert!((10..200).contains(&outcome.still_true) && outcome.beyond == 0, "{outcome}");
}

/// `cargo test --release -p yomikiri-othello --test suite many_forgeries -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_forgeries() {
    let outcome: Outcome = (100..110).map(|seed| try_forgeries(200, 2_000, seed)).sum();
    println!("{outcome}");
    assert_eq!(outcome.beyond, 0, "{outcome}");
}
