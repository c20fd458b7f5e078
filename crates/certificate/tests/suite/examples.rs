//! Certificates of known problems, and texts that are no certificates.

use std::io::Write as _;

use yomikiri_certificate::{CheckError, CheckOptions, check};

use yomikiri_testing::checkers::{Answer, python_answers, rust_answer};

/// Both checkers say this of each certificate.
fn both_say(expected: &[(Vec<u8>, Answer)]) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)]).into_owned();
    for (bytes, expected) in expected {
        assert_eq!(&rust_answer(bytes), expected, "{}", text(bytes));
    }
    let python = python_answers(expected.iter().map(|(bytes, _)| bytes)).unwrap_or_default();
    for ((bytes, expected), python) in expected.iter().zip(python) {
        assert_eq!(&python, expected, "Python: {}", text(bytes));
    }
}

/// A mate at which a pawn can be put between in vain: one ply by the rules, three with every interposition.
fn futile_interposition(rules: &str, line: &str) -> Vec<u8> {
    let mut text = format!(
        "yomikiri-certificate 1\ngame shogi\nclaim unsound leftover 3\nattacker black\n\
        root 6+P1k/9/7G1/9/9/9/9/9/4R4 b Pp 1\nrules {rules}\nline {line}\nnodes mate\n\
        6+P1k/9/7G1/9/9/9/9/9/4R4 P 3 5i1i\n"
    );
    for rank in 'b'..='h' {
        let row = |of: char| match of {
            'a' => "6+P1k",
            'c' if rank == 'c' => "7Gp",
            'c' => "7G1",
            'i' => "8R",
            of if of == rank => "8p",
            _ => "9",
        };
        let board = ('a'..='i').map(row).collect::<Vec<_>>().join("/");
        text += &format!("{board} P 1 1i1{rank}\n");
    }
    text += "nodes no-mate\n6+P1k/9/7G1/9/9/9/9/9/4R4 P 1\nend 9\n";
    text.into_bytes()
}

#[test]
fn futile_interpositions() {
    both_say(&[
        (futile_interposition("plus2", "5i1i"), Answer::Holds),
        (futile_interposition("basic", "5i1i"), Answer::Holds),
        (futile_interposition("raw", "5i1i P*1e 1i1e"), Answer::Holds),
        (futile_interposition("raw", "5i1i"), Answer::DoesNotHold(7)),
        (futile_interposition("plus2", "2c2b"), Answer::DoesNotHold(7)),
        (futile_interposition("plus", "5i1i"), Answer::NotACertificate(6)),
    ]);
}

/// The mirror image of a move in a symmetric position is no other solution, and elsewhere it is.
#[test]
fn mirror_images() {
    // After other checks the king takes whatever gave check, until no check is left.
    let refuted = [
        ("3n1n3/4k4/3P1P3", "-"),
        ("3n1n3/5k3/3P5", "-"),
        ("3n1n3/5k3/3P5", "G"),
        ("3n1n3/9/3P1k3", "-"),
        ("3n1n3/9/3Pk4", "-"),
        ("3n1n3/9/3P2k2", "-"),
        ("3n1n3/6k2/3P5", "-"),
        ("3n1n3/4k4/3P5", "-"),
        ("3n1n3/3k5/9", "-"),
    ];
    let mirrored = |board: &str| {
        let rows = board.split('/').map(|row| row.chars().rev().collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    };
    let mut nodes = std::collections::BTreeSet::new();
    for (board, hand) in refuted {
        // A larger hand says more.
        if (board, hand) != ("3n1n3/5k3/3P5", "-") {
            nodes.insert(format!("{board}/9/9/9/9/9/9 {hand} *\n"));
            nodes.insert(format!("{}/9/9/9/9/9/9 {hand} *\n", mirrored(board)));
        }
    }
    let text = format!(
        "yomikiri-certificate 1\ngame shogi\nclaim sound 1\nattacker black\n\
        root 3nkn3/9/3P1P3/9/9/9/9/9/9 b G 1\nrules raw\nline G*4b\nother 1 G*6b mirror\nnodes mate\n\
        3nkn3/9/3P1P3/9/9/9/9/9/9 G 1 G*4b\nnodes no-mate\n{}end {}\n",
        nodes.iter().cloned().collect::<String>(),
        nodes.len() + 1
    );
    let listed = "other 1 G*6b mirror\n";
    both_say(&[
        (text.clone().into_bytes(), Answer::Holds),
        (text.replace(listed, "").into_bytes(), Answer::DoesNotHold(7)),
        (text.replace(listed, "other 1 G*5b mirror\n").into_bytes(), Answer::DoesNotHold(8)),
        (text.replace(listed, "other 1 G*6b cook\n").into_bytes(), Answer::NotACertificate(8)),
        // A gold far away, and the position is not symmetric any more.
        (text.replace("9/9/9/9/9/9 ", "9/9/9/9/9/g8 ").into_bytes(), Answer::DoesNotHold(8)),
    ]);
}

const GENUINE: &str = "yomikiri-certificate 1\n\
    game shogi\n\
    claim mate-within 1\n\
    attacker black\n\
    root 4k4/9/4P4/9/9/9/9/9/9 b G 1\n\
    nodes mate\n\
    4k4/9/4P4/9/9/9/9/9/9 G 1 G*5b\n\
    end 1\n";

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

#[test]
fn texts_that_are_no_certificates() {
    let genuine = GENUINE.to_string();
    let refused = |line: u64, from: &str, to: &str| {
        let text = genuine.replacen(from, to, 1);
        assert_ne!(text, genuine, "{from}");
        (text.into_bytes(), Answer::NotACertificate(line))
    };
    let zip = packed(genuine.as_bytes());
    let mut damaged = zip.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    // How far it can be unpacked depends on the unpacker.
    assert!(matches!(rust_answer(&damaged), Answer::NotACertificate(_)));
    if let Some(python) = python_answers([&damaged]) {
        assert!(matches!(python[0], Answer::NotACertificate(_)));
    }
    let expected = vec![
        (genuine.clone().into_bytes(), Answer::Holds),
        (zip.clone(), Answer::Holds),
        (b"".to_vec(), Answer::NotACertificate(1)),
        (b"\x1f\x8b".to_vec(), Answer::NotACertificate(1)),
        refused(1, "certificate 1", "certificate 2"),
        refused(2, "shogi", "chess"),
        refused(3, "within 1", "within 01"),
        refused(3, "within 1", "within 2"),
        refused(3, "within 1", "within 1152921504606846976"),
        refused(3, "mate-within 1", "unsound shorter-mate 1"),
        refused(4, "black", "noir"),
        refused(5, "4k4/9/4P4/9/9/9/9/9/9 b", "4k4/9/4P4/9/9/9/9/9/45 b"),
        refused(5, " b G 1", " w G 1"),
        refused(5, " b G 1", " b 1G 1"),
        refused(5, " b G 1", " b 128G 1"),
        refused(7, "root 4k4", "root 4k3K"),
        refused(6, "nodes mate\n", "\n"),
        refused(6, "nodes mate", "nodes proof"),
        refused(8, " G 1 G*5b", " - 1 G*5b\n4k4/9/4P4/9/9/9/9/9/9 - 1 G*5c"),
        refused(7, " G 1 G*5b", " 2G 1 G*5b"),
        refused(7, " G 1 G*5b", " G 2 G*5b"),
        refused(7, " G 1 G*5b", " G 1 G*0b"),
        refused(7, " G 1 G*5b", " G 1 G*5b "),
        refused(7, "4k4/9/4P4/9/9/9/9/9/9 G", "4k4/9/4P4/4P4/9/9/9/9/9 G"),
        refused(8, "end 1", "end 2"),
        refused(8, "end 1", "end 1152921504606846976"),
        refused(8, "end 1\n", "end 1"),
        refused(9, "end 1\n", "end 1\n\n"),
        refused(2, "game", "spiel"),
        refused(2, "\nclaim", "\r\nclaim"),
        refused(7, "G*5b", "Ｇ*5b"),
        refused(7, "G*5b", &"G".repeat(1_000_001)),
        ([&zip[..], b"x"].concat(), Answer::NotACertificate(9)),
        (zip[..zip.len() - 3].to_vec(), Answer::NotACertificate(9)),
        // A false statement, not a false form.
        (genuine.replace("G*5b", "G*5a").into_bytes(), Answer::DoesNotHold(7)),
        (genuine.replace("G*5b", "G*4b").into_bytes(), Answer::DoesNotHold(7)),
    ];
    both_say(&expected);
}

/// Memory is bounded: the error says how much is needed. A packed file of many nodes does not get around it.
#[test]
fn a_limit_on_memory() {
    let mut text = GENUINE.to_string().replace("end 1\n", "");
    let mut nodes = 1;
    for number in 0..200_000u32 {
        // All boards differ: pawns are put on squares by the bits of the number.
        let rows: Vec<String> = (0..3)
            .map(|row| {
                let bits = number >> (6 * row) & 63;
                let mut squares = String::new();
                for bit in 0..6 {
                    squares += if bits >> bit & 1 == 0 { "1" } else { "+P" };
                }
                let joined = squares.split("+P").map(|empty| match empty.len() {
                    0 => String::new(),
                    count => count.to_string(),
                });
                let joined = joined.collect::<Vec<_>>().join("+P");
                format!(
                    "{joined}{}",
                    if joined.ends_with(|c: char| c.is_ascii_digit()) { "+P2" } else { "3" }
                )
            })
            .collect();
        text += &format!("4k4/9/9/9/9/9/{} - 1 5i5h\n", rows.join("/"));
        nodes += 1;
    }
    text += &format!("end {nodes}\n");
    let root = format!("root 4k4/9/4P4/9/9/9/9/9/9 b G{}p 1", 100);
    let text = text.replace("root 4k4/9/4P4/9/9/9/9/9/9 b G 1", &root);
    let zip = packed(text.as_bytes());
    let limited =
        |bytes: &[u8]| check(bytes, CheckOptions { max_memory: 1 << 20, ..CheckOptions::default() });
    for bytes in [text.as_bytes(), &zip[..]] {
        match limited(bytes) {
            Err(CheckError::Memory { limit, needed }) => {
                assert_eq!(limit, 1 << 20);
                let a_node = needed as f64 / f64::from(nodes);
                assert!((30.0..120.0).contains(&a_node), "{a_node} bytes");
            }
            other => panic!("{other:?}"),
        }
    }
}
