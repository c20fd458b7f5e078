//! Sessions find problems that are legal, sound and new, and the same ones every time.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yomikiri_compose::{BoundedJudge, ComposeRequest, RequestError, Session, Setup, Strategy, start};
use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::{InterpositionRules, JudgeOptions, SolveOptions, Solver};

/// The judge's node limit per position.
const NODES: u64 = 1_000;

/// A sound problem of three plies.
const START: &str = "8k/6S2/8N/9/8N/9/9/9/9 b - 1";

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

fn request(strategy: Strategy, from: Option<&str>, count: usize) -> ComposeRequest {
    let from = from.map(|sfen| Setup::from_position(&read(sfen)).unwrap());
    ComposeRequest {
        strategy,
        from,
        plies: 3..=5,
        count,
        seed: 2,
        strict: false,
        rules: InterpositionRules::TRADITIONAL,
    }
}

fn solver() -> Solver {
    Solver::new(BoundedJudge::MEMORY).unwrap()
}

/// Runs a session until it is complete or `attempts` attempts were made.
fn work(session: &mut Session, attempts: u64) {
    let mut ignored = |_: &Setup, _: u64| {};
    let plies = session.request().plies.clone();
    let mut judge = BoundedJudge::new(solver(), plies, NODES, Arc::new(AtomicBool::new(false)), &mut ignored)
        .with_strictness(session.request().strict);
    while !session.is_complete() && session.next() < attempts {
        session.attempt(&mut judge).unwrap();
    }
}

fn found(session: &Session) -> Vec<(Setup, u64)> {
    session.compositions().iter().map(|work| (work.setup.clone(), work.attempt)).collect()
}

fn check(session: &Session) {
    let mut seen = HashSet::new();
    for work in session.compositions() {
        let sfen = work.setup.position().unwrap().to_sfen();
        // Read the position again by all rules, and judge it again with other limits.
        let position = Position::from_sfen_with(&sfen, Strictness::Strict).unwrap();
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let options =
            SolveOptions { limits, rules: InterpositionRules::TRADITIONAL, ..SolveOptions::default() };
        let options = JudgeOptions { solve: options, ..JudgeOptions::default() };
        let judgement = solver().judge(&position, Color::Black, &options, &mut |_| {}).unwrap();
        assert!(judgement.is_sound(), "{sfen}: {:?}", judgement.faults);
        assert!(session.request().plies.contains(&judgement.length().unwrap()), "{sfen}");
        assert!(seen.insert(work.setup.canonical()), "{sfen} is there already, or its mirror image");
        assert_ne!(session.request().from.as_ref().map(Setup::canonical), Some(work.setup.canonical()));
    }
}

#[test]
fn every_strategy_composes() {
    for strategy in Strategy::ALL {
        let from = strategy.takes_start().then_some(START);
        let mut session = Session::new(request(strategy, from, 1)).unwrap();
        work(&mut session, 400);
        assert!(session.is_complete(), "{strategy}: {} found", session.compositions().len());
        check(&session);
    }
}

#[test]
fn from_nothing() {
    let mut session = Session::new(request(Strategy::Reverse, None, 1)).unwrap();
    work(&mut session, 400);
    assert!(session.is_complete());
    check(&session);
}

/// One longest defence, one last move and no mirror image, where the same request without strictness finds others.
#[test]
fn strict_sessions_find_problems_without_remarks() {
    let with = |strict: bool| {
        let mut session =
            Session::new(ComposeRequest { strict, ..request(Strategy::Repair, Some(START), 2) }).unwrap();
        work(&mut session, 400);
        assert!(session.is_complete());
        check(&session);
        session
    };
    let remarks = |session: &Session| -> usize {
        session.compositions().iter().map(|work| work.judgement.notices().len()).sum()
    };
    assert!(remarks(&with(false)) > 0, "the others have remarks");
    assert_eq!(remarks(&with(true)), 0);
}

/// A strict session does not take over a problem with a remark, whatever the remark is.
#[test]
fn every_remark_is_a_reason() {
    for (sfen, word) in [
        // The king may go to either corner.
        ("7Sk/9/9/7S1/7L1/9/9/9/9 b - 1", "変同"),
        ("4k4/9/3P1P3/9/9/9/9/9/9 b 2G 1", "左右対称"),
        ("9/6Sk1/8P/9/8N/9/9/9/9 b - 1", "最終手余詰"),
    ] {
        let mut kept = [false, true].map(|strict| {
            let request = ComposeRequest { strict, from: None, ..request(Strategy::Reverse, None, 1) };
            let mut ignored = |_: &Setup, _: u64| {};
            let mut judge = BoundedJudge::new(solver(), 3..=5, 100_000, Arc::default(), &mut ignored)
                .with_strictness(strict);
            let found = [(Setup::from_position(&read(sfen)).unwrap(), 0)];
            Session::resumed(request, 1, &found, &mut judge).unwrap().unwrap().compositions().to_vec()
        });
        assert_eq!(kept[1].len(), 0, "{sfen}");
        let kept = kept[0].pop().expect(sfen);
        let words: Vec<&str> = kept.judgement.notices().iter().map(|notice| notice.word).collect();
        assert!(words.contains(&word), "{sfen}: {words:?}");
    }
}

#[test]
fn the_same_every_time_and_when_it_is_interrupted() {
    let whole = || {
        let mut session = Session::new(request(Strategy::Reverse, Some(START), 2)).unwrap();
        work(&mut session, 100);
        session
    };
    let (first, second) = (whole(), whole());
    assert_eq!(found(&first), found(&second));
    assert!(first.is_complete());
    // The stop flag is set in the middle of an attempt, and another session resumes.
    let mut session = Session::new(request(Strategy::Reverse, Some(START), 2)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    let mut raise =
        |_: &Setup, judged: u64| raised.store(judged >= 300, std::sync::atomic::Ordering::Relaxed);
    let mut judge = BoundedJudge::new(solver(), 3..=5, NODES, stop, &mut raise);
    while session.attempt(&mut judge).is_ok() {}
    assert!(!session.is_complete(), "it should have been stopped before that");
    let mut ignored = |_: &Setup, _: u64| {};
    let mut judge = BoundedJudge::new(solver(), 3..=5, NODES, Arc::new(AtomicBool::new(false)), &mut ignored);
    let request = session.request().clone();
    let mut resumed =
        Session::resumed(request, session.next(), &found(&session), &mut judge).unwrap().unwrap();
    work(&mut resumed, 100);
    assert_eq!(found(&resumed), found(&first));
    assert_eq!(resumed.next(), first.next());
}

#[test]
fn commissions_that_cannot_be_carried_out() {
    let with = |change: &dyn Fn(&mut ComposeRequest)| {
        let mut request = request(Strategy::Reverse, Some(START), 1);
        change(&mut request);
        Session::new(request).map(|_| ())
    };
    assert_eq!(with(&|_| {}), Ok(()));
    for (first, last) in [(4, 4), (0, 0), (9, 5), (0, 7)] {
        let plies = RangeInclusive::new(first, last);
        assert_eq!(with(&|request| request.plies = plies.clone()), Err(RequestError::Range(plies.clone())));
    }
    assert_eq!(with(&|request| request.plies = 5..=101), Err(RequestError::TooLong(101)));
    assert_eq!(with(&|request| request.count = 0), Err(RequestError::Nothing));
    assert_eq!(
        with(&|request| request.strategy = Strategy::Random),
        Err(RequestError::NoStart(Strategy::Random))
    );
    let without = |request: &mut ComposeRequest| (request.strategy, request.from) = (Strategy::Repair, None);
    assert_eq!(with(&without), Err(RequestError::NeedsStart(Strategy::Repair)));
    let options = SolveOptions::default();
    assert!(matches!(
        start(&read("4k4/9/9/9/9/9/9/9/9 b G 1"), &options, &mut solver()),
        Err(RequestError::NoMate)
    ));
    assert!(matches!(
        start(&read("9/9/9/9/9/9/9/9/9 b G 1"), &options, &mut solver()),
        Err(RequestError::Start(_))
    ));
    assert_eq!(start(&read(START), &options, &mut solver()).unwrap().1.length(), 3);
}
