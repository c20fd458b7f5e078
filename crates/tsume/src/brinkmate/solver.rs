//! The solver for threats: finds a win fast, verifies it, then looks for shorter brinkmates until it is proved that there is none.

use yomikiri_pns::{Counters, Game, LambdaScheme, NodeKind, Order, StopReason};
use yomikiri_shogi::{Color, Move, Position};

use super::answer::{Brinkmate, BrinkmateAnswer, BrinkmateVerdict, Defence, Threat, WinBy};
use super::verify::{AttackStep, BrinkmateReplay, Win, decide};
use crate::answer::{MateVerdict, SolverEvent};
use crate::mate_game::MateGame;
use crate::options::{Goal, SolveOptions};
use crate::plies::Plies;
use crate::problem::NotAProblem;
use crate::replay::Aborted;
use crate::solver::Solver;
use crate::solver_run::SolverRun;

/// How to solve a problem with threats.
#[derive(Clone, Debug)]
pub struct BrinkmateOptions {
    /// The highest order of threats: 1 for mates, 2 for brinkmates.
    pub order: Order,
    /// How the search alternates between the orders.
    pub scheme: LambdaScheme,
    /// The other settings, as for mates. With [`Goal::AnyMate`] the first win suffices: a mate is
    /// looked for, so that none is called a brinkmate, but no shorter brinkmate.
    pub solve: SolveOptions,
}

impl Default for BrinkmateOptions {
    fn default() -> Self {
        BrinkmateOptions {
            order: Order::TWO,
            scheme: LambdaScheme::default(),
            solve: SolveOptions::default(),
        }
    }
}

impl Solver {
    /// Solves a position for `attacker` with threats. If the defender is to move, the question is whether the position is won
    /// already.
    ///
    /// # Errors
    ///
    /// If the defender has no king, or, at order 1, is to move and not in check.
    pub fn solve_threats(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &BrinkmateOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<BrinkmateAnswer, NotAProblem> {
        let problem = problem(position, attacker, options)?;
        if options.order <= Order::ONE {
            NotAProblem::check(position, attacker)?;
        }
        let mut run = self.run_about(position, attacker, &options.solve, on_event);
        let (verdict, stopped) = run.solve_brinkmate(&problem, options);
        let (counters, elapsed) = (run.counters, run.start.elapsed());
        Ok(BrinkmateAnswer { verdict, counters, stopped, elapsed })
    }

    /// What each quiet move of `attacker` threatens. The limits hold for all moves together.
    ///
    /// # Errors
    ///
    /// If the defender has no king or is to move.
    pub fn threats(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &BrinkmateOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<(Vec<(Move, Threat)>, Counters), NotAProblem> {
        NotAProblem::check_with_move(position, attacker)?;
        let mut problem = problem(position, attacker, options)?;
        let mut run = self.run(&options.solve, on_event);
        let mut threats = Vec::new();
        for mv in position.legal_moves() {
            let undo = problem.make(mv);
            if problem.may_pass() {
                let plies = problem.make_pass();
                let threat = match run.solve_to_goal(&problem) {
                    (MateVerdict::Mate(mate), _) => Threat::Threatmate(mate),
                    (MateVerdict::NoMate, _) => Threat::Nothing,
                    (MateVerdict::Unknown(reason), _) => Threat::Unknown(reason),
                };
                problem.unmake_pass(plies);
                threats.push((mv, threat));
            }
            problem.unmake(mv, undo);
        }
        Ok((threats, run.counters))
    }
}

fn problem(
    position: &Position,
    attacker: Color,
    options: &BrinkmateOptions,
) -> Result<MateGame, NotAProblem> {
    if position.king(!attacker).is_none() {
        return Err(NotAProblem::NoKing);
    }
    Ok(MateGame::new(position.clone(), attacker).with_techniques(options.solve.techniques))
}

/// A verified win.
enum VerifiedWin {
    /// By threats of this lower order.
    LowerOrder(Order),
    /// By threats of the order in question.
    Brinkmate(Brinkmate),
}

impl SolverRun<'_> {
    fn solve_brinkmate(
        &mut self,
        problem: &MateGame,
        &BrinkmateOptions { mut order, scheme, .. }: &BrinkmateOptions,
    ) -> (BrinkmateVerdict, Option<StopReason>) {
        if order <= Order::ONE {
            return self.solve_mate(problem);
        }
        match decide(problem, order, scheme, self) {
            Ok(true) => {}
            Ok(false) => return (BrinkmateVerdict::None, None),
            Err(stopped) => return (BrinkmateVerdict::Unknown(stopped.into()), Some(stopped.into())),
        }
        let mut best: Option<Brinkmate> = None;
        let mut problem = problem.clone();
        let stopped = loop {
            match self.verify_threats(&problem, order) {
                Ok(VerifiedWin::LowerOrder(Order::ONE)) => {
                    return self.solve_mate(&problem.within(Plies::UNLIMITED));
                }
                Ok(VerifiedWin::LowerOrder(lower)) => {
                    order = lower;
                    problem = problem.within(Plies::UNLIMITED);
                }
                Ok(VerifiedWin::Brinkmate(mut brinkmate)) => {
                    if self.options.goal == Goal::AnyMate {
                        let mates = self.mates(&problem);
                        if matches!(mates, Ok(true)) {
                            return self.solve_mate(&problem.within(Plies::UNLIMITED));
                        }
                        brinkmate.no_mate = mates.is_ok();
                        best = Some(brinkmate);
                        break mates.err();
                    }
                    let length = brinkmate.length;
                    best = Some(brinkmate);
                    // Within 0 plies the attacker wins by a mate only.
                    let shorter = problem.clone().within(Plies::new(length.saturating_sub(1)));
                    let found = match (problem.kind(), length) {
                        // The defender is not in check, so there is nothing shorter, and no mate.
                        (NodeKind::And, 0) => Ok(false),
                        _ => decide(&shorter, order, LambdaScheme::default(), self),
                    };
                    match found {
                        Ok(true) => problem = shorter,
                        Ok(false) => {
                            if let Some(brinkmate) = &mut best {
                                brinkmate.minimal = true;
                                brinkmate.no_mate = true;
                            }
                            break None;
                        }
                        Err(stopped) => break Some(stopped),
                    }
                }
                Err(stopped) => break Some(stopped),
            }
        };
        let stopped = stopped.map(StopReason::from);
        let unknown = BrinkmateVerdict::Unknown(stopped.unwrap_or(StopReason::Inconclusive));
        (best.map_or(unknown, BrinkmateVerdict::Brinkmate), stopped)
    }

    /// Whether a position that is won has a mate: only then is the win no brinkmate.
    fn mates(&mut self, problem: &MateGame) -> Result<bool, Aborted> {
        if problem.kind() == NodeKind::And && problem.may_pass() {
            return Ok(false);
        }
        decide(&problem.clone().within(Plies::UNLIMITED), Order::ONE, LambdaScheme::default(), self)
    }

    fn solve_mate(&mut self, problem: &MateGame) -> (BrinkmateVerdict, Option<StopReason>) {
        let (verdict, stopped) = self.solve_to_goal(problem);
        let verdict = match verdict {
            MateVerdict::Mate(mate) => BrinkmateVerdict::Mate(mate),
            MateVerdict::NoMate => BrinkmateVerdict::None,
            MateVerdict::Unknown(reason) => BrinkmateVerdict::Unknown(reason),
        };
        (verdict, stopped)
    }

    /// Verifies a win that the table claims.
    fn verify_threats(&mut self, problem: &MateGame, order: Order) -> Result<VerifiedWin, Aborted> {
        let mut replay = BrinkmateReplay::default();
        let Win { plies: length, quiet } = replay.verify(problem, order, self)?;
        let attack = replay.attack_at(problem, order);
        if let Some(AttackStep::LowerOrder(lower)) = attack {
            return Ok(VerifiedWin::LowerOrder(lower));
        }
        let passes = problem.kind() == NodeKind::And && problem.may_pass();
        if !quiet && !passes {
            // The attacker checks with every move, against every defence.
            return Ok(VerifiedWin::LowerOrder(Order::ONE));
        }
        let line = replay.line(problem, order);
        let mut after = problem.clone();
        if let Some(AttackStep::Move(first)) = attack {
            let _ = after.make(first);
        }
        let threat = if after.kind() == NodeKind::And && after.may_pass() {
            let plies = after.make_pass();
            let threat = self.verified_win(&mut replay, &after, order.lower());
            after.unmake_pass(plies);
            Some(threat?)
        } else {
            None
        };
        let mut defences = Vec::new();
        if after.kind() == NodeKind::And {
            for defence in after.position.legal_moves() {
                let undo = after.make(defence);
                let win = match replay.attack_at(&after, order) {
                    Some(AttackStep::LowerOrder(lower)) => self.verified_win(&mut replay, &after, lower),
                    Some(AttackStep::Move(mv)) => Ok(WinBy::Threats(order, Some(mv))),
                    None => Err(Aborted::Refuted),
                };
                after.unmake(defence, undo);
                defences.push(Defence { defence, answered_by: win? });
            }
        }
        let proof_size = replay.nodes();
        let (minimal, no_mate) = (false, false);
        Ok(VerifiedWin::Brinkmate(Brinkmate {
            line,
            length,
            order,
            minimal,
            no_mate,
            threat,
            defences,
            proof_size,
        }))
    }

    /// How the attacker wins at a verified node.
    fn verified_win(
        &mut self,
        replay: &mut BrinkmateReplay,
        problem: &MateGame,
        order: Order,
    ) -> Result<WinBy, Aborted> {
        match replay.attack_at(problem, order) {
            _ if order <= Order::ONE => replay.mate(problem, self).map(WinBy::Mate),
            Some(AttackStep::LowerOrder(lower)) => self.verified_win(replay, problem, lower),
            Some(AttackStep::Move(mv)) => Ok(WinBy::Threats(order, Some(mv))),
            None => Ok(WinBy::Threats(order, None)),
        }
    }
}
