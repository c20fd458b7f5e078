//! Tables with false entries: whatever they say, no false certificate comes out.

use yomikiri_certificate::{CheckOptions, check};
use yomikiri_pns::{Random, Table as _};
use yomikiri_shogi::{Hand, PieceKind};

use super::*;
use crate::corrupted_tables::{false_entries, options};
use crate::exhaustive::Exhaustive;
use crate::problem::with_defenders_hand;

/// Mates with their lengths, and positions with checks and no mate.
const POSITIONS: [(&str, Option<u32>); 8] = [
    ("4k4/9/4P4/9/9/9/9/9/9 b G 1", Some(1)),
    ("7k1/9/8S/9/5R2L/9/9/9/9 b - 1", Some(3)),
    ("3Sk4/1P7/4s4/4R4/9/9/9/9/9 b - 1", Some(5)),
    ("8k/9/5SR2/9/6N2/9/9/9/9 b N 1", Some(5)),
    ("8k/7p1/6P2/9/9/9/9/9/9 b GS 1", None),
    ("3gk4/9/4P4/9/9/9/9/9/9 b GS 1", None),
    ("8k/9/7+P1/9/9/9/9/9/9 b - 1", None),
    ("6lkn/9/7S1/9/9/9/9/9/9 b P 1", None),
];

fn problem(sfen: &str) -> MateGame {
    MateGame::new(with_defenders_hand(Position::from_sfen(sfen).unwrap(), Color::Black), Color::Black)
}

fn claimed(length: u32, minimal: bool) -> MateVerdict {
    let (line, leftover) = (Vec::new(), Hand::EMPTY);
    MateVerdict::Mate(Mate {
        line,
        length,
        minimal,
        is_main_line: false,
        leftover,
        proof_size: 0,
        adjusted: None,
    })
}

/// True and false answers: what a search might say.
fn answers(truth: Option<u32>) -> Vec<(MateVerdict, bool)> {
    let lengths = [1, 3, 5, 7].into_iter().flat_map(|length| {
        let exactly = (claimed(length, true), truth == Some(length));
        [exactly, (claimed(length, false), truth.is_some_and(|truth| truth <= length))]
    });
    lengths.chain([(MateVerdict::NoMate, truth.is_none())]).collect()
}

/// Makes certificates with corrupted tables. Returns how many true answers have one, how many do
/// not, and how many false ones do not.
fn certificates(sfen: &str, truth: Option<u32>, seeds: std::ops::Range<u64>) -> [u32; 3] {
    let problem = problem(sfen);
    let moves = |problem: &MateGame| {
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        moves
    };
    let mut counts = [0; 3];
    for seed in seeds {
        let mut entries = Vec::new();
        let every = 1 + seed as usize % 20;
        false_entries(&mut problem.clone(), 3, every, &moves, &mut Random::new(seed), &mut entries);
        for (answer, is_true) in answers(truth) {
            let (options, mut solver) = (options(), Solver::new(4 << 20).unwrap());
            let mut ignore = |_: SolverEvent<'_>| {};
            let mut run = solver.run(&options, &mut ignore);
            for entry in &entries {
                run.table.put(entry.key, entry.entry);
            }
            let mut certifier = Certifier::new(&problem, &mut run);
            let made = match &answer {
                MateVerdict::Mate(mate) => certifier.mate(mate),
                _ => certifier.no_mate(),
            };
            let what = || format!("{sfen}, seed {seed}, {answer:?}");
            match made {
                Ok(certificate) => {
                    assert!(is_true, "{}: {}", what(), certificate.claim());
                    let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
                    let report = check(&bytes[..], CheckOptions::default());
                    let report = report.unwrap_or_else(|error| panic!("{}: {error}", what()));
                    assert_eq!(report.claim, certificate.claim());
                    counts[0] += 1;
                }
                Err(_) if is_true => counts[1] += 1,
                Err(_) => counts[2] += 1,
            }
        }
    }
    counts
}

#[test]
fn the_positions_are_what_they_are_said_to_be() {
    for (sfen, length) in POSITIONS {
        let mut position = problem(sfen).position().clone();
        assert_eq!(Exhaustive::new(Color::Black, 7, u64::MAX).mate(&mut position).unwrap(), length, "{sfen}");
    }
}

#[test]
fn no_false_certificate_comes_out_of_a_corrupted_table() {
    let mut all = [0; 3];
    for (sfen, length) in POSITIONS {
        let counts = certificates(sfen, length, 0..60);
        assert!(counts[0] > 0 && counts[2] > 0, "{sfen}: {counts:?}");
        for (all, count) in all.iter_mut().zip(counts) {
            *all += count;
        }
    }
    // False entries cost certificates only where they hide the truth.
    assert!(all[1] > 0 && all[0] > all[1], "{all:?}");
}

/// A table says that there is no mate with larger hands, which is false: then nodes with the hand that the attacker has do.
#[test]
fn a_false_refutation_is_taken_back() {
    for (sfen, length) in POSITIONS.into_iter().filter(|(_, length)| length.is_none()) {
        let problem = problem(sfen);
        let (options, mut solver) = (SolveOptions::default(), Solver::new(4 << 20).unwrap());
        let mut ignore = |_: SolverEvent<'_>| {};
        let mut run = solver.run(&options, &mut ignore);
        let mut after = problem.clone();
        let mut checks = Vec::new();
        after.moves(&mut checks);
        for check in checks {
            let undo = after.make(check);
            let mut replies = Vec::new();
            after.moves(&mut replies);
            for reply in replies {
                let undo = after.make(reply);
                // With every piece in hand the attacker mates in most positions.
                let key = after.key_with(Hand::FULL, Plies::UNLIMITED);
                let entry = yomikiri_pns::Entry {
                    numbers: yomikiri_pns::Numbers::DISPROVEN,
                    min_distance: 0,
                    visits: 1,
                    solution_depth: 0,
                    has_path_disproof: false,
                };
                run.table.put(key, entry);
                after.unmake(reply, undo);
            }
            after.unmake(check, undo);
        }
        let certificate = Certifier::new(&problem, &mut run).no_mate().unwrap();
        let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
        assert!(check(&bytes[..], CheckOptions::default()).is_ok(), "{sfen} {length:?}");
    }
}

/// A limit ends the work without a certificate, and so does the stop flag.
#[test]
fn limits_hold_while_a_certificate_is_made() {
    let position =
        Position::from_sfen("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1").unwrap();
    let mut solver = Solver::new(16 << 20).unwrap();
    let mut options = SolveOptions::default();
    let answer = solver.solve(&position, Color::Black, &options, &mut |_| {}).unwrap();
    let mut certify = |options: &SolveOptions| {
        let answer = CertifiableAnswer::Mate(&answer.verdict);
        solver.certify(&position, Color::Black, answer, options, &mut |_| {})
    };
    options.limits.time = Some(std::time::Duration::from_nanos(1));
    assert_eq!(certify(&options).err(), Some(CertifyError::Stopped(StopReason::TimeLimit)));
    options.limits.time = None;
    options.limits.stop = Some(std::sync::Arc::new(true.into()));
    assert_eq!(certify(&options).err(), Some(CertifyError::Stopped(StopReason::Stopped)));
    options.limits.stop = None;
    let certificate = certify(&options).unwrap();
    assert_eq!(certificate.claim(), "exactly 21");
    let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
    let lines = String::from_utf8(bytes).unwrap();
    assert_eq!(lines.lines().last(), Some(format!("end {}", certificate.nodes()).as_str()));
}

#[test]
fn hands_are_written_as_the_format_says() {
    let hand = [(PieceKind::Rook, 2), (PieceKind::Gold, 1), (PieceKind::Pawn, 11)];
    let hand = hand.into_iter().fold(Hand::EMPTY, |hand, (kind, count)| hand.with(kind, count).unwrap());
    let mut text = String::new();
    hand_text(hand, &mut text);
    assert_eq!(text, "2RG11P");
    hand_text(Hand::EMPTY, &mut text);
    assert_eq!(text, "-");
}
