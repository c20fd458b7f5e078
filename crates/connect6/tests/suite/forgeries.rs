//! Forged certificates of wins on small boards: both checkers agree on each, and what they accept is a win by exhaustive search, which
//! reads nothing but the header.

use yomikiri_certificate::Compression;
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, Board, Cell, Color, LeafDepth, LeafLimits, Rules, solve,
};
use yomikiri_pns::{Limits, Random};

use crate::checkers::{Answer, agreed_answers};
use crate::common::{BruteForce, quiet_board, random_board};

/// Games with boards that are small enough for exhaustive search, and the stones on them.
const GAMES: [(usize, usize, usize, usize); 4] = [(5, 4, 2, 15), (6, 5, 2, 28), (5, 4, 1, 13), (4, 3, 1, 6)];

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
                let limits = Limits { nodes: Some(2_000), ..Limits::default() };
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

/// Whether the claim of a certificate is true, or `None` if the board has too many free cells.
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
    if rules.size() > 8 || board.free().iter().count() > 13 {
        return None;
    }
    let attacker = color(value(2).strip_prefix("win ").unwrap());
    Some(BruteForce::new(rules).wins(&board, attacker))
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
    let kind = random.below(12);
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
    if !random.one_in(10) {
        let count = lines.len().saturating_sub(9);
        if let Some(last) = lines.last_mut().filter(|line| line.starts_with("end ")) {
            *last = format!("end {count}");
        }
    }
    let mut bytes = (lines.join("\n") + "\n").into_bytes();
    match kind {
        10 => bytes.truncate(random.below(bytes.len())),
        11 => {
            let at = random.below(bytes.len());
            bytes[at] = b"abcdef123456789-, \n"[random.below(19)];
        }
        _ => {}
    }
    bytes
}

/// Forges this number of certificates. Returns how many still hold and are true, and how many hold and are beyond exhaustive search.
fn try_forgeries(of_each_game: usize, forgeries: usize, seed: u64) -> (usize, usize) {
    let mut random = Random::new(seed);
    let genuine = genuine(of_each_game, &mut random);
    for (text, answer) in genuine.iter().zip(agreed_answers(&genuine)) {
        assert_eq!((answer, is_true(text)), (Answer::Holds, Some(true)), "{text}");
    }
    let forged: Vec<Vec<u8>> = (0..forgeries).map(|_| forge(&genuine, &mut random)).collect();
    let (mut still_true, mut beyond) = (0, 0);
    for (bytes, answer) in forged.iter().zip(agreed_answers(&forged)) {
        if answer != Answer::Holds {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        match is_true(&text) {
            Some(is_true) => assert!(is_true, "{text}"),
            None => beyond += 1,
        }
        still_true += 1;
    }
    (still_true, beyond)
}

#[test]
fn some_forgeries() {
    let (still_true, beyond) = try_forgeries(10, 400, 1);
    assert!((10..300).contains(&still_true) && beyond * 20 < still_true, "{still_true}, {beyond}");
}

/// `cargo test --release -p yomikiri-connect6 --test suite many_forgeries -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_forgeries() {
    let (mut still_true, mut beyond) = (0, 0);
    for seed in 100..110 {
        let (more, more_beyond) = try_forgeries(50, 2_000, seed);
        still_true += more;
        beyond += more_beyond;
    }
    println!("20000 forgeries: {still_true} still true, {beyond} of them beyond exhaustive search");
    assert!(beyond * 20 < still_true, "{beyond} of {still_true}");
}
