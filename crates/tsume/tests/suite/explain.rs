//! What becomes of every move, against brute force.

use crate::brute_force::scattered;
use crate::common::{BruteForce, problem, rows};
use proptest::prelude::*;
use yomikiri_pns::{Limits, StopReason};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    AttackEnd, ExplainOptions, Explanation, MoveVerdict, NotAProblem, Refutation, RefutationSize,
    SolveOptions, Solver, WhyMoveFails, WhyNoMate, attacker,
};

/// Mates up to this length are compared.
const LIMIT: u32 = 7;

fn options(tree: Option<RefutationSize>) -> ExplainOptions {
    ExplainOptions { tree, ..ExplainOptions::default() }
}

fn explain(position: &Position, options: &ExplainOptions) -> Explanation {
    let mut solver = Solver::new(4 << 20).unwrap();
    solver.explain(position, attacker(position), options, &mut |_| {}).unwrap()
}

/// The position after a move.
fn after(position: &Position, mv: Move) -> Position {
    assert!(position.is_legal(mv), "{mv} in {}", position.to_sfen());
    let mut position = position.clone();
    let _ = position.make(mv);
    position
}

/// Plies of the mate that begins with `mv`, if there is one within the limit.
fn length(position: &Position, mv: Move, limit: u32, force: &mut BruteForce) -> Option<u32> {
    let attacker = attacker(position);
    let mut next = after(position, mv);
    if position.side_to_move() != attacker {
        return force.shortest(&mut next, limit - 1).map(|plies| plies + 1);
    }
    let mut longest = 0;
    for answer in next.legal_moves() {
        longest = longest.max(1 + force.shortest(&mut after(&next, answer), limit - 2)?);
    }
    Some(longest + 1)
}

/// A tree under examination: the positions from the explained one on.
struct Examined<'a> {
    path: Vec<Position>,
    attacker: Color,
    force: &'a mut BruteForce,
    /// Mates up to this length are looked for.
    limit: u32,
    /// Moves, and ends of each kind: no check, circle, shown before.
    counts: [u32; 4],
}

impl Examined<'_> {
    fn same(&self, earlier: &Position) -> bool {
        let here = self.path.last().unwrap();
        earlier.board_key() == here.board_key()
            && earlier.hand(self.attacker).contains(here.hand(self.attacker))
    }

    fn play(&mut self, mv: Move) {
        let here = self.path.last().unwrap();
        let next = after(here, mv);
        assert!(here.side_to_move() != self.attacker || next.in_check(), "{mv} is no check");
        self.path.push(next);
        self.counts[0] += 1;
    }

    fn circle(&mut self, ply: usize) {
        assert!(ply < self.path.len() - 1 && self.same(&self.path[ply]));
        self.counts[2] += 1;
    }

    fn failure(&mut self, failure: &WhyMoveFails) {
        match failure {
            WhyMoveFails::Answered(refutation) => self.refutation(refutation),
            WhyMoveFails::Repetition { ply } => self.circle(*ply),
            // Only with a limit, which leaves nothing to walk along.
            WhyMoveFails::Open(_) => {}
        }
    }

    fn refutation(&mut self, Refutation { answer, then }: &Refutation) {
        self.play(*answer);
        let mut here = self.path.last().unwrap().clone();
        assert_eq!(self.force.shortest(&mut here, self.limit), None, "after {answer}: {}", here.to_sfen());
        self.no_mate(then);
        self.path.pop();
    }

    fn no_mate(&mut self, no_mate: &AttackEnd) {
        let checks = self.path.last().unwrap().checks();
        match no_mate {
            AttackEnd::NoCheck => {
                assert!(checks.is_empty());
                self.counts[1] += 1;
            }
            AttackEnd::Repetition { ply } => self.circle(*ply),
            AttackEnd::Shown { line } => {
                let shown = line.iter().fold(self.path[0].clone(), |position, &mv| after(&position, mv));
                assert!(self.same(&shown));
                self.counts[3] += 1;
            }
            AttackEnd::Cut { checks: count } => assert_eq!(*count, checks.len()),
            AttackEnd::Tries { tries, others } => {
                assert_eq!(tries.len() + others, checks.len());
                for tried in tries {
                    self.play(tried.check);
                    self.failure(&tried.failure);
                    self.path.pop();
                }
            }
        }
    }
}

/// What [`check`] saw.
#[derive(Debug, Default)]
struct Seen {
    mates: u32,
    failures: u32,
    open: u32,
    /// As in [`Examined`].
    tree: [u32; 4],
}

/// Compares every fate with brute force up to `limit` plies, and walks every refutation.
fn check(position: &Position, options: &ExplainOptions, limit: u32, seen: &mut Seen) {
    let attacker = attacker(position);
    let attacks = position.side_to_move() == attacker;
    let explanation = explain(position, options);
    let mut force = BruteForce::default();
    let moves = if attacks { position.checks() } else { position.evasions() };
    assert_eq!((explanation.attacks, explanation.moves.len()), (attacks, moves.len()));
    for explained in &explanation.moves {
        let (mv, sfen) = (explained.mv, position.to_sfen());
        assert!(moves.contains(&mv));
        let expected = length(position, mv, limit, &mut force);
        match &explained.verdict {
            MoveVerdict::Mate(mate) => {
                seen.mates += 1;
                let found = Some(explained.length().unwrap() as u32).filter(|&length| length <= limit);
                assert!(!mate.minimal || found == expected, "{mv} in {sfen}: {found:?}, {expected:?}");
                let line = explained.line();
                assert!(!mate.minimal || line.len() == explained.length().unwrap());
                let end = line.iter().fold(position.clone(), |position, &mv| after(&position, mv));
                assert!(end.is_mate());
                assert_eq!(end.hand(attacker), mate.leftover);
            }
            MoveVerdict::NoMate(failure) => {
                seen.failures += 1;
                assert_eq!(expected, None, "{mv} in {sfen}");
                let path = vec![position.clone()];
                let mut examined = Examined { path, attacker, force: &mut force, limit, counts: [0; 4] };
                match failure.as_ref().unwrap() {
                    WhyMoveFails::Answered(refutation) if !attacks => {
                        assert_eq!(refutation.answer, mv);
                        examined.refutation(refutation);
                    }
                    failure => {
                        examined.play(mv);
                        examined.failure(failure);
                    }
                }
                for (total, count) in seen.tree.iter_mut().zip(examined.counts) {
                    *total += count;
                }
            }
            MoveVerdict::Open(reason) => {
                assert!(
                    reason.is_some() && options.solve.limits.nodes.is_some(),
                    "{mv} in {sfen}: {reason:?}"
                );
                seen.open += 1;
            }
        }
    }
}

#[test]
fn fates_of_checks_and_answers() {
    let mut seen = Seen::default();
    let options = options(Some(RefutationSize::default()));
    for plies in [1, 3, 5] {
        for row in rows(&format!("tanuki_mate{plies}.tsv")).iter().step_by(80) {
            let position = problem(&row[0]);
            check(&position, &options, LIMIT, &mut seen);
            // After each check the defender is to move.
            for mv in position.checks().into_iter().step_by(3) {
                check(&after(&position, mv), &options, LIMIT, &mut seen);
            }
        }
    }
    assert!(seen.mates > 50 && seen.failures > 50 && seen.open == 0, "{seen:?}");
    assert!(seen.tree[0] > 200 && seen.tree[1] > 0, "{seen:?}");
}

/// A rook that runs along with the king: lines come back to earlier positions, and to positions that are shown elsewhere.
#[test]
fn circles() {
    let mut seen = Seen::default();
    let wide = options(Some(RefutationSize { depth: 9, width: 6 }));
    for sfen in
        ["4k4/9/4P4/9/9/9/9/9/9 b RG 1", "8k/9/7+R1/9/9/9/9/9/9 b - 1", "4k4/9/9/4+B4/9/9/9/9/9 b R 1"]
    {
        check(&problem(sfen), &wide, 3, &mut seen);
    }
    assert!(seen.tree[2] > 0 && seen.tree[3] > 0, "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 50 } else { 1000 }))]

    #[test]
    fn scattered_pieces(position in scattered()) {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let limited = SolveOptions { limits, ..SolveOptions::default() };
        let options = ExplainOptions { solve: limited, tree: Some(RefutationSize { depth: 3, width: 2 }), ..ExplainOptions::default() };
        check(&position, &options, 5, &mut Seen::default());
    }
}

#[test]
fn no_check_and_no_answer() {
    let none = explain(&problem("8k/9/9/9/9/9/9/9/9 b - 1"), &options(None));
    assert!(none.attacks && none.moves.is_empty() && none.mates() == Some(false) && none.best().is_none());
    let mated = explain(&problem("4k4/4G4/4P4/9/9/9/9/9/9 w - 1"), &options(None));
    assert!(!mated.attacks && mated.moves.is_empty() && mated.mates() == Some(true));
    assert!(mated.best().is_none());
}

#[test]
fn the_best_move_comes_first() {
    // A gold and a rook: the gold mates at once, the rook in three.
    let position = problem("4k4/9/4P4/9/9/9/9/9/9 b RG 1");
    let explanation = explain(&position, &options(None));
    assert_eq!(explanation.mates(), Some(true));
    assert_eq!(explanation.best().unwrap().mv, "G*5b".parse().unwrap());
    let values: Vec<usize> = explanation.moves.iter().filter_map(|explained| explained.value()).collect();
    assert!(values.len() > 1 && values.is_sorted(), "{values:?}");
    // The defender holds out as long as he can.
    let answers = explain(&after(&position, "R*5b".parse().unwrap()), &options(None));
    let values: Vec<usize> = answers.moves.iter().filter_map(|explained| explained.value()).collect();
    assert!(answers.mates() == Some(true) && values.iter().rev().is_sorted(), "{values:?}");
    // After a check that does not mate, the answer that escapes goes first.
    let answers = explain(&after(&position, "G*4a".parse().unwrap()), &options(None));
    assert_eq!(answers.mates(), Some(false));
    assert!(matches!(answers.best().unwrap().verdict, MoveVerdict::NoMate(None)));
}

#[test]
fn enough_solutions() {
    // Nineteen first moves mate.
    let position = problem("8k/9/7G1/9/9/9/9/9/9 b RG 1");
    let all = explain(&position, &options(None));
    let mates = |explanation: &Explanation| explanation.moves.iter().filter(|m| m.mate().is_some()).count();
    assert_eq!((mates(&all), all.stopped), (19, None));
    let some = explain(&position, &ExplainOptions { solutions: Some(2), ..options(None) });
    assert!(mates(&some) >= 2 && some.stopped.is_none());
}

/// 将棋図巧 1 with few visits: nothing is claimed, and the limit is named.
#[test]
fn what_a_limit_leaves_open() {
    let position = problem("1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1");
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let limited = SolveOptions { limits, ..SolveOptions::default() };
    let limited =
        ExplainOptions { solve: limited, tree: Some(RefutationSize::default()), ..ExplainOptions::default() };
    let explanation = explain(&position, &limited);
    assert_eq!((explanation.mates(), explanation.stopped), (None, Some(StopReason::Nodes)));
    let open = |fate: &MoveVerdict| matches!(fate, MoveVerdict::Open(Some(StopReason::Nodes)));
    assert!(explanation.moves.iter().any(|explained| open(&explained.verdict)));
    assert!(explanation.counters.visits <= 2100, "{}", explanation.counters.visits);
    // The same if the limit is that of one question.
    let one = explain(&position, &ExplainOptions { visits: Some(2000), ..options(None) });
    assert_eq!((one.mates(), one.stopped), (None, Some(StopReason::Nodes)));
    assert!(one.counters.visits <= 2100, "{}", one.counters.visits);
    let long = explain(
        &problem("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1"),
        &ExplainOptions { visits: Some(3000), ..options(None) },
    );
    assert!(long.counters.visits <= 3100, "{}", long.counters.visits);
    // Limits can be renewed, and the next question knows what the last one decided.
    let mut ignore = |_: yomikiri_tsume::SolverEvent<'_>| {};
    let mut solver = Solver::new(64 << 20).unwrap();
    let mut explainer = solver.explainer(&limited, &mut ignore);
    let decided = |explanation: &Explanation| {
        explanation
            .moves
            .iter()
            .filter(|explained| !matches!(explained.verdict, MoveVerdict::Open(_)))
            .count()
    };
    let first = explainer.explain(&position, Color::Black).unwrap();
    explainer.renew_limits();
    let second = explainer.explain(&position, Color::Black).unwrap();
    assert!(decided(&second) >= decided(&first));
}

#[test]
fn positions_without_mate() {
    let mut solver = Solver::new(16 << 20).unwrap();
    let mut ignore = |_: yomikiri_tsume::SolverEvent<'_>| {};
    let options = options(Some(RefutationSize { depth: 3, width: 2 }));
    let mut explainer = solver.explainer(&options, &mut ignore);
    let mut force = BruteForce::default();
    for sfen in [
        "4k4/9/4P4/9/9/9/9/9/9 b P 1",
        "8k/7p1/6P2/9/9/9/9/9/9 b GS 1",
        "3gk4/9/4P4/9/9/9/9/9/9 b GS 1",
        "8k/9/9/9/9/9/9/9/9 b - 1",
        "4k4/4R4/9/9/9/9/9/9/9 w G 1",
    ] {
        let position = problem(sfen);
        let attacker = attacker(&position);
        let why = explainer.refute(&position, attacker, u64::MAX).unwrap().unwrap();
        let mut examined =
            Examined { path: vec![position], attacker, force: &mut force, limit: LIMIT, counts: [0; 4] };
        match &why {
            WhyNoMate::Checks(no_mate) => examined.no_mate(no_mate),
            WhyNoMate::Answer(refutation) => examined.refutation(refutation),
        }
    }
    let mate = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(explainer.refute(&mate, Color::Black, u64::MAX), Ok(None));
    let kingless = Position::from_sfen("9/9/9/9/9/9/9/9/9 b G 1").unwrap();
    assert_eq!(explainer.explain(&kingless, Color::Black).map(|_| ()), Err(NotAProblem::NoKing));
    let lone = Position::from_sfen("9/9/4K4/9/9/9/9/9/9 b G 1").unwrap();
    assert_eq!(explainer.explain(&lone, Color::White).map(|_| ()), Err(NotAProblem::LoneKing));
    let both = Position::from_sfen("4k4/9/4K4/9/9/9/9/9/9 w G 1").unwrap();
    assert_eq!(explainer.explain(&both, Color::Black).map(|_| ()), Err(NotAProblem::NotInCheck));
    let one = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let other = explainer.explain_move(&one, Color::Black, "G*5b".parse().unwrap()).unwrap();
    assert_eq!((other.moves.len(), other.moves[0].length()), (1, Some(1)));
    let no_check = explainer.explain_move(&one, Color::Black, "G*9i".parse().unwrap()).unwrap();
    assert!(no_check.moves.is_empty());
}
