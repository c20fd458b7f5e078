//! Reasons: what becomes of every move of a position, and why a try does not mate.
//!
//! An [`Explainer`] answers questions about the positions of one problem. All of them share a table, so what one question took
//! to decide the next one knows. Nothing here is guessed: every "mates" was replayed by the rules, every "does not mate" was
//! decided by the search, and what a limit leaves undecided is open.

mod adjusted;
mod move_verdicts;
mod refutation;

use std::time::Duration;

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Counters, Game as _, NodeKind, StopReason};
use yomikiri_shogi::{Color, Hand, Move, Position};

use crate::answer::{Mate, MateAnswer, SolverEvent};
use crate::mate_game::MateGame;
use crate::options::SolveOptions;
use crate::problem::NotAProblem;
use crate::rules::{FutilityReason, InterpositionRules, KnownLengths};
use crate::solver::{Solver, TableScope};
use crate::solver_run::SolverRun;
pub use refutation::{AttackEnd, Refutation, RefutationSize, Try, WhyMoveFails, WhyNoMate};

/// How to explain a position.
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions {
    /// The algorithm, the limits of one question, how far mates are followed, and the rules of lengths.
    pub solve: SolveOptions,
    /// How much of each refutation is shown. `None` for no refutations.
    pub tree: Option<RefutationSize>,
    /// How many mating moves suffice. The other moves are then left open. `None` to decide every move.
    pub solutions: Option<usize>,
    /// Visits that one question may take, beside the limits that all questions share.
    pub visits: Option<u64>,
}

/// What becomes of the moves of a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Whether the attacker is to move. If so, the moves are his checks, otherwise the defender's answers.
    pub attacks: bool,
    /// The rules by which lengths count.
    pub rules: InterpositionRules,
    /// Every move, the best for the side to move first; checks that do not mate in the order of the work that they took, equal
    /// moves in the order of the move generator.
    pub moves: Vec<ExplainedMove>,
    /// The limit that left something open, if any.
    pub stopped: Option<StopReason>,
    /// The sums over all searches since the limits were renewed.
    pub counters: Counters,
    /// The time since then.
    pub elapsed: Duration,
}

/// A move and what becomes of it.
#[derive(Clone, Debug)]
pub struct ExplainedMove {
    /// The move.
    pub mv: Move,
    /// Whether the attacker mates after it.
    pub verdict: MoveVerdict,
    /// Visits that it took to find that out, as far as earlier questions had not.
    pub visits: u64,
    /// Plies of the mate with this move by the rules of the query. `None` if there is no mate, if the move is futile, or if a limit was
    /// reached first. A length that is not proved to be the shortest is none by the rules either, unless they count everything.
    pub rule_length: Option<u32>,
    /// Why the rules of the query do not count this answer, if they do not: it is a futile interposition.
    pub futile: Option<FutilityReason>,
}

/// Whether the attacker mates after a move.
#[derive(Clone, Debug)]
pub enum MoveVerdict {
    /// He does. This is the mate after the move: length and line do not include it.
    Mate(Mate),
    /// He does not, with the reason if one was asked for.
    NoMate(Option<WhyMoveFails>),
    /// Not decided, because of a limit or because enough other moves mate.
    Open(Option<StopReason>),
}

impl ExplainedMove {
    /// Plies of the mate, the move included.
    pub fn length(&self) -> Option<usize> {
        self.mate().map(|mate| mate.length() + 1)
    }

    /// The moves of the mate, the move first. Empty if there is none.
    pub fn line(&self) -> Vec<Move> {
        let rest = self.mate().map(|mate| mate.line.as_slice());
        rest.map(|rest| [&[self.mv], rest].concat()).unwrap_or_default()
    }

    /// The same by the rules of the query, if that line was found. At its end the defender is mated, or can only interpose in vain.
    pub fn line_by_rules(&self) -> Vec<Move> {
        let rest = self.mate().map(|mate| mate.line_by_rules().0);
        rest.map(|rest| [&[self.mv], rest].concat()).unwrap_or_default()
    }

    /// What is left in the attacker's hand at the end of that line.
    pub fn leftover_by_rules(&self) -> Option<Hand> {
        self.mate().map(|mate| mate.line_by_rules().1)
    }

    /// The mate after the move.
    pub fn mate(&self) -> Option<&Mate> {
        match &self.verdict {
            MoveVerdict::Mate(mate) => Some(mate),
            _ => None,
        }
    }

    /// Why the attacker does not mate.
    pub fn failure(&self) -> Option<&WhyMoveFails> {
        match &self.verdict {
            MoveVerdict::NoMate(failure) => failure.as_ref(),
            _ => None,
        }
    }

    /// Twice the length of the mate, plus one if the attacker ends with nothing in hand; by the rules of the query as far as they are
    /// known to apply. `None` without a mate and of a futile interposition.
    pub fn value(&self) -> Option<usize> {
        if self.futile.is_some() {
            return None;
        }
        let length = self.rule_length.map(|length| length as usize).or(self.length())?;
        self.leftover_by_rules().map(|leftover| 2 * length + usize::from(leftover.is_empty()))
    }
}

impl Explanation {
    /// Whether the attacker mates from the position. `None` if that is open.
    pub fn mates(&self) -> Option<bool> {
        let mut any_open = false;
        for explained in &self.moves {
            match explained.verdict {
                MoveVerdict::Mate(_) if self.attacks => return Some(true),
                MoveVerdict::NoMate(_) if !self.attacks => return Some(false),
                MoveVerdict::Open(_) => any_open = true,
                _ => {}
            }
        }
        // Without a move, the attacker has no check, or the defender is mated.
        if any_open { None } else { Some(!self.attacks) }
    }

    /// The plies of the mate from the position with every interposition, as far as they are known. `None` if it is open whether there
    /// is a mate, or if there is none.
    pub fn length(&self) -> Option<usize> {
        let mut lengths = self.moves.iter().filter_map(ExplainedMove::length);
        match self.mates() {
            Some(true) if self.attacks => lengths.min(),
            // Without an answer, the king is mated.
            Some(true) => lengths.try_fold(0, |longest, length| Some(longest.max(length))),
            _ => None,
        }
    }

    /// The plies of the mate from the position by the rules of the query, if they are known exactly.
    pub fn rule_length(&self) -> Option<u32> {
        self.mates().filter(|&mates| mates)?;
        if !self.attacks {
            let counted = self.moves.iter().filter(|explained| explained.futile.is_none());
            return counted
                .map(|explained| explained.rule_length)
                .try_fold(0, |most, one| Some(most.max(one?)));
        }
        let known = |explained: &ExplainedMove| explained.rule_length;
        let best = self.moves.iter().filter_map(known).min()?;
        // What is not known exactly must not be shorter.
        let may_be_shorter = |explained: &ExplainedMove| match &explained.verdict {
            MoveVerdict::Mate(mate) => explained.rule_length.is_none() && mate.least_by_rules() + 1 < best,
            MoveVerdict::NoMate(_) => false,
            MoveVerdict::Open(_) => true,
        };
        (!self.moves.iter().any(may_be_shorter)).then_some(best)
    }

    /// The best move: the shortest mate of the attacker; of the defender an answer that escapes, otherwise one that may, otherwise
    /// the one that holds out longest by the rules of the query. A futile interposition comes last. `None` if the attacker has no mate or the defender no move.
    pub fn best(&self) -> Option<&ExplainedMove> {
        self.moves.first().filter(|best| !self.attacks || best.mate().is_some())
    }
}

/// Explains the positions of one problem.
pub struct Explainer<'a> {
    run: SolverRun<'a>,
    tree: Option<RefutationSize>,
    solutions: Option<usize>,
    visits: Option<u64>,
    /// The attacker and the pieces of the problem for which the table holds.
    scope: &'a mut Option<TableScope>,
}

impl Solver {
    /// Says what becomes of every move of a position. Either side may be to move.
    ///
    /// # Errors
    ///
    /// If the defender has no king, or is to move and not in check.
    pub fn explain(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &ExplainOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Explanation, NotAProblem> {
        self.explainer(options, on_event).explain(position, attacker)
    }

    /// Starts a series of questions, which share the limits of the query.
    pub fn explainer<'a>(
        &'a mut self,
        options: &'a ExplainOptions,
        on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    ) -> Explainer<'a> {
        let ExplainOptions { solve: ref options, tree, solutions, visits } = *options;
        let (run, scope) = self.run_with_scope(options, on_event);
        Explainer { run, tree, solutions, visits, scope }
    }
}

impl Explainer<'_> {
    /// Gives the questions from now on the whole limits of the query again.
    pub fn renew_limits(&mut self) {
        self.run.start = Instant::now();
        self.run.counters = Counters::default();
    }

    /// Changes how much of refutations is shown from now on.
    pub fn set_tree(&mut self, tree: Option<RefutationSize>) {
        self.tree = tree;
    }

    /// Says what becomes of every move of a position. Either side may be to move.
    ///
    /// # Errors
    ///
    /// If the defender has no king, or is to move and not in check.
    pub fn explain(&mut self, position: &Position, attacker: Color) -> Result<Explanation, NotAProblem> {
        let problem = self.ask(position, attacker)?;
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        Ok(self.explain_moves(&problem, moves))
    }

    /// The same for one move, which must be one of the position. The explanation has no move if it is not.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Explainer::explain).
    pub fn explain_move(
        &mut self,
        position: &Position,
        attacker: Color,
        mv: Move,
    ) -> Result<Explanation, NotAProblem> {
        let problem = self.ask(position, attacker)?;
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        let all = moves.clone();
        moves.retain(|&known| known == mv);
        let mut explanation = self.explain_moves(&problem, moves);
        let is_open = |explained: &ExplainedMove| {
            explained.mate().is_some() && explained.rule_length.is_none() && explained.futile.is_none()
        };
        if !explanation.attacks && explanation.moves.iter().any(is_open) {
            // Whether an interposition is futile depends on the other answers.
            let tree = self.tree.take();
            let of_all = self.explain_moves(&problem, all);
            self.tree = tree;
            explanation.moves = of_all.moves;
            explanation.moves.retain(|explained| explained.mv == mv);
            explanation.stopped = explanation.stopped.or(of_all.stopped);
            (explanation.counters, explanation.elapsed) = (of_all.counters, of_all.elapsed);
        }
        Ok(explanation)
    }

    /// Solves a position as [`Solver::solve`] does. Later questions know what this one found out.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Explainer::explain).
    pub fn solve(&mut self, position: &Position, attacker: Color) -> Result<MateAnswer, NotAProblem> {
        let problem = self.ask(position, attacker)?;
        self.run.first_mate = None;
        self.run.start_saving(&problem);
        let (verdict, stopped) = self.run.solve_to_goal(&problem);
        let SolverRun { counters, first_mate, start, .. } = self.run;
        Ok(MateAnswer { verdict, counters, first_mate, stopped, elapsed: start.elapsed() })
    }

    /// Why there is no mate from a position, with at most `visits` visits. `None` if there is a mate, or if a limit is reached.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Explainer::explain).
    pub fn refute(
        &mut self,
        position: &Position,
        attacker: Color,
        visits: u64,
    ) -> Result<Option<WhyNoMate>, NotAProblem> {
        let problem = self.ask(position, attacker)?;
        let size = self.tree.unwrap_or_default();
        Ok(self.run.capped(visits, |run| {
            let decided = run.decide(&problem, run.depth_first());
            matches!(decided, Ok(false)).then(|| refutation::why_no_mate(run, &problem, size)).flatten()
        }))
    }

    /// The problem of a position. The table is cleared if it does not hold for this one.
    fn ask(&mut self, position: &Position, attacker: Color) -> Result<MateGame, NotAProblem> {
        NotAProblem::check(position, attacker)?;
        let scope = TableScope::new(position, attacker);
        if self.scope.is_some_and(|known| known != scope) {
            self.run.table.clear();
            self.run.lengths = KnownLengths::default();
        }
        *self.scope = Some(scope);
        Ok(MateGame::new(position.clone(), attacker).with_techniques(self.run.options.techniques))
    }

    fn explain_moves(&mut self, problem: &MateGame, moves: Vec<Move>) -> Explanation {
        let attacks = problem.kind() == NodeKind::Or;
        let (tree, solutions) = (self.tree, self.solutions);
        let (mut moves, stopped) = self.run.capped(self.visits.unwrap_or(u64::MAX), |run| {
            let (mut moves, stopped) = move_verdicts::move_verdicts(run, problem, moves, tree, solutions);
            adjusted::add_rules(run, problem, &mut moves);
            (moves, stopped)
        });
        // The sort is stable, so equal moves stay in the order of the generator.
        moves.sort_by_key(|explained| rank(explained, attacks));
        let (counters, elapsed) = (self.run.counters, self.run.start.elapsed());
        Explanation { attacks, rules: self.run.rules, moves, stopped, counters, elapsed }
    }
}

/// The place of a move in an explanation: first the group, then the value.
fn rank(explained: &ExplainedMove, attacks: bool) -> (u8, u64) {
    match (&explained.verdict, explained.value().map(|value| value as u64)) {
        (MoveVerdict::Mate(_), Some(value)) if attacks => (0, value),
        (MoveVerdict::Mate(mate), _) if explained.futile.is_some() => (3, u64::MAX - u64::from(mate.length)),
        (MoveVerdict::Mate(_), value) => (2, u64::MAX - value.unwrap_or(0)),
        (MoveVerdict::Open(_), _) => (1, 0),
        (MoveVerdict::NoMate(_), _) if attacks => (2, u64::MAX - explained.visits),
        (MoveVerdict::NoMate(_), _) => (0, 0),
    }
}
