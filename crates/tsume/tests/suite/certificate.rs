//! Certificates that the writer makes, checked by both checkers and compared with brute force.

use crate::checkers::{Answer, python_answers};
use crate::common::{BruteForce, is_mated, problem, rows};
use yomikiri_certificate::{Compression, Options, Report, check};
use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};
use yomikiri_tsume::{
    BrinkmateOptions, BrinkmateVerdict, CertifiableAnswer, CertifyError, Goal, InterpositionRules,
    JudgeOptions, MateVerdict, SolveOptions, Solver, Soundness, attacker,
};

/// The longest mates that brute force looks for.
const PLIES: u32 = 7;

/// Certificates that both checkers accept: the one in Python takes a while to start, so it gets all at once.
#[derive(Default)]
struct Collection {
    certificates: Vec<Vec<u8>>,
}

impl Collection {
    /// Checks a certificate in Rust and keeps it for Python.
    fn add(&mut self, bytes: &[u8]) -> Report {
        let report = check(bytes, Options::default());
        let report = report.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)));
        self.certificates.push(bytes.to_vec());
        report
    }

    /// Checks all in Python, if there is one.
    fn check_in_python(self) {
        let answers = python_answers(&self.certificates).unwrap_or_default();
        for (certificate, answer) in self.certificates.iter().zip(answers) {
            assert_eq!(answer, Answer::Holds, "{}", String::from_utf8_lossy(certificate));
        }
    }
}

/// A random problem: a king near an edge, a few pieces around it, a few in hand. In half of them the attacker has a king, too, and in half
/// White attacks.
fn scattered(random: &mut Random) -> Option<(Position, Color)> {
    let kinds: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).collect();
    let mut builder = PositionBuilder::new();
    for _ in 0..3 + random.below(3) {
        let owner = if random.one_in(3) { Color::White } else { Color::Black };
        let piece = Piece::new(kinds[random.below(kinds.len())], owner);
        builder.set(Square::new(random.below(5), random.below(5))?, Some(piece));
    }
    builder
        .set(Square::new(random.below(5), random.below(3))?, Some(Piece::new(PieceKind::King, Color::White)));
    if random.one_in(2) {
        let square = Square::new(random.below(9), 3 + random.below(6))?;
        builder.set(square, Some(Piece::new(PieceKind::King, Color::Black)));
    }
    for _ in 0..1 + random.below(3) {
        builder.hands[0] = builder.hands[0].with(PieceKind::HAND[random.below(7)], 1)?;
    }
    let mut position = builder.build(Strictness::Strict).ok()?;
    position.king(Color::White)?;
    position.give_missing_pieces_to(Color::White);
    let position = if random.one_in(2) { position.flipped() } else { position };
    let attacker = position.side_to_move();
    // Either side may be to move.
    let checks = position.checks();
    if checks.is_empty() || !random.one_in(4) {
        return Some((position, attacker));
    }
    let mut after = position.clone();
    let _ = after.make(checks[random.below(checks.len())]);
    Some((after, attacker))
}

/// The shortest mate within [`PLIES`] plies by brute force, whoever is to move.
fn shortest(position: &Position, attacker: Color) -> Option<u32> {
    let mut position = position.clone();
    let mut brute = BruteForce::default();
    if position.side_to_move() == attacker {
        return brute.shortest(&mut position, PLIES);
    }
    (0..PLIES).step_by(2).find(|&plies| {
        is_mated(&mut position, &mut |after| {
            plies > 0 && brute.shortest(after, plies.saturating_sub(1)).is_some()
        })
    })
}

fn random_positions(seeds: std::ops::Range<u64>) {
    let mut files = Collection::default();
    let (mut mates, mut none, mut open) = (0, 0, 0);
    let mut solver = Solver::new(4 << 20).unwrap();
    for seed in seeds {
        let Some((position, attacker)) = scattered(&mut Random::new(seed)) else { continue };
        let mut options = SolveOptions { goal: Goal::Shortest, ..SolveOptions::default() };
        options.limits.nodes = Some(20_000);
        let Ok(answer) = solver.solve(&position, attacker, &options, &mut |_| {}) else { continue };
        let made = solver.certify(
            &position,
            attacker,
            CertifiableAnswer::Mate(&answer.verdict),
            &options,
            &mut |_| {},
        );
        let certificate = match made {
            Ok(certificate) => certificate,
            Err(CertifyError::Unknown | CertifyError::Stopped(_)) => {
                open += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}, {}: {error}", position.to_sfen()),
        };
        let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
        let report = files.add(&bytes);
        assert_eq!(report.claim, certificate.claim());
        let claim: Vec<&str> = report.claim.split(' ').collect();
        let truth = shortest(&position, attacker);
        match claim[..] {
            ["no-mate"] => {
                assert_eq!(truth, None, "seed {seed}");
                none += 1;
            }
            ["exactly", length] => {
                let length: u32 = length.parse().unwrap();
                assert_eq!(truth, Some(length).filter(|&length| length <= PLIES), "seed {seed}");
                mates += 1;
            }
            ["mate-within", length] => {
                let length: u32 = length.parse().unwrap();
                assert!(truth.is_none_or(|truth| truth <= length), "seed {seed}");
                mates += 1;
            }
            _ => panic!("seed {seed}: {}", report.claim),
        }
    }
    println!("{mates} mates, {none} no mates, {open} open");
    assert!(mates * 10 > none && none * 10 > mates && open < mates + none, "{mates} {none} {open}");
    files.check_in_python();
}

#[test]
fn certificates_of_random_positions() {
    random_positions(0..60);
}

/// `cargo test --release -p yomikiri-tsume -- --ignored`.
#[test]
#[ignore = "takes long without optimisation"]
fn certificates_of_many_random_positions() {
    random_positions(1000..9000);
}

/// Problems of the data: mates of one to eleven plies, and problems without mate.
#[test]
fn certificates_of_the_data() {
    let mut files = Collection::default();
    let mut solver = Solver::new(16 << 20).unwrap();
    let mates = [1, 3, 5, 7, 9].map(|plies| (format!("tanuki_mate{plies}.tsv"), 80));
    for (file, every) in mates.into_iter().chain([("nomate.tsv".to_owned(), 3)]) {
        for row in rows(&file).iter().step_by(every) {
            let position = problem(&row[0]);
            let attacker = attacker(&position);
            let mut options = SolveOptions { goal: Goal::Shortest, ..SolveOptions::default() };
            options.limits.nodes = Some(100_000);
            let answer = solver.solve(&position, attacker, &options, &mut |_| {}).unwrap();
            let answered = CertifiableAnswer::Mate(&answer.verdict);
            match solver.certify(&position, attacker, answered, &options, &mut |_| {}) {
                Ok(certificate) => {
                    let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
                    let report = files.add(&bytes);
                    assert_eq!(report.claim == "no-mate", answer.verdict == MateVerdict::NoMate);
                }
                Err(CertifyError::Unknown | CertifyError::Stopped(_)) => {}
                Err(error) => panic!("{}: {error}", row[0]),
            }
        }
    }
    assert!(files.certificates.len() > 10, "{}", files.certificates.len());
    files.check_in_python();
}

/// Judgements of composed and random problems, by every profile of rules.
#[test]
fn certificates_of_judgements() {
    let mut files = Collection::default();
    let mut solver = Solver::new(16 << 20).unwrap();
    let composed = rows("composed.tsv").into_iter().map(|row| problem(&row[0])).step_by(4);
    let random = (0..120).filter_map(|seed| {
        let (position, attacker) = scattered(&mut Random::new(seed))?;
        (position.side_to_move() == attacker).then_some(position)
    });
    let mut claims: Vec<String> = Vec::new();
    let mut not_supported = 0;
    for (number, position) in composed.chain(random).enumerate() {
        let rules = [
            InterpositionRules::Plus2,
            InterpositionRules::Raw,
            InterpositionRules::Miwa,
            InterpositionRules::Basic,
        ][number % 4];
        let mut options = SolveOptions { rules, ..SolveOptions::default() };
        options.limits.nodes = Some(20_000);
        let intended = [None, Some(3), Some(5)][number % 3];
        let options = JudgeOptions { solve: options, intended, ..JudgeOptions::default() };
        let attacker = position.side_to_move();
        let judgement = solver.judge(&position, attacker, &options, &mut |_| {}).unwrap();
        let answered = CertifiableAnswer::Judgement(&judgement);
        match solver.certify(&position, attacker, answered, &options.solve, &mut |_| {}) {
            Ok(certificate) => {
                let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
                let claim = files.add(&bytes).claim;
                let is_sound = claim.starts_with("sound");
                assert_eq!(is_sound, judgement.is_sound(), "{}: {claim}", position.to_sfen());
                assert_eq!(claim.starts_with("sound-with"), judgement.verdict == Soundness::Flawed);
                claims.push(claim.split_whitespace().take(if is_sound { 1 } else { 2 }).collect());
            }
            Err(CertifyError::Unknown | CertifyError::Stopped(_)) => {}
            Err(CertifyError::NotSupported(_)) => not_supported += 1,
            Err(error) => panic!("{}: {error}: {judgement:?}", position.to_sfen()),
        }
    }
    claims.sort_unstable();
    let all = claims.len();
    claims.dedup();
    println!("{all} certificates of {claims:?}, {not_supported} not supported");
    assert!(claims.len() >= 6 && all > 40 && not_supported * 10 < all, "{all} {claims:?} {not_supported}");
    files.check_in_python();
}

#[test]
fn certificates_of_brinkmates() {
    let mut files = Collection::default();
    let mut solver = Solver::new(16 << 20).unwrap();
    let mut count = 0;
    for row in rows("hisshi_suite.tsv").iter().step_by(60) {
        let position = Position::from_sfen(&row[0]).unwrap();
        let attacker = attacker(&position);
        let mut options = BrinkmateOptions::default();
        options.solve.limits.nodes = Some(200_000);
        let answer = solver.solve_threats(&position, attacker, &options, &mut |_| {}).unwrap();
        let answered = CertifiableAnswer::Brinkmate(&answer.verdict);
        match solver.certify(&position, attacker, answered, &options.solve, &mut |_| {}) {
            Ok(certificate) => {
                let bytes = certificate.write(Vec::new(), Compression::None).unwrap();
                let claim = files.add(&bytes).claim;
                if let BrinkmateVerdict::Brinkmate(brinkmate) = &answer.verdict {
                    assert_eq!(claim, format!("brinkmate {}", brinkmate.length()));
                    count += 1;
                }
            }
            Err(CertifyError::Unknown | CertifyError::Stopped(_)) => {}
            Err(error) => panic!("{}: {error}", row[0]),
        }
    }
    assert!(count > 6, "{count}");
    files.check_in_python();
}

/// The table of one question serves the certificate only if it was about the same problem.
#[test]
fn a_certificate_does_not_rest_on_another_problem() {
    let mut solver = Solver::new(4 << 20).unwrap();
    let options = SolveOptions::default();
    let [with_gold, without] = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b - 1"].map(problem);
    let answer = solver.solve(&with_gold, Color::Black, &options, &mut |_| {}).unwrap();
    let mut certify = |position: &Position| {
        solver.certify(
            position,
            Color::Black,
            CertifiableAnswer::Mate(&answer.verdict),
            &options,
            &mut |_| {},
        )
    };
    assert_eq!(certify(&without).err(), Some(CertifyError::Refuted));
    assert_eq!(certify(&with_gold).unwrap().claim(), "exactly 1");
}
