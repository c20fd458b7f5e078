//! Verifies a claimed brinkmate by the rules alone.
//!
//! As with [mates](crate::replay), no claim leaves this crate because a table says so. At the attacker's nodes one move is
//! verified, or a mate is replayed. At the defender's nodes every legal move is verified, and the pass where it is allowed. The
//! table only proposes. Every step leaves fewer plies or a lower order, so the verification ends.

use std::collections::HashMap;

use yomikiri_pns::{
    FastHash, Game, Lambda, LambdaKey, LambdaScheme, NodeKind, Order, StopReason, Table, ThreatLevel,
};
use yomikiri_shogi::Move;

use super::game::BrinkmateGame;
use super::table::{BrinkmateTable, SharedBrinkmateTable};
use crate::answer::Mate;
use crate::mate_game::{BoardAndHand, MateGame, MateKey};
use crate::plies::Plies;
use crate::replay::{Aborted, Replay};
use crate::solver_run::SolverRun;

/// The longest line above order 1 that is verified. The recursion uses the machine's stack.
const MAX_DEPTH: u32 = 1000;

/// What the attacker does at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttackStep {
    /// He wins by threats of this lower order. Order 1 is a mate.
    LowerOrder(Order),
    /// He plays this move.
    Move(Move),
}

/// A verified node.
#[derive(Clone, Copy, Debug)]
struct WonNode {
    /// `None` at the defender's nodes.
    attack: Option<AttackStep>,
    win: Win,
}

/// What a verified win takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Win {
    /// Plies up to the last move that is no check.
    pub plies: u32,
    /// Whether the attacker plays a move that is no check against some defence. If not, the win is a mate.
    pub quiet: bool,
}

/// The verified nodes of one problem.
#[derive(Debug, Default)]
pub(crate) struct BrinkmateReplay {
    won: HashMap<(BoardAndHand, Order), WonNode, FastHash>,
    mates: Replay,
}

impl BrinkmateReplay {
    /// The number of different nodes that were verified, with those of the mates.
    pub fn nodes(&self) -> u64 {
        self.won.len() as u64 + self.mates.nodes()
    }

    /// Verifies that `problem` is won by threats up to `order` within its limit, or within the limit that the table claims if
    /// that is smaller. Returns what it takes.
    pub fn verify(
        &mut self,
        problem: &MateGame,
        order: Order,
        run: &mut SolverRun<'_>,
    ) -> Result<Win, Aborted> {
        if order <= Order::ONE {
            return run.extend_replay(&mut self.mates, problem).map(|_| Win::default());
        }
        let limit = claimed_limit(problem, order, run)?;
        self.verify_node(&mut problem.clone().within(limit), order, run, 0)
    }

    fn verify_node(
        &mut self,
        problem: &mut MateGame,
        order: Order,
        run: &mut SolverRun<'_>,
        depth: u32,
    ) -> Result<Win, Aborted> {
        if depth > MAX_DEPTH {
            return Err(Aborted::Limit(StopReason::DepthLimit));
        }
        let node = (problem.board_and_hand(), order);
        if let Some(&WonNode { win, .. }) = self.won.get(&node)
            && Plies::new(win.plies) <= problem.plies()
        {
            return Ok(win);
        }
        let (attack, win) = match problem.kind() {
            NodeKind::Or => {
                let attack = attack(problem, order, run)?;
                let win = match attack {
                    AttackStep::LowerOrder(lower) => {
                        // A win by a lower order may have any length.
                        let win = self.verify(&problem.clone().within(Plies::UNLIMITED), lower, run)?;
                        Win { plies: 0, ..win }
                    }
                    AttackStep::Move(mv) => {
                        let undo = problem.make(mv);
                        let is_check = problem.position.in_check();
                        let win = self.verify_node(problem, order, run, depth + 1);
                        problem.unmake(mv, undo);
                        let Win { plies, quiet } = win?;
                        Win { plies: plies + 1, quiet: quiet || !is_check }
                    }
                };
                (Some(attack), win)
            }
            NodeKind::And => (None, self.verify_defences(problem, order, run, depth)?),
        };
        if Plies::new(win.plies) > problem.plies() {
            return Err(Aborted::Refuted);
        }
        self.won.insert(node, WonNode { attack, win });
        Ok(win)
    }

    /// Verifies that every move of the defender loses, and the pass where it is allowed. Returns what the longest defence takes.
    fn verify_defences(
        &mut self,
        problem: &mut MateGame,
        order: Order,
        run: &mut SolverRun<'_>,
        depth: u32,
    ) -> Result<Win, Aborted> {
        if problem.may_pass() {
            let plies = problem.make_pass();
            let verified = self.verify(problem, order.lower(), run);
            problem.unmake_pass(plies);
            verified?;
        } else if problem.position.is_mate() {
            return Ok(Win::default());
        }
        let mut all = Win::default();
        for mv in problem.position.legal_moves() {
            let undo = problem.make(mv);
            let win = self.verify_node(problem, order, run, depth + 1);
            problem.unmake(mv, undo);
            let Win { plies, quiet } = win?;
            all.plies = all.plies.max(if plies > 0 { plies + 1 } else { 0 });
            all.quiet |= quiet;
        }
        Ok(all)
    }

    fn won(&self, problem: &MateGame, order: Order) -> Option<&WonNode> {
        self.won.get(&(problem.board_and_hand(), order))
    }

    /// What the attacker does at a verified node. `None` at the defender's nodes.
    pub fn attack_at(&self, problem: &MateGame, order: Order) -> Option<AttackStep> {
        self.won(problem, order)?.attack
    }

    /// The same with the plies up to the last quiet move.
    pub fn strategy(&self, problem: &MateGame, order: Order) -> Option<(AttackStep, u32)> {
        let won = self.won(problem, order)?;
        Some((won.attack?, won.win.plies))
    }

    /// The mates that were verified.
    pub fn mates(&self) -> &Replay {
        &self.mates
    }

    /// The line from a verified node up to the brinkmate move. The defender plays the answers that take longest.
    pub fn line(&self, problem: &MateGame, order: Order) -> Vec<Move> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        loop {
            let next = match problem.kind() {
                NodeKind::Or => match self.attack_at(&problem, order) {
                    Some(AttackStep::Move(mv)) => Some(mv),
                    Some(AttackStep::LowerOrder(_)) | None => None,
                },
                NodeKind::And => self.longest_defence(&mut problem, order),
            };
            let Some(mv) = next else { return line };
            let _ = problem.make(mv);
            line.push(mv);
        }
    }

    /// The defence that takes the most plies. `None` if every defence is followed by a mate.
    fn longest_defence(&self, problem: &mut MateGame, order: Order) -> Option<Move> {
        let mut longest = None;
        for mv in problem.position.legal_moves() {
            let undo = problem.make(mv);
            let plies = self.won(problem, order).map_or(0, |won| won.win.plies);
            problem.unmake(mv, undo);
            if plies > longest.map_or(0, |(plies, _)| plies) {
                longest = Some((plies, mv));
            }
        }
        longest.map(|(_, mv)| mv)
    }

    /// The mate from a verified node.
    pub fn mate(&mut self, problem: &MateGame, run: &mut SolverRun<'_>) -> Result<Mate, Aborted> {
        run.extend_replay(&mut self.mates, &problem.clone().within(Plies::UNLIMITED))
    }
}

/// Whether a problem is won by threats up to `order` within its limit.
pub(crate) fn decide(
    problem: &MateGame,
    order: Order,
    scheme: LambdaScheme,
    run: &mut SolverRun<'_>,
) -> Result<bool, Aborted> {
    let algorithm = run.depth_first();
    run.search_together(
        &Lambda::new(BrinkmateGame::from(problem.clone()), order, scheme),
        algorithm,
        |search, table| search.run_with_table(BrinkmateTable(table)),
        |search, table, threads| search.run_on_threads(&SharedBrinkmateTable(table), threads),
    )
}

/// The plies of a win that the table has for a node at a level.
fn known_at_level(node: MateKey, level: ThreatLevel, run: &mut SolverRun<'_>) -> Option<Plies> {
    let found = BrinkmateTable(run.table).get(&LambdaKey { node, level })?;
    (found.entry.numbers.value() == Some(true)).then_some(found.key.node.plies)
}

/// The same for an order, whether or not the attacker has chosen it already.
fn known_win(node: MateKey, order: Order, run: &mut SolverRun<'_>) -> Option<Plies> {
    known_at_level(node, ThreatLevel { max_order: order, chooses_order: true }, run)
        .or_else(|| known_at_level(node, ThreatLevel { max_order: order, chooses_order: false }, run))
}

/// A limit that suffices, according to the table.
fn claimed_limit(problem: &MateGame, order: Order, run: &mut SolverRun<'_>) -> Result<Plies, Aborted> {
    if let Some(plies) = known_win(problem.key(), order, run) {
        return Ok(plies);
    }
    if !decide(problem, order, LambdaScheme::default(), run)? {
        return Err(Aborted::Refuted);
    }
    known_win(problem.key(), order, run).ok_or(Aborted::Refuted)
}

/// What the attacker does at a node of his.
fn attack(problem: &mut MateGame, order: Order, run: &mut SolverRun<'_>) -> Result<AttackStep, Aborted> {
    if let Some(attack) = proposed_attack(problem, order, run) {
        return Ok(attack);
    }
    // The table has lost it.
    if !decide(problem, order, LambdaScheme::default(), run)? {
        return Err(Aborted::Refuted);
    }
    if let Some(attack) = proposed_attack(problem, order, run) {
        return Ok(attack);
    }
    // The search decided the node by simulation, so there is a mate that is not in the table.
    let mates = decide(&problem.clone().within(Plies::UNLIMITED), Order::ONE, LambdaScheme::default(), run)?;
    mates.then_some(AttackStep::LowerOrder(Order::ONE)).ok_or(Aborted::Refuted)
}

/// What wins at an attacker's node within its limit, according to the table: a lower order if possible, otherwise the move that
/// takes the fewest plies.
fn proposed_attack(problem: &mut MateGame, order: Order, run: &mut SolverRun<'_>) -> Option<AttackStep> {
    let unlimited = MateKey { plies: Plies::UNLIMITED, ..problem.key() };
    if problem.position.mate_in_one().is_some() {
        return Some(AttackStep::LowerOrder(Order::ONE));
    }
    for lower in (Order::ONE.get()..order.get()).map(Order::new) {
        if known_win(unlimited, lower, run).is_some() {
            return Some(AttackStep::LowerOrder(lower));
        }
    }
    if problem.plies() == Plies::ZERO {
        return None;
    }
    let mut moves = Vec::new();
    problem.moves_at(order, &mut moves);
    let mut fewest: Option<(Plies, Move)> = None;
    for mv in moves {
        let undo = problem.make(mv);
        let plies = match known_at_level(
            problem.key(),
            ThreatLevel { max_order: order, chooses_order: false },
            run,
        ) {
            None if problem.position.is_mate() => Some(Plies::ZERO),
            known => known,
        };
        problem.unmake(mv, undo);
        if let Some(plies) = plies
            && fewest.is_none_or(|(least, _)| plies < least)
        {
            fewest = Some((plies, mv));
        }
    }
    fewest.map(|(_, mv)| AttackStep::Move(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::SolverEvent;
    use crate::corrupted_tables::{false_entries, options};
    use crate::exhaustive::Exhaustive;
    use crate::solver::Solver;
    use yomikiri_pns::Random;
    use yomikiri_shogi::{Color, Position};

    /// Black attacks. Positions that are won, with the plies up to the last quiet move, and others in which the defender escapes: by a
    /// capture, by a drop, by a check, by a mate of his own, or, where any move loses, by the pass that the definition allows him.
    const POSITIONS: [(&str, Option<u32>); 10] = [
        ("4k4/9/4S4/9/9/9/9/9/9 w G 1", Some(0)),
        ("4k4/9/4S4/9/9/9/8p/9/8K w G 1", Some(2)),
        ("8k/8g/6P1P/9/9/9/9/9/9 b R 1", Some(1)),
        ("4k4/9/9/9/9/9/9/9/9 b GS 1", Some(1)),
        ("3nk4/9/4S4/9/9/9/9/9/9 w G 1", None),
        ("4k4/9/4S4/9/9/9/9/9/9 w Gg 1", None),
        ("4k4/9/4S4/9/9/9/9/9/4K4 w Gr 1", None),
        ("4k4/9/4S4/9/9/9/3gp4/9/4K4 w G 1", None),
        ("8k/9/9/6+S+R1/9/9/9/9/9 w - 1", None),
        ("7sk/9/8+S/9/9/9/9/9/9 w S 1", None),
    ];

    /// The plies that a position takes by definition, if it is won with mates of up to five plies.
    fn truth(sfen: &str) -> Option<u32> {
        let mut position = Position::from_sfen(sfen).unwrap();
        let mut exhaustive = Exhaustive::new(Color::Black, 5, u64::MAX);
        (0..=2).find(|&plies| {
            if position.side_to_move() == Color::Black {
                exhaustive.wins(&mut position, plies).unwrap()
            } else {
                exhaustive.lost(&mut position, plies).unwrap()
            }
        })
    }

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        for (sfen, plies) in POSITIONS {
            assert_eq!(truth(sfen), plies, "{sfen}");
        }
    }

    /// Verifies a problem with tables that have false entries for the nodes near the root. Returns
    /// how often a win was claimed, and how often not.
    fn claims(sfen: &str, plies: Option<u32>) -> [u32; 2] {
        let problem = MateGame::new(Position::from_sfen(sfen).unwrap(), Color::Black);
        let mut counts = [0; 2];
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let (options, mut solver) = (options(), Solver::new(4 << 20).unwrap());
            let mut ignore = |_: SolverEvent<'_>| {};
            let mut run = solver.run(&options, &mut ignore);
            for order in [Order::ONE, Order::TWO] {
                let moves = |problem: &MateGame| {
                    let mut moves = Vec::new();
                    problem.moves_at(Order::TWO, &mut moves);
                    moves
                };
                let mut entries = Vec::new();
                let every = 1 + seed as usize % 20;
                false_entries(&mut problem.clone(), 2, every, &moves, &mut random, &mut entries);
                for entry in entries {
                    let key = LambdaKey {
                        node: entry.key,
                        level: ThreatLevel { max_order: order, chooses_order: random.one_in(2) },
                    };
                    BrinkmateTable(run.table).put(key, entry.entry);
                }
            }
            match BrinkmateReplay::default().verify(&problem, Order::TWO, &mut run) {
                Ok(claimed) => {
                    let truth = plies.unwrap_or_else(|| panic!("{sfen}, seed {seed}: not won"));
                    assert!(claimed.plies >= truth, "{sfen}, seed {seed}: {claimed:?}");
                    counts[0] += 1;
                }
                Err(_) => counts[1] += 1,
            }
        }
        counts
    }

    #[test]
    fn no_false_brinkmate_comes_out_of_a_corrupted_table() {
        for (sfen, plies) in POSITIONS {
            let [claimed, withdrawn] = claims(sfen, plies);
            assert!(withdrawn > 0, "{sfen}: no false entry was detected");
            assert_eq!(claimed > 0, plies.is_some(), "{sfen}: {claimed} claims");
        }
    }
}
