//! Forged certificates of wins on small boards: both checkers agree on each, and what they accept is a win by exhaustive search, which
//! reads nothing but the header.

use yomikiri_certificate::Compression;
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, Board, Cell, Color, LeafDepth, LeafLimits, Rules, solve,
};
use yomikiri_pns::{Limits, Random};

use crate::common::{BruteForce, quiet_board, random_board};
use crate::forged::{self, Outcome};

/// Games with boards that are small enough for exhaustive search, and the stones on them.
const GAMES: [(usize, usize, usize, usize); 4] = [(5, 4, 2, 15), (6, 5, 2, 28), (5, 4, 1, 13), (4, 3, 1, 6)];

/// The most free cells for exhaustive search.
const MOST_FREE: usize = 13;

/// Certificates of wins on random boards of each game.
fn genuine(of_each_game: usize, random: &mut Random) -> Vec<String> {
    let mut made = Vec::new();
    for (size, row, stones, placed) in GAMES {
        let rules = Rules::new(size, row, stones).unwrap();
        for _ in 0..of_each_game {
            made.push(loop {
                let quiet = random.one_in(2);
                let board = if quiet {
                    quiet_board(rules, placed, random)
                } else {
                    random_board(rules, placed, random)
                };
                let attacker = if random.one_in(3) { !board.side_to_move() } else { board.side_to_move() };
                let problem = AttackProblem::new(board.clone(), attacker, Attack::Best(40))
                    .with_leaf_search(LeafDepth::Threats, LeafLimits::default().without_null_moves());
                let limits = Limits { visits: Some(2_000), ..Limits::default() };
                let Some(proof) = solve(problem, ALGORITHM, limits, |_| {}).proof else { continue };
                let mut bytes = Vec::new();
                proof.write_certificate(&board, &mut bytes, Compression::None).unwrap();
                break String::from_utf8(bytes).unwrap();
            });
        }
    }
    made
}

/// The cells of a text such as `i9k10`.
fn cells(text: &str, rules: Rules) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(column) = rest.bytes().next().filter(|&byte| byte != b'-') {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let row: usize = rest[1..=digits].parse().unwrap();
        cells.push(rules.cell(usize::from(column - b'a'), row - 1).unwrap());
        rest = &rest[1 + digits..];
    }
    cells
}

/// Whether the claim of a certificate is true. `None` if the board is too large, or has too many free cells to try everything and the
/// attacker does not win in a few moves.
fn is_true(certificate: &str) -> Option<bool> {
    let value = |line: usize| certificate.lines().nth(line).and_then(|line| line.split_once(' ')).unwrap().1;
    let numbers: Vec<usize> = value(3).split(' ').map(|number| number.parse().unwrap()).collect();
    let rules = Rules::new(numbers[0], numbers[1], numbers[2]).ok()?;
    let mut board = Board::new(rules);
    for (line, color) in [(4, Color::Black), (5, Color::White)] {
        cells(value(line), rules).into_iter().for_each(|cell| board.place(cell, color));
    }
    let color = |name: &str| if name == "black" { Color::Black } else { Color::White };
    board.set_side(color(value(6)));
    let attacker = color(value(2).strip_prefix("win ").unwrap());
    if rules.size() > 8 {
        return None;
    }
    let mut brute_force = BruteForce::new(rules);
    if board.free().iter().count() > MOST_FREE {
        return brute_force.wins_within(&board, attacker, 3).then_some(true);
    }
    Some(brute_force.wins(&board, attacker))
}

fn random_cell(size: usize, random: &mut Random) -> String {
    format!("{}{}", char::from(b'a' + random.below(size) as u8), 1 + random.below(size))
}

/// A set with one cell more, or less.
fn change_set(text: &str, size: usize, random: &mut Random) -> String {
    let starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    if starts.is_empty() || random.one_in(2) {
        return text.replace('-', "") + &random_cell(size, random);
    }
    let which = random.below(starts.len());
    let end = starts.get(which + 1).copied().unwrap_or(text.len());
    let rest = format!("{}{}", &text[..starts[which]], &text[end..]);
    if rest.is_empty() { "-".to_string() } else { rest }
}

/// Another number of a node, mostly one nearby.
fn change_number(text: &str, random: &mut Random) -> String {
    let number: i64 = text.parse().unwrap_or(1);
    (number + random.below(9) as i64 - 4).to_string()
}

/// A node with one field changed.
fn change_node(line: &mut String, size: usize, random: &mut Random) {
    let mut fields: Vec<String> = line.split(' ').map(String::from).collect();
    let field = 1 + random.below(fields.len() - 1);
    let text = fields[field].clone();

    match (fields[0].as_str(), field) {
        ("answers", _) if fields.len() > 2 && random.one_in(2) => drop(fields.remove(field)),
        ("play", 2) | ("refute", 5) | ("answers", _) => fields[field] = change_number(&text, random),
        ("refute", 2) => fields[field] = random.below(3).to_string(),
        ("refute", 4) => {
            let mut pairs: Vec<&str> = text.split(',').collect();
            pairs.remove(random.below(pairs.len()));
            fields[field] = if pairs.is_empty() { "-".to_string() } else { pairs.join(",") };
        }
        _ => fields[field] = change_set(&text, size, random),
    }
    *line = fields.join(" ");
}

/// One change to a certificate.
fn forge(genuine: &[String], random: &mut Random) -> Vec<u8> {
    let text = &genuine[random.below(genuine.len())];
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let size: usize = lines[3].split(' ').nth(1).unwrap().parse().unwrap();
    // The header has seven lines and the name of the section.
    let (first, last) = (8, lines.len() - 1);
    let node = first + random.below(last - first);
    let kind = random.below(forged::KINDS);
    match kind {
        0 => drop(lines.remove(node)),
        1 => lines.insert(node, lines[node].clone()),
        2..=5 => change_node(&mut lines[node], size, random),
        6 => {
            let line = &mut lines[4 + random.below(2)];
            let (side, stones) = line.split_once(' ').unwrap();
            *line = format!("{side} {}", change_set(stones, size, random));
        }
        7 => {
            let flip = |line: &str| match line.contains("black") {
                true => line.replace("black", "white"),
                false => line.replace("white", "black"),
            };
            let at = [2, 6][random.below(2)];
            lines[at] = flip(&lines[at]);
        }
        8 => {
            let mut numbers: Vec<i64> =
                lines[3].split(' ').skip(1).map(|number| number.parse().unwrap()).collect();
            numbers[random.below(3)] += random.below(3) as i64 - 1;
            lines[3] = format!("board {} {} {}", numbers[0], numbers[1], numbers[2]);
        }
        9 => {
            let other: Vec<&str> = genuine[random.below(genuine.len())].lines().collect();
            let at = random.below(lines.len());
            lines[at] = other[random.below(other.len())].to_string();
        }
        _ => {}
    }
    let count = lines.len().saturating_sub(9);
    forged::write(lines, count, kind, b"abcdef123456789-, \n", |bound| random.below(bound))
}

/// Forges this number of certificates.
fn try_forgeries(of_each_game: usize, forgeries: usize, seed: u64) -> Outcome {
    let mut random = Random::new(seed);
    let genuine = genuine(of_each_game, &mut random);
    let forged: Vec<Vec<u8>> = (0..forgeries).map(|_| forge(&genuine, &mut random)).collect();
    forged::judge(&genuine, &forged, is_true)
}

#[test]
fn some_forgeries() {
    let outcome = try_forgeries(10, 400, 1);
    assert!((10..300).contains(&outcome.still_true) && outcome.beyond == 0, "{outcome}");
}

/// `cargo test --release -p yomikiri-connect6 --test suite many_forgeries -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_forgeries() {
    let outcome: Outcome = (100..110).map(|seed| try_forgeries(50, 2_000, seed)).sum();
    println!("{outcome}");
    assert_eq!(outcome.beyond, 0, "{outcome}");
}
