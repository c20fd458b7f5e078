//! Whole sessions: what comes out is legal, sound, new, and the same every time.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yomikiri_compose::{Commission, CommissionError, Session, Setup, Strategy, Workshop, start};
use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::{JudgeQuery, Query, Solver};

/// Sound, five plies.
const START: &str = "6s2/5Sk1s/9/6G2/9/9/9/9/9 b - 1";

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

fn commission(strategy: Strategy, from: Option<&str>, count: usize) -> Commission {
    let from = from.map(|sfen| Setup::of(&read(sfen)).unwrap());
    Commission { strategy, from, plies: 5..=11, count, seed: 7 }
}

/// Works until enough is found, or so many attempts were made.
fn work(session: &mut Session, attempts: u64) {
    let mut ignored = |_: &Setup, _: u64| {};
    let plies = session.commission().plies.clone();
    let mut shop = Workshop::new(plies, 20_000, Arc::new(AtomicBool::new(false)), &mut ignored);
    while !session.is_complete() && session.next() < attempts {
        session.attempt(&mut shop).unwrap();
    }
}

fn found(session: &Session) -> Vec<(Setup, u64)> {
    session.works().iter().map(|work| (work.setup.clone(), work.attempt)).collect()
}

fn check(session: &Session) {
    let mut seen = HashSet::new();
    for work in session.works() {
        let sfen = work.setup.position().unwrap().to_sfen();
        // Read afresh, by all rules of a position, and judged afresh, by a judge with other limits.
        let position = Position::from_sfen_with(&sfen, Strictness::Strict).unwrap();
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let query = JudgeQuery { query: Query { limits, ..Query::default() }, first_fault: false };
        let judgement = Solver::new(64 << 20).judge(&position, Color::Black, &query, &mut |_| {}).unwrap();
        assert!(judgement.is_sound(), "{sfen}: {:?}", judgement.faults);
        assert!(session.commission().plies.contains(&judgement.length().unwrap()), "{sfen}");
        assert!(seen.insert(work.setup.canonical()), "{sfen} is there already, or its mirror image");
        assert_ne!(session.commission().from.as_ref().map(Setup::canonical), Some(work.setup.canonical()));
    }
}

#[test]
fn every_strategy_composes() {
    for strategy in Strategy::ALL {
        let from = strategy.takes_start().then_some(START);
        let mut session = Session::new(commission(strategy, from, 1)).unwrap();
        work(&mut session, 400);
        assert!(session.is_complete(), "{strategy}: {} found", session.works().len());
        check(&session);
    }
}

#[test]
fn from_nothing() {
    let mut session = Session::new(commission(Strategy::Reverse, None, 3)).unwrap();
    work(&mut session, 400);
    assert!(session.is_complete());
    check(&session);
}

#[test]
fn the_same_every_time_and_when_it_is_interrupted() {
    let whole = || {
        let mut session = Session::new(commission(Strategy::Reverse, Some(START), 4)).unwrap();
        work(&mut session, 100);
        session
    };
    let (first, second) = (whole(), whole());
    assert_eq!(found(&first), found(&second));
    assert!(first.is_complete());
    // In the middle of an attempt the stop sign is raised; another session goes on.
    let mut session = Session::new(commission(Strategy::Reverse, Some(START), 4)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    let mut raise =
        |_: &Setup, judged: u64| raised.store(judged >= 1500, std::sync::atomic::Ordering::Relaxed);
    let mut shop = Workshop::new(5..=11, 20_000, stop, &mut raise);
    while session.attempt(&mut shop).is_ok() {}
    assert!(!session.is_complete(), "it should have been stopped before that");
    let mut ignored = |_: &Setup, _: u64| {};
    let mut shop = Workshop::new(5..=11, 20_000, Arc::new(AtomicBool::new(false)), &mut ignored);
    let commission = session.commission().clone();
    let mut resumed =
        Session::resumed(commission, session.next(), &found(&session), &mut shop).unwrap().unwrap();
    work(&mut resumed, 100);
    assert_eq!(found(&resumed), found(&first));
    assert_eq!(resumed.next(), first.next());
}

#[test]
fn commissions_that_cannot_be_carried_out() {
    let with = |change: &dyn Fn(&mut Commission)| {
        let mut commission = commission(Strategy::Reverse, Some(START), 1);
        change(&mut commission);
        Session::new(commission).map(|_| ())
    };
    assert_eq!(with(&|_| {}), Ok(()));
    for (first, last) in [(4, 4), (0, 0), (9, 5), (0, 7)] {
        let plies = RangeInclusive::new(first, last);
        assert_eq!(
            with(&|commission| commission.plies = plies.clone()),
            Err(CommissionError::Range(plies.clone()))
        );
    }
    assert_eq!(with(&|commission| commission.plies = 5..=101), Err(CommissionError::TooLong(101)));
    assert_eq!(with(&|commission| commission.count = 0), Err(CommissionError::Nothing));
    assert_eq!(
        with(&|commission| commission.strategy = Strategy::Random),
        Err(CommissionError::NoStart(Strategy::Random))
    );
    let without =
        |commission: &mut Commission| (commission.strategy, commission.from) = (Strategy::Repair, None);
    assert_eq!(with(&without), Err(CommissionError::NeedsStart(Strategy::Repair)));
    let query = Query::default();
    assert!(matches!(start(&read("4k4/9/9/9/9/9/9/9/9 b G 1"), &query), Err(CommissionError::NoMate)));
    assert!(matches!(start(&read("9/9/9/9/9/9/9/9/9 b G 1"), &query), Err(CommissionError::Start(_))));
    assert_eq!(start(&read(START), &query).unwrap().1.length(), 5);
}
