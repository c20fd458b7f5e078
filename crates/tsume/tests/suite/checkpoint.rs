//! When the table is saved, and who may save it where.

use std::path::PathBuf;
use std::time::Duration;

use yomikiri_pns::{Limits, StopReason};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{
    AdjustedMate, Checkpoint, CheckpointError, InterpositionRules, MateAnswer, MateVerdict, SolveOptions,
    Solver, SolverEvent,
};

/// 将棋図巧 5. Its main line takes many searches, each with a limit of visits of its own.
const PROBLEM: &str = "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1";

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("yomikiri-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Solves the problem with a checkpoint that cannot be written, and counts the attempts.
fn attempts_to_save(name: &str, every: Duration, limits: Limits) -> (usize, MateAnswer) {
    let folder = Folder::new(name);
    let checkpoint = Checkpoint::open(folder.path("saved"), every).unwrap();
    drop(folder);
    let rules = InterpositionRules::Plus2;
    let options = SolveOptions { checkpoint: Some(checkpoint), limits, rules, ..SolveOptions::default() };
    let position = Position::from_sfen(PROBLEM).unwrap();
    let mut attempts = 0;
    let mut on_event =
        |event: SolverEvent<'_>| attempts += usize::from(matches!(event, SolverEvent::CheckpointFailed(_)));
    let answer =
        Solver::new(64 << 20).unwrap().solve(&position, Color::Black, &options, &mut on_event).unwrap();
    (attempts, answer)
}

#[test]
fn the_table_is_saved_when_due_and_when_a_limit_ends_the_search() {
    let never = Duration::MAX;
    let (attempts, solved) = attempts_to_save("solved", never, Limits::default());
    assert_eq!((attempts, solved.stopped), (0, None));
    let limits = Limits { nodes: Some(solved.first_mate.unwrap().visits / 2), ..Limits::default() };
    let (attempts, stopped) = attempts_to_save("stopped", never, limits);
    assert_eq!((attempts, stopped.stopped), (1, Some(StopReason::Nodes)));
    // No search ends early because a saving is due, whatever it is for.
    let (attempts, often) = attempts_to_save("often", Duration::from_millis(1), Limits::default());
    assert!(attempts > 10, "{attempts}");
    assert_eq!((often.stopped, lengths(&often)), (None, lengths(&solved)));
}

/// The proved lengths of a mate, without and with the rules.
fn lengths(answer: &MateAnswer) -> (Option<usize>, Option<u32>) {
    let MateVerdict::Mate(mate) = &answer.verdict else { panic!("{answer:?}") };
    let ruled = mate.adjusted.as_ref().and_then(AdjustedMate::length);
    (mate.minimal.then(|| mate.length()), ruled)
}

#[test]
fn one_search_at_a_time_uses_a_checkpoint() {
    let folder = Folder::new("shared");
    let open = || Checkpoint::open(folder.path("saved"), Duration::MAX);
    let first = open().unwrap();
    let second = first.clone();
    drop(first);
    assert!(matches!(open(), Err(CheckpointError::InUse)));
    drop(second);
    open().unwrap();
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left behind");
}
