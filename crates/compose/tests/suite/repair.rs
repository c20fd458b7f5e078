//! Repair makes problems sound and leaves sound ones unchanged.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yomikiri_compose::{BoundedJudge, Interrupted, Setup, repair};
use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{JudgeOptions, Judgement, Solver};

/// A mate in 3, and the rook mates sooner.
const COOKED: &str = "8p/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l17p 1";
/// Made by shape keeping: sound, but the judge needs more nodes to see it than a repair gives him.
const SOUND: &str = "8k/9/6R1N/9/9/9/9/9/9 b Brb4g4s3n4l18p 1";

fn read(sfen: &str) -> Setup {
    Setup::from_position(&Position::from_sfen(sfen).unwrap()).unwrap()
}

fn repair_to(sfen: &str, shortest: usize, tries: u32, stop: bool) -> Result<Option<Setup>, Interrupted> {
    let mut watch = |_: &Setup, _| {};
    let stop = Arc::new(AtomicBool::new(stop));
    let mut judge = BoundedJudge::new(solver(), shortest..=99, 1_000_000, stop, &mut watch);
    repair(&read(sfen), tries, &mut Random::new(1), &mut judge)
}

fn solver() -> Solver {
    Solver::new(BoundedJudge::MEMORY).unwrap()
}

fn judged(setup: &Setup) -> Judgement {
    let mut solver = solver();
    let position = setup.position().unwrap();
    solver.judge(&position, Color::Black, &JudgeOptions::default(), &mut |_| {}).unwrap()
}

#[test]
fn a_cooked_problem_becomes_sound() {
    assert!(!judged(&read(COOKED)).is_sound());
    let setup = repair_to(COOKED, 3, 2000, false).unwrap().expect("2,000 tries suffice");
    let judgement = judged(&setup);
    assert!(judgement.is_sound() && judgement.length() >= Some(3), "{:?}", setup.position());
    assert_eq!(repair_to(COOKED, 3, 2000, false), Ok(Some(setup)), "the same numbers, the same problem");
    assert_eq!(repair_to(COOKED, 3, 0, false), Ok(None), "no tries, no repair");
}

#[test]
fn what_is_sound_stays_as_it_is() {
    assert_eq!(repair_to(SOUND, 3, 0, false), Ok(Some(read(SOUND))));
    assert_eq!(repair_to(SOUND, 11, 0, false), Ok(None), "sound, but not as long as wanted");
}

#[test]
fn it_stops() {
    assert_eq!(repair_to(COOKED, 3, 2000, true), Err(Interrupted));
}
