//! Certificates of small problems by brute force hold; what random changes make of them is refused, or still true. Both checkers agree
//! on every one.

use std::collections::BTreeMap;

use yomikiri_shogi::{Color, Hand, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use super::brute_force::{Graph, brinkmate, certificates};
use super::random::Random;
use super::truth::is_true;
use yomikiri_testing::checkers::{Answer, agreed_answers};
use yomikiri_testing::forged::{self, Outcome};

/// Positions that the graph of a problem may have.
const MAX_POSITIONS: usize = 400;
/// The same when a forgery may have changed the root.
const MAX_FOR_TRUTH: usize = 20_000;

/// Kinds of claims; two of them are there with the defender to move as well.
const CLAIMS: usize = 14;

/// A king near a corner, a few pieces around it and in hand, most of them of short range; one king or two, either colour. The
/// defender's hand has little or nothing, so that brute force sees everything.
fn random_position(random: &mut Random) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let area = |random: &mut Random| Square::new(random.below(4), random.below(4));
    let ranging = [PieceKind::Rook, PieceKind::Bishop, PieceKind::Dragon, PieceKind::Horse, PieceKind::King];
    let kinds: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|kind| !ranging.contains(kind)).collect();
    let (least, owner_in) = (3 + random.below(4), 2 + random.below(3));
    for _ in 0..least {
        let owner = if random.one_in(owner_in) { Color::White } else { Color::Black };
        let kind = if random.one_in(10) { ranging[random.below(4)] } else { *random.of(&kinds)? };
        builder.set(area(random)?, Some(Piece::new(kind, owner)));
    }
    builder
        .set(Square::new(random.below(3), random.below(3))?, Some(Piece::new(PieceKind::King, Color::White)));
    if random.one_in(3) {
        let at = Square::new(random.below(5), 2 + random.below(4))?;
        if builder.board[at.index()].is_none() {
            builder.set(at, Some(Piece::new(PieceKind::King, Color::Black)));
        }
    }
    let some = |random: &mut Random, most: usize| -> Option<Hand> {
        let kinds = (0..random.below(most + 1)).map(|_| random.below(5)).collect::<Vec<_>>();
        kinds.into_iter().try_fold(Hand::EMPTY, |hand, kind| hand.with(PieceKind::HAND[kind], 1))
    };
    builder.hands = [some(random, 2)?, some(random, 1)?];
    let position = builder.build(Strictness::Strict).ok()?;
    Some(if random.one_in(2) { position.flipped() } else { position })
}

/// A certificate's claim without numbers, and whose turn it is.
fn claim_of(certificate: &str) -> String {
    let claim = certificate.lines().nth(2).unwrap().strip_prefix("claim ").unwrap();
    let name = claim.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let black = certificate.lines().nth(4).unwrap().split(' ').nth(2) == Some("b");
    let attackers_turn = black == certificate.contains("attacker black");
    format!("{name}{}", if attackers_turn { "" } else { ", defender to move" })
}

/// All certificates of a small problem. `None` if it is not small.
fn certificates_of(position: &Position, most: usize) -> Option<Vec<String>> {
    let mut graph = Graph::new(position.side_to_move(), most);
    let length = graph.length(position).ok()?;
    let mut made = certificates(&graph, position);
    if length.is_none() {
        let moves = position.legal_moves();
        let board_moves = moves.into_iter().filter(|mv| mv.dropped().is_none());
        let all: Vec<String> = board_moves
            .filter_map(|mv| brinkmate(&mut Graph::new(position.side_to_move(), most), position, mv))
            .collect();
        made.extend(all.into_iter().next());
    }
    Some(made)
}

/// Certificates of the small problems, some of each claim.
fn genuine(of_each_claim: usize) -> Vec<String> {
    let mut kept: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in include_str!("small_problems.txt").lines() {
        let position = Position::from_sfen(line).unwrap();
        for text in certificates_of(&position, MAX_POSITIONS).unwrap() {
            let of_claim = kept.entry(claim_of(&text)).or_default();
            if of_claim.len() < of_each_claim {
                of_claim.push(text);
            }
        }
    }
    let claims: Vec<&String> = kept.keys().collect();
    assert_eq!(claims.len(), CLAIMS, "{claims:?}");
    kept.into_values().flatten().collect()
}

/// Prints random problems for `small_problems.txt`: those with claims that are rare so far, and longer mates first.
/// `cargo test --release -p yomikiri-certificate --test suite find_small_problems -- --ignored --nocapture`.
#[test]
#[ignore = "makes data"]
fn find_small_problems() {
    let mut random = Random::new(1);
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..400_000 {
        let Some(position) = random_position(&mut random) else { continue };
        let Some(made) = certificates_of(&position, MAX_POSITIONS) else { continue };
        let most_nodes = made.iter().map(|text| text.lines().count()).max().unwrap_or(0);
        // Positions without checks, and mates at once, are of little use.
        let names = || made.iter().map(|text| claim_of(text));
        let is_new = names().any(|name| kept.get(&name).is_none_or(|&count| count < 10));
        if most_nodes < 12 || !is_new {
            continue;
        }
        for name in names() {
            *kept.entry(name).or_default() += 1;
        }
        println!("{}", position.to_sfen());
    }
    eprintln!("{kept:?}");
}

/// One change to a certificate.
fn forge(genuine: &[String], random: &mut Random) -> Vec<u8> {
    let text = random.of(genuine).unwrap();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let header = lines.iter().position(|line| line.starts_with("nodes ")).unwrap_or(lines.len() - 1);
    let is_node = |line: &String| line.contains('/') && !line.starts_with("root");
    let nodes: Vec<usize> = (0..lines.len()).filter(|&at| is_node(&lines[at])).collect();
    let node = random.of(&nodes).copied();
    let kind = random.below(forged::KINDS);
    match (kind, node) {
        (0, Some(at)) => drop(lines.remove(at)),
        (1, Some(at)) => {
            let copy = lines[at].clone();
            let to = header + 1 + random.below(lines.len() - header - 1);
            lines.insert(to, copy);
        }
        (2, Some(at)) => change_field(&mut lines[at], 3, random, |field, random| {
            *field = random_move(field, random);
        }),
        (3, Some(at)) => change_field(&mut lines[at], 2, random, change_number),
        (4, Some(at)) => change_field(&mut lines[at], 1, random, change_hand),
        (5, Some(at)) => change_field(&mut lines[at], 0, random, change_board),
        (6, Some(at)) => {
            let line = lines.remove(at);
            let to = header + 1 + random.below(lines.len() - header - 1);
            lines.insert(to, line);
        }
        (7, _) => {
            let line = &mut lines[2 + random.below(header - 2)];
            let fields = line.split(' ').count();
            let field = 1 + random.below(fields - 1);
            let is_root = line.starts_with("root");
            change_field(line, field, random, |text, random| match (is_root, field) {
                (true, 1) => change_board(text, random),
                (true, 2) => *text = if text == "b" { "w".into() } else { "b".into() },
                (true, 3) => change_root_hands(text, random),
                _ if text.parse::<u32>().is_ok() => change_number(text, random),
                _ if text.len() >= 4 && text.as_bytes()[0].is_ascii_digit() || text.contains('*') => {
                    *text = random_move(text, random);
                }
                _ => change_word(text, random),
            });
        }
        (8, _) => {
            // A header line more, less or twice.
            let at = random.below(header);
            if random.one_in(2) {
                lines.remove(at);
            } else {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
        }
        (9, _) => {
            let other: Vec<&str> = random.of(genuine).unwrap().lines().collect();
            let at = random.below(lines.len());
            lines[at] = (*random.of(&other).unwrap()).to_string();
        }
        _ => {}
    }
    let count = lines.iter().filter(|line| is_node(line)).count();
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    forged::write(lines, count, kind, &bytes, |bound| random.below(bound))
}

fn change_field(
    line: &mut String,
    field: usize,
    random: &mut Random,
    change: impl Fn(&mut String, &mut Random),
) {
    let mut fields: Vec<String> = line.split(' ').map(String::from).collect();
    if let Some(text) = fields.get_mut(field) {
        change(text, random);
    }
    *line = fields.join(" ");
}

fn change_number(text: &mut String, random: &mut Random) {
    let number: i64 = if text == "*" { 9 } else { text.parse().unwrap_or(1) };
    *text = match random.below(6) {
        0 | 1 => (number + 2).to_string(),
        2 | 3 => (number - 2).to_string(),
        4 => "*".to_string(),
        _ => (number + random.below(9) as i64 - 4).to_string(),
    };
}

const LETTERS: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// A hand with one piece more or less, in canonical form.
fn change_hand(text: &mut String, random: &mut Random) {
    let mut counts = [0u32; 7];
    let mut number = 0;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = 10 * number + digit;
        } else if let Some(kind) = LETTERS.iter().position(|&letter| letter == c.to_ascii_uppercase()) {
            counts[kind] += number.max(1);
            number = 0;
        }
    }
    let held: Vec<usize> = (0..7).filter(|&kind| counts[kind] > 0).collect();
    match random.of(&held) {
        Some(&kind) if random.one_in(2) => counts[kind] -= 1,
        _ => counts[random.below(7)] += 1,
    }
    *text = LETTERS.iter().zip(counts).fold(String::new(), |text, (letter, count)| match count {
        0 => text,
        1 => format!("{text}{letter}"),
        _ => format!("{text}{count}{letter}"),
    });
    if text.is_empty() {
        *text = "-".to_string();
    }
}

fn change_root_hands(text: &mut String, random: &mut Random) {
    let (mut black, mut white) = text.chars().partition::<String, _>(|c| c.is_ascii_uppercase() || *c == '-');
    if black.len() + white.len() != text.len() || text.chars().any(|c| c.is_ascii_digit()) {
        return change_word(text, random);
    }
    white = white.to_uppercase();
    change_hand(if random.one_in(2) { &mut black } else { &mut white }, random);
    *text = (black.replace('-', "") + &white.replace('-', "").to_lowercase()).to_string();
    if text.is_empty() {
        *text = "-".to_string();
    }
}

/// A board with a square changed, or two squares exchanged, in canonical form.
fn change_board(text: &mut String, random: &mut Random) {
    let mut squares: Vec<String> = Vec::new();
    let mut promoted = "";
    for c in text.chars() {
        match c {
            '+' => promoted = "+",
            '/' => {}
            c if c.is_ascii_digit() => {
                squares.extend((0..c.to_digit(10).unwrap()).map(|_| String::new()));
            }
            c => {
                squares.push(format!("{promoted}{c}"));
                promoted = "";
            }
        }
    }
    let pieces: Vec<usize> = (0..squares.len()).filter(|&at| !squares[at].is_empty()).collect();
    let at = *random.of(&pieces).unwrap();
    match random.below(5) {
        0 => squares[at].clear(),
        1 => {
            let other = random.below(81);
            squares.swap(at, other);
        }
        2 => {
            let flip =
                |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            squares[at] = squares[at].chars().map(flip).collect();
        }
        3 => {
            squares[at] = match squares[at].strip_prefix('+') {
                Some(plain) => plain.to_string(),
                None => format!("+{}", squares[at]),
            };
        }
        _ => {
            let letter = *random.of(&LETTERS).unwrap();
            squares[random.below(81)] = letter.to_string();
        }
    }
    let mut rows = Vec::new();
    for row in squares.chunks(9) {
        let mut written = String::new();
        let mut empty = 0;
        for square in row {
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                written += &empty.to_string();
            }
            empty = 0;
            written += square;
        }
        if empty > 0 {
            written += &empty.to_string();
        }
        rows.push(written);
    }
    *text = rows.join("/");
}

fn random_move(text: &str, random: &mut Random) -> String {
    let square = |random: &mut Random| {
        let file = char::from(b'1' + random.below(4) as u8);
        format!("{file}{}", char::from(b'a' + random.below(4) as u8))
    };
    match random.below(4) {
        0 => format!("{}*{}", random.of(&LETTERS).unwrap(), square(random)),
        1 => format!("{}{}", &text[..text.len().min(2)], square(random)),
        2 => match text.strip_suffix('+') {
            Some(plain) => plain.to_string(),
            None => format!("{text}+"),
        },
        _ => format!("{}{}", square(random), square(random)),
    }
}

fn change_word(text: &mut String, random: &mut Random) {
    let words = [
        "mate-within",
        "no-mate",
        "no-mate-within",
        "exactly",
        "brinkmate",
        "sound",
        "sound-with-flaws",
        "unsound",
        "cook",
        "leftover",
        "shorter-mate",
        "longer-variation",
        "black",
        "white",
        "raw",
        "plus2",
        "mirror",
        "free-choice",
        "detour",
        "last-move",
        "2",
        "-",
        "",
    ];
    *text = (*random.of(&words).unwrap()).to_string();
}

/// Forges this number of certificates.
fn try_forgeries(of_each_claim: usize, forgeries: usize, seed: u64) -> Outcome {
    let genuine = genuine(of_each_claim);
    let mut random = Random::new(seed + 1);
    let forged: Vec<Vec<u8>> = (0..forgeries).map(|_| forge(&genuine, &mut random)).collect();
    forged::judge(&genuine, &forged, |text| is_true(text, MAX_FOR_TRUTH).ok())
}

#[test]
fn some_forgeries() {
    let outcome = try_forgeries(2, 600, 1);
    assert!(outcome.still_true < 200 && outcome.beyond * 20 < outcome.still_true, "{outcome}");
}

/// `cargo test --release -p yomikiri-certificate --test suite many_forgeries -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_forgeries() {
    let outcome: Outcome = (100..110).map(|seed| try_forgeries(12, 2_500, seed)).sum();
    println!("{outcome}");
    assert!(outcome.beyond * 20 < outcome.still_true, "{outcome}");
}

/// Random changes of the seeds of the fuzz target, which are certificates of every game: both checkers say the same.
#[test]
fn checkers_agree_on_changed_seeds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/certificate");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cert"));
    files.sort();
    let seeds: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let mut random = Random::new(5);
    let forged: Vec<Vec<u8>> = (0..1_000)
        .map(|_| {
            let mut lines: Vec<String> = random.of(&seeds).unwrap().lines().map(String::from).collect();
            let at = random.below(lines.len());
            match random.below(4) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at].clone()),
                2 => {
                    let to = random.below(lines.len());
                    lines.swap(at, to);
                }
                _ => {
                    let mut bytes = lines[at].clone().into_bytes();
                    let place = random.below(bytes.len());
                    bytes[place] = *random.of(b"XO-abcdefgKGPk0123456789* +").unwrap();
                    lines[at] = String::from_utf8(bytes).unwrap();
                }
            }
            let nodes = lines.iter().skip_while(|line| !line.starts_with("nodes")).count();
            let sections = lines.iter().filter(|line| line.starts_with("nodes")).count();
            if let Some(last) = lines.last_mut().filter(|last| last.starts_with("end")) {
                *last = format!("end {}", nodes.saturating_sub(sections + 1));
            }
            (lines.join("\n") + "\n").into_bytes()
        })
        .collect();
    let refused = agreed_answers(&forged).iter().filter(|&answer| *answer != Answer::Holds).count();
    assert!(refused > 700, "{refused}");
}
