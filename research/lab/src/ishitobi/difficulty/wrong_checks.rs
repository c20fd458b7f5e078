//! Wrong checks along the main line of a problem: what a person has to see through.

use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Goal, MateVerdict, SolveOptions, Solver};

/// The wrong checks of a problem at the attacker's moves of the main line, except at the last one, whose alternatives are seen
/// at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrongChecks {
    /// The number of checks that do not mate.
    pub all: u64,
    /// Those that a single answer refutes: near-misses.
    pub near_misses: u64,
    /// Those whose easiest refutation takes the solver more than [`LATE`] nodes.
    pub late: u64,
}

/// The node limit of the solver after each answer. An answer that is not shown to lose within it counts as a refutation.
pub const ANSWER_NODES: u64 = 2_000;
/// A refutation that takes more nodes than this is late.
pub const LATE: u64 = 100;

impl WrongChecks {
    /// The wrong checks along `line`, a mate from `position`.
    pub fn along(position: &Position, attacker: Color, line: &[Move], solver: &mut Solver) -> WrongChecks {
        let mut wrong = WrongChecks::default();
        let mut position = position.clone();
        for (at, &mv) in line.iter().enumerate() {
            if at % 2 == 0 && at + 1 < line.len() {
                for check in position.checks().into_iter().filter(|&check| check != mv) {
                    let undo = position.make(check);
                    if let Some(refutation) = Refutation::find(&mut position, attacker, solver) {
                        wrong.all += 1;
                        wrong.near_misses += u64::from(refutation.is_only_answer);
                        wrong.late += u64::from(refutation.nodes > LATE);
                    }
                    position.unmake(check, undo);
                }
            }
            let _ = position.make(mv);
        }
        wrong
    }
}

/// How a check is refuted.
struct Refutation {
    is_only_answer: bool,
    /// The nodes for the answer that is the easiest to see through.
    nodes: u64,
}

impl Refutation {
    /// The refutation of the check that was just given, or `None` if the check mates.
    fn find(position: &mut Position, attacker: Color, solver: &mut Solver) -> Option<Refutation> {
        let mut found: Option<Refutation> = None;
        for answer in position.evasions() {
            let undo = position.make(answer);
            let limits = Limits { visits: Some(ANSWER_NODES), ..Limits::default() };
            let options = SolveOptions { limits, goal: Goal::AnyMate, ..SolveOptions::default() };
            let outcome = solver.solve(position, attacker, &options, &mut |_| {}).ok();
            position.unmake(answer, undo);
            let nodes = match outcome.map(|outcome| (outcome.verdict, outcome.counters.visits)) {
                Some((MateVerdict::NoMate, visits)) => visits,
                Some((MateVerdict::Unknown(_), _)) => ANSWER_NODES,
                _ => continue,
            };
            found = Some(match found {
                None => Refutation { is_only_answer: true, nodes },
                Some(before) => Refutation { is_only_answer: false, nodes: before.nodes.min(nodes) },
            });
            if found.as_ref().is_some_and(|found| !found.is_only_answer && found.nodes <= LATE) {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(sfen: &str, line: &[&str]) -> WrongChecks {
        let position = Position::from_sfen(sfen).unwrap();
        let line: Vec<Move> = line.iter().map(|mv| mv.parse().unwrap()).collect();
        let mut solver = Solver::new(1 << 20).unwrap();
        WrongChecks::along(&position, Color::Black, &line, &mut solver)
    }

    /// ▲２一桂成 leads to mate. After ▲２三桂 the king goes to １二 or ２二; after ▲２一銀成 he takes.
    #[test]
    fn a_mate_in_three_by_hand() {
        let sfen = "8k/6S2/8N/9/8N/9/9/9/9 b 2r2b4g3s2n4l18p 1";
        let wrong = along(sfen, &["1c2a+", "1a1b", "1e2c+"]);
        assert_eq!(wrong.all, 2, "{wrong:?}");
        assert_eq!(wrong.near_misses, 1, "only the king's capture refutes the silver: {wrong:?}");
        assert_eq!(wrong.late, 0, "{wrong:?}");
    }

    #[test]
    fn a_mate_in_one_has_none() {
        let wrong = along("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", &["G*5b"]);
        assert_eq!(wrong, WrongChecks::default(), "alternatives to the last move do not count");
    }
}
