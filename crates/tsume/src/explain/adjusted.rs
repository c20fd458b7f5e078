//! What the rules for futile interpositions make of the moves of a position.

use yomikiri_pns::Game as _;
use yomikiri_shogi::{Bitboard, Move, Position, Square};

use super::{ExplainedMove, MoveVerdict};
use crate::mate_game::MateGame;
use crate::rules::InterpositionRules;
use crate::solver_run::SolverRun;

/// Visits for the question which answers are futile, unless the moves took more.
const MIN_VISITS: u64 = 1_000_000;

/// Adds lengths by the rules to the moves of a position, and which of them are futile. What the limits leave open is left out.
pub(super) fn add_rules(run: &mut SolverRun<'_>, problem: &MateGame, moves: &mut [ExplainedMove]) {
    if run.rules == InterpositionRules::Raw {
        for explained in moves {
            explained.rule_length = explained.length().map(|length| length as u32);
        }
        return;
    }
    let attacks = problem.is_attackers_turn();
    if !attacks {
        add_futility(run, problem, moves);
    }
    for explained in moves.iter_mut().filter(|explained| explained.futile.is_none()) {
        let MoveVerdict::Mate(mate) = &mut explained.verdict else { continue };
        if !mate.minimal {
            continue;
        }
        let mut after = problem.clone();
        let _ = after.make(explained.mv);
        let adjusted = run.adjusted_mate(&after, mate, explained.visits);
        if attacks || !interposes(problem.position(), explained.mv) {
            explained.rule_length = explained.rule_length.or(adjusted.length().map(|length| length + 1));
        }
        mate.adjusted = Some(adjusted);
    }
}

/// Whether an answer to a check interposes a piece.
fn interposes(position: &Position, answer: Move) -> bool {
    let king = position.king(position.side_to_move());
    let is_between = |(_, squares): (Square, Bitboard)| squares.contains(answer.to());
    position.check_line().is_some_and(is_between) && (answer.is_drop() || answer.from() != king)
}

/// Finds out which answers are futile. That depends on all of them: an interposition is compared with the answers closer to the king,
/// and if one of them escapes there is no length to compare. So `moves` should have the one that holds out longest.
fn add_futility(run: &mut SolverRun<'_>, problem: &MateGame, moves: &mut [ExplainedMove]) {
    let mates = moves.iter().map(|explained| explained.mate().filter(|mate| mate.minimal));
    let lengths = mates.map(|mate| mate.map(|mate| mate.length + 1)).collect::<Option<Vec<u32>>>();
    let Some(most) = lengths.and_then(|lengths| lengths.into_iter().max()) else { return };
    let visits: u64 = moves.iter().map(|explained| explained.visits).sum();
    let answers = run.capped(visits.max(MIN_VISITS), |run| run.rule_answers(problem, most));
    let Ok(Some(answers)) = answers else { return };
    for explained in moves {
        match answers.iter().find(|answer| answer.mv == explained.mv).map(|answer| answer.plies) {
            Some(Ok(plies)) => explained.rule_length = Some(plies),
            Some(Err(why)) => explained.futile = Some(why),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::{Color, Move, Position};

    use crate::{ExplainOptions, Explanation, InterpositionRules, SolveOptions, Solver, with_defenders_hand};

    /// A rook behind the king: a mate in 1 to everybody, in 15 if every interposition counts.
    const BEHIND: &str = "6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1";

    fn explain(position: &Position, rules: InterpositionRules, one: Option<Move>) -> Explanation {
        let options = SolveOptions { rules, ..SolveOptions::default() };
        let options = ExplainOptions { solve: options, ..ExplainOptions::default() };
        let mut solver = Solver::new(16 << 20).unwrap();
        let mut ignore = |_: crate::SolverEvent<'_>| {};
        let mut explainer = solver.explainer(&options, &mut ignore);
        match one {
            Some(mv) => explainer.explain_move(position, Color::Black, mv).unwrap(),
            None => explainer.explain(position, Color::Black).unwrap(),
        }
    }

    fn position(sfen: &str, moves: &[&str]) -> Position {
        let mut position = with_defenders_hand(Position::from_sfen(sfen).unwrap(), Color::Black);
        for mv in moves {
            let _ = position.make(mv.parse().unwrap());
        }
        position
    }

    #[test]
    fn futile_answers_do_not_count() {
        let start = position(BEHIND, &[]);
        let explained = explain(&start, InterpositionRules::Plus2, None);
        assert_eq!((explained.length(), explained.rule_length()), (Some(15), Some(1)));
        let best = explained.best().unwrap();
        assert_eq!((best.line_by_rules().len(), best.line().len(), best.value()), (1, 15, Some(3)));
        let checked = position(BEHIND, &["5i1i"]);
        let explained = explain(&checked, InterpositionRules::Plus2, None);
        assert_eq!((explained.length(), explained.rule_length()), (Some(14), Some(0)));
        assert!(explained.moves.iter().all(|answer| answer.futile.is_some() && answer.rule_length.is_none()));
        assert_eq!(explained.best().unwrap().length(), Some(14), "the longest of those that do not count");
        // The same of a single answer, though that depends on all of them.
        for mv in ["P*1h", "N*1c"] {
            let one = explain(&checked, InterpositionRules::Plus2, Some(mv.parse().unwrap()));
            assert_eq!(one.moves.len(), 1, "{mv}");
            assert!(one.moves[0].futile.is_some_and(|why| why.plies == Some(0)), "{mv}");
        }
        let raw = explain(&checked, InterpositionRules::Raw, None);
        assert_eq!(raw.rule_length(), Some(14));
        assert!(raw.moves.iter().all(|answer| answer.futile.is_none() && answer.rule_length.is_some()));
    }

    #[test]
    fn lengths_are_those_of_the_solver() {
        for sfen in [BEHIND, "6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b - 1", "4k4/9/4P4/9/9/9/9/9/9 b RG 1"] {
            for rules in InterpositionRules::ALL {
                let mut position = position(sfen, &[]);
                loop {
                    let explained = explain(&position, rules, None);
                    let options = SolveOptions { rules, ..SolveOptions::default() };
                    let mut solver = Solver::new(16 << 20).unwrap();
                    let answer = solver.solve(&position, Color::Black, &options, &mut |_| {}).unwrap();
                    let crate::MateVerdict::Mate(mate) = answer.verdict else { panic!("{sfen}") };
                    let length = mate
                        .adjusted
                        .as_ref()
                        .map_or(Some(mate.length), |adjusted| adjusted.length())
                        .unwrap();
                    let found = (explained.length(), explained.rule_length());
                    assert_eq!(found, (Some(mate.length()), Some(length)), "{rules} {}", position.to_sfen());
                    let Some(&mv) = mate.line_by_rules().0.first() else { break };
                    let _ = position.make(mv);
                }
            }
        }
    }
}
