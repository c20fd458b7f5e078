//! The solver for threats: a first win fast, its walk, then the shortest brinkmate and whether there is a mate after all.

use std::time::Duration;

use yomikiri_pns::{Counters, Game, NodeKind, Order, Scheme, StopReason};
use yomikiri_shogi::{Color, Move, Position};

use super::walk::{How, Walk, decide};
use crate::plies::Plies;
use crate::problem::Problem;
use crate::replay::Stopped;
use crate::solver::{Event, Goal, Mate, NotAProblem, Query, Run, Solver, Verdict, reason};

/// What is asked of the solver.
#[derive(Clone, Debug)]
pub struct ThreatQuery {
    /// Threats up to this order: 1 for mates, 2 for brinkmates.
    pub order: Order,
    /// How the orders are gone through.
    pub scheme: Scheme,
    /// The rest, as for mates. If the first win suffices, nothing is spent on a shorter one, nor on finding a mate instead.
    pub query: Query,
}

impl Default for ThreatQuery {
    fn default() -> Self {
        ThreatQuery { order: Order::TWO, scheme: Scheme::default(), query: Query::default() }
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct ThreatAnswer {
    /// Mate, brinkmate, neither, or unknown for a reason.
    pub verdict: ThreatVerdict,
    /// What the searches did, all together.
    pub counters: Counters,
    /// Why the search for something better ended early, if it did.
    pub stopped: Option<StopReason>,
    /// How long everything took.
    pub elapsed: Duration,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreatVerdict {
    /// There is a mate: this one was replayed.
    Mate(Mate),
    /// There is a win by threats: this one was walked through.
    Brinkmate(Brinkmate),
    /// There is neither.
    None,
    /// Not decided, and why.
    Unknown(StopReason),
}

/// A win by threats that was walked through, every legal defence included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brinkmate {
    /// The line up to the brinkmate move, after which every defence meets a mate. The defender holds out as long as the
    /// strategy that was walked lets him.
    pub line: Vec<Move>,
    length: u32,
    /// The highest order of threats that it takes: 2 for a brinkmate proper.
    pub order: Order,
    /// Whether it is proved that no brinkmate takes fewer plies.
    pub minimal: bool,
    /// Whether it is proved that there is no mate.
    pub no_mate: bool,
    /// What the attacker threatens after his first move, if the defender could pass there.
    pub threat: Option<Threat>,
    /// Every legal answer to the first move, or every legal move if it is the defender's turn, and how it is met.
    pub defences: Vec<Defence>,
    /// Different positions of the proof, those of the mates included.
    pub proof_size: u64,
}

impl Brinkmate {
    /// Plies up to the brinkmate move, whatever the defender does; 0 if the position is one already.
    pub fn length(&self) -> usize {
        self.length as usize
    }
}

/// How the attacker wins if he is let.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// By a mate.
    Mate(Mate),
    /// By threats up to this order, starting with the move given.
    Order(Order, Option<Move>),
}

/// A defence and how it is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The defender's move.
    pub defence: Move,
    /// What the attacker does about it.
    pub met_by: Threat,
}

/// What a move threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It threatens this mate: a threatmate (詰めろ).
    Threatmate(Mate),
    /// It threatens no mate.
    Nothing,
    /// Not decided, and why.
    Unknown(StopReason),
}

impl Solver {
    /// Solves a position for `attacker` with threats. If it is the defender's turn, the question is whether the position is won already.
    pub fn solve_threats(
        &mut self,
        position: &Position,
        attacker: Color,
        query: &ThreatQuery,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<ThreatAnswer, NotAProblem> {
        let problem = problem(position, attacker, query)?;
        if query.order <= Order::ONE && problem.kind() == NodeKind::And && problem.may_pass() {
            return Err(NotAProblem::NotInCheck);
        }
        let mut run = self.run(&query.query, on_event);
        let (verdict, stopped) = run.solve_threats(&problem, query);
        let (counters, elapsed) = (run.counters, run.start.elapsed());
        Ok(ThreatAnswer { verdict, counters, stopped, elapsed })
    }

    /// What each move of `attacker`, whose turn it must be, threatens; checks are left out. The limits are for all of them
    /// together.
    pub fn threats(
        &mut self,
        position: &Position,
        attacker: Color,
        query: &ThreatQuery,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Vec<(Move, Outlook)>, Counters), NotAProblem> {
        let mut problem = problem(position, attacker, query)?;
        if problem.kind() == NodeKind::And {
            return Err(NotAProblem::NotAttackersTurn);
        }
        let mut run = self.run(&query.query, on_event);
        let mut outlooks = Vec::new();
        for mv in position.legal_moves() {
            let undo = problem.make(mv);
            if problem.may_pass() {
                let plies = problem.make_pass();
                let outlook = match run.solve_to_goal(&problem) {
                    (Verdict::Mate(mate), _) => Outlook::Threatmate(mate),
                    (Verdict::NoMate, _) => Outlook::Nothing,
                    (Verdict::Unknown(reason), _) => Outlook::Unknown(reason),
                };
                problem.unmake_pass(plies);
                outlooks.push((mv, outlook));
            }
            problem.unmake(mv, undo);
        }
        Ok((outlooks, run.counters))
    }
}

fn problem(position: &Position, attacker: Color, query: &ThreatQuery) -> Result<Problem, NotAProblem> {
    if position.king(!attacker).is_none() {
        return Err(NotAProblem::NoKing);
    }
    Ok(Problem::new(position.clone(), attacker).with_techniques(query.query.techniques))
}

/// What a walk has shown.
enum Walked {
    /// A win at this lower order.
    Lower(Order),
    /// A win that takes the order.
    Brinkmate(Brinkmate),
}

impl Run<'_> {
    fn solve_threats(
        &mut self,
        problem: &Problem,
        &ThreatQuery { mut order, scheme, .. }: &ThreatQuery,
    ) -> (ThreatVerdict, Option<StopReason>) {
        if order <= Order::ONE {
            return self.solve_mate(problem);
        }
        match decide(problem, order, scheme, self) {
            Ok(true) => {}
            Ok(false) => return (ThreatVerdict::None, None),
            Err(stopped) => return (ThreatVerdict::Unknown(reason(stopped)), Some(reason(stopped))),
        }
        let mut best: Option<Brinkmate> = None;
        let mut problem = problem.clone();
        let stopped = loop {
            match self.walk_threats(&problem, order) {
                Ok(Walked::Lower(Order::ONE)) => return self.solve_mate(&problem.within(Plies::UNLIMITED)),
                Ok(Walked::Lower(lower)) => {
                    order = lower;
                    problem = problem.within(Plies::UNLIMITED);
                }
                Ok(Walked::Brinkmate(brinkmate)) => {
                    let length = brinkmate.length;
                    best = Some(brinkmate);
                    if self.query.goal == Goal::First {
                        break None;
                    }
                    // Within no plies at all, only a mate wins.
                    let shorter = problem.clone().within(Plies::new(length.saturating_sub(1)));
                    let found = match (problem.kind(), length) {
                        // A brinkmate already, and no check: no mate either.
                        (NodeKind::And, 0) => Ok(false),
                        _ => decide(&shorter, order, Scheme::default(), self),
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
        let stopped = stopped.map(reason);
        let unknown = ThreatVerdict::Unknown(stopped.unwrap_or(StopReason::Stuck));
        (best.map_or(unknown, ThreatVerdict::Brinkmate), stopped)
    }

    fn solve_mate(&mut self, problem: &Problem) -> (ThreatVerdict, Option<StopReason>) {
        let (verdict, stopped) = self.solve_to_goal(problem);
        let verdict = match verdict {
            Verdict::Mate(mate) => ThreatVerdict::Mate(mate),
            Verdict::NoMate => ThreatVerdict::None,
            Verdict::Unknown(reason) => ThreatVerdict::Unknown(reason),
        };
        (verdict, stopped)
    }

    /// Walks through a win that the table claims.
    fn walk_threats(&mut self, problem: &Problem, order: Order) -> Result<Walked, Stopped> {
        let mut walk = Walk::default();
        let length = walk.walk(problem, order, self)?;
        if let Some(How::At(lower)) = walk.how(problem, order) {
            return Ok(Walked::Lower(lower));
        }
        let line = walk.line(problem, order);
        let mut after = problem.clone();
        if let Some(How::Move(first)) = walk.how(problem, order) {
            let _ = after.make(first);
        }
        if after.kind() == NodeKind::And && length == 0 && !after.may_pass() && line.is_empty() {
            // In check, and every answer meets a mate.
            return Ok(Walked::Lower(Order::ONE));
        }
        let threat = if after.kind() == NodeKind::And && after.may_pass() {
            let plies = after.make_pass();
            let threat = self.threat(&mut walk, &after, order.lower());
            after.unmake_pass(plies);
            Some(threat?)
        } else {
            None
        };
        let mut defences = Vec::new();
        if after.kind() == NodeKind::And {
            for defence in after.position.legal_moves() {
                let undo = after.make(defence);
                let met_by = match walk.how(&after, order) {
                    Some(How::At(lower)) => self.threat(&mut walk, &after, lower),
                    Some(How::Move(mv)) => Ok(Threat::Order(order, Some(mv))),
                    None => Err(Stopped::Refuted),
                };
                after.unmake(defence, undo);
                defences.push(Defence { defence, met_by: met_by? });
            }
        }
        let proof_size = walk.nodes();
        let (minimal, no_mate) = (false, false);
        Ok(Walked::Brinkmate(Brinkmate {
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

    /// How a walked node of a lower order is won.
    fn threat(&mut self, walk: &mut Walk, problem: &Problem, order: Order) -> Result<Threat, Stopped> {
        match walk.how(problem, order) {
            _ if order <= Order::ONE => walk.mate(problem, self).map(Threat::Mate),
            Some(How::At(lower)) => self.threat(walk, problem, lower),
            Some(How::Move(mv)) => Ok(Threat::Order(order, Some(mv))),
            None => Ok(Threat::Order(order, None)),
        }
    }
}
